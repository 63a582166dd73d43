// The lists of clients: the page of the owner, the picker, and the clients who booked last.
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client, ClientChoice, ListedClient } from '#contract/clients.ts';
import type { ParsedQuery } from '#contract/index.ts';
import type { TechnicianId, UserId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { searchTerms, searchText } from '#domain/search.ts';
import { addDays, dateOf, startOfDay } from '#domain/wall-clock.ts';
import { noShowsOfUser, withFigures } from '../figures/figures.ts';
import { type Clock, momentText, type Now } from '../platform/clock.ts';
import type { Db } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import type { ListContext } from '../platform/http/request.ts';
import { accounts, CLIENT_COLUMNS, clients, isMatch } from './clients.ts';

const CHOICES_MAX = 20;
type Row = Omit<Client, 'role' | 'created_at'> & { readonly created_at: number };

export const asClient = (row: Row, clock: Clock): Client => ({
  ...row,
  role: 'CLIENT',
  created_at: momentText(row.created_at, clock),
});

// search_text begins with the name without case and diacritics, so it sorts clients by name
const matching = (db: Db, query: string) =>
  clients(db)
    .where('people.search_text', 'is not', null) // true for every client, but lets SQLite use the partial index
    .where(isMatch(query))
    .orderBy('people.search_text')
    .orderBy('people.id');

export async function clientsMatching(
  { db, clock, now, setTotal }: ListContext,
  { q = '', limit = LIST_MAX_COUNT, offset = 0 }: ParsedQuery<'GET /users/clients'>,
): Promise<ListedClient[]> {
  const rows = await matching(db, q)
    .select(CLIENT_COLUMNS)
    .select(noShowsOfUser(db, now.wall).as('no_shows'))
    .limit(limit)
    .offset(offset)
    .execute();
  const page = { limit, offset };
  const isSearch = searchTerms(q).length > 0;
  const total = isSearch
    ? totalOf(matching(db, q), rows.length, page)
    : totalOf(accounts(db), rows.length, page); // counts without reading the people, of whom many have no account
  setTotal(await total);
  return withFigures(
    db,
    'client_id',
    rows.map((row) => asClient(row, clock)),
    now.wall,
  );
}

const CHOICE_COLUMNS = [
  'users.id',
  'people.id as person_id',
  'people.name',
  'people.email',
  'people.phone',
] as const;
const choices = (db: Db, query: string) => matching(db, query).select(CHOICE_COLUMNS);

const PAGE_ROWS = 1000;

/** The first clients whose names match the query; emails and phones do not count. Reads pages, and lets other requests run in between. */
async function choicesByName(db: Db, query: string): Promise<ClientChoice[]> {
  const terms = searchTerms(query);
  const isMatchingName = ({ name }: ClientChoice) => {
    const text = searchText([name], null);
    return terms.every((term) => text.includes(term));
  };
  const found: ClientChoice[] = [];
  let last: { search_text: string | null; person_id: number } = { search_text: '', person_id: 0 };
  for (;;) {
    const page = await choices(db, query)
      .select('search_text')
      .where(sql<boolean>`(people.search_text, people.id) > (${last.search_text}, ${last.person_id})`)
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
export async function recentClients(db: Db, now: Now, technician: TechnicianId | undefined) {
  const today = dateOf(now.wall);
  const visits = db
    .selectFrom('appointments')
    // subqueries, because for a join PostgreSQL would read the bookings of all years
    .select(({ selectFrom }) => {
      const booking = selectFrom('bookings').whereRef('bookings.id', '=', 'appointments.booking_id');
      return [
        'appointments.id',
        'start_datetime as recent_start',
        booking.select('client_id').as('client_id'),
        booking.select('booked_at').as('booked_at'),
      ];
    })
    .where(({ and }) => and(technician === undefined ? {} : { technician_id: technician }))
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', startOfDay(addDays(today, -RECENT_DAYS_BACK)))
    .where('start_datetime', '<', startOfDay(addDays(today, RECENT_DAYS_AHEAD)));
  const rows = await db
    .with(
      (cte) => cte('visit').materialized(),
      () => visits,
    )
    .selectFrom('visit')
    .innerJoin('users', 'users.id', 'visit.client_id')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select([...CHOICE_COLUMNS, 'recent_start'])
    .where('users.deleted_at', 'is', null)
    .orderBy(({ fn, lit }) => fn.coalesce('booked_at', lit(0)), 'desc') // null counts as 0, because SQLite and PostgreSQL sort null differently
    .orderBy('visit.id', 'desc')
    .execute();
  const latest = new Map<UserId, (typeof rows)[number]>();
  for (const row of rows) if (!latest.has(row.id)) latest.set(row.id, row);
  return [...latest.values()].slice(0, CHOICES_MAX);
}

/** The clients for the picker. A technician's search must not find a client by phone. */
export const choicesFor = (db: Db, query: string, { byName }: { readonly byName: boolean }) =>
  byName ? choicesByName(db, query) : choices(db, query).limit(CHOICES_MAX).execute();
