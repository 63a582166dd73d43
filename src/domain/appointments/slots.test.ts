import { describe, expect, test } from 'vitest';
import type { ClockTime, WallDate } from '../wall-clock.ts';
import {
  absenceRefusal,
  areSameTimes,
  isAbsentOn,
  isFree,
  overlaps,
  slotRefusal,
  slotsGivingWay,
  type Times,
} from './slots.ts';

const TODAY = '2025-03-12';
const on = (date: WallDate, from: ClockTime, to: ClockTime): Times => ({
  start_datetime: `${date} ${from}`,
  end_datetime: `${date} ${to}`,
});

test('areSameTimes compares start and end', () => {
  const times = on(TODAY, '10:00:00', '11:00:00');
  expect(areSameTimes(times, { ...times })).toBe(true);
  expect(areSameTimes(times, on(TODAY, '10:00:00', '11:15:00'))).toBe(false);
  expect(areSameTimes(times, on(TODAY, '09:45:00', '11:00:00'))).toBe(false);
});

describe('slotRefusal: which times a slot may have', () => {
  test.each([
    ['06:00:00', '08:00:00', undefined],
    ['05:55:00', '08:00:00', 'slot_outside_hours'],
    ['20:00:00', '22:00:00', undefined],
    ['20:00:00', '22:05:00', 'slot_outside_hours'],
    ['06:00:00', '22:00:00', undefined],
    ['10:00:00', '10:05:00', undefined],
    ['10:00:00', '10:04:00', 'slot_too_short'],
    ['10:00:00', '10:00:00', 'slot_too_short'],
    ['10:00:00', '09:00:00', 'slot_too_short'],
    ['10:05:00', '11:05:00', undefined],
    ['10:04:00', '11:05:00', 'slot_not_on_step'],
    ['10:05:00', '11:06:00', 'slot_not_on_step'],
    ['10:05:30', '11:05:00', 'slot_not_on_step'],
  ] as const)('the refusal of a slot from %s to %s is %s', (from, to, refusal) => {
    expect(slotRefusal(on(TODAY, from, to), TODAY)).toBe(refusal);
  });

  test.each([
    ['2024-03-11', 'slot_date_out_of_range'],
    ['2024-03-12', undefined],
    ['2026-03-12', undefined],
    ['2026-03-13', 'slot_date_out_of_range'],
    ['2025-03-16', undefined],
  ] as const)('the refusal of a slot on %s, requested on 2025-03-12, is %s', (date, refusal) => {
    expect(slotRefusal(on(date, '10:00:00', '11:00:00'), TODAY)).toBe(refusal);
  });

  test('a slot that ends at midnight or later is refused', () => {
    const night = {
      start_datetime: '2025-03-12 21:00:00' as const,
      end_datetime: '2025-03-13 00:00:00' as const,
    };
    expect(slotRefusal(night, TODAY)).toBe('slot_across_days');
    expect(slotRefusal({ ...night, end_datetime: '2025-03-13 10:00:00' as const }, TODAY)).toBe(
      'slot_across_days',
    );
  });
});

test.each([
  ['09:00:00', '10:00:00', false],
  ['09:00:00', '10:05:00', true],
  ['10:00:00', '11:00:00', true],
  ['10:15:00', '10:30:00', true],
  ['09:00:00', '12:00:00', true],
  ['10:55:00', '12:00:00', true],
  ['11:00:00', '12:00:00', false],
] as const)('a slot from %s to %s overlaps ten to eleven: %s', (from, to, shared) => {
  const ten = on(TODAY, '10:00:00', '11:00:00');
  expect(overlaps(on(TODAY, from, to), ten)).toBe(shared);
  expect(overlaps(ten, on(TODAY, from, to))).toBe(shared);
});

describe('isFree: whether a slot is offered', () => {
  const slot = { ...on(TODAY, '10:00:00', '11:00:00'), status: 'AVAILABLE' as const };
  const away = (date_from: WallDate, date_to: WallDate) => [{ date_from, date_to }];

  test.each([
    ['2025-03-12 09:59:59', true],
    ['2025-03-12 10:00:00', false],
  ] as const)('at %s the free slot of ten o’clock is still offered: %s', (now, free) => {
    expect(isFree(slot, now, [])).toBe(free);
  });

  test.each([
    ['2025-03-10', '2025-03-11', true],
    ['2025-03-11', '2025-03-12', false],
    ['2025-03-13', '2025-03-14', true],
  ] as const)('with an absence from %s to %s a free slot is offered: %s', (from, to, free) => {
    expect(isFree(slot, '2025-03-01 00:00:00', away(from, to))).toBe(free);
  });

  test.each(['BOOKED', 'BLOCKED', 'CANCELLED'] as const)('a %s appointment is not offered', (status) => {
    expect(isFree({ ...slot, status }, '2025-03-01 00:00:00', [])).toBe(false);
  });
});

