import { describe, expect, test } from 'vitest';
import { type TechnicianId, toId } from '../ids.ts';
import type { ShortClockTime, WallDate } from '../wall-clock.ts';
import * as r from './reschedule.ts';
import type { Times } from './slots.ts';

const DAY = '2025-03-12';
const at = (from: ShortClockTime, to: ShortClockTime, day: WallDate = DAY): Times => ({
  start_datetime: `${day} ${from}:00`,
  end_datetime: `${day} ${to}:00`,
});

describe('movedTo: the times of an appointment after a move', () => {
  test.each([
    ['09:07', at('09:00', '10:00')],
    ['09:08', at('09:15', '10:15')],
    ['06:00', at('06:00', '07:00')],
    ['05:30', at('06:00', '07:00')],
    ['00:00', at('06:00', '07:00')],
    ['21:00', at('21:00', '22:00')],
    ['21:15', at('21:00', '22:00')],
    ['23:59', at('21:00', '22:00')],
  ] as const)(
    'an hour-long appointment dropped at %s snaps to a quarter within opening hours',
    (clock, landed) => {
      expect(r.movedTo(at('12:05', '13:05'), `${DAY} ${clock}:00`)).toEqual(landed);
    },
  );

  test('a move over a clock change keeps the local time', () => {
    const landed = r.movedTo(at('09:00', '10:30', '2025-03-28'), '2025-03-31 09:00:00');
    expect(landed).toEqual(at('09:00', '10:30', '2025-03-31'));
  });

  test('a move keeps a length that is not a multiple of 15 minutes', () => {
    expect(r.movedTo(at('12:05', '12:10'), `${DAY} 14:02:00`)).toEqual(at('14:00', '14:05'));
    expect(r.movedTo(at('12:05', '12:50'), `${DAY} 22:00:00`)).toEqual(at('21:15', '22:00'));
  });
});

describe('resizing an appointment with its handles', () => {
  test.each([
    ['09:07', at('09:00', '11:00')],
    ['09:08', at('09:15', '11:00')],
    ['10:45', at('10:45', '11:00')],
    ['10:53', at('10:45', '11:00')],
    ['12:00', at('10:45', '11:00')],
    ['06:00', at('06:00', '11:00')],
    ['05:45', at('06:00', '11:00')],
  ] as const)(
    'the top handle, dropped at %s, moves the start to a quarter hour and leaves at least 15 minutes',
    (clock, landed) => {
      expect(r.resizedFromTop(at('10:00', '11:00'), `${DAY} ${clock}:00`)).toEqual(landed);
    },
  );

  test.each([
    ['12:07', at('10:00', '12:00')],
    ['12:08', at('10:00', '12:15')],
    ['10:15', at('10:00', '10:15')],
    ['10:07', at('10:00', '10:15')],
    ['08:00', at('10:00', '10:15')],
    ['22:00', at('10:00', '22:00')],
    ['22:15', at('10:00', '22:00')],
  ] as const)(
    'the bottom handle, dropped at %s, moves the end to a quarter hour and leaves at least 15 minutes',
    (clock, landed) => {
      expect(r.resizedFromBottom(at('10:00', '11:00'), `${DAY} ${clock}:00`)).toEqual(landed);
    },
  );

  test('a resized appointment that is not on quarter hours keeps at least 15 minutes and does not cross midnight', () => {
    expect(r.resizedFromTop(at('09:05', '09:50'), `${DAY} 09:50:00`)).toEqual(at('09:30', '09:50'));
    expect(r.resizedFromBottom(at('09:05', '09:50'), `${DAY} 09:05:00`)).toEqual(at('09:05', '09:30'));
    expect(r.resizedFromBottom(at('21:00', '22:00'), '2025-03-13 06:00:00')).toEqual(at('21:00', '22:00'));
    expect(r.resizedFromTop(at('06:00', '07:00'), '2025-03-11 23:00:00')).toEqual(at('06:00', '07:00'));
  });
});

test.each([
  ['10:00', '10:15', at('10:00', '10:15')],
  ['10:00', '10:07', undefined],
  ['10:00', '10:08', at('10:00', '10:15')],
  ['10:00', '10:00', undefined],
  ['12:00', '10:00', at('10:00', '12:00')],
  ['05:00', '07:00', at('06:00', '07:00')],
  ['21:00', '23:00', at('21:00', '22:00')],
  ['22:00', '23:00', undefined],
] as const)('dragging from %s to %s draws %j', (from, to, drawn) => {
  expect(r.drawnSlot(`${DAY} ${from}:00`, `${DAY} ${to}:00`)).toEqual(drawn);
});

