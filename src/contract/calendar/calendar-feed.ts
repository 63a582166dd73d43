import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

const whose = z.object({ technician_id: s.technicianInQuery.describe('Her feed; left out: of the salon.') });

/** An iCalendar feed of the bookings under a secret URL. docs/spec/behaviour.md §7.8 */
export const calendarFeedEndpoints = [
  endpoint('getCalendarFeed', 'GET /calendar-feed', 'staff', {
    summary: 'Whether the feed has an address (`active` 1), and since when (docs/spec/behaviour.md §7.8).',
    query: whose,
    response: z.object({ active: s.flag, created_at: s.wallTime.nullable() }),
  }),
  endpoint('createCalendarFeed', 'POST /calendar-feed', 'staff', {
    summary:
      'Creates a new address and revokes the old one; only this response shows it (docs/spec/behaviour.md §7.8).',
    query: whose,
    status: 201,
    response: z.object({ url: z.string() }),
    errors: ['unknown_technician'],
  }),
  endpoint('endCalendarFeed', 'DELETE /calendar-feed', 'staff', {
    summary: 'Revokes the address; repeating is no error (docs/spec/behaviour.md §7.8).',
    query: whose,
  }),
  endpoint('downloadCalendarFeed', 'GET /calendar-feed/{secret}', 'public', {
    summary:
      'The bookings from 30 days ago to 180 days ahead as text/calendar, with an ETag; an invalid secret is always the same 404 (docs/spec/behaviour.md §7.8).',
    params: z.object({ secret: z.string() }),
    fileType: 'text/calendar',
    response: z.unknown(),
    errors: ['unknown_path'],
  }),
] as const;