describe('slotsGivingWay: what a booking from 10:00 to 11:00 leaves of free slots', () => {
  const booking = on(TODAY, '10:00:00', '11:00:00');
  const clock = (wall: string) => wall.slice(11);

  test.each<[string, ClockTime, ClockTime, [string, string][] | undefined]>([
    ['with the same times is removed', '10:00:00', '11:00:00', []],
    ['inside the booking is removed', '10:15:00', '10:45:00', []],
    ["that ends at the booking's start is untouched", '09:00:00', '10:00:00', undefined],
    ["that begins at the booking's end is untouched", '11:00:00', '12:00:00', undefined],
    [
      'that begins before the booking keeps its beginning',
      '09:00:00',
      '10:30:00',
      [['09:00:00', '10:00:00']],
    ],
    ['that ends after the booking keeps its end', '10:30:00', '12:00:00', [['11:00:00', '12:00:00']]],
    [
      'that begins 15 minutes before the booking keeps these 15 minutes',
      '09:45:00',
      '11:00:00',
      [['09:45:00', '10:00:00']],
    ],
    ['that begins 10 minutes before the booking is removed', '09:50:00', '11:00:00', []],
    [
      'that ends 15 minutes after the booking keeps these 15 minutes',
      '10:00:00',
      '11:15:00',
      [['11:00:00', '11:15:00']],
    ],
    ['that ends 10 minutes after the booking is removed', '10:30:00', '11:10:00', []],
    [
      'around the booking keeps both sides',
      '09:00:00',
      '12:00:00',
      [
        ['09:00:00', '10:00:00'],
        ['11:00:00', '12:00:00'],
      ],
    ],
    [
      'around the booking with too little before it keeps the end',
      '09:50:00',
      '12:00:00',
      [['11:00:00', '12:00:00']],
    ],
    [
      'around the booking with too little after it keeps the beginning',
      '09:00:00',
      '11:10:00',
      [['09:00:00', '10:00:00']],
    ],
    ['around the booking with too little on both sides is removed', '09:50:00', '11:10:00', []],
  ])('a free slot %s', (_, from, to, left) => {
    const [way] = slotsGivingWay(booking, [on(TODAY, from, to)]);
    const pieces = way?.left.map(({ start_datetime, end_datetime }) => [
      clock(start_datetime),
      clock(end_datetime),
    ]);
    expect(pieces).toEqual(left);
  });

  test('a booking shortens or removes every free slot that it overlaps', () => {
    const slots = [
      { id: 1, ...on(TODAY, '08:00:00', '09:00:00') },
      { id: 2, ...on(TODAY, '09:00:00', '10:20:00') },
      { id: 3, ...on(TODAY, '10:20:00', '10:40:00') },
      { id: 4, ...on(TODAY, '10:40:00', '12:00:00') },
    ];
    const ways = slotsGivingWay(booking, slots).map(({ slot, left }) => [slot.id, left.length]);
    expect(ways).toEqual([
      [2, 1],
      [3, 0],
      [4, 1],
    ]);
  });
});

const absences = [
  { date_from: '2025-08-04' as const, date_to: '2025-08-10' as const },
  { date_from: '2025-12-25' as const, date_to: '2025-12-25' as const },
];

test.each([
  ['2025-08-03', false],
  ['2025-08-04', true],
  ['2025-08-10', true],
  ['2025-08-11', false],
  ['2025-12-24', false],
  ['2025-12-25', true],
  ['2025-12-26', false],
] as const)('on %s the salon is absent: %s', (date, absent) => {
  expect(isAbsentOn(date, absences)).toBe(absent);
});

test.each([
  ['2025-08-04', '2025-08-05', undefined],
  ['2025-08-04', '2025-08-04', undefined],
  ['2025-08-04', '2025-08-03', 'range_reversed'],
] as const)('an absence from %s to %s is refused: %s', (date_from, date_to, refusal) => {
  expect(absenceRefusal({ date_from, date_to })).toBe(refusal);
});
