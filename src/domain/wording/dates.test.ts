import { describe, expect, test } from 'vitest';
import * as d from './dates.ts';

test('a day is written in words in each of the formats', () => {
  expect(d.dayInWords('2025-03-05', '2025-12-31')).toBe('sreda, 5. mart');
  expect(d.dayInWordsWithYear('2025-03-05')).toBe('sreda, 5. mart 2025.');
  expect(d.shortDayName('2025-03-06')).toBe('Čet');
});

test.each([
  ['2025-03-03', 'u ponedeljak'],
  ['2025-03-05', 'u sredu'],
  ['2025-03-08', 'u subotu'],
  ['2025-03-09', 'u nedelju'],
] as const)('an appointment on %s reads ‘%s’', (date, when) => {
  expect(d.onWeekday(date)).toBe(when);
});

test.each([
  ['2026-11-17', 'danas'],
  ['2026-11-18', 'sutra, 18. novembar'],
  ['2026-11-19', 'četvrtak, 19. novembar'],
  ['2026-11-16', 'ponedeljak, 16. novembar'],
  ['2027-01-05', 'utorak, 5. januar 2027.'],
] as const)('on 17 November the day %s reads ‘%s’', (date, words) => {
  expect(d.nearDayInWords(date, '2026-11-17')).toBe(words);
});

test('while today’s date is unknown, no day is called danas or sutra', () => {
  expect(d.nearDayInWords('2026-11-18', null)).toBe('sreda, 18. novembar');
});

test('days and times are written in digits in each of the formats', () => {
  expect(d.displayDate('2025-03-05')).toBe('05/03/2025');
  expect(d.displayDayMonth('2025-03-05')).toBe('05/03');
  expect(d.displayDateTime('2025-03-05 10:00:00')).toBe('05/03/2025 10:00');
  expect(d.timeRange('2025-03-05 09:00:00', '2025-03-05 10:05:00')).toBe('09:00 - 10:05');
});

describe('the names of months', () => {
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
  ] as const)('month %s is %s and %s', (month, nominative, genitive) => {
    expect(d.toMoment(`2025-${month}-01 10:00:00`, '2025-11-17')).toBe(`${nominative} u 10:00`);
    expect(d.atMoment(`2025-${month}-01 10:00:00`, '2025-11-17')).toBe(`${genitive} u 10:00`);
  });
});

test.each([
  [
    '31 December of the previous year',
    '2026-12-31',
    'nedelja, 6. jun 2027.',
    '6. juna 2027. u 10:00',
    '6. jun 2027. u 10:00',
  ],
  ['the first day of the year', '2027-01-01', 'nedelja, 6. jun', '6. juna u 10:00', '6. jun u 10:00'],
  ['the last day of the year', '2027-12-31', 'nedelja, 6. jun', '6. juna u 10:00', '6. jun u 10:00'],
  [
    'the first day of the next year',
    '2028-01-01',
    'nedelja, 6. jun 2027.',
    '6. juna 2027. u 10:00',
    '6. jun 2027. u 10:00',
  ],
  ['an unknown day', null, 'nedelja, 6. jun', '6. juna u 10:00', '6. jun u 10:00'],
] as const)(
  'a date contains its year only if that is not the current year: on %s',
  (_, today, day, when, to) => {
    expect(d.dayInWords('2027-06-06', today)).toBe(day);
    expect(d.atMoment('2027-06-06 10:00:00', today)).toBe(when);
    expect(d.toMoment('2027-06-06 10:00:00', today)).toBe(to);
  },
);

test.each([
  ['2025-03-03', 'ponedeljak', 'Pon'],
  ['2025-03-04', 'utorak', 'Uto'],
  ['2025-03-05', 'sreda', 'Sre'],
  ['2025-03-06', 'četvrtak', 'Čet'],
  ['2025-03-07', 'petak', 'Pet'],
  ['2025-03-08', 'subota', 'Sub'],
  ['2025-03-09', 'nedelja', 'Ned'],
] as const)('the weekday of %s is %s and %s', (date, long, short) => {
  expect(d.dayInWords(date, date).split(',')[0]).toBe(long);
  expect(d.shortDayName(date)).toBe(short);
});

test.each([
  ['the first moment of today', '2026-11-17 00:00:00', 'danas u 00:00'],
  ['the last minute of today', '2026-11-17 23:59:00', 'danas u 23:59'],
  ['the last minute of yesterday', '2026-11-16 23:59:00', 'juče u 23:59'],
  ['the first moment of yesterday', '2026-11-16 00:00:00', 'juče u 00:00'],
  ['the day before yesterday', '2026-11-15 18:02:00', 'nedelja, 15. novembar u 18:02'],
  ['another year', '2025-10-31 06:00:00', 'petak, 31. oktobar 2025. u 06:00'],
] as const)('a past moment on 17 November 2026: %s', (_, at, text) => {
  expect(d.momentInWords(at, '2026-11-17')).toBe(text);
});

test('a moment is shown with its weekday and date when today’s date is unknown', () => {
  expect(d.momentInWords('2026-11-17 11:18:00', null)).toBe('utorak, 17. novembar u 11:18');
});

test.each([
  ['2025-03-05', 'Mart 2025.'],
  ['2026-01-01', 'Januar 2026.'],
] as const)('the calendar title of the month of %s is %s', (date, month) => {
  expect(d.monthTitle(date)).toBe(month);
});
