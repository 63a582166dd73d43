/** Local times of the salon, as text that sorts by time. Arithmetic ignores clock changes. docs/spec/behaviour.md §2.1 */

/** A day: 'YYYY-MM-DD' */
export type WallDate = `${number}-${number}-${number}`;

/** A time of day with seconds: 'HH:mm:ss' */
export type ClockTime = `${number}:${number}:${number}`;

/** A time of day without seconds: 'HH:mm' */
export type ShortClockTime = `${number}:${number}`;

/** A day with a time of day: 'YYYY-MM-DD HH:mm:ss' */
export type WallTime = `${WallDate} ${ClockTime}`;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Zone offsets change only at quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
const quarterOf = (instantMs: number): number => instantMs - (instantMs % QUARTER_MS);

/** Last UTC offset per time zone, with the quarter hour it is valid for. */
const zoneOffsets = new Map<string, { readonly fromMs: number; readonly ms: number }>();
const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** A format that shows the offset: '11/23/2026, GMT+01:00', or 'GMT' alone for UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = zoneFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  zoneFormats.set(timeZone, format);
  return format;
}

/** Stores an offset computed elsewhere, because computing a zone's first offset takes 80 ms on slow phones. docs/spec/behaviour.md §2.2 */
export function learnZoneOffset(instantMs: number, timeZone: string, ms: number): void {
  zoneOffsets.set(timeZone, { fromMs: quarterOf(instantMs), ms });
}

/** The UTC offset of a zone at an instant (epoch ms), in ms. docs/spec/behaviour.md §2.2 */
export function zoneOffsetAt(instantMs: number, timeZone: string): number {
  const fromMs = quarterOf(instantMs);
  const known = zoneOffsets.get(timeZone);
  if (known?.fromMs === fromMs) return known.ms;
  const offset = formatOf(timeZone).format(fromMs).split('GMT')[1];
  const ms = -Date.parse(`1970-01-01T00:00${offset || 'Z'}`); // with a minus, because Date.parse of 1970-01-01T00:00+01:00 is -1 hour, but the offset is +1 hour
  learnZoneOffset(fromMs, timeZone, ms);
  return ms;
}

/** The salon's wall time at an instant (epoch ms); the zone must be valid. docs/spec/behaviour.md §2.2 */
export const wallTimeAt = (instantMs: number, timeZone: string): WallTime =>
  wallAtRuler(instantMs + zoneOffsetAt(instantMs, timeZone));

// Epoch ms of the wall time as if it were UTC, for arithmetic without clock changes. Never a real instant.
const rulerOf = (wall: WallTime): number => Date.parse(`${wall.slice(0, 10)}T${wall.slice(11)}Z`);
const dayRulerOf = (date: string): number => Date.parse(date); // Date.parse reads a date without a time as midnight UTC

const two = (n: number): string => String(n).padStart(2, '0');

function dateAtRuler(ms: number): WallDate {
  const d = new Date(ms);
  return wallDateOf(d.getUTCFullYear(), d.getUTCMonth() + 1, d.getUTCDate());
}

function wallAtRuler(ms: number): WallTime {
  const d = new Date(ms);
  return `${dateAtRuler(ms)} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}` as WallTime;
}

/** True for a calendar day, years 0001-9999. docs/spec/behaviour.md §2.1 */
export function isWallDate(text: string): text is WallDate {
  return /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && dateAtRuler(dayRulerOf(text)) === text;
}

/** True for a time of day with seconds, 00:00:00-23:59:59. docs/spec/behaviour.md §2.1 */
export function isClockTime(text: string): text is ClockTime {
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text);
}

/** True for a time of day without seconds, 00:00-23:59. docs/spec/product.md §2.3 */
export function isShortClockTime(text: string): text is ShortClockTime {
  return isClockTime(`${text}:00`);
}

/** True for a wall time with a valid format and an existing date. docs/spec/behaviour.md §2.1 */
export function isWallTime(text: string): text is WallTime {
  return (
    text.length === 19 && text[10] === ' ' && isWallDate(text.slice(0, 10)) && isClockTime(text.slice(11))
  );
}

