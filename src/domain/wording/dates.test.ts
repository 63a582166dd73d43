import { describe, expect, test } from 'vitest';
import * as d from './dates.ts';

test('a day is said in words', () => {
  expect(d.dayInWords('2025-03-05')).toBe('sreda, 5. mart');
  expect(d.dayInWordsWithYear('2025-03-05')).toBe('sreda, 5. mart 2025.');
  expect(d.greetingDate('2025-03-05')).toBe('05. Mart 2025.');
  expect(d.shortDayName('2025-03-06')).toBe('Čet');
});

test.each([
  ['2025-03-03', 'u ponedeljak'],
  ['2025-03-05', 'u sredu'],
  ['2025-03-08', 'u subotu'],
  ['2025-03-09', 'u nedelju'],
])('an appointment on %s is ‘%s’', (date, when) => {
  expect(d.onWeekday(date)).toBe(when);
});

test('days and moments are written with digits', () => {
  expect(d.displayDate('2025-03-05')).toBe('05/03/2025');
  expect(d.displayDayMonth('2025-03-05')).toBe('05/03');
  expect(d.displayDateTime('2025-03-05 10:00:00')).toBe('05/03/2025 10:00');
  expect(d.timeRange('2025-03-05 09:00:00', '2025-03-05 10:05:00')).toBe('09:00 - 10:05');
});

describe('months', () => {
  test.each([
    ['01', '1. januar', '1. januara'],
    ['02', '1. februar', '1. februara'],
    ['03', '1. mart', '1. marta'],
    ['04', '1. april', '1. aprila'],
    ['05', '1. maj', '1. maja'],
    ['06', '1. jun', '1. juna'],
    ['07', '1. jul', '1. jula'],
    ['08', '1. avgust', '1. avgusta'],
    ['09', '1. septembar', '1. septembra'],
    ['10', '1. oktobar', '1. oktobra'],
    ['11', '1. novembar', '1. novembra'],
    ['12', '1. decembar', '1. decembra'],
  ])('month %s is written %s and %s', (month, nominative, genitive) => {
    expect(d.toMoment(`2025-${month}-01 10:00:00`)).toBe(`${nominative} u 10:00`);
    expect(d.atMoment(`2025-${month}-01 10:00:00`)).toBe(`${genitive} u 10:00`);
  });
});

test.each([
  ['2025-03-03', 'ponedeljak', 'Pon'],
  ['2025-03-04', 'utorak', 'Uto'],
  ['2025-03-05', 'sreda', 'Sre'],
  ['2025-03-06', 'četvrtak', 'Čet'],
  ['2025-03-07', 'petak', 'Pet'],
  ['2025-03-08', 'subota', 'Sub'],
  ['2025-03-09', 'nedelja', 'Ned'],
])('the weekday of %s is written %s and %s', (date, long, short) => {
  expect(d.dayInWords(date).split(',')[0]).toBe(long);
  expect(d.shortDayName(date)).toBe(short);
});

test.each([
  ['2025-03-05', 'Mart 2025.', '3 - 9. mart 2025.'],
  ['2025-04-01', 'April 2025.', '31. mart - 6. april 2025.'],
  ['2026-01-01', 'Januar 2026.', '29. decembar 2025. - 4. januar 2026.'],
])('the calendar of %s is titled %s and %s', (date, month, week) => {
  expect(d.monthTitle(date)).toBe(month);
  expect(d.weekTitle(date)).toBe(week);
});

test.each([
  ['03:59', 'Dobro veče'],
  ['04:00', 'Dobro jutro'],
  ['11:59', 'Dobro jutro'],
  ['12:00', 'Dobar dan'],
  ['17:59', 'Dobar dan'],
  ['18:00', 'Dobro veče'],
])('the greeting at %s is %s', (clock, greeting) => {
  expect(d.greetingByHour(`2025-03-05 ${clock}:00`)).toBe(greeting);
});
