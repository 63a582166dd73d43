import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

/** An event names the kind of data that a page must fetch again, and never contains the data. docs/spec/behaviour.md §13 */
export const streamEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slots'), days: z.array(s.wallDate) }),
  z.object({ kind: z.enum(['appointments', 'notifications']) }),
]);
export type StreamEvent = z.infer<typeof streamEvent>;

export const eventEndpoints = [
  endpoint('followEvents', 'GET /events', 'public', {
    summary:
      'A stream of server-sent events that says what to fetch again: free slots of some days for everybody, appointments and notifications for the users they belong to (docs/spec/behaviour.md §13).',
    fileType: 'text/event-stream',
    response: z.unknown(),
    errors: ['stopping'],
  }),
] as const;
