import { sql } from 'kysely';
import { violationOf } from '../db/errors.ts';
import { isPostgres } from '../db/locks.ts';
import { CannotOpen } from '../db/open.ts';
import type { Db, Trx } from '../db/schema.ts';
import { madeWhole } from './backup.ts';
import { type ExportedRow, type ExportHeader, exportWriter, newHeader, rowsIn } from './export-file.ts';
import { putInPlace } from './files.ts';
import { columnsOf, continueSequences, countOf, pagesOf, sequencesOf } from './table-access.ts';
import { EMPTY_BEFORE_IMPORT, TABLES, type Table, TRAVELLING } from './tables.ts';

const BATCH_ROWS = 200; // PostgreSQL takes 65,535 parameters in a statement, SQLite 32,766

/** Writes everything that travels to a file, as it is at one moment, also while a server runs. docs/spec/behaviour.md §11.3 */
export function exportSalon(db: Db, target: string, nowMs: number): Promise<ExportHeader> {
  const read = db.transaction().setAccessMode('read only');
  const atOneMoment = isPostgres(db) ? read.setIsolationLevel('repeatable read') : read;
  return madeWhole(
    target,
    (unfinished) => atOneMoment.execute((trx) => writeRows(trx, unfinished, nowMs)),
    putInPlace,
  );
}

async function writeRows(trx: Trx, path: string, nowMs: number): Promise<ExportHeader> {
  const counts: Record<string, number> = {};
  for (const table of TRAVELLING) counts[table] = await countOf(trx, table);
  const head = newHeader({ counts, sequences: await sequencesOf(trx) }, nowMs);
  const file = exportWriter(path, head);
  try {
    for (const table of TRAVELLING)
      for await (const rows of pagesOf(trx, table, await columnsOf(trx, table)))
        file.add(rows.map((row) => ({ table, row })));
    file.finish();
  } finally {
    file.close();
  }
  return head;
}

/**
 * Puts the rows of a verified file into an empty salon, all or none. What a salon that was only just opened has (its admin, its
 * settings) is replaced. docs/spec/behaviour.md §11.3
 */
export async function importSalon(db: Db, path: string, head: ExportHeader): Promise<void> {
  try {
    await db.transaction().execute((trx) => replaceAll(trx, path, head));
  } catch (error) {
    if (error instanceof CannotOpen || violationOf(error) === 'unavailable') throw error;
    throw new CannotOpen(`${path} does not fit together: ${(error as Error).message}. Nothing was changed.`, {
      cause: error,
    });
  }
}

async function replaceAll(trx: Trx, path: string, head: ExportHeader): Promise<void> {
  if (isPostgres(trx)) await lockAll(trx);
  await assertEmpty(trx);
  for (const table of TABLES.toReversed()) await sql`delete from ${sql.table(table)}`.execute(trx);
  const columns = await columnsByTable(trx);
  for await (const batch of rowsIn(path, BATCH_ROWS)) await insert(trx, path, batch, columns);
  for (const table of TRAVELLING)
    if ((await countOf(trx, table)) !== (head.counts[table] ?? 0))
      throw new CannotOpen(`${path} does not hold the rows of ${table} that its header counts.`);
  await continueSequences(trx, head.sequences);
}

/** A server that runs on the empty salon adds nothing meanwhile. */
async function lockAll(trx: Trx): Promise<void> {
  await sql`lock table ${sql.join(TABLES.map((table) => sql.table(table)))} in access exclusive mode`.execute(
    trx,
  );
}

async function assertEmpty(trx: Trx): Promise<void> {
  const counts = await Promise.all(EMPTY_BEFORE_IMPORT.map((table) => countOf(trx, table)));
  const full = EMPTY_BEFORE_IMPORT.find((_, position) => counts[position] !== 0);
  const client = await trx.selectFrom('users').select('id').where('role', '<>', 'ADMIN').executeTakeFirst();
  if (full ?? client)
    throw new CannotOpen(
      `This salon is not empty (there are ${full ?? 'clients'}): an import needs a new one. Set another DATA_DIR or DATABASE_URL.`,
    );
}

type Columns = ReadonlyMap<Table, string>;

async function columnsByTable(trx: Trx): Promise<Columns> {
  const columns = new Map<Table, string>();
  for (const table of TRAVELLING) columns.set(table, (await columnsOf(trx, table)).sort().join());
  return columns;
}

async function insert(
  trx: Trx,
  path: string,
  batch: readonly ExportedRow[],
  columns: Columns,
): Promise<void> {
  const [{ table } = { table: 'users' as Table }] = batch;
  const strange = batch.find(({ row }) => Object.keys(row).sort().join() !== columns.get(table));
  if (strange)
    throw new CannotOpen(`${path} holds a row of ${table} with other columns than this Lunula has.`);
  await trx
    .insertInto(table)
    .values(batch.map(({ row }) => row) as never)
    .execute();
}
