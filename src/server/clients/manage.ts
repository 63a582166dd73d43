import { setImmediate as turn } from 'node:timers/promises';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type {
  Client,
  ClientChoice,
  ClientDetails,
  clientEndpoints,
  ListedClient,
} from '#contract/clients.ts';
import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import { mostTakenServices } from '#domain/appointments/lines.ts';
import type { TechnicianId, UserId } from '#domain/ids.ts';
import { LIST_MAX_COUNT, RECENT_VISITS_COUNT } from '#domain/limits.ts';
import { wholePara } from '#domain/payments/money.ts';
import { searchTerms, searchText } from '#domain/search.ts';
import { addDays, dateOf, startOfDay, type WallTime } from '#domain/wall-clock.ts';
import { recordChange } from '../history/history.ts';
import { endResetLinks, endSessionsOf } from '../platform/auth/sessions.ts';
import { type Clock, momentText, type Now } from '../platform/clock.ts';
import { merged } from '../platform/db/columns.ts';
import type { Db, Schema, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { userColumns } from '../platform/db/users.ts';
import { refuse } from '../platform/errors.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { linesFromJson, linesJson } from '../services/services.ts';
import {
  erasePerson,
  hasFutureBooking,
  hashPasswordIfSet,
  noShowsOf,
  noShowsOfUser,
  personColumns,
  recordNewPassword,
  refuseTakenEmail,
} from './clients.ts';
import { importClients } from './import.ts';

const CHOICES_MAX = 20;
const COLUMNS = userColumns('client');
type Row = Pick<Selectable<Schema['users']>, (typeof COLUMNS)[number]>;

const asClient = (row: Row & { no_shows: number }, clock: Clock): Client => ({
  ...row,
  role: 'CLIENT',
  created_at: momentText(row.created_at, clock),
});

const clients = (db: Db | Trx) =>
  db.selectFrom('users').where('role', '=', 'CLIENT').where('deleted_at', 'is', null);

// both SQLite and PostgreSQL accept '!' as the escape character
const contains = (term: string) =>
  sql<boolean>`search_text like ${`%${term.replace(/[%_!]/g, '!$&')}%`} escape '!'`;

/** SQL condition: `search_text` contains every term of the query. docs/spec/behaviour.md §6.7 */
const isMatch = (query: string) => (is: ExpressionBuilder<Schema, 'users'>) =>
  is.and(searchTerms(query).map(contains));

// search_text begins with the name without case and diacritics, so it sorts clients by name
const matching = (db: Db, query: string) =>
  clients(db).where(isMatch(query)).orderBy('search_text').orderBy('id');

const bookings = (db: Db) =>
  db
    .selectFrom('appointments')
    .where('client_id', '=', sql.ref<UserId>('users.id'))
    .where('status', '=', 'BOOKED');
const endedBookings = (db: Db, now: WallTime) =>
  bookings(db).where('start_datetime', '<=', now).where('end_datetime', '<=', now);

function visitColumns(db: Db, now: WallTime) {
  const ended = endedBookings(db, now);
  return [
    ended
      .select(({ fn }) => fn.countAll<number>().as('visits'))
      .$asScalar()
      .$notNull()
      .as('visits'),
    ended.select(({ fn }) => fn.max('start_datetime').as('last_visit')).as('last_visit'),
  ];
}

function bookingColumns(db: Db, now: WallTime) {
  return [
    ...visitColumns(db, now),
    bookings(db)
      .where('start_datetime', '>', now)
      .select(({ fn }) => fn.min('start_datetime').as('next_start'))
      .as('next_start'),
    endedBookings(db, now)
      .where('service_name', 'is not', null)
      .groupBy('service_name')
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy(({ fn }) => fn.max('start_datetime'), 'desc')
      .limit(1)
      .select('service_name')
      .as('usual_service'),
  ];
}

async function clientsMatching(
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

const choices = (db: Db, query: string) => matching(db, query).select(['id', 'name', 'email', 'phone']);

const PAGE_ROWS = 1000;

/** The first clients whose names match the query; emails and phones do not count. Reads pages, and lets other requests run in between. */
async function choicesByName(db: Db, query: string): Promise<ClientChoice[]> {
  const terms = searchTerms(query);
  const isMatchingName = ({ name }: ClientChoice) => {
    const text = searchText([name], null);
    return terms.every((term) => text.includes(term));
  };
  const found: ClientChoice[] = [];
  let last = { search_text: '', id: 0 };
  for (;;) {
    const page = await choices(db, query)
      .select('search_text')
      .where(sql<boolean>`(search_text, id) > (${last.search_text}, ${last.id})`)
      .limit(PAGE_ROWS)
      .execute();
    found.push(...page.filter(isMatchingName));
    if (found.length >= CHOICES_MAX || page.length < PAGE_ROWS) return found.slice(0, CHOICES_MAX);
    last = page.at(-1) ?? last;
    await turn();
  }
}

const RECENT_DAYS_BACK = 60;
const RECENT_DAYS_AHEAD = 60;

/** Clients with a recent or upcoming booking, each with the start of the booking that was made last; the client who booked last comes first. docs/spec/behaviour.md §6.4 */
async function recentClients(db: Db, now: Now, technician: TechnicianId | undefined) {
  const today = dateOf(now.wall);
  const rows = await db
    .selectFrom('appointments')
    .innerJoin('users', 'users.id', 'appointments.client_id')
    .select(['users.id', 'name', 'email', 'phone', 'start_datetime as recent_start'])
    .where(({ and }) => and(technician === undefined ? {} : { technician_id: technician }))
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', startOfDay(addDays(today, -RECENT_DAYS_BACK)))
    .where('start_datetime', '<', startOfDay(addDays(today, RECENT_DAYS_AHEAD)))
    .where('users.deleted_at', 'is', null)
    .orderBy(({ fn, lit }) => fn.coalesce('booked_at', lit(0)), 'desc') // null counts as 0, because SQLite and PostgreSQL sort null differently
    .orderBy('appointments.id', 'desc')
    .execute();
  const latest = new Map<UserId, (typeof rows)[number]>();
  for (const row of rows) if (!latest.has(row.id)) latest.set(row.id, row);
  return [...latest.values()].slice(0, CHOICES_MAX);
}

const bookedBy = (db: Db, id: UserId) => db.selectFrom('appointments').where('client_id', '=', id);

/** Counts the cancellations by a client. */
const cancellationsOf = (db: Db, id: UserId) =>
  bookedBy(db, id)
    .where('status', '=', 'CANCELLED')
    .where('cancelled_by', '=', 'CLIENT')
    .select(({ fn }) => [
      fn.countAll<number>().as('cancellations'),
      fn.countAll<number>().filterWhere('is_late', '=', 1).as('late_cancellations'),
    ])
    .executeTakeFirstOrThrow();

type Appointments = Pick<
  ClientDetails,
  'recent_visits' | 'revenue' | 'next_appointment' | 'usual_service_id' | 'usual_service_ids'
>;

async function appointmentsOfClient(db: Db, id: UserId, now: Now): Promise<Appointments> {
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
    revenue: wholePara(revenue ?? 0),
    next_appointment: next ?? null,
    usual_service_id: usual[0] ?? null,
    usual_service_ids: [...usual],
  };
}

/** Adds a client. Without email or password the client cannot log in. docs/spec/behaviour.md §6.4 */
async function addClient(context: RequestContext, input: ParsedBody<'POST /users/clients'>): Promise<Client> {
  const { db, clock, now, passwords } = context;
  const { name, email = null, phone = null, city = null, notes = null } = input;
  const password_hash = (await hashPasswordIfSet(passwords, input, 'password_hash')) ?? null;
  const person = personColumns({ name, email, phone, city });
  const adding = inTransaction(db, async (trx) => {
    const after = await trx
      .insertInto('users')
      .values({ role: 'CLIENT', ...person, notes, password_hash, created_at: now.ms })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'client', { before: null, after });
    return after;
  });
  return asClient({ ...(await refuseTakenEmail(adding)), no_shows: 0 }, clock);
}

