import { describe, expect, test } from 'vitest';
import type { AppointmentStatus } from '../appointments/appointments.ts';
import { clockOf, type WallTime } from '../wall-clock.ts';
import { endWith, restOf, untilClean } from './rest.ts';

const at = (clock: string): WallTime => `2026-03-12 ${clock}:00` as WallTime;
interface Case {
  readonly end?: string;
  readonly now?: string;
  readonly minutes?: (number | null)[];
  readonly cleanup?: number;
  readonly status?: AppointmentStatus;
}

test.each<[string, Case, string | undefined]>([
  ['the time after the services', {}, '10:00'],
  ['after the clean-up', { cleanup: 20 }, '10:20'],
  ['after the rounded length', { minutes: [47] }, '09:50'],
  ['after the sum of several services', { minutes: [30, 45] }, '10:15'],
  ['from now on, rounded up to 5 minutes', { now: '10:11' }, '10:15'],
  ['from the services’ end if now is earlier', { now: '09:58' }, '10:00'],
  ['15 minutes', { end: '10:15' }, '10:00'],
  ['not 10 minutes', { end: '10:10' }, undefined],
  ['nothing if now is too late', { now: '10:46' }, undefined],
  ['nothing without a length', { minutes: [null] }, undefined],
  ['nothing without services', { minutes: [] }, undefined],
  ['nothing of a cancelled booking', { status: 'CANCELLED' }, undefined],
])('a booking from 9 to 11 leaves %s', (_, given, start) => {
  const { end = '11:00', now = '08:00', minutes = [60], cleanup = 0, status = 'BOOKED' } = given;
  const services = minutes.map((duration_minutes) => ({ duration_minutes, cleanup_minutes: cleanup }));
  const booked = { start_datetime: at('09:00'), end_datetime: at(end), status, services };
  const rest = restOf(booked, at(now));
  expect(rest && clockOf(rest.start_datetime)).toBe(start);
});

const timesOf = (text: string) => {
  const [from = '', to = ''] = text.split('-');
  return { start_datetime: at(from), end_datetime: at(to) };
};
const workOf = (duration_minutes: number | null, cleanup_minutes = 0) => [
  { duration_minutes, cleanup_minutes },
];

describe('endWith: a client chooses other services for her booking from 9 to 10 of 60 minutes', () => {
  interface Change {
    readonly row?: string;
    readonly from?: number;
    readonly to: number | null;
    readonly cleanup?: number;
    readonly free?: readonly string[];
    readonly next?: string;
  }
  test.each<[string, Change, string | undefined]>([
    ['a shorter one gives the rest back', { to: 45 }, '09:45'],
    ['a longer one within the opening', { to: 90 }, '10:30'],
    ['one that fills the opening', { to: 180 }, '12:00'],
    ['not one that is longer than the opening', { to: 185 }, undefined],
    ['into the next opening, which adjoins', { to: 120, free: ['09:00-10:30', '10:30-11:30'] }, '11:00'],
    ['not over a gap', { to: 120, free: ['09:00-10:30', '10:35-11:30'] }, undefined],
    ['until the next booking', { to: 120, free: ['09:00-11:00'], next: '11:00' }, '11:00'],
    [
      'not until the next booking with a clean-up',
      { to: 120, cleanup: 5, free: ['09:00-11:00'], next: '11:00' },
      undefined,
    ],
    [
      'with its clean-up before the next booking',
      { to: 115, cleanup: 5, free: ['09:00-11:00'], next: '11:00' },
      '10:55',
    ],
    [
      'the same length with a clean-up that has no room',
      { to: 60, cleanup: 10, free: ['09:00-10:00'], next: '10:05' },
      undefined,
    ],
    ['the same length outside every opening', { to: 60, cleanup: 10, free: [] }, '10:00'],
    ['not a longer one outside every opening', { to: 65, free: [] }, undefined],
    ['a row that is longer than its services stays', { row: '09:00-11:00', to: 90 }, '11:00'],
    ['a row that is longer must hold the services', { row: '09:00-11:00', to: 125 }, undefined],
    ['an unknown length keeps the row', { to: null }, '10:00'],
    ['a length is rounded up', { to: 47 }, '09:50'],
  ])('%s', (_, { row = '09:00-10:00', from = 60, to, cleanup = 0, free = ['09:00-12:00'], next }, end) => {
    const booking = { ...timesOf(row), services: workOf(from) };
    const open = free.map((text) => ({
      ...timesOf(text),
      opening_start: timesOf(text).start_datetime,
      opening_end: at('12:00'),
      next_booked: next ? at(next) : null,
      is_used: 0 as const,
    }));
    expect(endWith(booking, workOf(to, cleanup), open)).toBe(end ? at(end) : 'service_too_long');
  });
});

test.each([
  ['without a clean-up', '09:00-10:00', workOf(60), '10:00'],
  ['after the row', '09:00-10:00', workOf(60, 15), '10:15'],
  ['within a longer row', '09:00-11:00', workOf(60, 15), '11:00'],
  ['after a row that is shorter than its services', '09:00-10:00', workOf(90, 15), '10:15'],
  ['without services', '09:00-10:00', undefined, '10:00'],
])('the clean-up of a booking %s', (_, row, services, end) => {
  const booked = { ...timesOf(row), status: 'BOOKED' as const, services };
  expect(untilClean(booked).end_datetime).toBe(at(end));
});
