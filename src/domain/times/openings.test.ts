import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minutesOf } from '../appointments/service-fit.ts';
import { areSameTimes, overlaps, type Times } from '../appointments/slots.ts';
import { addMinutes, clockOf, type WallTime } from '../wall-clock.ts';
import { type OpenSlot, offersOf } from './offers.ts';
import {
  derivation,
  freedGround,
  freeParts,
  groundOf,
  type Holder,
  offeredAgain,
  resized,
  withdrawn,
  withOpening,
} from './openings.ts';

const at = (clock: string): WallTime =>
  `2026-03-12 ${(clock.includes(':') ? clock : `${clock}:00`).padStart(5, '0')}:00` as WallTime;
const time = (text: string): Times => {
  const [from = '', to = ''] = text.split('-');
  return { start_datetime: at(from), end_datetime: at(to) };
};
const times = (text: string): Times[] => text.split(' ').filter(Boolean).map(time);
const textOf = (parts: readonly Times[]) =>
  parts
    .map(({ start_datetime, end_datetime }) => `${clockOf(start_datetime)}-${clockOf(end_datetime)}`)
    .join(' ');

/** A block '10-11', or a booking whose services and clean-up follow: '10-11/60+20'. */
const holders = (text: string): Holder[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [span = '', work] = part.split('/');
      const [minutes, cleanup] = (work ?? '').split('+').map(Number);
      return { ...time(span), minutes: work ? (minutes ?? null) : null, cleanup: cleanup ?? 0 };
    });

describe('freeParts', () => {
  test.each([
    ['an untouched opening is one part', '9-12', '', '09:00-12:00'],
    ['an untouched opening of 5 minutes is a part', '9-9:05', '', '09:00-09:05'],
    ['a booking leaves both sides', '9-12', '10-11/60', '09:00-10:00 11:00-12:00'],
    ['a part of 14 minutes is none', '9-12', '9:14-12', ''],
    ['a part of 15 minutes is one', '9-12', '9:15-12', '09:00-09:15'],
    ['clean-up follows the booking', '9-12', '9-10/60+20', '10:20-12:00'],
    ['clean-up begins with the end of the services', '9-12', '9-11/60+20', '11:00-12:00'],
    [
      'clean-up reaches beyond a row that is longer than the services',
      '9-12',
      '9-10:10/60+20',
      '10:20-12:00',
    ],
    ['clean-up of services longer than their row follows the row', '9-12', '9-10/90+20', '10:20-12:00'],
    ['clean-up holds nothing of the next opening', '9-10 10-12', '9-10/60+20', '10:00-12:00'],
    ['clean-up ends with its opening', '9-10:10 10:10-12', '9-10/60+20', '10:10-12:00'],
    ['a block has no clean-up', '9-12', '9-10', '10:00-12:00'],
    ['a booking over two openings touches both', '9-10 10-12', '9:30-10:30/60', '09:00-09:30 10:30-12:00'],
    ['adjacent openings stay two parts', '9-10 10-11', '', '09:00-10:00 10:00-11:00'],
  ])('%s', (_, open, held, parts) => {
    expect(textOf(freeParts(times(open), holders(held)))).toBe(parts);
  });
});

describe('withdrawn', () => {
  test.each([
    ['takes the middle', '9-12', '10-11', '09:00-10:00 11:00-12:00'],
    ['takes remnants under 15 minutes too', '9-12', '9:10-11:50', ''],
    ['leaves remnants of 15 minutes', '9-12', '9:15-11:45', '09:00-09:15 11:45-12:00'],
    ['leaves untouched short openings', '9-9:05 10-11', '10-11', '09:00-09:05'],
  ])('%s', (_, open, ground, after) => {
    expect(textOf(withdrawn(times(open), times(ground)))).toBe(after);
  });
});

describe('offeredAgain', () => {
  test.each([
    ['adds nothing inside an opening', '9-12', '10-11', '09:00-12:00'],
    ['adds an opening outside', '9-10', '11-12', '09:00-10:00 11:00-12:00'],
    ['adds what lies outside as openings of their own', '9-10', '9:30-11', '09:00-10:00 10:00-11:00'],
    ['adds no piece under 15 minutes beside an opening', '9-10', '9:30-10:10', '09:00-10:00'],
    ['adds a short piece that stands alone', '9-10', '11-11:10', '09:00-10:00 11:00-11:10'],
    ['adds overlapping ground once', '', '9-10 9:30-11', '09:00-10:00 10:00-11:00'],
  ])('%s', (_, open, ground, after) => {
    expect(textOf(offeredAgain(times(open), times(ground)))).toBe(after);
  });
});

