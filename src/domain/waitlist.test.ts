import { describe, expect, test } from 'vitest';
import { toId } from './ids.ts';
import { daysThatOpened, isWaitOver, joinRefusal, type OfferedSlot, type WaitlistEntry } from './waitlist.ts';
import type { WallDate } from './wall-clock.ts';

const client: WaitlistEntry = { date: '2025-03-12', client_id: toId(7), guest_name: null, guest_phone: null };
const guest: WaitlistEntry = {
  date: '2025-03-12',
  client_id: null,
  guest_name: 'Ana',
  guest_phone: '064 123 456',
};

describe('joining the waitlist', () => {
  test.each([
    ['a client', client, '2025-03-11', 0, undefined],
    ['a guest', guest, '2025-03-11', 0, undefined],
    ['a guest without a name', { ...guest, guest_name: ' ' }, '2025-03-11', 0, 'waitlist_contact_missing'],
    ['a guest without a phone', { ...guest, guest_phone: null }, '2025-03-11', 0, 'waitlist_contact_missing'],
    ['today', client, '2025-03-12', 0, undefined],
    ['a past day', client, '2025-03-13', 0, 'waitlist_day_past'],
    ['a day with a free slot', client, '2025-03-11', 1, 'day_has_free_slots'],
  ] as const)('joining the waitlist is allowed or refused for %s', (_, entry, today, free, refusal) => {
    expect(joinRefusal(entry, today, free)).toBe(refusal);
  });
});

test.each([
  ['2025-03-11', false],
  ['2025-03-12', false],
  ['2025-03-13', true],
] as const)('on %s the wait for 12 March is over: %s', (today, over) => {
  expect(isWaitOver(client, today)).toBe(over);
});

describe('days that get a free slot', () => {
  const NOW = '2025-03-12 09:30:00';
  const slot = (
    from: `${number}`,
    status: OfferedSlot['status'] = 'AVAILABLE',
    date: WallDate = '2025-03-12',
  ): OfferedSlot => ({
    start_datetime: `${date} ${from}:00:00`,
    end_datetime: `${date} ${from}:30:00`,
    status,
  });
  const offer = (slots: readonly OfferedSlot[], absent?: WallDate) => ({
    slots,
    absences: absent ? [{ date_from: absent, date_to: absent }] : [],
  });
  const opened = (before: ReturnType<typeof offer>, after: ReturnType<typeof offer>) =>
    daysThatOpened(before, after, NOW).map((day) => day.slot.start_datetime);

  test.each([
    ['a cancellation frees a slot', [slot('10', 'BOOKED')], [slot('10', 'CANCELLED'), slot('10')], ['10']],
    ['one is unblocked', [slot('10', 'BLOCKED')], [slot('10')], ['10']],
    ['slots are made', [], [slot('11'), slot('10')], ['10']],
    ['there was one already', [slot('11')], [slot('10'), slot('11')], []],
    ['there was one, but it has begun', [slot('09')], [slot('09'), slot('11')], ['11']],
    ['the new one has begun', [], [slot('09')], []],
    ['the last one goes', [slot('10')], [slot('10', 'BOOKED')], []],
    ['one is blocked', [], [slot('10', 'BLOCKED')], []],
  ] as const)('the freed slots of a day are found when %s', (_, before, after, hours) => {
    expect(opened(offer(before), offer(after))).toEqual(hours.map((hour) => `2025-03-12 ${hour}:00:00`));
  });

  test('a day gets a free slot when an absence goes, not when one comes', () => {
    const slots = [slot('10')];
    expect(opened(offer(slots, '2025-03-12'), offer(slots))).toEqual(['2025-03-12 10:00:00']);
    expect(opened(offer(slots), offer(slots, '2025-03-12'))).toEqual([]);
    expect(opened(offer([], '2025-03-12'), offer(slots, '2025-03-12'))).toEqual([]);
  });

  test('a slot that is moved to another day opens only that day', () => {
    const moved = daysThatOpened(offer([slot('10')]), offer([slot('08', 'AVAILABLE', '2025-03-13')]), NOW);
    expect(moved.map(({ date }) => date)).toEqual(['2025-03-13']);
  });

  test('several days that get a free slot come in order', () => {
    const after = offer([slot('10', 'AVAILABLE', '2025-03-14'), slot('10', 'AVAILABLE', '2025-03-13')]);
    expect(daysThatOpened(offer([]), after, NOW).map(({ date }) => date)).toEqual([
      '2025-03-13',
      '2025-03-14',
    ]);
  });
});
