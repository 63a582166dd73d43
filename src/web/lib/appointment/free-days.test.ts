import { expect, test } from 'vitest';
import { type ServiceId, type TechnicianId, toId } from '#domain/ids.ts';
import { daysOf, type FreeSlot } from './free-days.ts';
import { slotsFor } from './offers.ts';

const [jelena, sanja] = [toId<TechnicianId>(1), toId<TechnicianId>(2)];
const [gel, pedicure] = [toId<ServiceId>(7), toId<ServiceId>(8)];
const TECHNICIANS = [
  { id: jelena, name: 'Jelena', service_ids: null },
  { id: sanja, name: 'Sanja', service_ids: [gel] },
];
const slot = (id: number, from: '09' | '10', technician_id?: TechnicianId): FreeSlot => ({
  id: toId(id),
  start_datetime: `2026-11-19 ${from}:00:00`,
  end_datetime: `2026-11-19 ${from === '09' ? '10' : '11'}:00:00`,
  status: 'AVAILABLE',
  ...(technician_id && { technician_id }),
});
const ALL = [slot(1, '09', jelena), slot(2, '09', sanja), slot(3, '10', sanja)];

test.each([
  ['any technician', [], null, [1, 2, 3]],
  ['any technician, for a service that all technicians do', [gel], null, [1, 2, 3]],
  ['any technician, for services that one technician does not do', [gel, pedicure], null, [1]],
  ['a named technician', [], sanja, [2, 3]],
  ['a named technician who does not do the service', [pedicure], sanja, []],
] as const)('offers the slots of %s', (_, ids, technicianId, expected) => {
  const found = slotsFor({ all: ALL, technicians: TECHNICIANS }, { ids, technicianId });
  expect(found.map(({ id }) => id)).toEqual(expected);
});

test('all slots of a salon with one technician are offered', () => {
  const all = [slot(1, '09'), slot(2, '10')];
  expect(slotsFor({ all, technicians: [] }, { ids: [gel], technicianId: jelena })).toEqual(all);
});

test.each([
  ['each time once', null, ['09:00-10:00', '10:00-11:00']],
  ['only joined times whose slots belong to one technician', 120, ['09:00-11:00']],
])('a day lists %s', (_, minutes, expected) => {
  const [day] = daysOf(['2026-11-19'], ALL, [], { minutes, joins: true });
  const fitting = day?.offers.filter(({ isTooShort }) => !isTooShort) ?? [];
  const times = fitting.map(
    ({ start_datetime, end_datetime }) => `${start_datetime.slice(11, 16)}-${end_datetime.slice(11, 16)}`,
  );
  expect(times).toEqual(expected);
});
