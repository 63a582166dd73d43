// 'Pozovite': who must be told of a change, and whom no message certainly reached. docs/spec/behaviour.md §29.4
import type { ParsedBody, ParsedQuery, ResponseBody } from '#contract/index.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { assertMay } from '../../platform/auth/sessions.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { publishOnCommit, technicianUser } from '../../platform/events/publish.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import { messageState } from '../../reached/reached.ts';
import { appointmentJson, selectForSalon } from '../appointments.ts';
import { lockedRows } from '../locks.ts';

export async function peopleToCall(
  context: RequestContext,
  { technician_id }: ParsedQuery<'GET /appointments/to-call'>,
): Promise<ResponseBody<'GET /appointments/to-call'>> {
  const rows = await selectForSalon(context.db, context)
    .select(['bookings.called', 'bookings.call_what'])
    .select(messageState(context.config, 'bookings.call_at').as('state'))
    .where('bookings.called', '=', 0)
    .where(({ and }) =>
      and(technician_id === undefined ? {} : { 'appointments.technician_id': technician_id }),
    )
    .orderBy('appointments.start_datetime')
    .orderBy('appointments.id')
    .limit(LIST_MAX_COUNT)
    .execute();
  return rows.map(({ call_what, ...row }) => ({
    ...appointmentJson(row, context),
    what: call_what ?? 'CANCELLED',
  }));
}

/** Records whether people were called. Ignores appointments of whose changes nobody must learn. */
export function markCalled(
  context: RequestContext,
  { ids, called }: ParsedBody<'POST /appointments/called'>,
) {
  return inTransaction(context.db, async (trx) => {
    const locked = await lockedRows(trx, ids);
    assertMay(context, 'callGuests', locked);
    const rows = locked.filter((row) => row.called !== null);
    const bookings = rows.flatMap(({ booking_id }) => booking_id ?? []);
    await trx.updateTable('bookings').set({ called }).where('id', 'in', bookings).execute();
    const technicians = rows.map(({ technician_id }) => technicianUser(technician_id));
    publishOnCommit(trx, { appointments: ['ADMIN', ...technicians] });
  });
}
