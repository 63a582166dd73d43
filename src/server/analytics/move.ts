import type { CallAnswer, ReceivedBody } from '#contract/index.ts';
import { may } from '#salon/appointments/appointment-status.ts';
import { isBroughtAhead, isUnmoved } from '#salon/appointments/reschedule.ts';
import { dateOf } from '#salon/salon-time.ts';
import { slotRefusal, type Times } from '#salon/slots/slot.ts';
import { savedAppointment } from '../appointments/appointment-row.ts';
import { lockWithClients } from '../appointments/lock-with-clients.ts';
import { saveTimes } from '../appointments/save-times.ts';
import { tellOfChange } from '../appointments/tell-of-change.ts';
import { type OpenUndo, openUndo, rememberChange } from '../appointments/undo/remember.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse, refuseIf } from '../platform/refuse.ts';
import { refuseClash } from '../platform/refuse-clash.ts';
import { withFreeSlotsOffered } from '../waitlist/offer-free-slots.ts';

/** Moves or resizes an appointment in the calendar; can be taken back for 10 seconds. behaviour.md §5 Move */
export function moveAppointment(
  context: Context,
  id: number,
  { version, ...times }: ReceivedBody<'PUT /analytics/appointments/{id}/move'>,
): Promise<CallAnswer<'PUT /analytics/appointments/{id}/move'>> {
  const { db, now, clock } = context;
  const moving = inTransaction(db, async (trx) => {
    const locked = await lockWithClients(trx, [id], { days: [dateOf(times.start_datetime)] });
    const before = locked.rows[0] ?? refuse('not_found');
    if (version !== undefined && version !== before.version) refuse('appointment_changed');
    refuseIf(may('move', before, 'ADMIN', now.wall));
    if (locked.isGone(before) && isBroughtAhead(before, { ...before, ...times }, now.wall))
      refuse('move_refused');
    const undo = await openUndo(trx, now);
    if (!isUnmoved(before, times)) await move(trx, context, { before, times, undo });
    return { ...(await savedAppointment(trx, id, clock)), undo_token: undo.token };
  });
  return refuseClash(moving, { overlap: 'move_refused' });
}

async function move(
  trx: Trx,
  context: Context,
  { before, times, undo }: { before: AppointmentRow; times: Times; undo: OpenUndo },
): Promise<void> {
  refuseIf(slotRefusal(times, dateOf(context.now.wall)));
  const days = [before.day, dateOf(times.start_datetime)];
  const save = () => saveTimes(trx, before.id, times);
  const after = await withFreeSlotsOffered(trx, context, days, save, undo);
  await rememberChange(trx, undo, [{ before, after }]);
  await tellOfChange(trx, context, { before, after, telling: undo.telling });
}
