import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { fittedLines, shortenedNames } from './fitted-lines.ts';

const nobody = { client_name: null, guest_name: null, service_name: null, notes: null };
const at = { start_datetime: '2026-11-17 13:15:00', end_datetime: '2026-11-17 13:45:00' };
const booked = (fields: Partial<SalonAppointment>) =>
  ({ ...nobody, ...at, status: 'BOOKED', ...fields }) as SalonAppointment;
const guest = booked({ guest_name: 'Mila Đokić', service_name: 'Gel lak' });
const client = booked({ client_name: 'Anđela Bogdanović', service_name: 'Gel lak' });
const double = booked({ client_name: 'Ana Marija Jovanović-Hadžistefanović' });

/** In a face in which each character is as wide as 1. */
const shown = (row: SalonAppointment, px: number, lines: number, isLarge = false, isWithheld = false) =>
  fittedLines(row, { px, lines, isLarge, widthOf: (text) => text.length }, isWithheld).map((line) =>
    line.map(({ text }) => text).join(' '),
  );

test.each([
  [60, ['Rezervisan · za: Mila Đokić 13:15 - 13:45 · Gel lak']],
  [41, ['Rezervisan · za: Mila Đokić 13:15 - 13:45 · Gel lak']],
  [40, ['Rezervisan · za: Mila Đokić 13:15']],
  [33, ['Rezervisan · za: Mila Đokić 13:15']],
  [32, ['za: Mila Đokić 13:15 - 13:45 · Gel lak']],
  [27, ['za: Mila Đokić 13:15']],
  [19, ['za: Mila Đokić']],
  [14, ['za: Mila Đokić']],
  [13, ['za: Mila Đ.']],
])('a guest on one line of %i in the day view: the word goes first, the name never', (px, lines) => {
  expect(shown(guest, px, 1, true)).toEqual(lines);
});

test.each([
  [20, 4, ['Rezervisan', '13:15 - 13:45', 'za: Mila Đokić', 'Gel lak']],
  [20, 3, ['Rezervisan', '13:15 - 13:45', 'za: Mila Đokić']],
  [20, 2, ['Rezervisan', '13:15 za: Mila Đokić']],
  [19, 2, ['za: Mila Đokić', '13:15 - 13:45']],
  [13, 4, ['Rezervisan', '13:15 - 13:45', 'za: Mila', 'Đokić']],
  [13, 3, ['za: Mila', 'Đokić', '13:15 - 13:45']],
  [13, 2, ['za: Mila', 'Đokić 13:15']],
  [10, 2, ['za: Mila', 'Đokić']],
  [11, 1, ['za: Mila Đ.']],
  [10, 1, ['Mila Đ.']],
])('a guest of a week in %i × %i', (px, count, lines) => {
  expect(shown(guest, px, count)).toEqual(lines);
});

test.each([
  [17, 3, ['Anđela Bogdanović', '13:15 - 13:45', 'Gel lak']],
  [17, 2, ['Anđela Bogdanović', '13:15 - 13:45']],
  [16, 3, ['Anđela', 'Bogdanović', '13:15 - 13:45']],
  [16, 2, ['Anđela', 'Bogdanović 13:15']],
  [15, 2, ['Anđela', 'Bogdanović']],
  [10, 2, ['Anđela', 'Bogdanović']],
  [9, 2, ['Anđela B.', '13:15']],
  [9, 1, ['Anđela B.']],
  [8, 2, ['Anđela', 'B. 13:15']],
  [5, 2, ['Anđela B.', '13:15']],
])('a client of a week in %i × %i: the name is broken between words, then shortened', (px, count, lines) => {
  expect(shown(client, px, count)).toEqual(lines);
});

test('a double surname is broken at its hyphen, then is two initials of one', () => {
  expect(shown(double, 15, 4)).toEqual(['Ana Marija', 'Jovanović-', 'Hadžistefanović', '13:15 - 13:45']);
  expect(shown(double, 14, 3)).toEqual(['Ana Marija J.', '13:15 - 13:45']);
  expect(shown(double, 9, 1)).toEqual(['Ana M. J.']);
});

test('names are shortened from the end, and the first one never', () => {
  expect(shortenedNames('Ana Marija Petrović')).toEqual([
    'Ana Marija Petrović',
    'Ana Marija P.',
    'Ana M. P.',
  ]);
  expect(shortenedNames('za: Mila Đokić')).toEqual(['za: Mila Đokić', 'za: Mila Đ.', 'Mila Đ.']);
  expect(shortenedNames('Dostupan')).toEqual(['Dostupan']);
});

test.each([
  [2, ['Anđela Bogdanović', '13:15 - 13:45 · Gel lak']],
  [3, ['Anđela Bogdanović', '13:15 - 13:45', 'Gel lak']],
])('in %i lines of the day view all facts are told', (count, lines) => {
  expect(shown(client, 40, count, true)).toEqual(lines);
});

test('a free one that is not offered says so', () => {
  const free = booked({ status: 'AVAILABLE' });
  expect(shown(free, 20, 3, false, true)).toEqual(['Dostupan', '13:15 - 13:45', 'ne nudi se']);
});
