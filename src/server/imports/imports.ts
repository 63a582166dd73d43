// The parts and rows of imports, by which nothing is imported twice and an import can be undone. docs/spec/behaviour.md §31
import { type Insertable, sql } from 'kysely';
import type { AppointmentId, PersonId } from '#domain/ids.ts';
import { IMPORT_UNDO_HOURS } from '#domain/limits.ts';
import type { Db, Schema, Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';

type Subject = 'APPOINTMENTS' | 'CLIENTS';

/** Remembers when the latest part of an import came. */
export const beginPart = async (db: Db, id: string, subject: Subject, nowMs: number): Promise<void> =>
  void (await db
    .insertInto('imports')
    .values({ id, subject, last_at: nowMs })
    .onConflict((conflict) => conflict.columns(['id', 'subject']).doUpdateSet({ last_at: nowMs }))
    .execute());

type Added = Omit<Insertable<Schema['import_rows']>, 'at' | 'import_id'> & {
  readonly import_id: string | undefined;
};

/** Stores what an import has added; nothing without an id, because nobody could undo it. */
export async function addImportRows(trx: Trx, added: readonly Added[], at: number): Promise<void> {
  const rows = added.flatMap(({ import_id, ...row }) => (import_id ? { ...row, import_id, at } : []));
  if (rows.length > 0) await trx.insertInto('import_rows').values(rows).execute();
}

export interface ImportedRow {
  readonly id: number;
  readonly appointment_id: AppointmentId | null;
  readonly person_id: PersonId | null;
}

/** The rows that an import has added, latest first. Refuses an unknown import, and one that ended more than a day ago. */
export async function rowsToUndo(
  db: Db,
  id: string,
  subject: Subject,
  nowMs: number,
): Promise<readonly ImportedRow[]> {
  const part = await db
    .selectFrom('imports')
    .select('last_at')
    .where('id', '=', id)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (nowMs > (part ?? refuse('not_found')).last_at + IMPORT_UNDO_HOURS * HOUR_MS) refuse('import_closed');
  return db
    .selectFrom('import_rows')
    .select(['id', 'appointment_id', 'person_id'])
    .where('import_id', '=', id)
    .where('key_hash', subject === 'CLIENTS' ? 'is' : 'is not', null)
    .orderBy('id', 'desc')
    .execute();
}

export const forgetImportRow = async (trx: Trx, { id }: ImportedRow): Promise<void> =>
  void (await trx.deleteFrom('import_rows').where('id', '=', id).execute());

/** SQL condition: somebody has changed the card of an imported person, marked her, or joined somebody else into her. */
export const isCardChanged = (id: PersonId | null) =>
  sql<boolean>`exists (select 1 from history where subject = 'person' and subject_id = ${id})`;
