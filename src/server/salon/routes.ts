import { sql } from 'kysely';
import type { RoutesOf } from '../platform/http/call.ts';
import { openApi } from './openapi.ts';

export const salonRoutes: RoutesOf<'GET /salon' | 'GET /health' | 'GET /openapi.json'> = {
  'GET /salon': ({ config: { salon, guestBooking, lateCancelHours } }) => ({
    name: salon.name,
    phone: salon.phone,
    social_url: salon.socialUrl,
    address: salon.address,
    hours: salon.hours,
    time_zone: salon.timeZone,
    guest_booking: guestBooking,
    late_cancel_hours: lateCancelHours,
  }),
  'GET /health': async ({ db }) => {
    await sql`select 1`.execute(db);
    return { status: 'ok' };
  },
  'GET /openapi.json': ({ config }) => openApi(config.salon.name),
};
