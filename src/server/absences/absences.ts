import type { Absence, AbsenceWithConflicts, WhatItMeets } from '#contract/absences.ts';
import type { ParsedBody, ParsedQuery, ResponseBody } from '#contract/index.ts';
import { type AbsenceDays, absenceRefusal } from '#domain/appointments/slots.ts';
import type { AbsenceId } from '#domain/ids.ts';
import { LIST_MAX_COUNT, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { addDays, dateOf, daysFromTo, type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { cancelInAbsence } from '../appointments/appointments.ts';
import { recordChange } from '../history/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { ListContext, RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { whatIsMet, withConflicts } from './conflicts.ts';

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

/** Latest first, each with what it meets. */
export async function ownAbsences(
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

/** What such an absence would meet; nothing is saved. */
export function previewAbsence(
  context: RequestContext,
  days: ParsedBody<'POST /annual/preview'>,
): Promise<WhatItMeets> {
  refuseIf(absenceRefusal(days));
  return whatIsMet(context.db, context, days);
}

/**
 * Adds an absence and says what it meets: free slots are no longer offered; bookings stay as they are, but those that `cancel`
 * names. The absence keeps how many it met, those among them. docs/spec/behaviour.md §6.6
 */
export function addAbsence(context: RequestContext<SessionUser>, input: Input): Promise<Response> {
  const { cancel, ...absence } = input;
  refuseIf(absenceRefusal(absence));
  return inTransaction(context.db, async (trx) => {
    const cancelled = cancel && (await cancelInAbsence(trx, context, absence, cancel)); // clients, days and rows are locked in this order
    const { id } = await trx
      .insertInto('absences')
      .values({ ...absence, user_id: context.user.id, created_at: context.now.ms, conflict_count: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'absence', { before: null, after: { ...absence, id } });
    await waitForBookingsUnderWay(trx, absence);
    const met = await whatIsMet(trx, context, absence);
    const conflict_count = met.conflicts.length + (cancelled ?? 0);
    await trx.updateTable('absences').set({ conflict_count }).where('id', '=', id).execute();
    return { ...(await absenceById(trx, id)), ...met, conflict_count, cancelled };
  });
}

/** A booking that commits before this is seen as a conflict; a later one finds the absence. */
async function waitForBookingsUnderWay(trx: Trx, { date_from, date_to }: AbsenceDays): Promise<void> {
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