describe('withOpening', () => {
  test.each([
    ['takes its minutes out of others', '9-12', '10-11', '09:00-10:00 10:00-11:00 11:00-12:00'],
    ['takes leftover pieces under 15 minutes', '9-12', '9:10-12', '09:10-12:00'],
    ['may be short itself', '', '9-9:05', '09:00-09:05'],
  ])('%s', (_, open, added, after) => {
    expect(textOf(withOpening(times(open), time(added)))).toBe(after);
  });
});

describe('resized: an opening 9-12 with a booking 9-10', () => {
  test.each([
    ['gains minutes at its end', '10-13', '09:00-13:00'],
    ['gives up minutes at its end', '10-11', '09:00-11:00'],
    ['gives up minutes at its start', '10:30-12', '09:00-10:00 10:30-12:00'],
    ['moves away', '14-15', '09:00-10:00 14:00-15:00'],
    ['takes gained minutes from the next opening', '10-12:30', '09:00-12:30 12:30-13:00'],
  ])('%s', (_, to, after) => {
    const openings = times(to === '10-12:30' ? '9-12 12-13' : '9-12');
    const [part] = freeParts(openings, holders('9-10/60'));
    expect(part && textOf(resized(openings, part, time(to)))).toBe(after);
  });
});

test('freedGround is what nobody holds any more, with the clean-up', () => {
  const open = times('9-12');
  expect(textOf(freedGround(open, holders('9-10/60+30'), []))).toBe('09:00-10:00 10:00-10:30');
  expect(textOf(freedGround(open, holders('9-10/60+30 10:15-11/45'), holders('10:15-11/45')))).toBe(
    '09:00-10:00 10:00-10:15',
  );
  expect(textOf(freedGround(open, holders('9-11/60'), holders('9-10/60')))).toBe('10:00-11:00');
});

test('derivation keeps rows with the same times, and gives others the part that they overlap', () => {
  const rows = times('9-10 10-12 13-14');
  const parts = times('9-10 10-10:30 11-12');
  const { kept, changed, added, gone } = derivation(rows, parts);
  expect(textOf(kept)).toBe('09:00-10:00');
  expect(changed.map(({ row, to }) => textOf([row, to]))).toEqual(['10:00-12:00 10:00-10:30']);
  expect(textOf(added)).toBe('11:00-12:00');
  expect(textOf(gone)).toBe('13:00-14:00');
});

// A random life of one technician's day: what the law promises holds after every step.
interface Day {
  readonly openings: readonly Times[];
  readonly bookings: readonly Holder[];
  readonly blocks: readonly Holder[];
}
const RULES = { start_step_minutes: 15, tidy_times: 0, rest: 15, joins: true } as const;
const held = ({ bookings, blocks }: Day): Holder[] => [...bookings, ...blocks];

function freeOf(day: Day): OpenSlot[] {
  return freeParts(day.openings, held(day)).map(({ opening, ...part }) => {
    const inside = day.bookings.filter((booking) => overlaps(booking, opening)).map((b) => b.start_datetime);
    return {
      ...part,
      opening_start: opening.start_datetime,
      opening_end: opening.end_datetime,
      next_booked: inside.filter((start) => start >= part.end_datetime).sort()[0] ?? null,
      is_used: inside.length > 0 ? 1 : 0,
    };
  });
}

