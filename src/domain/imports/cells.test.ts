import { expect, test } from 'vitest';
import {
  clocksIn,
  dateIn,
  dateOrderOf,
  endIn,
  isYes,
  minutesIn,
  phonesIn,
  priceIn,
  startIn,
  statusIn,
} from './cells.ts';

test.each<[string, readonly string[], readonly string[]]>([
  ['064 123 4567', ['064 123 4567'], []],
  ['064/123-4567', ['064/123-4567'], []],
  ['+381 64 1234567', ['+381 64 1234567'], []],
  ['064.123.4567', ['064 123 4567'], []],
  ['="0641234567"', ['0641234567'], []],
  ['641234567.0', ['641234567'], []],
  ['6,41E+08', [], ['6,41E+08']],
  ['6.41235E+11', [], ['6.41235E+11']],
  ['064 1234567 ::: 065 7654321', ['064 1234567', '065 7654321'], []],
  ['064/1234567, 065/7654321', ['064/1234567', '065/7654321'], []],
  ['064 1234567; 065 7654321', ['064 1234567', '065 7654321'], []],
  ['0641234567/0657654321', ['0641234567', '0657654321'], []],
  ['064 1234567 ili 065 7654321', ['064 1234567', '065 7654321'], []],
  ['mob: 064 1234567 (mama)', ['064 1234567'], []],
  ['tel:+381641234567', ['+381641234567'], []],
  ['064 1234567, nema', ['064 1234567'], ['nema']],
  ['12', [], ['12']],
  ['nema', [], ['nema']],
  ['-', [], []],
  ['', [], []],
])('phones of %j: %j, left out %j', (cell, phones, dropped) => {
  expect(phonesIn(cell)).toEqual({ phones, dropped });
});

test.each<[readonly string[], 'dmy' | 'mdy' | null]>([
  [['03/04/2026', '13/04/2026'], 'dmy'],
  [['03/04/2026', '03/14/2026'], 'mdy'],
  [['03/04/2026', '05/06/2026'], null],
  [['03-04-2026'], null],
  [['3.4.2026.', '5.6.2026.'], 'dmy'],
  [['2026-04-03'], 'dmy'],
  [['20 Nov 2026'], 'dmy'],
  [[], 'dmy'],
])('the order of %j is %j, by the whole column', (cells, order) => expect(dateOrderOf(cells)).toBe(order));

test.each<[string, 'dmy' | 'mdy', string | null]>([
  ['20.11.2026.', 'dmy', '2026-11-20'],
  ['20. 11. 2026.', 'dmy', '2026-11-20'],
  ['20/11/2026', 'dmy', '2026-11-20'],
  ['3/4/26', 'mdy', '2026-03-04'],
  ['3/4/26', 'dmy', '2026-04-03'],
  ['2026-11-20', 'mdy', '2026-11-20'],
  ['2026-11-20T10:00:00Z', 'dmy', '2026-11-20'],
  ['20 Nov 2026', 'dmy', '2026-11-20'],
  ['Fri 20 Nov 2026', 'dmy', '2026-11-20'],
  ['November 20, 2026', 'dmy', '2026-11-20'],
  ['Nov 20th, 2026', 'dmy', '2026-11-20'],
  ['20. novembar 2026.', 'dmy', '2026-11-20'],
  ['20. März 2026', 'dmy', '2026-03-20'],
  ['20 août 2026', 'dmy', '2026-08-20'],
  ['20 luglio 2026', 'dmy', '2026-07-20'],
  ['20 января 2026', 'dmy', '2026-01-20'],
  ['20 июня 2026', 'dmy', '2026-06-20'],
  ['31.11.2026.', 'dmy', null],
  ['petak', 'dmy', null],
  ['064 123 4567', 'dmy', null],
])('the day in %j (%s) is %j', (cell, order, date) => expect(dateIn(cell, order)).toBe(date));

test.each<[string, readonly string[]]>([
  ['10:00', ['10:00']],
  ['9:05', ['09:05']],
  ['10:00:00', ['10:00']],
  ['2:30 PM', ['14:30']],
  ['12:15 am', ['00:15']],
  ['2pm', ['14:00']],
  ['10.30', ['10:30']],
  ['17h', ['17:00']],
  ['17h30', ['17:30']],
  ['14:30 Uhr', ['14:30']],
  ['10:00 - 11:30', ['10:00', '11:30']],
  ['25:00', []],
  ['nema', []],
])('the times in %j are %j', (cell, clocks) => expect(clocksIn(cell)).toEqual(clocks));

test.each<[string, string, string | null]>([
  ['20.11.2026.', '10:00', '2026-11-20 10:00:00'],
  ['20.11.2026. 10:00', '', '2026-11-20 10:00:00'],
  ['20/11/2026, 2:30 PM', '', '2026-11-20 14:30:00'],
  ['2026-11-20 10:00', '', '2026-11-20 10:00:00'],
  ['2026-11-20T10:00', '', '2026-11-20 10:00:00'],
  ['2026-11-20T09:00:00Z', '', '2026-11-20 10:00:00'],
  ['2026-07-20T10:00:00+02:00', '', '2026-07-20 10:00:00'],
  ['Fri, 20 Nov 2026 10:00', '', '2026-11-20 10:00:00'],
  ['20 Nov 2026', '10:00am', '2026-11-20 10:00:00'],
  ['20.11.2026.', '', null],
  ['', '10:00', null],
])('a start of %j and %j is %j', (date, time, start) => {
  expect(startIn(date, time, 'dmy', 'Europe/Belgrade')).toBe(start);
});

test('an end may have a day of its own', () => {
  const end = (cell: string) => endIn(cell, '2026-11-20 10:00:00', 'dmy', 'Europe/Belgrade');
  expect(end('11:30')).toBe('2026-11-20 11:30:00');
  expect(end('21.11.2026. 11:30')).toBe('2026-11-21 11:30:00');
  expect(end('')).toBeNull();
});

test.each<[string, number | null]>([
  ['90', 90],
  ['90 min', 90],
  ['1:30', 90],
  ['01:30:00', 90],
  ['1h 30min', 90],
  ['1.5 h', 90],
  ['2 sata', 120],
  ['45m', 45],
  ['1 Std 15 Min', 75],
  ['0', null],
  ['dugo', null],
])('a length of %j is %j', (cell, minutes) => expect(minutesIn(cell)).toBe(minutes));

test.each<[string, number | null]>([
  ['1500', 1500],
  ['1.500,00 RSD', 1500],
  ['1,500.00', 1500],
  ['1 500', 1500],
  ['€ 25,50', 25.5],
  ['2.000', 2000],
  ['besplatno', null],
  ['99999999999', null],
])('a price of %j is %j', (cell, price) => expect(priceIn(cell)).toBe(price));

test.each([
  ['Confirmed', 'BOOKED'],
  ['', 'BOOKED'],
  ['Cancelled', 'CANCELLED'],
  ['Otkazano', 'CANCELLED'],
  ['Storniert', 'CANCELLED'],
  ['Annulé', 'CANCELLED'],
  ['Отменено', 'CANCELLED'],
  ['No-show', 'MISSED'],
  ['No Show', 'MISSED'],
  ['Nije došla', 'MISSED'],
  ['Не пришла', 'MISSED'],
  ['Completed', 'BOOKED'],
])('a status of %j is %s', (cell, status) => expect(statusIn(cell)).toBe(status));

test.each([
  ['TRUE', true],
  ['Da', true],
  ['False', false],
  ['', false],
])('%j says yes: %s', (cell, is) => expect(isYes(cell)).toBe(is));
