import { dateOf } from '../../src/domain/wall-clock.ts';
import { ensureAdmin } from '../../src/server/accounts/admin-account.ts';
import { readClock } from '../../src/server/platform/clock.ts';
import type { Platform } from '../../src/server/platform/http/request.ts';
import { fillDemo } from './fill.ts';
import { moveOneBooking } from './moved.ts';

/** The salon's own data, where the environment names none. */
export const DEMO_DEFAULTS = {
  DATA_DIR: 'data-demo',
  ADMIN_PASSWORD: 'demo123',
  ADMIN_NAME: 'Jelena',
  SALON_PHONE: '021 555 0184',
  SALON_SOCIAL_URL: 'https://www.instagram.com/lunula.nokti',
  SALON_ADDRESS: 'Bulevar oslobođenja 84, Novi Sad, drugi sprat',
  SALON_HOURS: 'Pon - Pet 08:00 - 20:15, Sub 08:00 - 15:30',
};

/** Puts the demo into an empty salon, with `years` of history; returns how many appointments it made. */
export async function makeDemo(platform: Platform, years: number): Promise<number> {
  await ensureAdmin(platform);
  const made = await fillDemo(platform, dateOf(readClock(platform.clock).wall), years);
  await moveOneBooking(platform);
  return made;
}
