import { expect, test } from 'vitest';
import { toId } from '#domain/ids.ts';
import { daysToAsk, type Freed, freedState, spanOf } from './inbox.ts';

const NOW = '2026-11-17 07:30:00';
const freed: Freed = { day: '2026-11-27', appointment_id: toId(7), appt_start: '2026-11-27 12:00:00' };
const itself = { id: 7, start_datetime: '2026-11-27 12:00:00' } as const;

test.each([
  ['no day', [], null],
  ['one day', ['2026-11-27'], { from: '2026-11-27', to: '2026-11-27' }],
  ['days in any order', ['2026-11-27', '2026-11-18', '2026-11-20'], { from: '2026-11-18', to: '2026-11-27' }],
] as const)(
  'the days of freed slots are requested as one range, from the first to the last: %s',
  (_, days, span) => {
    expect(spanOf(days)).toEqual(span);
  },
);

test.each([
  ['yesterday', { day: '2026-11-16' }, []],
  ['today', { day: '2026-11-17' }, ['2026-11-17']],
  ['a day ahead', {}, ['2026-11-27']],
  ['a slot that was deleted', { appointment_id: null }, []],
  ['no day known', { day: null }, []],
] as const)('fetches only days that can still have the free slot: %s', (_, changed, days) => {
  expect(daysToAsk([{ ...freed, ...changed }], '2026-11-17')).toEqual(days);
});

test.each([
  ['the slot is listed', {}, [itself], 'free'],
  ['the slot is not listed', {}, [], 'gone'],
  ['another slot is listed', {}, [{ ...itself, id: 8 }], 'gone'],
  ['the slot has another time now', {}, [{ ...itself, start_datetime: '2026-11-27 13:00:00' }], 'gone'],
  ['the list is loading', {}, undefined, 'loading'],
  ['the list could not be fetched', {}, null, 'free'],
  ['the slot was deleted', { appointment_id: null }, undefined, 'gone'],
  ['the time of the slot is unknown', { appt_start: null }, undefined, 'gone'],
  ['the slot begins in a second', { appt_start: '2026-11-17 07:30:01' }, undefined, 'loading'],
  ['the slot begins now', { appt_start: NOW }, undefined, 'gone'],
] as const)('the state of a freed slot, if %s: $3', (_, changed, free, state) => {
  expect(freedState({ ...freed, ...changed }, NOW, free)).toBe(state);
});
