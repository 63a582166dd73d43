import { expect, test } from 'vitest';
import type { ListedAppointment } from '#contract/appointments.ts';
import { phoneCell, visitsCsv } from './exports.ts';

test.each([
  ['0641234567', '064 1234567'],
  ['641234567', '064 1234567'],
  ['+381641234567', '064 1234567'],
  ['+436601234567', '0043 6601234567'],
  ['+43 660 1234567', '+43 660 1234567'],
  ['064/123-4567', '064/123-4567'],
  ['064 123 4567', '064 123 4567'],
  [null, ''],
])('the phone %s is exported as %s, which Excel keeps as text', (phone, cell) => {
  expect(phoneCell(phone)).toBe(cell);
});

const visit = (name: string, start: string, more: object = {}) =>
  ({
    client_name: name,
    client_phone: '0641234567',
    guest_name: null,
    start_datetime: `2026-11-${start}:00`,
    end_datetime: `2026-11-${start.slice(0, 2)} 12:00:00`,
    service_name: 'Gel lak',
    service_price: 1800,
    notes: null,
    attended: null,
    ...more,
  }) as ListedAppointment;

test('the visits are listed by person and time, without missed appointments and those ahead', () => {
  const rows = [
    visit('Zora', '02 10:00'),
    visit('Šana', '03 11:00', { technician_name: 'Mina', attended: 1 }),
    visit('Šana', '01 11:30'),
    visit('Šana', '04 11:00', { attended: 0 }),
    visit('Ana', '28 11:00'),
  ];
  expect(visitsCsv(rows, '2026-11-17 10:00:00').split('\r\n').slice(1, -1)).toEqual([
    'Šana;064 1234567;01/11/2026;11:30;30;Gel lak;1800;;',
    'Šana;064 1234567;03/11/2026;11:00;60;Gel lak;1800;Mina;',
    'Zora;064 1234567;02/11/2026;10:00;120;Gel lak;1800;;',
  ]);
});
