import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../db/locks.ts';
import type { Trx } from '../db/schema.ts';
import { TABLES, type Table } from './tables.ts';

/** Whole tables as rows that read alike on both engines. */

const PAGE_ROWS = 1000;
type Row = Record<string, unknown>;

async function namesIn(trx: Trx, query: RawBuilder<{ name: string }>): Promise<string[]> {
  return (await query.execute(trx)).rows.map(({ name }) => name);
}

/** The columns that have a value of their own: what the database works out is left to it. */
export const columnsOf = (trx: Trx, table: Table): Promise<string[]> =>
  namesIn(
    trx,
    isPostgres(trx)
      ? sql`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
          order by ordinal_position`
      : sql`select name from pragma_table_xinfo(${table}) where hidden = 0 order by cid`,
  );

export async function countOf(trx: Trx, table: Table): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** All rows of a table in pages, so that memory stays steady. */
export async function* pagesOf(trx: Trx, table: Table, columns: readonly string[]): AsyncGenerator<Row[]> {
  const all = sql.join(columns.map((column) => sql.ref(column)));
  if (isPostgres(trx)) {
    await sql`declare pages no scroll cursor for select ${all} from ${sql.table(table)} order by 1`.execute(
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
  for (let last = 0; ; ) {
    const { rows } = await sql<Row & { rowid_: number }>`
      select rowid as rowid_, ${all} from ${sql.table(table)} where rowid > ${last}
      order by rowid limit ${PAGE_ROWS}`.execute(trx);
    if (rows.length === 0) return;
    last = rows.at(-1)?.rowid_ ?? last;
    yield rows.map(({ rowid_: _, ...row }) => row);
  }
}

/** The tables whose ids the database gives. */
async function numberedTables(trx: Trx): Promise<Table[]> {
  const { rows } = await (isPostgres(trx)
    ? sql<{ name: string }>`select table_name as name from information_schema.columns
        where table_schema = current_schema() and is_identity = 'YES'`
    : sql<{
        name: string;
      }>`select name from sqlite_master where type = 'table' and sql like '%autoincrement%'`
  ).execute(trx);
  const numbered = new Set(rows.map(({ name }) => name));
  return TABLES.filter((table) => numbered.has(table));
}

/** The highest id that each of them has ever given. */
export async function sequencesOf(trx: Trx): Promise<Record<string, number>> {
  const sequences: Record<string, number> = {};
  for (const table of await numberedTables(trx)) {
    const { rows } = await (isPostgres(trx)
      ? sql<{ n: number }>`select case when is_called then last_value else last_value - 1 end as n
          from ${sql.raw(`${table}_id_seq`)}`
      : sql<{ n: number }>`select seq as n from sqlite_sequence where name = ${table}`
    ).execute(trx);
    sequences[table] = rows[0]?.n ?? 0;
  }
  return sequences;
}

/** Ids go on after these, and after the highest that is there. */
export async function continueSequences(
  trx: Trx,
  sequences: Readonly<Record<string, number>>,
): Promise<void> {
  for (const table of await numberedTables(trx)) {
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
