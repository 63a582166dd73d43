import { describe, expect, test } from 'vitest';
import { countInTurn } from '../appointments/service-fit.ts';
import type { Times } from '../appointments/slots.ts';
import { clockOf, type WallTime } from '../wall-clock.ts';
import { type OfferRules, offersOf, restMinutes, spanOf, splitOffers } from './offers.ts';
import { freeParts, type Holder } from './openings.ts';

const at = (clock: string): WallTime => `2026-03-12 ${clock.padStart(5, '0')}:00` as WallTime;
const hours = (text: string): WallTime => at(text.includes(':') ? text : `${text}:00`);
const time = (text: string): Times => {
  const [from = '', to = ''] = text.split('-');
  return { start_datetime: hours(from), end_datetime: hours(to) };
};

interface Day {
  /** The openings of a technician, separated by spaces. */
  readonly open: string;
  /** Bookings without clean-up, or with it after a plus: '11-12+20'. */
  readonly booked?: string;
  readonly blocked?: string;
  readonly now?: string;
  readonly S?: number | null;
  readonly c?: number;
  readonly r?: number;
  readonly step?: number;
  readonly tidy?: 1;
  readonly joins?: false;
}

const listOf = (text = '') => text.split(' ').filter((part) => part !== '');

const holderOf = (text: string): Holder => {
  const [times = '', cleanup = '0'] = text.split('+');
  return { ...time(times), minutes: null, cleanup: Number(cleanup) };
};

function startsOf({ open, booked, blocked, now = '6', S = 60, c = 0, r = 30, step = 30, tidy, joins }: Day) {
  const bookings = listOf(booked).map(holderOf);
  const holders = [...bookings, ...listOf(blocked).map(holderOf)];
  const free = freeParts(listOf(open).map(time), holders).map(({ opening, ...part }) => {
    const inside = bookings
      .map(({ start_datetime }) => start_datetime)
      .filter((start) => start >= opening.start_datetime && start < opening.end_datetime);
    return {
      ...part,
      opening_start: opening.start_datetime,
      opening_end: opening.end_datetime,
      next_booked: inside.filter((start) => start >= part.end_datetime).sort()[0] ?? null,
      is_used: inside.length > 0 ? (1 as const) : (0 as const),
    };
  });
  const rules: OfferRules = {
    span: { minutes: S, cleanup: c },
    rest: r,
    start_step_minutes: step,
    tidy_times: tidy ?? 0,
    joins: joins ?? true,
    now: hours(now),
  };
  return offersOf(free, rules);
}
const clocks = (day: Day) =>
  startsOf(day)
    .map(({ start_datetime }) => clockOf(start_datetime))
    .join(' ');

describe('an untouched opening', () => {
  test.each<[string, Day, string]>([
    ['offers its start, the steps and its end', { open: '9-12', c: 20 }, '09:00 09:30 10:00 11:00'],
    [
      'skips starts that leave less than the rest',
      { open: '16-20', S: 75 },
      '16:00 16:30 17:00 17:30 18:00 18:45',
    ],
    ['offers one time if the service fills it', { open: '9-10' }, '09:00'],
    ['offers nothing to a longer service', { open: '9-10', S: 65 }, ''],
    ['offers a whole opening shorter than the rest', { open: '9-9:20', S: 15 }, '09:00'],
    ['offers both ends if the rest between is kept', { open: '9-10:30' }, '09:00 09:30'],
    ['offers only its start if the end would leave too little before', { open: '9-10:25' }, '09:00'],
    ['keeps the steps of the clock, not of the opening', { open: '9:10-11:10' }, '09:10 10:10'],
    ['offers a step after exactly the rest', { open: '9:10-12', r: 50 }, '09:10 10:00 11:00'],
    ['offers a step that leaves exactly the rest', { open: '9-11:30', r: 30 }, '09:00 09:30 10:00 10:30'],
    ['offers quarters with a step of 15', { open: '9-10:30', r: 15, step: 15 }, '09:00 09:15 09:30'],
    ['offers hours with a step of 60', { open: '9-12', step: 60 }, '09:00 10:00 11:00'],
    ['counts steps of 50 minutes from midnight', { open: '9-12', step: 50 }, '09:00 10:00 11:00'],
    ['offers steps of 120 minutes at even hours', { open: '9-15', step: 120 }, '09:00 10:00 12:00 14:00'],
    ['lets the clean-up reach beyond its end', { open: '9-10', c: 60 }, '09:00'],
    ['offers everything with tidy times', { open: '9-12', tidy: 1 }, '09:00 09:30 10:00 10:30 11:00'],
    ['counts the clean-up into what remains', { open: '9-11', c: 15 }, '09:00 10:00'],
    ['offers the last quarters of a day', { open: '21:15-22', S: 30, r: 15, step: 15 }, '21:15 21:30'],
  ])('%s', (_, day, starts) => {
    expect(clocks(day)).toBe(starts);
  });
});

