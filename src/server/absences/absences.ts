import type { Absence, AbsenceWithConflicts } from '#contract/absences.ts';
import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { AbsenceId } from '#domain/ids.ts';
import { LIST_MAX_COUNT, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { type AbsenceDays, absenceRefusal } from '#domain/slots.ts';
import { addDays, dateOf, daysFromTo, type WallDate, wallTimeOn, yearsFrom } from '#domain/wall-clock.ts';
import { appointmentJson, selectAppointments } from '../appointments/appointments.ts';
import { recordChange } from '../history/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { ListContext, RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';

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

/** Those that touch a day from today to `days` days from now, soonest first. */
export async function absencesAhead({ db, now, setTotal }: ListContext, days: number): Promise<Absence[]> {
  const today = dateOf(now.wall);
  const list = selectAbsences(db)
    .where('date_to', '>=', today)
    .where('date_from', '<=', addDays(today, days));
  const rows = await list.orderBy('date_from').orderBy('absences.id').limit(LIST_MAX_COUNT).execute();
  setTotal(await totalOf(list, rows.length, { limit: LIST_MAX_COUNT, offset: 0 }));
  return rows;
}

/** Latest first. */
export async function ownAbsences(
  { db, user, setTotal }: ListContext<SessionUser>,
  { limit = LIST_MAX_COUNT, offset = 0 }: ParsedQuery<'GET /annual/mine'>,
): Promise<Absence[]> {
  const list = selectAbsences(db).where('absences.user_id', '=', user.id);
  const latestFirst = list.orderBy('date_from', 'desc').orderBy('absences.id', 'desc');
  const rows = await latestFirst.limit(limit).offset(offset).execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows;
}

const absenceById = (db: Db | Trx, id: AbsenceId): Promise<Absence> =>
  selectAbsences(db).where('absences.id', '=', id).executeTakeFirstOrThrow();

// by start_datetime too, not only by the absence's days: so both engines take the index of status and time
const midnightOf = ({ now }: RequestContext) => wallTimeOn(dateOf(now.wall), '00:00:00');

/** Bookings that have not ended, each beside the absence in which it stands. */
const bookingsInside = (db: Db | Trx, context: RequestContext, absenceIds: readonly AbsenceId[]) =>
  selectAppointments(db)
    .innerJoin('absences', (join) =>
      join
        .onRef('absences.date_from', '<=', 'appointments.day')
        .onRef('absences.date_to', '>=', 'appointments.day'),
    )
    .select('absences.id as absence_id')
    .where('absences.id', 'in', absenceIds)
    .where('appointments.status', '=', 'BOOKED')
    .where('appointments.start_datetime', '>=', midnightOf(context))
    .where('appointments.end_datetime', '>', context.now.wall)
    .orderBy('appointments.start_datetime')
    .execute();

const freeSlotsInside = (db: Db | Trx, { now }: RequestContext, absenceIds: readonly AbsenceId[]) =>
  db
    .selectFrom('appointments')
    .innerJoin('absences', (join) =>
      join
        .onRef('absences.date_from', '<=', 'appointments.day')
        .onRef('absences.date_to', '>=', 'appointments.day'),
    )
    .select(({ fn }) => ['absences.id as absence_id', fn.countAll<number>().as('count')])
    .where('absences.id', 'in', absenceIds)
    .where('status', '=', 'AVAILABLE')
    .where('start_datetime', '>', now.wall)
    .groupBy('absences.id')
    .execute();

/**
 * Adds to each of these absences the bookings inside it and how many free slots it hides; one query for all.
 * docs/spec/behaviour.md §6.6
 */
export async function conflictsOf(
  db: Db | Trx,
  context: RequestContext,
  absenceIds: readonly AbsenceId[],
): Promise<(absence: Absence) => AbsenceWithConflicts> {
  const bookings = await bookingsInside(db, context, absenceIds);
  const slots = await freeSlotsInside(db, context, absenceIds);
  return (absence) => ({
    ...absence,
    conflicts: bookings
      .filter(({ absence_id }) => absence_id === absence.id)
      .map(({ absence_id: _, ...row }) => appointmentJson(row, context.clock)),
    hidden_slots: slots.find(({ absence_id }) => absence_id === absence.id)?.count ?? 0,
  });
}

type Input = ParsedBody<'POST /annual'>;

/**
 * Adds an absence and says what it meets: bookings stay as they are, free slots are no longer offered.
 * docs/spec/behaviour.md §6.6
 */
export function addAbsence(
  context: RequestContext<SessionUser>,
  input: Input,
): Promise<AbsenceWithConflicts> {
  refuseIf(absenceRefusal(input));
  return inTransaction(context.db, async (trx) => {
    const { id } = await trx
      .insertInto('absences')
      .values({ ...input, user_id: context.user.id, created_at: context.now.ms })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'absence', { before: null, after: { ...input, id } });
    await waitForBookingsUnderWay(trx, input);
    const withConflicts = await conflictsOf(trx, context, [id]);
    return withConflicts(await absenceById(trx, id));
  });
}

/** A booking that commits before this is seen as a conflict; a later one finds the absence. */
async function waitForBookingsUnderWay(trx: Trx, { date_from, date_to }: Input): Promise<void> {
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

/**
 * Deletes an absence: its free slots are offered again, and the waiting lists of its days are served. docs/spec/behaviour.md §6.6
 */
export function deleteAbsence(context: RequestContext, id: AbsenceId): Promise<undefined> {
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

/** No slot lies further ahead than a year, however long an absence is. */
function daysThatCanOpen({ date_from, date_to }: AbsenceDays, today: WallDate): WallDate[] {
  const last = yearsFrom(today, SLOT_RANGE_YEARS);
  return daysFromTo(date_from > today ? date_from : today, date_to < last ? date_to : last);
}
