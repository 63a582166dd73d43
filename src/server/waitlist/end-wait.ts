import { dateOf } from '#salon/salon-time.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';

/** Who has a booking on a day waits for it no more: the client, and the guest by her phone. behaviour.md §5 Waiting list */
export async function endWaitFor(
  trx: Trx,
  { client_id, guest_phone_digits, start_datetime }: AppointmentRow,
): Promise<void> {
  const ofThatDay = trx.deleteFrom('waitlist_entries').where('day', '=', dateOf(start_datetime));
  if (client_id !== null) await ofThatDay.where('client_id', '=', client_id).execute();
  if (guest_phone_digits !== null)
    await ofThatDay.where('guest_phone_digits', '=', guest_phone_digits).execute();
}
