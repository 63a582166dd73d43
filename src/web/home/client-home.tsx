import { Link, useLocation } from 'wouter';
import { HOME_ACTIVE_COUNT } from '#domain/limits.ts';
import WaitingDays from '../booking/waiting-days.tsx';
import { useUpcoming } from '../lib/queries/queries.ts';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { ActiveBookings, BookAgain, LimitNote } from '../my-appointments/active-bookings.tsx';
import { OwnCard } from '../my-appointments/booking-card.tsx';
import { HeroCrescent } from '../ui/brand.tsx';
import { Section } from '../ui/page.tsx';
import { HomeLayout } from './home-layout.tsx';
import { Greeting, UpcomingAbsences } from './own-parts.tsx';

/** The home page of a client, with the next appointments, at most three (docs/spec/product.md §9.2). */
export default function ClientHome() {
  const [, navigate] = useLocation();
  const all = (
    <Link to={paths.appointments} className="text-link-inline -my-3 inline-block py-3">
      Moji termini
    </Link>
  );
  return (
    <HomeLayout>
      <div className="max-md:hidden">
        <HeroCrescent />
      </div>
      <Greeting />
      <WaitingDays isFreedOnly onShow={(day) => navigate(bookingPath({ day }))} />
      <Section title="Aktivni termini" aside={useUpcoming().data?.length ? all : undefined}>
        <ActiveBookings isShort>
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
    </HomeLayout>
  );
}
