import { describe, expect, test } from 'vitest';
import * as limits from '../limits.ts';
import { addMinutes, type WallTime } from '../wall-clock.ts';
import { isNewAccount, roomFrom, secondsToWait } from './caller-limits.ts';

const LIMITS = [
  { most: 2, withinMinutes: 10 },
  { most: 3, withinMinutes: 60 },
];
const ago = (...minutes: number[]) => minutes.map((minute) => -minute * 60_000);

describe('secondsToWait: when a limited caller may act again', () => {
  test.each([
    ['no earlier action: 0 s', ago(), 0],
    ['one earlier action: 0 s', ago(0), 0],
    ['two actions just now: the whole window', ago(0, 0), 600],
    ['two actions, the older 9 minutes ago: one minute', ago(1, 9), 60],
    ['two actions, the older just outside the window: 0 s', ago(1, 10), 0],
    ['three actions in the longer window: until the oldest leaves it', ago(15, 30, 45), 15 * 60],
    ['two limits: the longer wait', ago(0, 1, 59), 9 * 60],
    ['two actions in the future, because the clock was set back: 15 minutes', ago(-5, -5), 15 * 60],
  ])('secondsToWait after %s', (_, moments, seconds) => {
    expect(secondsToWait(moments, LIMITS, { nowMs: 0 })).toBe(seconds);
  });

  test.each([
    ['two slots after none: 0 s', ago(), 2, 0],
    ['two slots after one: until the earlier slot leaves the window', ago(4), 2, 6 * 60],
    ['three slots, more than one limit allows, after none: 0 s', ago(), 3, 0],
    ['three slots after one: until the earlier slot leaves the longer window', ago(4), 3, 56 * 60],
    ['four slots, more than both limits allow, after none: 0 s', ago(), 4, 0],
  ])('secondsToWait for %s', (_, moments, count, seconds) => {
    expect(secondsToWait(moments, LIMITS, { nowMs: 0, count })).toBe(seconds);
  });

  const many = (count: number) => ago(...Array.from({ length: count }, () => 0));
  const { MAX_VISITOR_BOOKINGS, MAX_NETWORK_BOOKINGS, MAX_NETWORK_CANCELLATIONS } = limits;
  const { MAX_NETWORK_WAITLIST_ENTRIES, MAX_OWN_CHANGES } = limits;
  test.each([
    ['a sixth guest booking in 10 minutes', MAX_VISITOR_BOOKINGS, many(5), 0],
    ['no seventh guest booking in 10 minutes', MAX_VISITOR_BOOKINGS, many(6), 600],
    ['a tenth booking of a network', MAX_NETWORK_BOOKINGS, many(9), 0],
    ['no eleventh booking of a network', MAX_NETWORK_BOOKINGS, many(10), 600],
    ['a 24th cancellation of a network a day', MAX_NETWORK_CANCELLATIONS, many(23), 0],
    ['no 25th cancellation of a network a day', MAX_NETWORK_CANCELLATIONS, many(24), 86_400],
    ['a 24th waitlist entry of a network a day', MAX_NETWORK_WAITLIST_ENTRIES, many(23), 0],
    ['no 25th waitlist entry of a network a day', MAX_NETWORK_WAITLIST_ENTRIES, many(24), 86_400],
    ['a 20th change of a booking a day', MAX_OWN_CHANGES, many(19), 0],
    ['no 21st change of a booking a day', MAX_OWN_CHANGES, many(20), 86_400],
  ])('the limits allow %s', (_, allowed, moments, seconds) => {
    expect(secondsToWait(moments, allowed, { nowMs: 0 })).toBe(seconds);
  });

  test.each([
    ['a 15th guest booking in 24 hours', MAX_VISITOR_BOOKINGS, 14, 0],
    ['no 16th guest booking in 24 hours', MAX_VISITOR_BOOKINGS, 15, 3600],
    ['a 24th booking of a network in 24 hours', MAX_NETWORK_BOOKINGS, 23, 0],
    ['no 25th booking of a network in 24 hours', MAX_NETWORK_BOOKINGS, 24, 3600],
  ])('the limits allow %s', (_, allowed, count, seconds) => {
    const moments = ago(...Array.from({ length: count }, () => 23 * 60));
    expect(secondsToWait(moments, allowed, { nowMs: 0 })).toBe(seconds);
  });
});

describe('roomFrom: when a caller may book again', () => {
  const at = (hour: number): WallTime => addMinutes('2026-11-17 00:00:00', hour * 60);
  const active = (...slots: number[]) => slots.map((count, n) => ({ end_datetime: at(9 + n), slots: count }));
  const single = (count: number) => active(...Array.from({ length: count }, () => 1));
  const { MAX_VISITOR_ACTIVE_SLOTS, MAX_NETWORK_ACTIVE_SLOTS } = limits;
  test.each([
    ['a twelfth slot of guests', single(11), 1, MAX_VISITOR_ACTIVE_SLOTS, undefined],
    [
      'no thirteenth slot of guests, until the first booking ends',
      single(12),
      1,
      MAX_VISITOR_ACTIVE_SLOTS,
      at(9),
    ],
    ['a twentieth slot of a network', single(19), 1, MAX_NETWORK_ACTIVE_SLOTS, undefined],
    [
      'no twenty-first slot of a network, until the first booking ends',
      single(20),
      1,
      MAX_NETWORK_ACTIVE_SLOTS,
      at(9),
    ],
    ['two joined slots after two', active(2), 2, 4, undefined],
    ['no three joined slots after two', active(2), 3, 4, at(9)],
    ['two slots once enough bookings have ended', active(1, 2, 1), 2, 4, at(10)],
    ['more slots than the limit, after none', active(), 5, 4, undefined],
    ['more slots than the limit, once all others have ended', active(1, 1), 5, 4, at(10)],
  ])('the limits allow %s', (_, bookings, count, most, until) => {
    expect(roomFrom(bookings, { count, most })).toBe(until);
  });
});

test.each([
  ['of 29 days counts', { days: 29.999, has_attended: false }, true],
  ['of 30 days does not count', { days: 30, has_attended: false }, false],
  ['with an attended appointment does not count', { days: 1, has_attended: true }, false],
  ['made just now counts', { days: 0, has_attended: false }, true],
])('toward the limits of its IP network, an account %s', (_, { days, has_attended }, isCounted) => {
  expect(isNewAccount({ created_at: 0, has_attended }, days * 24 * 60 * 60_000)).toBe(isCounted);
});
