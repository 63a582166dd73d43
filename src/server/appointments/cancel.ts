import type { Appointment } from '#contract/appointments.ts';
import { isLateCancellation, may } from '#domain/appointments.ts';
import { tellOwnerOfCancellation } from '../notifications/admin.ts';
import { tellingNow } from '../notifications/timing.ts';
import type { Caller } from '../platform/auth/sessions.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import type { Context } from '../platform/http/request.ts';
import { withFreeSlotsOffered } from '../waitlist/serve.ts';
import { savedAppointment } from './appointments.ts';
import { assertOwn, lockAppointment } from './locks.ts';
import { tellOfChange } from './notify.ts';

/** Cancels a booking: her own, or as the admin anybody's. behaviour.md §5 Cancel */
export function cancelAppointment(
  context: Context<Caller>,
  id: number,
  reason: string,
): Promise<Appointment> {
  return inTransaction(context.db, async (trx) => {
    const row = await lockAppointment(trx, id);
    assertOwn(row, context.who);
    if (context.who.role === 'ADMIN') await cancelBySalon(trx, context, row, reason);
    else await cancelByPerson(trx, context, row, reason);
    return savedAppointment(trx, id, context.clock);
  });
}

/** By whose booking it is, a client or a guest with her link; `row` and its day are locked. Its time is offered again. */
export async function cancelByPerson(
  trx: Trx,
  context: Context,
  row: AppointmentRow,
  reason: string,
): Promise<AppointmentRow> {
  const { now, config } = context;
  refuseIf(may('cancel', row, 'CLIENT', now.wall));
  const isLate = isLateCancellation(now.wall, row.start_datetime, config.lateCancelHours);
  const freeItsTime = async () => {
    const saved = await saveCancelled(trx, context, row.id, { reason, by: 'CLIENT', isLate });
    const { start_datetime, end_datetime } = row;
    await trx
      .insertInto('appointments')
      .values({ start_datetime, end_datetime, status: 'AVAILABLE', created_at: now.ms })
      .execute();
    return saved;
  };
  const cancelled = await withFreeSlotsOffered(trx, context, [row.day], freeItsTime);
  await tellOwnerOfCancellation(trx, context, cancelled);
  return cancelled;
}

/** By the admin: its time is not offered again, and the client is told. */
async function cancelBySalon(trx: Trx, context: Context, row: AppointmentRow, reason: string): Promise<void> {
  refuseIf(may('cancel', row, 'ADMIN', context.now.wall));
  const cancelled = await saveCancelled(trx, context, row.id, { reason, by: 'ADMIN', isLate: false });
  await tellOfChange(trx, context, { before: row, after: cancelled, telling: tellingNow(context.now) });
}

const saveCancelled = (
  trx: Trx,
  { now }: Context,
  id: number,
  { reason, by, isLate }: { reason: string; by: 'ADMIN' | 'CLIENT'; isLate: boolean },
): Promise<AppointmentRow> =>
  trx
    .updateTable('appointments')
    .set(({ eb }) => ({
      status: 'CANCELLED',
      cancel_reason: reason,
      cancelled_at: now.ms,
      cancelled_by: by,
      is_late: isLate ? 1 : 0,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
