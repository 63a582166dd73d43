import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import { actionRefusal, isLateCancellation } from '#domain/appointments/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { notificationsOfDelete } from '#domain/notifications.ts';
import { withdrawn } from '#domain/times/openings.ts';
import { recordChange } from '../history/history.ts';
import { immediately, notifyClient, notifyOfChanges, notifySalon } from '../notifications/notifications.ts';
import {
  againIfAhead,
  type DerivedChanges,
  derivingSlots,
  offerAgain,
  type Plan,
  withdraw,
} from '../openings/openings.ts';
import { paymentsRefusal } from '../payments/payments.ts';
import { type CallerContext, hashesOf } from '../platform/auth/counted-acts.ts';
import { assertMay, isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import {
  type PendingUndo,
  type RowChange,
  recordUndoChanges,
  startUndo,
  startUndoOfCancelling,
} from '../undo/undo.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { cancelByPerson, cancelForSalon, saveCancelled, savedForUser } from './appointments.ts';
import { countCancellation } from './booking-limits.ts';
import { laterInSeries, lockAppointment, lockAppointments, lockWithClients, withLater } from './locks.ts';
import { deleteRows } from './rows.ts';

type Input = ParsedBody<'POST /appointments/{id}/cancel'>;

/** Cancels a booking. Clients may cancel only their own bookings; only the salon can undo it. docs/spec/behaviour.md §5.6 */
export function cancelAppointment(
  context: RequestContext<SessionUser> & CallerContext,
  id: AppointmentId,
  input: Input,
  canBeUndone: boolean,
): Promise<VisibleAppointment & { undo_token?: string }> {
  const { asked_by, offer_again, following } = input;
  const saysMore = [asked_by, offer_again, following].some((value) => value !== undefined);
  if (saysMore && !isStaff(context.user)) refuse('not_allowed');
  return inTransaction(context.db, async (trx) => {
    const networks = hashesOf(await countCancellation(trx, context));
    const later = following === 1 ? await laterInSeries(trx, id, context.user) : [];
    const rows = withLater(await lockAppointments(trx, [id, ...later]), id);
    const [row] = rows;
    assertMay(context, 'changeBookings', rows);
    if (!isStaff(context.user)) {
      await cancelByPerson(trx, { ...context, networks }, row, input.reason);
      return savedForUser(trx, id, context);
    }
    const undo = canBeUndone ? await startUndoOfCancelling(trx, context.now, rows) : undefined;
    await cancelBySalon(trx, context, rows, { ...input, undo });
    return { ...(await savedForUser(trx, id, context)), ...(undo && { undo_token: undo.token }) };
  });
}

/** Cancels bookings for the salon, or on a client's request (`asked_by`). `offer_again` frees the times that have not started. */
async function cancelBySalon(
  trx: Trx,
  context: RequestContext,
  rows: readonly [AppointmentRow, ...AppointmentRow[]],
  { reason, asked_by = 'SALON', offer_again = 0, undo }: Input & { undo: PendingUndo | undefined },
): Promise<void> {
  const { now, config } = context;
  refuseIf(actionRefusal('cancel', rows[0], 'ADMIN', now.wall));
  const { late_cancel_hours } = await currentSettings(trx, config);
  const isAskedFor = asked_by === 'CLIENT';
  const by = isAskedFor ? 'CLIENT' : 'ADMIN';
  const isLate = ({ start_datetime, is_late, request_state }: AppointmentRow) =>
    isAskedFor &&
    request_state !== 'WAITING' &&
    (is_late === 1 || isLateCancellation(now.wall, start_datetime, late_cancel_hours));
  const offered = rows.filter(({ start_datetime }) => offer_again === 1 && start_datetime > now.wall);
  const changes: (RowChange & { before: AppointmentRow; after: AppointmentRow })[] = [];
  const derived: DerivedChanges[] = [];
  const cancelEach = async () => {
    for (const before of rows) {
      const cancellation = { reason, by, isLate: isLate(before) } as const;
      const save = () => saveCancelled(trx, context, before, cancellation);
      const plan = offered.includes(before) ? offerAgain : withdraw;
      const saved = await derivingSlots(trx, context, [before], save, { plan });
      changes.push({ before, after: saved.result });
      derived.push(saved.derived);
    }
  };
  const days = offered.map(({ day }) => day);
  await servingWaitlists(trx, context, days, cancelEach, undo);
  await notifyOfChanges(trx, context, changes, undo?.timing ?? immediately(now));
  if (undo) await recordUndoChanges(trx, undo, { rows: changes, derived });
}

/** Cancels bookings on the salon's behalf. `offer_again` frees their times and notifies each waitlist once. docs/spec/behaviour.md §5.6 */
export function cancelMany(
  context: RequestContext,
  { ids, reason, offer_again }: ParsedBody<'POST /appointments/cancel-many'>,
  canBeUndone: boolean,
) {
  const { now } = context;
  return inTransaction(context.db, async (trx) => {
    const asked = [...new Set(ids)];
    const { rows } = await lockWithClients(trx, asked);
    assertMay(context, 'changeAppointments', rows);
    const refusalOf = (id: AppointmentId) => {
      const row = rows.find((one) => one.id === id);
      return row ? actionRefusal('cancel', row, 'ADMIN', now.wall) : 'not_found';
    };
    const skipped = asked.flatMap((id) => {
      const code = refusalOf(id);
      return code ? [{ id, code }] : [];
    });
    const booked = rows.filter(({ id }) => skipped.every((one) => one.id !== id));
    const undo = canBeUndone && booked.length > 0 ? await startUndoOfCancelling(trx, now, booked) : undefined;
    const cancelEach = async () => {
      const changes = [];
      for (const row of booked) {
        const plan = offer_again === 1 ? againIfAhead(now.wall, row) : withdraw;
        changes.push(await cancelForSalon(trx, context, row, { reason, plan, timing: undo?.timing }));
      }
      return changes;
    };
    const days = booked.map(({ day }) => day);
    const changes = await servingWaitlists(trx, context, days, cancelEach, undo);
    const derived = changes.map((change) => change.derived);
    if (undo) await recordUndoChanges(trx, undo, { rows: changes, derived });
    return { cancelled: booked.length, skipped, ...(undo && { undo_token: undo.token }) };
  });
}

const withoutRow =
  (row: AppointmentRow): Plan =>
  ({ openings, freed }) =>
    withdrawn(openings, [...freed, ...(row.status === 'AVAILABLE' ? [row] : [])]);

/** Deletes an appointment. Notifies the client if it was an upcoming booking. docs/spec/behaviour.md §5.13 */
export function deleteAppointment(context: RequestContext, id: AppointmentId, canBeUndone: boolean) {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const row = await lockAppointment(trx, id);
    assertMay(context, 'changeAppointments', [row]);
    const undo = canBeUndone ? await startUndo(trx, now, [id]) : undefined;
    refuseIf(await paymentsRefusal(trx, row));
    const timing = undo?.timing ?? immediately(now);
    await notifySalon(trx, context, { before: row, after: { ...row, status: 'CANCELLED' } }, timing);
    const remove = () => deleteRows(trx, [id]);
    const { derived } = await derivingSlots(trx, context, [row], remove, {
      plan: withoutRow(row),
      own: [id],
    });
    await recordChange(trx, context, 'appointment', { before: row, after: null });
    for (const notification of notificationsOfDelete(row, now.wall))
      await notifyClient(trx, notification, { ...row, sequence: row.sequence + 1 }, timing);
    if (!undo) return undefined;
    await recordUndoChanges(trx, undo, { rows: [{ before: row, after: null }], derived: [derived] });
    return { undo_token: undo.token };
  });
}
