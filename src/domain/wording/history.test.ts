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
  ['a move within the day shows only the clock', entry('changed', MOVED), ['Početak: 11:30 > 11:45']],
  [
    'a move to another day shows the day',
    entry('changed', [
      ['start_datetime', '2026-11-16 11:45:00', '2026-11-17 11:45:00'],
      ['end_datetime', '2026-11-16 12:45:00', '2026-11-17 12:45:00'],
    ]),
    ['Početak: ponedeljak, 16. novembar, 11:45 > utorak, 17. novembar, 11:45'],
  ],
  [
    'a new end shows the length',
    entry('changed', [['end_datetime', '2026-11-17 13:15:00', '2026-11-17 12:45:00']]),
    ['Trajanje: 90 min > 60 min'],
  ],
  [
    'a new start with the same end shows start and length',
    entry('changed', [['start_datetime', '2026-11-17 11:30:00', '2026-11-17 11:45:00']]),
    ['Početak: 11:30 > 11:45', 'Trajanje: 75 min > 60 min'],
  ],
  ['a price', entry('changed', [['service_price', 2000, 1800]]), ['Cena: 2.000 din > 1.800 din']],
  ['a note', entry('changed', [['notes', null, 'Višnja.']]), ['Napomena: prazno > Višnja.']],
  [
    'a service that was removed',
    entry('changed', [['service_name', 'Gel lak', null]]),
    ['Usluga: Gel lak > Bez usluge za sada'],
  ],
  [
    'accepted rules',
    entry('booked', [['rules_accepted_at', null, 1]], 'GUEST'),
    ['Pravila salona: nisu prihvaćena > prihvaćena'],
  ],
  [
    'a booking by a client does not repeat the author or the price of its service',
    entry('booked', BOOKED, 'CLIENT'),
    ['Status: Dostupan > Rezervisan', 'Usluga: Bez usluge za sada > Gel lak'],
  ],
  [
    'a booking by a guest does not repeat the author',
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
    'a guest booked by the owner is named',
    entry('booked', [
      ['status', 'AVAILABLE', 'BOOKED'],
      ['guest_name', null, 'Ana'],
      ['guest_phone', null, '063'],
    ]),
    ['Status: Dostupan > Rezervisan', 'Gost: prazno > Ana', 'Telefon gosta: prazno > 063'],
  ],
  [
    'a cancellation shows its reason',
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
  ['a slot made from templates', entry('generated', BOOKED, 'LUNULA'), ['Termin: Napravljen iz šablona']],
  ['an added slot', entry('created', BOOKED), ['Termin: Napravljen']],
  ['a restored appointment', entry('restored', BOOKED), ['Termin: Vraćen']],
  ['an appointment whose person was erased', entry('erased', []), ['Termin: Lični podaci su obrisani']],
  ['a field that was erased', entry('changed', [['notes', null, null]]), []],
])('writes the history: %s', (_, one, lines) => {
  const said = historyLines([one], TIMES, TODAY).map(({ label, from, to }) =>
    from === undefined ? `${label}: ${to}` : `${label}: ${from} > ${to}`,
  );
  expect(said).toEqual(lines);
});

test('after several changes of an appointment’s length, each history entry shows the lengths before and after its own change', () => {
  const longer = entry('changed', [['end_datetime', '2026-11-17 12:30:00', '2026-11-17 13:00:00']]);
  const shorter = entry('changed', [['end_datetime', '2026-11-17 13:00:00', '2026-11-17 12:45:00']]);
  const said = historyLines([shorter, longer], TIMES, TODAY).map(({ from, to }) => `${from} > ${to}`);
  expect(said).toEqual(['75 min > 60 min', '45 min > 75 min']);
});
