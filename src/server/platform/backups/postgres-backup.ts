import { statSync } from 'node:fs';
import { type MadeBackup, madeWhole } from './backup.ts';
import { type PostgresPlace, postgresPrograms, runPostgres } from './postgres-programs.ts';
import { TABLES } from './tables.ts';

/** Lunula's tables alone: others may share the database. */
const OURS = [...TABLES, 'migrations'].map((table) => `--table=${table}`);

/** Dumps the PostgreSQL database as it is at one moment, and reads the whole dump once before it gets its name. */
export async function backUpPostgres(
  { databaseUrl, environment }: PostgresPlace,
  target: string,
  signal?: AbortSignal,
): Promise<MadeBackup> {
  const folder = postgresPrograms(environment);
  return madeWhole(target, async (unfinished) => {
    const dump = ['--format=custom', '--no-owner', '--no-privileges', ...OURS, `--file=${unfinished}`];
    await runPostgres(folder, 'pg_dump', dump, { environment, databaseUrl, signal });
    await runPostgres(folder, 'pg_restore', ['--file=-', unfinished], { environment, signal });
    return { bytes: statSync(unfinished).size };
  });
}
