import { expect, test } from 'vitest';
import type { HistoryAction, HistoryChange, HistoryEntry, HistoryRole } from './history.ts';
import { historyLines } from './history.ts';

const TODAY = '2026-11-17';
const TIMES = { start_datetime: '2026-11-17 11:45:00', end_datetime: '2026-11-17 12:45:00' } as const;

const entry = (
  action: HistoryAction,
  changes: [field: string, from: HistoryChange['from'], to: HistoryChange['to']][],
  role: HistoryRole = 'ADMIN',
): HistoryEntry => ({
  at: '2026-11-17 11:18:00',
  by: { role, name: 'Jelena' },
  action,
  changes: changes.map(([field, from, to]) => ({ field, from, to })),
});

const MOVED: [string, string, string][] = [
  ['start_datetime', '2026-11-17 11:30:00', '2026-11-17 11:45:00'],
  ['end_datetime', '2026-11-17 12:30:00', '2026-11-17 12:45:00'],
];
const BOOKED: [string, HistoryChange['from'], HistoryChange['to']][] = [
  ['status', 'AVAILABLE', 'BOOKED'],
  ['client', null, 'Marta Đukanović'],
  ['service_name', null, 'Gel lak'],
  ['service_price', null, 1800],
];

test.each<[string, HistoryEntry, string[]]>([
  ['a move of the same day says the clock alone', entry('changed', MOVED), ['Početak: 11:30 > 11:45']],
  [
    'a move to another day says the day',
    entry('changed', [
      ['start_datetime', '2026-11-16 11:45:00', '2026-11-17 11:45:00'],
      ['end_datetime', '2026-11-16 12:45:00', '2026-11-17 12:45:00'],
    ]),
    ['Početak: ponedeljak, 16. novembar, 11:45 > utorak, 17. novembar, 11:45'],
  ],
  [
    'another end says the length',
    entry('changed', [['end_datetime', '2026-11-17 13:15:00', '2026-11-17 12:45:00']]),
    ['Trajanje: 90 min > 60 min'],
  ],
  [
    'another start alone says both',
    entry('changed', [['start_datetime', '2026-11-17 11:30:00', '2026-11-17 11:45:00']]),
    ['Početak: 11:30 > 11:45', 'Trajanje: 75 min > 60 min'],
  ],
  ['a price', entry('changed', [['service_price', 2000, 1800]]), ['Cena: 2.000 din > 1.800 din']],
  ['a note', entry('changed', [['notes', null, 'Višnja.']]), ['Napomena: prazno > Višnja.']],
  [
    'a service taken off',
    entry('changed', [['service_name', 'Gel lak', null]]),
    ['Usluga: Gel lak > Bez usluge za sada'],
  ],
  [
    'a client who books is named already, and the service brings its price',
    entry('booked', BOOKED, 'CLIENT'),
    ['Status: Dostupan > Rezervisan', 'Usluga: Bez usluge za sada > Gel lak'],
  ],
  [
    'a guest who books is named already',
    entry(
      'booked',
      [
        ['status', 'AVAILABLE', 'BOOKED'],
        ['guest_name', null, 'Ana'],
        ['guest_phone', null, '063'],
      ],
      'GUEST',
    ),
    ['Status: Dostupan > Rezervisan'],
  ],
  [
    'a guest whom the owner books is named',
    entry('booked', [
      ['status', 'AVAILABLE', 'BOOKED'],
      ['guest_name', null, 'Ana'],
      ['guest_phone', null, '063'],
    ]),
    ['Status: Dostupan > Rezervisan', 'Gost: prazno > Ana', 'Telefon gosta: prazno > 063'],
  ],
  [
    'a cancellation has its reason',
    entry(
      'cancelled',
      [
        ['status', 'BOOKED', 'CANCELLED'],
        ['cancel_reason', null, 'Put.'],
      ],
      'CLIENT',
    ),
    ['Status: Rezervisan > Otkazan', 'Razlog otkazivanja: prazno > Put.'],
  ],
  ['one from the templates', entry('generated', BOOKED, 'LUNULA'), ['Termin: Napravljen iz šablona']],
  ['one that was added', entry('created', BOOKED), ['Termin: Napravljen']],
  ['one that came back', entry('restored', BOOKED), ['Termin: Vraćen']],
  ['one whose person was erased', entry('erased', []), ['Termin: Lični podaci su obrisani']],
  ['what was erased since', entry('changed', [['notes', null, null]]), []],
])('the history says of %s what a person reads', (_, one, lines) => {
  const said = historyLines([one], TIMES, TODAY).map(({ label, from, to }) =>
    from === undefined ? `${label}: ${to}` : `${label}: ${from} > ${to}`,
  );
  expect(said).toEqual(lines);
});

test('lengths are reckoned from what the times were, entry by entry', () => {
  const longer = entry('changed', [['end_datetime', '2026-11-17 12:30:00', '2026-11-17 13:00:00']]);
  const shorter = entry('changed', [['end_datetime', '2026-11-17 13:00:00', '2026-11-17 12:45:00']]);
  const said = historyLines([shorter, longer], TIMES, TODAY).map(({ from, to }) => `${from} > ${to}`);
  expect(said).toEqual(['75 min > 60 min', '45 min > 75 min']);
});
