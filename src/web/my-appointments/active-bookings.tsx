import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { Appointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import type { Service } from '#contract/services.ts';
import { namesOf, type ServiceLine } from '#domain/appointments/lines.ts';
import { bookingLimitRefusal, isActiveBooking } from '#domain/booking.ts';
import { type Sentence, t } from '#domain/language/translate.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { dayAsObject, onDay } from '#domain/wording/dates.ts';
import { counted } from '#domain/wording/numbers.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useLastSeen } from '../lib/device/last-seen.ts';
import { appointmentQueries, useSalon, useServices, useUpcoming } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { useTechnicians } from '../technicians/technicians.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LIST_ROW, ListRow } from '../ui/list.tsx';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';
import { ActiveCardSkeleton, BookingTicket } from './booking-card.tsx';
import { LoadedOrStored } from './last-seen.tsx';

interface Upcoming {
  appointments: readonly Appointment[];
}

/** The number of bookings that count toward the limit. Bookings of a series do not count. docs/spec/behaviour.md §5.4 */
const towardLimit = ({ appointments }: Upcoming) => appointments.filter((one) => !one.series_id).length;

/** A link that books the last services again. Renders nothing without a past booking, or at the limit of bookings. */
export function BookAgain(upcoming: Upcoming) {
  const today = useToday();
  const past = useInfiniteQuery(appointmentQueries.past());
  const services = useServices();
  const technicians = useTechnicians();
  const most = useSalon().data?.max_active_bookings;
  if (most !== undefined && bookingLimitRefusal(towardLimit(upcoming), most)) return null;
  if (past.isPending || services.isPending) {
    return (
      <div className="mt-3">
        <ListSkeleton rows={1} />
      </div>
    );
  }
  const last = visitToRepeat(past.data ?? [], services.data ?? []);
  if (!last) return null;
  return (
    <Link
      to={bookingPath({
        services: last.services.map(({ id }) => id),
        technician: technicians.find(({ id }) => id === last.visit.technician_id)?.id ?? null,
      })}
      className={`${LIST_ROW} mt-3 rounded-card border border-line bg-card transition-colors hover:bg-blush`}
    >
      <ListRow
        before={
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-blush text-link">
            <RotateCcw />
          </span>
        }
        title={<span className="font-semibold">{t('Zakaži ponovo')}</span>}
        note={t('{services}, kao {day}', {
          services: namesOf(last.services) ?? '',
          day: onDay(dateOf(last.visit.start_datetime), today),
        })}
        after={<ChevronRight size={16} strokeWidth={2} className="shrink-0 text-soft" />}
      />
    </Link>
  );
}

/** Shows a client how many more bookings are allowed (docs/spec/product.md §9.1); nothing for the owner. */
export function LimitNote(upcoming: Upcoming) {
  const isClient = useSession()?.role === 'CLIENT';
  const most = useSalon().data?.max_active_bookings;
  if (!isClient || most === undefined) return null;
  return <p className="mt-3 text-small text-soft after-skeleton">{limitText(towardLimit(upcoming), most)}</p>;
}

export interface ActiveBookingsProps {
  /** True on the home page: short cards, and a link that books the last services again. */
  isShort?: boolean;
  /** Whether something above is still loading that would move the bookings: the skeleton stays. */
  isAwaiting: boolean;
  children: (appointments: readonly Appointment[]) => ReactNode;
}

/** A client's upcoming bookings; offline, the bookings that the device has stored. */
export function ActiveBookings({ isShort = false, isAwaiting, children }: ActiveBookingsProps) {
  const upcoming = useUpcoming();
  const refresh = useInvalidateAppointments();
  const now = useNow();
  const ended = now ? upcoming.data?.filter((row) => !isActiveBooking(row, now)).length : 0;
  // a booking that ends while the page is open moves to the history
  useEffect(() => {
    if (ended) refresh();
  }, [ended, refresh]);
  const skeleton = <ActiveCardSkeleton isShort={isShort} />;
  const empty = (
    <>
      <EmptyState title={t('Nema aktivnih termina')} isCard>
        <ButtonLink to={paths.booking} className="mt-2">
          {t('Rezervišite termin')}
        </ButtonLink>
      </EmptyState>
      {isShort && <BookAgain appointments={[]} />}
    </>
  );
  const standIn = useLastSeen(upcoming);
  if (isAwaiting && upcoming.data && !standIn) return skeleton;
  return (
    <LoadedOrStored
      query={upcoming}
      standIn={standIn}
      none={t('Nema aktivnih termina')}
      stored={(appointments) => (
        <div className="grid gap-3">
          {appointments.map((one) => (
            <BookingTicket key={one.id} booking={one} />
          ))}
        </div>
      )}
      fallback={t('Greška pri učitavanju predstojećih termina')}
      skeleton={skeleton}
      empty={empty}
    >
      {children}
    </LoadedOrStored>
  );
}

type Visit = Pick<Appointment, 'status' | 'guest_name'> & {
  services: readonly Pick<ServiceLine, 'service_id'>[];
};
type Offered = Pick<Service, 'id'>;

/** The services that 'Zakaži ponovo' chooses: none for a guest's appointment, or if one is no longer offered. docs/spec/product.md §2.5 */
export function servicesToRepeat<S extends Offered>(visit: Visit, offered: readonly S[]): S[] {
  if (visit.status !== 'BOOKED' || visit.guest_name !== null) return [];
  const found = offered.filter(({ id }) => visit.services.some(({ service_id }) => service_id === id));
  return found.length === visit.services.length ? found : [];
}

/** The latest of the past appointments (sorted latest first) that can be booked again. docs/spec/product.md §2.2 */
export const visitToRepeat = <V extends Visit, S extends Offered>(
  past: readonly V[],
  offered: readonly S[],
): { visit: V; services: S[] } | undefined =>
  past
    .map((visit) => ({ visit, services: servicesToRepeat(visit, offered) }))
    .find(({ services }) => services.length > 0);

/** The text 'Bio zakazan za …' for a canceled appointment whose start is in the future; otherwise null. docs/spec/product.md §2.5 */
export function missedText(
  { status, start_datetime: start }: Pick<Appointment, 'status' | 'start_datetime'>,
  now: WallTime,
): string | null {
  if (status !== 'CANCELLED' || start <= now) return null;
  return t('Bio zakazan za {day} u {clock}', {
    day: dayAsObject(dateOf(start), dateOf(now)),
    clock: clockOf(start),
  });
}

const MORE = 'aktivan termin|aktivna termina|aktivnih termina' satisfies Sentence;

/** The text about how many more bookings a client may have. docs/spec/product.md §9.1 */
export function limitText(activeBookings: number, most: number): string {
  const refusal = bookingLimitRefusal(activeBookings, most);
  if (refusal) return textOfError(refusal, most);
  const more = most - activeBookings;
  return more === 1
    ? t('Možete imati još jedan aktivan termin.')
    : t('Možete imati još {appointments}.', { appointments: counted(more, MORE) });
}
