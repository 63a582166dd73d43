import { expect, test } from 'vitest';
import { type PersonId, type ServiceId, type TechnicianId, toId } from '../ids.ts';
import type { WallTime } from '../wall-clock.ts';
import {
  answeredTechnician,
  peopleIndex,
  titledVisit,
  type VisitToImport,
  visitsOfLine,
  withTechnicians,
} from './lines.ts';
import type { FileVisit } from './rows.ts';

const services = ['Gel lak', 'Klasičan manikir', 'Korekcija izlivenih noktiju'].map((name, n) => ({
  id: toId<ServiceId>(n + 1),
  name,
  duration_minutes: 60,
  price: 1800,
}));
const technicians = ['Jelena', 'Mina'].map((name, n) => ({
  id: toId<TechnicianId>(n + 1),
  name,
  service_ids: n === 1 ? [toId<ServiceId>(1)] : null,
}));
const people = [
  { id: toId<PersonId>(1), name: 'Ana Anić', phone: '064 1234567' },
  { id: toId<PersonId>(2), name: 'Ana Marić', phone: null },
  { id: toId<PersonId>(3), name: 'Mira Jović', phone: null },
];
const reading = {
  now: '2026-11-17 11:20:00' as WallTime,
  services,
  technicians,
  peopleIn: peopleIndex(people),
};

const inWords = ({ name, person_id, start, services: names, technician, question }: VisitToImport) =>
  [name, person_id, start?.slice(0, 16) ?? '-', names.join('+'), technician, question]
    .filter(Boolean)
    .join('|');

test.each<[string, readonly string[]]>([
  ['Mira sub 21. u 8 korekcija', ['Mira Jović|3|2026-11-21 08:00|Korekcija izlivenih noktiju']],
  ['Mira sutra u 5 gel lak kod Mine', ['Mira Jović|3|2026-11-18 17:00|Gel lak|Mina']],
  ['Mira sutra u 5 gel lak kod Ive', ['Mira Jović|3|2026-11-18 17:00|Gel lak|Ive']],
  ['Ana sutra u 5', ['Ana|2026-11-18 17:00|Koja Ana? Dopišite prezime.']],
  ['Ana sutra u 5 0641234567', ['Ana Anić|1|2026-11-18 17:00']],
  ['Mira sledeće nedelje gel lak', ['Mira Jović|3|-|Gel lak']],
  ['Mira 5.11. u 14 gel lak', ['Mira Jović|3|-|Gel lak|dopišite godinu']],
  ['Mira 5.11.2026. u 14 gel lak', ['Mira Jović|3|2026-11-05 14:00|Gel lak']],
  ['Mira 5.8. u 14 gel lak', ['Mira Jović|3|2027-08-05 14:00|Gel lak']],
  ['Mira sutra u 5 svake 3 nedelje', ['Mira Jović|3|2026-11-18 17:00|dopišite koliko puta']],
  [
    'Mira sutra u 5 svake 3 nedelje x3',
    ['Mira Jović|3|2026-11-18 17:00', 'Mira Jović|3|2026-12-09 17:00', 'Mira Jović|3|2026-12-30 17:00'],
  ],
  ['sutra u 5 0611111111', ['Gost|2026-11-18 17:00']],
])('"%s" is %j', (line, expected) => {
  const visits = visitsOfLine(line, 1, reading);
  expect(visits.map(inWords)).toEqual(expected);
  expect(new Set(visits.map(({ series }) => series)).size).toBe(1);
});

const FILE_VISIT: FileVisit = {
  ...{ line: 1, text: '', name: null, phone: null, start: null, minutes: null, services: [], price: null },
  ...{
    technician: null,
    notes: 'iz fajla',
    status: 'BOOKED',
    uid: null,
    series: null,
    title: null,
    said: [],
  },
} as const;

