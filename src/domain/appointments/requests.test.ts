import { describe, expect, test } from 'vitest';
import { depositAskedFrom, requestUntil, startRefusal } from '../clients/request-until.ts';
import type { WallTime } from '../wall-clock.ts';
import { needsRequest, noticeRefusal, requestRefusal, twiceRefusal, waitingRefusal } from './requests.ts';

/** '12 10:00' is 10:00 on 12 March. */
const at = (text: string): WallTime => `2026-03-${text}:00` as WallTime;

test.each([
  ['a start ahead without a notice', '12 10:00', '12 10:01', 0, undefined],
  ['a start exactly at the notice', '12 10:00', '12 12:00', 120, undefined],
  ['a start a minute before the notice', '12 10:00', '12 11:59', 120, 'too_soon'],
  ['the next day with a day of notice', '12 10:00', '13 10:00', 1440, undefined],
  ['the next day a minute too soon', '12 10:00', '13 09:59', 1440, 'too_soon'],
])('noticeRefusal: %s', (_, now, start, notice_minutes, refusal) => {
  expect(noticeRefusal(at(now), at(start), { notice_minutes })).toBe(refusal);
});

describe('requestUntil', () => {
  test.each([
    ['two hours before the start', '12 10:00', '12 13:00', 24, '12 11:00'],
    ['too little time before that', '12 10:00', '12 12:55', 24, undefined],
    ['the evening before an early start', '12 20:00', '13 10:00', 24, '12 21:00'],
    ['less than an hour before the evening', '12 20:01', '13 10:00', 24, undefined],
    ['in the night for the next noon', '12 21:30', '13 12:00', 24, '13 10:00'],
    ['in the night for the next morning', '12 21:30', '13 11:30', 24, undefined],
    ['hours that end in the night', '12 20:30', '13 18:00', 1, '13 10:00'],
    ['hours that end in the early morning', '12 23:30', '13 18:00', 6, '13 10:00'],
    ['hours that end at 20:59', '12 19:59', '13 18:00', 1, '12 20:59'],
    ['hours that end at 21:00', '12 20:00', '13 18:00', 1, '13 10:00'],
    ['hours that end at 9:00', '12 09:00', '14 18:00', 24, '13 09:00'],
    ['hours that end at 8:59', '12 08:59', '14 18:00', 24, '13 10:00'],
    ['a start two hours after 21:00', '12 10:00', '12 23:00', 48, '12 21:00'],
    ['a start two hours after 9:00', '12 10:00', '13 11:00', 48, '13 09:00'],
    ['a start a minute earlier', '12 10:00', '13 10:59', 48, '12 21:00'],
    ['a start that is over', '12 10:00', '12 09:00', 24, undefined],
    ['the last day of the month', '31 10:00', '31 13:00', 24, '31 11:00'],
  ])('%s', (_, now, start, request_hours, until) => {
    expect(requestUntil(at(now), at(start), { request_hours })).toBe(until && at(until));
  });
});

test.each([
  ['NONE, somebody new', 'NONE', false, false],
  ['NEW, somebody new', 'NEW', false, true],
  ['NEW, somebody known', 'NEW', true, false],
  ['ALL, somebody known', 'ALL', true, true],
] as const)('needsRequest: %s', (_, requests_for, isKnown, needs) => {
  expect(needsRequest({ requests_for }, isKnown)).toBe(needs);
});

test.each([
  ['WAITING', undefined, 'request_waiting'],
  ['ACCEPTED', 'request_state', undefined],
  ['DECLINED', 'request_state', undefined],
  ['LAPSED', 'request_state', undefined],
  [null, 'request_state', undefined],
] as const)('a request that is %s', (state, answered, moved) => {
  expect([requestRefusal(state), waitingRefusal(state)]).toEqual([answered, moved]);
});

test.each([
  ['only ALL leaves out starts that cannot be answered', 'ALL', '12 12:55', 'too_soon'],
  ['ALL keeps starts that can', 'ALL', '12 13:00', undefined],
  ['NEW keeps them for those whom the salon knows', 'NEW', '12 12:55', undefined],
] as const)('startRefusal: %s', (_, requests_for, start, refusal) => {
  const rules = { requests_for, notice_minutes: 0, request_hours: 24 };
  expect(startRefusal(at('12 10:00'), at(start), rules)).toBe(refusal);
});

test.each([
  ['a minute of overlap', '12 10:59', '12 12:00', 'already_booked_then'],
  ['touching ends', '12 11:00', '12 12:00', undefined],
])('twiceRefusal: %s', (_, from, to, refusal) => {
  const booked = [{ start_datetime: at('12 10:00'), end_datetime: at('12 11:00') }];
  expect(twiceRefusal({ start_datetime: at(from), end_datetime: at(to) }, booked)).toBe(refusal);
});

test.each([
  ['19:59', '12 19:59', '12 19:59'],
  ['20:00', '12 20:00', '13 09:00'],
  ['8:59', '12 08:59', '12 09:00'],
  ['9:00', '12 09:00', '12 09:00'],
])('the hours of a deposit after an acceptance at %s', (_, now, from) => {
  expect(depositAskedFrom(at(now))).toBe(at(from));
});
