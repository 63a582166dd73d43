import { z } from 'zod';
import type { AppointmentId } from '#domain/ids.ts';
import { AUTOMATIC_CHANNELS, REACH_CHANNELS, TOLD_WHAT } from '#domain/told/calls.ts';
import { MAX_DELAY_MINUTES } from '#domain/told/delay.ts';
import { salonAppointment } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';
import { reachClaim, reachedMessage } from './reached.ts';

const automaticChannel = z.enum(AUTOMATIC_CHANNELS).meta({ id: 'AutomaticChannel' });

const delayedPerson = s.component('DelayedPerson', 'A booking of today (docs/spec/behaviour.md §29.6).', {
  appointment_id: s.appointmentId,
  name: z.string(),
  start_datetime: s.wallTime,
  expected: s.wallTime.describe('When she is expected; the start: on time.'),
  reach: automaticChannel.nullable().describe('How Lunula reaches her; null: by hand.'),
});
export type DelayedPerson = z.infer<typeof delayedPerson>;
const people = z.array(delayedPerson);
const minutes = z.int().min(0).max(MAX_DELAY_MINUTES);

const roundRow = s.component('RoundRow', 'A booking of the round (docs/spec/behaviour.md §29.5).', {
  ...salonAppointment.shape,
  reached: z.array(reachedMessage).describe('For the present start and technician, oldest first.'),
  will: z
    .object({ channel: automaticChannel, at: s.wallTime })
    .nullable()
    .describe('The automatic message still to come.'),
  to_tell: s.wallTime.nullable().describe('The expected time that somebody has still to tell her.'),
  unknown: s.flag.describe('1: nobody knows what she got before a restore.'),
  last_channel: z.enum(REACH_CHANNELS).nullable().describe('By what the salon last wrote to her.'),
  calls_only: s.flag.describe('1: she got enough messages today; only a call is left.'),
});
export type RoundRow = z.infer<typeof roundRow>;

const claimBody = z.strictObject({
  claim: z.literal(1),
  claim_id: z.string().min(1).max(64).describe('Made by the page; the same for renewals.'),
});
const recordBody = z.strictObject({
  what: z.enum(TOLD_WHAT),
  channel: z.enum(REACH_CHANNELS),
  seen: z.int().nullable().describe('The last `reached` id that the page knew; null: none.'),
  claim_id: claimBody.shape.claim_id.optional(),
});

export const toldEndpoints = [
  endpoint('previewDelay', 'GET /delay/preview', 'changeAppointments', {
    summary:
      'Who would be told what if the technician is late by `minutes`; changes nothing (docs/spec/behaviour.md §29.6).',
    query: z.object({ minutes: s.queryNumber(0, MAX_DELAY_MINUTES), technician_id: s.technicianInQuery }),
    response: z.object({ people }),
    errors: ['unknown_technician'],
  }),
  endpoint('getDelays', 'GET /delay', 'seeAppointments', {
    query: z.object({ technician_id: s.technicianInQuery }),
    summary: "Today's delays that have not ended (docs/spec/behaviour.md §29.6).",
    response: z.array(z.object({ technician_id: s.technicianId, minutes, at: s.wallTime })),
  }),
  endpoint('setDelay', 'PUT /delay', 'changeAppointments', {
    summary:
      'Announces a delay and tells the people; 0 ends it, several technicians need `technician_id` (docs/spec/behaviour.md §29.6).',
    body: z.strictObject({ minutes, technician_id: s.technicianId.optional() }),
    example: { minutes: 15 },
    response: z.object({ people, undo_token: z.string().describe('For `undoChange` within 10 seconds.') }),
    errors: ['unknown_technician'],
  }),
  endpoint('getRound', 'GET /appointments/round', 'changeAppointments', {
    summary:
      'The bookings of a day by start, with who was reached; default: the next day with bookings (docs/spec/behaviour.md §29.5).',
    query: z.object({ date: s.wallDate.optional(), technician_id: s.technicianInQuery }),
    response: z.array(roundRow),
  }),
  endpoint('recordReached', 'POST /appointments/{id}/reached', 'changeAppointments', {
    params: s.idParams<AppointmentId>(),
    summary:
      'Claims the person for a page for 2 minutes, or records that somebody wrote to her or called (docs/spec/behaviour.md §29.5).',
    body: z.union([claimBody, recordBody]),
    example: { what: 'REMINDER', channel: 'VIBER', seen: null },
    response: z.union([
      z.object({ text: z.string(), link: z.string(), claimed: reachClaim }),
      z.object({ id: z.int(), undo_token: z.string() }),
    ]),
    errors: ['appointment_not_booked', 'appointment_over', 'reached_meanwhile'],
  }),
] as const;
