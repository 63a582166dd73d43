import { sql } from 'kysely';
import type { SalonAppointment } from '#contract/appointments.ts';
import { daysThatCanOpen, overlaps } from '#domain/appointments/slots.ts';
import { isActiveBooking } from '#domain/booking.ts';
import type { UserId } from '#domain/ids.ts';
import { MAIL_REMINDER_HOURS_BEFORE } from '#domain/limits.ts';
import { reminderFrom } from '#domain/notifications.ts';
import { withdrawn } from '#domain/times/openings.ts';
import { addMinutes, dateOf } from '#domain/wall-clock.ts';
import { recordChanges } from '../history/history.ts';
import { REMINDER_MAILS } from '../mail/mail.ts';
import {
  clearGround,
  type DerivedChanges,
  derivingSlots,
  type Ground,
  type Plan,
} from '../openings/openings.ts';
import { hasPayments, restoreDeposits } from '../payments/payments.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { assertMay } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { addAppointment } from '../platform/db/appointments.ts';
import { readJson } from '../platform/db/json.ts';
import { assertSharesStay } from '../platform/db/money/payments.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { refuse, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { removeAbsence } from '../slots/slots.ts';
import { assertDoes } from '../technicians/technicians.ts';
import { type ReachedChange, type RowChange, type UndoContent, undoContent } from '../undo/undo.ts';
import { restoreWaits, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon } from './appointments.ts';
import { choiceOf, saveChoice } from './lines.ts';
import { lockAppointments, lockClients, lockedRows } from './locks.ts';
import { deleteRows, exchangePlaces } from './rows.ts';
import { undoDelay } from './told/telling.ts';

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
    const { rows: changes, derived, deposits, delay, reached, absence } = step.content;
    const rows = changes.flatMap(({ before, after }) => [before, after].filter((row) => row !== null));
    assertMay(
      context,
      'undo',
      [...rows, delay, reached, absence].filter((row) => row !== undefined),
    );
    const opening = absence ? daysThatCanOpen(absence, dateOf(now.wall)) : [];
    const days = [...rows.map(({ start_datetime }) => dateOf(start_datetime)), ...opening];
    const current = await lockAppointments(trx, [...new Set(rows.map(({ id }) => id))], days);
    if (!changes.every((change) => isAsChanged(change, current))) refuse('undo_refused');
    await assertAllowed(trx, now, changes);
    await dropNotifications(trx, step);
    await undoBesides(trx, context, step.content);
    const slots = derived.flatMap((one) => one.slots.flatMap(({ before }) => before ?? []));
    const isSplit = (await currentSettings(trx, context.config)).split_slots === 1;
    const restore = () =>
      derivingSlots(
        trx,
        context,
        [...rows, ...slots],
        (ground) => restoreRows(trx, ground, { changes, derived, isSplit }, current),
        {
          plan: openingsBefore(derived),
          own: rows.map(({ id }) => id),
          former: slots,
          actions: { added: 'restored', changed: 'undone' },
        },
      );
    const restoreAll = async () => {
      if (absence && !(await removeAbsence(trx, context, absence.id))) refuse('undo_refused');
      await restore();
    };
    await servingWaitlists(trx, context, days, restoreAll, { joinedSinceMs: step.made_at });
    await restoreDeposits(trx, context, rows, deposits);
    await recordChanges(trx, context, 'appointment', changes.map(undone));
    return restoredOf(trx, context, [...changes.flatMap(({ before }) => before ?? []), ...slots]);
  });
  return refuseOnViolation(undoing, VIOLATION_CODES);
}

async function restoredOf(trx: Trx, context: RequestContext, rows: readonly AppointmentRow[]) {
  const ids = rows.map(({ id }) => id);
  const restored: SalonAppointment[] = [];
  for (const { id } of await lockedRows(trx, ids)) restored.push(await savedForSalon(trx, id, context));
  return restored;
}

/** Undoes what the change did besides appointments and absences. */
async function undoBesides(trx: Trx, context: RequestContext, { delay, reached, ended_waits }: UndoContent) {
  if (delay) await undoDelay(trx, context, delay);
  if (reached) await undoReached(trx, context, reached);
  await restoreWaits(trx, ended_waits);
}