const minute = fc.integer({ min: 72, max: 263 }).map((n) => n * 5);
const DAWN = at('00');
const command = fc.record({
  kind: fc.constantFrom('open', 'book', 'staff', 'block', 'cancel', 'withdraw', 'shorten', 'resize'),
  from: minute,
  minutes: fc.integer({ min: 1, max: 40 }).map((n) => n * 5),
  cleanup: fc.constantFrom(0, 10, 30),
  nth: fc.nat(20),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const spanOf = ({ from, minutes }: Command): Times => ({
  start_datetime: addMinutes(DAWN, from),
  end_datetime: addMinutes(DAWN, Math.min(from + minutes, 22 * 60)),
});
const isTaken = (day: Day, span: Times) => held(day).some((holder) => overlaps(holder, span));

function ended(day: Day, gone: Holder, offersAgain: boolean): Day {
  const after = {
    ...day,
    bookings: day.bookings.filter((b) => b !== gone),
    blocks: day.blocks.filter((b) => b !== gone),
  };
  const ground = freedGround(day.openings, held(day), held(after));
  return { ...after, openings: (offersAgain ? offeredAgain : withdrawn)(day.openings, ground) };
}

/** The booking of a client who takes one of the offers; undefined if there is none. */
function offered(day: Day, { minutes, cleanup, nth }: Command) {
  const offers = offersOf(freeOf(day), { ...RULES, span: { minutes, cleanup }, now: DAWN });
  const offer = offers[nth % Math.max(1, offers.length)];
  return (
    offer && { start_datetime: offer.start_datetime, end_datetime: offer.end_datetime, minutes, cleanup }
  );
}

function bookOffer(day: Day, done: Command): Day {
  const booking = offered(day, done);
  return booking ? { ...day, bookings: [...day.bookings, booking] } : day;
}

function shorten(day: Day, { nth }: Command): Day {
  const found = day.bookings[nth % Math.max(1, day.bookings.length)];
  if (!found || minutesOf(found) < 10) return day;
  const shorter = { ...found, end_datetime: addMinutes(found.end_datetime, -5) };
  const after = { ...day, bookings: day.bookings.map((b) => (b === found ? shorter : b)) };
  return { ...after, openings: withdrawn(day.openings, freedGround(day.openings, held(day), held(after))) };
}

function resize(day: Day, done: Command): Day {
  const part = freeParts(day.openings, held(day))[done.nth % 3];
  const span = spanOf(done);
  return part && !isTaken(day, span) ? { ...day, openings: resized(day.openings, part, span) } : day;
}

function endSome(day: Day, { kind, nth }: Command): Day {
  const found = held(day)[nth % Math.max(1, held(day).length)];
  return found ? ended(day, found, kind === 'cancel') : day;
}

/** What staff do where nothing is booked or blocked. */
const inRoom =
  (act: (day: Day, span: Times, done: Command) => Day) =>
  (day: Day, done: Command): Day =>
    isTaken(day, spanOf(done)) ? day : act(day, spanOf(done), done);

const STEPS: Record<Command['kind'], (day: Day, done: Command) => Day> = {
  open: inRoom((day, span) => ({ ...day, openings: withOpening(day.openings, span) })),
  staff: inRoom((day, span, { minutes, cleanup }) => ({
    ...day,
    bookings: [...day.bookings, { ...span, minutes, cleanup }],
  })),
  block: inRoom((day, span) => ({ ...day, blocks: [...day.blocks, { ...span, minutes: null, cleanup: 0 }] })),
  book: bookOffer,
  cancel: endSome,
  withdraw: endSome,
  shorten,
  resize,
};

const areApart = (all: readonly Times[]) =>
  all.every((one, n) => all.slice(n + 1).every((other) => !overlaps(one, other)));

function assertLawful(day: Day): void {
  const free = freeParts(day.openings, held(day));
  expect(areApart(day.openings)).toBe(true);
  expect(areApart([...free, ...held(day)])).toBe(true);
  const ground = day.bookings.flatMap((booking) => groundOf(booking, day.openings));
  for (const part of free) {
    expect(minutesOf(part) >= 15 || day.openings.some((opening) => areSameTimes(opening, part))).toBe(true);
    expect(ground.some((held) => overlaps(held, part))).toBe(false);
  }
}

/** A booking by an offer lies in openings, in nobody's clean-up, and leaves no trace when it is cancelled. */
function assertOffered(before: Day, after: Day): void {
  const [booked] = after.bookings.filter((booking) => !before.bookings.includes(booking));
  if (!booked) return;
  const ground = before.bookings.flatMap((booking) => groundOf(booking, before.openings));
  expect(freedGround([], [booked], []).flatMap((own) => offeredAgain(before.openings, [own]))).toEqual(
    before.openings,
  );
  expect(ground.some((held) => overlaps(held, booked))).toBe(false);
  expect(textOf(ended(after, booked, true).openings)).toBe(textOf(before.openings));
}

test('a random day keeps openings apart, parts long enough and clean-ups free', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      let day: Day = { openings: times('8-12 12-14 16-20'), bookings: [], blocks: [] };
      for (const one of commands) {
        const before = day;
        day = STEPS[one.kind](before, one);
        assertLawful(day);
        if (one.kind === 'book') assertOffered(before, day);
      }
      const empty = held(day).reduce((left, holder) => ended(left, holder, true), day);
      expect(textOf(freeParts(empty.openings, []))).toBe(textOf(empty.openings));
    }),
    { numRuns: 300 },
  );
});
