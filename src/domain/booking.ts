import type { AppointmentStatus } from './appointments/appointments.ts';
import { countInTurn, type Offer, offersBy, type PageRules } from './appointments/service-fit.ts';
import { type AbsenceDays, isAbsentOn, type ListedTimes, type Times } from './appointments/slots.ts';
import type { ServiceId } from './ids.ts';
import type { Sentence } from './language/translate.ts';
import { FEW_FREE_SLOTS_COUNT, STRIP_DAYS } from './limits.ts';
import {
  addDays,
  clockOf,
  dateOf,
  isSunday,
  startOfWeek,
  type WallDate,
  type WallTime,
} from './wall-clock.ts';

export type SeenTimes = { seen_start: WallTime; seen_end: WallTime };

/** True for a booking that counts towards the limit of active bookings: BOOKED and not ended. docs/spec/behaviour.md §5.4 */
export const isActiveBooking = (
  appointment: { status: AppointmentStatus; end_datetime: WallTime },
  now: WallTime,
): boolean => appointment.status === 'BOOKED' && appointment.end_datetime > now;

/** Refuses a booking if the client, or the guest's phone number, already has the maximum of active bookings. docs/spec/product.md §9.1 */
export const bookingLimitRefusal = (activeBookings: number, most: number): 'booking_limit' | undefined =>
  activeBookings >= most ? 'booking_limit' : undefined;

/** Refuses a client's or visitor's booking without acceptance of the salon's rules, if the salon has rules. docs/spec/behaviour.md §20.6 */
export const rulesRefusal = (
  rules: string,
  isAccepted: boolean,
  role: string | undefined,
): 'rules_required' | undefined =>
  rules === '' || isAccepted || (role !== undefined && role !== 'CLIENT') ? undefined : 'rules_required';

interface Visit {
  guest_name: string | null;
  status: AppointmentStatus;
  start_datetime: WallTime;
  services: readonly { service_id: ServiceId | null }[];
}
const USUAL_VISITS_COUNT = 3;
const USUAL_MIN_VISITS_COUNT = 2;

/** The services of the client's last three bookings, or of two if there are only two, if they all have the same services; otherwise empty. docs/spec/design.md §5.1 */
export function usualServices(visits: readonly Visit[]): readonly ServiceId[] {
  const last = visits
    .filter(({ status, guest_name }) => status === 'BOOKED' && guest_name === null)
    .sort((a, b) => b.start_datetime.localeCompare(a.start_datetime))
    .slice(0, USUAL_VISITS_COUNT);
  const [usual = [], ...others] = last.map(({ services }) =>
    services.flatMap(({ service_id }) => service_id ?? []),
  );
  const isUsual = (ids: readonly ServiceId[]) =>
    ids.length === usual.length && ids.every((id) => usual.includes(id));
  return last.length >= USUAL_MIN_VISITS_COUNT && others.every(isUsual) ? usual : [];
}

/** The next `count` days including today, without Sundays: 12 or 13 by default. If `around` comes later, as many days from the Monday of its week. docs/spec/product.md §9.1, docs/spec/behaviour.md §5.2 */
export function stripDays(today: WallDate, count = STRIP_DAYS, around: WallDate = today): WallDate[] {
  const first = around < addDays(today, count) ? today : startOfWeek(around);
  const days = Array.from({ length: count }, (_, n) => addDays(first, n));
  return days.filter((date) => !isSunday(date));
}

export interface StripDay<Slot extends Times> {
  readonly date: WallDate;
  readonly offers: readonly Offer<Slot>[];
  readonly absence: AbsenceDays | undefined;
  /** True if the day has no appointments of any status. */
  readonly isEmpty: boolean;
  /** True if the offers are parts of free slots, which overlap each other. */
  readonly isSplit?: boolean;
  /** True if the day has free slots that begin too soon for a booking by the person. docs/spec/behaviour.md §28.1 */
  readonly isByPhone?: boolean;
}

/** The days of the strip with their offers; `free` are all free slots in order of start. docs/spec/behaviour.md §5.20 */
export function stripOf<Slot extends ListedTimes>(
  days: readonly WallDate[],
  free: readonly Slot[],
  absences: readonly AbsenceDays[],
  rules: PageRules,
  emptyDays: readonly WallDate[] = [],
): StripDay<Slot>[] {
  const byDay = Map.groupBy(free, ({ start_datetime }) => dateOf(start_datetime));
  return days.map((date) => ({
    date,
    offers: offersBy(byDay.get(date) ?? [], rules),
    ...(rules.split && { isSplit: true }),
    absence: absences.find((absence) => isAbsentOn(date, [absence])),
    isEmpty: emptyDays.includes(date),
  }));
}

export type DayPhase = 'many' | 'few' | 'none' | 'phone' | 'closed';

export const DAY_PHASE_LABELS: Record<DayPhase, Sentence> = {
  many: 'puno mesta',
  few: 'još malo',
  none: 'popunjeno',
  phone: 'telefonom',
  closed: 'ne radi',
};

const fitting = ({ offers, isSplit }: StripDay<Times>): number =>
  isSplit ? countInTurn(offers) : offers.filter(({ isTooShort }) => !isTooShort).length;

/** How full a day of the booking page is. Counts only times that are long enough for the chosen services. docs/spec/product.md §2.3 */
export function dayPhase(day: StripDay<Times>): DayPhase {
  if (day.absence) return 'closed';
  const count = fitting(day);
  if (count === 0 && day.isByPhone) return 'phone';
  if (count === 0) return day.isEmpty ? 'closed' : 'none';
  return count <= FEW_FREE_SLOTS_COUNT ? 'few' : 'many';
}

/** The first day that offers a time long enough for the chosen services. docs/spec/texts.md §7, docs/spec/behaviour.md §5.20 */
export const firstFreeDay = (days: readonly StripDay<Times>[]): WallDate | undefined =>
  days.find((day) => fitting(day) > 0)?.date;

export type DayPart = 'morning' | 'afternoon';

export const DAY_PART_LABELS: Record<DayPart, Sentence> = { morning: 'Prepodne', afternoon: 'Popodne' };

const AFTERNOON_FROM = '12:00';

/** The part of the day under which a slot is listed, by its start. docs/spec/design.md §5.1 */
export const dayPartOf = ({ start_datetime }: { start_datetime: WallTime }): DayPart =>
  clockOf(start_datetime) < AFTERNOON_FROM ? 'morning' : 'afternoon';