/** Refuses to give a booking back to a technician who has left, to undo what has been paid out since, and to delete a booking with payments. docs/spec/behaviour.md §32.4 */
async function assertAllowed(trx: Trx, now: Now, changes: readonly RowChange[]): Promise<void> {
  for (const { before, after } of changes) {
    if (before && isActiveBooking(before, now.wall)) await assertDoes(trx, before.technician_id, []);
    if (before && after) await assertSharesStay(trx, now, { before: after, after: before });
    if (!before && after && (await hasPayments(trx, after))) refuse('undo_refused');
  }
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

type Step = Awaited<ReturnType<typeof takeStep>>;

/** Deletes the notifications about the undone change, which no user has seen yet, and their queued mails. Nobody has to be called about it. */
async function dropNotifications(trx: Trx, { id: stepId, made_at }: Step): Promise<void> {
  await trx.deleteFrom('admin_notifications').where('undo_id', '=', stepId).execute();
  await trx.deleteFrom('client_notifications').where('undo_id', '=', stepId).execute();
  await trx.deleteFrom('outbox').where('undo_id', '=', stepId).execute();
  await trx
    .updateTable('bookings')
    .set({ called: null })
    .where('called', '=', 0)
    .where('call_at', '=', made_at)
    .execute();
}

/** The openings as they were before the changes. What else has happened to openings since stays. */
const openingsBefore =
  (derived: readonly DerivedChanges[]): Plan =>
  ({ openings, technician_id }) => {
    const changes = derived.flatMap((one) => one.openings).toReversed();
    return changes.reduce<ReturnType<Plan>>((all, { before, after }) => {
      if (after) return all.filter(({ id }) => id !== after.id);
      return before?.technician_id === technician_id ? [...withdrawn(all, [before]), before] : all;
    }, openings);
  };

/** Takes free slots out of the way of the rows to restore. A free row returns only where the salon offers no other time since. */
async function clearFormer(trx: Trx, ground: Ground, { changes, derived, isSplit }: Restored): Promise<void> {
  const own = changes.flatMap(({ after }) => after?.id ?? []);
  const made = derived.flatMap((one) => one.slots.flatMap(({ after }) => after?.id ?? []));
  const slots = ground.filter(({ id }) => !own.includes(id));
  const isOther = (row: AppointmentRow, before: AppointmentRow) =>
    row.technician_id === before.technician_id && overlaps(row, before) && !made.includes(row.id);
  for (const { before } of changes) {
    if (!before || before.status === 'CANCELLED') continue;
    if (before.status === 'AVAILABLE' && !isSplit && slots.some((row) => isOther(row, before)))
      refuse('undo_refused');
    await clearGround(trx, slots, before);
  }
}

interface Restored extends Pick<UndoContent, 'derived'> {
  readonly changes: readonly RowChange[];
  /** The setting `split_slots`. */
  readonly isSplit: boolean;
}

/** Deletes the rows that the change created, then restores the others. Raises the versions, so that a stale page cannot overwrite the rows. */
async function restoreRows(trx: Trx, ground: Ground, restored: Restored, current: readonly AppointmentRow[]) {
  const { changes } = restored;
  await clearFormer(trx, ground, restored);
  for (const { before, after } of changes) if (!before && after) await deleteRows(trx, [after.id]);
  const rowOf = ({ id }: AppointmentRow) => current.find((row) => row.id === id);
  const places = changes.flatMap(({ before, after }) => {
    const row = after && rowOf(after);
    return before && row ? [{ row, to: restoredColumns(before) }] : [];
  });
  const placed = await exchangePlaces(trx, places);
  for (const row of placed) {
    const before = changes.find((change) => change.before?.id === row.id)?.before;
    if (before && JSON.stringify(choiceOf(row)) !== JSON.stringify(choiceOf(before)))
      await saveChoice(trx, row, choiceOf(before));
  }
  for (const { before, after } of changes) if (before && !after) await insertAgain(trx, before);
}

/** What a change that can be undone may have set: place, marks, request, notes and the cancellation. */
function restoredColumns(before: AppointmentRow) {
  const { start_datetime, end_datetime, technician_id, status, notes, cancel_reason, is_late } = before;
  const { attended, confirmed_at, request_state, accepted_at, cancelled_at, cancelled_by } = before;
  const { called, call_what, call_at } = before;
  const marks = { attended, confirmed_at, request_state, accepted_at, called, call_what, call_at, notes };
  const cancellation = { status, cancel_reason, cancelled_at, cancelled_by, is_late };
  return { start_datetime, end_datetime, technician_id, ...marks, ...cancellation };
}

/** Inserts a deleted row again with its id. Its booking is still there. */
async function insertAgain(trx: Trx, row: AppointmentRow): Promise<void> {
  const { id, start_datetime, end_datetime, technician_id, status, booking_id, created_at, version } = row;
  const times = { start_datetime, end_datetime, technician_id };
  const notes = booking_id === null ? row.notes : null;
  await addAppointment(
    trx,
    { id, ...times, status, notes, created_at, version: version + 1 },
    booking_id ?? undefined,
  );
}

const LATE_MINUTES = 120;

/** Undoes that somebody wrote or called. The automatic reminder comes back if its time passed less than 2 hours ago. docs/spec/behaviour.md §29.5 */
async function undoReached(trx: Trx, { now }: RequestContext, { id }: ReachedChange): Promise<void> {
  const reached = trx
    .selectFrom('reached')
    .select(['booking_id', 'start_datetime', 'what'])
    .where('id', '=', id);
  const row = await reached.$call(lockRows(trx)).executeTakeFirst();
  if (!row) return;
  const isLate =
    addMinutes(reminderFrom(row.start_datetime, MAIL_REMINDER_HOURS_BEFORE), LATE_MINUTES) <= now.wall;
  if (row.what === 'REMINDER' && isLate) {
    await trx.updateTable('reached').set({ is_undone: 1 }).where('id', '=', id).execute();
    return;
  }
  await trx.deleteFrom('reached').where('id', '=', id).execute();
  if (row.what === 'DELAY') return;
  // the record had deleted a reminder that was queued and not sent
  await sql`delete from reminders where kind = 'MAIL_24H' and booking_id = ${row.booking_id}
    and start_datetime = ${row.start_datetime}
    and not exists (select 1 from outbox where outbox.booking_id = reminders.booking_id
      and kind in (${sql.join(REMINDER_MAILS)}) and once_key like '%' || reminders.start_datetime)
    and not exists (select 1 from push_outbox where kind = 'REMINDER_24H' and subject_id = reminders.booking_id
      and content like '%"start_datetime":"' || reminders.start_datetime || '"%')
    and not exists (select 1 from reached where reached.booking_id = reminders.booking_id
      and reached.start_datetime = reminders.start_datetime and what = 'REMINDER')`.execute(trx);
}
