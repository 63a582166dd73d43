import { describe, expect, test } from 'vitest';
import {
  bookingLimitRefusal,
  dayPartOf,
  dayPhase,
  firstFreeDay,
  isActiveBooking,
  rulesRefusal,
  stripDays,
  stripOf,
  usualServices,
} from './booking.ts';
import { type ServiceId, toId } from './ids.ts';
import { addDays, addMinutes, type WallDate, type WallTime, weekdayOf } from './wall-clock.ts';

const slot = {
  start_datetime: '2025-03-12 10:00:00' as const,
  end_datetime: '2025-03-12 11:00:00' as const,
  status: 'AVAILABLE' as const,
};

test.each([
  [0, undefined],
  [1, undefined],
  [2, 'booking_limit'],
  [3, 'booking_limit'],
])('with %d active bookings another booking is refused: %s', (count, refusal) => {
  expect(bookingLimitRefusal(count, 2)).toBe(refusal);
});

test.each([
  ['a visitor', 'Dođite na vreme.', false, undefined, 'rules_required'],
  ['a client', 'Dođite na vreme.', false, 'CLIENT', 'rules_required'],
  ['a client who accepts', 'Dođite na vreme.', true, 'CLIENT', undefined],
  ['the owner', 'Dođite na vreme.', false, 'ADMIN', undefined],
  ['a technician', 'Dođite na vreme.', false, 'TECHNICIAN', undefined],
  ['a visitor of a salon without rules', '', false, undefined, undefined],
])(
  'the refusal of a booking by %s because of the salon’s rules is $4',
  (_, rules, isAccepted, role, refusal) => {
    expect(rulesRefusal(rules, isAccepted, role)).toBe(refusal);
  },
);

test.each([
  ['BOOKED', '2025-03-12 10:59:59', true],
  ['BOOKED', '2025-03-12 11:00:00', false],
  ['CANCELLED', '2025-03-12 09:00:00', false],
  ['AVAILABLE', '2025-03-12 09:00:00', false],
  ['BLOCKED', '2025-03-12 09:00:00', false],
] as const)('a %s appointment at %s counts as an active booking: %s', (status, now, active) => {
  expect(isActiveBooking({ ...slot, status }, now)).toBe(active);
});

test.each([
  ['2025-03-03', '2025-03-03', '2025-03-17', 13],
  ['2025-03-08', '2025-03-08', '2025-03-22', 13],
  ['2025-03-09', '2025-03-10', '2025-03-22', 12],
  ['2025-12-29', '2025-12-29', '2026-01-12', 13],
] as const)('on %s the day strip starts on %s, ends on %s and has %d days', (today, first, last, count) => {
  const days = stripDays(today);
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
});

test.each([
  ['today', '2026-11-18', '2026-11-18'],
  ['the last day of the strip', '2026-12-02', '2026-11-18'],
  ['the day after the strip', '2026-12-03', '2026-11-30'],
  ['a day in the past', '2026-11-01', '2026-11-18'],
  ['a Sunday far ahead', '2027-01-10', '2027-01-04'],
] as const)('the strip around %s, %s, starts on %s', (_, around, first) => {
  expect(stripDays('2026-11-18', 15, around)[0]).toBe(first);
});

test('the strip of days contains no Sunday and covers at most 15 calendar days', () => {
  for (let n = 0; n < 366; n += 1) {
    const today = addDays('2024-01-01', n);
    const days = stripDays(today);
    expect(days.every((date) => weekdayOf(date) !== 7 && date <= addDays(today, 14))).toBe(true);
    expect([12, 13]).toContain(days.length);
  }
});

test.each([
  ['11:55', 'morning'],
  ['12:00', 'afternoon'],
] as const)('a slot from %s is in the %s', (clock, part) => {
  expect(dayPartOf({ start_datetime: `2025-03-05 ${clock}:00` })).toBe(part);
});

const aSlot = (start_datetime: WallTime, minutes = 60) => ({
  start_datetime,
  end_datetime: addMinutes(start_datetime, minutes),
});
type Rules = { minutes: number | null; joins: boolean };
const ANY: Rules = { minutes: null, joins: true };
const DAY = '2025-03-05';
const APART = ['08:00', '10:00', '12:00', '14:00'] as const;
const apart = (count: number) => APART.slice(0, count).map((clock) => aSlot(`${DAY} ${clock}:00`));
const dayWith = (count: number, rules = ANY) => {
  const [day] = stripOf([DAY], apart(count), [], rules);
  if (!day) throw new Error('The strip has no day.');
  return day;
};

test.each([
  ['2025-03-03', 7, 6],
  ['2025-03-03', 15, 13],
  ['2025-03-03', 60, 52],
] as const)('on %s a strip of %d calendar days shows %d days', (today, count, shown) => {
  expect(stripDays(today, count)).toHaveLength(shown);
});

test.each([
  [0, 'none'],
  [1, 'few'],
  [2, 'few'],
  [3, 'many'],
])('a day with %d free slots is shown as %s', (count, phase) => {
  expect(dayPhase(dayWith(count))).toBe(phase);
});

