import { t } from '../language/translate.ts';
import { charactersIn, REASON_MAX_CHARACTERS } from '../limits.ts';
import { addMinutes, minutesBetween, type WallTime } from '../wall-clock.ts';
import { type CountedWord, counted, DAYS, HOURS, MINUTES } from '../wording/numbers.ts';

export const APPOINTMENT_STATUSES = ['AVAILABLE', 'BOOKED', 'BLOCKED', 'CANCELLED'] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

export const STATUS_LABELS = {
  AVAILABLE: 'Dostupan',
  BOOKED: 'Rezervisan',
  BLOCKED: 'Blokiran',
  CANCELLED: 'Otkazan',
} as const satisfies Record<AppointmentStatus, string>;

/** The role of the acting user; visitors act as CLIENT. Callers reject access to another client's appointment earlier, as "not found". */
export type Role = 'ADMIN' | 'CLIENT';

export type ActionRefusal =
  | 'not_allowed'
  | 'slot_gone'
  | 'appointment_not_booked'
  | 'appointment_over'
  | 'appointment_not_begun'
  | 'not_active'
  | 'status_not_toggled'
  | 'move_refused'
  | 'swap_refused';

type Terms = {
  statuses: readonly AppointmentStatus[];
  /** Why the action is refused if the appointment's status is not in `statuses`; undefined if `statuses` has every status. */
  otherwise?: ActionRefusal;
  /** Why the action is refused after the appointment's start; undefined if it is allowed then. */
  onceBegun?: ActionRefusal;
  /** Why the action is refused before the appointment's start; undefined if it is allowed then. */
  beforeBegun?: ActionRefusal;
  /** How many minutes before the start `beforeBegun` ends. */
  minutesEarlier?: number;
};

const ANY: Terms = { statuses: APPOINTMENT_STATUSES };
const FREE_AHEAD: Terms = { statuses: ['AVAILABLE'], otherwise: 'slot_gone', onceBegun: 'slot_gone' };
const BOOKED: Terms = { statuses: ['BOOKED'], otherwise: 'appointment_not_booked' };
const BEGUN: Terms = { ...BOOKED, beforeBegun: 'appointment_not_begun' };
/** How long before the start somebody can be marked as present. docs/spec/behaviour.md §5.22 */
const CAME_MINUTES_EARLIER = 60;
const BOOKED_AHEAD: Terms = { ...BOOKED, onceBegun: 'appointment_over' };
// Blocking a blocked slot and unblocking a free slot are allowed, so that a request can be repeated.
const LOCKABLE: Terms = { statuses: ['AVAILABLE', 'BLOCKED'], otherwise: 'status_not_toggled' };

const LIVE: readonly AppointmentStatus[] = ['AVAILABLE', 'BOOKED', 'BLOCKED'];

const ALLOWED = {
  book: { ADMIN: FREE_AHEAD, CLIENT: FREE_AHEAD },
  cancel: { ADMIN: BOOKED, CLIENT: BOOKED_AHEAD },
  reschedule: { CLIENT: { statuses: ['BOOKED'], otherwise: 'not_active', onceBegun: 'not_active' } },
  change_service: { ADMIN: BOOKED, CLIENT: BOOKED_AHEAD },
  set_guest: { ADMIN: BOOKED, CLIENT: BOOKED_AHEAD },
  confirm: { ADMIN: BOOKED_AHEAD, CLIENT: BOOKED_AHEAD },
  mark_missed: { ADMIN: BEGUN },
  mark_came: { ADMIN: { ...BEGUN, minutesEarlier: CAME_MINUTES_EARLIER } },
  record_work: { ADMIN: BEGUN },
  block: { ADMIN: LOCKABLE },
  unblock: { ADMIN: LOCKABLE },
  edit: { ADMIN: ANY },
  move: { ADMIN: { statuses: LIVE, otherwise: 'move_refused' } },
  swap: { ADMIN: { statuses: LIVE, otherwise: 'swap_refused' } },
  delete: { ADMIN: ANY },
} as const satisfies Record<string, Partial<Record<Role, Terms>>>;
export type AppointmentAction = keyof typeof ALLOWED;

