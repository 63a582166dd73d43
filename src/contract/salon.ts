import { z } from 'zod';
import { PUBLIC_SETTINGS, type PublicSetting, settingsObject } from '#domain/settings.ts';
import { endpoint } from './endpoint.ts';
import { wallTime } from './schemas.ts';
import { savedShapes } from './settings.ts';

const publicShapes = settingsObject<Pick<typeof savedShapes, PublicSetting>>(
  PUBLIC_SETTINGS,
  (name) => savedShapes[name],
);

/** What the pages may know of the salon (docs/spec/behaviour.md §7.5). An empty text is shown nowhere. */
export const salon = z.object({
  name: z.string(),
  phone: z.string(),
  social_url: z.string(),
  address: z.string(),
  hours: z.string(),
  time_zone: z.string(),
  guest_booking: z.boolean(),
  ...publicShapes,
  /** Do mails leave this server? Where not, pages promise none. */
  mail: z.boolean(),
  /** The address under which clients reach the salon; empty: the one that the browser shows. */
  public_url: z.string(),
});

export const salonEndpoints = [
  endpoint({
    method: 'GET',
    path: '/salon',
    access: 'public',
    summary: 'What the pages show of the salon, and the rules that they tell (docs/spec/behaviour.md §7.5).',
    status: 200,
    response: salon,
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    rateLimit: false,
    summary:
      '200 when the database answers, else 503; the admin also gets the newest copy of the salon (docs/spec/behaviour.md §11.2).',
    status: 200,
    response: z.object({
      status: z.literal('ok'),
      last_backup: z.object({ made_at: wallTime, bytes: z.int() }).nullable().optional(),
    }),
    errors: ['database_away'],
  }),
  endpoint({
    method: 'GET',
    path: '/ready',
    access: 'public',
    rateLimit: false,
    summary:
      '200 while this process wants requests; 503 from the signal to stop on, for proxies (docs/spec/behaviour.md §1.2).',
    status: 200,
    response: z.object({ status: z.literal('ready') }),
    errors: ['stopping'],
  }),
  endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This contract as OpenAPI 3.1; the same for every salon (docs/spec/behaviour.md §3.7).',
    status: 200,
    response: z.looseObject({ openapi: z.string() }),
    errors: [],
  }),
] as const;
