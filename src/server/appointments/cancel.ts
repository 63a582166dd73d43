import type { Appointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { notificationsOfDelete } from '#domain/notifications.ts';
import { recordChange } from '../history/history.ts';
import { immediately, notifyClient } from '../notifications/notifications.ts';
import type { CallerContext } from '../platform/auth/counted-acts.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { cancelByPerson, saveCancelled, savedAppointment } from './appointments.ts';
import { assertOwn, lockAppointment } from './locks.ts';
import { notifyOfChange } from './notify.ts';
import { recordUndoChanges, startUndo } from './undo-steps.ts';
import { countCancellation } from './visitor-limits.ts';

/** Cancels a booking: a client an own one, the admin any. docs/spec/behaviour.md §5.6 */
export function cancelAppointment(
  context: RequestContext<SessionUser> & CallerContext,
  id: AppointmentId,
  reason: string,
): Promise<Appointment> {
  return inTransaction(context.db, async (trx) => {
    await countCancellation(trx, context);
    const row = await lockAppointment(trx, id);
    assertOwn(row, context.user);
    if (context.user.role === 'ADMIN') await cancelBySalon(trx, context, row, reason);
    else await cancelByPerson(trx, context, row, reason);
    return savedAppointment(trx, id, context.clock);
  });
}

/** By the admin: its time is not offered again, and the client is notified. */
async function cancelBySalon(
  trx: Trx,
  context: RequestContext,
  row: AppointmentRow,
  reason: string,
): Promise<void> {
  refuseIf(actionRefusal('cancel', row, 'ADMIN', context.now.wall));
  const cancelled = await saveCancelled(trx, context, row, { reason, by: 'ADMIN', isLate: false });
  await notifyOfChange(trx, context, { before: row, after: cancelled, timing: immediately(context.now) });
}

/** Deletes an appointment; the client of a booking that is ahead is notified. docs/spec/behaviour.md §5.13 */
export function deleteAppointment(
  context: RequestContext,
  id: AppointmentId,
  canBeUndone: boolean,
): Promise<{ undo_token: string | null } | undefined> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const row = await lockAppointment(trx, id);
    const undo = canBeUndone ? await startUndo(trx, now) : undefined;
    await trx.deleteFrom('appointments').where('id', '=', id).execute();
    await recordChange(trx, context, 'appointment', { before: row, after: null });
    for (const notification of notificationsOfDelete(row, now.wall)) {
      const gone = { ...row, version: row.version + 1 };
      await notifyClient(trx, notification, gone, undo?.timing ?? immediately(now));
    }
    if (!undo) return undefined;
    await recordUndoChanges(trx, undo, { rows: [{ before: row, after: null }] });
    return { undo_token: undo.token };
  });
}
