import { describe, expect, test } from 'vitest';
import type { Times } from './appointments/slots.ts';
import { toId } from './ids.ts';
import { daysThatGained, daysThatOpened, isWaitOver, joinRefusal, type WaitlistEntry } from './waitlist.ts';
import type { WallDate } from './wall-clock.ts';

const client: WaitlistEntry = { date: '2025-03-12', client_id: toId(7), guest_name: null, guest_phone: null };
const guest: WaitlistEntry = {
  date: '2025-03-12',
  client_id: null,
  guest_name: 'Ana',
  guest_phone: '064 123 456',
};

const TIME = { start_datetime: '2025-03-12 10:00:00', end_datetime: '2025-03-12 11:00:00' } as const;

describe('joinRefusal: who may join the waitlist of a day', () => {
  test.each([
    ['a client', client, '2025-03-11', undefined, undefined],
    ['a guest', guest, '2025-03-11', undefined, undefined],
    [
      'a guest without a name',
      { ...guest, guest_name: ' ' },
      '2025-03-11',
      undefined,
      'waitlist_contact_missing',
    ],
    [
      'a guest without a phone',
      { ...guest, guest_phone: null },
      '2025-03-11',
      undefined,
      'waitlist_contact_missing',
    ],
    ['today', client, '2025-03-12', undefined, undefined],
    ['a past day', client, '2025-03-13', undefined, 'waitlist_day_past'],
    ['a day with a free slot', client, '2025-03-11', TIME, 'day_has_free_slots'],
  ] as const)('the refusal to join the waitlist (%s) is $4', (_, entry, today, free, refusal) => {
    expect(joinRefusal(entry, today, free)).toBe(refusal);
  });
});

test.each([
  ['2025-03-11', false],
  ['2025-03-12', false],
  ['2025-03-13', true],
] as const)('on %s the entry for 12 March is over: %s', (today, over) => {
  expect(isWaitOver(client, today)).toBe(over);
});

describe('daysThatOpened: the days that gain a free slot', () => {
  const slot = (from: `${number}`, date: WallDate = '2025-03-12'): Times => ({
    start_datetime: `${date} ${from}:00:00`,
    end_datetime: `${date} ${from}:30:00`,
  });

  test.each([
    ['slots become free', [], [slot('11'), slot('10')], ['10']],
    ['the day had a free slot already', [slot('11')], [slot('10'), slot('11')], []],
    ['the last slot is no longer free', [slot('10')], [], []],
  ] as const)('finds the days that gained a slot when %s', (_, before, after, hours) => {
    const opened = daysThatOpened(before, after).map(({ offer }) => offer.start_datetime);
    expect(opened).toEqual(hours.map((hour) => `2025-03-12 ${hour}:00:00`));
  });

  test('if a slot moves to another day, only the new day gains a free slot', () => {
    const moved = daysThatOpened([slot('10')], [slot('08', '2025-03-13')]);
    expect(moved.map(({ date }) => date)).toEqual(['2025-03-13']);
  });

  test('days that gain a free slot are returned in order of date', () => {
    const after = [slot('10', '2025-03-14'), slot('10', '2025-03-13')];
    expect(daysThatOpened([], after).map(({ date }) => date)).toEqual(['2025-03-13', '2025-03-14']);
  });

  test.each([
    ['a new time', [slot('10')], [slot('10'), slot('11')], true],
    ['the same times with other ids', [slot('10')], [slot('10')], false],
    ['one time less', [slot('10'), slot('11')], [slot('10')], false],
    ['a longer slot', [slot('10')], [{ ...slot('10'), end_datetime: '2025-03-12 11:00:00' as const }], true],
  ])('whether a day gains a free time by %s: $3', (_, before, after, hasGained) => {
    expect(daysThatGained(before, after)).toEqual(hasGained ? ['2025-03-12'] : []);
  });
});
