import type { JoinBuilder } from 'kysely';
import type {
  Absence,
  AbsenceImpact,
  AbsenceWithConflicts,
  absenceEndpoints,
  Conflict,
} from '#contract/absences.ts';
import type { Appointment } from '#contract/appointments.ts';
import type { ParsedBody, ParsedQuery, ResponseBody } from '#contract/index.ts';
import { isOwnOnly } from '#domain/accounts/roles.ts';
import { type AbsenceDays, absenceRefusal, daysThatCanOpen } from '#domain/appointments/slots.ts';
import type { AbsenceId } from '#domain/ids.ts';
import { HOME_ABSENCES_DAYS, LIST_MAX_COUNT } from '#domain/limits.ts';
import { colleaguesFor } from '#domain/technicians.ts';
import { addDays, dateOf, type WallDate } from '#domain/wall-clock.ts';
import { appointmentJson, bookingsAhead, cancelInAbsence } from '../appointments/appointments.ts';
import { recordChange } from '../history/history.ts';
import { assertMay, type SessionUser } from '../platform/auth/sessions.ts';
import type { Db, Schema, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { availableSlots, isAbsenceOf, removeAbsence } from '../slots/slots.ts';
import { activeTechnicians, assertDoes } from '../technicians/technicians.ts';
import { recordUndoChanges } from '../undo/undo.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';

const openBookings = (db: Db | Trx, context: RequestContext) =>
  bookingsAhead(db, context).orderBy('appointments.start_datetime').orderBy('appointments.id');

const freeSlots = (db: Db | Trx, { now }: RequestContext) =>
  availableSlots(db).where('start_datetime', '>', now.wall);

/** The conflicts of an absence: bookings on its days, and the number of free slots that it hides. docs/spec/behaviour.md §6.6 */
async function impactOf(
  db: Db | Trx,
  context: RequestContext,
  { date_from, date_to, technician_id }: AbsenceDays & Pick<AbsenceWithConflicts, 'technician_id'>,
): Promise<AbsenceImpact> {
  const bookings = await openBookings(db, context)
    .where('appointments.day', '>=', date_from)
    .where('appointments.day', '<=', date_to)
    .$if(technician_id !== null, (query) => query.where('appointments.technician_id', '=', technician_id))
    .execute();
  const { count } = await freeSlots(db, context)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '>=', date_from)
    .where('day', '<=', date_to)
    .$if(technician_id !== null, (query) => query.where('technician_id', '=', technician_id))
    .executeTakeFirstOrThrow();
  const rows = bookings.map((row): Appointment => appointmentJson(row, context));
  const canHandOver = technician_id !== null && !isOwnOnly(context.user, 'changeAppointments');
  return { conflicts: await withColleagues(db, rows, () => canHandOver), hidden_slots: count };
}

/** Adds `colleagues` to each row: the technicians who can take over its booking. Rows for which `isOpen` returns false get none. docs/spec/behaviour.md §16.5 */
async function withColleagues<Row extends Appointment>(
  db: Db | Trx,
  rows: readonly Row[],
  isOpen: (row: Row) => boolean,
): Promise<(Row & Pick<Conflict, 'colleagues'>)[]> {
  const movable = rows.filter(isOpen);
  const active = movable.length === 0 ? [] : await activeTechnicians(db);
  if (active.length < 2) return rows.map((row) => ({ ...row, colleagues: [] }));
  const days = [...new Set(movable.map(({ start_datetime }) => dateOf(start_datetime)))].sort();
  const taken = await db
    .selectFrom('appointments')
    .select(['start_datetime', 'end_datetime', 'technician_id'])
    .where('day', 'in', days)
    .where('status', 'in', ['BOOKED', 'BLOCKED'])
    .execute();
  const absences = await db
    .selectFrom('absences')
    .select(['date_from', 'date_to', 'technician_id'])
    .where('date_to', '>=', days[0] as WallDate)
    .execute();
  return rows.map((row) => {
    const services = row.services.flatMap(({ service_id }) => service_id ?? []);
    const free = isOpen(row) ? colleaguesFor(row, services, active, { taken, absences }) : [];
    return { ...row, colleagues: free.map(({ id, name }) => ({ id, name })) };
  });
}