/** Refuses an action of this role on the appointment at this time. docs/spec/product.md §6.2, docs/spec/behaviour.md §5 */
export function actionRefusal(
  action: AppointmentAction,
  appointment: { status: AppointmentStatus; start_datetime: WallTime },
  role: Role,
  now: WallTime,
): ActionRefusal | undefined {
  const { [role]: terms }: Partial<Record<Role, Terms>> = ALLOWED[action];
  if (!terms) return 'not_allowed';
  if (!terms.statuses.includes(appointment.status)) return terms.otherwise;
  const { onceBegun, beforeBegun, minutesEarlier = 0 } = terms;
  return now >= addMinutes(appointment.start_datetime, -minutesEarlier) ? onceBegun : beforeBegun;
}

/** True for a row without a booking: AVAILABLE or BLOCKED. A CANCELLED row still has its person. */
export const isUnbooked = (status: AppointmentStatus): boolean =>
  status === 'AVAILABLE' || status === 'BLOCKED';

/** The status that the lock button sets; undefined where there is no lock button. docs/spec/behaviour.md §5.10 */
export function lockTarget(status: AppointmentStatus): 'AVAILABLE' | 'BLOCKED' | undefined {
  if (status === 'AVAILABLE') return 'BLOCKED';
  return status === 'BLOCKED' ? 'AVAILABLE' : undefined;
}

const HOUR_MINUTES = 60;

/** Refuses a blank reason, or a reason over 300 characters after trimming. docs/spec/product.md §5.4 */
export function reasonRefusal(reason: string): 'bad_input' | undefined {
  const count = charactersIn(reason.trim());
  return count >= 1 && count <= REASON_MAX_CHARACTERS ? undefined : 'bad_input';
}

/** True if a cancellation at `now` counts as late (`is_late`): less than `lateHours` hours before the start. docs/spec/behaviour.md §1.4 */
export const isLateCancellation = (now: WallTime, start: WallTime, lateHours: number): boolean =>
  minutesBetween(now, start) < lateHours * HOUR_MINUTES;

const isCloserThan = (now: WallTime, start: WallTime, hours: number): boolean =>
  hours > 0 && minutesBetween(now, start) < hours * HOUR_MINUTES;

/** Refuses a client's or guest's cancellation after the salon's deadline. docs/spec/behaviour.md §5.6 */
export const cancellationRefusal = (
  now: WallTime,
  start: WallTime,
  untilHours: number,
): 'cancel_too_late' | undefined => (isCloserThan(now, start, untilHours) ? 'cancel_too_late' : undefined);

/** Refuses a client's or guest's move after the salon's deadline. docs/spec/behaviour.md §5.21 */
export const moveRefusal = (
  now: WallTime,
  start: WallTime,
  untilHours: number,
): 'move_too_late' | undefined => (isCloserThan(now, start, untilHours) ? 'move_too_late' : undefined);

const DAY_MINUTES = 24 * HOUR_MINUTES;

function inWords(minutes: number): string {
  const whole = Math.floor(minutes);
  if (whole < 1) return t('manje od 1 minuta');
  const days = Math.floor(whole / DAY_MINUTES);
  const parts: { count: number; word: CountedWord }[] = [
    { count: days, word: DAYS },
    { count: Math.floor((whole % DAY_MINUTES) / HOUR_MINUTES), word: HOURS },
    { count: days > 0 ? 0 : whole % HOUR_MINUTES, word: MINUTES }, // leaves out the minutes if a day or more is left
  ];
  const named = parts.filter(({ count }) => count > 0).map(({ count, word }) => counted(count, word));
  const last = named.pop() ?? '';
  return named.length === 0 ? last : t('{list} i {last}', { list: named.join(', '), last });
}

/** The time left until the start or the end: 'Termin za 2 dana i 3 sata', 'U toku (još 25 minuta)', 'Termin je završen'. docs/spec/product.md §4.3 */
export function timeLeftText(now: WallTime, start: WallTime, end: WallTime): string {
  if (now >= end) return t('Termin je završen');
  if (now >= start) return t('U toku (još {time})', { time: inWords(minutesBetween(now, end)) });
  return t('Termin za {time}', { time: inWords(minutesBetween(now, start)) });
}
