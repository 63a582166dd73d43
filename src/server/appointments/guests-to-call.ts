import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import type { Db } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { publishOnCommit } from '../platform/events/publish.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { appointmentJson, selectForSalon } from './appointments.ts';

type Response = ResponseBody<'GET /appointments/to-call'>;

/** The guests to call, and the called ones whose time is still ahead, by start. docs/spec/behaviour.md §5.6 */
export async function guestsToCall(context: RequestContext): Promise<Response> {
  const { db, now, clock } = context;
  const rows = await selectForSalon(db, context)
    .select('appointments.called')
    .where('appointments.called', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('appointments.called', '=', 0), eb('appointments.end_datetime', '>', now.wall)]),
    )
    .orderBy('appointments.start_datetime')
    .orderBy('appointments.id')
    .limit(LIST_MAX_COUNT)
    .execute();
  return rows.map((row) => appointmentJson(row, clock));
}

/** Records whether these guests were called; ignores appointments that are not on the list. */
export function markCalled(
  { db }: { db: Db },
  { ids, called }: ParsedBody<'POST /appointments/called'>,
): Promise<undefined> {
  return inTransaction(db, async (trx) => {
    await trx
      .updateTable('appointments')
      .set({ called })
      .where('id', 'in', ids)
      .where('called', 'is not', null)
      .execute();
    publishOnCommit(trx, { appointments: ['ADMIN'] });
    return undefined;
  });
}
