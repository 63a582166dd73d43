import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

const sentSms = s.component('Sms', 'An SMS of Lunula (docs/spec/behaviour.md §29.8).', {
  id: z.int(),
  kind: z.string().describe('What it tells; TEST: a test of the owner.'),
  to: z.string().describe('In E.164.'),
  at: s.wallTime,
  outcome: z.enum(['SENDING', 'SENT', 'FAILED', 'UNKNOWN']).describe('UNKNOWN: never repeated.'),
  parts: z.int(),
  why: z.string().nullable(),
});

export const smsEndpoints = [
  endpoint('getSms', 'GET /sms', 'manageSalon', {
    summary: "Whether the owner's gateway is connected, and the last SMS (docs/spec/behaviour.md §29.8).",
    response: z.object({
      connected: z.boolean(),
      sends: z.array(sentSms).describe('The last 50, newest first.'),
      sent_today: z.int().describe('In parts.'),
    }),
  }),
  endpoint('testSms', 'POST /sms/test', 'manageSalon', {
    summary: 'Sends a test SMS to a number (docs/spec/behaviour.md §29.8).',
    body: z.strictObject({ to: s.phone }),
    example: { to: '064 123 4567' },
    errors: ['sms_off'],
  }),
] as const;
