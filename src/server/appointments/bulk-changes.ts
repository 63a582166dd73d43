import { errors } from '#contract/errors.ts';
import type { ParsedBody, ParsedQuery, ResponseBody } from '#contract/index.ts';
import { actionRefusal, isUnbooked } from '#domain/appointments/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { recordChanges } from '../history/history.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import { publishOnCommit, technicianUser } from '../platform/events/publish.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { appointmentJson, cancelForSalon, savedForSalon, selectForSalon } from './appointments.ts';
import { giveBack, removeSlots } from './joined-slots.ts';
import { lockAppointment, lockAppointments, lockWithClients } from './locks.ts';

type Lockable = 'AVAILABLE' | 'BLOCKED';

/** Blocks or unblocks a slot. A repeated request changes nothing. docs/spec/behaviour.md §5.10 */
export function setStatus(context: RequestContext, id: AppointmentId, status: Lockable) {
  return inTransaction(context.db, async (trx) => {
    const row = await lockAppointment(trx, id);
    refuseIf(actionRefusal(status === 'BLOCKED' ? 'block' : 'unblock', row, 'ADMIN', context.now.wall));
    if (row.status !== status)
      await servingWaitlists(trx, context, [row.day], () => saveStatus(trx, context, [row], status));
    return savedForSalon(trx, id, context);
  });
}

async function saveStatus(
  trx: Trx,
  context: RequestContext,
  rows: readonly AppointmentRow[],
  status: Lockable,
): Promise<void> {
  const changes = rows.map((before) => ({ before, after: { ...before, status, notes: null } }));
  await recordChanges(trx, context, 'appointment', changes);
  await trx
    .updateTable('appointments')
    .set(({ eb }) => ({ status, notes: null, version: eb('version', '+', 1) }))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

type Input = ParsedBody<'POST /appointments/bulk'>;
type Response = ResponseBody<'POST /appointments/bulk'>;

/** Blocks, unblocks or deletes unbooked slots. The response lists all other ids in `refused`. docs/spec/behaviour.md §5.10 */
export function changeMany(context: RequestContext, { ids, action }: Input): Promise<Response> {
  return inTransaction(context.db, async (trx) => {
    const rows = await lockAppointments(trx, ids);
    const unbooked = rows.filter(({ status }) => isUnbooked(status));
    const days = unbooked.map(({ day }) => day);
    await servingWaitlists(trx, context, days, () => change(trx, context, unbooked, action));
    return { count: unbooked.length, refused: refusedOf(new Set(ids), rows, unbooked) };
  });
}

async function change(
  trx: Trx,
  context: RequestContext,
  unbooked: readonly AppointmentRow[],
  action: Input['action'],
): Promise<void> {
  if (action === 'DELETE') {
    await removeSlots(trx, context, unbooked);
    return;
  }
  const status = action === 'BLOCK' ? 'BLOCKED' : 'AVAILABLE';
  const others = unbooked.filter((row) => row.status !== status);
  await saveStatus(trx, context, others, status);
}

function refusedOf(
  requested: ReadonlySet<AppointmentId>,
  rows: readonly AppointmentRow[],
  done: readonly AppointmentRow[],
): Response['refused'] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const isDone = new Set(done.map(({ id }) => id));
  return [...requested]
    .filter((id) => !isDone.has(id))
    .map((id) => {
      const row = known.get(id);
      const code = row ? 'slot_gone' : 'not_found';
      return { id, start_datetime: row?.start_datetime ?? null, error: errors[code].text };
    });
}

type CancelInput = ParsedBody<'POST /appointments/cancel-many'>;

/** Cancels bookings on the salon's behalf. `offer_again` frees their times and notifies each waitlist once. docs/spec/behaviour.md §5.6 */
export function cancelMany(context: RequestContext, { ids, reason, offer_again }: CancelInput) {
  return inTransaction(context.db, async (trx) => {
    const asked = [...new Set(ids)];
    const { rows } = await lockWithClients(trx, asked);
    const refusals = new Map(asked.map((id) => [id, cancelRefusal(context, id, rows)]));
    const booked = rows.filter(({ id }) => refusals.get(id) === undefined);
    const cancelAll = async () => {
      for (const row of booked) {
        await cancelForSalon(trx, context, row, reason);
        const isAhead = row.start_datetime > context.now.wall; // a slot that has started cannot be booked
        if (offer_again === 1 && isAhead) await giveBack(trx, context, row);
      }
    };
    const days = booked.map(({ day }) => day);
    await servingWaitlists(trx, context, days, cancelAll);
    const skipped = [...refusals].flatMap(([id, code]) => (code ? [{ id, code }] : []));
    return { cancelled: booked.length, skipped };
  });
}

function cancelRefusal({ now }: RequestContext, id: AppointmentId, rows: readonly AppointmentRow[]) {
  const row = rows.find((one) => one.id === id);
  return row ? actionRefusal('cancel', row, 'ADMIN', now.wall) : 'not_found';
}

/** Guests to call about a cancellation. Called guests stay on the list until their canceled time has ended. docs/spec/behaviour.md §5.6 */
export async function guestsToCall(
  context: RequestContext,
  { technician_id }: ParsedQuery<'GET /appointments/to-call'>,
): Promise<ResponseBody<'GET /appointments/to-call'>> {
  const { db, now, clock } = context;
  const rows = await selectForSalon(db, context)
    .select('appointments.called')
    .where('appointments.called', 'is not', null)
    .where(({ and }) => and(technician_id === undefined ? {} : { technician_id }))
    .where(({ eb, or }) =>
      or([eb('appointments.called', '=', 0), eb('appointments.end_datetime', '>', now.wall)]),
    )
    .orderBy('appointments.start_datetime')
    .orderBy('appointments.id')
    .limit(LIST_MAX_COUNT)
    .execute();
  return rows.map((row) => appointmentJson(row, clock));
}

/** Records whether guests were called. Ignores appointments that are not on the list of guests to call. */
export function markCalled({ db }: { db: Db }, { ids, called }: ParsedBody<'POST /appointments/called'>) {
  return inTransaction(db, async (trx) => {
    const rows = await trx
      .updateTable('appointments')
      .set({ called })
      .where('id', 'in', ids)
      .where('called', 'is not', null)
      .returning('technician_id')
      .execute();
    const technicians = rows.map(({ technician_id }) => technicianUser(technician_id));
    publishOnCommit(trx, { appointments: ['ADMIN', ...technicians] });
  });
}