export const dateOf = (wall: WallTime): WallDate => wall.slice(0, 10) as WallDate;

/** The time of day as 'HH:mm'. docs/spec/product.md §2.3 */
export const clockOf = (wall: WallTime): ShortClockTime => wall.slice(11, 16) as ShortClockTime;

/** Combines a day with 'HH:mm' or 'HH:mm:ss'. docs/spec/behaviour.md §2.1 */
export const wallTimeOn = (date: WallDate, clock: ClockTime | ShortClockTime): WallTime =>
  `${date} ${(clock.length === 5 ? `${clock}:00` : clock) as ClockTime}`;

export const startOfDay = (date: WallDate): WallTime => wallTimeOn(date, '00:00:00');

/** Adds minutes on the wall clock, without clock changes; a negative number subtracts. docs/spec/behaviour.md §2.1 */
export const addMinutes = (wall: WallTime, minutes: number): WallTime =>
  wallAtRuler(rulerOf(wall) + minutes * MINUTE_MS);

export const addDays = (date: WallDate, days: number): WallDate =>
  dateAtRuler(dayRulerOf(date) + days * DAY_MS);

/** The days since 1970-01-01, to count many days fast. docs/spec/behaviour.md §2.1 */
export const dayNumber = (date: WallDate): number => dayRulerOf(date) / DAY_MS;

/** Minutes on the wall clock from `a` to `b`, negative when `b` is earlier; seconds count as fractions. docs/spec/behaviour.md §2.1 */
export const minutesBetween = (a: WallTime, b: WallTime): number => (rulerOf(b) - rulerOf(a)) / MINUTE_MS;

/** Calendar days from `a` to `b`, negative when `b` is earlier. docs/spec/behaviour.md §2.1 */
export const daysBetween = (a: WallDate, b: WallDate): number =>
  Math.round((dayRulerOf(b) - dayRulerOf(a)) / DAY_MS);

/** Every day from `from` to `to`, both included; empty when `to` is earlier. docs/spec/behaviour.md §8 */
export const daysFromTo = (from: WallDate, to: WallDate): WallDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n));

/** The day with these numbers, `month` 1-12. docs/spec/behaviour.md §2.1 */
export const wallDateOf = (year: number, month: number, day: number): WallDate =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` as WallDate;

export const yearOf = (date: WallDate): number => Number(date.slice(0, 4));

export const firstOfMonth = (date: WallDate): WallDate => `${date.slice(0, 8)}01` as WallDate;

export const startOfMinute = (wall: WallTime): WallTime => `${wall.slice(0, 17)}00` as WallTime;

export const startOfHour = (wall: WallTime): WallTime => `${wall.slice(0, 14)}00:00` as WallTime;

/** The weekday, 1 Monday … 7 Sunday. docs/spec/product.md §3.3 */
export const weekdayOf = (date: WallDate): number => ((new Date(dayRulerOf(date)).getUTCDay() + 6) % 7) + 1;

export const SUNDAY = 7;

export const isSunday = (date: WallDate): boolean => weekdayOf(date) === SUNDAY;

/** The Monday of the day's week. docs/spec/product.md §9.3 */
export const startOfWeek = (date: WallDate): WallDate => addDays(date, 1 - weekdayOf(date));

/** Adds months; a negative number subtracts. If the resulting month lacks the day, returns the month's last day. docs/spec/behaviour.md §10.1 */
export function addMonths(date: WallDate, months: number): WallDate {
  const count = yearOf(date) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1];
  const last = Number(
    addDays(month === 12 ? wallDateOf(year + 1, 1, 1) : wallDateOf(year, month + 1, 1), -1).slice(8),
  );
  return wallDateOf(year, month, Math.min(Number(date.slice(8)), last));
}

/** The same day some years later; 29 February becomes 28 February in a year without it. docs/spec/product.md §9.1 */
export function yearsFrom(date: WallDate, years: number): WallDate {
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))];
  const moved = wallDateOf(yearOf(date) + years, month, day);
  return isWallDate(moved) ? moved : wallDateOf(yearOf(date) + years, month, 28);
}
