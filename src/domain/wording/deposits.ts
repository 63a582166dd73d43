/** Texts about bookings that wait for a deposit (docs/spec/behaviour.md §19.2) or for the salon (docs/spec/behaviour.md §28.3). */
import { t } from '../language/translate.ts';
import { addDays, clockOf, dateOf, minutesBetween, type WallTime, weekdayOf } from '../wall-clock.ts';
import { dayAt, dayName, type Today } from './dates.ts';
import { recentDay, shortDay } from './near-days.ts';
import { counted, HOURS } from './numbers.ts';

const HOUR_MINUTES = 60;

/** From this many hours on, a duration is written without its minutes. */
const WHOLE_HOURS_FROM = 3;

/** The time left to pay: 'još 40 min', 'još 1 h 40 min', 'još 11 h'. Empty after the deadline. */
export function timeLeftToPay(now: WallTime, until: WallTime): string {
  const left = Math.floor(minutesBetween(now, until));
  if (left <= 0) return '';
  const hours = Math.floor(left / HOUR_MINUTES);
  const minutes = hours >= WHOLE_HOURS_FROM ? 0 : left % HOUR_MINUTES;
  const parts = [hours > 0 && t('{hours} h', { hours }), minutes > 0 && t('{minutes} min', { minutes })];
  return t('još {time}', { time: parts.filter(Boolean).join(' ') });
}

/** Until when the slot is held for a deposit: 'danas do 18:30', 'sutra do 10:00', 'pet 27. nov do 10:00'. */
export const heldUntil = (until: WallTime, today: Today): string =>
  t('{day} do {clock}', { day: deadlineDay(until, today), clock: clockOf(until) });

/** The day of a deadline: 'danas', 'sutra', 'pet 27. nov'. */
function deadlineDay(until: WallTime, today: Today): string {
  const date = dateOf(until);
  if (today === null) return dayName(weekdayOf(date));
  return date === today || date === addDays(today, 1) ? recentDay(date, today) : shortDay(date, today);
}

/** The refund rule in words: 'vraća se ako otkažete najkasnije 24 sata ranije'. */
export const refundInWords = (lateHours: number): string =>
  lateHours > 0
    ? t('vraća se ako otkažete najkasnije {hours} ranije', { hours: counted(lateHours, HOURS) })
    : t('vraća se ako otkažete pre početka');

/** The payment reference as banking apps print it: '97 51-1234567'. */
export const referenceText = (reference: string): string =>
  `${reference.slice(0, 2)} ${reference.slice(2, 4)}-${reference.slice(4)}`;

/** A deadline: 'danas u 14:30', 'sutra u 14:30', 'pet 20. nov u 14:30'. */
const atDeadline = (until: WallTime, today: Today): string => dayAt(deadlineDay(until, today), until);

/** On a ticket: 'Salon potvrđuje do danas u 14:30'. */
export const answerChip = (until: WallTime, today: Today): string =>
  t('Salon potvrđuje do {when}', { when: atDeadline(until, today) });

/** 'Salon potvrđuje termin, najkasnije sutra u 14:30.' */
export const answerText = (until: WallTime, today: Today): string =>
  t('Salon potvrđuje termin, najkasnije {when}.', { when: atDeadline(until, today) });
