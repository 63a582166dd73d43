import { Check, Hourglass, Undo2, Wallet } from 'lucide-react';
import type { Deposit } from '#contract/appointments.ts';
import { timeLeftToPay } from '#domain/wording/deposits.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { useNow } from '../lib/clock/clock.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Chip } from '../ui/card.tsx';
import { Loading, Skeleton } from '../ui/page.tsx';
import { Fact } from './ticket.tsx';

const depositToPay = lazyPage(() => import('./deposit-to-pay.tsx'));

const ICON = { 'aria-hidden': true, size: 16, className: 'shrink-0' } as const;

/** The state of a deposit on a client's ticket: the deadline to pay, or that the deposit arrived. */
export function DepositChip({ deposit: { state, amount, until } }: { deposit: Deposit }) {
  const now = useNow();
  if (state === 'WAITING')
    return (
      <Chip tone="warn">
        <Hourglass {...ICON} />
        {['Čeka uplatu', now && timeLeftToPay(now, until)].filter(Boolean).join(' · ')}
      </Chip>
    );
  if (state === 'RECEIVED')
    return (
      <Chip tone="ok">
        <Check {...ICON} />
        {`Kapara ${formatNumber(amount)} din je primljena`}
      </Chip>
    );
  if (state === 'TO_REFUND' || state === 'REFUNDED')
    return (
      <Chip>
        <Undo2 {...ICON} />
        {state === 'REFUNDED' ? 'Kapara je vraćena' : 'Salon vraća kaparu'}
      </Chip>
    );
  return null;
}

/** The amount left to pay in the salon after a received deposit. */
export function LeftToPay({ deposit, price }: { deposit: Deposit | null; price: number | null }) {
  if (deposit?.state !== 'RECEIVED' || !price || price < deposit.amount) return null;
  return (
    <Fact
      icon={Wallet}
      note={`Kapara ${formatNumber(deposit.amount)} din se odbija od cene i ide uz termin i kad ga pomerite.`}
    >
      {`Plaćate u salonu ${formatNumber(price - deposit.amount)} din`}
    </Fact>
  );
}

/** Loads the instructions for paying a deposit. */
export function PayDeposit({ deposit }: { deposit: Deposit }) {
  return (
    <LazyPart
      part={depositToPay}
      props={{ deposit }}
      fallback={
        <Loading className="mt-5 grid justify-items-center gap-4">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="size-60 rounded-event" />
        </Loading>
      }
    />
  );
}
