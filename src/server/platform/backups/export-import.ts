import { type RawBuilder, sql } from 'kysely';
import { violationOf } from '../db/errors.ts';
import { CannotOpen } from '../db/open.ts';
import type { Db, Trx } from '../db/schema.ts';
import { isPostgres } from '../db/transaction.ts';
import { type ExportedRow, type ExportHeader, exportWriter, newHeader, rowsIn } from './export-file.ts';
import { moveIntoPlace, writeAtomically } from './files.ts';
import { EMPTY_BEFORE_IMPORT, EXPORTED_TABLES, TABLES, type Table } from './tables.ts';

const BATCH_ROWS = 200; // a statement may have 65,535 parameters on PostgreSQL, 32,766 on SQLite

/** Exports one consistent state of the salon to a file. A server may run meanwhile. docs/spec/behaviour.md §11.3 */
export function exportSalon(db: Db, target: string, nowMs: number): Promise<ExportHeader> {
  const read = db.transaction().setAccessMode('read only');
  const consistent = isPostgres(db) ? read.setIsolationLevel('repeatable read') : read;
  return writeAtomically(
    target,
    (unfinished) => consistent.execute((trx) => writeRows(trx, unfinished, nowMs)),
    moveIntoPlace,
  );
}

async function writeRows(trx: Trx, path: string, nowMs: number): Promise<ExportHeader> {
  const counts: Record<string, number> = {};
  for (const table of EXPORTED_TABLES) counts[table] = await countOf(trx, table);
  const head = newHeader({ counts, sequences: await sequencesOf(trx) }, nowMs);
  const file = exportWriter(path, head);
  try {
    for (const table of EXPORTED_TABLES)
      for await (const rows of pagesOf(trx, table, await columnsOf(trx, table)))
        file.add(rows.map((row) => ({ table, row })));
    file.finish();
  } finally {
    file.close();
  }
  return head;
}

