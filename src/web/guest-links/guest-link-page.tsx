import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { seeYou } from '#domain/wording/near-days.ts';
import { ShareButton } from '../booking/share-button.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { guestLinkQueries, useSalon } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { GuestTicketCard, type GuestTicketCardProps } from '../my-appointments/booking-card.tsx';
import { Brand } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { focusHeading, Page } from '../ui/page.tsx';
import { CardSkeleton, EmptyState } from '../ui/screen-states.tsx';
import { isDeadLink } from './dead-link.ts';

function Cancelled({ booking }: Pick<GuestTicketCardProps, 'booking'>) {
  const today = useToday();
  useEffect(focusHeading, []);
  return (
    <>
      <h1 tabIndex={-1} className="mt-7">
        Termin je otkazan.
      </h1>
      <div className="mt-1 mb-6 wrap-break-word text-soft">
        <p>{whenInWords(booking, today)}</p>
        {booking.cancel_reason && <p className="whitespace-pre-line">{`Razlog: ${booking.cancel_reason}`}</p>}
      </div>
      <ButtonLink to={paths.booking} isBlock>
        Zakaži termin
      </ButtonLink>
    </>
  );
}

/** The booking with its actions. */
function GuestBookingView(props: GuestTicketCardProps) {
  const { booking } = props;
  const today = useToday();
  if (booking.status !== 'BOOKED') return <Cancelled booking={booking} />;
  return (
    <>
      <h1 tabIndex={-1} className="mt-7">
        Vaš termin
      </h1>
      <p className="mt-1 mb-6 text-soft">{seeYou(dateOf(booking.start_datetime), today)}</p>
      <GuestTicketCard {...props} />
      <div className="mt-4">
        <ShareButton text={`Termin: ${whenInWords(booking, today)}`} link={window.location.href} />
      </div>
    </>
  );
}

const FALLBACK = 'Greška pri učitavanju termina.';

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

/** /booking#termin=…: a guest's own booking, opened by the link from the booking page. */
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
          fallback={FALLBACK}
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
