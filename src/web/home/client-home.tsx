import { User } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { HOME_ACTIVE_COUNT } from '#domain/limits.ts';
import WaitingDays from '../booking/waiting-days.tsx';
import { useUpcoming } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { hasGuestTickets } from '../lib/session/session.ts';
import { ActiveBookings, BookAgain, LimitNote } from '../my-appointments/active-bookings.tsx';
import { OwnCard } from '../my-appointments/booking-card.tsx';
import { useSalonChanges } from '../my-appointments/salon-changes.tsx';
import { HeroCrescent } from '../ui/brand.tsx';
import { Section } from '../ui/page.tsx';
import { HomeLayout } from './home-layout.tsx';
import { Greeting, UnreadLink, UpcomingAbsences } from './own-parts.tsx';

/** The question whether tickets of this device go into the account. */
const ticketsBeside = lazyPage(async () => ({
  default: (await import('../guest-links/guest-links.tsx')).TicketsBeside,
}));
const takeTickets = lazyPage(() => import('../my-appointments/take-ticket.tsx'));

/** The home page of a client, with the next appointments, at most three (docs/spec/product.md §9.2). */
export default function ClientHome() {
  const [, navigate] = useLocation();
  const { isAwaited, key, changes } = useSalonChanges();
  const all = (
    <Link to={paths.appointments} className="text-link-inline -my-3 inline-block py-3">
      {t('Moji termini')}
    </Link>
  );
  return (
    <HomeLayout shortcut={<UnreadLink icon={User} label={t('Profil')} to={paths.profile} />}>
      <div className="max-md:hidden">
        <HeroCrescent />
      </div>
      <Greeting />
      {changes}
      <WaitingDays isFreedOnly onShow={(day) => navigate(bookingPath({ day }))} />
      <Section key={key} title={t('Aktivni termini')} aside={useUpcoming().data?.length ? all : undefined}>
        <ActiveBookings isShort isAwaiting={isAwaited}>
          {(appointments) => (
            <>
              <div className="grid gap-3">
                {appointments.slice(0, HOME_ACTIVE_COUNT).map((one) => (
                  <OwnCard key={one.id} of={{ id: one.id }} booking={one} isShort />
                ))}
              </div>
              <BookAgain appointments={appointments} />
              <LimitNote appointments={appointments} />
            </>
          )}
        </ActiveBookings>
      </Section>
      <UpcomingAbsences />
      {hasGuestTickets() && <LazyPart part={takeTickets} props={{}} />}
      {hasGuestTickets() && <LazyPart part={ticketsBeside} props={{}} />}
    </HomeLayout>
  );
}
