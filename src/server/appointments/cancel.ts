import type { Appointment } from '#contract/appointments.ts';
import { actionRefusal, isLateCancellation } from '#domain/appointments.ts';
import { notifyOwnerOfCancellation } from '../notifications/admin.ts';
import { immediately } from '../notifications/timing.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/serve.ts';
import { savedAppointment } from './appointments.ts';
import { assertOwn, lockAppointment } from './locks.ts';
import { notifyOfChange } from './notify.ts';

/** Cancels a booking: her own, or as the admin anybody's. behaviour.md §5 Cancel */
export function cancelAppointment(
  context: RequestContext<SessionUser>,
  id: number,
  reason: string,
): Promise<Appointment> {
  return inTransaction(context.db, async (trx) => {
    const row = await lockAppointment(trx, id);
    assertOwn(row, context.user);
    if (context.user.role === 'ADMIN') await cancelBySalon(trx, context, row, reason);
    else await cancelByPerson(trx, context, row, reason);
    return savedAppointment(trx, id, context.clock);
  });
}

/** By whose booking it is, a client or a guest with her link; `row` and its day are locked. Its time is offered again. */
export async function cancelByPerson(
  trx: Trx,
  context: RequestContext,
  row: AppointmentRow,
  reason: string,
): Promise<AppointmentRow> {
  const { now, config } = context;
  refuseIf(actionRefusal('cancel', row, 'CLIENT', now.wall));
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
  const cancelled = await servingWaitlists(trx, context, [row.day], freeItsTime);
  await notifyOwnerOfCancellation(trx, context, cancelled);
  return cancelled;
}

/** By the admin: its time is not offered again, and the client is told. */
async function cancelBySalon(
  trx: Trx,
  context: RequestContext,
  row: AppointmentRow,
  reason: string,
): Promise<void> {
  refuseIf(actionRefusal('cancel', row, 'ADMIN', context.now.wall));
  const cancelled = await saveCancelled(trx, context, row.id, { reason, by: 'ADMIN', isLate: false });
  await notifyOfChange(trx, context, { before: row, after: cancelled, timing: immediately(context.now) });
}

const saveCancelled = (
  trx: Trx,
  { now }: RequestContext,
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
