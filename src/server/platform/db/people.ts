// Everybody who comes to the salon, with or without an account; each account has a person. docs/decisions/0009-a-booking-has-an-id.md
import { type Insertable, type Selectable, sql } from 'kysely';
import { emailKey } from '#domain/accounts/accounts.ts';
import type { Role } from '#domain/accounts/roles.ts';
import type { Person as BookedPerson } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { PersonId, UserId } from '#domain/ids.ts';
import { foldSearch, searchText } from '#domain/search.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { compiledOnce } from './compiled.ts';
import type { Db, Trx } from './schema.ts';
import { lockPhone, lockRows, retryTransaction } from './transaction.ts';
import type { People, Switch, Users } from './users.ts';

interface Contact {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly city: string | null;
}

/** The columns of `people` for a person, with those that derive from the others. docs/spec/behaviour.md §6.7 */
export const personColumns = ({ name, email, phone, city }: Contact) => ({
  name,
  email: email || null,
  phone: phone || null,
  number: phoneNumber(phone),
  city: city || null,
  search_text: searchText([name, email, city], phone),
});

const insertUser = compiledOnce<{ id: UserId }, Insertable<Users>>((trx, columns) =>
  trx
    .insertInto('users')
    .values(columns)
    // waits for a concurrent transaction with the same email
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id'),
);
const insertPerson = compiledOnce<{ id: PersonId }, Insertable<People>>((trx, columns) =>
  trx.insertInto('people').values(columns).returning('id'),
);

type Described = Contact & Partial<Pick<People, 'notes' | 'staff_note'>>;

interface Account {
  readonly role: Role;
  readonly person: Described;
  readonly password_hash?: string | null | undefined;
}

/** The words of a booking that an account has for herself. */
export const NO_GUEST = { guest_name: null, guest_phone: null, guest_number: null } as const;

const keyOf = ({ email }: Contact): string | null => (email ? emailKey(email) : null);

/** No search finds the owner and technicians, and no guest's number is compared with theirs. */
const ofStaff = (role: Role) => (role === 'CLIENT' ? {} : { number: null, search_text: null });

const columnsOf = ({
  role,
  person: { notes, staff_note, ...contact },
}: Pick<Account, 'role' | 'person'>) => ({
  ...personColumns(contact),
  ...(notes !== undefined && { notes }),
  ...(staff_note !== undefined && { staff_note }),
  ...ofStaff(role),
});

type NewAccount = Account &
  Pick<Insertable<Users>, 'active' | 'registered_network' | 'language' | 'created_at'>;

/** Adds the login of an account without its person; undefined if another account has the email address. */
async function addLogin(trx: Trx, { person, ...login }: NewAccount): Promise<UserId | undefined> {
  const columns = { ...login, email_key: keyOf(person) } as Insertable<Users>;
  return (await insertUser(trx, columns))[0]?.id;
}

/** Adds an account and its person; undefined if another account has the email address. */
export async function addAccount(trx: Trx, account: NewAccount): Promise<UserId | undefined> {
  const user_id = await addLogin(trx, account);
  if (user_id === undefined) return undefined;
  await insertPerson(trx, { ...columnsOf(account), user_id, created_at: account.created_at });
  return user_id;
}

/** Gives a person without an account one; undefined if another account has the email address. The caller has locked the person. */
export async function giveAccount(trx: Trx, id: PersonId, account: NewAccount): Promise<UserId | undefined> {
  const user_id = await addLogin(trx, account);
  if (user_id === undefined) return undefined;
  await trx
    .updateTable('people')
    .set({ ...columnsOf(account), user_id })
    .where('id', '=', id)
    .execute();
  return user_id;
}

type ByHand = Described & { readonly created_at: number };

/** Adds a person without an account by hand. The caller has locked the number. */
export async function addPerson(trx: Trx, { created_at, ...person }: ByHand): Promise<PersonId> {
  const columns = { ...columnsOf({ role: 'CLIENT', person }), created_at, is_by_hand: 1 as const };
  return (await insertPerson(trx, columns)).reduce((added) => added).id;
}

/** Saves the card of a person without an account. The caller has locked the person and the new number. */
export async function updatePerson(trx: Trx, id: PersonId, person: Described): Promise<void> {
  await trx
    .updateTable('people')
    .set(columnsOf({ role: 'CLIENT', person }))
    .where('id', '=', id)
    .execute();
}

/** What decides who a person is, and the words that a booking takes from the card. */
export type PersonCard = Pick<Selectable<People>, 'id' | 'user_id' | 'name' | 'phone' | 'number'>;

/** Selects people whom lists show: neither staff nor erased accounts. */
const cards = (db: Db | Trx, ids: readonly PersonId[]) =>
  db
    .selectFrom('people')
    .select(['id', 'user_id', 'name', 'phone', 'number'])
    .where('id', 'in', ids)
    .where('search_text', 'is not', null)
    .orderBy('id');

