import { type RawBuilder, sql } from 'kysely';
import { type AppointmentId, toId, type UserId } from '#domain/ids.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import type { Db } from '../platform/db/schema.ts';
import { isPostgres } from '../platform/db/transaction.ts';

/** A client, or all guests with the same phone number, who count as one person. Includes the past bookings, except no-shows. docs/spec/behaviour.md §20.3 */
export interface Person {
  readonly client_id: UserId | null;
  /** The digits of the phone number: the client's number in the account, or the number that the guests have in common. */
  readonly phone_digits: string | null;
  readonly days: readonly WallDate[];
  readonly last_day: WallDate;
  readonly last_id: AppointmentId;
  readonly isAhead: boolean;
  readonly isErased: boolean;
}

interface Row {
  readonly client_id: UserId | null;
  readonly phone_digits: string | null;
  readonly deleted_at: number | null;
  /** The bookings, separated by commas, each as its start directly followed by its id: '2026-11-17 10:00:0012,2026-12-08 10:00:0031'. */
  readonly visits: string | null;
}

/** Searches the index once per person, so that no query plan scans ten years of appointments. */
const visitsOf = (db: Db, isTheirs: RawBuilder<boolean>) => sql<string | null>`(
  select ${isPostgres(db) ? sql`string_agg(visit.start_datetime::text || visit.id, ',')` : sql`group_concat(visit.start_datetime || visit.id)`}
  from appointments as visit
  where ${isTheirs} and visit.status = 'BOOKED' and (visit.attended is null or visit.attended = 1))`;

/** Clients with their past and future bookings, except no-shows. `isChosen` selects clients by a condition on `users`. */
export const clientVisits = (db: Db, isChosen = sql<boolean>`1 = 1`) => {
  const isTheirs = sql<boolean>`visit.client_id = users.id and visit.guest_name is null`;
  return sql<Row>`select users.id as client_id, users.phone_digits, users.deleted_at,
    ${visitsOf(db, isTheirs)} as visits from users where users.role = 'CLIENT' and ${isChosen}`;
};

/** Guests with their bookings, one row per phone. Finds each phone by a search in the index, instead of reading all appointments. */
export const guestVisits = (db: Db) => {
  const isTheirs = sql<boolean>`visit.guest_phone_digits = phones.digits and visit.client_id is null`;
  return sql<Row>`with recursive phones (digits) as (
      select min(guest_phone_digits) from appointments
      union all
      select (select min(guest_phone_digits) from appointments where guest_phone_digits > phones.digits)
      from phones where phones.digits is not null
    )
    select null as client_id, phones.digits as phone_digits, null as deleted_at,
    ${visitsOf(db, isTheirs)} as visits from phones where phones.digits is not null`;
};

const START_LENGTH = '2026-11-17 10:00:00'.length;

function personOf({ client_id, phone_digits, visits, deleted_at }: Row, now: WallTime): Person[] {
  const days: WallDate[] = [];
  let last = '';
  let isAhead = false;
  for (const visit of visits?.split(',') ?? []) {
    const start = visit.slice(0, START_LENGTH) as WallTime;
    if (start > now) isAhead = true;
    else days.push(dateOf(start));
    if (start <= now && visit > last) last = visit;
  }
  if (last === '') return [];
  const last_id = toId<AppointmentId>(Number(last.slice(START_LENGTH)));
  const last_day = dateOf(last as WallTime);
  return [{ client_id, phone_digits, days, last_day, last_id, isAhead, isErased: deleted_at !== null }];
}

/** All people with a past booking. Guests with a client's phone count as that client. docs/spec/behaviour.md §20.3 */
export async function peopleWithVisits(db: Db, now: WallTime, isChosen?: RawBuilder<boolean>) {
  const [clients, guests] = await Promise.all([
    clientVisits(db, isChosen).execute(db),
    guestVisits(db).execute(db),
  ]);
  const guestBy = new Map(guests.rows.map((guest) => [guest.phone_digits, guest]));
  const joined = clients.rows.map((client) => {
    const guest = client.phone_digits === null ? undefined : guestBy.get(client.phone_digits);
    if (!guest) return client;
    guestBy.delete(client.phone_digits);
    return { ...client, visits: [client.visits, guest.visits].filter(Boolean).join(',') };
  });
  return [...joined, ...guestBy.values()].flatMap((row) => personOf(row, now));
}
