import { useQuery } from '@tanstack/react-query';
import { textOfError } from '#contract/page-errors.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { guestLinkQueries, useSalon } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { Brand } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton, EmptyState } from '../ui/screen-states.tsx';
import { isDeadLink } from './dead-link.ts';
import { GuestBookingView } from './guest-booking-view.tsx';

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

/** /booking#termin=…: a guest's own booking, by the link that they got when they booked. */
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
