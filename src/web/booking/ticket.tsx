import { useMutation } from '@tanstack/react-query';
import {
  Check,
  Hourglass,
  type LucideIcon,
  MapPin,
  Paintbrush,
  Phone,
  Share2,
  Undo2,
  UserRound,
  Wallet,
} from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import type { Appointment, BookingRequest, Deposit } from '#contract/appointments.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { serviceName } from '#domain/language/service-name.ts';
import { t } from '#domain/language/translate.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { whenInWords, withWhom } from '#domain/wording/appointments.ts';
import { longServiceWarning, ownTimeText } from '#domain/wording/booked-services.ts';
import { dayInWordsWithYear } from '#domain/wording/dates.ts';
import { answerChip, answerText, heldUntil, timeLeftToPay } from '#domain/wording/deposits.ts';
import { seeYou } from '#domain/wording/near-days.ts';
import { delayedMessage } from '#domain/wording/notifications.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { lengthAndPrice } from '#domain/wording/services.ts';
import { errorText, request } from '../lib/api.ts';
import { ServiceLines } from '../lib/appointment/service-lines.tsx';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { type BookingOf, mapLink } from '../lib/routing/paths.ts';
import { Lunula } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { Loading, Skeleton } from '../ui/page.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';
import { typed } from '../ui/sentence.tsx';
import { toast } from '../ui/toasts/toast.ts';

/** An appointment on a ticket. A guest's appointment has no `id`. */
type Ticketed = Times & {
  readonly id?: number;
  readonly deposit?: Deposit | null;
  readonly request?: BookingRequest | null;
  readonly expected?: WallTime | null;
  readonly services?: readonly { readonly duration_minutes: number | null }[];
};

export interface TicketHeadProps {
  booking: Ticketed;
  title: string;
  /** The title while the booking waits for the salon. */
  waitingTitle?: string;
  ref?: Ref<HTMLHeadingElement>;
}

/** The heading above a ticket. While the booking waits for its deposit or for the salon, the heading says until when. */
export function TicketHead({ booking, title, waitingTitle = title, ref }: TicketHeadProps) {
  const today = useToday();
  const deposit = awaited(booking.deposit);
  const request = awaited(booking.request);
  return (
    <>
      <h1 ref={ref} tabIndex={-1} className="mt-7">
        {deposit ? t('Još samo kapara') : request ? waitingTitle : title}
      </h1>
      <p className="mt-1 mb-6 text-soft">
        {deposit
          ? t('Termin čuvamo za vas {until}.', { until: heldUntil(deposit.until, today) })
          : request
            ? answerText(request.until, today)
            : seeYou(dateOf(booking.start_datetime), today)}
      </p>
    </>
  );
}

export interface TicketProps {
  booking: Ticketed;
  /** Content above the booking's time. Not shown while the salon waits for the deposit. */
  above?: ReactNode;
  aside?: ReactNode;
  /** Content that replaces the payment instructions of an unpaid deposit. */
  pay?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}

/** The ticket of a booking: the time on gold, the facts below. Pale with a dashed edge while the booking waits for its deposit or for the salon. */
export function Ticket({ booking, above, aside, pay, foot, children }: TicketProps) {
  const { id, start_datetime } = booking;
  const deposit = awaited(booking.deposit);
  const request = awaited(booking.request);
  const services = booking.services ?? [];
  const minutes = minutesOfServices(services);
  const tooShort = longServiceWarning(minutes, booking, services.length);
  const top = deposit ? (
    <DepositChip deposit={deposit} />
  ) : request ? (
    <RequestChip until={request.until} />
  ) : (
    above
  );
  return (
    <>
      {booking.expected && (
        <p role="status" className="mb-3 rounded-card bg-warn-tint px-4 py-3 font-semibold text-warn">
          {delayedMessage(booking.expected)}
        </p>
      )}
      <article data-appointment-id={id} className="overflow-hidden rounded-card border border-line bg-card">
        <div
          className={cx(
            'relative overflow-hidden px-5 pt-6 pb-5',
            deposit || request
              ? 'border-b border-dashed border-booked bg-booked/30'
              : 'bg-booked text-on-booked',
          )}
        >
          <Lunula className="absolute top-3.5 -right-11 w-37 rotate-42 text-white opacity-42" />
          {top && <div className="relative -mt-1 mb-2.5">{top}</div>}
          <div className="relative flex items-start justify-between gap-3">
            <p className="time-xl">{ownTimeText(booking, minutes)}</p>
            {aside}
          </div>
          <p className="relative">{dayInWordsWithYear(dateOf(start_datetime))}</p>
        </div>
        <div className="p-5">
          {tooShort && <p className="mb-3 text-small text-warn">{tooShort}</p>}
          <ul className="grid gap-2">{children}</ul>
          {deposit && (pay || <PayDeposit deposit={deposit} />)}
          {foot}
        </div>
      </article>
    </>
  );
}

const SMALL_ICON = { size: 16, strokeWidth: 2, className: 'shrink-0' } as const;

