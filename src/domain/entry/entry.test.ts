import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Id, type ServiceId, type TechnicianId, toId } from '../ids.ts';
import type { WallTime } from '../wall-clock.ts';
import { type Entry, parseEntry } from './entry.ts';

const rows = <I extends Id<string>>(names: string) =>
  names.split(', ').map((name, n) => ({ id: toId<I>(n + 1), name }));

const SERVICES = rows<ServiceId>(
  `Gel lak, Klasičan manikir, Izlivanje noktiju, Korekcija izlivenih noktiju, Ojačavanje prirodnih noktiju, \
Francuski manikir, Ruski manikir, Japanski manikir, Klasičan pedikir, Pedikir sa gel lakom, Spa tretman ruku, \
Skidanje gela, Popravka nokta, Ukrašavanje i crtanje`,
);
const TECHNICIANS = rows<TechnicianId>('Jelena, Mina, Sanja Ilić');
const CLIENTS =
  'Ana Anić, Ana Šćepanović, Mira Jović, Jovana Petrović, Đurđa Đorđević, Petra Perić, Maja Savić, Marko Marković'
    .split(', ')
    .map((name, n) => ({ name, phone: `06312300${n}` }));

const TUESDAY = '2026-11-17 11:20:00';
const known = (now: WallTime) => ({ now, services: SERVICES, clients: CLIENTS, technicians: TECHNICIANS });

const nameIn = (list: readonly { id: number; name: string }[], id: number | null) =>
  list.find((one) => one.id === id)?.name;

function personIn({ name, people: [first, ...others] }: Entry): string {
  if (first === undefined) return name === null ? '-' : `new ${name}`;
  return others.length === 0 ? first.name : `${name} of ${others.length + 1}`;
}

/** What is understood of a line; a time's readings are separated by '|', '?' marks a guess. */
function read(text: string, now: WallTime = TUESDAY): string {
  const entry: Entry = parseEntry(text, known(now));
  const { date, times, minutes, technician, unknownTechnician, series, phone, otherWeekday, note } = entry;
  const services = entry.services.map((id) => nameIn(SERVICES, id)).join('+');
  return [
    personIn(entry),
    date?.replace('2026-', '') ?? '-',
    times.join('|') || '-',
    minutes && `${minutes} min`,
    services + (entry.isServiceUnsure ? '?' : ''),
    technician && `kod ${nameIn(TECHNICIANS, technician)}`,
    unknownTechnician && `unknown ${unknownTechnician}`,
    series && `every ${series.every_weeks} weeks, ${series.count ?? '?'} times`,
    phone,
    otherWeekday && `not on day ${otherWeekday}`,
    note && `note: ${note}`,
  ]
    .filter(Boolean)
    .join('; ');
}

const lines = readFileSync(join(import.meta.dirname, 'lines.txt'), 'utf8')
  .split('\n')
  .map((line) => line.split(' => '))
  .filter(([, meaning]) => meaning !== undefined);

test('the table has at least 250 lines, none twice', () => {
  expect(lines.length).toBeGreaterThanOrEqual(250);
  expect(new Set(lines.map(([text]) => text)).size).toBe(lines.length);
});

test.each(lines)('on Tuesday, 17 November 2026, at 11:20 "%s" means %s', (text = '', meaning = '') => {
  expect(read(text)).toBe(meaning);
});

test.each([
  ['Ana petak u 5', '2026-11-20 16:55:00', '11-20; 17:00'],
  ['Ana petak u 5', '2026-11-20 17:00:00', '11-27; 17:00|05:00'],
  ['Ana petak u 10', '2026-11-20 14:50:00', '11-27; 10:00|22:00'],
  ['Ana petak u 8', '2026-11-20 14:50:00', '11-20; 20:00'],
  ['Ana danas u 3', '2026-11-20 14:50:00', '11-20; 15:00'],
  ['Ana danas u 2', '2026-11-20 14:50:00', '11-20; 14:00|02:00'],
  ['Ana 20.11. 9h', '2026-11-20 14:50:00', '11-20; 21:00'],
  ['Ana 19.11. 9h', '2026-11-20 14:50:00', '2027-11-19; 09:00|21:00'],
  ['Ana za sat vremena', '2026-11-20 14:52:00', '11-20; 15:55'],
] as const)('"%s" at %s is %s', (text, now, meaning) => {
  expect(read(text, now)).toBe(`Ana of 2; ${meaning}`);
});

test('a short word of the salon chooses its service before words of other services', () => {
  const services = [
    ...SERVICES,
    { id: toId<ServiceId>(99), name: 'Trepavice', short_words: ['kor', 'tr set'] },
  ];
  const idsOf = (text: string) => parseEntry(text, { ...known(TUESDAY), services }).services;
  expect(idsOf('Ana sutra u 5 kor')).toEqual([99]);
  expect(idsOf('Ana sutra u 5 TR set')).toEqual([99]);
  expect(idsOf('Ana sutra u 5 korekcija')).toEqual([4]);
});

test('a typed phone puts its person first, and alone finds her', () => {
  const peopleOf = (text: string) => parseEntry(text, known(TUESDAY)).people.map(({ name }) => name);
  expect(peopleOf('Ana sutra u 5 06312300')).toEqual(['Ana Anić', 'Ana Šćepanović']);
  expect(peopleOf('Ana sutra u 5 063123001')).toEqual(['Ana Šćepanović', 'Ana Anić']);
  expect(peopleOf('sutra u 5 063123001')).toEqual(['Ana Šćepanović']);
});