describe('an opening with a booking', () => {
  test.each<[string, Day, string]>([
    [
      'keeps the clean-up before the next booking',
      { open: '9-13', booked: '11-12', c: 20 },
      '09:00 09:40 12:00',
    ],
    [
      'offers no step that leaves too little before it',
      { open: '9-13', booked: '11:45-13' },
      '09:00 09:30 10:00 10:45',
    ],
    [
      'begins after the clean-up of a booking',
      { open: '9-13', booked: '9-10+20' },
      '10:20 11:00 11:30 12:00',
    ],
    [
      'needs no clean-up before a booking of another opening',
      { open: '9-10 10-12', booked: '10-11', c: 20 },
      '09:00 11:00',
    ],
    ['needs the clean-up if both are in one opening', { open: '9-12', booked: '10-11', c: 20 }, '11:00'],
    ['needs no clean-up before a block', { open: '9-12', blocked: '10-11', c: 20 }, '09:00 11:00'],
    ['hides a part that is shorter than the rest', { open: '9-12', booked: '9:25-12', S: 15 }, ''],
    ['offers a part of exactly the rest', { open: '9-12', booked: '9:30-12', S: 15 }, '09:00'],
    [
      'offers only ends with tidy times',
      { open: '8-16', booked: '11:30-12:30', tidy: 1 },
      '08:00 10:30 12:30 15:00',
    ],
    [
      'offers one time with tidy times if both ends are one',
      { open: '9-12', booked: '10-12', tidy: 1 },
      '09:00',
    ],
    [
      'offers no end with tidy times that leaves too little',
      { open: '9-12', booked: '10:20-12', tidy: 1 },
      '09:00',
    ],
    ['drops a part under 15 minutes', { open: '9-12', booked: '9:10-12', S: 5, r: 5 }, ''],
    ['keeps a part of 15 minutes', { open: '9-12', booked: '9:15-12', S: 15, r: 15 }, '09:00'],
    [
      'offers all with tidy times beside a block',
      { open: '9-12', blocked: '11-12', tidy: 1 },
      '09:00 09:30 10:00',
    ],
    [
      'lets a short clean-up shift the last start by 5',
      { open: '9-12', booked: '11-12', c: 5 },
      '09:00 09:55',
    ],
  ])('%s', (_, day, starts) => {
    expect(clocks(day)).toBe(starts);
  });
});

describe('a slot that has begun', () => {
  test.each<[string, Day, string]>([
    ['offers the steps ahead', { open: '10-14', now: '10:10', r: 60 }, '10:30 11:00 11:30 12:00 13:00'],
    [
      'offers the first step although too little lies before it',
      { open: '10-12', now: '10:20' },
      '10:30 11:00',
    ],
    ['does not offer a step that is now', { open: '10-12', now: '10:30' }, '11:00'],
    ['does not offer its start at its start', { open: '10-11', now: '10' }, ''],
    ['offers its start a minute before', { open: '10-11', now: '9:59' }, '10:00'],
    ['offers its end until it begins', { open: '10-11:25', now: '10:20' }, '10:25'],
    [
      'offers with tidy times the first step ahead and the end',
      { open: '10-15', booked: '13-14', now: '10:10', tidy: 1 },
      '10:30 12:00 14:00',
    ],
    ['joins no neighbor', { open: '10-11 11-12', now: '10:10', S: 90 }, ''],
  ])('%s', (_, day, starts) => {
    expect(clocks(day)).toBe(starts);
  });
});