const RequestChip = ({ until }: Pick<BookingRequest, 'until'>) => (
  <Chip tone="warn">
    <Hourglass {...SMALL_ICON} />
    {answerChip(until, useToday())}
  </Chip>
);

/** The state of a deposit on a client's ticket: the deadline to pay, or that the deposit arrived. */
export function DepositChip({ deposit: { state, amount, until } }: { deposit: Deposit }) {
  const now = useNow();
  if (state === 'WAITING')
    return (
      <Chip tone="warn">
        <Hourglass {...SMALL_ICON} />
        {[t('Čeka uplatu'), now && timeLeftToPay(now, until)].filter(Boolean).join(' · ')}
      </Chip>
    );
  if (state === 'RECEIVED')
    return (
      <Chip tone="ok">
        <Check {...SMALL_ICON} />
        {t('Kapara {amount} din je primljena', { amount: formatNumber(amount) })}
      </Chip>
    );
  if (state === 'TO_REFUND' || state === 'REFUNDED')
    return (
      <Chip>
        <Undo2 {...SMALL_ICON} />
        {t(state === 'REFUNDED' ? 'Kapara je vraćena' : 'Salon vraća kaparu')}
      </Chip>
    );
  return null;
}

const depositToPay = lazyPage(() => import('./deposit-to-pay.tsx'));

function PayDeposit({ deposit }: { deposit: Deposit }) {
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

export interface FactProps {
  icon: LucideIcon;
  note?: ReactNode;
  children: ReactNode;
}

export function Fact({ icon: Icon, note, children }: FactProps) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon className="mt-0.5 shrink-0 text-soft" />
      <span className="min-w-0 wrap-break-word">
        {children}
        {note && <span className="block text-small text-soft">{note}</span>}
      </span>
    </li>
  );
}

export function ServicesFact({ services }: { services: Appointment['services'] }) {
  const [service, ...others] = services;
  if (!service) return null;
  if (others.length > 0)
    return (
      <li className="border-b border-line pb-2">
        <ServiceLines lines={services} />
      </li>
    );
  return (
    <Fact icon={Paintbrush} note={lengthAndPrice(services)}>
      {typed(service.name, serviceName(service))}
    </Fact>
  );
}

/** The technician of a booking, in a salon with several technicians. */
export const TechnicianFact = ({ of: { technician_name: name } }: { of: Named }) =>
  name ? <Fact icon={UserRound}>{withWhom(name)}</Fact> : null;

type Named = { readonly technician_name?: string | undefined };

/** The amount left to pay in the salon after a received deposit. */
export function LeftToPay({ deposit, price }: { deposit: Deposit | null; price: number | null }) {
  if (deposit?.state !== 'RECEIVED' || !price || price < deposit.amount) return null;
  return (
    <Fact
      icon={Wallet}
      note={t('Kapara {amount} din se odbija od cene i ide uz termin i kad ga pomerite.', {
        amount: formatNumber(deposit.amount),
      })}
    >
      {t('Plaćate u salonu {amount} din', { amount: formatNumber(price - deposit.amount) })}
    </Fact>
  );
}

export function SalonFacts() {
  const salon = useSalon().data;
  return (
    <>
      {salon?.address && (
        <Fact icon={MapPin}>
          <a
            href={mapLink(salon.address)}
            target="_blank"
            rel="noopener noreferrer"
            className="-my-2.5 inline-flex min-h-11 items-center text-link-inline"
          >
            {salon.address}
          </a>
        </Fact>
      )}
      {salon?.phone && (
        <Fact icon={Phone}>
          <a
            href={telephoneLink(salon.phone)}
            className="-my-2.5 inline-flex min-h-11 items-center text-link-inline"
          >
            {salon.phone}
          </a>
        </Fact>
      )}
    </>
  );
}

const FALLBACK = 'Greška pri učitavanju';

/** Opens a booking's calendar file, for the button 'Dodaj u kalendar'. */
export function useCalendarFile(of: BookingOf) {
  return useMutation({
    mutationFn: () =>
      'id' in of
        ? request('GET /appointments/{id}/calendar', { params: of })
        : request('POST /guest-link/calendar', { body: of }),
    onSuccess: ({ url }) => location.assign(url), // browsers inside other apps save no file that a page has made
    onError: (error) => toast('error', errorText(error, t(FALLBACK))),
  });
}

const shareDialog = lazyPage(() => import('./share-dialog.tsx'));

/** A button that opens the device's share sheet; without browser support a dialog with common apps. */
export function ShareButton({ booking, link }: { booking: Times; link: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const text = t('Termin: {when}', { when: whenInWords(booking, useToday()) });
  const share = async () => {
    if (!navigator.share) return setIsOpen(true);
    try {
      await navigator.share({ text, url: link });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return; // no error: the user closed the share sheet
      setIsOpen(true);
    }
  };
  return (
    <>
      <Button icon={Share2} variant="quiet" isBlock onClick={share}>
        {t('Podeli')}
      </Button>
      {isOpen && <LazyPart part={shareDialog} props={{ text, link, onClose: () => setIsOpen(false) }} />}
    </>
  );
}
