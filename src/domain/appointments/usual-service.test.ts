import { expect, test } from 'vitest';
import { type ServiceId, toId } from '../ids.ts';
import { mostTakenService } from './usual-service.ts';

test.each([
  ['none without appointments', [], null],
  ['none when no appointment has a service', [null, null], null],
  ['of one visit', [3], 3],
  ['the most frequent one, not the latest', [1, 2, 2], 2],
  ['the more recent of two equally frequent', [1, 2, 2, 1], 1],
  ['appointments without a service are ignored', [null, null, 2], 2],
])('the usual service: %s', (_, latestFirst, usual) => {
  const visits = latestFirst.map((id) => ({ service_id: id === null ? null : toId<ServiceId>(id) }));
  expect(mostTakenService(visits)).toBe(usual);
});
