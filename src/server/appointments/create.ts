import { z } from 'zod';
import type { SlotConflict } from '#contract/errors.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { appointmentId } from '#contract/schemas.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { newAppointment, priceRefusal } from '#domain/appointments/edit.ts';
import { minutesOfServices, type ServiceLine } from '#domain/appointments/lines.ts';
import { timesAt } from '#domain/appointments/room.ts';
import { minutesOf } from '#domain/appointments/service-fit.ts';
import {
  overlaps,
  slotDateRefusal,
  slotsGivingWay,
  slotTimesRefusal,
  type Times,
} from '#domain/appointments/slots.ts';
import {
  isSeriesTime,
  openDaysAround,
  type SeriesCalendar,
  type SeriesRow,
  seriesRows,
  seriesStarts,
  seriesState,
} from '#domain/clients/series.ts';
import type { AppointmentId, TechnicianId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import {
  addMinutes,
  dateOf,
  isSunday,
  startOfWeek,
  type WallDate,
  type WallTime,
} from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { recordChanges } from '../history/history.ts';
import { immediately, notifyOfChange, notifyOfSeries } from '../notifications/notifications.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockDays, lockRows } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { absencesOf } from '../slots/slots.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon } from './appointments.ts';
import { lockBooker } from './booking-limits.ts';
import { keyedRequest, respondOnce } from './idempotency.ts';
import { assertDoesLines, linesByOwner, saveLines } from './lines.ts';
import { type AppointmentColumns, editedColumns, saveTimes, UNBOOKED_COLUMNS } from './rows.ts';
import { type PendingUndo, type RowChange, recordUndoChanges, startUndo } from './undo.ts';

type Input = ParsedBody<'POST /appointments'>;

/** Creates an appointment for the owner; a booking shortens or removes the slots that it overlaps. docs/spec/behaviour.md §5.18 */
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

