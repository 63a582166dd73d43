/** Texts about when clients return. docs/spec/behaviour.md §20 */
import { daysBetween, type WallDate } from '../wall-clock.ts';
import { type CountedWord, counted, DAYS } from './numbers.ts';

const WEEKS_AS_OBJECT: CountedWord = 'nedelju|nedelje|nedelja';

/** A number of weeks in the accusative, as after 'za' and 'na': '1 nedelju', '3 nedelje', '5 nedelja'. */
export const weeksText = (weeks: number): string => counted(weeks, WEEKS_AS_OBJECT);

const WEEK_DAYS = 7;

/** How long ago a day was: 'pre 5 dana', from a week on 'pre 1 nedelju', 'pre 3 nedelje'. */
export function agoText(date: WallDate, today: WallDate): string {
  const days = daysBetween(date, today);
  return `pre ${days < WEEK_DAYS ? counted(days, DAYS) : weeksText(Math.floor(days / WEEK_DAYS))}`;
}
