import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import { actionRefusal, isLateCancellation } from '#domain/appointments/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { notificationsOfDelete } from '#domain/notifications.ts';
import { recordChange } from '../history/history.ts';
import { immediately, notifyClient, notifyOfSeries, notifySalon } from '../notifications/notifications.ts';
import { removeDeposit } from '../payments/payments.ts';
import { type CallerContext, hashesOf } from '../platform/auth/counted-acts.ts';
import { isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { linesOf } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { cancelByPerson, saveCancelled, savedForUser } from './appointments.ts';
import { countCancellation } from './booking-limits.ts';
import { giveBack } from './joined-slots.ts';
import { assertOwn, laterInSeries, lockAppointment, lockAppointments, withLater } from './locks.ts';
import { recordUndoChanges, startUndo } from './undo.ts';

type Input = ParsedBody<'POST /appointments/{id}/cancel'>;

/** Cancels a booking. Clients may cancel only their own bookings. docs/spec/behaviour.md §5.6 */
export function cancelAppointment(
  context: RequestContext<SessionUser> & CallerContext,
  id: AppointmentId,
  input: Input,
): Promise<VisibleAppointment> {
  const { asked_by, offer_again, following } = input;
  const saysMore = [asked_by, offer_again, following].some((value) => value !== undefined);
  if (saysMore && !isStaff(context.user)) refuse('not_allowed');
  return inTransaction(context.db, async (trx) => {
    const networks = hashesOf(await countCancellation(trx, context));
    const later = following === 1 ? await laterInSeries(trx, id, context.user) : [];
    const rows = withLater(await lockAppointments(trx, [id, ...later]), id);
    const [row] = rows;
    for (const one of rows) assertOwn(one, context.user);
    if (isStaff(context.user)) await cancelBySalon(trx, context, rows, input);
    else await cancelByPerson(trx, { ...context, networks }, row, input.reason);
    return savedForUser(trx, id, context);
  });
}

/** Cancels bookings for the salon, or on a client's request (`asked_by`). `offer_again` frees the times that have not started. */
async function cancelBySalon(
  trx: Trx,
  context: RequestContext,
  rows: readonly [AppointmentRow, ...AppointmentRow[]],
  { reason, asked_by = 'SALON', offer_again = 0 }: Input,
): Promise<void> {
  const { now, config } = context;
  refuseIf(actionRefusal('cancel', rows[0], 'ADMIN', now.wall));
  const { late_cancel_hours } = await currentSettings(trx, config);
  const isAskedFor = asked_by === 'CLIENT';
  const by = isAskedFor ? 'CLIENT' : 'ADMIN';
  const isLate = ({ start_datetime }: AppointmentRow) =>
    isAskedFor && isLateCancellation(now.wall, start_datetime, late_cancel_hours);
  const offered = rows.filter(({ start_datetime }) => offer_again === 1 && start_datetime > now.wall);
  const cancelAll = async () => {
    const changes = [];
    for (const before of rows) {
      const cancellation = { reason, by, isLate: isLate(before) } as const;
      changes.push({ before, after: await saveCancelled(trx, context, before, cancellation) });
      if (offered.includes(before)) await giveBack(trx, context, before);
    }
    return changes;
  };
  const days = offered.map(({ day }) => day);
  const changes = await servingWaitlists(trx, context, days, cancelAll);
  await notifyOfSeries(trx, context, changes, immediately(now));
}

/** Deletes an appointment. Notifies the client if it was an upcoming booking. docs/spec/behaviour.md §5.13 */
export function deleteAppointment(context: RequestContext, id: AppointmentId, canBeUndone: boolean) {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const row = await lockAppointment(trx, id);
    const undo = canBeUndone ? await startUndo(trx, now, [id]) : undefined;
    refuseIf(await removeDeposit(trx, id));
    const timing = undo?.timing ?? immediately(now);
    const lines = undo ? await linesOf(trx, row) : [];
    await notifySalon(trx, context, { before: row, after: { ...row, status: 'CANCELLED' }, timing });
    await trx.deleteFrom('appointments').where('id', '=', id).execute();
    await recordChange(trx, context, 'appointment', { before: row, after: null });
    for (const notification of notificationsOfDelete(row, now.wall))
      await notifyClient(trx, notification, { ...row, version: row.version + 1 }, timing);
    if (!undo) return undefined;
    await recordUndoChanges(trx, undo, { rows: [{ before: row, after: null, lines }] });
    return { undo_token: undo.token };
  });
}
