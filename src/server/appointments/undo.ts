import { z } from 'zod';
import { type SalonAppointment, serviceLine } from '#contract/appointments.ts';
import type { ServiceLine } from '#domain/appointments/lines.ts';
import { isActiveBooking } from '#domain/booking.ts';
import type { AppointmentId, UndoStepId, UserId } from '#domain/ids.ts';
import { UNDO_SECONDS } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { recordChanges } from '../history/history.ts';
import type { NotificationTiming } from '../notifications/notifications.ts';
import { depositRow, depositsOf, restoreDeposits } from '../payments/payments.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import type { Now } from '../platform/clock.ts';
import { appointmentRow } from '../platform/db/columns.ts';
import { readJson } from '../platform/db/json.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { refuse, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { assertDoes } from '../technicians/technicians.ts';
import { endedWait, restoreWaits, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon } from './appointments.ts';
import { restoreLines } from './lines.ts';
import { lockAppointments, lockClients } from './locks.ts';
import { exchangePlaces } from './rows.ts';

/** A row before the change (null: created) and after it (null: deleted), with the service lines of a deleted appointment. */
const rowChange = z.object({
  before: appointmentRow.nullable(),
  after: appointmentRow.nullable(),
  lines: z.array(serviceLine).optional(),
});
export type RowChange = z.infer<typeof rowChange>;

const undoContent = z.object({
  rows: z.array(rowChange),
  ended_waits: z.array(endedWait),
  deposits: z.array(depositRow).default([]), // undo steps of an earlier release contain no deposits
});
type UndoContent = z.infer<typeof undoContent>;

const NOTHING_CHANGED: UndoContent = { rows: [], ended_waits: [], deposits: [] };

export interface PendingUndo {
  readonly id: UndoStepId;
  /** The token with which the owner can undo the change. Only its hash is stored. */
  readonly token: string;
  readonly timing: NotificationTiming;
  /** The deposits as they were before the change. The change may delete a deposit or shorten its deadline. */
  readonly deposits: UndoContent['deposits'];
}

const UNDO_MS = UNDO_SECONDS * 1000;

/** Begins an undoable change of the appointments `ids`. The caller passes `timing` to its notifications and finally calls `recordUndoChanges`. */
export async function startUndo(
  trx: Trx,
  now: Now,
  ids: readonly AppointmentId[] = [],
): Promise<PendingUndo> {
  const token = makeToken();
  const expires_at = now.ms + UNDO_MS;
  const content = JSON.stringify(NOTHING_CHANGED);
  const { id } = await trx
    .insertInto('undo_steps')
    .values({ token_hash: hashToken(token), made_at: now.ms, expires_at, used_at: null, content })
    .returning('id')
    .executeTakeFirstOrThrow();
  const timing = { nowMs: now.ms, visibleAtMs: expires_at, undoId: id };
  return { id, token, timing, deposits: await depositsOf(trx, ids) };
}

export async function recordUndoChanges(
  trx: Trx,
  { id, deposits }: PendingUndo,
  changed: Partial<UndoContent>,
) {
  await trx
    .updateTable('undo_steps')
    .set({ content: JSON.stringify({ ...NOTHING_CHANGED, deposits, ...changed }) })
    .where('id', '=', id)
    .execute();
}

const VIOLATION_CODES = {
  overlap: 'undo_refused',
  unique: 'undo_refused',
  'foreign-key': 'undo_refused',
} as const;

/** Undoes a change within 10 seconds, once, if the rows are unchanged and their time is free. docs/spec/behaviour.md §5.14 */
export function undoChange(context: RequestContext, token: string): Promise<SalonAppointment[]> {
  const { db, now } = context;
  const undoing = inTransaction(db, async (trx) => {
    await lockClients(trx, await clientsOfStep(trx, token));
    const step = await takeStep(trx, token, now.ms);
    const { rows: changes, ended_waits, deposits } = step.content;
    const rows = changes.flatMap(({ before, after }) => [before, after].filter((row) => row !== null));
    assertHers(context, rows);
    const days = rows.map(({ start_datetime }) => dateOf(start_datetime));
    const current = await lockAppointments(trx, [...new Set(rows.map(({ id }) => id))], days);
    if (!changes.every((change) => isAsChanged(change, current))) refuse('undo_refused');
    for (const { before } of changes)
      if (before && isActiveBooking(before, now.wall)) await assertDoes(trx, before.technician_id, []); // refuses if the technician has left
    await dropNotifications(trx, step.id);
    await restoreWaits(trx, ended_waits);
    const restore = () => restoreRows(trx, changes);
    await servingWaitlists(trx, context, days, restore, { joinedSinceMs: step.made_at });
    await restoreDeposits(trx, deposits);
    await recordChanges(trx, context, 'appointment', changes.map(undone));
    const restored: SalonAppointment[] = [];
    for (const { before } of changes) if (before) restored.push(await savedForSalon(trx, before.id, context));
    return restored;
  });
  return refuseOnViolation(undoing, VIOLATION_CODES);
}

