import { sql } from 'kysely';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { endpoints } from '#contract/index.ts';
import type { salonEndpoints } from '#contract/salon.ts';
import { latestBackup } from '../backups/backups.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';

export const salonRoutes: RoutesOf<typeof salonEndpoints> = {
  'GET /salon': async ({ db, config }) => {
    const settings = await currentSettings(db, config);
    return {
      name: settings.salon_name,
      phone: settings.salon_phone,
      social_url: settings.salon_social_url,
      address: settings.salon_address,
      hours: settings.salon_hours,
      time_zone: config.timeZone,
      guest_booking: settings.guest_booking === 1,
      salon_headline: settings.salon_headline,
      salon_text: settings.salon_text,
      max_active_bookings: settings.max_active_bookings,
      booking_days: settings.booking_days,
      late_cancel_hours: settings.late_cancel_hours,
      cancel_until_hours: settings.cancel_until_hours,
      move_until_hours: settings.move_until_hours,
      service_fit: settings.service_fit,
      join_slots: settings.join_slots,
      mail: config.mail.smtpUrl !== undefined,
      public_url: config.publicUrl ?? '',
    };
  },
  'GET /health': async ({ db, user, config, now }) => {
    await sql`select 1`.execute(db);
    return { status: 'ok', ...(user?.role === 'ADMIN' && { last_backup: latestBackup(config, now.wall) }) };
  },
  'GET /ready': ({ isStopping }) =>
    isStopping ? refuse('stopping', { retryAfterSeconds: 1 }) : { status: 'ready' },
  'GET /openapi.json': async ({ db, config }) => openApi((await currentSettings(db, config)).salon_name),
};

const JSON_BODY = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': {
    schema: z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }),
  },
});

const parametersOf = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
  Object.entries(schema?.shape ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || !(shape as z.ZodType).safeParse(undefined).success,
    schema: z.toJSONSchema(shape as z.ZodType, { io: 'input', unrepresentable: 'any' }),
  }));

const EVERYWHERE = ['bad_input', 'too_many_requests', 'server_error', 'database_away'] as const;

const contentOf = ({ isFile, response }: Endpoint) =>
  isFile
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : JSON_BODY(response, 'output');

function responsesOf(endpoint: Endpoint): Record<string, unknown> {
  const responses: Record<string, { description: string; content?: unknown }> = {};
  const codes = [
    ...endpoint.errors,
    ...EVERYWHERE,
    ...(endpoint.access === 'public' ? [] : (['login_required'] as const)),
  ];
  for (const code of codes) {
    const { status, text } = errors[code];
    const known = responses[status]?.description;
    responses[status] = { description: known ? `${known} · ${code}: ${text}` : `${code}: ${text}` };
  }
  responses[endpoint.status] = {
    description: 'OK',
    ...(endpoint.status !== 204 && { content: contentOf(endpoint) }),
  };
  return responses;
}

function operationOf(endpoint: Endpoint): Record<string, unknown> {
  const parameters = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')];
  return {
    summary: endpoint.summary,
    security: endpoint.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: { required: true, content: JSON_BODY(endpoint.body, 'input') } }),
    responses: responsesOf(endpoint),
  };
}

let everyPath: Record<string, Record<string, unknown>> | undefined;

/** Every endpoint by path and method; generated once, at the first request. */
function pathsOf(): Record<string, Record<string, unknown>> {
  if (everyPath) return everyPath;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = path;
    path[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  everyPath = paths;
  return paths;
}

/** The contract as OpenAPI 3.1. */
const openApi = (title: string): { openapi: string } & Record<string, unknown> => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  servers: [{ url: '/api' }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: pathsOf(),
});
