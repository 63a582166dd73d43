import type { Appointment } from '#contract/appointments.ts';
import { may } from '#salon/appointments/appointment-status.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Context } from '../../platform/http/call.ts';
import { refuseIf } from '../../platform/refuse.ts';
import { withFreeSlotsOffered } from '../../waitlist/offer-free-slots.ts';
import { savedAppointment } from '../appointment-row.ts';
import { lockAppointment } from '../lock-appointment.ts';

export type Lockable = 'AVAILABLE' | 'BLOCKED';

/** The lock button: AVAILABLE ⇄ BLOCKED; asked twice, done once. behaviour.md §5 */
export function setStatus(context: Context, id: number, status: Lockable): Promise<Appointment> {
  return inTransaction(context.db, async (trx) => {
    const row = await lockAppointment(trx, id);
    refuseIf(may(status === 'BLOCKED' ? 'block' : 'unblock', row, 'ADMIN', context.now.wall));
    if (row.status !== status)
      await withFreeSlotsOffered(trx, context, [row.day], () => saveStatus(trx, [id], status));
    return savedAppointment(trx, id, context.clock);
  });
}

/** A row that turns AVAILABLE or BLOCKED carries nothing over, not even its note. */
export async function saveStatus(trx: Trx, ids: readonly number[], status: Lockable): Promise<void> {
  await trx
    .updateTable('appointments')
    .set(({ eb }) => ({ status, notes: null, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}
