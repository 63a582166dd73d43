import type { Appointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import type { Service } from '#contract/services.ts';
import type { ServiceLine } from '#domain/appointments/lines.ts';
import { bookingLimitRefusal } from '#domain/booking.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { dayAsObject } from '#domain/wording/dates.ts';
import { type CountedWord, counted } from '#domain/wording/numbers.ts';

type Visit = Pick<Appointment, 'status' | 'guest_name'> & {
  services: readonly Pick<ServiceLine, 'service_id'>[];
};
type Offered = Pick<Service, 'id'>;

/** The services for 'Zakaži ponovo': those of the client's own visit, if the salon still offers all. docs/spec/product.md §2.5 */
export function servicesToRepeat<S extends Offered>(visit: Visit, offered: readonly S[]): S[] {
  if (visit.status !== 'BOOKED' || visit.guest_name !== null) return [];
  const found = offered.filter(({ id }) => visit.services.some(({ service_id }) => service_id === id));
  return found.length === visit.services.length ? found : [];
}

/** The last appointment of a history (latest first) that can be booked again. docs/spec/product.md §2.2 */
export function visitToRepeat<V extends Visit, S extends Offered>(
  past: readonly V[],
  offered: readonly S[],
): { visit: V; services: S[] } | null {
  for (const visit of past) {
    const services = servicesToRepeat(visit, offered);
    if (services.length > 0) return { visit, services };
  }
  return null;
}

/** The planned time of an appointment that was canceled before its day; null for any other row. docs/spec/product.md §2.5 */
export function missedText(
  { status, start_datetime: start }: Pick<Appointment, 'status' | 'start_datetime'>,
  now: WallTime,
): string | null {
  if (status !== 'CANCELLED' || start <= now) return null;
  return `Bio zakazan za ${dayAsObject(dateOf(start), dateOf(now))} u ${clockOf(start)}`;
}

const MORE: CountedWord = ['aktivan termin', 'aktivna termina', 'aktivnih termina'];

/** Says how many more bookings a client may have. docs/spec/product.md §9.1 */
export function limitText(activeBookings: number, most: number): string {
  const refusal = bookingLimitRefusal(activeBookings, most);
  if (refusal) return textOfError(refusal, most);
  const more = most - activeBookings;
  return more === 1 ? 'Možete imati još jedan aktivan termin.' : `Možete imati još ${counted(more, MORE)}.`;
}
