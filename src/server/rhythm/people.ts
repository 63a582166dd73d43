import { type RawBuilder, sql } from 'kysely';
import { type AppointmentId, type PersonId, toId, type UserId } from '#domain/ids.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { isPostgres } from '../platform/db/transaction.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { DAY_MS } from '../platform/jobs/retention.ts';

/** Somebody who has come at least once. docs/spec/behaviour.md §20.3 */
export interface Person {
  readonly id: PersonId;
  /** The account; null: none. */
  readonly client_id: UserId | null;
  /** The days of the past bookings, whoever booked them, except no-shows. */
  readonly days: readonly WallDate[];
  readonly last_start: WallTime;
  readonly last_id: AppointmentId;
  readonly isAhead: boolean;
  readonly isErased: boolean;
}

interface Row {
  readonly id: PersonId;
  readonly client_id: UserId | null;
  readonly deleted_at: number | null;
  /** The appointments, separated by commas, each as its start directly followed by its id: '2026-11-17 10:00:0012,2026-12-08 10:00:0031'. */
  readonly visits: string;
}

/** SQL condition: a client, or somebody without an account whom more than one booking can name. */
export const isCounted = sql<boolean>`(users.role = 'CLIENT'
  or (people.user_id is null and (people.number is not null or people.is_by_hand = 1)))`;

const isKept = sql<boolean>`visit.status = 'BOOKED' and (bookings.attended is null or bookings.attended = 1)`;

/** People with their past and future bookings, except no-shows, if they have any. `isChosen`: a condition on `users`. The cross join makes SQLite begin with the bookings. */
export function visitsOfPeople(db: Db | Trx, isChosen = sql<boolean>`1 = 1`) {
  const visits = isPostgres(db)
    ? sql`string_agg(visit.start_datetime::text || visit.id, ',')`
    : sql`group_concat(visit.start_datetime || visit.id)`;
  return sql<Row>`
    with chosen as (
      select people.id, people.user_id as client_id, users.deleted_at
      from people left join users on users.id = people.user_id where ${isCounted} and ${isChosen})
    select chosen.*, seen.visits from chosen join (
      select bookings.person_id, ${visits} as visits
      from bookings cross join appointments as visit
      where visit.booking_id = bookings.id and ${isKept} and bookings.person_id in (select id from chosen)
      group by bookings.person_id) as seen on seen.person_id = chosen.id`;
}

const START_LENGTH = '2026-11-17 10:00:00'.length;

function personOf({ id, client_id, visits, deleted_at }: Row, now: WallTime): Person[] {
  const days: WallDate[] = [];
  let last = '';
  let isAhead = false;
  for (const visit of visits.split(',')) {
    const start = visit.slice(0, START_LENGTH) as WallTime;
    if (start > now) isAhead = true;
    else days.push(dateOf(start));
    if (start <= now && visit > last) last = visit;
  }
  if (last === '') return [];
  const last_id = toId<AppointmentId>(Number(last.slice(START_LENGTH)));
  const last_start = last.slice(0, START_LENGTH) as WallTime;
  return [{ id, client_id, days, last_start, last_id, isAhead, isErased: deleted_at !== null }];
}

/** The people with a past booking that was no no-show. docs/spec/behaviour.md §20.3 */
export async function peopleWithVisits(db: Db | Trx, now: WallTime, isChosen?: RawBuilder<boolean>) {
  const { rows } = await visitsOfPeople(db, isChosen).execute(db);
  return rows.flatMap((row) => personOf(row, now));
}

/** SQL condition: the column has one of these ids. Passes thousands of ids as one parameter. */
export const isOneOf = (db: Db | Trx, column: string, ids: readonly number[]) =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(${`{${ids.join()}}`}::int[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`;

/** SQL for the start of the appointment of a booking; null unless it takes or took place. A subquery keeps PostgreSQL from scanning ten years of appointments. */
const startOfVisit = sql<string | null>`(select visit.start_datetime from appointments as visit
  where visit.booking_id = bookings.id and ${isKept})`;

/** The start of the last booking, past or future, that names the number of each of these clients; a typed number proves nothing. docs/spec/behaviour.md §20.3 */
export async function lastStartsByNumber(db: Db | Trx, ids: readonly PersonId[]) {
  // the plus keeps SQLite from reading all people without an account, instead of those with the number
  const { rows } = await sql<{ id: PersonId; start_datetime: WallTime | null }>`
    with named (id, start_datetime) as (
      select people.id, ${startOfVisit} from people cross join bookings
      where ${isOneOf(db, 'people.id', ids)} and bookings.guest_number = people.number
      union all
      select people.id, ${startOfVisit}
      from people cross join people as guest cross join bookings
      where ${isOneOf(db, 'people.id', ids)} and guest.number = people.number and +guest.user_id is null
        and bookings.person_id = guest.id)
    select id, max(start_datetime) as start_datetime from named group by id`.execute(db);
  return new Map(rows.map(({ id, start_datetime }) => [id, start_datetime]));
}

const RESULTS_DAYS = 90;
const RETURN_DAYS = 14;

/** Counts the messages of the last 90 days, and those that led to a booking within 14 days. docs/spec/behaviour.md §20.3 */
export async function dueResults({
  db,
  now,
}: RequestContext): Promise<{ messages: number; returned: number }> {
  const messages = await db
    .selectFrom('due_marks as mark')
    .select(
      sql<boolean>`exists (select 1 from bookings cross join appointments
        where bookings.person_id = mark.person_id and appointments.booking_id = bookings.id
          and appointments.status = 'BOOKED' and bookings.booked_at > mark.at
          and bookings.booked_at <= mark.at + ${RETURN_DAYS * DAY_MS})`.as('has_returned'),
    )
    .where('kind', '<>', 'STOP')
    .where('at', '>', now.ms - RESULTS_DAYS * DAY_MS)
    .execute();
  return { messages: messages.length, returned: messages.filter((row) => row.has_returned).length };
}
