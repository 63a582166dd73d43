import type { ErrorCode } from '#contract/errors.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import type { AppointmentRow } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { cancelForSalon } from './appointments.ts';
import { giveBack } from './joined-slots.ts';
import { lockWithClients } from './locks.ts';

type Input = ParsedBody<'POST /appointments/cancel-many'>;
type Response = ResponseBody<'POST /appointments/cancel-many'>;

/**
 * The salon cancels several bookings at once, each told as one; what is no booking any more is named and left as it is. With
 * `offer_again` their times are free again, and the waiting list of each day is served once. docs/spec/behaviour.md §5.6
 */
export function cancelMany(context: RequestContext, { ids, reason, offer_again }: Input): Promise<Response> {
  return inTransaction(context.db, async (trx) => {
    const asked = [...new Set(ids)];
    const { rows } = await lockWithClients(trx, asked);
    const refusals = new Map(asked.map((id) => [id, refusalOf(context, id, rows)]));
    const booked = rows.filter(({ id }) => refusals.get(id) === undefined);
    const cancelAll = async () => {
      for (const row of booked) {
        await cancelForSalon(trx, context, row, reason);
        const isAhead = row.start_datetime > context.now.wall; // what has begun is offered to nobody
        if (offer_again === 1 && isAhead) await giveBack(trx, context, row);
      }
    };
    const days = booked.map(({ day }) => day);
    await servingWaitlists(trx, context, days, cancelAll);
    const skipped = [...refusals].flatMap(([id, code]) => (code ? [{ id, code }] : []));
    return { cancelled: booked.length, skipped };
  });
}

function refusalOf(
  { now }: RequestContext,
  id: AppointmentId,
  rows: readonly AppointmentRow[],
): ErrorCode | undefined {
  const row = rows.find((one) => one.id === id);
  return row ? actionRefusal('cancel', row, 'ADMIN', now.wall) : 'not_found';
}
