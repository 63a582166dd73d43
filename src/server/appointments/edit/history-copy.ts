import { moveGuestLinks } from '../../guest-link/move.ts';
import type { AppointmentRow, Trx } from '../../platform/db/schema.ts';

/**
 * Who was on a row that turns AVAILABLE or BLOCKED keeps it in her history: a CANCELLED copy with a new id, written after the
 * row let go of her. A guest's link leads to the copy. behaviour.md §5
 */
export async function keepHistory(trx: Trx, before: AppointmentRow, nowMs: number): Promise<number> {
  const { id, day: _generated, version: _startsAnew, ...columns } = before;
  const wasCancelled = before.status === 'CANCELLED';
  const copy = await trx
    .insertInto('appointments')
    .values({
      ...columns,
      status: 'CANCELLED',
      cancelled_at: wasCancelled ? before.cancelled_at : nowMs,
      cancelled_by: wasCancelled ? before.cancelled_by : 'ADMIN',
    })
    .returning(['id', 'booked_at'])
    .executeTakeFirstOrThrow();
  await moveGuestLinks(trx, { id, booked_at: before.booked_at }, copy);
  return copy.id;
}
