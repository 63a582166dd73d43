import { expect, test } from 'vitest';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import { addMinutes, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { firstTimes, type NewValues, resolved } from './new-values.ts';

const DAY = '2026-11-23' as WallDate;
const NOW = '2026-11-22 12:00:00' as WallTime;

const rowAt = (clock: string, minutes: number, status: AppointmentStatus, notes: string | null) => {
  const start_datetime = `${DAY} ${clock}:00` as WallTime;
  return { start_datetime, end_datetime: addMinutes(start_datetime, minutes), status, notes };
};

/** A guest at ten for an hour, unless said otherwise. */
const guest = (some: Partial<NewValues> = {}): NewValues => ({
  who: 'guest',
  client_id: '',
  guest_name: '',
  guest_phone: '',
  service_id: '',
  when: 'other',
  date: DAY,
  start: '10:00',
  duration: '60',
  hasOwnDuration: 'yes',
  status: '',
  notes: '',
  hasOwnNotes: '',
  ...some,
});

const noted = rowAt('10:00', 60, 'AVAILABLE', 'Samo kratko');

test.each([
  ['a booking takes over the note of the slot under it', guest(), [noted], 'Samo kratko'],
  [
    'of two slots both',
    guest({ duration: '90' }),
    [noted, rowAt('11:00', 60, 'AVAILABLE', 'Ulaz pozadi')],
    'Samo kratko\nUlaz pozadi',
  ],
  ['a slot that only touches it keeps its note', guest({ start: '11:00' }), [noted], ''],
  ['a slot without a note gives none', guest(), [rowAt('10:00', 60, 'AVAILABLE', null)], ''],
  ['a cancelled one under it gives none', guest(), [rowAt('10:00', 60, 'CANCELLED', 'Bolest')], ''],
  ['what was typed stays', guest({ notes: 'Bez ukrasa', hasOwnNotes: 'yes' }), [noted], 'Bez ukrasa'],
  ['emptied stays empty', guest({ hasOwnNotes: 'yes' }), [noted], ''],
  ['a blocked time takes nothing over', guest({ status: 'BLOCKED' }), [noted], ''],
] as const)('%s', (_, values, rows, notes) => {
  const known = { usualServiceId: null, offerMinutes: null, minutesOf: () => null, rows, now: NOW };
  expect(resolved(values, known).notes).toBe(notes);
});

test.each([
  ['nothing known begins with the free times', {}, 'free', ''],
  ['a day begins with its free times', { date: DAY }, 'free', DAY],
  ['a tapped place is any time', { date: DAY, start: '10:15' as never }, 'other', DAY],
  ['another time is today where no day is known', { isOtherTime: true }, 'other', '2026-11-22'],
  ['a slot is given', { slot: { id: 1 as never, ...noted } }, 'given', DAY],
] as const)('%s', (_, preset, when, date) => {
  expect(firstTimes(preset, NOW)).toMatchObject({ when, date });
});
