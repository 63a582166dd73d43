import { sql } from 'kysely';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import type { salonEndpoints } from '#contract/salon.ts';
import type { settingsEndpoints } from '#contract/settings.ts';
import { PUBLIC_SETTINGS, type PublicSetting, type Settings, settingsObject } from '#domain/settings.ts';
import { latestBackup } from '../backups/backups.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { currentSettings, saveSettings } from './settings.ts';

let openApiText: Buffer | undefined;

/** The OpenAPI document as bytes, made once because the document has 280 kB and never changes. */
function openApiBytes(): Buffer {
  openApiText ??= Buffer.from(JSON.stringify(openApiDocument()));
  return openApiText;
}

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
      ...settingsObject<Pick<Settings, PublicSetting>>(PUBLIC_SETTINGS, (name) => settings[name]),
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
  'GET /openapi.json': () => openApiBytes(),
};

export const settingsRoutes: RoutesOf<typeof settingsEndpoints> = {
  'GET /settings': ({ db, config }) => currentSettings(db, config),
  'PUT /settings': (request) => saveSettings(request, request.body),
};
