import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Appointment } from '#contract/appointments.ts';
import type { Service } from '#contract/services.ts';
import { namesOf } from '#domain/appointments/lines.ts';
import { bookingLimitRefusal } from '#domain/booking.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { onDay } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock/clock.ts';
import { useLastSeen } from '../lib/device/last-seen.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { appointmentQueries, useSalon, useServices, useUpcoming } from '../lib/queries/queries.ts';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { LIST_ROW, ListRow } from '../ui/list.tsx';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';
import { ActiveCardSkeleton } from './booking-card.tsx';
import { LastSeenCards, LastSeenLine } from './last-seen.tsx';
import { limitText, visitToRepeat } from './visits.ts';

function Again({ visit, services }: { visit: Appointment; services: readonly Service[] }) {
  const today = useToday();
  return (
    <Link
      to={bookingPath({ services: services.map(({ id }) => id) })}
      className={`${LIST_ROW} mt-3 rounded-card border border-line bg-card transition-colors hover:bg-blush`}
    >
      <ListRow
        before={
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-blush text-link">
            <RotateCcw aria-hidden="true" size={20} strokeWidth={1.75} />
          </span>
        }
        title={<span className="font-semibold">Zakaži ponovo</span>}
        note={`${namesOf(services)}, kao ${onDay(dateOf(visit.start_datetime), today)}`}
        after={<ChevronRight aria-hidden="true" size={16} className="shrink-0 text-soft" />}
      />
    </Link>
  );
}

/** A link that books the last services again. Renders nothing without a past booking, or at the limit of bookings. */
export function BookAgain({ activeBookings }: { activeBookings: number }) {
  const past = useInfiniteQuery(appointmentQueries.past());
  const services = useServices();
  const most = useSalon().data?.max_active_bookings;
  if (most !== undefined && bookingLimitRefusal(activeBookings, most)) return null;
  if (past.isPending || services.isPending) {
    return (
      <div className="mt-3">
        <ListSkeleton rows={1} />
      </div>
    );
  }
  const last = visitToRepeat(past.data ?? [], services.data ?? []);
  return last && <Again {...last} />;
}

/** Says how many more bookings a client may have (docs/spec/product.md §9.1); nothing for the owner. */
export function LimitNote({ activeBookings }: { activeBookings: number }) {
  const isClient = useSession()?.role === 'CLIENT';
  const most = useSalon().data?.max_active_bookings;
  if (!isClient || most === undefined) return null;
  return <p className="mt-3 text-small text-soft after-skeleton">{limitText(activeBookings, most)}</p>;
}

export interface ActiveBookingsProps {
  /** Whether the list is on the home page, with short cards and the last services to book again. */
  isShort?: boolean;
  children: (appointments: readonly Appointment[]) => ReactNode;
}

/** A client's upcoming bookings; without a network those from the device's storage. */
export function ActiveBookings({ isShort = false, children }: ActiveBookingsProps) {
  const upcoming = useUpcoming();
  const standIn = useLastSeen(upcoming);
  if (standIn && !upcoming.data) return <LastSeenCards standIn={standIn} />;
  const empty = (
    <>
      <EmptyState title="Nema aktivnih termina" isCard>
        <ButtonLink to={paths.booking} className="mt-2">
          Rezervišite termin
        </ButtonLink>
      </EmptyState>
      {isShort && <BookAgain activeBookings={0} />}
    </>
  );
  return (
    <Loaded
      query={upcoming}
      fallback="Greška pri učitavanju predstojećih termina"
      skeleton={<ActiveCardSkeleton isShort={isShort} />}
      failed={standIn && <LastSeenLine standIn={standIn} />}
      empty={empty}
    >
      {children}
    </Loaded>
  );
}
