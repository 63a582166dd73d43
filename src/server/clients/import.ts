import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type ImportedPerson, type ImportRow, importedPerson } from '#contract/clients.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { judgeRows, type KnownUser, keysOf, type ReadRow, type Verdict } from '#domain/clients/import.ts';
import type { PersonId, UserId } from '#domain/ids.ts';
import { recordChanges } from '../history/history.ts';
import {
  addImportRows,
  beginPart,
  forgetImportRow,
  type ImportedRow,
  isCardChanged,
  rowsToUndo,
} from '../imports/imports.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { addClients } from '../platform/db/people.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockImport } from '../platform/db/transaction.ts';
import { accountColumns } from '../platform/db/users.ts';
import { inScriptOf } from '../platform/http/reader-language.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { erasePerson, lockClient } from './clients.ts';

type Imported = ResponseBody<'POST /users/clients/import'>;

/** Adds new clients in batches, each in its own transaction, and returns a result per row. docs/spec/behaviour.md §6.4 */
export async function importClients(
  context: RequestContext<SessionUser>,
  { import_id, rows, dry_run }: ParsedBody<'POST /users/clients/import'>,
): Promise<Imported> {
  const read: ReadRow<ImportedPerson>[] = [];
  for await (const part of partsOf(rows)) read.push(...part.map(readRow));
  const verdicts = judgeRows(read, await knownUsers(context.db));
  const made = new Map<number, UserId>();
  const result = () => ({ ...(import_id && { import_id }), ...importResult(context.user, verdicts, made) });
  if (dry_run) return result();
  if (import_id) await beginPart(context.db, import_id, 'CLIENTS', context.now.ms);
  for await (const people of partsOf(newPeople(read, verdicts))) {
    const added = await inTransaction(context.db, (trx) => addPeople(trx, context, people, import_id));
    for (const [index, id] of added.made) made.set(index, id);
    for (const [index, verdict] of added.known) verdicts[index] = verdict;
  }
  return result();
}

const ROWS_AT_ONCE = 100;

/** Splits the rows into parts, and lets other requests run between two parts. */
async function* partsOf<T>(all: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let done = 0; done < all.length; done += ROWS_AT_ONCE) {
    yield all.slice(done, done + ROWS_AT_ONCE);
    await turn();
  }
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Ime',
  phone: 'Telefon',
  email: 'Email',
  city: 'Grad',
  notes: 'Beleška',
};
const NAMES_NO_FIELD = /^(Najviše|Tekst)/;

