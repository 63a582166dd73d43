import { errors } from '#contract/errors.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { actionRefusal, isUnbooked } from '#domain/appointments/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { reopened, withdrawn } from '#domain/times/openings.ts';
import { recordChanges } from '../history/history.ts';
import { asTheyAre, derivingSlots, type Plan } from '../openings/openings.ts';
import { assertMay } from '../platform/auth/sessions.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon } from './appointments.ts';
import { lockAppointment, lockAppointments } from './locks.ts';
import { deleteRows } from './rows.ts';

type BlockedOrFree = 'AVAILABLE' | 'BLOCKED';

/** Blocks or unblocks a slot. A repeated request changes nothing. docs/spec/behaviour.md §5.10 */
export function blockOrUnblock(context: RequestContext, id: AppointmentId, status: BlockedOrFree) {
  return inTransaction(context.db, async (trx) => {
    const row = await lockAppointment(trx, id);
    assertMay(context, 'changeAppointments', [row]);
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
  status: BlockedOrFree,
): Promise<void> {
  const changes = rows.map((before) => ({ before, after: { ...before, status, notes: null } }));
  await recordChanges(trx, context, 'appointment', changes);
  const own = rows.map(({ id }) => id);
  const save = () =>
    trx
      .updateTable('appointments')
      .set(({ eb }) => ({ status, notes: null, version: eb('version', '+', 1) }))
      .where('id', 'in', own)
      .execute();
  const plan: Plan = ({ openings, technician_id, held }) =>
    rows
      .filter((row) => row.technician_id === technician_id)
      .reduce<ReturnType<Plan>>((all, row) => reopened(all, row, held), openings);
  if (rows.length > 0)
    await derivingSlots(trx, context, rows, save, { plan: status === 'BLOCKED' ? asTheyAre : plan, own });
}

type Input = ParsedBody<'POST /appointments/bulk'>;
type Response = ResponseBody<'POST /appointments/bulk'>;

/** Blocks, unblocks or deletes unbooked slots. The response lists all other ids in `refused`. docs/spec/behaviour.md §5.10 */
export function changeMany(context: RequestContext, { ids, action }: Input): Promise<Response> {
  return inTransaction(context.db, async (trx) => {
    const rows = await lockAppointments(trx, ids);
    assertMay(context, 'changeAppointments', rows);
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
    await deleteUnbooked(trx, context, unbooked);
    return;
  }
  const status = action === 'BLOCK' ? 'BLOCKED' : 'AVAILABLE';
  const others = unbooked.filter((row) => row.status !== status);
  await saveStatus(trx, context, others, status);
}

/** Deletes free slots and blocks, and withdraws their times. */
async function deleteUnbooked(trx: Trx, context: RequestContext, rows: readonly AppointmentRow[]) {
  if (rows.length === 0) return;
  const own = rows.map(({ id }) => id);
  const plan: Plan = ({ openings, technician_id }) =>
    withdrawn(
      openings,
      rows.filter((row) => row.technician_id === technician_id),
    );
  await derivingSlots(trx, context, rows, () => deleteRows(trx, own), { plan, own });
  const gone = rows.map((before) => ({ before, after: null }));
  await recordChanges(trx, context, 'appointment', gone);
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
