import type { AppointmentId } from '#domain/ids.ts';
import { hashToken, makeToken } from '../platform/auth/tokens.ts';
import type { Db, Trx } from '../platform/db/schema.ts';

/**
 * A guest's own link to her booking. Each place that shows it (the screen, the mail) gets a token of its own, so that none has
 * to be stored plain. It is of this booking of the row only: alive while `booked_at` is the row's and the end is ahead.
 */
export async function makeGuestLink(
  trx: Trx | Db,
  booking: { readonly id: AppointmentId; readonly booked_at: number },
): Promise<string> {
  const token = makeToken();
  await trx
    .insertInto('guest_links')
    .values({ token_hash: hashToken(token), appointment_id: booking.id, booked_at: booking.booked_at })
    .execute();
  return token;
}

interface LinkedBooking {
  readonly id: AppointmentId;
  readonly booked_at: number | null;
}

/** A guest's booking goes on in another row, or with another beginning: her links go with it. */
export async function moveGuestLinks(trx: Trx, from: LinkedBooking, to: LinkedBooking): Promise<void> {
  if (from.booked_at === null || to.booked_at === null) return;
  await trx
    .updateTable('guest_links')
    .set({ appointment_id: to.id, booked_at: to.booked_at })
    .where('appointment_id', '=', from.id)
    .where('booked_at', '=', from.booked_at)
    .execute();
}
