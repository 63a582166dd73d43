import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the pages may know of the salon (docs/spec/behaviour.md §7.5). An unset text is null and not shown. */
const salon = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  social_url: z.string().nullable(),
  address: z.string().nullable(),
  hours: z.string().nullable(),
  time_zone: z.string(),
  guest_booking: z.boolean(),
  late_cancel_hours: z.number(),
});

export const salonEndpoints = [
  endpoint({
    method: 'GET',
    path: '/salon',
    access: 'public',
    summary: 'Name, phone, social link, address and hours of the salon, and whether guests may book.',
    status: 200,
    response: salon,
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    rateLimit: false,
    summary: '200 when the database answers, else 503.',
    status: 200,
    response: z.object({ status: z.literal('ok') }),
    errors: ['database_away'],
  }),
  endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This contract as OpenAPI 3.1.',
    status: 200,
    response: z.looseObject({ openapi: z.string() }),
    errors: [],
  }),
] as const;