type Input = ParsedBody<'PUT /users/clients/{id}'> & ParsedBody<'PUT /users/{id}'>;

/** Edits a client. Deactivation or a new password ends sessions; a new password or email deletes reset links. docs/spec/behaviour.md §6.4 */
async function editClient(context: RequestContext, id: UserId, input: Input): Promise<Client> {
  const { db, clock, now, passwords } = context;
  const password_hash = await hashPasswordIfSet(passwords, input, 'password_hash');
  const row = await refuseTakenEmail(
    inTransaction(db, (trx) => save(trx, context, id, { ...input, password_hash })),
  );
  const no_shows = await noShowsOf(db, { client_id: id, guest_name: null, guest_phone: null }, now.wall);
  return asClient({ ...row, no_shows }, clock);
}

async function save(
  trx: Trx,
  context: RequestContext,
  id: UserId,
  { password_hash, ...input }: Omit<Input, 'password_hash'> & { password_hash: string | undefined },
) {
  const before =
    (await clients(trx)
      .where('id', '=', id)
      .select([...COLUMNS, 'email_key'])
      .$call(lockRows(trx))
      .executeTakeFirst()) ?? refuse('not_found');
  const { name, email, phone, city, notes, active } = merged(before, input);
  const person = personColumns({ name, email, phone, city });
  const after = { ...person, notes, active, ...(password_hash !== undefined && { password_hash }) };
  const isOtherLogin = password_hash !== undefined || person.email_key !== before.email_key;
  if (password_hash !== undefined || active === 0) await endSessionsOf(trx, id);
  if (isOtherLogin) await endResetLinks(trx, id);
  const saved = await trx
    .updateTable('users')
    .set(after)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await recordChange(trx, context, 'client', { before, after: saved });
  if (password_hash !== undefined) await recordNewPassword(trx, context, id);
  return saved;
}

