import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Client, ClientChoice, ClientDetails, ListedClient } from '#contract/clients.ts';
import type { ParsedQuery } from '#contract/index.ts';
import { mostTakenServices } from '#domain/appointments/lines.ts';
import type { TechnicianId, UserId } from '#domain/ids.ts';
import { LIST_MAX_COUNT, RECENT_VISITS_COUNT } from '#domain/limits.ts';
import { matchesSearch, searchTerms, searchText } from '#domain/search.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { addDays, dateOf, type WallTime, wallTimeOn } from '#domain/wall-clock.ts';
import { type Clock, momentText, type Now } from '../platform/clock.ts';
import type { Db, Schema, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { userColumns } from '../platform/db/users.ts';
import type { ListContext } from '../platform/http/request.ts';
import { linesFromJson, linesJson } from '../services/services.ts';
import { noShowsOfUser } from './clients.ts';

const CHOICES_MAX = 20;
export const COLUMNS = userColumns('client');
type Row = Pick<Selectable<Schema['users']>, (typeof COLUMNS)[number]>;

export const asClient = (row: Row & { no_shows: number }, clock: Clock): Client => ({
  ...row,
  role: 'CLIENT',
  created_at: momentText(row.created_at, clock),
});

export const clients = (db: Db | Trx) =>
  db.selectFrom('users').where('role', '=', 'CLIENT').where('deleted_at', 'is', null);

// '!' is a valid escape character on both engines
const contains = (term: string) =>
  sql<boolean>`search_text like ${`%${term.replace(/[%_!]/g, '!$&')}%`} escape '!'`;

/** SQL condition: `search_text` contains every term of the query. docs/spec/behaviour.md §6.7 */
const isMatch = (query: string) => (is: ExpressionBuilder<Schema, 'users'>) =>
  is.and(searchTerms(query).map(contains));

// search_text begins with the name without case and diacritics, so it sorts clients by name
const matching = (db: Db, query: string) =>
  clients(db).where(isMatch(query)).orderBy('search_text').orderBy('id');

function bookingColumns(db: Db, now: WallTime) {
  const bookings = db
    .selectFrom('appointments')
    .where('client_id', '=', sql.ref<UserId>('users.id'))
    .where('status', '=', 'BOOKED');
  const ended = bookings.where('start_datetime', '<=', now).where('end_datetime', '<=', now);
  return [
    ended
      .select(({ fn }) => fn.countAll<number>().as('visits'))
      .$asScalar()
      .$notNull()
      .as('visits'),
    ended.select(({ fn }) => fn.max('start_datetime').as('last_visit')).as('last_visit'),
    bookings
      .where('start_datetime', '>', now)
      .select(({ fn }) => fn.min('start_datetime').as('next_start'))
      .as('next_start'),
  ];
}

export async function clientsMatching(
  { db, clock, now, setTotal }: ListContext,
  { q = '', limit = LIST_MAX_COUNT, offset = 0 }: ParsedQuery<'GET /users/clients'>,
): Promise<ListedClient[]> {
  const rows = await matching(db, q)
    .select(COLUMNS)
    .select(noShowsOfUser(db, now.wall).as('no_shows'))
    .select(bookingColumns(db, now.wall))
    .limit(limit)
    .offset(offset)
    .execute();
  setTotal(await totalOf(matching(db, q), rows.length, { limit, offset }));
  return rows.map((row) => ({ ...row, ...asClient(row, clock) }));
}

/** The first clients that match the query; `isByName`: matches only the names. */
export async function clientChoices(db: Db, query: string, isByName: boolean): Promise<ClientChoice[]> {
  const found = matching(db, query).select(['id', 'name', 'email', 'phone']);
  if (!isByName) return found.limit(CHOICES_MAX).execute();
  const rows = await found.execute();
  return rows.filter(({ name }) => matchesSearch(query, searchText([name], null))).slice(0, CHOICES_MAX);
}

const RECENT_DAYS_BACK = 60;
const RECENT_DAYS_AHEAD = 60;

/** Clients with a recent or upcoming booking, each with the start of the latest booking, latest first. docs/spec/behaviour.md §6.4 */
export async function recentClients(db: Db, now: Now, technician: TechnicianId | undefined) {
  const today = dateOf(now.wall);
  const rows = await db
    .selectFrom('appointments')
    .innerJoin('users', 'users.id', 'appointments.client_id')
    .select(['users.id', 'name', 'email', 'phone', 'start_datetime as recent_start'])
    .$if(technician !== undefined, (query) =>
      query.where('technician_id', '=', technician ?? OWNERS_TECHNICIAN),
    )
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', wallTimeOn(addDays(today, -RECENT_DAYS_BACK), '00:00:00'))
    .where('start_datetime', '<', wallTimeOn(addDays(today, RECENT_DAYS_AHEAD), '00:00:00'))
    .where('users.deleted_at', 'is', null)
    .orderBy(({ fn, lit }) => fn.coalesce('booked_at', lit(0)), 'desc') // the engines would sort null differently
    .orderBy('appointments.id', 'desc')
    .execute();
  const latest = new Map<UserId, (typeof rows)[number]>();
  for (const row of rows) if (!latest.has(row.id)) latest.set(row.id, row);
  return [...latest.values()].slice(0, CHOICES_MAX);
}

export const clientById = (db: Db, id: UserId, now: Now) =>
  clients(db)
    .where('id', '=', id)
    .select([...COLUMNS, 'email_key', 'password_hash'])
    .select(noShowsOfUser(db, now.wall).as('no_shows'))
    .executeTakeFirst();

/** Counts a client's ended bookings (`visits`) and own cancellations. */
export const historyOf = (db: Db, id: UserId, now: Now) =>
  db
    .selectFrom('appointments')
    .where('client_id', '=', id)
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('status', '=', 'BOOKED')
        .filterWhere('end_datetime', '<=', now.wall)
        .as('visits'),
      fn
        .countAll<number>()
        .filterWhere('status', '=', 'CANCELLED')
        .filterWhere('cancelled_by', '=', 'CLIENT')
        .as('cancellations'),
      fn
        .countAll<number>()
        .filterWhere('status', '=', 'CANCELLED')
        .filterWhere('cancelled_by', '=', 'CLIENT')
        .filterWhere('is_late', '=', 1)
        .as('late_cancellations'),
      fn
        .max<WallTime | null>('start_datetime')
        .filterWhere('status', '=', 'BOOKED')
        .filterWhere('end_datetime', '<=', now.wall)
        .as('last_visit'),
    ])
    .executeTakeFirstOrThrow();

