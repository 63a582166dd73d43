import type { GuestBooking } from '#contract/appointments/guest-link.ts';
import type { ReceivedBody } from '#contract/index.ts';
import { cancelByPerson } from '../appointments/cancel.ts';
import { lockAppointments } from '../appointments/lock-appointment.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { bookingOfLink, guestBookingJson, linkOf } from './booking-of-link.ts';

/** A guest cancels her booking by her link: the same rules and the same news as for a client. behaviour.md §5 Cancel */
export function cancelByLink(
  context: Context,
  { token, reason }: ReceivedBody<'POST /guest-link/cancel'>,
): Promise<GuestBooking> {
  return inTransaction(context.db, async (trx) => {
    const link = await linkOf(trx, token);
    const [row] = await lockAppointments(trx, [link.appointment_id]);
    const cancelled = await cancelByPerson(trx, context, bookingOfLink(link, row, context.now), reason);
    return guestBookingJson(cancelled);
  });
}
