import { expect, test } from 'vitest';
import { type ServiceId, toId } from '../ids.ts';
import { addonRefusal } from './addons.ts';
import {
  areSameLines,
  askedServices,
  linesAfter,
  minutesOfServices,
  mostTakenServices,
  namesOf,
  priceOf,
  type ServiceLine,
  summaryOf,
} from './lines.ts';

const id = (n: number) => toId<ServiceId>(n);
const line = (n: number | null, more: Partial<ServiceLine> = {}): ServiceLine => ({
  service_id: n === null ? null : id(n),
  name: `S${n}`,
  price: 1000,
  duration_minutes: 60,
  ...more,
});

test.each([
  ['nothing', {}, undefined],
  ['one service', { service_id: id(3) }, [3]],
  ['one service as null', { service_id: null }, []],
  ['several', { service_ids: [id(3), id(1)] }, [3, 1]],
  ['an empty list', { service_ids: [] }, []],
  ['several as null', { service_ids: null }, []],
])('reads the services of a request with %s', (_, request, ids) => {
  expect(askedServices(request)).toEqual(ids);
});

test.each([
  ['no line', [], null, null],
  ['one line', [1800], 'A', 1800],
  ['two lines', [1800, 500], 'A + B', 2300],
  ['an unknown price', [1800, null], 'A + B', 1800],
  ['only unknown prices', [null, null], 'A + B', null],
  ['a price on request', [0, null], 'A + B', 0],
  ['fractions of a dinar, without a rounding error', [0.1, 0.2], 'A + B', 0.3],
])('joins names and adds prices of %s', (_, prices, names, sum) => {
  const lines = prices.map((price, n) => ({ name: 'AB'.charAt(n), price }));
  expect(namesOf(lines)).toBe(names);
  expect(priceOf(lines)).toBe(sum);
});

test.each([
  ['no service', [], null],
  ['one', [60], 60],
  ['two', [60, 75], 135],
  ['a service without a duration', [60, null], null],
])('adds the minutes of %s', (_, minutes, sum) => {
  expect(minutesOfServices(minutes.map((duration_minutes) => ({ duration_minutes })))).toBe(sum);
});

test('the columns that older releases read contain the first service’s id, the joined names and the sum of the prices', () => {
  const columns = summaryOf([line(2), line(1)]);
  expect(columns).toEqual({ service_id: 2, service_name: 'S2 + S1', service_price: 2000 });
  expect(summaryOf([])).toEqual({ service_id: null, service_name: null, service_price: null });
});

test.each([
  ['no service', false, [], undefined],
  ['a service', false, [0], undefined],
  ['a service with an add-on', false, [1, 0], undefined],
  ['an add-on of a client', false, [1], 'addon_alone'],
  ['two add-ons of a visitor', false, [1, 1], 'addon_alone'],
  ['an add-on that the salon books', true, [1], undefined],
] as const)('the refusal of a booking with %s is $3', (_, isStaff, addons, refusal) => {
  expect(
    addonRefusal(
      addons.map((is_addon) => ({ is_addon })),
      isStaff,
    ),
  ).toBe(refusal);
});

test('a service that stays chosen keeps the name and price that were copied when it was booked', () => {
  const before = [line(1, { price: 700, name: 'Old name' }), line(null, { name: 'Deleted' })];
  expect(linesAfter(before, [line(2), line(1)])).toEqual([line(2), before[0]]);
});

test.each([
  ['no difference', [line(1)], [line(1)], true],
  ['another order', [line(1), line(2)], [line(2), line(1)], true],
  ['another service', [line(1), line(2)], [line(1), line(3)], false],
  ['an additional line', [line(1)], [line(1), line(2)], false],
  ['another price', [line(1)], [line(1, { price: null })], false],
  ['a deleted service that is removed', [line(null), line(1)], [line(1)], false],
])('whether lines with %s count as the same: $3', (_, a, b, isSame) => {
  expect(areSameLines(a, b)).toBe(isSame);
});

test.each([
  ['none without appointments', [], []],
  ['none when no appointment has a service', [[], []], []],
  ['the services of the only appointment', [[3]], [3]],
  ['the most frequent, not the latest', [[1], [2], [2]], [2]],
  ['the more recent of two equally frequent', [[1], [2], [2], [1]], [1]],
  ['appointments without a service are ignored', [[], [], [2]], [2]],
  ['several services count as one set, in any order', [[1], [1, 4], [4, 1]], [1, 4]],
  ['a part of a set is another set', [[1, 4], [1], [1]], [1]],
  ['a deleted service is ignored', [[null], [null, 2]], [2]],
])('the usual services: %s', (_, latestFirst, usual) => {
  const visits = latestFirst.map((ids) => ({
    services: ids.map((id) => ({ service_id: id === null ? null : toId<ServiceId>(id) })),
  }));
  expect(mostTakenServices(visits)).toEqual(usual);
});
