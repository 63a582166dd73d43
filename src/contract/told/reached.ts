import { z } from 'zod';
import { REACH_CHANNELS, TOLD_WHAT } from '#domain/told/calls.ts';
import * as s from '../schemas.ts';

export const reachedMessage = s.component('ReachedMessage', 'A message that went out, or a call.', {
  id: z.int(),
  what: z.enum(TOLD_WHAT),
  channel: z.enum(REACH_CHANNELS),
  at: s.wallTime,
  by: z.string().nullable().describe('The name of the user of the salon; null: Lunula.'),
});
export const reachClaim = s.component('ReachClaim', 'Who is writing to the person now.', {
  by: z.string(),
  until: s.wallTime,
});
export type ReachedMessage = z.infer<typeof reachedMessage>;
export type ReachClaim = z.infer<typeof reachClaim>;
