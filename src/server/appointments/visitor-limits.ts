import {
  MAX_CLIENT_CANCELLATIONS,
  MAX_VISITOR_ACTIVE_BOOKINGS,
  MAX_VISITOR_BOOKINGS,
  MAX_VISITOR_CANCELLATIONS,
} from '#domain/limits.ts';
import { minutesBetween } from '#domain/wall-clock.ts';
import { type CallerContext, countAct, lockVisitor, refuseForNow } from '../platform/auth/counted-acts.ts';
import type { Trx } from '../platform/db/schema.ts';

/**
 * One network books for guests only so often, and only so many that are ahead. `network` is locked (`lockVisitor`).
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
 * A visitor's network, and a client, cancel only so often; so they do whatever else gives a time back and takes another. Before
 * days and rows are locked. docs/spec/behaviour.md §4.4
 */
export async function countCancellation(trx: Trx, context: CallerContext): Promise<void> {
  const { config, user, now } = context;
  if (!config.rateLimit || user?.role === 'ADMIN') return;
  const subject = user ? `client:${user.id}` : await lockVisitor(trx, context);
  if (subject === null) return;
  const limits = user ? MAX_CLIENT_CANCELLATIONS : MAX_VISITOR_CANCELLATIONS;
  await countAct(trx, { subject, act: 'cancellation', limits, nowMs: now.ms });
}