async function newAppointmentOf(trx: Trx, context: RequestContext, input: Input) {
  const { now } = context;
  const { duration_minutes, service_price: _price, service_ids: _ids, services: _priced, ...fields } = input;
  const { lines, columns: service } = await linesByOwner(trx, context, [], input);
  await assertDoesLines(trx, input.technician_id ?? OWNERS_TECHNICIAN, lines);
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
async function create(
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
  if (undo) await recordUndoChanges(trx, undo, { rows, ended_waits });
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

type Asked = ParsedBody<'POST /appointments/series/preview'>;
type SeriesInput = ParsedBody<'POST /appointments/series'>;

interface Plan {
  /** The columns of the series' first appointment. The other appointments differ only in their times. */
  readonly columns: AppointmentColumns;
  readonly lines: readonly ServiceLine[];
  readonly starts: readonly WallTime[];
}

async function planOf(trx: Trx, context: RequestContext, asked: Asked): Promise<Plan> {
  const { every_weeks, count, ...first } = asked;
  const { columns, lines } = await newAppointmentOf(trx, context, { ...first, status: 'BOOKED' });
  await lockBooker(trx, context, columns, null);
  return { columns, lines, starts: seriesStarts(first.start_datetime, every_weeks, count) };
}

async function calendarOf(
  db: Db | Trx,
  technician: TechnicianId,
  days: readonly WallDate[],
): Promise<SeriesCalendar> {
  const rows = await db
    .selectFrom('appointments')
    .select(['day', 'start_datetime', 'end_datetime', 'status'])
    .where('day', 'in', days)
    .where('technician_id', '=', technician)
    .execute();
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const [first = ''] = [...days].sort();
  const absences = await absencesOf(db, technician, first as WallDate);
  return { rowsOn: (day) => byDay.get(day) ?? [], absences };
}

async function rowsOf(trx: Trx, { now }: RequestContext, { columns, starts }: Plan): Promise<SeriesRow[]> {
  const days = starts.flatMap((start) => [dateOf(start), ...openDaysAround(dateOf(start))]);
  const calendar = await calendarOf(trx, columns.technician_id, [...new Set(days)]);
  return seriesRows(starts, minutesOf(columns), calendar, now.wall);
}

/** Returns the times of a planned series and checks whether each time can be booked. docs/spec/behaviour.md §20.2 */
export const previewSeries = (context: RequestContext, asked: Asked) =>
  inTransaction(context.db, async (trx) => ({
    rows: await rowsOf(trx, context, await planOf(trx, context, asked)),
  }));

/** Books a series in one transaction. If its times have changed, the refusal contains the current rows. docs/spec/behaviour.md §20.2 */
export function createSeries(
  context: RequestContext & { readonly idempotencyKey: string | undefined },
  input: SeriesInput,
): Promise<ResponseBody<'POST /appointments/series'>> {
  const { db, now, user, idempotencyKey } = context;
  const request = keyedRequest(idempotencyKey, user, ['POST /appointments/series', input]);
  const kept = { schema: z.object({ series_id: appointmentId }), now };
  const saving = inTransaction(db, async (trx) => {
    const { series_id } = await respondOnce(trx, request, kept, async () => {
      const id = await saveSeries(trx, context, input);
      return { appointmentId: id, response: { series_id: id } };
    });
    const rows = await seriesById(trx, series_id);
    const appointments = [];
    for (const { id } of rows) appointments.push(await savedForSalon(trx, id, context));
    return { series_id, appointments };
  });
  return refuseOnViolation(saving, { 'foreign-key': 'unknown_service' }); // the service was deleted during this request
}

const seriesById = (trx: Trx, series: AppointmentId) =>
  trx
    .selectFrom('appointments')
    .select('id')
    .where('series_id', '=', series)
    .orderBy('start_datetime')
    .execute();

async function saveSeries(trx: Trx, context: RequestContext, { rows, ...asked }: SeriesInput) {
  const plan = await planOf(trx, context, asked);
  const chosen = await lockChosen(trx, context, plan, rows);
  const booked: AppointmentRow[] = [];
  for (const times of chosen) {
    const columns = { ...plan.columns, ...times, series_id: booked[0]?.id ?? null };
    const row = await create(trx, context, columns, { isQuiet: true });
    await saveLines(trx, row.id, plan.lines);
    booked.push(row);
  }
  const [first] = booked;
  if (!first) throw new Error('the contract demands a chosen time');
  await trx.updateTable('appointments').set({ series_id: first.id }).where('id', '=', first.id).execute();
  const changes = booked.map((after) => ({
    before: { ...after, ...UNBOOKED_COLUMNS, status: 'AVAILABLE' as const },
    after,
  }));
  await notifyOfSeries(trx, context, changes, immediately(context.now));
  return first.id;
}

/** Locks the days of the chosen times and returns the times in order. Refuses a series on Sundays, and times that can't be booked. */
async function lockChosen(trx: Trx, context: RequestContext, plan: Plan, rows: SeriesInput['rows']) {
  const minutes = minutesOf(plan.columns);
  const chosen = rows
    .flatMap((row) => ('skip' in row ? [] : timesAt(row.start_datetime, minutes)))
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));
  const weeks = plan.starts.map((start) => startOfWeek(dateOf(start))); // the weeks of the series; they may be more than a year ahead
  for (const times of chosen) {
    const day = dateOf(times.start_datetime);
    const isPlanned = weeks.includes(startOfWeek(day));
    refuseIf(
      slotTimesRefusal(times) ?? (isPlanned ? undefined : slotDateRefusal(day, dateOf(context.now.wall))),
    );
  }
  if (chosen.some((times, n) => n > 0 && overlaps(times, chosen[n - 1] ?? times)))
    refuse('bad_input', { fields: { rows: 'Termini se preklapaju.' } });
  const days = chosen.map(({ start_datetime }) => dateOf(start_datetime));
  await lockDays(trx, days);
  const { technician_id } = plan.columns;
  // also locks free slots: a concurrent booking of a single slot does not lock the day, so it could commit after the check
  for (const times of chosen) await lockRowsUnder(trx, { ...times, technician_id });
  const calendar = await calendarOf(trx, technician_id, days);
  const isBookable = chosen.every((times) => isSeriesTime(seriesState(times, calendar)));
  if (!isBookable || plan.starts.some((start) => isSunday(dateOf(start))))
    refuse('series_changed', { rows: await rowsOf(trx, context, plan) });
  return chosen;
}
