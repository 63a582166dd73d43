import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, noContent, wallTime } from '../schemas.ts';

/** The salon's bookings as a calendar that another program subscribes to, by a secret address. docs/spec/behaviour.md §7.8 */
export const calendarFeedEndpoints = [
  endpoint({
    method: 'GET',
    path: '/calendar-feed',
    access: 'admin',
    summary: 'Is there an address that works (`active` 1), and since when? (docs/spec/behaviour.md §7.8).',
    status: 200,
    response: z.object({ active: flag, created_at: wallTime.nullable() }),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/calendar-feed',
    access: 'admin',
    summary:
      'Makes a new address; the one before ends, and it is shown this once only (docs/spec/behaviour.md §7.8).',
    status: 201,
    response: z.object({ url: z.string() }),
    errors: [],
  }),
  endpoint({
    method: 'DELETE',
    path: '/calendar-feed',
    access: 'admin',
    summary: 'Ends the address; ended twice is no error (docs/spec/behaviour.md §7.8).',
    status: 204,
    response: noContent,
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/calendar-feed/{secret}',
    access: 'public',
    summary:
      'The BOOKED appointments from 30 days back to 180 ahead as text/calendar, with an ETag; any other secret is the same 404 (docs/spec/behaviour.md §7.8).',
    params: z.object({ secret: z.string() }),
    status: 200,
    fileType: 'text/calendar',
    response: z.unknown(),
    errors: ['unknown_path'],
  }),
] as const;