/** Imports a verified file in one transaction, replacing the rows that a new salon already has. docs/spec/behaviour.md §11.3 */
export async function importSalon(db: Db, path: string, head: ExportHeader): Promise<void> {
  try {
    await db.transaction().execute((trx) => replaceAll(trx, path, head));
  } catch (error) {
    if (error instanceof CannotOpen || violationOf(error) === 'unavailable') throw error;
    throw new CannotOpen(`${path} is inconsistent: ${(error as Error).message}. Nothing was changed.`, {
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
  for (const table of EXPORTED_TABLES)
    if ((await countOf(trx, table)) !== (head.counts[table] ?? 0))
      throw new CannotOpen(`${path} has fewer or more rows of ${table} than its header says.`);
  await continueSequences(trx, head.sequences);
}

/** Locks all tables on PostgreSQL, so that a running server writes nothing during the import. */
async function lockAll(trx: Trx): Promise<void> {
  await sql`lock table ${sql.join(TABLES.map((table) => sql.table(table)))} in access exclusive mode`.execute(
    trx,
  );
}

async function assertEmpty(trx: Trx): Promise<void> {
  const counts = await Promise.all(EMPTY_BEFORE_IMPORT.map((table) => countOf(trx, table)));
  const notEmpty = EMPTY_BEFORE_IMPORT.find((_, position) => counts[position] !== 0);
  const client = await trx.selectFrom('users').select('id').where('role', '<>', 'ADMIN').executeTakeFirst();
  if (notEmpty ?? client)
    throw new CannotOpen(
      `This salon is not empty (there are ${notEmpty ?? 'clients'}): an import needs a new one. Set another DATA_DIR or DATABASE_URL.`,
    );
}

type Columns = ReadonlyMap<Table, string>;

async function columnsByTable(trx: Trx): Promise<Columns> {
  const columns = new Map<Table, string>();
  for (const table of EXPORTED_TABLES) columns.set(table, (await columnsOf(trx, table)).sort().join());
  return columns;
}

async function insert(trx: Trx, path: string, batch: readonly ExportedRow[], columns: Columns) {
  const [{ table } = { table: 'users' as Table }] = batch;
  const mismatch = batch.find(({ row }) => Object.keys(row).sort().join() !== columns.get(table));
  if (mismatch)
    throw new CannotOpen(`${path} holds a row of ${table} with other columns than this Lunula has.`);
  await trx
    .insertInto(table)
    .values(batch.map(({ row }) => row) as never)
    .execute();
}

const PAGE_ROWS = 1000;
type Row = Record<string, unknown>;

async function namesIn(trx: Trx, query: RawBuilder<{ name: string }>): Promise<string[]> {
  return (await query.execute(trx)).rows.map(({ name }) => name);
}

/** The columns of a table, except generated columns. */
const columnsOf = (trx: Trx, table: Table): Promise<string[]> =>
  namesIn(
    trx,
    isPostgres(trx)
      ? sql`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
          order by ordinal_position`
      : sql`select name from pragma_table_xinfo(${table}) where hidden = 0 order by cid`,
  );

async function countOf(trx: Trx, table: Table): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Yields all rows of a table in pages, to limit memory. The values are the same on both engines. */
async function* pagesOf(trx: Trx, table: Table, columns: readonly string[]): AsyncGenerator<Row[]> {
  const all = sql.join(columns.map((column) => sql.ref(column)));
  const order = orderOf(trx, columns);
  if (isPostgres(trx)) {
    await sql`declare pages no scroll cursor for select ${all} from ${sql.table(table)} order by ${order}`.execute(
      trx,
    );
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(PAGE_ROWS)} from pages`.execute(trx);
      if (rows.length === 0) break;
      yield rows;
    }
    await sql`close pages`.execute(trx);
    return;
  }
  for (let done = 0, last = 0; ; done += PAGE_ROWS) {
    const page = columns.includes('id')
      ? sql`where id > ${last} order by id limit ${PAGE_ROWS}`
      : sql`order by ${order} limit ${PAGE_ROWS} offset ${done}`;
    const { rows } = await sql<Row>`select ${all} from ${sql.table(table)} ${page}`.execute(trx);
    if (rows.length === 0) return;
    last = Number(rows.at(-1)?.id);
    yield rows;
  }
}

/** Orders rows by id, or in a table without ids by all columns as bytes: the order is the same on both engines. */
function orderOf(trx: Trx, columns: readonly string[]): RawBuilder<unknown> {
  if (columns.includes('id')) return sql.ref('id');
  const collation = sql.raw(isPostgres(trx) ? 'collate "C"' : '');
  return sql.join(columns.map((column) => sql`coalesce(cast(${sql.ref(column)} as text), '') ${collation}`));
}

async function tablesWithSequence(trx: Trx): Promise<Table[]> {
  const names = await namesIn(
    trx,
    isPostgres(trx)
      ? sql`select table_name as name from information_schema.columns
          where table_schema = current_schema() and is_identity = 'YES'`
      : sql`select name from sqlite_master where type = 'table' and sql like '%autoincrement%'`,
  );
  return TABLES.filter((table) => names.includes(table));
}

/** Returns the highest id that the sequence of each table ever issued. */
async function sequencesOf(trx: Trx): Promise<Record<string, number>> {
  const sequences: Record<string, number> = {};
  for (const table of await tablesWithSequence(trx)) {
    const { rows } = await (isPostgres(trx)
      ? sql<{ n: number }>`select case when is_called then last_value else last_value - 1 end as n
          from ${sql.raw(`${table}_id_seq`)}`
      : sql<{ n: number }>`select seq as n from sqlite_sequence where name = ${table}`
    ).execute(trx);
    sequences[table] = rows[0]?.n ?? 0;
  }
  return sequences;
}

/** Sets each sequence so that the next id is higher than its entry in `sequences` and than every id in the table. */
async function continueSequences(trx: Trx, sequences: Readonly<Record<string, number>>): Promise<void> {
  for (const table of await tablesWithSequence(trx)) {
    const { rows } = await sql<{ n: number | null }>`select max(id) as n from ${sql.table(table)}`.execute(
      trx,
    );
    const highest = Math.max(sequences[table] ?? 0, rows[0]?.n ?? 0);
    if (isPostgres(trx)) {
      const isUsed = highest > 0;
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${Math.max(highest, 1)}, ${isUsed})`.execute(
        trx,
      );
    } else {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(trx);
      if (highest > 0)
        await sql`insert into sqlite_sequence (name, seq) values (${table}, ${highest})`.execute(trx);
    }
  }
}
