import { useQuery } from '@tanstack/react-query';
import { Check, Coins, Ellipsis, HandHeart } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Deposit, ListedAppointment } from '#contract/appointments.ts';
import { type DepositAction, nextDepositState } from '#domain/payments/deposits.ts';
import { dueOf } from '#domain/payments/ledger.ts';
import { isUncharged } from '#domain/payments/open-money.ts';
import { minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { referenceText, timeLeftToPay } from '#domain/wording/deposits.ts';
import { OpenRow } from '../lib/appointment/value-row.tsx';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/field.tsx';
import { List } from '../ui/list.tsx';
import { focusHeading, ListSkeleton } from '../ui/page.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { DepositAmountDialog, type DepositAmountProps, useDepositAct } from './forms.tsx';
import { dinars, paymentQueries } from './payments.ts';

export interface OpenMoneyProps {
  onOpen: (appointment: ListedAppointment) => void;
}

const SOON_MINUTES = 120;
/** How many visits, deposits and missed visits the card shows before 'Prikaži sve'. */
const FIRST_COUNT = 3;
/** With more deposits than this, the card has a field that finds one by its reference. */
const SEARCHED_ABOVE = 3;

const ACTS = [
  { action: 'RECEIVED', label: 'Primljeno', icon: Check },
  { action: 'REFUNDED', label: 'Vrati', icon: Check },
  { action: 'KEPT', label: 'Zadrži', icon: undefined },
] as const satisfies readonly { action: DepositAction; label: string; icon: unknown }[];

interface ActsProps {
  id: number;
  name: string;
  deposit: Deposit;
  price: number | null;
}

function Acts({ id, name, deposit, price }: ActsProps) {
  const [asked, setAsked] = useState<DepositAmountProps['action'] | null>(null);
  const act = useDepositAct(id);
  const { amount, state } = deposit;
  const can = (action: Exclude<DepositAction, 'TAKEN_BACK'>) => nextDepositState(state, action) !== undefined;
  const press = (action: Exclude<DepositAction, 'TAKEN_BACK'>) => {
    if (act.isPending) return;
    if (action === 'REFUNDED') setAsked(action);
    else act.mutate({ action });
  };
  const { trigger, menu } = useMenu([
    { label: 'Primljen drugi iznos', icon: Coins, onPress: () => act.isPending || setAsked('RECEIVED') },
    { label: 'Oprosti kaparu', icon: HandHeart, onPress: () => press('WAIVED') },
  ]);
  return (
    <span className="relative flex shrink-0 items-center gap-1">
      {ACTS.filter(({ action }) => can(action)).map(({ action, label, icon }) => (
        <Button
          key={action}
          icon={icon}
          variant="quiet"
          isSmall
          isBusy={act.isPending && act.variables.action === action}
          aria-description={name}
          onClick={() => press(action)}
        >
          {label}
        </Button>
      ))}
      {can('WAIVED') && (
        <>
          <IconButton {...trigger} icon={Ellipsis} label="Još" description={name} className="-mr-2" />
          {menu}
        </>
      )}
      {asked && (
        <DepositAmountDialog
          id={id}
          action={asked}
          amount={amount}
          price={price}
          onClose={() => setAsked(null)}
        />
      )}
    </span>
  );
}

type RowProps = OpenMoneyProps & { appointment: ListedAppointment; now: WallTime };

const STATES = { EXPIRED: 'kapara je istekla', TO_REFUND: 'kapara za vraćanje' } as const;

/** What is open in words, and whether it is urgent. */
function openInWords({ state, until }: Deposit, now: WallTime): readonly [text: string, isUrgent: boolean] {
  if (state === 'EXPIRED' || state === 'TO_REFUND') return [STATES[state], state === 'TO_REFUND'];
  return [timeLeftToPay(now, until) || 'rok je istekao', minutesBetween(now, until) < SOON_MINUTES];
}

function MoneyRow({ appointment, now, onOpen }: RowProps) {
  const { id, technician_name } = appointment;
  const deposit = isUncharged(appointment, now) ? null : appointment.deposit;
  const name = personOf(appointment);
  const due = dueOf(appointment);
  const [text, isUrgent] = deposit ? openInWords(deposit, now) : ['nije naplaćeno', true];
  const amount = deposit ? deposit.amount : due;
  return (
    <OpenRow
      appointment={appointment}
      onOpen={onOpen}
      facts={[technician_name]}
      aside={
        <>
          <b className="font-semibold">{amount === null ? 'cena na upit' : dinars(amount)}</b>
          <span className={cx('block text-small', isUrgent ? 'font-semibold text-warn' : 'text-soft')}>
            {text}
          </span>
        </>
      }
    >
      {deposit && (
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <p className="text-small tabular-nums">
            <span className="block text-soft">Poziv na broj</span>
            {referenceText(deposit.reference)}
          </p>
          <Acts {...{ id, name, deposit }} price={appointment.service_price} />
        </div>
      )}
    </OpenRow>
  );
}

const uncountedRow = lazyPage(() => import('./uncounted-row.tsx'));

/** 'Novac danas': visits that are not charged, and deposits that wait, have expired or must be returned. Renders nothing if there are none. docs/spec/behaviour.md §19.4 */
export default function OpenMoney({ onOpen }: OpenMoneyProps) {
  const now = useNow();
  const query = useQuery(paymentQueries.open(useToday()));
  const [reference, setReference] = useState('');
  const [isAll, setIsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { visits, uncounted, deposits } = query.data ?? { visits: [], uncounted: [], deposits: [] };
  const uncharged = now === null ? [] : visits.filter((visit) => isUncharged(visit, now));
  const digits = reference.replace(/\D/g, '');
  const found = deposits.filter(({ deposit }) => deposit?.reference.includes(digits));
  const kinds = digits ? [found] : [uncharged, found, uncounted];
  const all = kinds.flat();
  const first = isAll || digits ? all : kinds.flatMap((kind) => kind.slice(0, FIRST_COUNT));
  useFocusKept(
    first.map(({ id }) => id),
    focusHeading,
  );
  const showAll = () => {
    flushSync(() => setIsAll(true));
    const place = all.findIndex((row) => !first.includes(row));
    list.current?.children[place]?.querySelector('button')?.focus();
  };
  if (query.data && now !== null && uncharged.length + deposits.length + uncounted.length === 0) return null;
  return (
    <section aria-labelledby="novac" className="mt-8 first:mt-0">
      <h2 id="novac" className="mb-3">
        Novac danas
      </h2>
      {deposits.length > SEARCHED_ABOVE && (
        <TextField
          name="reference"
          label="Poziv na broj"
          inputMode="numeric"
          autoComplete="off"
          value={reference}
          onChange={setReference}
          className="mb-3"
        />
      )}
      <Loaded query={query} fallback="Greška pri učitavanju novca." skeleton={<ListSkeleton rows={1} />}>
        {() =>
          now !== null && (
            <>
              <List ref={list}>
                {first.map((appointment) =>
                  uncounted.includes(appointment) ? (
                    <LazyPart
                      key={`${appointment.id} uncounted`}
                      part={uncountedRow}
                      props={{ appointment, onOpen }}
                    />
                  ) : (
                    <MoneyRow key={appointment.id} {...{ appointment, now, onOpen }} />
                  ),
                )}
              </List>
              {first.length < all.length && (
                <Button variant="text" isSmall onClick={showAll} className="mt-1 -ml-3">
                  Prikaži sve ({all.length})
                </Button>
              )}
            </>
          )
        }
      </Loaded>
      {digits !== '' && all.length === 0 && (
        <p className="text-small text-soft">Nijedna kapara nema taj poziv na broj.</p>
      )}
      {deposits.some(({ deposit }) => deposit?.state !== 'TO_REFUND') && (
        <p className="mt-2 text-small text-soft">
          Kad banka javi uplatu, nađite je po pozivu na broj. Primljen avans može biti i fiskalni događaj, a
          Lunula ne izdaje račun.
        </p>
      )}
    </section>
  );
}
