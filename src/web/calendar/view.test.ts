import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import { daysOf, fullTitle, inView, periodIn, steppedPeriod, techniciansIn, titleOf } from './view.ts';

const usual = { view: 'week', date: '2026-11-17' } as const;

test.each([
  ['', 'week', '2026-11-17'],
  ['view=day&date=2026-12-01', 'day', '2026-12-01'],
  ['view=month', 'month', '2026-11-17'],
  ['view=year&date=2026-02-30', 'week', '2026-11-17'],
])('the query ?%s shows the %s of %s', (address, view, date) => {
  expect(periodIn(new URLSearchParams(address), usual)).toEqual({ view, date });
});

test.each([
  ['day', '2026-11-17', 1, '2026-11-17', '2026-11-17'],
  ['week', '2026-11-17', 7, '2026-11-16', '2026-11-22'],
  ['week', '2026-11-22', 7, '2026-11-16', '2026-11-22'],
  ['month', '2026-11-17', 42, '2026-10-26', '2026-12-06'],
  ['month', '2027-02-15', 42, '2027-02-01', '2027-03-14'],
] as const)('the %s view of %s has %i days, %s to %s', (view, date, count, first, last) => {
  const days = daysOf({ view, date });
  expect([days.length, days[0], days.at(-1)]).toEqual([count, first, last]);
});

test.each([
  ['day', '2026-12-31', 1, '2027-01-01'],
  ['week', '2026-11-17', -1, '2026-11-10'],
  ['month', '2026-01-31', 1, '2026-02-28'],
  ['month', '2026-03-31', -1, '2026-02-28'],
  ['month', '2026-12-15', 1, '2027-01-15'],
  ['month', '2026-01-01', -1, '2025-12-01'],
] as const)('a %s view of %s stepped by %i is %s', (view, date, step, after) => {
  expect(steppedPeriod({ view, date }, step)).toEqual({ view, date: after });
});

test.each([
  ['month', '2026-11-17', 25, 'Novembar 2026.'],
  ['week', '2026-11-17', 25, '16 - 22. novembar 2026.'],
  ['week', '2026-12-01', 25, '30. nov - 6. dec 2026.'],
  ['week', '2026-12-01', 20, '30. nov - 6. dec'],
  ['week', '2026-11-17', 20, '16 - 22. novembar'],
  ['week', '2026-12-28', 20, '28. dec 2026. - 3. jan 2027.'],
  ['day', '2026-11-17', 25, 'utorak, 17. novembar'],
  ['day', '2026-09-07', 25, 'ponedeljak, 7. septembar'],
  ['day', '2027-09-06', 25, 'ponedeljak, 6. sep 2027.'],
  ['day', '2026-11-17', 20, 'utorak, 17. novembar'],
  ['day', '2026-11-23', 20, 'ponedeljak, 23. nov'],
  ['day', '2026-11-17', 15, 'utorak, 17. nov'],
  ['day', '2026-11-26', 15, 'čet, 26. nov'],
  ['week', '2026-11-17', 15, '16 - 22. nov'],
  ['day', '2027-01-01', 20, 'petak, 1. jan 2027.'],
  ['day', '2027-09-06', 20, 'pon, 6. sep 2027.'],
] as const)('the title of the %s view of %s, in at most %i characters, is %s', (view, date, room, title) => {
  expect(titleOf({ view, date }, '2026-11-17', room)).toBe(title);
});

test.each([
  ['week', '2026-11-19', 'day', '2026-11-19'],
  ['week', '2026-11-29', 'day', '2026-11-23'],
  ['week', '2026-11-22', 'day', '2026-11-17'],
  ['month', '2026-11-29', 'day', '2026-11-17'],
  ['month', '2026-12-06', 'day', '2026-12-07'],
  ['month', '2027-01-31', 'day', '2027-01-30'],
  ['week', '2026-11-29', 'month', '2026-11-29'],
  ['day', '2026-11-29', 'day', '2026-11-29'],
] as const)('a switch from the %s of %s to the %s shows %s', (view, date, next, day) => {
  expect(inView({ view, date }, next, '2026-11-17')).toEqual({ view: next, date: day });
});

const technician = (id: number, name: string, hue?: number) => ({
  id: toId<TechnicianId>(id),
  name,
  service_ids: null,
  ...(hue !== undefined && { hue }),
});
const rowOf = (id: number, name: string) =>
  ({ technician_id: toId<TechnicianId>(id), technician_name: name }) as SalonAppointment;
const [jelena, sanja] = [technician(1, 'Jelena'), technician(2, 'Sanja')];

test.each([
  ['none in a salon with one technician', [], [rowOf(1, 'Jelena'), rowOf(3, 'Mira')], []],
  ['all active technicians', [jelena, sanja], [rowOf(2, 'Sanja')], [jelena, sanja]],
  [
    'also a former technician who has appointments',
    [jelena, sanja],
    [rowOf(3, 'Mira'), rowOf(3, 'Mira')],
    [jelena, sanja, technician(3, 'Mira')],
  ],
])('the technicians that the calendar shows: %s', (_, active, rows, shown) => {
  expect(techniciansIn(active, rows)).toEqual(shown);
});

test('a technician who left keeps her color if the list of all technicians is loaded', () => {
  const mira = technician(3, 'Mira', 4);
  expect(techniciansIn([jelena, sanja], [rowOf(3, 'Mira')], [jelena, mira, sanja])).toContain(mira);
});

test.each([
  ['2025-03-05', '3 - 9. mart 2025.'],
  ['2025-04-01', '31. mart - 6. april 2025.'],
  ['2026-01-01', '29. decembar 2025. - 4. januar 2026.'],
] as const)('the title of the week of %s is %s', (date, week) => {
  expect(fullTitle({ view: 'week', date })).toBe(week);
});
