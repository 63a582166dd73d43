import type { Appointment } from '#contract/appointments.ts';
import type { ReceivedBody } from '#contract/index.ts';
import { may } from '#salon/appointments/appointment-status.ts';
import { guestAfter, keepsPerson, type Person } from '#salon/appointments/booking.ts';
import { contactDigits } from '#salon/search.ts';
import type { AppointmentRow, Trx } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Context } from '../../platform/http/call.ts';
import { refuse, refuseIf } from '../../platform/refuse.ts';
import type { Caller } from '../../platform/sessions/sessions.ts';
import { savedAppointment } from '../appointment-row.ts';
import { assertOwn, lockRowOnly } from '../lock-appointment.ts';
import { bookedAnew } from './booked-anew.ts';

/** Sets the guest of a booking, or clears it: both fields or neither. spec.md §7, behaviour.md §5 */
export function setGuest(
  context: Context<Caller>,
  id: number,
  given: ReceivedBody<'POST /appointments/{id}/guest'>,
): Promise<Appointment> {
  const { db, who, now, clock } = context;
  return inTransaction(db, async (trx) => {
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertOwn(row, who);
    const guest = guestAfter(row, given);
    if (typeof guest === 'string') refuse(guest);
    if (guest.guest_phone !== null && contactDigits(guest.guest_phone) === null)
      refuse('guest_contact_missing');
    refuseIf(may('set_guest', row, who.role, now.wall));
    const isChanged = guest.guest_name !== row.guest_name || guest.guest_phone !== row.guest_phone;
    if (isChanged) await save(trx, row, guest, now.ms);
    return savedAppointment(trx, id, clock);
  });
}

async function save(
  trx: Trx,
  row: AppointmentRow,
  guest: Omit<Person, 'client_id'>,
  nowMs: number,
): Promise<void> {
  const isSame = keepsPerson(row, { ...guest, client_id: row.client_id });
  await trx
    .updateTable('appointments')
    .set(({ eb }) => ({
      ...guest,
      guest_phone_digits: contactDigits(guest.guest_phone),
      // another guest's booking: the link and the address of the one before are not hers
      ...(!isSame && { booked_at: bookedAnew(row, nowMs), guest_email: null }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute();
}
