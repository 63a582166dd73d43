import type { Appointment } from '#contract/appointments.ts';
import { errors } from '#contract/errors.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { actionRefusal } from '#domain/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { slotRefusal } from '#domain/slots.ts';
import { addMinutes, dateOf } from '#domain/wall-clock.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { savedAppointment } from './appointments.ts';
import { lockAppointment, lockAppointments } from './locks.ts';
import { recordUndoChanges, startUndo } from './undo-steps.ts';

/**
 * Adds a free slot, 120 minutes unless given. An overlap is refused by the database (`slot_overlaps`).
 * docs/spec/behaviour.md §5.2
 */
export function addSlot(
  context: RequestContext,
  { start_datetime, duration_minutes }: ParsedBody<'POST /appointments/slot'>,
  canBeUndone: boolean,
): Promise<ResponseBody<'POST /appointments/slot'>> {
  const end_datetime = addMinutes(start_datetime, duration_minutes ?? DEFAULT_SLOT_MINUTES);
  const day = dateOf(start_datetime);
  refuseIf(slotRefusal({ start_datetime, end_datetime }, dateOf(context.now.wall)));
  return inTransaction(context.db, async (trx) => {
    const undo = canBeUndone ? await startUndo(trx, context.now) : undefined;
    const add = async () => {
      const row = await trx
        .insertInto('appointments')
        .values({ start_datetime, end_datetime, status: 'AVAILABLE', created_at: context.now.ms })
        .returningAll()
        .executeTakeFirstOrThrow();
      if (undo) await recordUndoChanges(trx, undo, [{ before: null, after: row }]);
      return row;
    };
    const { id } = await servingWaitlists(trx, context, [day], add, undo);
    return { ...(await savedAppointment(trx, id, context.clock)), undo_token: undo?.token ?? null };
  });
}

export type Lockable = 'AVAILABLE' | 'BLOCKED';

/** The lock button: AVAILABLE ⇄ BLOCKED; asked twice, done once. docs/spec/behaviour.md §5.10 */
export function setStatus(
  context: RequestContext,
  id: AppointmentId,
  status: Lockable,
): Promise<Appointment> {
  return inTransaction(context.db, async (trx) => {
    const row = await lockAppointment(trx, id);
    refuseIf(actionRefusal(status === 'BLOCKED' ? 'block' : 'unblock', row, 'ADMIN', context.now.wall));
    if (row.status !== status)
      await servingWaitlists(trx, context, [row.day], () => saveStatus(trx, [id], status));
    return savedAppointment(trx, id, context.clock);
  });
}

/** A row that turns AVAILABLE or BLOCKED carries nothing over, not even its note. */
async function saveStatus(trx: Trx, ids: readonly AppointmentId[], status: Lockable): Promise<void> {
  await trx
    .updateTable('appointments')
    .set(({ eb }) => ({ status, notes: null, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

type Asked = ParsedBody<'POST /appointments/bulk'>;

type Answer = ResponseBody<'POST /appointments/bulk'>;

/** Blocks, unblocks or deletes those that are free; the others are named and left as they are. docs/spec/behaviour.md §5.10 */
export function changeMany(context: RequestContext, { ids, action }: Asked): Promise<Answer> {
  return inTransaction(context.db, async (trx) => {
    const rows = await lockAppointments(trx, ids);
    const free = rows.filter(({ status }) => status === 'AVAILABLE' || status === 'BLOCKED');
    const days = free.map(({ day }) => day);
    await servingWaitlists(trx, context, days, () => change(trx, free, action));
    return { count: free.length, refused: refusedOf(new Set(ids), rows, free) };
  });
}

async function change(trx: Trx, free: readonly AppointmentRow[], action: Asked['action']): Promise<void> {
  if (action === 'DELETE') {
    const ids = free.map(({ id }) => id);
    await trx.deleteFrom('appointments').where('id', 'in', ids).execute();
    return;
  }
  const status = action === 'BLOCK' ? 'BLOCKED' : 'AVAILABLE';
  const others = free.filter((row) => row.status !== status).map(({ id }) => id);
  await saveStatus(trx, others, status);
}

function refusedOf(
  asked: ReadonlySet<AppointmentId>,
  rows: readonly AppointmentRow[],
  done: readonly AppointmentRow[],
): Answer['refused'] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const isDone = new Set(done.map(({ id }) => id));
  return [...asked]
    .filter((id) => !isDone.has(id))
    .map((id) => {
      const row = known.get(id);
      const code = row ? 'slot_gone' : 'not_found';
      return { id, start_datetime: row?.start_datetime ?? null, error: errors[code].text };
    });
}
