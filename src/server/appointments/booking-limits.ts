import { noShowRefusal } from '#domain/appointments/attendance.ts';
import { bookingLimitRefusal } from '#domain/booking.ts';
import type { Person } from '#domain/clients/booked-person.ts';
import {
  MAX_CLIENT_CANCELLATIONS,
  MAX_VISITOR_ACTIVE_BOOKINGS,
  MAX_VISITOR_BOOKINGS,
  MAX_VISITOR_CANCELLATIONS,
} from '#domain/limits.ts';
import type { Settings } from '#domain/settings.ts';
import { minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { noShowsOf } from '../clients/clients.ts';
import { type CallerContext, countAct, lockVisitor, refuseForNow } from '../platform/auth/counted-acts.ts';
import { lockActiveUser } from '../platform/auth/sessions.ts';
import { lockPhone } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { lockClients } from './locks.ts';

/** Booking limits, counted under locks. docs/spec/behaviour.md §4.4, §5.4 and §5.22 */

const activeBookings = (trx: Trx, now: WallTime) =>
  trx
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'BOOKED')
    .where('end_datetime', '>', now);

/** Refuses a person who has missed too many appointments. Call it after `lockBooker`. docs/spec/behaviour.md §5.22 */
export async function assertFewNoShows(
  trx: Trx,
  { now }: Pick<RequestContext, 'now'>,
  person: Person,
  { no_show_limit }: Pick<Settings, 'no_show_limit'>,
): Promise<void> {
  if (no_show_limit === 0) return;
  refuseIf(noShowRefusal(await noShowsOf(trx, person, now.wall), no_show_limit));
}

/**
 * Locks the client's row or the guest's phone. Call it before locking the slot's row. Refuses deactivated clients, unless the owner
 * books for them.
 */
export async function lockBooker(
  trx: Trx,
  { user }: Pick<RequestContext, 'user'>,
  { client_id }: Person,
  digits: string | null,
): Promise<void> {
  if (client_id !== null && user?.role === 'ADMIN') {
    if (!(await lockClients(trx, [client_id])).get(client_id)) refuse('unknown_client');
  } else if (client_id !== null) await lockActiveUser(trx, client_id);
  else if (digits !== null) await lockPhone(trx, digits);
}

/**
 * Refuses a booking beyond the limit per client or guest's phone. Call it after `lockBooker`. docs/spec/product.md §5.3,
 * docs/spec/behaviour.md §5.4
 */
export async function assertWithinLimit(
  trx: Trx,
  { client_id }: Person,
  digits: string | null,
  { now, most }: { readonly now: WallTime; readonly most: number },
): Promise<void> {
  const active = activeBookings(trx, now);
  const counted =
    client_id !== null
      ? active.where('client_id', '=', client_id)
      : active.where('client_id', 'is', null).where('guest_phone_digits', '=', digits);
  refuseIf(bookingLimitRefusal((await counted.executeTakeFirstOrThrow()).count, most), most);
}

/**
 * Limits the active bookings of guests per network, and how often they book. `network` comes from `lockVisitor`.
 * docs/spec/behaviour.md §4.4
 */
export async function countGuestBooking(
  trx: Trx,
  { config, now }: CallerContext,
  network: string | null,
): Promise<void> {
  if (network === null || !config.rateLimit) return;
  const active = await trx
    .selectFrom('appointments')
    .select('end_datetime')
    .where('booker_network', '=', network)
    .where('status', '=', 'BOOKED')
    .where('end_datetime', '>', now.wall)
    .orderBy('end_datetime')
    .limit(MAX_VISITOR_ACTIVE_BOOKINGS)
    .execute();
  const [first] = active;
  if (first && active.length === MAX_VISITOR_ACTIVE_BOOKINGS)
    refuseForNow(minutesBetween(now.wall, first.end_datetime) * 60);
  await countAct(trx, { subject: network, act: 'booking', limits: MAX_VISITOR_BOOKINGS, nowMs: now.ms });
}

/**
 * Limits how often a client or a visitor's network cancels and moves. Call it before locking days and rows.
 * docs/spec/behaviour.md §4.4
 */
export async function countCancellation(trx: Trx, context: CallerContext): Promise<void> {
  const { config, user, now } = context;
  if (!config.rateLimit || user?.role === 'ADMIN') return;
  const subject = user ? `client:${user.id}` : await lockVisitor(trx, context);
  if (subject === null) return;
  const limits = user ? MAX_CLIENT_CANCELLATIONS : MAX_VISITOR_CANCELLATIONS;
  await countAct(trx, { subject, act: 'cancellation', limits, nowMs: now.ms });
}
