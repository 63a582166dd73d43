import { addDays, daysBetween, isSunday, type WallDate, wallDateOf, yearOf } from './wall-clock.ts';

/** The state holidays of Serbia, by month and day: a Sunday among their days is made up for. */
const STATE_HOLIDAYS: ReadonlyArray<readonly [month: number, day: number, days: number, name: string]> = [
  [1, 1, 2, 'Nova godina'],
  [2, 15, 2, 'Dan državnosti'],
  [5, 1, 2, 'Praznik rada'],
  [11, 11, 1, 'Dan primirja'],
];

const EASTER = ['Veliki petak', 'Velika subota', 'Uskrs', 'Drugi dan Uskrsa'];

/** The Orthodox Easter Sunday, by the algorithm of Meeus. The Julian calendar is 13 days behind from 1900 to 2099. */
function easterOf(year: number): WallDate {
  const moon = (19 * (year % 19) + 15) % 30;
  const day = moon + ((2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7);
  return addDays(wallDateOf(year, 3, 22), day + 13);
}

/** The name of the religious holiday on a date; Sundays of these are not made up for. */
function religiousHolidayOn(date: WallDate): string | undefined {
  const fromFriday = daysBetween(easterOf(yearOf(date)), date) + 2;
  return date.endsWith('-01-07') ? 'Božić' : EASTER[fromFriday];
}

function stateHolidayOn(date: WallDate): string | undefined {
  return STATE_HOLIDAYS.find(([month, day, days]) => {
    const since = daysBetween(wallDateOf(yearOf(date), month, day), date);
    return since >= 0 && since < days;
  })?.[3];
}

/** The name of the public holiday of Serbia on a date, null on other days. A free day for a Sunday has the name of its holiday. docs/spec/product.md §2.19 */
export function holidayOn(date: WallDate): string | null {
  const name = religiousHolidayOn(date) ?? stateHolidayOn(date);
  if (name !== undefined) return name;
  // the first working day after a state holiday that falls on a Sunday is free too
  let before = addDays(date, -1);
  while (!isSunday(before) && (religiousHolidayOn(before) ?? stateHolidayOn(before)))
    before = addDays(before, -1);
  return (isSunday(before) && stateHolidayOn(before)) || null;
}