/** Joins an appointment with the absences on its day that concern its technician. */
const concerning = (
  join: JoinBuilder<Schema & { absences: Schema['absences'] }, 'appointments' | 'absences'>,
) =>
  join
    .onRef('absences.date_from', '<=', 'appointments.day')
    .onRef('absences.date_to', '>=', 'appointments.day')
    .on(isAbsenceOf('appointments.technician_id'));

async function withConflicts(
  db: Db | Trx,
  context: RequestContext,
  absences: readonly Omit<AbsenceWithConflicts, keyof AbsenceImpact>[],
): Promise<AbsenceWithConflicts[]> {
  const ids = absences.map(({ id }) => id);
  const found = await openBookings(db, context)
    .innerJoin('absences', concerning)
    .select('absences.id as absence_id')
    .where('absences.id', 'in', ids)
    .execute();
  const bookings = found.map(({ absence_id, ...row }) => ({
    ...appointmentJson(row, context),
    absence_id,
  }));
  const canHandOver = !isOwnOnly(context.user, 'changeAppointments');
  const ofOne = new Set(
    absences.filter(({ technician_id }) => canHandOver && technician_id !== null).map(({ id }) => id),
  );
  const conflicts = await withColleagues(db, bookings, ({ absence_id }) => ofOne.has(absence_id));
  const slots = await freeSlots(db, context)
    .innerJoin('absences', concerning)
    .select(({ fn }) => ['absences.id as absence_id', fn.countAll<number>().as('count')])
    .where('absences.id', 'in', ids)
    .groupBy('absences.id')
    .execute();
  return absences.map((absence) => ({
    ...absence,
    conflicts: conflicts
      .filter(({ absence_id }) => absence_id === absence.id)
      .map(({ absence_id: _, ...row }) => row),
    hidden_slots: slots.find(({ absence_id }) => absence_id === absence.id)?.count ?? 0,
  }));
}

const NAMELESS_ADMIN = 'Admin';

const selectAbsences = (db: Db | Trx) =>
  db
    .selectFrom('absences')
    .leftJoin('people', 'people.user_id', 'absences.user_id')
    .leftJoin('technicians', 'technicians.id', 'absences.technician_id')
    .select(({ fn, val }) => [
      'absences.id',
      'date_from',
      'date_to',
      'reason',
      'technician_id',
      'technicians.name as technician_name',
      fn
        .coalesce(fn<string | null>('nullif', ['people.name', val('')]), val(NAMELESS_ADMIN))
        .as('admin_name'),
    ]);

async function absencesAhead({ db, now, setTotal }: ListContext, days: number): Promise<Absence[]> {
  const today = dateOf(now.wall);
  const list = selectAbsences(db)
    .where('technician_id', 'is', null)
    .where('date_to', '>=', today)
    .where('date_from', '<=', addDays(today, days));
  const rows = await list.orderBy('date_from').orderBy('absences.id').limit(LIST_MAX_COUNT).execute();
  setTotal(await totalOf(list, rows.length, { limit: LIST_MAX_COUNT, offset: 0 }));
  return rows;
}

/** Lists the absences of the salon and of all technicians, or only those of the technician `technician_id`. */
async function allAbsences(
  context: ListContext,
  { limit = LIST_MAX_COUNT, offset = 0, technician_id }: ParsedQuery<'GET /annual/mine'>,
): Promise<AbsenceWithConflicts[]> {
  const { db, setTotal } = context;
  const list = selectAbsences(db).where(({ and }) =>
    and(technician_id === undefined ? {} : { technician_id }),
  );
  const latestFirst = list
    .select('conflict_count')
    .orderBy('date_from', 'desc')
    .orderBy('absences.id', 'desc');
  const rows = await latestFirst.limit(limit).offset(offset).execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return withConflicts(db, context, rows);
}

