import type { Appointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments.ts';
import { immediately } from '../notifications/notifications.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { cancelByPerson, saveCancelled, savedAppointment } from './appointments.ts';
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
