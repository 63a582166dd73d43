/** How often somebody did not come, as the salon counts it (docs/spec/behaviour.md §5.22). */
import { type RawBuilder, sql } from 'kysely';
import { noShowsSince } from '#domain/appointments/attendance.ts';
import type { Person } from '#domain/clients/booked-person.ts';
import { contactDigits } from '#domain/clients/phone.ts';
import type { UserId } from '#domain/ids.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';

/** The visits that were missed and still count; `attended = 0` stands in the text of the query, as in the indexes. */
const missed = (db: Db | Trx, now: WallTime) =>
  db
    .selectFrom('appointments as missed')
    .where('missed.attended', '=', sql.lit(0))
    .where('missed.start_datetime', '>=', noShowsSince(now))
    .select(({ fn }) => fn.countAll<number>().as('count'));

/** A column for a query on `users`: how often the client did not come. */
export const noShowsOfUser = (db: Db | Trx, now: WallTime): RawBuilder<number> =>
  sql<number>`(${missed(db, now).where('missed.client_id', '=', sql.ref<UserId>('users.id'))})`;

/** A column for a query on `appointments`: how often its client, or a guest with its phone, did not come. */
export function noShowsOfPerson(db: Db | Trx, now: WallTime): RawBuilder<number> {
  const ofClient = missed(db, now).where('missed.client_id', '=', sql.ref<UserId>('appointments.client_id'));
  const ofPhone = missed(db, now)
    .where('missed.client_id', 'is', null)
    .where('missed.guest_phone_digits', '=', sql.ref<string>('appointments.guest_phone_digits'));
  return sql<number>`case when appointments.client_id is not null then (${ofClient}) else (${ofPhone}) end`;
}

/**
 * How often the one who books did not come: a client; or whoever has the phone that a guest gives, as a guest or as a client.
 * docs/spec/behaviour.md §5.22
 */
export async function noShowsOf(
  db: Db | Trx,
  { client_id, guest_phone }: Person,
  now: WallTime,
): Promise<number> {
  const rows = missed(db, now);
  if (client_id !== null)
    return (await rows.where('missed.client_id', '=', client_id).executeTakeFirstOrThrow()).count;
  const digits = contactDigits(guest_phone);
  const withPhone = db.selectFrom('users').select('users.id').where('users.phone_digits', '=', digits);
  const found = await rows
    .where(({ or, and, eb }) =>
      or([
        and([eb('missed.client_id', 'is', null), eb('missed.guest_phone_digits', '=', digits)]),
        eb('missed.client_id', 'in', withPhone),
      ]),
    )
    .executeTakeFirstOrThrow();
  return found.count;
}
