import { expect, test } from 'vitest';
import { type ServiceId, toId } from './ids.ts';
import { leastBooked, technicianRefusal } from './technicians.ts';

const [GEL, MANICURE] = [toId<ServiceId>(1), toId<ServiceId>(2)];

test.each([
  ['the fewest booked minutes', { minutes: 60, position: 0 }, { minutes: 59, position: 1 }, 1],
  ['the first in order with equal minutes', { minutes: 60, position: 1 }, { minutes: 60, position: 0 }, 0],
])('any technician: chooses %s', (_, a, b, position) => expect(leastBooked([a, b])?.position).toBe(position));

test('any technician: chooses nobody among none', () => expect(leastBooked([])).toBeUndefined());

test.each([
  ['does all', null, [GEL, MANICURE], undefined],
  ['does the asked service', [GEL], [GEL], undefined],
  ['does one of two', [GEL], [GEL, MANICURE], 'technician_service'],
  ['is asked for no service', [GEL], [], undefined],
] as const)('a technician who %s', (_, does, asked, refusal) =>
  expect(technicianRefusal(does, asked)).toBe(refusal),
);
