import { expect, test } from 'vitest';
import { timesAt } from '../appointments/room.ts';
import type { WallTime } from '../wall-clock.ts';
import { openDaysAround, type SeriesCalendar, seriesRows, seriesStarts, seriesState } from './series.ts';

const TUESDAY = '2026-12-08';
const NOW = '2026-11-17 11:00:00';
type Row = ReturnType<SeriesCalendar['rowsOn']>[number];

const row = (clock: string, minutes: number, status: Row['status'], day: string = TUESDAY): Row => ({
  ...timesAt(`${day} ${clock}:00` as WallTime, minutes),
  status,
});
const calendar = (rows: readonly Row[], absences: SeriesCalendar['absences'] = []): SeriesCalendar => ({
  rowsOn: (day) => rows.filter(({ start_datetime }) => start_datetime.startsWith(day)),
  absences,
  offersOn: () => [],
});

test('the starts of a series keep their local time across the change to or from summer time', () => {
  expect(seriesStarts('2026-10-20 10:00:00', 1, 3)).toEqual([
    '2026-10-20 10:00:00',
    '2026-10-27 10:00:00',
    '2026-11-03 10:00:00',
  ]);
  expect(seriesStarts('2026-12-22 10:00:00', 12, 2)).toEqual(['2026-12-22 10:00:00', '2027-03-16 10:00:00']);
});

test.each([
  ['2026-12-07', ['07', '08', '09', '10', '11', '12']],
  ['2026-12-08', ['08', '09', '07', '10', '11', '12']],
  ['2026-12-12', ['12', '11', '10', '09', '08', '07']],
] as const)('the open days of the week of %s are returned, the nearest first', (day, days) => {
  expect(openDaysAround(day)).toEqual(days.map((one) => `2026-12-${one}`));
});

const ABSENCE = { date_from: TUESDAY, date_to: TUESDAY } as const;
test.each<[string, string, Row[], SeriesCalendar['absences'], string]>([
  ['nothing', TUESDAY, [], [], 'NEW'],
  ['a slot of its length', TUESDAY, [row('10:00', 60, 'AVAILABLE')], [], 'SLOT'],
  ['a longer slot around it', TUESDAY, [row('09:00', 180, 'AVAILABLE')], [], 'SLOT'],
  ['two touching slots', TUESDAY, [row('10:30', 30, 'AVAILABLE'), row('10:00', 30, 'AVAILABLE')], [], 'SLOT'],
  ['a slot that is too short', TUESDAY, [row('10:00', 55, 'AVAILABLE')], [], 'NEW'],
  ['a slot that begins later', TUESDAY, [row('10:05', 60, 'AVAILABLE')], [], 'NEW'],
  ['a booking that is adjacent', TUESDAY, [row('11:00', 60, 'BOOKED')], [], 'NEW'],
  ['a booking over its last minutes', TUESDAY, [row('10:55', 60, 'BOOKED')], [], 'TAKEN'],
  ['a blocked time', TUESDAY, [row('10:00', 60, 'BLOCKED')], [], 'TAKEN'],
  ['a canceled booking', TUESDAY, [row('10:00', 60, 'CANCELLED')], [], 'NEW'],
  ['a booking on a day of absence', TUESDAY, [row('10:00', 60, 'BOOKED')], [ABSENCE], 'ABSENCE'],
  ['a Sunday of an absence', '2026-12-13', [], [{ ...ABSENCE, date_to: '2026-12-13' }], 'SUNDAY'],
])('the state of a time with %s is $4', (_, day, rows, absences, state) => {
  expect(seriesState(timesAt(`${day} 10:00:00` as WallTime, 60), calendar(rows, absences))).toBe(state);
});

const HOUR = { minutes: 60, cleanup: 0 };
const startsOf = (rows: readonly Row[], absences: SeriesCalendar['absences'] = [], now: WallTime = NOW) =>
  seriesRows([`${TUESDAY} 10:00:00`], HOUR, calendar(rows, absences), now)[0]?.alternatives.map(
    ({ start_datetime }) => start_datetime.slice(8, 16),
  );
const FULL_DAY = row('06:00', 960, 'BLOCKED');

test.each([
  ['the same day and the next day', [row('10:00', 60, 'BOOKED')], [], NOW, ['08 09:00', '09 10:00']],
  ["two other days if the time's own day is full", [FULL_DAY], [], NOW, ['09 10:00', '07 10:00']],
  [
    'no day of absence',
    [FULL_DAY],
    [{ date_from: '2026-12-09', date_to: '2026-12-09' }],
    NOW,
    ['07 10:00', '10 10:00'],
  ],
  ['no day that has passed', [FULL_DAY], [], '2026-12-08 05:00:00', ['09 10:00', '10 10:00']],
  ['nothing for a time that can be booked', [], [], NOW, []],
] as const)('the alternatives are %s', (_, rows, absences, now, starts) => {
  expect(startsOf(rows, absences, now)).toEqual(starts);
});

test('the first alternative is a time that clients are offered', () => {
  const taken = calendar([row('10:00', 60, 'BOOKED')]);
  const offer = { ...timesAt(`${TUESDAY} 11:30:00`, 60), isTooShort: false };
  const [planned] = seriesRows([`${TUESDAY} 10:00:00`], HOUR, { ...taken, offersOn: () => [offer] }, NOW);
  expect(planned?.alternatives[0]?.start_datetime).toBe(`${TUESDAY} 11:30:00`);
});