const inParas = (din: number): number => Math.round(din * 100) / 100;

const bookedBy = (db: Db, id: UserId) => db.selectFrom('appointments').where('client_id', '=', id);

type Appointments = Pick<
  ClientDetails,
  'recent_visits' | 'revenue' | 'next_appointment' | 'usual_service_id' | 'usual_service_ids'
>;

/** A client's recent and next appointments, revenue and usual service. docs/spec/behaviour.md §6.4 */
export async function appointmentsOfClient(db: Db, id: UserId, now: Now): Promise<Appointments> {
  const recent = await bookedBy(db, id)
    .select(['id', 'start_datetime', 'service_name', 'service_price', 'status', 'attended'])
    .where(({ eb, or, and }) =>
      or([
        eb('status', '=', 'CANCELLED'),
        and([eb('status', '=', 'BOOKED'), eb('start_datetime', '<=', now.wall)]),
      ]),
    )
    .orderBy('start_datetime', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_VISITS_COUNT)
    .execute();
  const { revenue } = await bookedBy(db, id)
    .select(({ fn }) => fn.sum<number | null>('service_price').as('revenue'))
    .where('status', '=', 'BOOKED')
    .where('service_name', 'is not', null)
    .where('start_datetime', '<=', now.wall)
    .where(({ eb, or }) => or([eb('attended', 'is', null), eb('attended', '=', 1)]))
    .executeTakeFirstOrThrow();
  const next = await bookedBy(db, id)
    .select(['id', 'start_datetime', 'end_datetime', 'service_name', 'service_price'])
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .orderBy('start_datetime')
    .limit(1)
    .executeTakeFirst();
  const booked = await bookedBy(db, id)
    .select(linesJson(db).as('services'))
    .where('status', '=', 'BOOKED')
    .where('guest_name', 'is', null)
    .orderBy('start_datetime', 'desc')
    .limit(RECENT_VISITS_COUNT)
    .execute();
  const usual = mostTakenServices(booked.map(({ services }) => ({ services: linesFromJson(services) })));
  return {
    recent_visits: recent,
    revenue: inParas(revenue ?? 0),
    next_appointment: next ?? null,
    usual_service_id: usual[0] ?? null,
    usual_service_ids: [...usual],
  };
}