test.each([
  [
    'Mira gel lak 0611111111 kod Mine',
    { name: 'Mira Jović', phone: '0611111111', services: ['Gel lak'], technician: 'Mina' },
  ],
  ['Lela - gel lak', { name: 'Lela', phone: null, services: ['Gel lak'], person_id: null }],
  ['Ana', { name: 'Ana', person_id: null, question: null }],
  ['12', { name: '12', services: [] }],
])('the title "%s" loses service, number and technician: %j', (title, expected) => {
  expect(titledVisit({ ...FILE_VISIT, title }, reading)).toMatchObject({ ...expected, notes: 'iz fajla' });
});

test('a note that is too long is cut, and it is said', () => {
  const visit = titledVisit({ ...FILE_VISIT, notes: 'š'.repeat(1001) }, reading);
  expect(visit).toMatchObject({ notes: 'š'.repeat(1000), said: ['Beleška je skraćena.'] });
  const titled = titledVisit({ ...FILE_VISIT, title: 'Mira', notes: 'š'.repeat(1000) }, reading);
  expect(titled).toMatchObject({ notes: 'š'.repeat(1000), said: [] });
});

test('a row with a name of its own keeps it, whatever its title says', () => {
  const visit = { ...FILE_VISIT, title: 'Mira gel lak', name: 'Lela', services: ['Trepavice'] };
  expect(titledVisit(visit, reading)).toMatchObject({
    name: 'Lela',
    person_id: null,
    services: ['Trepavice'],
  });
});

test('a technician whom the salon does not know is whom the owner names, else number 1, wherever she stands', () => {
  const listed = [...technicians].reverse();
  expect(answeredTechnician('Nikolina', {}, listed)?.id).toBe(1);
  expect(answeredTechnician('Nikolina', { Nikolina: '2' }, listed)?.id).toBe(2);
  expect(answeredTechnician('Nikolina', {}, [])).toBeUndefined();
});

test('lines without a technician go to whoever is free and able, fewest booked minutes first', () => {
  const at = (clock: string) => `2026-11-18 ${clock}:00` as WallTime;
  const rows = [
    {
      technician_id: toId<TechnicianId>(1),
      start_datetime: at('08:00'),
      end_datetime: at('09:00'),
      status: 'BOOKED',
    },
  ] as const;
  const lines = [
    'Mira sutra u 10 gel lak',
    'Lela sutra u 10 gel lak',
    'Vesna sutra u 12 manikir',
    'Iva sutra 10h gel lak kod Jelene',
  ];
  const visits = lines.flatMap((line, n) => visitsOfLine(line, n, reading));
  const given = withTechnicians(visits, { technicians, services, rows });
  expect(given.map(({ technician }) => technician)).toEqual(['Mina', 'Jelena', 'Jelena', 'Jelena']);
  const alone = withTechnicians(visits, { technicians: [], services, rows });
  expect(alone.map(({ technician }) => technician)).toEqual([null, null, null, 'Jelena']);
});

test.each<[number | null, readonly string[]]>([
  [null, ['Mina', 'Jelena']],
  [90, ['Jelena', 'Mina']],
  [30, ['Mina', 'Mina']],
])('of Mina’s own %s minutes', (duration_minutes, expected) => {
  const booked = (id: number, start: WallTime, end: WallTime) => ({
    ...{ technician_id: toId<TechnicianId>(id), status: 'BOOKED' as const },
    ...{ start_datetime: start, end_datetime: end },
  });
  const rows = [
    booked(1, '2026-11-18 12:00:00', '2026-11-18 16:00:00'),
    booked(2, '2026-11-18 18:00:00', '2026-11-18 18:30:00'),
  ];
  const terms = [{ service_id: toId<ServiceId>(1), duration_minutes, price: null }];
  const visits = ['Mira sutra u 17 gel lak', 'Lela sutra u 16:30 gel lak'].flatMap((line, n) =>
    visitsOfLine(line, n, reading),
  );
  const given = withTechnicians(visits, {
    services,
    technicians: technicians.map((one) => (one.name === 'Mina' ? { ...one, terms } : one)),
    rows,
  });
  expect(given.map(({ technician }) => technician)).toEqual(expected);
});