const SANJA: TechnicianId = toId(2);

describe('swapPartner: the appointment with which a dropped one is swapped', () => {
  const other = (
    id: number,
    from: ShortClockTime,
    to: ShortClockTime,
    status: 'BOOKED' | 'CANCELLED' = 'BOOKED',
  ) => ({
    id,
    status,
    ...at(from, to),
  });
  const moved = { id: 1, ...at('10:00', '11:00') };

  test.each([
    ['none that only touches it', [other(2, '09:00', '10:00'), other(3, '11:00', '12:00')], undefined],
    ['the only one that it overlaps', [other(2, '10:45', '12:00')], 2],
    ['the more covered of two appointments', [other(2, '09:00', '10:15'), other(3, '10:15', '12:00')], 3],
    [
      'the earlier of two equally covered appointments',
      [other(3, '10:30', '11:30'), other(2, '09:30', '10:30')],
      2,
    ],
    ['no CANCELLED appointment', [other(2, '10:00', '11:00', 'CANCELLED')], undefined],
    ['never itself', [other(1, '10:30', '11:30')], undefined],
    [
      'no appointment of another technician',
      [{ ...other(2, '10:00', '11:00'), technician_id: SANJA }],
      undefined,
    ],
  ])(
    'the partner of a swap is the appointment that the dropped one covers most: %s',
    (_, others, partner) => {
      expect(r.swapPartner(moved, others)?.id).toBe(partner);
    },
  );
});

describe('swapTimes: the times of two appointments after a swap', () => {
  test.each([
    [
      'equal lengths',
      at('09:00', '10:00'),
      at('12:00', '13:00'),
      [at('12:00', '13:00'), at('09:00', '10:00')],
    ],
    [
      'different lengths',
      at('09:00', '10:30'),
      at('12:00', '12:30'),
      [at('12:00', '13:30'), at('09:00', '09:30')],
    ],
    [
      'a new end at closing time',
      at('20:00', '21:00'),
      at('21:00', '22:00'),
      [at('21:00', '22:00'), at('20:00', '21:00')],
    ],
  ] as const)('a swap with %s exchanges the starts', (_, a, b, [newA, newB]) => {
    expect(r.swapTimes(a, b)).toEqual({ a: newA, b: newB });
  });

  test('a swap between two days keeps the lengths of both appointments', () => {
    const swapped = r.swapTimes(at('09:00', '10:00'), at('12:00', '12:30', '2025-03-14'));
    expect(swapped).toEqual({ a: at('12:00', '13:00', '2025-03-14'), b: at('09:00', '09:30') });
  });

  test.each([
    ['leaves opening hours', at('09:00', '10:05'), at('21:00', '22:00')],
    ['crosses midnight', at('06:00', '10:00'), at('21:00', '21:30')],
    ['makes the two appointments overlap', at('09:00', '10:00'), at('10:00', '12:00')],
    ['is with itself', at('09:00', '10:00'), at('09:00', '10:00')],
  ] as const)('refuses a swap that %s, in either order', (_, a, b) => {
    expect(r.swapTimes(a, b)).toBe('swap_refused');
    expect(r.swapTimes(b, a)).toBe('swap_refused');
  });
});

