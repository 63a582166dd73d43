import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { wallDate } from './schemas.ts';

/** What a page is to ask for again; never what it will be answered. docs/spec/behaviour.md §13 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slots'), days: z.array(wallDate) }),
  z.object({ kind: z.enum(['appointments', 'notifications']) }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const eventEndpoints = [
  endpoint({
    method: 'GET',
    path: '/events',
    access: 'public',
    summary:
      'A stream of server-sent events that says what has changed: free slots of some days to everybody, appointments and notifications to whom they concern (docs/spec/behaviour.md §13).',
    status: 200,
    fileType: 'text/event-stream',
    response: z.unknown(),
    errors: ['stopping'],
  }),
] as const;
