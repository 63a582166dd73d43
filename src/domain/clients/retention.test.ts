import { expect, test } from 'vitest';
import type { AppointmentStatus } from '../appointments/appointments.ts';
import type { WallDate, WallTime } from '../wall-clock.ts';
import { completedPeriod, emptyHoursOf, retentionOf } from './retention.ts';

// Computed by hand for May 2026, as of 2026-11-17. Clients returned if they came again within 60 days of their first day in May.
const MAY = { from: '2026-05-01', to: '2026-05-31' } as const;
const TODAY = '2026-11-17';
const PEOPLE: readonly [string, WallDate[], Partial<{ isAhead: boolean; isErased: boolean }>][] = [
  // Ana: new, returned on day 60; the median omits her gap, which ends in June; not lost, because 2.5 × 60 days have not passed
  ['Ana', ['2026-05-01', '2026-06-30'], {}],
  // Bojana: new, not returned within 60 days; not lost, because 2.5 × her gap of 61 days have not passed
  ['Bojana', ['2026-05-01', '2026-07-01'], {}],
  // Vesna: a known client who returned; lost, because 2.5 × her median gap of 25.5 days has passed
  ['Vesna', ['2026-04-10', '2026-05-10', '2026-05-31'], {}],
  // Goca: a known client who has not returned; lost, because 2.5 × her only gap of 40 days has passed
  ['Goca', ['2026-04-10', '2026-05-20'], {}],
  // Dara and Đina: the same days as Goca, but not lost: Dara has an upcoming booking, Đina's account was deleted
  ['Dara', ['2026-04-10', '2026-05-20'], { isAhead: true }],
  ['Đina', ['2026-04-10', '2026-05-20'], { isErased: true }],
  // Ema: new, not returned, because both bookings are on the same day
  ['Ema', ['2026-05-05', '2026-05-05'], {}],
  // Žana has no booking in May
  ['Žana', ['2026-06-01'], {}],
];
const visitors = PEOPLE.map(([, days, flags]) => ({ days, isAhead: false, isErased: false, ...flags }));

test('the retention figures of a month equal the figures computed by hand', () => {
  expect(retentionOf(visitors, MAY, TODAY)).toEqual({
    new: { clients: 3, returned: 1 }, // Ana returned within 60 days; Bojana and Ema did not
    known: { clients: 4, returned: 1 }, // Vesna returned within 60 days; Goca, Dara and Đina did not
    median_days: 40, // the median of the gaps that end in May: 30, 21, 40, 40 and 40 days
    lost: 2, // Vesna and Goca: 2.5 × their gaps have passed
  });
});

test.each<[string, WallDate, number]>([
  ['counts a client whose 60 days for a return are over', '2026-07-31', 1],
  ['does not yet count a client whose 60th day for a return is today', '2026-07-30', 0],
])('the retention of a month %s', (_, today, clients) => {
  const one = { days: ['2026-05-31'] as WallDate[], isAhead: false, isErased: false };
  expect(retentionOf([one], MAY, today).new.clients).toBe(clients);
});

test.each<[string, WallDate, number]>([
  ['not yet when exactly 2.5 gaps have passed', '2026-07-14', 0],
  ['a day later', '2026-07-15', 1],
])('a client is lost: %s', (_, today, lost) => {
  const one = { days: ['2026-05-05', '2026-05-25'] as WallDate[], isAhead: false, isErased: false };
  expect(retentionOf([one], MAY, today).lost).toBe(lost);
});

test('without clients, the counts are 0 and the median is null', () => {
  const none = { clients: 0, returned: 0 };
  expect(retentionOf([], MAY, TODAY)).toEqual({ known: none, new: none, median_days: null, lost: 0 });
});

const row = (day: WallDate, from: string, to: string, status: AppointmentStatus) => ({
  start_datetime: `${day} ${from}:00` as WallTime,
  end_datetime: `${day} ${to}:00` as WallTime,
  status,
});

test('the offered and unbooked minutes of each hour equal the figures computed by hand', () => {
  expect(
    emptyHoursOf([
      row('2026-11-10', '09:30', '11:00', 'BOOKED'), // a Tuesday; covers 30 minutes of the hour from 9:00 and 60 of the hour from 10:00
      row('2026-11-03', '10:00', '10:45', 'AVAILABLE'), // another Tuesday; covers 45 minutes of the hour from 10:00
      row('2026-11-11', '10:15', '12:00', 'AVAILABLE'), // a Wednesday; covers 45 minutes of the hour from 10:00 and 60 of the hour from 11:00
      row('2026-11-11', '08:00', '09:00', 'BLOCKED'),
      row('2026-11-11', '08:00', '09:00', 'CANCELLED'),
    ]),
  ).toEqual([
    { weekday: 2, hour: 9, offered_minutes: 30, unbooked_minutes: 0 },
    { weekday: 2, hour: 10, offered_minutes: 105, unbooked_minutes: 45 },
    { weekday: 3, hour: 10, offered_minutes: 45, unbooked_minutes: 45 },
    { weekday: 3, hour: 11, offered_minutes: 60, unbooked_minutes: 60 },
  ]);
});

test.each<[WallDate, WallDate, WallDate, WallDate]>([
  ['2026-09-17', '2026-11-17', '2026-09-17', '2026-11-17'], // the figures of September 17 are complete, because more than 60 days have passed since
  ['2026-09-18', '2026-11-18', '2026-07-18', '2026-09-17'],
  ['2026-10-18', '2026-11-17', '2026-08-18', '2026-09-17'],
  ['2026-12-01', '2026-12-01', '2026-09-17', '2026-09-17'],
  ['2026-01-01', '2026-01-31', '2026-01-01', '2026-01-31'],
])('a requested period from %s to %s has complete figures from %s to %s', (from, to, first, last) => {
  expect(completedPeriod({ from, to }, '2026-11-17')).toEqual({ from: first, to: last });
});
