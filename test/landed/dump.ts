// Dumps a database as SQL text, and restores a database from such text.
import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

type Row = Record<string, unknown>;

function rowsAsSql(file: DatabaseSync, table: string): string[] {
  const columns = file
    .prepare(`select name from pragma_table_xinfo('${table}') where hidden = 0`) // generated columns are hidden
    .all()
    .map(({ name }: Row) => `"${name}"`);
  const quoted = columns.map((column) => `quote(${column})`).join(` || ', ' || `);
  const rows = file.prepare(`select ${quoted} as line from "${table}"`).all();
  return rows.map(({ line }: Row) => `insert into "${table}" (${columns.join(', ')}) values (${line});`);
}

/** Returns the schema and rows of an SQLite database as SQL. Indexes and triggers come after the rows. */
export function sqliteAsSql(path: string): string {
  const file = new DatabaseSync(path);
  const parts = file
    .prepare("select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%'")
    .all() as { type: string; name: string; sql: string }[];
  const tables = parts.filter(({ type }) => type === 'table');
  const lines = [
    ...tables.map(({ sql }) => `${sql};`),
    ...tables.flatMap(({ name }) => rowsAsSql(file, name)),
    'delete from sqlite_sequence;',
    ...rowsAsSql(file, 'sqlite_sequence'),
    ...parts.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
  ];
  file.close();
  return `pragma foreign_keys = off;\nbegin;\n${lines.join('\n')}\ncommit;\n`;
}

export function loadSqlite(path: string, text: string): void {
  const file = new DatabaseSync(path);
  file.exec(text);
  file.close();
}

/** Returns the schema and rows of a PostgreSQL database as SQL. Needs pg_dump. Omits lines with a backslash, which only psql understands. */
export function postgresAsSql(url: string): string {
  const options = ['--no-owner', '--no-privileges', '--rows-per-insert=50', '--column-inserts'];
  const { status, stdout, stderr } = spawnSync('pg_dump', [...options, url], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`pg_dump: ${stderr}`);
  return stdout.replace(/^\\.*\n/gm, '').replace(/^(?:--.*)?\n/gm, '');
}

export async function loadPostgres(url: string, text: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