describe('dropOnto: what happens if a booking is dropped onto another appointment', () => {
  const booking = { id: 1, status: 'BOOKED', ...at('10:00', '11:00') } as const;
  const after = { id: 3, status: 'BOOKED', ...at('11:00', '12:00') } as const;
  const slot = (to: ShortClockTime) => ({ id: 2, status: 'AVAILABLE', ...at('14:00', to) }) as const;
  const swap = (to: ShortClockTime) => ({ kind: 'swap', a: at('14:00', '15:00'), b: at('10:00', to) });
  const book = { kind: 'book', times: at('14:00', '15:00') };
  test.each([
    [
      'swaps with a slot if its own old time has room for the slot',
      booking,
      slot('16:00'),
      [],
      swap('12:00'),
    ],
    [
      'swaps with a slot of the same length before another booking',
      booking,
      slot('15:00'),
      [after],
      swap('11:00'),
    ],
    [
      'takes a longer slot if its own old time has no room for the slot',
      booking,
      slot('16:00'),
      [after],
      book,
    ],
    ['takes a slot that is a minute longer', booking, slot('15:01'), [after], book],
    [
      'takes no slot that is too short',
      { ...booking, ...at('10:00', '11:01') },
      slot('15:00'),
      [after],
      null,
    ],
    ['takes no booked time', booking, { ...slot('16:00'), status: 'BOOKED' }, [after], null],
    ['takes no blocked time', booking, { ...slot('16:00'), status: 'BLOCKED' }, [after], null],
    [
      'takes no slot if it is a slot itself',
      { ...booking, status: 'AVAILABLE' },
      slot('16:00'),
      [after],
      null,
    ],
    [
      'swaps past an appointment of another technician',
      booking,
      slot('16:00'),
      [{ ...after, technician_id: SANJA }],
      swap('12:00'),
    ],
    [
      'swaps with a slot of another technician at the same time',
      booking,
      { ...slot('16:00'), ...at('10:00', '11:00'), technician_id: SANJA },
      [],
      { kind: 'swap', a: at('10:00', '11:00'), b: at('10:00', '11:00') },
    ],
    [
      'takes a slot of another technician if a booking right after its own old time prevents the swap',
      { ...booking, ...at('10:00', '10:30') },
      { ...slot('15:00'), technician_id: SANJA },
      [{ ...after, ...at('10:30', '11:00') }],
      { kind: 'book', times: at('14:00', '14:30') },
    ],
  ] as const)('a dropped appointment %s', (_, row, target, others, expected) => {
    expect(r.dropOnto(row, target, [row, target, ...others])).toEqual(expected ?? 'swap_refused');
  });
});

describe('becomesActive at 12:00: whether a change makes a booking upcoming', () => {
  const past = at('09:00', '10:00');
  const ahead = at('13:00', '14:00');
  test.each([
    ['a canceled appointment is booked again', [ahead, 'CANCELLED'], [ahead, 'BOOKED'], true],
    ['a free slot is booked', [ahead, 'AVAILABLE'], [ahead, 'BOOKED'], true],
    ['a past booking is moved to the future', [past, 'BOOKED'], [ahead, 'BOOKED'], true],
    ['a past booking gets an end one minute ahead', [past, 'BOOKED'], [at('09:00', '12:01'), 'BOOKED'], true],
    ['a past booking gets an end that is now', [past, 'BOOKED'], [at('09:00', '12:00'), 'BOOKED'], false],
    ['an upcoming booking is moved', [ahead, 'BOOKED'], [at('15:00', '16:00'), 'BOOKED'], false],
    ['an upcoming booking is canceled', [ahead, 'BOOKED'], [ahead, 'CANCELLED'], false],
    ['a past appointment is booked again', [past, 'CANCELLED'], [past, 'BOOKED'], false],
  ] as const)('if %s: $3', (_, [before, was], [after, is], expected) => {
    const now = `${DAY} 12:00:00` as const;
    expect(r.becomesActive({ ...before, status: was }, { ...after, status: is }, now)).toBe(expected);
  });
});

describe('isBroughtAhead at 12:00: whether a change makes a past booking upcoming', () => {
  const NOON = `${DAY} 12:00:00`;
  const past = at('09:00', '10:00');
  test.each([
    ['moves a booking into the future', past, at('12:00', '13:00'), 'BOOKED', true],
    ['moves a booking into the current hour', past, at('11:00', '12:05'), 'BOOKED', true],
    ['keeps a booking in the past until the last minute', past, at('11:00', '12:00'), 'BOOKED', false],
    ['moves a booking to a future day', past, at('09:00', '10:00', '2025-03-13'), 'BOOKED', true],
    ['changes no time', at('13:00', '14:00'), at('13:00', '14:00'), 'BOOKED', false],
    ['moves a free slot', past, at('13:00', '14:00'), 'AVAILABLE', false],
    ['moves a CANCELLED appointment', past, at('13:00', '14:00'), 'CANCELLED', false],
  ] as const)(
    'whether a change that %s makes a past booking upcoming: $4',
    (_, before, times, status, expected) => {
      expect(r.isBroughtAhead(before, { ...times, status }, NOON)).toBe(expected);
    },
  );
});
