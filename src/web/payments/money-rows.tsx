import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deposit, VisibleAppointment } from '#contract/appointments.ts';
import { type DepositAction, nextDepositState } from '#domain/payments/deposits.ts';
import { dueOf } from '#domain/payments/ledger.ts';
import type { Today } from '#domain/wording/dates.ts';
import { heldUntil, referenceText } from '#domain/wording/deposits.ts';
import { Row } from '../appointments/form/rows.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { Button } from '../ui/button.tsx';
import { DepositAmountDialog, type DepositAmountProps, useDepositAct } from './forms.tsx';
import { chargedWithin, dinars, methodsInWords, paymentQueries } from './payments.ts';

/** Shows 'Naplaćeno 2.400 din, gotovina', or the amount that is still due. */
function Charged({ row }: { row: VisibleAppointment }) {
  const { id, start_datetime, deposit, paid = 0 } = row;
  const payments = useQuery(paymentQueries.within(chargedWithin(start_datetime))).data ?? [];
  const due = dueOf(row);
  const left =
    due !== null && due > 0
      ? `još ${dinars(due)}`
      : methodsInWords(payments, id, deposit?.state === 'RECEIVED');
  return paid > 0 ? [`Naplaćeno ${dinars(paid)}`, left].filter(Boolean).join(', ') : 'Nije naplaćeno';
}

const STATES: Record<Exclude<Deposit['state'], 'WAITING'>, string> = {
  RECEIVED: 'primljena',
  WAIVED: 'oproštena',
  EXPIRED: 'nije stigla na vreme',
  TO_REFUND: 'treba da se vrati',
  REFUNDED: 'vraćena',
  KEPT: 'zadržana',
};

const stateInWords = ({ state, until }: Deposit, today: Today): string =>
  state === 'WAITING' ? `čeka uplatu ${heldUntil(until, today)}` : STATES[state];

const ACTS = [
  { action: 'RECEIVED', label: 'Primljeno' },
  { action: 'WAIVED', label: 'Oprosti' },
  { action: 'REFUNDED', label: 'Vrati' },
  { action: 'KEPT', label: 'Zadrži' },
] as const satisfies readonly { action: DepositAction; label: string }[];

function DepositOf({ id, deposit }: { id: number; deposit: Deposit }) {
  const today = useToday();
  const act = useDepositAct(id);
  const [asked, setAsked] = useState<DepositAmountProps['action'] | null>(null);
  const { amount, state, reference } = deposit;
  const acts = ACTS.filter(({ action }) => nextDepositState(state, action) !== undefined);
  const press = (action: DepositAction) => {
    if (act.isPending) return;
    if (action === 'REFUNDED') setAsked(action);
    else act.mutate({ action });
  };
  return (
    <>
      {`${dinars(amount)}, ${stateInWords(deposit, today)}`}
      <span className="block text-small text-soft tabular-nums">{`Poziv na broj ${referenceText(reference)}`}</span>
      <span className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {acts.map(({ action, label }) => (
          <Button
            key={action}
            variant="quiet"
            isSmall
            isBusy={act.isPending && act.variables.action === action}
            onClick={() => press(action)}
          >
            {label}
          </Button>
        ))}
        {acts.some(({ action }) => action === 'RECEIVED') && (
          <Button variant="text" isSmall onClick={() => act.isPending || setAsked('RECEIVED')}>
            Drugi iznos
          </Button>
        )}
      </span>
      {asked && <DepositAmountDialog id={id} action={asked} amount={amount} onClose={() => setAsked(null)} />}
    </>
  );
}

/** The rows 'Kapara' and 'Naplata' of an appointment, while payments are on. docs/spec/behaviour.md §19 */
export default function MoneyRows({ row }: { row: VisibleAppointment }) {
  const { id, deposit, paid = 0, attended, status } = row;
  const isCharged = paid > 0 || (status === 'BOOKED' && attended === 1);
  return (
    <>
      {deposit && <Row label="Kapara" value={<DepositOf id={id} deposit={deposit} />} />}
      {isCharged && <Row label="Naplata" value={<Charged row={row} />} />}
    </>
  );
}
