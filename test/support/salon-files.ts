// Reads and copies the files of SQLite salons.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backUp } from '../../src/server/platform/backups/backups.ts';
import { restoreStatements, TABLES } from '../../src/server/platform/backups/tables.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { openAt } from './databases/databases.ts';
import { openSalon } from './salon.ts';

const PARTS = ['', '-wal', '-journal'];

/** Copies a database with its WAL and journal, in the state in which a power cut would leave them. */
export function copyWithLogs(from: string, to: string): void {
  for (const part of PARTS) if (existsSync(from + part)) copyFileSync(from + part, to + part);
}

/** Returns all rows of all tables. Reads from a copy, so that the file stays unchanged. */
export function rowsOf(path: string): Record<string, unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-rows-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    copyWithLogs(path, copy);
    const file = new DatabaseSync(copy);
    const tables = file.prepare("select name from sqlite_schema where type = 'table' order by name").all();
    const rows = tables.map(({ name }) => [name, file.prepare(`select * from "${name}"`).all()] as const);
    file.close();
    return Object.fromEntries(rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tables that a restore does not change; it notes itself in `liveness`. */
const KEPT = TABLES.filter(
  (table) =>
    table !== 'liveness' && !restoreStatements(new Set([table]), 0).some((s) => s === `delete from ${table}`),
);

/** A hash of all rows that a restore must preserve. */
export function hashOf(path: string): string {
  const rows = rowsOf(path);
  return createHash('sha256')
    .update(JSON.stringify(KEPT.map((table) => rows[table])))
    .digest('hex');
}

export const openIn = (DATA_DIR: string) =>
  openAt({ engine: 'sqlite', settings: { DATA_DIR }, remove: async () => undefined });
export const placeIn = (DATA_DIR: string) => join(DATA_DIR, 'lunula.sqlite');

/** Creates a salon with one service, without a running server. */
export async function aSalonWith(DATA_DIR: string, name: string): Promise<void> {
  const salon = await openSalon('sqlite', { database: await openIn(DATA_DIR) });
  await salon.admin.call('POST /services', { body: { name } });
  await salon.close();
}
/** Writes a backup as `npm run backup` does, without a process of its own; returns its path. */
export async function backedUp(DATA_DIR: string, file: string): Promise<string> {
  await backUp(readConfig({ DATA_DIR }), file);
  return file;
}