/** Refuses a technician who undoes a change of somebody else's appointments. docs/spec/behaviour.md §16.11 */
function assertHers({ user }: RequestContext, rows: readonly AppointmentRow[]): void {
  const hers = user?.technician_id ?? null;
  if (hers !== null && rows.some(({ technician_id }) => technician_id !== hers)) refuse('not_allowed');
}

const undone = ({ before, after }: RowChange) => ({
  before: after,
  after: before,
  action: after === null ? ('restored' as const) : ('undone' as const),
});

/** The clients of the rows to restore. Lock them before the undo step, because deleting an account locks in this order. */
async function clientsOfStep(trx: Trx, token: string): Promise<(UserId | null | undefined)[]> {
  const step = await trx
    .selectFrom('undo_steps')
    .select('content')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  const content = step && readJson(undoContent, step.content);
  if (!content) return [];
  const ofRows = content.rows.map(({ before }) => before?.client_id);
  return [...ofRows, ...content.ended_waits.map(({ client_id }) => client_id)];
}

/** Marks the undo step as used and returns the step. Refuses the second of two concurrent requests. */
async function takeStep(trx: Trx, token: string, nowMs: number) {
  const step = await trx
    .selectFrom('undo_steps')
    .select(['id', 'made_at', 'expires_at', 'used_at', 'content'])
    .where('token_hash', '=', hashToken(token))
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (step?.used_at !== null || step.expires_at <= nowMs) refuse('undo_expired');
  const content = readJson(undoContent, step.content) ?? refuse('undo_expired');
  await trx.updateTable('undo_steps').set({ used_at: nowMs }).where('id', '=', step.id).execute();
  return { ...step, content };
}

/** True if the row has not changed since the change to undo. Every change raises the version. */
function isAsChanged({ before, after }: RowChange, current: readonly AppointmentRow[]): boolean {
  const id = after?.id ?? before?.id;
  return current.find((row) => row.id === id)?.version === after?.version;
}

/** Deletes the notifications about the undone change, which no user has seen yet, and their queued mails. */
async function dropNotifications(trx: Trx, stepId: UndoStepId): Promise<void> {
  await trx.deleteFrom('admin_notifications').where('undo_id', '=', stepId).execute();
  await trx.deleteFrom('client_notifications').where('undo_id', '=', stepId).execute();
  await trx.deleteFrom('outbox').where('undo_id', '=', stepId).execute();
}

/** Deletes the rows that the change created, then restores the others. Raises the versions, so that a stale page cannot overwrite the rows. */
async function restoreRows(trx: Trx, changes: readonly RowChange[]): Promise<void> {
  for (const { before, after } of changes)
    if (!before && after) await trx.deleteFrom('appointments').where('id', '=', after.id).execute();
  await exchangePlaces(
    trx,
    changes.flatMap(({ before, after }) => (before && after ? [before] : [])),
  );
  for (const { before, after, lines } of changes) if (before && !after) await insertAgain(trx, before, lines);
}

/** Inserts a deleted row again with its id and service lines. A line keeps name and price of a service that was deleted meanwhile. */
async function insertAgain(
  trx: Trx,
  { day: _generated, ...row }: AppointmentRow,
  lines: readonly ServiceLine[] = [],
): Promise<void> {
  const service =
    row.service_id !== null &&
    (await trx.selectFrom('services').select('id').where('id', '=', row.service_id).executeTakeFirst());
  await trx
    .insertInto('appointments')
    .values({ ...row, service_id: service ? service.id : null, version: row.version + 1 })
    .execute();
  await restoreLines(trx, row.id, lines);
}
