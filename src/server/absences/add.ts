import type { AbsenceWithConflicts } from '#contract/absences.ts';
import type { ReceivedBody } from '#contract/index.ts';
import { absenceRefusal } from '#salon/slots/absence.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuseIf } from '../platform/refuse.ts';
import type { Caller } from '../platform/sessions/sessions.ts';
import { conflictsOf } from './conflicts.ts';
import { absenceById } from './queries.ts';

type Given = ReceivedBody<'POST /annual'>;

/** Adds an absence and says what it meets: bookings stay as they are, free slots are no longer offered. behaviour.md §6 */
export function addAbsence(context: Context<Caller>, given: Given): Promise<AbsenceWithConflicts> {
  refuseIf(absenceRefusal(given));
  return inTransaction(context.db, async (trx) => {
    const { id } = await trx
      .insertInto('absences')
      .values({ ...given, user_id: context.who.id, created_at: context.now.ms })
      .returning('id')
      .executeTakeFirstOrThrow();
    await waitForBookingsUnderWay(trx, given);
    const withConflicts = await conflictsOf(trx, context, [id]);
    return withConflicts(await absenceById(trx, id));
  });
}

/** A booking that took its slot just before is seen as a conflict; one that comes after finds the absence. */
async function waitForBookingsUnderWay(trx: Trx, { date_from, date_to }: Given): Promise<void> {
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
