import type { CallAnswer, ReceivedBody } from '#contract/index.ts';
import { DEFAULT_SLOT_MINUTES } from '#salon/limits.ts';
import { addMinutes, dateOf } from '#salon/salon-time.ts';
import { slotRefusal } from '#salon/slots/slot.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Context } from '../../platform/http/call.ts';
import { refuseIf } from '../../platform/refuse.ts';
import { withFreeSlotsOffered } from '../../waitlist/offer-free-slots.ts';
import { savedAppointment } from '../appointment-row.ts';
import { openUndo, rememberChange } from '../undo/remember.ts';

/** Adds a free slot, 120 minutes unless given. An overlap is refused by the database (`slot_overlaps`). behaviour.md §5 */
export function addSlot(
  context: Context,
  { start_datetime, duration_minutes }: ReceivedBody<'POST /appointments/slot'>,
  canBeUndone: boolean,
): Promise<CallAnswer<'POST /appointments/slot'>> {
  const end_datetime = addMinutes(start_datetime, duration_minutes ?? DEFAULT_SLOT_MINUTES);
  const day = dateOf(start_datetime);
  refuseIf(slotRefusal({ start_datetime, end_datetime }, dateOf(context.now.wall)));
  return inTransaction(context.db, async (trx) => {
    const undo = canBeUndone ? await openUndo(trx, context.now) : undefined;
    const add = async () => {
      const row = await trx
        .insertInto('appointments')
        .values({ start_datetime, end_datetime, status: 'AVAILABLE', created_at: context.now.ms })
        .returningAll()
        .executeTakeFirstOrThrow();
      if (undo) await rememberChange(trx, undo, [{ before: null, after: row }]);
      return row;
    };
    const { id } = await withFreeSlotsOffered(trx, context, [day], add, undo);
    return { ...(await savedAppointment(trx, id, context.clock)), undo_token: undo?.token ?? null };
  });
}
