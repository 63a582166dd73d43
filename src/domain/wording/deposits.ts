/** Texts that describe a deposit to clients and the owner (docs/spec/behaviour.md §19.2). */
import { clockOf, dateOf, minutesBetween, type WallTime } from '../wall-clock.ts';
import { beforeComma, nearDayInWords, type Today } from './dates.ts';
import { shortDay } from './near-days.ts';

const HOUR_MINUTES = 60;

/** From this many hours on, a duration is written without its minutes. */
const WHOLE_HOURS_FROM = 3;

/** The time left to pay: 'još 40 min', 'još 1 h 40 min', 'još 11 h'. Empty after the deadline. */
export function timeLeftToPay(now: WallTime, until: WallTime): string {
  const left = Math.floor(minutesBetween(now, until));
  if (left <= 0) return '';
  const hours = Math.floor(left / HOUR_MINUTES);
  const minutes = hours >= WHOLE_HOURS_FROM ? 0 : left % HOUR_MINUTES;
  return ['još', hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ');
}

/** Until when the slot is held for a deposit: 'danas do 18:30', 'sutra do 10:00', 'pet 27. nov do 10:00'. */
export function heldUntil(until: WallTime, today: Today): string {
  const date = dateOf(until);
  const near = beforeComma(nearDayInWords(date, today)).split(',')[0];
  const day = near === 'danas' || near === 'sutra' || today === null ? near : shortDay(date, today);
  return `${day} do ${clockOf(until)}`;
}

/** The payment reference as banking apps print it: '97 51-1234567'. */
export const referenceText = (reference: string): string =>
  `${reference.slice(0, 2)} ${reference.slice(2, 4)}-${reference.slice(4)}`;