/** The error message of a row. Puts the field's label in front if the message does not name the field. */
function reasonOf({ issues: [issue] }: z.ZodError): string {
  const { message, path } = issue ?? { message: 'Vrednost nije ispravna.', path: [] };
  const label = LABELS[String(path[0])];
  return label && NAMES_NO_FIELD.test(message)
    ? `${label}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
    : message;
}

function readRow(row: ImportRow): ReadRow<ImportedPerson> {
  const read = importedPerson.safeParse({ ...row, name: row.name ?? '' });
  return read.success ? { person: read.data } : { refused: reasonOf(read.error) };
}

const knownUsers = (db: Db | Trx): Promise<KnownUser[]> => users(db).orderBy('users.id').execute();

const users = (db: Db | Trx) =>
  db
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select(['users.id', 'role', 'email_key', 'number'])
    .where('deleted_at', 'is', null);

interface NewPerson {
  readonly index: number;
  readonly person: ImportedPerson;
}

const newPeople = (read: readonly ReadRow<ImportedPerson>[], verdicts: readonly Verdict[]): NewPerson[] =>
  read.flatMap((row, index) =>
    verdicts[index]?.result === 'created' && 'person' in row ? [{ index, person: row.person }] : [],
  );

interface Added {
  readonly made: ReadonlyMap<number, UserId>;
  /** The results of rows that became duplicates after the first check: another import or a registration added the same person. */
  readonly known: ReadonlyMap<number, Verdict>;
}

async function addPeople(
  trx: Trx,
  context: RequestContext,
  people: readonly NewPerson[],
  import_id: string | undefined,
): Promise<Added> {
  await lockImport(trx);
  const added = await addedMeanwhile(trx, people);
  const left = people.filter(({ index }) => !added.has(index));
  const made = await insertPeople(trx, context, left, import_id);
  const registered = left.filter(({ index }) => !made.has(index));
  return { made, known: new Map([...added, ...(await addedMeanwhile(trx, registered))]) };
}

async function addedMeanwhile(trx: Trx, people: readonly NewPerson[]): Promise<Map<number, Verdict>> {
  if (people.length === 0) return new Map<number, Verdict>();
  const keys = people.map(({ person }) => keysOf(person));
  const emails = keys.map(({ email_key }) => email_key);
  const numbers = keys.map(({ number }) => number);
  const known = await users(trx)
    .where(({ or, eb }) => or([eb('email_key', 'in', emails), eb('number', 'in', numbers)]))
    .orderBy('users.id')
    .execute();
  const verdicts = judgeRows(people, known);
  return new Map(
    people.flatMap(({ index }, n) => {
      const verdict = verdicts[n];
      return verdict && verdict.result !== 'created' ? [[index, verdict] as const] : [];
    }),
  );
}

/** Inserts the people and returns their ids by row. Skips a person whose email was registered meanwhile. */
async function insertPeople(
  trx: Trx,
  context: RequestContext,
  people: readonly NewPerson[],
  import_id: string | undefined,
) {
  const ids = await addClients(
    trx,
    people.map(({ person }) => person),
    context.now.ms,
  );
  const made = new Map(
    people.flatMap(({ index }, n) => {
      const id = ids[n];
      return id === undefined ? [] : [[index, id] as const];
    }),
  );
  const saved = await trx
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select([...accountColumns('client'), 'people.id as person_id'])
    .where('users.id', 'in', [...made.values()])
    .orderBy('users.id')
    .execute();
  const changes = saved.map((after) => ({ before: null, after }));
  await recordChanges(trx, context, 'client', changes);
  const added = saved.map(({ person_id }) => ({ import_id, person_id }));
  await addImportRows(trx, added, context.now.ms);
  return made;
}

/** The response with a result per row. A row that repeats an earlier row gets the id of that row. */
function importResult(
  user: SessionUser,
  verdicts: readonly Verdict[],
  made: ReadonlyMap<number, UserId>,
): Omit<Imported, 'import_id'> {
  const idOf = (index: number): UserId | null => {
    const verdict = verdicts[index];
    if (verdict?.result !== 'exists') return made.get(index) ?? null;
    return 'id' in verdict.of ? verdict.of.id : idOf(verdict.of.row);
  };
  const count = (result: Verdict['result']) => verdicts.filter((verdict) => verdict.result === result).length;
  return {
    rows: verdicts.map((verdict, index) => ({
      index,
      result: verdict.result,
      id: idOf(index),
      reason: verdict.result === 'created' ? null : inScriptOf(user, verdict.reason),
    })),
    created: count('created'),
    exists: count('exists'),
    refused: count('refused'),
  };
}

/** Removes clients whom an import has added, unless they were changed since or have something else. docs/spec/behaviour.md §31.2 */
export async function undoClientImport(context: RequestContext, id: string) {
  const { db, now } = context;
  const count = { removed: 0, kept: 0 };
  for (const row of await rowsToUndo(db, id, 'CLIENTS', now.ms)) {
    const done = await inTransaction(db, (trx) => removeImported(trx, context, row));
    if (done) count[done] += 1;
  }
  return count;
}

async function removeImported(trx: Trx, context: RequestContext, row: ImportedRow) {
  await lockImport(trx);
  const person = await users(trx).where('people.id', '=', row.person_id).executeTakeFirst();
  if (!person) return undefined; // deleted since
  await lockClient(trx, person.id);
  if (await hasMore(trx, person.id, row.person_id)) return 'kept';
  await erasePerson(trx, context, person.id);
  await forgetImportRow(trx, row);
  return 'removed';
}

/** Whether a client was changed since she was imported, has booked, bought, waits or has logged in. */
async function hasMore(trx: Trx, id: UserId, person_id: PersonId | null): Promise<boolean> {
  const has = (table: string, column: string, value: number | null) =>
    sql<boolean>`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value})`;
  const found = await sql<{ more: unknown }>`select
    ${has('bookings', 'client_id', id)} or ${has('bookings', 'person_id', person_id)}
    or ${has('waitlist_entries', 'client_id', id)} or ${has('sessions', 'user_id', id)}
    or ${has('client_notifications', 'user_id', id)} or ${has('due_marks', 'person_id', person_id)}
    or ${has('holdings', 'person_id', person_id)} or ${isCardChanged(person_id)}
    or (select count(*) from history where subject = 'client' and subject_id = ${id}) > 1 as more`.execute(
    trx,
  );
  return Boolean(found.rows[0]?.more);
}
