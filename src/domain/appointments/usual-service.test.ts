import { expect, test } from 'vitest';
import { type ServiceId, toId } from '../ids.ts';
import { mostTakenServices } from './usual-service.ts';

test.each([
  ['none without appointments', [], []],
  ['none when no appointment has a service', [[], []], []],
  ['of one appointment', [[3]], [3]],
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
