// Global setup: builds the server, starts PostgreSQL, and creates the template databases that tests copy.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../../scripts/build-server.ts';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { type OpenDatabase, openPostgres, openSqlite } from '../../../src/server/platform/db/open.ts';
import { TIME_ZONE } from '../wall-clock.ts';
import { startPostgres } from './postgres.ts';
import { runOnServer, TEMPLATE, urlOf } from './postgres-server.ts';

async function createSchema({ db, engine, close }: OpenDatabase): Promise<void> {
  await migrate(db, { engine, timeZone: TIME_ZONE });
  await close();
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await buildServer();
  const folder = mkdtempSync(join(tmpdir(), 'lunula-template-'));
  const { url, stop } = await startPostgres();
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await createSchema(openSqlite(folder));
    await runOnServer(url, `create database ${TEMPLATE}`);
    await createSchema(openPostgres(urlOf(url, TEMPLATE), (error) => console.error(error.message)));
  } catch (error) {
    await end();
    throw error;
  }
  provide('postgresUrl', url);
  provide('sqliteTemplate', folder);
  return end;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server that all tests of a run share. */
    postgresUrl: string;
    /** The folder of an SQLite salon with the schema and without rows. */
    sqliteTemplate: string;
  }
}
