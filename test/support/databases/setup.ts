// Global setup: builds the server, and starts PostgreSQL with a template database for the databases of tests.
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../../scripts/build-server.ts';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { openPostgres } from '../../../src/server/platform/db/open.ts';
import { startPostgres } from './postgres.ts';
import { runOnServer, TEMPLATE, urlOf } from './postgres-server.ts';

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await buildServer();
  const { url, stop } = await startPostgres();
  try {
    await runOnServer(url, `create database ${TEMPLATE}`);
    const { db, engine, close } = openPostgres(urlOf(url, TEMPLATE), (error) => console.error(error.message));
    await migrate(db, engine);
    await close();
  } catch (error) {
    await stop();
    throw error;
  }
  provide('postgresUrl', url);
  return stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server that all tests of a run share. */
    postgresUrl: string;
  }
}
