import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type DeleteOutdated, deleteInBatches } from '../platform/jobs/retention.ts';

/** Clears the hashes of IP networks in bookings that have ended. */
export const forgetOutdatedNetworks: DeleteOutdated = async (db, now) => {
  for (const column of ['booker_network', 'account_network'] as const)
    await db
      .updateTable('bookings')
      .set({ [column]: null })
      .where(column, 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('appointments')
            .select('appointments.id')
            .whereRef('booking_id', '=', 'bookings.id')
            .where('end_datetime', '<=', now.wall),
        ),
      )
      .execute();
};

/** So few that a statement blocks other requests for a few milliseconds only. */
const IDS_AT_ONCE = 5000;

/** Deletes bookings without a row, and what hangs on them, once no change in the salon can be undone. docs/spec/behaviour.md §21.3 */
export const deleteRowlessBookings: DeleteOutdated = async (db, now) => {
  const { last } = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  for (let from = 0; from <= (last ?? 0); from += IDS_AT_ONCE) {
    const isRowless = sql<boolean>`bookings.id >= ${from} and bookings.id < ${from + IDS_AT_ONCE}
      and not exists (select 1 from appointments where appointments.booking_id = bookings.id)
      and not exists (select 1 from undo_steps where expires_at > ${now.ms})`;
    await deleteInBatches(db, 'bookings', isRowless);
    await turn();
  }
};
