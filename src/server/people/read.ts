import { type Nullable, type Selectable, sql } from 'kysely';
import type { ParsedQuery, ResponseBody } from '#contract/index.ts';
import type { PersonDetails } from '#contract/people.ts';
import { isOwnOnly } from '#domain/accounts/roles.ts';
import type { PersonId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { toDinars } from '#domain/payments/money.ts';
import { searchTerms, searchText } from '#domain/search.ts';
import { isMatch } from '../clients/clients.ts';
import { appointmentsOfPerson, cardFigures, noShowsColumn, withFigures } from '../figures/figures.ts';
import { type Clock, momentText } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { accountFields, type People, type Switch, type Users } from '../platform/db/users.ts';
import { refuse } from '../platform/errors.ts';
import type { ListContext, RequestContext } from '../platform/http/request.ts';
import { seesPhoneOf, shownIf } from '../roles/roles.ts';

/** SQL condition: somebody whom the list shows without a search. docs/spec/behaviour.md §21.1 */
const isListed = sql<boolean>`(people.user_id is not null or people.number is not null or people.is_by_hand = 1
  or people.notes is not null or people.staff_note is not null)`;

const isSharedNumber = sql<0 | 1>`case when exists (select 1 from people as other
  where other.number = page.number and other.id <> page.id) then 1 else 0 end`;

/** The people whose names match, for a technician. docs/spec/behaviour.md §16.11 */
async function peopleByName(
  context: ListContext,
  { q = '', limit = LIST_MAX_COUNT, offset = 0 }: ParsedQuery<'GET /people'>,
) {
  const terms = searchTerms(q);
  const matching = await context.db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('search_text', 'is not', null)
    .where(terms.length === 0 ? isListed : isMatch(q))
    .orderBy('search_text')
    .orderBy('id')
    .execute();
  const named = matching.filter(({ name }) => {
    const text = searchText([name], null);
    return terms.every((term) => text.includes(term));
  });
  context.setTotal(named.length);
  const page = named.slice(offset, offset + limit);
  const ids = page.map(({ id }) => id);
  const phones = await context.db
    .selectFrom('people')
    .select(['id', shownIf(seesPhoneOf(context, 'people.id'), 'people.phone').as('phone')])
    .where('id', 'in', ids)
    .execute();
  const phoneOf = new Map(phones.map(({ id, phone }) => [id, phone]));
  return page.map(({ id, name }) => ({ id, name, phone: phoneOf.get(id) ?? null }));
}

/** One page of the people, by name. Reads the figures of its rows only. docs/spec/behaviour.md §21.1 */
export async function listPeople(
  context: ListContext,
  query: ParsedQuery<'GET /people'>,
): Promise<ResponseBody<'GET /people'>> {
  if (isOwnOnly(context.user, 'findPeople')) return peopleByName(context, query);
  const { db, now, setTotal } = context;
  const { q = '', limit = LIST_MAX_COUNT, offset = 0 } = query;
  const list = db
    .selectFrom('people')
    .where('people.search_text', 'is not', null) // staff and erased accounts have none
    .where(searchTerms(q).length === 0 ? isListed : isMatch(q));
  const page = list
    .select([
      'id',
      'user_id as client_id',
      'name',
      'phone',
      'email',
      'city',
      'notes',
      'number',
      'search_text',
    ])
    .orderBy('search_text')
    .orderBy('id')
    .limit(limit)
    .offset(offset);
  const rows = await db
    .selectFrom(page.as('page'))
    .leftJoin('users', 'users.id', 'page.client_id')
    .select(['page.id', 'client_id', 'name', 'phone', 'email', 'city', 'notes'])
    .select(sql<0 | 1>`coalesce(users.active, 1)`.as('active'))
    .select(isSharedNumber.as('is_shared_number'))
    .select(noShowsColumn(db, now.wall, 'page.client_id', 'page.id').as('no_shows'))
    .orderBy('search_text')
    .orderBy('page.id')
    .execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return withFigures(db, 'person_id', rows, now.wall);
}

const PERSONAL = ['name', 'email', 'phone', 'city', 'notes', 'staff_note', 'call_only', 'no_sms'] as const;
export const SWITCHES = accountFields('switch');

type Person = Selectable<People>;
type Account = Selectable<Users>;
export type PersonWithAccount = Pick<
  Person,
  'id' | 'user_id' | 'created_at' | 'is_by_hand' | (typeof PERSONAL)[number]
> &
  Nullable<Pick<Account, 'active' | 'language' | 'email_key' | 'password_hash' | Switch>>;

/** A person with her account, if she has one; undefined for staff and erased accounts. */
export const personWithAccount = (db: Db | Trx, id: PersonId): Promise<PersonWithAccount | undefined> =>
  db
    .selectFrom('people')
    .leftJoin('users', 'users.id', 'people.user_id')
    .select(['people.id', 'people.user_id', 'people.created_at', 'people.is_by_hand', ...PERSONAL])
    .select(['users.active', 'users.language', 'email_key', 'password_hash', ...SWITCHES])
    .where('people.id', '=', id)
    .where('people.search_text', 'is not', null)
    .executeTakeFirst();

export const hasLogin = (login: Pick<PersonWithAccount, 'email_key' | 'password_hash'>): boolean =>
  login.email_key !== null && login.password_hash !== null;

async function marksOf(db: Db | Trx, clock: Clock, id: PersonId) {
  const marks = db.selectFrom('due_marks').select(['kind', 'at']).where('person_id', '=', id);
  const rows = await marks.orderBy('at', 'desc').orderBy('id', 'desc').execute();
  return rows.map(({ kind, at }) => ({ kind, at: momentText(at, clock) }));
}

async function depositsOf(db: Db | Trx, id: PersonId) {
  const rows = await appointmentsOfPerson(db, id)
    .innerJoin('deposits', 'deposits.booking_id', 'bookings.id')
    .select(['appointments.id as appointment_id', 'start_datetime', 'amount', 'state', 'reference'])
    .orderBy('start_datetime', 'desc')
    .orderBy('appointments.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, amount: toDinars(row.amount) }));
}

/** The card of a person, with or without an account. docs/spec/behaviour.md §21.1 */
export async function personDetails(
  db: Db | Trx,
  { clock, now }: Pick<RequestContext, 'clock' | 'now'>,
  id: PersonId,
): Promise<PersonDetails> {
  const found = (await personWithAccount(db, id)) ?? refuse('not_found');
  const {
    user_id,
    is_by_hand: _,
    language: __,
    active,
    email_key,
    password_hash,
    created_at,
    ...row
  } = found;
  const counted = db.selectFrom('people').where('people.id', '=', id);
  const no_shows = noShowsColumn(db, now.wall, 'people.user_id', 'people.id').as('no_shows');
  return {
    ...row,
    client_id: user_id,
    role: user_id === null ? null : 'CLIENT',
    active: active ?? 1,
    created_at: momentText(created_at, clock),
    has_login: hasLogin({ email_key, password_hash }) ? 1 : 0,
    ...((await counted.select(no_shows).executeTakeFirst()) ?? refuse('not_found')), // joined into somebody else meanwhile
    ...(await cardFigures(db, 'person_id', { id, person: id }, now)),
    marks: await marksOf(db, clock, id),
    deposits: await depositsOf(db, id),
  };
}
