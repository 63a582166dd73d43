import { describe, expect, test } from 'vitest';
import type { AppointmentStatus } from '../appointments/appointments.ts';
import { offersFor } from '../appointments/service-fit.ts';
import { addDays, addMinutes, type WallDate, type WallTime } from '../wall-clock.ts';
import {
  type DueMarkKind,
  dueDate,
  isHiddenFromDue,
  isQuietHour,
  listedUntil,
  medianGapDays,
  nearestOffer,
  nearestRoom,
  offersNear,
  returnWeeks,
  sameTimeLater,
} from './rhythm.ts';

const DAY = '2026-12-08';
const NOW = '2026-11-17 12:00:00';
const at = (clock: string) => `${DAY} ${clock}:00` as WallTime;
const timesAt = (clock: string, minutes: number, status: AppointmentStatus = 'AVAILABLE') => ({
  start_datetime: at(clock),
  end_datetime: addMinutes(at(clock), minutes),
  status,
});

test.each<[string, WallDate[], number | null]>([
  ['none without appointments', [], null],
  ['none with one appointment', ['2026-10-01'], null],
  ['none with two appointments on one day', ['2026-10-01', '2026-10-01'], null],
  ['the only gap', ['2026-10-22', '2026-10-01'], 21],
  ['the middle of three gaps', ['2026-10-01', '2026-10-15', '2026-11-05', '2026-12-31'], 21],
  ['between two gaps', ['2026-10-01', '2026-10-15', '2026-11-05'], 17.5],
])('the median gap is %s', (_, days, gap) => {
  expect(medianGapDays(days)).toBe(gap);
});

const line = (duration_minutes: number | null, return_weeks: number | null) => ({
  duration_minutes,
  return_weeks,
});
test.each([
  ['three without service or gap', [], null, 3],
  ['the weeks of the service', [line(60, 4)], 21, 4],
  ['the weeks of the longest service', [line(30, 2), line(90, 5)], null, 5],
  ['the weeks of the first of two equally long services', [line(60, 2), line(60, 5)], null, 2],
  ['the median gap if the longest service has no weeks', [line(30, 2), line(90, null)], 28, 4],
  ['two after a median gap of 17 days', [], 17, 2],
  ['three after a median gap of 18 days', [], 18, 3],
  ['at least one', [], 2, 1],
])('weeks until the next appointment: %s', (_, lines, gap, weeks) => {
  const days: WallDate[] = gap === null ? [] : ['2026-01-01', addDays('2026-01-01', gap)];
  expect(returnWeeks(lines, days)).toBe(weeks);
});

test.each<[string, WallTime, number, WallTime]>([
  ['after today', '2026-11-17 09:15:00', 3, '2026-12-08 09:15:00'],
  ['after an upcoming appointment', '2026-11-24 09:15:00', 2, '2026-12-08 09:15:00'],
  ['after a recent appointment', '2026-11-10 09:15:00', 2, '2026-11-24 09:15:00'],
  [
    'after the latest same weekday, if the result would be in the past',
    '2026-10-20 09:15:00',
    3,
    '2026-12-08 09:15:00',
  ],
  ['not at a time that is the current minute', '2026-11-10 12:00:00', 1, '2026-11-24 12:00:00'],
  ['at a time a minute from now', '2026-11-10 12:01:00', 1, '2026-11-17 12:01:00'],
  ['across the end of summer time', '2026-10-23 09:15:00', 4, '2026-11-20 09:15:00'],
])('the same time some weeks later: %s', (_, start, weeks, later) => {
  expect(sameTimeLater(start, weeks, NOW)).toBe(later);
});

describe('nearestOffer: the free slot nearest to a wanted start', () => {
  test.each([
    ['the same time', 60, ['09:00', '10:00', '11:00'], '10:00'],
    ['the earlier of two equally near times', 60, ['09:00', '11:00'], '09:00'],
    ['a time two hours before', 60, ['08:00'], '08:00'],
    ['nothing more than two hours before', 60, ['07:55'], undefined],
    ['a time two hours after', 60, ['12:00'], '12:00'],
    ['nothing more than two hours after', 60, ['12:05'], undefined],
    ['no time that is too short', 61, ['10:00', '11:30'], undefined],
    ['joined slots for a long service', 120, ['10:00', '11:00'], '10:00'],
    ['any time for an unknown duration', null, ['10:00'], '10:00'],
  ])('nearestOffer returns %s', (_, minutes, clocks, found) => {
    const free = clocks.map((clock) => timesAt(clock, 60));
    const offer = nearestOffer(at('10:00'), offersFor(free, { minutes, joins: true }));
    expect(offer?.start_datetime).toBe(found && at(found));
  });
});

const HOUR = { minutes: 60, cleanup: 0 };
const cleaned = (clock: string, cleanup_minutes: number) => ({
  ...timesAt(clock, 60, 'BOOKED'),
  services: [{ duration_minutes: 60, cleanup_minutes }],
});

