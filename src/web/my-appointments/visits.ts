import type { Appointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import type { Service } from '#contract/services.ts';
import { bookingLimitRefusal } from '#domain/booking.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { atMoment, onWeekday } from '#domain/wording/dates.ts';
import { type CountedWord, counted } from '#domain/wording/numbers.ts';

/** A visit that was, and the service that is still on the price list. */
export interface Repeatable {
  visit: Appointment;
  service: Service;
}

/** What is booked again by one tap: the service of an own visit, while it is offered. docs/spec/product.md §2.5 */
export function serviceToRepeat(visit: Appointment, services: readonly Service[]): Service | undefined {
  if (visit.status !== 'BOOKED' || visit.guest_name !== null) return undefined;
  return services.find(({ id }) => id === visit.service_id);
}

/** Of a history, latest first: the last visit that can be booked again. docs/spec/product.md §2.2 */
export function visitToRepeat(past: readonly Appointment[], services: readonly Service[]): Repeatable | null {
  for (const visit of past) {
    const service = serviceToRepeat(visit, services);
    if (service) return { visit, service };
  }
  return null;
}

/** Of what was cancelled before its day: when it would have been; null for what is over anyway. docs/spec/product.md §2.5 */
export function missedText(appointment: Appointment, now: WallTime): string | null {
  const { status, start_datetime: start } = appointment;
  if (status !== 'CANCELLED' || start <= now) return null;
  return `Trebalo je da bude ${onWeekday(dateOf(start))}, ${atMoment(start, dateOf(now))}`;
}

const MORE: CountedWord = ['aktivan termin', 'aktivna termina', 'aktivnih termina'];

/** How many more a client with so many bookings may have. docs/spec/product.md §9.1 */
export function limitText(activeBookings: number, most: number): string {
  const refusal = bookingLimitRefusal(activeBookings, most);
  if (refusal) return textOfError(refusal, most);
  const more = most - activeBookings;
  return more === 1 ? 'Možete imati još jedan aktivan termin.' : `Možete imati još ${counted(more, MORE)}.`;
}
