import { expect, test } from 'vitest';
import { type BookingId, toId } from '../ids.ts';
import { callReason } from './calls.ts';

const NOW = '2026-11-17 12:00:00';
const booked = {
  status: 'BOOKED',
  start_datetime: '2026-11-18 10:00:00',
  end_datetime: '2026-11-18 11:00:00',
  booking_id: toId<BookingId>(1),
  request_state: null,
  cancelled_by: null,
} as const;
const waiting = { ...booked, request_state: 'WAITING' } as const;
const past = { start_datetime: '2026-11-17 10:00:00', end_datetime: '2026-11-17 11:00:00' } as const;
const cancelled = { ...booked, status: 'CANCELLED', cancelled_by: 'ADMIN' } as const;

test.each([
  ['a cancellation by the salon', booked, cancelled, 'CANCELLED'],
  ['a cancellation that was asked for', booked, { ...cancelled, cancelled_by: 'CLIENT' }, undefined],
  ['a freed time', booked, { ...booked, status: 'AVAILABLE', booking_id: null }, 'CANCELLED'],
  ['a time that another person gets', booked, { ...booked, booking_id: toId<BookingId>(2) }, 'CANCELLED'],
  ['another start', booked, { ...booked, start_datetime: '2026-11-18 09:00:00' }, 'MOVED'],
  ['another end', booked, { ...booked, end_datetime: '2026-11-18 12:00:00' }, undefined],
  ['an accepted request', waiting, { ...booked, request_state: 'ACCEPTED' }, 'REQUEST_ACCEPTED'],
  ['a declined request', waiting, { ...cancelled, request_state: 'DECLINED' }, 'REQUEST_DECLINED'],
  ['a lapsed request', waiting, { ...cancelled, request_state: 'LAPSED' }, 'REQUEST_LAPSED'],
  ['a new booking', { ...booked, status: 'AVAILABLE', booking_id: null }, booked, undefined],
  ['a cancellation of what is over', { ...booked, ...past }, { ...cancelled, ...past }, undefined],
] as const)('callReason: %s', (_, before, after, reason) =>
  expect(callReason(before, after as never, NOW)).toBe(reason),
);
