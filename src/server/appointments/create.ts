import { z } from 'zod';
import type { SlotConflict } from '#contract/errors.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { appointmentId } from '#contract/schemas.ts';
import { isUnbooked, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import type { Attended } from '#domain/appointments/attendance.ts';
import { newAppointment, priceRefusal } from '#domain/appointments/edit.ts';
import { minutesOfServices, summaryOf } from '#domain/appointments/lines.ts';
import { timesAt } from '#domain/appointments/room.ts';
import { minutesOf } from '#domain/appointments/service-fit.ts';
import {
  overlaps,
  slotDateRefusal,
  slotTimesRefusal,
  type TimesOfTechnician,
} from '#domain/appointments/slots.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
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
import { spanOf } from '#domain/times/offers.ts';
import { withOpening } from '#domain/times/openings.ts';
import {
  addMinutes,
  dateOf,
  isSunday,
  startOfWeek,
  type WallDate,
  type WallTime,
} from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { recordChange } from '../history/history.ts';
import { immediately, type NotificationTiming, notifyOfChanges } from '../notifications/notifications.ts';
import { offeringOf, offersIn } from '../offers/offers.ts';
import {
  clearGround,
  derivingSlots,
  type Ground,
  lockGround,
  type Plan as OpeningsPlan,
  withNotes,
} from '../openings/openings.ts';
import { assertMay } from '../platform/auth/sessions.ts';
import { addAppointment } from '../platform/db/appointments.ts';
import { NO_BOOKING } from '../platform/db/columns.ts';
import { lockUnchanged } from '../platform/db/people.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockDays } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { absencesOf, offeredSlotsOn, rowsOnDays } from '../slots/slots.ts';
import { type PendingUndo, recordUndoChanges, startUndo } from '../undo/undo.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon } from './appointments.ts';
import { lockBooker } from './booking-limits.ts';
import { type BookedFields, bookedAs, chosenPerson, newBooking } from './bookings.ts';
import { keyedRequest, respondOnce } from './idempotency.ts';
import { assertDoesLines, type Choice, linesByOwner } from './lines.ts';

type Input = ParsedBody<'POST /appointments'>;

/** Creates an appointment for the owner; a booking shortens or removes the slots that it overlaps. docs/spec/behaviour.md §5.18 */
export function createAppointment(context: RequestContext, input: Input, canBeUndone: boolean) {
  const { db, now } = context;
  const creating = inTransaction(db, async (trx) => {
    const draft = await draftOf(trx, context, input);
    await lockDays(trx, [dateOf(draft.fields.start_datetime)]);
    assertMay(context, 'changeAppointments', [draft.fields]);
    const undo = canBeUndone ? await startUndo(trx, now) : undefined;
    const { after, step } = await create(trx, context, draft, { timing: undo?.timing });
    if (undo) await recordUndoChanges(trx, undo, step);
    return { ...(await savedForSalon(trx, after.id, context)), undo_token: undo?.token ?? null };
  });
  return refuseOnViolation(creating, { 'foreign-key': 'unknown_service' }); // the service was deleted during this request
}

/** A checked appointment that is not saved yet. */
export interface Draft {
  readonly fields: BookedFields;
  readonly choice: Choice;
}

/** Checks the input of a new appointment. Locks its client and its guest's number. */
export async function draftOf(trx: Trx, context: RequestContext, input: Input): Promise<Draft> {
  const { now } = context;
  const { duration_minutes, person_id } = input;
  const { technician_id = OWNERS_TECHNICIAN } = input;
  const choice = await linesByOwner(trx, context, { services: [], price: null }, input, technician_id);
  await assertDoesLines(trx, technician_id, choice.services);
  const minutes = duration_minutes ?? minutesOfServices(choice.services) ?? DEFAULT_SLOT_MINUTES;
  const end_datetime = addMinutes(input.start_datetime, minutes);
  const { service_id } = summaryOf(choice.services);
  const person = await chosenPerson(trx, person_id);
  const booked = { ...input, ...(person && bookedAs(person)), service_id, end_datetime };
  const fields = newAppointment(booked, dateOf(now.wall));
  if (typeof fields === 'string') refuse(fields);
  refuseIf(priceRefusal({ service_price: null }, fields, input.service_price));
  await lockBooker(trx, context, fields, phoneNumber(fields.guest_phone));
  if (person) await lockUnchanged(trx, [person]);
  return { fields: { ...fields, person_id, guest_email: input.guest_email }, choice };
}

interface Creation {
  readonly timing?: NotificationTiming | undefined;
  readonly isQuiet?: boolean;
  readonly attended?: Attended;
  readonly series_id?: AppointmentId | null;
}

/** Inserts the appointment, whose client and day the caller has locked. `step`: what undoing it needs. */
export async function create(
  trx: Trx,
  context: RequestContext,
  { fields, choice }: Draft,
  { timing = immediately(context.now), isQuiet = false, attended = null, series_id = null }: Creation,
) {
  const { now } = context;
  const isSplit = (await currentSettings(trx, context.config)).split_slots === 1;
  const add = async (ground: Ground) => {
    if (fields.status !== 'CANCELLED') await makeRoom(trx, ground, fields, { isSplit });
    const { start_datetime, end_datetime, technician_id, status, notes } = fields;
    const own = { start_datetime, end_datetime, technician_id, status, notes, created_at: now.ms };
    if (isUnbooked(status)) return addAppointment(trx, own);
    const { columns, ...parts } = await newBooking(trx, context, fields, choice);
    return addAppointment(trx, own, { columns: { ...columns, attended, series_id }, ...parts });
  };
  const plan: OpeningsPlan = ({ openings }) =>
    fields.status === 'AVAILABLE' ? withNotes(withOpening(openings, fields), fields) : openings;
  const save = () => derivingSlots(trx, context, [fields], add, { plan });
  const days = [dateOf(fields.start_datetime)];
  // only a new slot notifies the waitlist: a slot that the booking shortens was free before
  const isSlot = fields.status === 'AVAILABLE';
  const { result: after, derived } = isSlot
    ? await servingWaitlists(trx, context, days, save, { timing })
    : await save();
  const ended_waits = after.status === 'BOOKED' ? await endWait(trx, after) : [];
  if (!isQuiet) await notifyOfChanges(trx, context, [{ before: unbooked(after), after }], timing);
  const made = { before: null, after };
  if (!isSlot) await recordChange(trx, context, 'appointment', made);
  return { after, step: { rows: [made], derived: [derived], ended_waits } };
}

/** The free slot that the row would be without its booking. */
const unbooked = (row: AppointmentRow): AppointmentRow => ({
  ...row,
  ...NO_BOOKING,
  booking_id: null,
  notes: null,
  status: 'AVAILABLE',
});

interface Room {
  /** The row that moves, which is not in its own way. */
  readonly ownId?: AppointmentId;
  readonly refusal?: 'slot_overlaps' | 'move_refused';
  /** Whether a free slot takes its time from others: the setting `split_slots`. */
  readonly isSplit: boolean;
}

type Planned = TimesOfTechnician & Pick<AppointmentRow, 'status'>;

/** Lets free slots give way to a booking or block. Refuses one over another booking or block, and a free slot over another. docs/spec/behaviour.md §26 */
export async function makeRoom(
  trx: Trx,
  ground: Ground,
  planned: Planned,
  { ownId, refusal = 'slot_overlaps', isSplit }: Room,
): Promise<void> {
  const inTheWay = ground.find(
    (row) =>
      row.id !== ownId &&
      row.technician_id === planned.technician_id &&
      overlaps(row, planned) &&
      (row.status !== 'AVAILABLE' || (planned.status === 'AVAILABLE' && !isSplit)),
  );
  if (inTheWay) refuse(refusal, { conflict: await conflictOf(trx, inTheWay) });
  await clearGround(trx, ground, planned, ownId);
}

async function conflictOf(trx: Trx, row: AppointmentRow): Promise<SlotConflict> {
  const { id, start_datetime, end_datetime, status } = row;
  const client = await trx
    .selectFrom('people')
    .select('name')
    .where('user_id', '=', row.client_id)
    .executeTakeFirst();
  const person = { client_name: client?.name ?? null, guest_name: row.guest_name };
  const name = status === 'BOOKED' ? personOf(person) : STATUS_LABELS[status];
  return { id, name, start_datetime, end_datetime };
}

type Asked = ParsedBody<'POST /appointments/series/preview'>;
type SeriesInput = ParsedBody<'POST /appointments/series'>;

interface Plan {
  /** The series' first appointment. The other appointments differ only in their times. */
  readonly draft: Draft;
  readonly starts: readonly WallTime[];
}

async function planOf(trx: Trx, context: RequestContext, asked: Asked): Promise<Plan> {
  const { every_weeks, count, ...first } = asked;
  const draft = await draftOf(trx, context, { ...first, status: 'BOOKED' });
  return { draft, starts: seriesStarts(first.start_datetime, every_weeks, count) };
}

async function calendarOf(
  db: Db | Trx,
  technician: TechnicianId,
  days: readonly WallDate[],
): Promise<Omit<SeriesCalendar, 'offersOn'>> {
  const rows = await rowsOnDays(db, technician, days);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const [first = ''] = [...days].sort();
  const absences = await absencesOf(db, technician, first as WallDate);
  return { rowsOn: (day) => byDay.get(day) ?? [], absences };
}

async function rowsOf(trx: Trx, context: RequestContext, { draft, starts }: Plan): Promise<SeriesRow[]> {
  const { fields, choice } = draft;
  const { technician_id } = fields;
  const { wall } = context.now;
  const days = [...new Set(starts.flatMap((start) => [dateOf(start), ...openDaysAround(dateOf(start))]))];
  const settings = await currentSettings(trx, context.config);
  const free = settings.split_slots === 0 ? [] : await offeredSlotsOn(trx, days, wall, settings);
  const offering = await offeringOf(trx, wall, settings);
  const length = { minutes: minutesOf(fields), cleanup: spanOf(choice.services).cleanup };
  const hers = free.filter((slot) => slot.technician_id === technician_id);
  const offers = Map.groupBy(offersIn(hers, offering, length), (offer) => dateOf(offer.start_datetime));
  const calendar = await calendarOf(trx, technician_id, days);
  const offersOn = (day: WallDate) => offers.get(day) ?? [];
  return seriesRows(starts, length, { ...calendar, offersOn }, wall);
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
  canBeUndone: boolean,
): Promise<ResponseBody<'POST /appointments/series'>> {
  const { db, now, user, idempotencyKey } = context;
  const request = keyedRequest(idempotencyKey, user, ['POST /appointments/series', input]);
  const schema = z.object({ series_id: appointmentId, undo_token: z.string().optional() });
  const saving = inTransaction(db, async (trx) => {
    const response = await respondOnce(trx, request, { schema, now }, async () => {
      const undo = canBeUndone ? await startUndo(trx, now) : undefined;
      const id = await saveSeries(trx, context, input, undo);
      return { appointmentId: id, response: { series_id: id, ...(undo && { undo_token: undo.token }) } };
    });
    const rows = await seriesById(trx, response.series_id);
    const appointments = [];
    for (const { id } of rows) appointments.push(await savedForSalon(trx, id, context));
    return { ...response, appointments };
  });
  return refuseOnViolation(saving, { 'foreign-key': 'unknown_service' }); // the service was deleted during this request
}

const seriesById = (trx: Trx, series: AppointmentId) =>
  trx
    .selectFrom('bookings')
    .innerJoin('appointments', 'booking_id', 'bookings.id')
    .select('appointments.id')
    .where('series_id', '=', series)
    .orderBy('start_datetime')
    .execute();

async function saveSeries(
  trx: Trx,
  context: RequestContext,
  { rows, ...asked }: SeriesInput,
  undo: PendingUndo | undefined,
) {
  const plan = await planOf(trx, context, asked);
  const chosen = await lockChosen(trx, context, plan, rows);
  const made: Awaited<ReturnType<typeof create>>[] = [];
  for (const times of chosen) {
    const draft = { ...plan.draft, fields: { ...plan.draft.fields, ...times } };
    made.push(await create(trx, context, draft, { isQuiet: true, series_id: made[0]?.after.id ?? null }));
  }
  const [first] = made.map(({ after }) => after);
  if (!first) throw new Error('the contract demands a chosen time');
  await trx.updateTable('bookings').set({ series_id: first.id }).where('id', '=', first.booking_id).execute();
  const changes = made.map(({ after }) => ({ before: unbooked(after), after }));
  await notifyOfChanges(trx, context, changes, undo?.timing ?? immediately(context.now));
  const steps = made.map(({ step }) => step);
  if (undo)
    await recordUndoChanges(trx, undo, {
      rows: steps.flatMap(({ rows }) => rows),
      derived: steps.flatMap(({ derived }) => derived),
      ended_waits: steps.flatMap(({ ended_waits }) => ended_waits),
    });
  return first.id;
}

/** Locks the days of the chosen times and returns the times in order. Refuses a series on Sundays, and times that can't be booked. */
async function lockChosen(trx: Trx, context: RequestContext, plan: Plan, rows: SeriesInput['rows']) {
  const { fields } = plan.draft;
  const minutes = minutesOf(fields);
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
  const { technician_id } = fields;
  // also locks free slots: a concurrent booking of a single slot does not lock the day, so it could commit after the check
  await lockGround(
    trx,
    chosen.map((times) => ({ ...times, technician_id })),
  );
  const calendar = await calendarOf(trx, technician_id, days);
  const isBookable = chosen.every((times) => isSeriesTime(seriesState(times, calendar)));
  if (!isBookable || plan.starts.some((start) => isSunday(dateOf(start))))
    refuse('series_changed', { rows: await rowsOf(trx, context, plan) });
  return chosen;
}
