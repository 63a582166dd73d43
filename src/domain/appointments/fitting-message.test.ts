import { expect, test } from 'vitest';
import { fittingMessage } from './fitting-message.ts';

const NOW = '2026-11-17 11:00:00';

test.each([
  ['booked in more than 48 hours', 'BOOKED', '2026-11-19 11:05:00', 'confirmation'],
  ['booked in exactly 48 hours', 'BOOKED', '2026-11-19 11:00:00', 'reminder'],
  ['booked in a minute', 'BOOKED', '2026-11-17 11:01:00', 'reminder'],
  ['booked and just begun', 'BOOKED', '2026-11-17 11:00:00', null],
  ['canceled and in the future', 'CANCELLED', '2026-11-19 11:05:00', 'cancelled'],
  ['canceled and over', 'CANCELLED', '2026-11-17 10:00:00', null],
  ['free', 'AVAILABLE', '2026-11-19 11:05:00', null],
  ['blocked', 'BLOCKED', '2026-11-19 11:05:00', null],
] as const)(
  'the message suggested for an appointment that is %s is $3',
  (_, status, start_datetime, kind) => {
    expect(fittingMessage({ status, start_datetime }, NOW)).toBe(kind);
  },
);

test.each([
  [1, 'BOOKED', 'review'],
  [0, 'BOOKED', null],
  [null, 'BOOKED', null],
  [1, 'CANCELLED', null],
] as const)(
  'the message suggested for a past appointment with attendance %s and status %s is %s',
  (attended, status, kind) => {
    expect(fittingMessage({ status, start_datetime: '2026-11-17 10:00:00', attended }, NOW)).toBe(kind);
  },
);
