import { bookingLimitRefusal, type Person } from '#salon/appointments/booking.ts';
import type { WallTime } from '#salon/salon-time.ts';
import { lockPhone, lockRows } from '../../platform/db/locks.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { refuse, refuseIf } from '../../platform/refuse.ts';

/** Of two bookings of one client the second waits for the first; one who was deactivated meanwhile books no more. */
async function lockClient(trx: Trx, id: number): Promise<void> {
  const found = await trx
    .selectFrom('users')
    .select(['active', 'deleted_at'])
    .where('id', '=', id)
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (found?.active !== 1 || found.deleted_at !== null) refuse('login_required');
}

const activeBookings = (trx: Trx, now: WallTime) =>
  trx
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'BOOKED')
    .where('end_datetime', '>', now);

/** Locks whom the limit counts: a client's row, or a visitor's phone. Before the slot's row, on every way. */
export async function lockBooker(trx: Trx, person: Person, digits: string | null): Promise<void> {
  if (person.client_id !== null) await lockClient(trx, person.client_id);
  else if (digits !== null) await lockPhone(trx, digits);
}

/** At most 2 active bookings per client, and per phone of visitors; counted under `lockBooker`. spec.md §5, behaviour.md §5 */
export async function assertWithinLimit(
  trx: Trx,
  { client_id }: Person,
  digits: string | null,
  now: WallTime,
): Promise<void> {
  const active = activeBookings(trx, now);
  const hers =
    client_id !== null
      ? active.where('client_id', '=', client_id)
      : active.where('client_id', 'is', null).where('guest_phone_digits', '=', digits);
  refuseIf(bookingLimitRefusal((await hers.executeTakeFirstOrThrow()).count));
}
