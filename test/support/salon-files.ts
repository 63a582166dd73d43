// Files of SQLite salons, looked at from outside.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { restoreStatements, TABLES } from '../../src/server/platform/copies/tables.ts';

const PARTS = ['', '-wal', '-journal'];

/** Copies a database with its logs as a power cut would leave them. */
export function copyAsItLies(from: string, to: string): void {
  for (const part of PARTS) if (existsSync(from + part)) copyFileSync(from + part, to + part);
}

/** Every row of every table. The file itself stays as it is, byte by byte. */
export function rowsOf(path: string): Record<string, unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-rows-'));
  try {
    const copy = join(folder, 'copy.sqlite');
    copyAsItLies(path, copy);
    const file = new DatabaseSync(copy);
    const tables = file.prepare("select name from sqlite_schema where type = 'table' order by name").all();
    const rows = tables.map(({ name }) => [name, file.prepare(`select * from "${name}"`).all()] as const);
    file.close();
    return Object.fromEntries(rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tables that a restore leaves as they were in the backup. */
const KEPT = TABLES.filter(
  (table) => !restoreStatements(new Set([table]), 0).some((s) => s === `delete from ${table}`),
);

/** One text for all rows that a restore must bring back as they were. */
export function hashOf(path: string): string {
  const rows = rowsOf(path);
  return createHash('sha256')
    .update(JSON.stringify(KEPT.map((table) => rows[table])))
    .digest('hex');
}
