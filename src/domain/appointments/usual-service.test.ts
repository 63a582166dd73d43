import { expect, test } from 'vitest';
import { type ServiceId, toId } from '../ids.ts';
import { mostTakenService } from './usual-service.ts';

test.each([
  ['of nobody who was here', [], null],
  ['of visits without a service', [null, null], null],
  ['of one visit', [3], 3],
  ['of most visits, not of the latest', [1, 2, 2], 2],
  ['of two as frequent the later one’s', [1, 2, 2, 1], 1],
  ['visits without one count for none', [null, null, 2], 2],
])('the usual service: %s', (_, latestFirst, usual) => {
  const visits = latestFirst.map((id) => ({ service_id: id === null ? null : toId<ServiceId>(id) }));
  expect(mostTakenService(visits)).toBe(usual);
});
