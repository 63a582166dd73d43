import type { SlotConflict } from '#contract/errors.ts';
import type { ParsedBody } from '#contract/index.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { newAppointment, priceRefusal } from '#domain/appointments/edit.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { slotsGivingWay, type Times } from '#domain/appointments/slots.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { addMinutes, dateOf } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { recordChanges } from '../history/history.ts';
import { immediately, notifyOfChange } from '../notifications/notifications.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockDays, lockRows } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon } from './appointments.ts';
import { lockBooker } from './booking-limits.ts';
import { assertDoesLines, linesByOwner, saveLines } from './lines.ts';
import { type AppointmentColumns, editedColumns, saveTimes, UNBOOKED_COLUMNS } from './rows.ts';
import { type PendingUndo, type RowChange, recordUndoChanges, startUndo } from './undo.ts';

type Input = ParsedBody<'POST /appointments'>;

/** Creates an appointment for the owner; a booking shortens or removes slots under it. docs/spec/behaviour.md §5.18 */
export function createAppointment(context: RequestContext, input: Input, canBeUndone: boolean) {
  const { db, now } = context;
  const creating = inTransaction(db, async (trx) => {
    const { columns, lines } = await newAppointmentOf(trx, context, input);
    await lockBooker(trx, context, columns, null);
    await lockDays(trx, [dateOf(columns.start_datetime)]);
    const undo = canBeUndone ? await startUndo(trx, now) : undefined;
    const { id } = await create(trx, context, columns, { undo });
    await saveLines(trx, id, lines);
    return { ...(await savedForSalon(trx, id, context)), undo_token: undo?.token ?? null };
  });
  return refuseOnViolation(creating, { 'foreign-key': 'unknown_service' }); // the service was deleted during this request
}

/** Returns the columns and lines of a new appointment. The rules are those of editing a slot. */
export async function newAppointmentOf(trx: Trx, context: RequestContext, input: Input) {
  const { now } = context;
  const { duration_minutes, service_price: _price, service_ids: _ids, services: _priced, ...fields } = input;
  const { lines, columns: service } = await linesByOwner(trx, context, [], input);
  await assertDoesLines(trx, input.technician_id, lines);
  const minutes = duration_minutes ?? minutesOfServices(lines) ?? DEFAULT_SLOT_MINUTES;
  const end_datetime = addMinutes(fields.start_datetime, minutes);
  const { service_id, service_price } = service;
  const after = newAppointment({ ...fields, service_id, end_datetime }, dateOf(now.wall));
  if (typeof after === 'string') refuse(after);
  refuseIf(priceRefusal({ service_price: null }, after, service_price));
  const before = { ...after, ...UNBOOKED_COLUMNS, status: 'AVAILABLE' } as const;
  return { columns: editedColumns(before, after, service, now.ms), lines };
}

interface Creation {
  readonly undo?: PendingUndo | undefined;
  readonly isQuiet?: boolean;
}

/** Inserts the appointment, whose client and day the caller has locked. */
export async function create(
  trx: Trx,
  context: RequestContext,
  columns: AppointmentColumns,
  { undo, isQuiet = false }: Creation,
): Promise<AppointmentRow> {
  const { now } = context;
  const timing = undo?.timing ?? immediately(now);
  const shortened = columns.status === 'CANCELLED' ? [] : await makeRoom(trx, columns, now.ms);
  const save = () => insertRow(trx, columns, now.ms);
  const days = [dateOf(columns.start_datetime)];
  // only a new slot notifies the waitlist: a slot that the booking shortens was free before
  const isSlot = columns.status === 'AVAILABLE';
  const after = isSlot ? await servingWaitlists(trx, context, days, save, { timing }) : await save();
  const ended_waits = after.status === 'BOOKED' ? await endWait(trx, after) : [];
  const before = { ...after, ...UNBOOKED_COLUMNS, status: 'AVAILABLE' } as const;
  if (!isQuiet) await notifyOfChange(trx, context, { before, after, timing });
  const rows = [...shortened, { before: null, after }];
  await recordChanges(trx, context, 'appointment', rows);
  if (undo) {
    await recordUndoChanges(trx, undo, { rows, ended_waits });
  }
  return after;
}

type Place = Times & Pick<AppointmentRow, 'technician_id'>;

/** Locks the technician's appointments that overlap this time. The caller has locked the day. */
export const lockRowsUnder = (trx: Trx, place: Place): Promise<AppointmentRow[]> =>
  trx
    .selectFrom('appointments')
    .select(APPOINTMENT_COLUMNS)
    .where('day', '=', dateOf(place.start_datetime))
    .where('technician_id', '=', place.technician_id)
    .where('status', '<>', 'CANCELLED')
    .where('start_datetime', '<', place.end_datetime)
    .where('end_datetime', '>', place.start_datetime)
    .orderBy('id')
    .$call(lockRows(trx))
    .execute();

/** Shortens or removes the slots that a new booking overlaps. Refuses any other overlapped row. The caller has locked the day. */
async function makeRoom(trx: Trx, columns: AppointmentColumns, nowMs: number): Promise<RowChange[]> {
  const rows = await lockRowsUnder(trx, columns);
  const isSlotUnderBooking = (row: AppointmentRow) =>
    columns.status === 'BOOKED' && row.status === 'AVAILABLE';
  const inTheWay = rows.find((row) => !isSlotUnderBooking(row));
  if (inTheWay) refuse('slot_overlaps', { conflict: await conflictOf(trx, inTheWay) });
  return cutSlots(trx, columns, rows, nowMs);
}

/** Shortens or removes slots that a booking overlaps. The caller has locked the slots and their day. */
export async function cutSlots(trx: Trx, booking: Times, slots: readonly AppointmentRow[], nowMs: number) {
  const changes: RowChange[] = [];
  for (const { slot, left } of slotsGivingWay(booking, slots))
    changes.push(...(await cutSlot(trx, slot, left, nowMs)));
  return changes;
}

/** Shortens a slot to the time before a booking, or removes it. Time that remains after the booking becomes a new slot. */
async function cutSlot(trx: Trx, before: AppointmentRow, [first, second]: readonly Times[], nowMs: number) {
  if (!first) {
    await trx.deleteFrom('appointments').where('id', '=', before.id).execute();
    return [{ before, after: null }];
  }
  const changes: RowChange[] = [{ before, after: await saveTimes(trx, before.id, first) }];
  if (second) {
    const { status, notes, technician_id } = before;
    const columns = { ...UNBOOKED_COLUMNS, ...second, status, notes, technician_id };
    changes.push({ before: null, after: await insertRow(trx, columns, nowMs) });
  }
  return changes;
}

const insertRow = (trx: Trx, columns: AppointmentColumns, nowMs: number): Promise<AppointmentRow> =>
  trx
    .insertInto('appointments')
    .values({ ...columns, created_at: nowMs })
    .returning(APPOINTMENT_COLUMNS)
    .executeTakeFirstOrThrow();

async function conflictOf(trx: Trx, row: AppointmentRow): Promise<SlotConflict> {
  const { id, start_datetime, end_datetime, status } = row;
  const client = await trx
    .selectFrom('users')
    .select('name')
    .where('id', '=', row.client_id)
    .executeTakeFirst();
  const person = { client_name: client?.name ?? null, guest_name: row.guest_name };
  const name = status === 'BOOKED' ? personOf(person) : STATUS_LABELS[status];
  return { id, name, start_datetime, end_datetime };
}
