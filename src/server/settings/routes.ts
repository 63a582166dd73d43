import { sql } from 'kysely';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import type { salonEndpoints } from '#contract/salon.ts';
import type { settingsEndpoints } from '#contract/settings.ts';
import { PUBLIC_SETTINGS, type PublicSetting, type Settings, settingsObject } from '#domain/settings.ts';
import { latestBackup } from '../backups/backups.ts';
import { countShownWorks } from '../platform/db/pictures.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { pictureFigures } from '../platform/pictures/files.ts';
import { currentSettings, saveSettings } from './settings.ts';

let openApiText: Buffer | undefined;

/** The OpenAPI document as bytes, made once because the document has 280 kB and never changes. */
function openApiBytes(): Buffer {
  openApiText ??= Buffer.from(JSON.stringify(openApiDocument()));
  return openApiText;
}

/** What visitors may know of the deposits; undefined while none are asked. */
function depositRule(settings: Settings) {
  const { payments, deposit_for, deposit_amount, deposit_percent } = settings;
  if (payments === 0 || deposit_for === 'NONE' || deposit_amount + deposit_percent === 0) return undefined;
  return {
    for: deposit_for,
    min_minutes: settings.deposit_min_minutes,
    amount: deposit_amount,
    percent: deposit_percent,
    hold_hours: settings.deposit_hold_hours,
  };
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
      deposit: depositRule(settings),
      works: await countShownWorks(db),
      public_url: config.publicUrl ?? '',
    };
  },
  'GET /health': async ({ db, user, config, now, log }) => {
    await sql`select 1`.execute(db);
    if (user?.role !== 'ADMIN') return { status: 'ok' };
    const pictures = await pictureFigures({ db, config, log });
    return { status: 'ok', last_backup: latestBackup(config, now.wall), pictures };
  },
  'GET /ready': ({ isStopping }) =>
    isStopping ? refuse('stopping', { retryAfterSeconds: 1 }) : { status: 'ready' },
  'GET /openapi.json': () => openApiBytes(),
};

export const settingsRoutes: RoutesOf<typeof settingsEndpoints> = {
  'GET /settings': ({ db, config }) => currentSettings(db, config),
  'PUT /settings': (request) => saveSettings(request, request.body),
};