/** Deletes a client who has no upcoming booking. The statistics keep their figures. docs/spec/behaviour.md §6.5 */
function deleteClient(context: RequestContext, id: UserId): Promise<void> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const found = await clients(trx)
      .where('id', '=', id)
      .select('id')
      .$call(lockRows(trx))
      .executeTakeFirst();
    if (!found) refuse('not_found');
    if (await hasFutureBooking(trx, id, now)) refuse('client_has_bookings');
    await erasePerson(trx, context, id);
  });
}

async function detailsOfClient({ db, clock, now }: RequestContext, id: UserId): Promise<ClientDetails> {
  const found = await clients(db)
    .where('id', '=', id)
    .select([...COLUMNS, 'email_key', 'password_hash'])
    .select(noShowsOfUser(db, now.wall).as('no_shows'))
    .select(visitColumns(db, now.wall))
    .executeTakeFirst();
  const { email_key, password_hash, ...row } = found ?? refuse('not_found');
  return {
    ...row,
    ...asClient(row, clock),
    ...(await cancellationsOf(db, id)),
    ...(await appointmentsOfClient(db, id, now)),
    has_login: email_key !== null && password_hash !== null ? 1 : 0,
  };
}

export const clientRoutes: RoutesOf<typeof clientEndpoints> = {
  'GET /users': async ({ db, now, user, query }) => {
    const { recent, q = '', technician_id } = query;
    const isOwner = user.role === 'ADMIN';
    const search = () => (isOwner ? choices(db, q).limit(CHOICES_MAX).execute() : choicesByName(db, q)); // a technician must not find a client by phone
    const found = await (recent === '1' ? recentClients(db, now, technician_id) : search());
    return isOwner ? found : found.map((client) => ({ ...client, email: null, phone: null }));
  },
  'GET /users/clients': (request) => clientsMatching(request, request.query),
  'POST /users/clients': (request) => addClient(request, request.body),
  'POST /users/clients/import': (request) => importClients(request, request.body),
  'PUT /users/clients/{id}': (request) => editClient(request, request.params.id, request.body),
  'DELETE /users/clients/{id}': (request) => deleteClient(request, request.params.id),
  'GET /users/{id}': (request) => detailsOfClient(request, request.params.id),
  'PUT /users/{id}': (request) => editClient(request, request.params.id, request.body),
};
