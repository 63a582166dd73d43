import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { isSameVisit } from '#domain/appointments/attendance.ts';
import { isBroughtAhead, isUnmoved, swapTimes } from '#domain/appointments/reschedule.ts';
import { slotRefusal, type Times } from '#domain/appointments/slots.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { notificationsOfSwap } from '#domain/notifications.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import { notifyClient } from '../notifications/notifications.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon } from './appointments.ts';
import { type LockedWithClients, lockWithClients } from './locks.ts';
import { notifyOfChange } from './notify.ts';
import { exchangePlaces, saveTimes } from './save-times.ts';
import { type PendingUndo, recordUndoChanges, startUndo } from './undo-steps.ts';

/** Moves or resizes an appointment in the calendar; can be taken back for 10 seconds. docs/spec/behaviour.md §5.11 */
export function moveAppointment(
  context: RequestContext,
  id: AppointmentId,
  { version, ...times }: ParsedBody<'PUT /analytics/appointments/{id}/move'>,
): Promise<ResponseBody<'PUT /analytics/appointments/{id}/move'>> {
  const { db, now } = context;
  const moving = inTransaction(db, async (trx) => {
    const locked = await lockWithClients(trx, [id], { days: [dateOf(times.start_datetime)] });
    const before = locked.rows[0] ?? refuse('not_found');
    if (version !== undefined && version !== before.version) refuse('appointment_changed');
    refuseIf(actionRefusal('move', before, 'ADMIN', now.wall));
    if (locked.isErased(before) && isBroughtAhead(before, { ...before, ...times }, now.wall))
      refuse('move_refused');
    const undo = await startUndo(trx, now);
    if (!isUnmoved(before, times)) await move(trx, context, { before, times, undo });
    return { ...(await savedForSalon(trx, id, context)), undo_token: undo.token };
  });
  return refuseOnViolation(moving, { overlap: 'move_refused' });
}

async function move(
  trx: Trx,
  context: RequestContext,
  { before, times, undo }: { before: AppointmentRow; times: Times; undo: PendingUndo },
): Promise<void> {
  refuseIf(slotRefusal(times, dateOf(context.now.wall)));
  const days = [before.day, dateOf(times.start_datetime)];
  const attended = isSameVisit(before, { ...before, ...times }) ? before.attended : null;
  const save = () => saveTimes(trx, before.id, { ...times, attended });
  const after = await servingWaitlists(trx, context, days, save, undo);
  await recordChange(trx, context, 'appointment', { before, after });
  await recordUndoChanges(trx, undo, { rows: [{ before, after }] });
  await notifyOfChange(trx, context, { before, after, timing: undo.timing });
}

type Pair = { readonly a: AppointmentRow; readonly b: AppointmentRow };

/** Two appointments take each other's start, each keeps its length; both or neither. docs/spec/behaviour.md §5.12 */
export function swapAppointments(
  context: RequestContext,
  { a_id, b_id }: ParsedBody<'PUT /analytics/appointments/swap'>,
): Promise<ResponseBody<'PUT /analytics/appointments/swap'>> {
  const { db, now } = context;
  const swapping = inTransaction(db, async (trx) => {
    const locked = await lockWithClients(trx, [a_id, b_id]);
    const find = (id: number) => locked.rows.find((row) => row.id === id) ?? refuse('not_found');
    const before = { a: find(a_id), b: find(b_id) };
    refuseIf(
      actionRefusal('swap', before.a, 'ADMIN', now.wall) ??
        actionRefusal('swap', before.b, 'ADMIN', now.wall),
    );
    const undo_token = await swap(trx, context, before, locked);
    const saved = (id: AppointmentId) => savedForSalon(trx, id, context);
    return { a: await saved(a_id), b: await saved(b_id), undo_token };
  });
  return refuseOnViolation(swapping, { overlap: 'swap_refused' });
}

async function swap(
  trx: Trx,
  context: RequestContext,
  before: Pair,
  { isErased }: LockedWithClients,
): Promise<string> {
  const times = swapTimes(before.a, before.b);
  if (times === 'swap_refused') refuse(times);
  for (const side of ['a', 'b'] as const) {
    const after = { ...before[side], ...times[side] };
    if (isErased(after) && isBroughtAhead(before[side], after, context.now.wall)) refuse('swap_refused');
  }
  const undo = await startUndo(trx, context.now);
  const a = { ...times.a, id: before.a.id };
  const b = { ...times.b, id: before.b.id };
  const days = [before.a.day, before.b.day];
  const save = () => exchangePlaces(trx, a, b);
  const after = await servingWaitlists(trx, context, days, save, undo);
  const changes = (['a', 'b'] as const).map((side) => ({ before: before[side], after: after[side] }));
  await recordChanges(trx, context, 'appointment', changes);
  await recordUndoChanges(trx, undo, { rows: changes });
  for (const change of changes)
    for (const notification of notificationsOfSwap(change.before, change.after, context.now.wall))
      await notifyClient(trx, notification, change.after, undo.timing);
  return undo.token;
}
