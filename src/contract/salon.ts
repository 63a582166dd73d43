import { z } from 'zod';
import { PUBLIC_SETTINGS, type PublicSetting, settingsObject } from '#domain/settings.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';
import { savedShapes } from './settings.ts';

const publicShapes = settingsObject<Pick<typeof savedShapes, PublicSetting>>(
  PUBLIC_SETTINGS,
  (name) => savedShapes[name],
);

const salon = s.component('Salon', 'Empty texts are not shown (docs/spec/behaviour.md §7.5).', {
  name: z.string(),
  phone: z.string(),
  social_url: z.string(),
  address: z.string(),
  hours: z.string(),
  time_zone: z.string().describe('IANA name.'),
  guest_booking: z.boolean(),
  ...publicShapes,
  mail: z.boolean().describe('Whether this server sends mails.'),
  deposit: z
    .object({
      for: z.enum(['NEW', 'NO_SHOW', 'LONG', 'ALL']),
      min_minutes: z.int(),
      amount: z.number(),
      percent: z.number(),
      hold_hours: z.number(),
    })
    .optional()
    .describe('Who pays a deposit, and how much; absent while nobody does (docs/spec/behaviour.md §19.2).'),
  works: z.int().describe('How many works everybody sees (docs/spec/behaviour.md §30.3).'),
  public_url: z.string().describe("The salon's web address; empty: the address of the request."),
});

export const salonEndpoints = [
  endpoint('getSalon', 'GET /salon', 'visit', {
    summary: "The salon's public data and booking rules (docs/spec/behaviour.md §7.5).",
    response: salon,
  }),
  endpoint('getHealth', 'GET /health', 'visit', {
    rateLimit: false,
    summary:
      'Whether the database answers: 200 or 503; for the owner with the newest backup (docs/spec/behaviour.md §11.2).',
    response: z.object({
      status: z.literal('ok'),
      last_backup: z.object({ made_at: s.wallTime, bytes: z.int() }).nullable().optional(),
      pictures: z
        .object({ on: z.boolean(), count: z.int(), bytes: z.int(), missing: z.int() })
        .optional()
        .describe('`missing`: files that should be there; only for the owner.'),
    }),
  }),
  endpoint('getReadiness', 'GET /ready', 'visit', {
    rateLimit: false,
    summary:
      'Whether this process accepts requests: 200, or 503 once it shuts down; for proxies (docs/spec/behaviour.md §1.2).',
    response: z.object({ status: z.literal('ready') }),
    errors: ['stopping'],
  }),
  endpoint('getOpenApiDescription', 'GET /openapi.json', 'visit', {
    summary: 'This contract as OpenAPI 3.1; the same for every salon (docs/spec/behaviour.md §3.7).',
    response: z.looseObject({ openapi: z.string() }),
  }),
] as const;

/** An event names the kind of data that a page must fetch again, and never contains the data. docs/spec/behaviour.md §13 */
export const streamEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slots'), days: z.array(s.wallDate) }),
  z.object({ kind: z.enum(['appointments', 'notifications']) }),
]);
export type StreamEvent = z.infer<typeof streamEvent>;

export const eventEndpoints = [
  endpoint('followEvents', 'GET /events', 'visit', {
    summary:
      'A stream of server-sent events that says what to fetch again: free slots of some days for everybody, appointments and notifications for the users they belong to (docs/spec/behaviour.md §13).',
    fileType: 'text/event-stream',
    response: z.unknown(),
    errors: ['stopping'],
  }),
] as const;
