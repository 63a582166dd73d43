import type { Absence, AbsenceImpact, AbsenceWithConflicts, absenceEndpoints } from '#contract/absences.ts';
import type { Appointment } from '#contract/appointments.ts';
import type { ParsedBody, ParsedQuery, ResponseBody } from '#contract/index.ts';
import { type AbsenceDays, absenceRefusal } from '#domain/appointments/slots.ts';
import type { AbsenceId } from '#domain/ids.ts';
import { HOME_ABSENCES_DAYS, LIST_MAX_COUNT, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { addDays, dateOf, daysFromTo, type WallDate, wallTimeOn, yearsFrom } from '#domain/wall-clock.ts';
import { appointmentJson, cancelInAbsence, selectAppointments } from '../appointments/appointments.ts';
import { recordChange } from '../history/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';

// a condition on start_datetime makes both engines use the index of status and time
const midnightOf = ({ now }: RequestContext) => wallTimeOn(dateOf(now.wall), '00:00:00');

/** Selects the bookings that have not ended, soonest first. */
const openBookings = (db: Db | Trx, context: RequestContext) =>
  selectAppointments(db)
    .where('appointments.status', '=', 'BOOKED')
    .where('appointments.start_datetime', '>=', midnightOf(context))
    .where('appointments.end_datetime', '>', context.now.wall)
    .orderBy('appointments.start_datetime');

const freeSlots = (db: Db | Trx, { now }: RequestContext) =>
  db.selectFrom('appointments').where('status', '=', 'AVAILABLE').where('start_datetime', '>', now.wall);

/** The conflicts of an absence: bookings on its days, and the number of free slots that it hides. docs/spec/behaviour.md §6.6 */
async function impactOf(
  db: Db | Trx,
  context: RequestContext,
  { date_from, date_to }: AbsenceDays,
): Promise<AbsenceImpact> {
  const bookings = await openBookings(db, context)
    .where('appointments.day', '>=', date_from)
    .where('appointments.day', '<=', date_to)
    .execute();
  const { count } = await freeSlots(db, context)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '>=', date_from)
    .where('day', '<=', date_to)
    .executeTakeFirstOrThrow();
  return {
    conflicts: bookings.map((row): Appointment => appointmentJson(row, context.clock)),
    hidden_slots: count,
  };
}

const bookingsInside = (db: Db | Trx, context: RequestContext, absenceIds: readonly AbsenceId[]) =>
  openBookings(db, context)
    .innerJoin('absences', (join) =>
      join
        .onRef('absences.date_from', '<=', 'appointments.day')
        .onRef('absences.date_to', '>=', 'appointments.day'),
    )
    .select('absences.id as absence_id')
    .where('absences.id', 'in', absenceIds)
    .execute();

const freeSlotsInside = (db: Db | Trx, context: RequestContext, absenceIds: readonly AbsenceId[]) =>
  freeSlots(db, context)
    .innerJoin('absences', (join) =>
      join
        .onRef('absences.date_from', '<=', 'appointments.day')
        .onRef('absences.date_to', '>=', 'appointments.day'),
    )
    .select(({ fn }) => ['absences.id as absence_id', fn.countAll<number>().as('count')])
    .where('absences.id', 'in', absenceIds)
    .groupBy('absences.id')
    .execute();

/** Adds its conflicts to each absence, with a single query. */
async function withConflicts(
  db: Db | Trx,
  context: RequestContext,
  absences: readonly Omit<AbsenceWithConflicts, keyof AbsenceImpact>[],
): Promise<AbsenceWithConflicts[]> {
  const ids = absences.map(({ id }) => id);
  const bookings = await bookingsInside(db, context, ids);
  const slots = await freeSlotsInside(db, context, ids);
  return absences.map((absence) => ({
    ...absence,
    conflicts: bookings
      .filter(({ absence_id }) => absence_id === absence.id)
      .map(({ absence_id: _, ...row }) => appointmentJson(row, context.clock)),
    hidden_slots: slots.find(({ absence_id }) => absence_id === absence.id)?.count ?? 0,
  }));
}

const NAMELESS_ADMIN = 'Admin';

const selectAbsences = (db: Db | Trx) =>
  db
    .selectFrom('absences')
    .leftJoin('users', 'users.id', 'absences.user_id')
    .select(({ fn, val }) => [
      'absences.id',
      'date_from',
      'date_to',
      'reason',
      fn.coalesce(fn<string | null>('nullif', ['users.name', val('')]), val(NAMELESS_ADMIN)).as('admin_name'),
    ]);