export const personCard = (db: Db | Trx, id: PersonId): Promise<PersonCard | undefined> =>
  cards(db, [id]).executeTakeFirst();

/** Locks the rows of people, whose accounts and numbers the caller has locked. Runs the transaction again if one has changed since it was read. */
export async function lockUnchanged(trx: Trx, read: readonly PersonCard[]): Promise<void> {
  const ids = read.map(({ id }) => id);
  const locked = await cards(trx, ids).$call(lockRows(trx)).execute();
  if (JSON.stringify(locked) !== JSON.stringify(read)) retryTransaction('a person');
}

/** Locks people, and `numbers`, in the order of bookings: accounts, numbers, people. Lock days and rows afterwards. Returns those of these people whom lists show, by id. */
export async function lockPeople(
  trx: Trx,
  ids: readonly PersonId[],
  numbers: readonly (string | null)[] = [],
): Promise<PersonCard[]> {
  const read = await cards(trx, ids).execute();
  const users = read.flatMap(({ user_id }) => user_id ?? []);
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', users)
    .orderBy('id')
    .$call(lockRows(trx))
    .execute();
  const all = [...read.map(({ number }) => number), ...numbers].filter((number) => number !== null);
  for (const number of [...new Set(all)].sort()) await lockPhone(trx, number);
  await lockUnchanged(trx, read);
  return read;
}

/** Adds clients without a password, with few statements. Returns the id of each; undefined if another account has the email address. */
export async function addClients(
  trx: Trx,
  clients: readonly Described[],
  created_at: number,
): Promise<(UserId | undefined)[]> {
  if (clients.length === 0) return [];
  const role = 'CLIENT';
  const saved = await trx
    .insertInto('users')
    .values(clients.map((person) => ({ role, email_key: keyOf(person), created_at })))
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(['id', 'email_key'])
    .execute();
  const byEmail = new Map(saved.map(({ id, email_key }) => [email_key, id]));
  const withoutEmail = saved.filter(({ email_key }) => email_key === null); // these accounts do not differ
  const ids = clients.map((person) => {
    const key = keyOf(person);
    return key === null ? withoutEmail.shift()?.id : byEmail.get(key);
  });
  const people = clients.flatMap((person, n) => {
    const user_id = ids[n];
    return user_id === undefined ? [] : [{ ...columnsOf({ role, person }), user_id, created_at }];
  });
  if (people.length > 0) await trx.insertInto('people').values(people).execute();
  return ids;
}

type Switches = Partial<Pick<Insertable<Users>, 'active' | 'language' | Switch>>;

/** Saves an account and its person. The caller has locked the user. Throws a unique violation if another account has the email address. */
export async function updateAccount(trx: Trx, id: UserId, account: Account & Switches): Promise<void> {
  const { role: _, person, ...login } = account;
  await trx
    .updateTable('users')
    .set({ ...login, email_key: keyOf(person) })
    .where('id', '=', id)
    .execute();
  await trx.updateTable('people').set(columnsOf(account)).where('user_id', '=', id).execute();
}

const personOfUser = compiledOnce<{ id: PersonId }, { user_id: UserId }>((trx, { user_id }) =>
  trx.selectFrom('people').select('id').where('user_id', '=', user_id),
);

/** The person of an account. */
export const personOfClient = async (trx: Trx, user_id: UserId): Promise<PersonId> =>
  (await personOfUser(trx, { user_id })).reduce((person) => person).id;

const guestsWithNumber = compiledOnce<{ id: PersonId; name: string }, { number: string }>((trx, { number }) =>
  trx
    .selectFrom('people')
    .select(['id', 'name'])
    .where('number', '=', number)
    .where('user_id', 'is', null)
    .orderBy('id'),
);

interface Guest {
  readonly name: string;
  readonly phone: string | null;
  readonly nowMs: number;
}

/**
 * The person of a guest's booking: the one without an account who has the number, else a new one; without a number always a new one.
 * Never a person with an account: a typed number proves nothing. The caller has locked the number. docs/spec/behaviour.md §6.7
 */
export async function personOfGuest(trx: Trx, { name, phone, nowMs }: Guest): Promise<PersonId> {
  const columns = personColumns({ name, phone, email: null, city: null });
  const known = await guestNamed(trx, columns);
  return known ?? (await insertPerson(trx, { ...columns, created_at: nowMs })).reduce((person) => person).id;
}

type Numbered = { readonly name: string; readonly number: string | null };

