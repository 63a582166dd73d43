import { addDays, dateOf, wallTimeOn } from '../../src/domain/wall-clock.ts';
import { ensureAdmin } from '../../src/server/accounts/admin-account.ts';
import { moveOwnBooking } from '../../src/server/appointments/move.ts';
import { readClock } from '../../src/server/platform/clock.ts';
import type { Platform } from '../../src/server/platform/http/request.ts';
import { freeSlotsBetween } from '../../src/server/slots/slots.ts';
import { DEMO_CLIENT, fillDemo } from './fill.ts';

/** The default settings of the demo. Environment variables override them. */
export const DEMO_DEFAULTS = {
  DATA_DIR: 'data-demo',
  ADMIN_PASSWORD: 'demo123',
  ADMIN_NAME: 'Jelena',
  SALON_PHONE: '021 555 0184',
  SALON_SOCIAL_URL: 'https://www.instagram.com/lunula.nokti',
  SALON_ADDRESS: 'Bulevar oslobođenja 84, Novi Sad, drugi sprat',
  SALON_HOURS: 'Pon - Pet 08:00 - 20:15, Sub 08:00 - 15:30',
};

const FROM_DAYS_AHEAD = 5; // this day is after the fully booked day, and far enough ahead that the client can still move the booking
const UNTIL_DAYS_AHEAD = 14;

/** Moves a booking as if its client had moved it, which notifies the owner. */
async function moveOneBooking(platform: Platform): Promise<void> {
  const now = readClock(platform.clock);
  const today = dateOf(now.wall);
  const [first, last] = [addDays(today, FROM_DAYS_AHEAD), addDays(today, UNTIL_DAYS_AHEAD)];
  const booking = await platform.db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .innerJoin('people', 'people.user_id', 'bookings.client_id')
    .select(['appointments.id', 'start_datetime', 'client_id', 'people.name'])
    .where('status', '=', 'BOOKED')
    .where('people.email', '<>', DEMO_CLIENT.email)
    .where('start_datetime', '>', wallTimeOn(first, '00:00:00'))
    .orderBy('start_datetime')
    .executeTakeFirst();
  if (!booking?.client_id) return;
  const others = await platform.db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('day')
    .where('client_id', '=', booking.client_id)
    .where('appointments.id', '<>', booking.id)
    .execute();
  const free = await freeSlotsBetween(platform.db, { from: first, to: last }, now.wall, 0);
  const slot = free.slots.find(
    (one) =>
      one.start_datetime > booking.start_datetime &&
      others.every(({ day }) => day !== dateOf(one.start_datetime)),
  );
  if (!slot) return;
  const caller = {
    ...platform,
    now,
    user: {
      id: booking.client_id,
      role: 'CLIENT' as const,
      name: booking.name,
      email: null,
      technician_id: null,
      tokenHash: '',
      language: null,
    },
    signal: new AbortController().signal,
    language: null,
    network: undefined,
    idempotencyKey: undefined,
  };
  const { id: to_id, start_datetime: seen_start, end_datetime: seen_end } = slot;
  await moveOwnBooking(caller, booking.id, { to_id, seen_start, seen_end });
}

/** Fills an empty database with the demo salon, whose history is `years` long. Returns the number of appointments. */
export async function makeDemo(platform: Platform, years: number): Promise<number> {
  await ensureAdmin(platform);
  const made = await fillDemo(platform, dateOf(readClock(platform.clock).wall), years);
  await moveOneBooking(platform);
  return made;
}
