import { expect, test } from 'vitest';
import { isReminderDue, type RemindedBooking } from './reminders.ts';

const booking: RemindedBooking = {
  status: 'BOOKED',
  client_id: 7,
  start_datetime: '2025-03-12 10:00:00',
  booked_at: '2025-03-10 12:00:00',
};

test.each([
  ['2025-03-12 07:59:59', false],
  ['2025-03-12 08:00:00', true],
  ['2025-03-12 09:59:59', true],
  ['2025-03-12 10:00:00', false],
])('at %s the reminder of ten o’clock is due: %s', (now, due) => {
  expect(isReminderDue(booking, now)).toBe(due);
});

test.each([
  ['2025-03-12 07:59:59', true],
  ['2025-03-12 08:00:00', false],
  ['2025-03-12 09:00:00', false],
])('booked at %s it is due at half past nine: %s', (booked_at, due) => {
  expect(isReminderDue({ ...booking, booked_at }, '2025-03-12 09:30:00')).toBe(due);
});

test.each(['AVAILABLE', 'BLOCKED', 'CANCELLED'] as const)('nobody is reminded of %s', (status) => {
  expect(isReminderDue({ ...booking, status }, '2025-03-12 09:00:00')).toBe(false);
});

test('a guest has no notices', () => {
  expect(isReminderDue({ ...booking, client_id: null }, '2025-03-12 09:00:00')).toBe(false);
});

test.each([
  ['2025-03-11 09:59:59', false],
  ['2025-03-11 10:00:00', true],
])('a day before, at %s, the mail is due: %s', (now, due) => {
  expect(isReminderDue(booking, now, 24)).toBe(due);
});

test('a move changes when it is due: reckoned from the new start', () => {
  const moved = { ...booking, start_datetime: '2025-03-12 18:00:00' };
  expect(isReminderDue(moved, '2025-03-12 09:00:00')).toBe(false);
  expect(isReminderDue(moved, '2025-03-12 16:00:00')).toBe(true);
});
