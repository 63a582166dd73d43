import { type Insertable, sql } from 'kysely';
import type { AppointmentId } from '#domain/ids.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import type { Now } from '../platform/clock.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { Db, Schema, Trx } from '../platform/db/schema.ts';
import { type DeleteOutdated, deleteInBatches } from '../platform/jobs/retention.ts';

const insertLink = compiledOnce<unknown, Insertable<Schema['guest_links']>>((db, link) =>
  db
    .insertInto('guest_links')
    .values(link)
    .onConflict((conflict) => conflict.column('token_hash').doNothing()),
);

/** Makes a link to a guest's booking and returns its token. Each mail needs a new link, because only hashes of tokens are stored. */
export async function makeGuestLink(
  trx: Trx | Db,
  booking: { readonly id: AppointmentId; readonly booked_at: number },
  token = makeToken(),
): Promise<string> {
  const { id: appointment_id, booked_at } = booking;
  await insertLink(trx, { token_hash: hashToken(token), appointment_id, booked_at });
  return token;
}

/** The booking of the link with this hash, even if the link is no longer valid. */
export const bookingOfGuestLink = (db: Db | Trx, tokenHash: string) =>
  db
    .selectFrom('guest_links')
    .select(['appointment_id as id', 'booked_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** Makes the link with this token, unless it exists. Returns null if the booking has ended or its row holds another booking. */
export async function renewGuestLink(
  db: Db | Trx,
  booking: { readonly id: AppointmentId; readonly booked_at: number },
  token: string,
  now: Now,
): Promise<string | null> {
  const row = await db
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', booking.id)
    .where('booked_at', '=', booking.booked_at)
    .where('status', 'in', ['BOOKED', 'CANCELLED'])
    .where('end_datetime', '>', now.wall)
    .executeTakeFirst();
  return row ? makeGuestLink(db, booking, token) : null;
}

interface LinkedBooking {
  readonly id: AppointmentId;
  readonly booked_at: number | null;
}

/** Keeps the links of a booking valid when it moves to another row or gets a new `booked_at`. */
export async function moveGuestLinks(trx: Trx, from: LinkedBooking, to: LinkedBooking): Promise<void> {
  if (from.booked_at === null || to.booked_at === null) return;
  await trx
    .updateTable('guest_links')
    .set({ appointment_id: to.id, booked_at: to.booked_at })
    .where('appointment_id', '=', from.id)
    .where('booked_at', '=', from.booked_at)
    .execute();
}

/** Deletes links to bookings that are over or no longer exist, but none while any change in the salon can still be undone. */
export const deleteOutdatedGuestLinks: DeleteOutdated = async (db, now) => {
  const isOutdated = sql<boolean>`
    not exists (select 1 from appointments
      where appointments.id = guest_links.appointment_id and appointments.booked_at = guest_links.booked_at
        and appointments.end_datetime > ${now.wall})
    and not exists (select 1 from undo_steps where expires_at > ${now.ms})`;
  await deleteInBatches(db, 'guest_links', isOutdated);
};
