import { useQuery } from '@tanstack/react-query';
import { Check, Coins, Ellipsis, HandHeart } from 'lucide-react';
import { useState } from 'react';
import type { ListedAppointment } from '#contract/appointments.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { referenceText, timeLeftToPay } from '#domain/wording/deposits.ts';
import { shortTimes } from '#domain/wording/near-days.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { focusHeading, ListSkeleton } from '../ui/page.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { DepositAmountDialog, useDepositAct } from './forms.tsx';
import { dinars, paymentQueries } from './payments.ts';

export interface AwaitedDepositsProps {
  onOpen: (appointment: ListedAppointment) => void;
}

const SOON_MINUTES = 120;

function Acts({ id, name, amount }: { id: number; name: string; amount: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const act = useDepositAct(id);
  const record = (action: 'RECEIVED' | 'WAIVED') => act.isPending || act.mutate({ action });
  const { trigger, menu } = useMenu([
    { label: 'Primljen drugi iznos', icon: Coins, onPress: () => act.isPending || setIsAsking(true) },
    { label: 'Oprosti kaparu', icon: HandHeart, onPress: () => record('WAIVED') },
  ]);
  return (
    <span className="relative flex shrink-0 items-center gap-1">
      <Button
        icon={Check}
        variant="quiet"
        isSmall
        isBusy={act.isPending}
        aria-description={name}
        onClick={() => record('RECEIVED')}
      >
        Primljeno
      </Button>
      <IconButton {...trigger} icon={Ellipsis} label="Još" description={name} className="-mr-2" />
      {menu}
      {isAsking && (
        <DepositAmountDialog id={id} action="RECEIVED" amount={amount} onClose={() => setIsAsking(false)} />
      )}
    </span>
  );
}

function AwaitedRow(props: AwaitedDepositsProps & { appointment: ListedAppointment; now: WallTime }) {
  const { appointment, now, onOpen } = props;
  const today = useToday();
  const deposit = awaited(appointment.deposit);
  if (!deposit || !today) return null;
  const { id, start_datetime, end_datetime, technician_name } = appointment;
  const name = personOf(appointment);
  const isSoon = minutesBetween(now, deposit.until) < SOON_MINUTES;
  return (
    <li className="relative grid gap-2 px-4 py-3.5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 wrap-break-word">
          <p className="font-semibold">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(appointment)}
              className="max-w-full text-left after:absolute after:inset-0 after:content-['']"
            >
              {name}
            </button>
          </p>
          <p className="text-small text-soft">
            {[shortTimes(start_datetime, end_datetime, today), technician_name].filter(Boolean).join(', ')}
          </p>
        </div>
        <p className="shrink-0 text-right font-semibold tabular-nums">
          {dinars(deposit.amount)}
          <span className={cx('block text-small', isSoon ? 'text-warn' : 'font-normal text-soft')}>
            {timeLeftToPay(now, deposit.until) || 'rok je istekao'}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="text-small tabular-nums">
          <span className="block text-soft">Poziv na broj</span>
          {referenceText(deposit.reference)}
        </p>
        <Acts id={id} name={name} amount={deposit.amount} />
      </div>
    </li>
  );
}

/** The bookings that wait for a deposit. Renders nothing if there are none. docs/spec/behaviour.md §19.2 */
export default function AwaitedDeposits({ onOpen }: AwaitedDepositsProps) {
  const now = useNow();
  const today = useToday();
  const query = useQuery(paymentQueries.awaited(today));
  const rows = query.data ?? [];
  const ids = rows.map(({ id }) => id);
  useFocusKept(ids, focusHeading);
  if (query.data?.length === 0) return null;
  const sum = rows.reduce((total, { deposit }) => total + (deposit?.amount ?? 0), 0);
  return (
    <section aria-labelledby="uplate" className="mt-8">
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-3">
        <h2 id="uplate">Uplate koje čekaju</h2>
        {sum > 0 && <b className="text-small font-semibold tabular-nums">{dinars(sum)}</b>}
      </div>
      <Loaded
        query={query}
        fallback="Greška pri učitavanju uplata koje čekaju."
        skeleton={<ListSkeleton rows={1} />}
      >
        {(found) =>
          now !== null && (
            <List>
              {found.map((appointment) => (
                <AwaitedRow key={appointment.id} appointment={appointment} now={now} onOpen={onOpen} />
              ))}
            </List>
          )
        }
      </Loaded>
      <p className="mt-2 text-small text-soft">
        Kad banka javi uplatu, nađite je po pozivu na broj. Primljen avans može biti i fiskalni događaj, a
        Lunula ne izdaje račun.
      </p>
    </section>
  );
}
