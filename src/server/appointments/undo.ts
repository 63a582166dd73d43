import type { Appointment } from '#contract/appointments.ts';
import type { UserId } from '#domain/ids.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { hashToken } from '../platform/auth/tokens.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { AppointmentRow, Trx, UndoStepId } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { savedAppointment } from './appointments.ts';
import { lockAppointments, lockClients } from './locks.ts';
import { exchangePlaces, saveTimes } from './save-times.ts';
import type { RowChange } from './undo-steps.ts';

const CLASHES = { overlap: 'undo_refused', unique: 'undo_refused', 'foreign-key': 'undo_refused' } as const;

/**
 * Takes back a change of the calendar, once, within 10 seconds: its rows are as they were, and what it would have told is told
 * to nobody. Answers the rows that are there again. Refused when somebody changed them or took their place since.
 */
export function undoChange(context: RequestContext, token: string): Promise<Appointment[]> {
  const undoing = inTransaction(context.db, async (trx) => {
    await lockClients(trx, await clientsOfStep(trx, token));
    const step = await takeStep(trx, token, context.now.ms);
    const rows = step.changes.flatMap(({ before, after }) => [before, after].filter((row) => row !== null));
    const days = rows.map(({ start_datetime }) => dateOf(start_datetime));
    const there = await lockAppointments(trx, [...new Set(rows.map(({ id }) => id))], days);
    if (!step.changes.every((change) => isStillSo(change, there))) refuse('undo_refused');
    await dropTold(trx, step.id);
    const restore = () => restoreRows(trx, step.changes);
    await servingWaitlists(trx, context, days, restore, { joinedSinceMs: step.made_at });
    const back = step.changes.flatMap(({ before }) => (before ? [before.id] : []));
    const answer: Appointment[] = [];
    for (const id of back) answer.push(await savedAppointment(trx, id, context.clock));
    return answer;
  });
  return refuseOnViolation(undoing, CLASHES);
}

/** Before the step, as who deletes her account goes about it: what brings her bookings back is then gone with her. */
async function clientsOfStep(trx: Trx, token: string): Promise<(UserId | null | undefined)[]> {
  const step = await trx
    .selectFrom('undo_steps')
    .select('content')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  const changes = JSON.parse(step?.content ?? '[]') as RowChange[];
  return changes.map(({ before }) => before?.client_id);
}

/** Of two that use one token at the same time the second finds it used. */
async function takeStep(
  trx: Trx,
  token: string,
  nowMs: number,
): Promise<{ id: UndoStepId; made_at: number; changes: RowChange[] }> {
  const step = await trx
    .selectFrom('undo_steps')
    .select(['id', 'made_at', 'expires_at', 'used_at', 'content'])
    .where('token_hash', '=', hashToken(token))
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (step?.used_at !== null || step.expires_at <= nowMs) refuse('undo_expired');
  await trx.updateTable('undo_steps').set({ used_at: nowMs }).where('id', '=', step.id).execute();
  return { ...step, changes: JSON.parse(step.content) as RowChange[] };
}

/** Is the row as the change left it, or as gone? Every change since would have raised its version. */
function isStillSo({ before, after }: RowChange, there: readonly AppointmentRow[]): boolean {
  const id = after?.id ?? before?.id;
  return there.find((row) => row.id === id)?.version === after?.version;
}

/** What the change told is not visible yet: the rows go, and with them the mails. */
async function dropTold(trx: Trx, stepId: UndoStepId): Promise<void> {
  await trx.deleteFrom('admin_notifications').where('undo_id', '=', stepId).execute();
  await trx.deleteFrom('client_notifications').where('undo_id', '=', stepId).execute();
  await trx.deleteFrom('outbox').where('undo_id', '=', stepId).execute();
}

/** Restores the rows; a restored one has a version that it never had, so that no stale page overwrites it. */
async function restoreRows(trx: Trx, changes: readonly RowChange[]): Promise<void> {
  const moved: AppointmentRow[] = [];
  for (const { before, after } of changes) {
    if (before && after) moved.push(before);
    else if (before) await insertAgain(trx, before);
    else if (after) await trx.deleteFrom('appointments').where('id', '=', after.id).execute();
  }
  const [a, b] = moved;
  if (a && b) await exchangePlaces(trx, a, b);
  else if (a) await saveTimes(trx, a.id, a);
}

/** With its id; its service may have been deleted since, its copied name and price stay. */
async function insertAgain(trx: Trx, { day: _generated, ...row }: AppointmentRow): Promise<void> {
  const service =
    row.service_id !== null &&
    (await trx.selectFrom('services').select('id').where('id', '=', row.service_id).executeTakeFirst());
  await trx
    .insertInto('appointments')
    .values({ ...row, service_id: service ? service.id : null, version: row.version + 1 })
    .execute();
}
