import type { z } from 'zod';
import { type ImportedPerson, type ImportRow, importedPerson } from '#contract/clients.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import {
  EMAIL_TAKEN,
  judgeRows,
  type KnownUser,
  type ReadRow,
  SAME_EMAIL,
  type Verdict,
} from '#domain/clients/import.ts';
import type { UserId } from '#domain/ids.ts';
import { recordChanges } from '../history/history.ts';
import { lockImport } from '../platform/db/locks.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { personColumns } from './clients.ts';
import { COLUMNS } from './queries.ts';

type Imported = ResponseBody<'POST /users/clients/import'>;

/**
 * Adds the new clients of a list in one transaction and returns a result per row. With `dry_run` it writes nothing.
 * docs/spec/behaviour.md §6.4
 */
export async function importClients(
  context: RequestContext,
  { rows, dry_run }: ParsedBody<'POST /users/clients/import'>,
): Promise<Imported> {
  const read = rows.map(readRow);
  if (dry_run) return importResult(judgeRows(read, await knownUsers(context.db)), new Map());
  return inTransaction(context.db, async (trx) => {
    await lockImport(trx);
    const verdicts = judgeRows(read, await knownUsers(trx));
    const made = await addNew(trx, context, newPeople(read, verdicts));
    return importResult(await recheckConflicts(trx, read, verdicts, made), made);
  });
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Ime',
  phone: 'Telefon',
  email: 'Email',
  city: 'Grad',
  notes: 'Beleška',
};
const NAMES_NO_FIELD = /^(Najviše|Tekst)/;

/** The error message of a field. If it does not name the field, the field's label is put in front. */
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

const knownUsers = (db: Db | Trx): Promise<KnownUser[]> =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'email_key', 'phone_digits'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

interface NewPerson {
  readonly index: number;
  readonly person: ImportedPerson;
}

const newPeople = (read: readonly ReadRow<ImportedPerson>[], verdicts: readonly Verdict[]): NewPerson[] =>
  read.flatMap((row, index) =>
    verdicts[index]?.result === 'created' && 'person' in row ? [{ index, person: row.person }] : [],
  );

const ROWS_AT_ONCE = 500; // rows per statement: both engines limit the number of parameters

/** Identifies a new client within the list: by email, or without an email by phone. */
const keyOf = ({ email_key, phone_digits }: Pick<KnownUser, 'email_key' | 'phone_digits'>): string =>
  email_key ?? `phone ${phone_digits}`;

/** Inserts the new clients and returns their ids by row. Skips emails that were registered meanwhile. */
async function addNew(
  trx: Trx,
  context: RequestContext,
  people: readonly NewPerson[],
): Promise<Map<number, UserId>> {
  const made = new Map<number, UserId>();
  for (let done = 0; done < people.length; done += ROWS_AT_ONCE) {
    const part = people.slice(done, done + ROWS_AT_ONCE).map(({ index, person }) => {
      const { name, phone, email, city, notes } = person;
      return { index, columns: { ...personColumns({ name, phone, email, city }), notes } };
    });
    const rowByKey = new Map(part.map(({ index, columns }) => [keyOf(columns), index]));
    const rows = await trx
      .insertInto('users')
      .values(part.map(({ columns }) => ({ role: 'CLIENT', ...columns, created_at: context.now.ms })))
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .returning([...COLUMNS, 'email_key', 'phone_digits'])
      .execute();
    for (const row of rows) {
      const index = rowByKey.get(keyOf(row));
      if (index !== undefined) made.set(index, row.id);
    }
    const changes = rows.map((after) => ({ before: null, after }));
    await recordChanges(trx, context, 'client', changes);
  }
  return made;
}

/** Corrects the results of rows that `addNew` has skipped because their email was registered meanwhile. */
async function recheckConflicts(
  trx: Trx,
  read: readonly ReadRow<ImportedPerson>[],
  verdicts: readonly Verdict[],
  made: ReadonlyMap<number, UserId>,
): Promise<readonly Verdict[]> {
  if (newPeople(read, verdicts).length === made.size) return verdicts;
  const emails = new Map((await knownUsers(trx)).map((user) => [user.email_key, user]));
  return verdicts.map((verdict, index): Verdict => {
    const row = read[index];
    if (verdict.result !== 'created' || made.has(index) || !row || !('person' in row)) return verdict;
    const user = emails.get(personColumns(row.person).email_key);
    if (user?.role !== 'CLIENT') return { result: 'refused', reason: EMAIL_TAKEN };
    return { result: 'exists', of: { id: user.id }, reason: SAME_EMAIL };
  });
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