type Input = ParsedBody<'POST /annual'>;
type Response = ResponseBody<'POST /annual'>;

async function previewAbsence(context: RequestContext, absence: ParsedBody<'POST /annual/preview'>) {
  refuseIf(absenceRefusal(absence));
  if (absence.technician_id !== null) await assertDoes(context.db, absence.technician_id, []);
  return impactOf(context.db, context, absence);
}

const NOBODY = { ids: [], reason: '' };

/** Cancels the bookings in `cancel`, adds the absence and returns the remaining conflicts. docs/spec/behaviour.md §6.6 */
function addAbsence(
  context: RequestContext<SessionUser>,
  input: Input,
  canBeUndone: boolean,
): Promise<Response> {
  const { cancel, ...absence } = input;
  refuseIf(absenceRefusal(absence));
  const { technician_id, date_from, date_to } = absence;
  return inTransaction(context.db, async (trx) => {
    if (technician_id !== null) await assertDoes(trx, technician_id, []);
    const { undo, changes } = await cancelInAbsence(trx, context, absence, cancel ?? NOBODY, canBeUndone); // locks the bookings and their clients
    const { id } = await trx
      .insertInto('absences')
      .values({ ...absence, user_id: context.user.id, created_at: context.now.ms, conflict_count: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'absence', { before: null, after: { ...absence, id } });
    await waitForPendingBookings(trx, absence);
    const met = await impactOf(trx, context, absence);
    const conflict_count = met.conflicts.length + changes.length;
    await trx.updateTable('absences').set({ conflict_count }).where('id', '=', id).execute();
    const saved = await selectAbsences(trx).where('absences.id', '=', id).executeTakeFirstOrThrow();
    const derived = changes.map((change) => change.derived);
    const added = { id, technician_id, date_from, date_to };
    if (undo) await recordUndoChanges(trx, undo, { rows: changes, derived, absence: added });
    const cancelled = cancel && changes.length;
    return { ...saved, ...met, conflict_count, cancelled, ...(undo && { undo_token: undo.token }) };
  });
}

/** Waits for the end of running transactions that book on these days, so that `impactOf` finds their bookings. Later transactions see the absence. */
async function waitForPendingBookings(trx: Trx, { date_from, date_to }: AbsenceDays): Promise<void> {
  await trx
    .selectFrom('appointments')
    .select('id')
    .where('status', '=', 'AVAILABLE')
    .where('day', '>=', date_from)
    .where('day', '<=', date_to)
    .orderBy('id')
    .$call(lockRows(trx))
    .execute();
}

/** Deletes an absence. Its free slots can be booked again, and the waitlists of its days are notified. docs/spec/behaviour.md §6.6 */
function deleteAbsence(context: RequestContext, id: AbsenceId): Promise<void> {
  return inTransaction(context.db, async (trx) => {
    const absence = await trx
      .selectFrom('absences')
      .select(['date_from', 'date_to'])
      .where('id', '=', id)
      .executeTakeFirst();
    const days = absence ? daysThatCanOpen(absence, dateOf(context.now.wall)) : refuse('not_found');
    await servingWaitlists(trx, context, days, async () => {
      const gone = (await removeAbsence(trx, context, id)) ?? refuse('not_found');
      assertMay(context, 'takeDaysOff', [gone]);
    });
  });
}

export const absenceRoutes: RoutesOf<typeof absenceEndpoints> = {
  'GET /annual/upcoming': (request) => absencesAhead(request, request.query.days ?? HOME_ABSENCES_DAYS),
  'GET /annual/mine': (request) => allAbsences(request, request.query),
  'POST /annual/preview': (request) => previewAbsence(request, request.body),
  'POST /annual': (request) => addAbsence(request, request.body, request.query.undo === '1'),
  'DELETE /annual/{id}': (request) => deleteAbsence(request, request.params.id),
};
