import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deposit, VisibleAppointment } from '#contract/appointments.ts';
import {
  type DepositAction,
  type DepositEvent,
  nextDepositState,
  stepBack,
} from '#domain/payments/deposits.ts';
import { dueOf } from '#domain/payments/ledger.ts';
import type { Today } from '#domain/wording/dates.ts';
import { heldUntil, referenceText } from '#domain/wording/deposits.ts';
import { DEPOSIT_STATES } from '../lib/appointment/deposit-states.ts';
import { ValueRow } from '../lib/appointment/value-row.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { isTechnician } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { DepositAmountDialog, type DepositAmountProps, ReasonDialog, useDepositAct } from './forms.tsx';
import { chargedWithin, dinars, methodsInWords, paymentQueries } from './payments.ts';

/** Shows 'Naplaćeno 2.400 din, gotovina', or the amount that is still due. */
function Charged({ row }: { row: VisibleAppointment }) {
  const { id, start_datetime, status, deposit, paid = 0 } = row;
  const within = paymentQueries.within(chargedWithin(start_datetime));
  const payments = useQuery({ ...within, enabled: !isTechnician() }).data ?? [];
  const due = dueOf(row);
  const left =
    status === 'BOOKED' && due !== null && due > 0
      ? `još ${dinars(due)}`
      : methodsInWords(payments, id, deposit?.state === 'RECEIVED');
  return paid > 0 ? [`Naplaćeno ${dinars(paid)}`, left].filter(Boolean).join(', ') : 'Nije naplaćeno';
}

const stateInWords = ({ state, until }: Deposit, today: Today): string =>
  state === 'WAITING' ? `${DEPOSIT_STATES[state]} ${heldUntil(until, today)}` : DEPOSIT_STATES[state];

const ACTS = [
  { action: 'RECEIVED', label: 'Primljeno' },
  { action: 'WAIVED', label: 'Oprosti' },
  { action: 'REFUNDED', label: 'Vrati' },
  { action: 'KEPT', label: 'Zadrži' },
] as const satisfies readonly { action: DepositEvent; label: string }[];

function DepositOf({
  row: { id, status, service_price },
  deposit,
}: {
  row: VisibleAppointment;
  deposit: Deposit;
}) {
  const today = useToday();
  const act = useDepositAct(id);
  const [asked, setAsked] = useState<DepositAmountProps['action'] | 'TAKEN_BACK' | null>(null);
  const { amount, state, reference } = deposit;
  const acts = isTechnician()
    ? []
    : ACTS.filter(({ action }) => nextDepositState(state, action) !== undefined);
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
        {!isTechnician() && stepBack(state, status === 'BOOKED') && (
          <Button variant="text" isSmall onClick={() => act.isPending || setAsked('TAKEN_BACK')}>
            Poništi
          </Button>
        )}
      </span>
      {asked === 'TAKEN_BACK' && (
        <ReasonDialog
          title="Poništavanje koraka"
          lead={DEPOSIT_STATES[state]}
          hint="Kapara se vraća na prethodno stanje, a upisana uplata se poništava."
          submit="Poništi"
          send={(reason) => act.mutateAsync({ action: asked, reason })}
          fallback="Greška pri čuvanju kapare."
          done="Korak je poništen."
          onClose={() => setAsked(null)}
        />
      )}
      {asked && asked !== 'TAKEN_BACK' && (
        <DepositAmountDialog
          id={id}
          action={asked}
          amount={amount}
          price={service_price}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** The rows 'Kapara' and 'Naplata' of an appointment, while payments are on. docs/spec/behaviour.md §19 */
export default function MoneyRows({ row }: { row: VisibleAppointment }) {
  const { deposit, paid = 0, attended, status } = row;
  const isCharged = paid > 0 || (status === 'BOOKED' && attended === 1);
  return (
    <>
      {deposit && (
        <ValueRow label="Kapara">
          <DepositOf row={row} deposit={deposit} />
        </ValueRow>
      )}
      {isCharged && (
        <ValueRow label="Naplata">
          <Charged row={row} />
        </ValueRow>
      )}
    </>
  );
}
