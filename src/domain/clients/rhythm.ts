/** When a client returns, and which time to offer for the return. docs/spec/behaviour.md §20 */
import { rowInTheWay, timesAt } from '../appointments/room.ts';
import { slotTimesRefusal, type Times } from '../appointments/slots.ts';
import { SLOT_STEP_MINUTES } from '../limits.ts';
import { type BookedRow, untilClean } from '../times/rest.ts';
import {
  addDays,
  addMinutes,
  clockOf,
  dateOf,
  dayNumber,
  daysBetween,
  minutesBetween,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../wall-clock.ts';

const WEEK_DAYS = 7;
const DEFAULT_RETURN_WEEKS = 3;
const SAME_HOUR_MINUTES = 120;

/** The median of the days between consecutive appointments; null with fewer than two different days. docs/spec/behaviour.md §20.1 */
export function medianGapDays(days: readonly WallDate[]): number | null {
  const numbers = new Int32Array(days.map(dayNumber)).sort();
  const gaps: number[] = [];
  let before = numbers[0];
  for (const day of numbers) {
    if (before !== undefined && day > before) gaps.push(day - before);
    before = day;
  }
  return median(gaps);
}

/** The median of whole numbers; null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = new Int32Array(values).sort();
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

interface RepeatedLine {
  readonly duration_minutes: number | null;
  readonly return_weeks: number | null;
}

/** The weeks until a client should return: the setting of the longest service in `lines`, else the median gap between the client's appointments (at least 1), else 3. docs/spec/behaviour.md §20.1 */
export function returnWeeks(lines: readonly RepeatedLine[], days: readonly WallDate[]): number {
  const [longest] = lines.toSorted((a, b) => (b.duration_minutes ?? 0) - (a.duration_minutes ?? 0));
  if (longest?.return_weeks != null) return longest.return_weeks;
  const gapDays = medianGapDays(days);
  return gapDays === null ? DEFAULT_RETURN_WEEKS : Math.max(1, Math.round(gapDays / WEEK_DAYS));
}

/** The same weekday and time `weeks` weeks after the appointment; if that time has passed, `weeks` weeks after the last day of that weekday up to today. docs/spec/behaviour.md §20.1 */
export function sameTimeLater(start: WallTime, weeks: number, now: WallTime): WallTime {
  const laterThan = (day: WallDate) => wallTimeOn(addDays(day, weeks * WEEK_DAYS), clockOf(start));
  const later = laterThan(dateOf(start));
  if (later > now) return later;
  const today = dateOf(now);
  return laterThan(addDays(today, -(daysBetween(dateOf(start), today) % WEEK_DAYS)));
}

const away = (wanted: WallTime, { start_datetime }: Times): number =>
  Math.abs(minutesBetween(wanted, start_datetime));

/** Of the offers that are long enough, the one nearest to the wanted time, at most two hours away; on a tie the earlier. docs/spec/behaviour.md §20.1 */
export const nearestOffer = <One extends Times & { readonly isTooShort: boolean }>(
  wanted: WallTime,
  offers: readonly One[],
): One | undefined =>
  offers
    .filter((offer) => !offer.isTooShort && away(wanted, offer) <= SAME_HOUR_MINUTES)
    .sort((a, b) => away(wanted, a) - away(wanted, b) || a.start_datetime.localeCompare(b.start_datetime))[0];

/** The time nearest to `wanted`, at most two hours away, at which the owner can add a booking of this length and its clean-up. docs/spec/behaviour.md §20.1 */
export function nearestRoom(
  wanted: WallTime,
  { minutes, cleanup }: { readonly minutes: number; readonly cleanup: number },
  rows: readonly BookedRow[],
  now: WallTime,
): Times | undefined {
  const taken = rows.map(untilClean);
  const shifts = Array.from(
    { length: SAME_HOUR_MINUTES / SLOT_STEP_MINUTES + 1 },
    (_, n) => n * SLOT_STEP_MINUTES,
  ).flatMap((shift) => (shift === 0 ? [0] : [-shift, shift]));
  return shifts
    .map((shift) => timesAt(addMinutes(wanted, shift), minutes))
    .find(
      (times) =>
        times.start_datetime > now &&
        !slotTimesRefusal(times) &&
        !rowInTheWay(timesAt(times.start_datetime, minutes + cleanup), 'BOOKED', taken),
    );
}

export const DUE_ACTIONS = ['CONTACTED', 'STOP', 'RESUME'] as const;
export type DueAction = (typeof DUE_ACTIONS)[number];

/** CONTACTED: the owner has reminded the person to book. STOP: the owner has stopped reminders. SENT: the server has sent a reminder. */
export type DueMarkKind = 'CONTACTED' | 'STOP' | 'SENT';
export interface DueMark {
  readonly kind: DueMarkKind;
  /** The time of the owner's action or of the server's reminder, in epoch ms. */
  readonly at: number;
}

const DUE_DAYS_AHEAD = 3;
const HIDDEN_WEEKS = 3;
const DAY_MS = 86_400_000;

/** A message after this moment (epoch ms) hides the person from the list 'Vreme je'. */
export const hiddenSince = (nowMs: number): number => nowMs - HIDDEN_WEEKS * WEEK_DAYS * DAY_MS;

/** The day on which the next appointment is due. docs/spec/behaviour.md §20.3 */
export const dueDate = (last: WallDate, weeks: number): WallDate => addDays(last, weeks * WEEK_DAYS);

/** The due date as a day number, to compare many dates fast. docs/spec/behaviour.md §20.3 */
export const dueDay = (last: WallDate, weeks: number): number => dayNumber(last) + weeks * WEEK_DAYS;

/** The latest due date in the list of people who are due for an appointment: three days ahead. docs/spec/behaviour.md §20.3 */
export const listedUntil = (today: WallDate): WallDate => addDays(today, DUE_DAYS_AHEAD);

/** True if the client probably came again, or will: a booking names the client's number and starts after the last one that is certainly the client's. docs/spec/behaviour.md §20.3 */
export const isSeenSince = (last: WallTime, byNumber: WallTime | null): boolean =>
  byNumber !== null && byNumber > last;

/** True if the owner stopped reminders or a message was sent within the last three weeks. docs/spec/behaviour.md §20.3 */
export const isHiddenFromDue = (marks: readonly DueMark[], nowMs: number): boolean =>
  marks.some(({ kind, at }) => kind === 'STOP' || at > hiddenSince(nowMs));

/** True from 20:00 to 9:00, when no automatic messages are sent. docs/spec/behaviour.md §20.4 */
export const isQuietHour = (now: WallTime): boolean => clockOf(now) < '09:00' || clockOf(now) >= '20:00';

const NEAREST_COUNT = 3;

type Taken = Times & { readonly slots: readonly { readonly id: number }[] };

/** The offers nearest to a time that was just taken, each start once, in order of start; the taken time itself is left out. docs/spec/behaviour.md §5.25 */
export function offersNear<Offer extends Taken>(taken: Taken, offers: readonly Offer[]): Offer[] {
  const distance = ({ start_datetime: start }: Offer) =>
    Math.abs(minutesBetween(taken.start_datetime, start));
  const isTaken = ({ start_datetime, slots }: Offer) =>
    slots[0]?.id === taken.slots[0]?.id && start_datetime === taken.start_datetime;
  const others = offers.filter((offer) => !isTaken(offer));
  const byStart = new Map(others.map((offer) => [offer.start_datetime, offer]));
  return [...byStart.values()]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, NEAREST_COUNT)
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));
}