describe('nearestRoom: the free time nearest to a wanted start', () => {
  test.each([
    ['the same time', '10:00', [], '10:00'],
    ['a time within a free slot', '10:00', [timesAt('10:00', 60)], '10:00'],
    ['a time within a canceled booking', '10:00', [timesAt('10:00', 60, 'CANCELLED')], '10:00'],
    [
      'a time before a booking that begins within the wanted hour',
      '10:00',
      [timesAt('10:30', 300, 'BOOKED')],
      '09:30',
    ],
    [
      'a time after a blocked time that ends within the wanted hour',
      '10:00',
      [timesAt('06:00', 245, 'BLOCKED')],
      '10:05',
    ],
    ['a time two hours away', '10:00', [timesAt('06:00', 360, 'BOOKED')], '12:00'],
    ['nothing more than two hours away', '10:00', [timesAt('06:00', 365, 'BOOKED')], undefined],
    ['no time that ends after closing', '21:30', [], '21:00'],
    ['no time before opening', '06:00', [timesAt('06:00', 20, 'BOOKED')], '06:20'],
  ])('nearestRoom returns %s', (_, wanted, rows, found) => {
    expect(nearestRoom(at(wanted), HOUR, rows, NOW)?.start_datetime).toBe(found && at(found));
  });
  test.each([
    ['after the clean-up of the booking before', '10:00', 0, [cleaned('09:00', 20)], '10:20'],
    [
      'with its own clean-up before the next booking',
      '10:00',
      30,
      [timesAt('11:15', 300, 'BOOKED')],
      '09:45',
    ],
  ])('the proposed time is %s', (_, wanted, cleanup, rows, found) => {
    const room = nearestRoom(at(wanted), { minutes: 60, cleanup }, rows, NOW);
    expect(room?.start_datetime).toBe(at(found));
  });
  test('a time that has begun is not proposed', () => {
    const now = at('10:00');
    expect(nearestRoom(at('10:00'), HOUR, [], now)?.start_datetime).toBe(at('10:05'));
  });
});

test.each<[string, WallDate, number, boolean]>([
  ['today', '2026-10-27', 3, true],
  ['three days away', '2026-10-30', 3, true],
  ['four days away', '2026-10-31', 3, false],
  ['years ago', '2016-10-31', 3, true],
])('whether a client whose due date is %s is listed as due: $3', (_, last, weeks, due) => {
  expect(dueDate(last, weeks) <= listedUntil('2026-11-17')).toBe(due);
});

const DAY_MS = 86_400_000;
test.each<[string, [DueMarkKind, number][], boolean]>([
  ['shown if the owner and the server sent no message', [], false],
  ['hidden for three weeks after a message', [['CONTACTED', 21 * DAY_MS - 1]], true],
  ['shown again after three weeks', [['CONTACTED', 21 * DAY_MS]], false],
  ['hidden after an automatic message', [['SENT', 0]], true],
  ['hidden after STOP', [['STOP', 4000 * DAY_MS]], true],
  [
    'hidden because of the newest message',
    [
      ['CONTACTED', 30 * DAY_MS],
      ['CONTACTED', DAY_MS],
    ],
    true,
  ],
])('in the list of clients who are due, a client is %s', (_, marks, hidden) => {
  const now = Date.UTC(2026, 10, 17);
  expect(
    isHiddenFromDue(
      marks.map(([kind, ago]) => ({ kind, at: now - ago })),
      now,
    ),
  ).toBe(hidden);
});

test.each([
  ['08:59', true],
  ['09:00', false],
  ['19:59', false],
  ['20:00', true],
])('at %s automatic messages must not be sent: %s', (clock, isQuiet) => {
  expect(isQuietHour(at(clock))).toBe(isQuiet);
});

const slotAt = (id: number, start: string) => ({
  slots: [{ id }],
  start_datetime: `2026-12-${start}:00` as WallTime,
  end_datetime: `2026-12-${start}:59` as WallTime,
});
const takenSlot = slotAt(1, '02 14:00');

describe('offersNear', () => {
  const cases = [
    ['none without other times', [], []],
    ['not the taken slot itself', [takenSlot], []],
    ['another start of the same slot', [{ ...slotAt(2, '02 14:30'), slots: takenSlot.slots }], [1]],
    ['the same start with another technician', [takenSlot, slotAt(2, '02 14:00')], [2]],
    ['each start once', [slotAt(2, '02 15:00'), slotAt(3, '02 15:00')], [3]],
    [
      'the three nearest, in order',
      [slotAt(2, '01 09:00'), slotAt(3, '02 09:00'), slotAt(4, '02 13:00'), slotAt(5, '02 16:00')],
      [3, 4, 5],
    ],
    ['also of other days', [slotAt(2, '03 14:00')], [2]],
  ] as const;
  test.each(cases)('returns %s', (_title, offers, ids) => {
    expect(offersNear(takenSlot, offers).map(({ slots }) => slots[0]?.id)).toEqual(ids);
  });
});