test('a day’s number of free times excludes times that are too short for the service, and counts joined times as one', () => {
  expect(dayPhase(dayWith(4, { minutes: 90, joins: true }))).toBe('none');
  const touching = [aSlot(`${DAY} 08:00:00`), aSlot(`${DAY} 09:00:00`), aSlot(`${DAY} 12:00:00`, 90)];
  const joined = stripOf([DAY], touching, [], { minutes: 90, joins: true });
  expect(joined.map(dayPhase)).toEqual(['few']);
  expect(joined[0]?.offers).toHaveLength(2);
  const alone = stripOf([DAY], touching.slice(0, 2), [], { minutes: 90, joins: false });
  expect(alone.map(dayPhase)).toEqual(['none']);
});

test.each([
  ['2025-03-04', 'none'],
  ['2025-03-05', 'closed'],
  ['2025-03-07', 'closed'],
  ['2025-03-08', 'none'],
] as const)('with an absence from 5 to 7 March, %s is shown as %s', (date, phase) => {
  const absences = [{ date_from: '2025-03-05', date_to: '2025-03-07' }] as const;
  expect(stripOf([date], [], absences, ANY).map(dayPhase)).toEqual([phase]);
});

test.each([
  ['closed when nothing was ever offered', [], ['2025-03-05'], 'closed'],
  ['full when it has appointments', [], ['2025-03-06'], 'none'],
  ['free when a slot was just added', [aSlot('2025-03-05 09:00:00')], ['2025-03-05'], 'few'],
] as const)('a day looks %s', (_, free, empty, phase) => {
  expect(stripOf(['2025-03-05'], free, [], ANY, empty).map(dayPhase)).toEqual([phase]);
});

test('the first free day is the first day that has a time long enough for the service', () => {
  const days: WallDate[] = ['2025-03-04', '2025-03-05', '2025-03-06', '2025-03-07'];
  const free = [aSlot('2025-03-05 18:00:00'), aSlot('2025-03-07 09:00:00', 120)];
  const first = (minutes: number | null) => firstFreeDay(stripOf(days, free, [], { minutes, joins: true }));
  expect(first(null)).toBe('2025-03-05');
  expect(first(60)).toBe('2025-03-05');
  expect(first(61)).toBe('2025-03-07');
  expect(first(121)).toBeUndefined();
});

test('the usual services are the set that the last bookings share, in any order; a subset does not count', () => {
  const [gel, off] = [toId<ServiceId>(1), toId<ServiceId>(2)];
  const visit = (ids: readonly ServiceId[], day: number) => ({
    services: ids.map((service_id) => ({ service_id })),
    start_datetime: `2025-03-${day} 10:00:00` as WallTime,
    status: 'BOOKED' as const,
    guest_name: null,
  });
  expect(usualServices([visit([gel, off], 11), visit([off, gel], 10)])).toEqual([gel, off]);
  expect(usualServices([visit([gel, off], 11), visit([gel], 10)])).toEqual([]);
});

describe('usualServices: the services that a client usually books', () => {
  const [gel, other] = [toId<ServiceId>(1), toId<ServiceId>(2)];
  const visit = (service_id: ServiceId | null, day: number, changed = {}) => ({
    services: service_id === null ? [] : [{ service_id }],
    start_datetime: `2025-03-${day} 10:00:00` as WallTime,
    status: 'BOOKED' as const,
    guest_name: null,
    ...changed,
  });

  test.each([
    ['of three appointments', [visit(gel, 10), visit(gel, 11), visit(gel, 12)], gel],
    ['of the only two appointments', [visit(gel, 10), visit(gel, 11)], gel],
    ['of one appointment: none', [visit(gel, 10)], null],
    ['without appointments: none', [], null],
    [
      'of the last three appointments, whatever services came before',
      [visit(other, 10), visit(gel, 11), visit(gel, 12), visit(gel, 13)],
      gel,
    ],
    [
      'of three appointments that differ in their services: none',
      [visit(other, 10), visit(gel, 11), visit(gel, 12)],
      null,
    ],
    ['of appointments without a service: none', [visit(null, 10), visit(null, 11)], null],
    ['of two appointments, one of them without a service: none', [visit(null, 10), visit(gel, 11)], null],
    [
      'of appointments that were not canceled',
      [visit(gel, 10), visit(gel, 11), visit(other, 12, { status: 'CANCELLED' })],
      gel,
    ],
    [
      "of the client's own appointments, not of those for somebody else",
      [visit(gel, 10), visit(gel, 11), visit(other, 12, { guest_name: 'Mila' })],
      gel,
    ],
    [
      'of the latest appointments by time, in any order',
      [visit(gel, 13), visit(other, 10), visit(gel, 11), visit(gel, 12)],
      gel,
    ],
  ])('finds the usual service %s', (_, visits, service) => {
    expect(usualServices(visits)).toEqual(service === null ? [] : [service]);
  });
});
