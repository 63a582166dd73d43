import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import { type ImportedPerson, type ImportRow, importedPerson } from '#contract/clients.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { judgeRows, type KnownUser, type ReadRow, type Verdict } from '#domain/clients/import.ts';
import type { UserId } from '#domain/ids.ts';
import { recordChanges } from '../history/history.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockImport } from '../platform/db/transaction.ts';
import { userColumns } from '../platform/db/users.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { personColumns } from './clients.ts';

type Imported = ResponseBody<'POST /users/clients/import'>;

/** Adds new clients in batches, each in its own transaction, and returns a result per row. docs/spec/behaviour.md §6.4 */
export async function importClients(
  context: RequestContext,
  { rows, dry_run }: ParsedBody<'POST /users/clients/import'>,
): Promise<Imported> {
  const read: ReadRow<ImportedPerson>[] = [];
  for await (const part of partsOf(rows)) read.push(...part.map(readRow));
  const verdicts = judgeRows(read, await knownUsers(context.db));
  const made = new Map<number, UserId>();
  if (dry_run) return importResult(verdicts, made);
  for await (const people of partsOf(newPeople(read, verdicts))) {
    const added = await inTransaction(context.db, (trx) => addPeople(trx, context, people));
    for (const [index, id] of added.made) made.set(index, id);
    for (const [index, verdict] of added.known) verdicts[index] = verdict;
  }
  return importResult(verdicts, made);
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

const knownUsers = (db: Db | Trx): Promise<KnownUser[]> => users(db).orderBy('id').execute();

const users = (db: Db | Trx) =>
  db.selectFrom('users').select(['id', 'role', 'email_key', 'phone_digits']).where('deleted_at', 'is', null);

interface NewPerson {
  readonly index: number;
  readonly person: ImportedPerson;
}

const newPeople = (read: readonly ReadRow<ImportedPerson>[], verdicts: readonly Verdict[]): NewPerson[] =>
  read.flatMap((row, index) =>
    verdicts[index]?.result === 'created' && 'person' in row ? [{ index, person: row.person }] : [],
  );

/** Identifies a new client within the list: by email, or if there is no email, by phone. */
const keyOf = ({ email_key, phone_digits }: Pick<KnownUser, 'email_key' | 'phone_digits'>): string =>
  email_key ?? `phone ${phone_digits}`;

interface Added {
  readonly made: ReadonlyMap<number, UserId>;
  /** The results of rows that became duplicates after the first check: another import or a registration added the same person. */
  readonly known: ReadonlyMap<number, Verdict>;
}

async function addPeople(trx: Trx, context: RequestContext, people: readonly NewPerson[]): Promise<Added> {
  await lockImport(trx);
  const added = await addedMeanwhile(trx, people);
  const left = people.filter(({ index }) => !added.has(index));
  const made = await insertPeople(trx, context, left);
  const registered = left.filter(({ index }) => !made.has(index));
  return { made, known: new Map([...added, ...(await addedMeanwhile(trx, registered))]) };
}

async function addedMeanwhile(trx: Trx, people: readonly NewPerson[]): Promise<Map<number, Verdict>> {
  if (people.length === 0) return new Map<number, Verdict>();
  const columns = people.map(({ person }) => personColumns(person));
  const emails = columns.map(({ email_key }) => email_key);
  const phones = columns.map(({ phone_digits }) => phone_digits);
  const known = await users(trx)
    .where(({ or, eb }) => or([eb('email_key', 'in', emails), eb('phone_digits', 'in', phones)]))
    .orderBy('id')
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
async function insertPeople(trx: Trx, context: RequestContext, people: readonly NewPerson[]) {
  if (people.length === 0) return new Map<number, UserId>();
  const rows = people.map(({ index, person: { notes, ...person } }) => ({
    index,
    columns: { ...personColumns(person), notes },
  }));
  const rowByKey = new Map(rows.map(({ index, columns }) => [keyOf(columns), index]));
  const saved = await trx
    .insertInto('users')
    .values(rows.map(({ columns }) => ({ role: 'CLIENT', ...columns, created_at: context.now.ms })))
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning([...userColumns('client'), 'email_key', 'phone_digits'])
    .execute();
  const changes = saved.map((after) => ({ before: null, after }));
  await recordChanges(trx, context, 'client', changes);
  return new Map(
    saved.flatMap((row) => {
      const index = rowByKey.get(keyOf(row));
      return index === undefined ? [] : [[index, row.id] as const];
    }),
  );
}

/** The response with a result per row. A row that repeats an earlier row gets the id of that row. */
function importResult(verdicts: readonly Verdict[], made: ReadonlyMap<number, UserId>): Imported {
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
      reason: verdict.result === 'created' ? null : verdict.reason,
    })),
    created: count('created'),
    exists: count('exists'),
    refused: count('refused'),
  };
}
