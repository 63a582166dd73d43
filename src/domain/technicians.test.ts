import { expect, test } from 'vitest';
import { type ServiceId, type TechnicianId, toId } from './ids.ts';
import {
  awaitedTechnicians,
  colleaguesFor,
  concerns,
  leastBooked,
  technicianRefusal,
} from './technicians.ts';

const [GEL, MANICURE] = [toId<ServiceId>(1), toId<ServiceId>(2)];

test.each([
  ['the fewest booked minutes', { minutes: 60, position: 0 }, { minutes: 59, position: 1 }, 1],
  ['the first position among equal minutes', { minutes: 60, position: 1 }, { minutes: 60, position: 0 }, 0],
])('a booking that names no technician gets the technician with %s', (_, a, b, position) =>
  expect(leastBooked([a, b])?.position).toBe(position),
);

test('a booking that names no technician gets none if no technician is free', () =>
  expect(leastBooked([])).toBeUndefined());

test.each([
  ['does all services', null, [GEL, MANICURE], undefined],
  ['does the asked service', [GEL], [GEL], undefined],
  ['does one of two asked services', [GEL], [GEL, MANICURE], 'technician_service'],
  ['is asked for no service', [GEL], [], undefined],
] as const)('the refusal of a technician who %s is $3', (_, does, asked, refusal) =>
  expect(technicianRefusal(does, asked)).toBe(refusal),
);

const [JELENA, MINA, SARA] = [1, 2, 3].map((id) => toId<TechnicianId>(id)) as [
  TechnicianId,
  TechnicianId,
  TechnicianId,
];

test.each([
  ['of the salon', null, true],
  ['of the technician', MINA, true],
  ['of another technician', SARA, false],
] as const)('whether an absence %s concerns a technician: $2', (_, technician_id, expected) =>
  expect(concerns({ technician_id }, MINA)).toBe(expected),
);

const day = '2026-11-20';
const at = (start: `${number}:${number}`, end: `${number}:${number}`) =>
  ({ start_datetime: `${day} ${start}:00`, end_datetime: `${day} ${end}:00` }) as const;
const hers = { technician_id: MINA };
const out = (date_from: typeof day | `2026-11-${number}`, technician_id: TechnicianId | null) => ({
  date_from,
  date_to: date_from,
  technician_id,
});

test.each([
  ['is not the technician of the booking', JELENA, null, [], [], [MINA]],
  ['is the technician of the booking', MINA, null, [], [], []],
  ['does its service', JELENA, [GEL, MANICURE], [], [], [MINA]],
  ['does not do its service', JELENA, [MANICURE], [], [], []],
  [
    'has another booking that ends when it starts',
    JELENA,
    null,
    [{ ...at('08:00', '09:00'), ...hers }],
    [],
    [MINA],
  ],
  [
    'has another booking that ends 5 minutes after its start',
    JELENA,
    null,
    [{ ...at('08:00', '09:05'), ...hers }],
    [],
    [],
  ],
  [
    'is free while another is busy',
    JELENA,
    null,
    [{ ...at('09:00', '10:00'), technician_id: SARA }],
    [],
    [MINA],
  ],
  ['is absent that day', JELENA, null, [], [out(day, MINA)], []],
  ['is absent the day before', JELENA, null, [], [out('2026-11-19', MINA)], [MINA]],
  ['is present while another is absent', JELENA, null, [], [out(day, JELENA)], [MINA]],
  ['is not absent herself but the salon is closed', JELENA, null, [], [out(day, null)], []],
] as const)(
  'the ids of the colleagues who can take over a booking, if Mina %s: $5',
  (_, technician_id, service_ids, taken, absences, expected) => {
    const booking = { ...at('09:00', '10:00'), technician_id };
    const mina = { id: MINA, name: 'Mina', service_ids };
    expect(colleaguesFor(booking, [GEL], [mina], { taken, absences }).map(({ id }) => id)).toEqual(expected);
  },
);

test.each([
  ['for any technician: all who do its services', null, [GEL], [JELENA, MINA]],
  ['for any technician and two services: those who do both', null, [GEL, MANICURE], [JELENA]],
  ['for any technician without a service: all', null, [], [JELENA, MINA, SARA]],
  ['for one technician: only her', MINA, [GEL], [MINA]],
  ['for one technician who no longer does the service: nobody', SARA, [GEL], []],
] as const)(
  'the technicians for whom a waitlist entry waits, if it is %s',
  (_, technician_id, services, expected) =>
    expect(
      awaitedTechnicians({ technician_id }, services, [
        { id: JELENA, name: 'Jelena', service_ids: null },
        { id: MINA, name: 'Mina', service_ids: [GEL] },
        { id: SARA, name: 'Sara', service_ids: [MANICURE] },
      ]),
    ).toEqual(expected),
);