/** The person without an account who has the number; of several the namesake, or who came last. */
export async function guestNamed(trx: Trx, { name, number }: Numbered): Promise<PersonId | undefined> {
  const known = number === null ? [] : await guestsWithNumber(trx, { number });
  const namesakes = known.filter((person) => foldSearch(person.name) === foldSearch(name));
  const ids = (namesakes.length > 0 ? namesakes : known).map(({ id }) => id);
  return ids.length > 1 ? ((await lastToCome(trx, ids)) ?? ids[0]) : ids[0];
}

/** The only person whom lists show with this whole name. */
export async function soleNamesake(trx: Trx, name: string): Promise<PersonId | undefined> {
  const folded = foldSearch(name);
  const found = await trx
    .selectFrom('people')
    .select('id')
    .where(({ or, eb }) => or([eb('search_text', '=', folded), startsWith('search_text', `${folded}\n`)]))
    .limit(2)
    .execute();
  return found.length === 1 ? found[0]?.id : undefined;
}

const startsWith = (column: 'search_text', text: string) =>
  sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit([...text].length)}) = ${text}`;

/** The person with the latest booked appointment; undefined if nobody has one. */
async function lastToCome(trx: Trx, ids: readonly PersonId[]): Promise<PersonId | undefined> {
  const last = await trx
    .selectFrom('bookings')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .select('person_id')
    .where('person_id', 'in', ids)
    .where('status', '=', 'BOOKED')
    .orderBy('start_datetime', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.person_id ?? undefined;
}

/** The person who comes: of a guest's words the guest, else the account; null without either. The caller has locked the number and the client. */
export async function personOf(
  trx: Trx,
  { client_id, guest_name, guest_phone }: BookedPerson,
  nowMs: number,
): Promise<PersonId | null> {
  if (guest_name !== null || guest_phone !== null)
    return personOfGuest(trx, { name: guest_name ?? NAMELESS_GUEST, phone: guest_phone, nowMs });
  return client_id === null ? null : personOfClient(trx, client_id);
}

export async function numberOfClient(trx: Trx, user_id: UserId): Promise<string | null> {
  const found = trx.selectFrom('people').select('number').where('user_id', '=', user_id);
  return (await found.executeTakeFirst())?.number ?? null;
}

/** True if the owner has made two people of this number. */
export const isSharedNumber = async (trx: Trx, number: string | null): Promise<boolean> =>
  number !== null && (await guestsWithNumber(trx, { number })).length > 1;

const callOnly = compiledOnce<{ id: PersonId }, { user_id?: UserId; number?: string }>((trx, person) =>
  trx
    .selectFrom('people')
    .select('id')
    .where('call_only', '=', 1) // without a limit, whose value would make SQLite prepare the query each time
    .where(({ eb, or }) =>
      or(Object.entries(person).map(([name, value]) => eb(name as keyof typeof person, '=', value))),
    ),
);

/** True if only the salon books the account, or somebody with the typed number. docs/spec/behaviour.md §28.2 */
export async function isCallOnly(
  trx: Trx,
  { client_id, guest_phone }: Pick<BookedPerson, 'client_id' | 'guest_phone'>,
) {
  const number = phoneNumber(guest_phone);
  const person = { ...(client_id !== null && { user_id: client_id }), ...(number !== null && { number }) };
  return (await callOnly(trx, person)).length > 0;
}

/** The person whom a visitor's words name: the only one with this number and this folded name, with or without an account. docs/spec/behaviour.md §21.1 */
export async function knownPerson(
  trx: Trx,
  { name, number }: { readonly name: string | null; readonly number: string | null },
): Promise<PersonId | undefined> {
  if (name === null || number === null) return undefined;
  const found = await trx.selectFrom('people').select(['id', 'name']).where('number', '=', number).execute();
  const namesakes = found.filter((person) => foldSearch(person.name) === foldSearch(name));
  return namesakes.length === 1 ? namesakes[0]?.id : undefined;
}

/** SQL: the number of an appointment's booking. A subquery instead of a join, which would scan all bookings. */
const numberOf = (appointment: 'this' | 'other') =>
  sql`(select coalesce(b.guest_number, (select p.number from people p where p.id = b.person_id))
    from bookings b where b.id = ${sql.ref(`${appointment}.booking_id`)})`;

/** SQL: 1 if another booking at an overlapping time has the number of this appointment's. A number only warns the salon. docs/spec/behaviour.md §28.2 */
export const sameNumberThen = (id: 'appointments.id' | 'notification.appointment_id') =>
  sql<0 | 1>`case when exists (select 1 from appointments this
    join appointments other on other.day = this.day and other.status = 'BOOKED' and other.id <> this.id
      and other.start_datetime < this.end_datetime and other.end_datetime > this.start_datetime
    where this.id = ${sql.ref(id)} and this.status = 'BOOKED' and ${numberOf('this')} = ${numberOf('other')})
    then 1 else 0 end`;