describe('neighbors that are joined', () => {
  test.each<[string, Day, string]>([
    ['from the start of a slot', { open: '9-10 10-11', S: 90 }, '09:00'],
    ['not across a gap', { open: '9-10 10:05-11', S: 90 }, ''],
    ['not if the salon joins none', { open: '9-10 10-11', S: 90, joins: false }, ''],
    ['three of them', { open: '9-10 10-11 11-12', S: 150 }, '09:00'],
    ['each start of a slot', { open: '9-10 10-11 11-12', S: 90 }, '09:00 10:00'],
    ['not into the clean-up before a booking', { open: '9-10 10-12', booked: '11-12', S: 110, c: 15 }, ''],
    ['up to the clean-up before a booking', { open: '9-10 10-12', booked: '11-12', S: 105, c: 15 }, '09:00'],
    ['beside times of its own for a shorter service', { open: '9-10 10-11', S: 60 }, '09:00 10:00'],
  ])('%s', (_, day, starts) => {
    expect(clocks(day)).toBe(starts);
  });

  test('cuts the last one', () => {
    const [offer, ...others] = startsOf({ open: '9-10 10-11', S: 90 });
    expect(others).toEqual([]);
    expect(offer?.end_datetime).toBe(at('10:30'));
    expect(offer?.slots).toHaveLength(2);
  });
});

describe('an unknown length', () => {
  test.each<[string, Day, string]>([
    ['takes at most 120 minutes', { open: '9-12', S: null }, '09:00-11:00 09:30-11:30 10:00-12:00'],
    ['takes a shorter slot whole', { open: '9-10:40', S: null }, '09:00-10:40'],
    ['takes 15 minutes', { open: '9-9:15', S: null }, '09:00-09:15'],
    ['takes no 10 minutes', { open: '9-9:10', S: null }, ''],
    [
      'ends before the clean-up of the next booking',
      { open: '9-12', booked: '10-12', S: null, c: 20 },
      '09:00-09:40',
    ],
  ])('%s', (_, day, times) => {
    const shown = startsOf(day).map(
      ({ start_datetime, end_datetime }) => `${clockOf(start_datetime)}-${clockOf(end_datetime)}`,
    );
    expect(shown.join(' ')).toBe(times);
  });
});

const work = (duration_minutes: number | null, cleanup_minutes = 0, is_addon: 0 | 1 = 0) => ({
  duration_minutes,
  cleanup_minutes,
  is_addon,
});

test.each([
  ['47 minutes are 50', [work(47)], 50, 0],
  ['50 minutes stay 50', [work(50)], 50, 0],
  ['47 and 47 minutes are 95', [work(47), work(47)], 95, 0],
  ['the longest clean-up counts', [work(30, 10), work(30, 20)], 60, 20],
  ['a service without length counts 0 beside others', [work(30), work(null, 5)], 30, 5],
  ['only services without length are unknown', [work(null, 10)], null, 10],
  ['no services are unknown', [], null, 0],
])('spanOf: %s', (_, services, minutes, cleanup) => {
  expect(spanOf(services)).toEqual({ minutes, cleanup });
});

test.each([
  ['the setting', 45, [work(30)], 45],
  ['the shortest service with its clean-up', 0, [work(60), work(30, 10)], 40],
  ['no add-on', 0, [work(60), work(20, 0, 1)], 60],
  ['at least 15 minutes', 0, [work(10)], 15],
  ['30 minutes without lengths', 0, [work(null)], 30],
])('restMinutes: %s', (_, setting, services, rest) => {
  expect(restMinutes(setting, services)).toBe(rest);
});

test.each([
  ['none', '', 0],
  ['those that follow each other', '9-10 10-11', 2],
  ['only one of those that overlap', '9-10 9:30-10:30 10-11', 2],
])('countInTurn counts %s', (_, offers, count) => {
  expect(countInTurn(listOf(offers).map(time))).toBe(count);
});

describe('splitOffers', () => {
  const free = [{ ...time('9-12'), technician_id: undefined }];
  const rules: OfferRules = {
    span: { minutes: 60, cleanup: 0 },
    rest: 30,
    start_step_minutes: 30,
    tidy_times: 0,
    joins: true,
    now: hours('6'),
  };
  test('offers the parts of a slot', () => {
    const offers = splitOffers(free, () => rules);
    const starts = offers.map(({ start_datetime }) => clockOf(start_datetime));
    expect(starts).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00']);
  });
});
