import { foldSearch } from '#domain/search.ts';
import { addDays, type WallDate, weekdayOf } from '#domain/wall-clock.ts';
import { DAY_NAMES } from '#domain/wording/dates.ts';
import { dayTyped } from '../ui/date-time/typed-values.ts';

const DAYS_AHEAD: Partial<Record<string, number>> = { juce: -1, danas: 0, sutra: 1, prekosutra: 2 };
const WEEKDAYS = DAY_NAMES.map(foldSearch);
const DAYS_PER_WEEK = 7;

/** The day that a search asks for: '5.12.', 'sutra', 'petak' (the next one); null for other text. */
export function dayAsked(text: string, today: WallDate): WallDate | null {
  const word = foldSearch(text);
  const ahead = DAYS_AHEAD[word];
  if (ahead !== undefined) return addDays(today, ahead);
  const weekday = WEEKDAYS.indexOf(word) + 1;
  if (weekday === 0) return dayTyped(text, today);
  return addDays(today, (weekday - weekdayOf(today) + DAYS_PER_WEEK) % DAYS_PER_WEEK || DAYS_PER_WEEK);
}
