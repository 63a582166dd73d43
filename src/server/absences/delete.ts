import { SLOT_RANGE_YEARS } from '#salon/limits.ts';
import { dateOf, daysFromTo, type WallDate, yearsFrom } from '#salon/salon-time.ts';
import type { AbsenceDays } from '#salon/slots/absence.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import { withFreeSlotsOffered } from '../waitlist/offer-free-slots.ts';

/** Deletes an absence: its free slots are offered again, and who waited for such a day hears of it. behaviour.md §6 */
export function deleteAbsence(context: Context, id: number): Promise<undefined> {
  return inTransaction(context.db, async (trx) => {
    const absence = await trx
      .selectFrom('absences')
      .select(['date_from', 'date_to'])
      .where('id', '=', id)
      .executeTakeFirst();
    const days = absence ? daysThatCanOpen(absence, dateOf(context.now.wall)) : refuse('not_found');
    await withFreeSlotsOffered(trx, context, days, async () => {
      const gone = await trx.deleteFrom('absences').where('id', '=', id).returning('id').executeTakeFirst();
      if (!gone) refuse('not_found');
    });
    return undefined;
  });
}

/** No slot lies further ahead than a year, however long an absence is. */
function daysThatCanOpen({ date_from, date_to }: AbsenceDays, today: WallDate): WallDate[] {
  const last = yearsFrom(today, SLOT_RANGE_YEARS);
  return daysFromTo(date_from > today ? date_from : today, date_to < last ? date_to : last);
}
