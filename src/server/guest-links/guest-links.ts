import { type Insertable, sql } from 'kysely';
import type { BookingId, UserId } from '#domain/ids.ts';
import { tongue } from '#domain/language/translate.ts';
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

/** Makes a link to a booking and returns its token. Each message needs a new link, because only hashes of tokens are stored. */
export async function makeGuestLink(
  trx: Trx | Db,
  booking_id: BookingId,
  { token = makeToken(), made_by = null }: { token?: string | undefined; made_by?: UserId | null } = {},
): Promise<string> {
  await insertLink(trx, { token_hash: hashToken(token), booking_id, made_by });
  return token;
}

/** The path of a booking's page, in the language of the message. The token is in the fragment, which browsers send neither to servers nor as referrer. */
export function linkPath(token: string): string {
  const spoken = tongue();
  return `/booking${spoken ? `?jezik=${spoken.language}` : ''}#termin=${token}`;
}

/** The booking of the link with this hash, even if the link is no longer valid, and the name of the user who sent the link. */
export const bookingOfGuestLink = (db: Db | Trx, tokenHash: string) =>
  db
    .selectFrom('guest_links')
    .leftJoin('people', 'people.user_id', 'made_by')
    .select(['booking_id', 'people.name as linkBy'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** True if the token is that of a link to a booking that has a row and is not over. */
export async function isLinkAlive(db: Db | Trx, token: string, now: Now): Promise<boolean> {
  const row = await db
    .selectFrom('guest_links')
    .innerJoin('appointments', 'appointments.booking_id', 'guest_links.booking_id')
    .select('appointments.id')
    .where('token_hash', '=', hashToken(token))
    .where('end_datetime', '>', now.wall)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the links of a booking that another person gets. */
export async function endGuestLinks(trx: Trx, booking: BookingId): Promise<void> {
  await trx.deleteFrom('guest_links').where('booking_id', '=', booking).execute();
}

/** Deletes links to bookings that are over or no longer exist, but none while any change in the salon can still be undone. */
export const deleteOutdatedGuestLinks: DeleteOutdated = async (db, now) => {
  // a subquery with a value keeps PostgreSQL from scanning all appointments, as it would for `not exists`
  const isOutdated = sql<boolean>`
    not coalesce((select end_datetime > ${now.wall} from appointments
      where appointments.booking_id = guest_links.booking_id), false)
    and not exists (select 1 from undo_steps where expires_at > ${now.ms})`;
  await deleteInBatches(db, 'guest_links', isOutdated);
};
