import { describe, expect, test } from 'vitest';
import {
  DEPOSIT_STATES,
  type DepositEvent,
  depositAmount,
  depositUntil,
  movedDepositUntil,
  needsDeposit,
  nextDepositState,
} from './deposits.ts';

const NEW_PERSON = { hasCome: false, noShows: 0 };
const REGULAR = { hasCome: true, noShows: 0 };

describe('needsDeposit: which bookings need a deposit', () => {
  test.each([
    ['by default', 'NONE', NEW_PERSON, 500, false],
    ['of a new person', 'NEW', NEW_PERSON, null, true],
    ['of a person who came once', 'NEW', REGULAR, null, false],
    ['after a no-show', 'NO_SHOW', { hasCome: true, noShows: 1 }, null, true],
    ['without a no-show', 'NO_SHOW', NEW_PERSON, null, false],
    ['for a long service', 'LONG', REGULAR, 120, true],
    ['for a service a minute below the minimum', 'LONG', REGULAR, 119, false],
    ['for an unknown duration', 'LONG', REGULAR, null, false],
    ['of everybody', 'ALL', REGULAR, null, true],
  ] as const)('whether a deposit is required %s: $4', (_, deposit_for, person, minutes, isAsked) => {
    expect(needsDeposit({ deposit_for, deposit_min_minutes: 120 }, person, minutes)).toBe(isAsked);
  });
});

describe('the amount of a deposit', () => {
  test.each([
    ['is a percentage of the price', 0, 30, 240_000, 70_000],
    ['rounds half up to 100 din', 0, 50, 170_000, 90_000],
    ['rounds down below half', 0, 50, 169_900, 80_000],
    ['never exceeds the price', 0, 100, 6_000, 6_000],
    ['is 0 when it rounds to nothing', 0, 10, 40_000, 0],
    ['is 0 without a price', 0, 50, null, 0],
    ['is 0 for a price on request', 0, 50, 0, 0],
    ['is the fixed amount, even above the price', 500, 30, 30_000, 50_000],
    ['is the fixed amount without a price', 500, 0, null, 50_000],
  ])('the amount %s', (_, deposit_amount, deposit_percent, price, amount) => {
    expect(depositAmount({ deposit_amount, deposit_percent }, price)).toBe(amount);
  });
});

const HOUR = 3_600_000;
describe('the time by which a deposit must be paid', () => {
  test.each([
    ['lasts as many hours as the setting says', 100 * HOUR, 12, 12 * HOUR],
    ['ends two hours before the start', 10 * HOUR, 12, 8 * HOUR],
    ['can last exactly one hour', 3 * HOUR, 12, HOUR],
    ['is undefined if less than an hour would be left', 3 * HOUR - 1, 12, undefined],
    ['is one hour if the setting says so', 100 * HOUR, 1, HOUR],
  ])('the time to pay %s', (_, startMs, hours, until) => expect(depositUntil(0, startMs, hours)).toBe(until));

  test.each([
    ['stays when the booking moves to a later day', 12 * HOUR, 100 * HOUR, 12 * HOUR],
    ['ends earlier when the booking moves to an earlier time', 12 * HOUR, 6 * HOUR, 4 * HOUR],
    ['lasts until the move can no longer be undone', 12 * HOUR, HOUR, 10_000],
    ['never gets longer', 5000, HOUR, 5000],
  ])('the time to pay %s', (_, until, startMs, moved) =>
    expect(movedDepositUntil(until, startMs, 0)).toBe(moved),
  );
});

describe('the state of a deposit', () => {
  test.each<[string, DepositEvent, string | undefined]>([
    ['WAITING', 'RECEIVED', 'RECEIVED'],
    ['WAITING', 'WAIVED', 'WAIVED'],
    ['WAITING', 'HOLD_ENDED', 'EXPIRED'],
    ['WAITING', 'CANCELLED', 'EXPIRED'],
    ['WAITING', 'ATTENDED', 'WAIVED'],
    ['WAITING', 'GIVEN_AWAY', 'WAIVED'],
    ['WAITING', 'REFUNDED', undefined],
    ['WAITING', 'KEPT', undefined],
    ['RECEIVED', 'CANCELLED', 'TO_REFUND'],
    ['RECEIVED', 'CANCELLED_LATE', 'KEPT'],
    ['RECEIVED', 'GIVEN_AWAY', 'TO_REFUND'],
    ['RECEIVED', 'REFUNDED', 'REFUNDED'],
    ['RECEIVED', 'KEPT', 'KEPT'],
    ['RECEIVED', 'RECEIVED', undefined],
    ['RECEIVED', 'WAIVED', undefined],
    ['RECEIVED', 'HOLD_ENDED', undefined],
    ['RECEIVED', 'ATTENDED', undefined],
    ['EXPIRED', 'RECEIVED', 'TO_REFUND'],
    ['EXPIRED', 'WAIVED', undefined],
    ['TO_REFUND', 'REFUNDED', 'REFUNDED'],
    ['TO_REFUND', 'KEPT', 'KEPT'],
    ['TO_REFUND', 'RECEIVED', undefined],
  ])('in the state %s, the event %s leads to the state %s', (state, event, next) => {
    expect(nextDepositState(state as (typeof DEPOSIT_STATES)[number], event)).toBe(next);
  });

  const EVENTS: readonly DepositEvent[] = [
    'RECEIVED',
    'WAIVED',
    'REFUNDED',
    'KEPT',
    'HOLD_ENDED',
    'CANCELLED',
    'CANCELLED_LATE',
    'ATTENDED',
    'GIVEN_AWAY',
  ];
  test.each(['REFUNDED', 'WAIVED', 'KEPT'] as const)('the state %s is final', (state) => {
    expect(EVENTS.filter((event) => nextDepositState(state, event) !== undefined)).toEqual([]);
  });
  test('a deposit never returns to an earlier state', () => {
    const reachable = (state: (typeof DEPOSIT_STATES)[number]): string[] =>
      EVENTS.flatMap((event) => {
        const next = nextDepositState(state, event);
        return next === undefined ? [] : [next, ...reachable(next)];
      });
    for (const state of DEPOSIT_STATES) expect(reachable(state)).not.toContain(state);
  });
});