/** Absences on days from today to `days` days ahead, soonest first. */
async function absencesAhead({ db, now, setTotal }: ListContext, days: number): Promise<Absence[]> {
  const today = dateOf(now.wall);
  const list = selectAbsences(db)
    .where('date_to', '>=', today)
    .where('date_from', '<=', addDays(today, days));
  const rows = await list.orderBy('date_from').orderBy('absences.id').limit(LIST_MAX_COUNT).execute();
  setTotal(await totalOf(list, rows.length, { limit: LIST_MAX_COUNT, offset: 0 }));
  return rows;
}

/** The user's absences with their conflicts, latest first. */
async function ownAbsences(
  context: ListContext<SessionUser>,
  { limit = LIST_MAX_COUNT, offset = 0 }: ParsedQuery<'GET /annual/mine'>,
): Promise<AbsenceWithConflicts[]> {
  const { db, user, setTotal } = context;
  const list = selectAbsences(db).where('absences.user_id', '=', user.id);
  const latestFirst = list
    .select('conflict_count')
    .orderBy('date_from', 'desc')
    .orderBy('absences.id', 'desc');
  const rows = await latestFirst.limit(limit).offset(offset).execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return withConflicts(db, context, rows);
}

const absenceById = (db: Db | Trx, id: AbsenceId): Promise<Absence> =>
  selectAbsences(db).where('absences.id', '=', id).executeTakeFirstOrThrow();

type Input = ParsedBody<'POST /annual'>;
type Response = ResponseBody<'POST /annual'>;

/** Shows the conflicts of an absence without saving it. */
function previewAbsence(
  context: RequestContext,
  days: ParsedBody<'POST /annual/preview'>,
): Promise<AbsenceImpact> {
  refuseIf(absenceRefusal(days));
  return impactOf(context.db, context, days);
}

/**
 * Adds an absence and returns its conflicts. It hides free slots. Bookings stay, except those listed in `cancel`, which are cancelled
 * but included in the stored `conflict_count`. docs/spec/behaviour.md §6.6
 */
function addAbsence(context: RequestContext<SessionUser>, input: Input): Promise<Response> {
  const { cancel, ...absence } = input;
  refuseIf(absenceRefusal(absence));
  return inTransaction(context.db, async (trx) => {
    const cancelled = cancel && (await cancelInAbsence(trx, context, absence, cancel)); // locks clients, days and rows
    const { id } = await trx
      .insertInto('absences')
      .values({ ...absence, user_id: context.user.id, created_at: context.now.ms, conflict_count: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'absence', { before: null, after: { ...absence, id } });
    await waitForPendingBookings(trx, absence);
    const met = await impactOf(trx, context, absence);
    const conflict_count = met.conflicts.length + (cancelled ?? 0);
    await trx.updateTable('absences').set({ conflict_count }).where('id', '=', id).execute();
    return { ...(await absenceById(trx, id)), ...met, conflict_count, cancelled };
  });
}

/** Waits for bookings of these days that have not committed yet, so that they count as conflicts. Later bookings see the absence. */
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
function deleteAbsence(context: RequestContext, id: AbsenceId): Promise<undefined> {
  return inTransaction(context.db, async (trx) => {
    const absence = await trx
      .selectFrom('absences')
      .select(['date_from', 'date_to'])
      .where('id', '=', id)
      .executeTakeFirst();
    const days = absence ? daysThatCanOpen(absence, dateOf(context.now.wall)) : refuse('not_found');
    await servingWaitlists(trx, context, days, async () => {
      const gone = await trx
        .deleteFrom('absences')
        .where('id', '=', id)
        .returning(['id', 'date_from', 'date_to', 'reason'])
        .executeTakeFirst();
      if (!gone) refuse('not_found');
      await recordChange(trx, context, 'absence', { before: gone, after: null });
    });
    return undefined;
  });
}

/** The days of an absence that may get free slots when it is deleted: from today to the last day that can have slots. */
function daysThatCanOpen({ date_from, date_to }: AbsenceDays, today: WallDate): WallDate[] {
  const last = yearsFrom(today, SLOT_RANGE_YEARS);
  return daysFromTo(date_from > today ? date_from : today, date_to < last ? date_to : last);
}

export const absenceRoutes: RoutesOf<typeof absenceEndpoints> = {
  'GET /annual/upcoming': (request) => absencesAhead(request, request.query.days ?? HOME_ABSENCES_DAYS),
  'GET /annual/mine': (request) => ownAbsences(request, request.query),
  'POST /annual/preview': (request) => previewAbsence(request, request.body),
  'POST /annual': (request) => addAbsence(request, request.body),
  'DELETE /annual/{id}': (request) => deleteAbsence(request, request.params.id),
};
