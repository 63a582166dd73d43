import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import type { Deposit } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { heldUntil, referenceText } from '#domain/wording/deposits.ts';
import { seeYou } from '#domain/wording/near-days.ts';
import { ShareButton } from '../booking/share-button.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { guestLinkQueries, useSalon } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { isDeadLink } from '../lib/session/dead-link.ts';
import { GuestTicketCard, type GuestTicketCardProps } from '../my-appointments/booking-card.tsx';
import { Brand } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { CardSkeleton, EmptyState, focusHeading, Page } from '../ui/page.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';

/** Says that the deposit did not arrive in time, and asks guests who have paid to call the salon. */
function PaidTooLate({ deposit: { until, reference } }: { deposit: Deposit }) {
  const phone = useSalon().data?.phone;
  return (
    <div className="mb-6 grid gap-3">
      <p>
        <Chip tone="grey">
          <Clock aria-hidden="true" size={16} className="shrink-0" />
          {`Uplata nije stigla do ${clockOf(until)}`}
        </Chip>
      </p>
      <p className="rounded-card bg-blush px-4 py-3 text-small">
        <b className="font-semibold">Uplatili ste?</b> Pozovite salon
        {phone ? ', ' : '.'}
        {phone && (
          <>
            <a href={telephoneLink(phone)} className="text-link-inline">
              {phone}
            </a>
            .
          </>
        )}
        <span className="block tabular-nums">{`Poziv na broj: ${referenceText(reference)}`}</span>
      </p>
    </div>
  );
}

function Cancelled({ booking }: Pick<GuestTicketCardProps, 'booking'>) {
  const today = useToday();
  const expired = booking.deposit?.state === 'EXPIRED' ? booking.deposit : null;
  useEffect(focusHeading, []);
  return (
    <>
      <h1 tabIndex={-1} className="mt-7">
        {expired ? 'Termin je oslobođen' : 'Termin je otkazan.'}
      </h1>
      <div className="mt-1 mb-6 wrap-break-word text-soft">
        <p>{whenInWords(booking, today)}</p>
        {booking.cancel_reason && <p className="whitespace-pre-line">{`Razlog: ${booking.cancel_reason}`}</p>}
      </div>
      {expired && <PaidTooLate deposit={expired} />}
      <ButtonLink to={paths.booking} isBlock>
        {expired ? 'Izaberi drugo vreme' : 'Zakaži termin'}
      </ButtonLink>
    </>
  );
}

function GuestBookingView(props: GuestTicketCardProps) {
  const { booking } = props;
  const deposit = awaited(booking.deposit);
  const today = useToday();
  if (booking.status !== 'BOOKED') return <Cancelled booking={booking} />;
  return (
    <>
      <h1 tabIndex={-1} className="mt-7">
        {deposit ? 'Još samo kapara' : 'Vaš termin'}
      </h1>
      <p className="mt-1 mb-6 text-soft">
        {deposit
          ? `Termin čuvamo za vas ${heldUntil(deposit.until, today)}.`
          : seeYou(dateOf(booking.start_datetime), today)}
      </p>
      <GuestTicketCard {...props} />
      <div className="mt-4">
        <ShareButton text={`Termin: ${whenInWords(booking, today)}`} link={window.location.href} />
      </div>
    </>
  );
}

function DeadLink() {
  return (
    <EmptyState title={textOfError('guest_link_dead')}>
      <p className="text-soft">Termin je prošao ili link nije potpun.</p>
      <ButtonLink to={paths.booking} className="mt-2">
        Zakaži termin
      </ButtonLink>
    </EmptyState>
  );
}

/** The page /booking#termin=…: a guest's own booking, opened by the link from the booking page. */
export default function GuestLinkPage({ token }: { token: string }) {
  const salon = useSalon().data;
  const booking = useQuery(guestLinkQueries.booking(token));
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      {isDeadLink(booking.error) ? (
        <DeadLink />
      ) : (
        <Loaded
          query={booking}
          fallback="Greška pri učitavanju termina."
          skeleton={
            <div className="mt-7">
              <CardSkeleton />
            </div>
          }
        >
          {(found) => <GuestBookingView booking={found} token={token} />}
        </Loaded>
      )}
    </Page>
  );
}
