// What tells on PostgreSQL whether the data are still the same, whoever writes (docs/decisions/0020-cached-free-slots.md).
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/server/platform/config.ts';
import { type OpenDatabase, openForCommand } from '../../../src/server/platform/db/open.ts';
import type { Db, Trx } from '../../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { latestVersion } from '../../../src/server/platform/db/version.ts';
import { startPostgres } from '../../support/databases/postgres.ts';

const adding = (db: Db | Trx) =>
  db.insertInto('services').values({ name: 'Gel', price: 100, position: 1 }).execute();

let here: OpenDatabase;
let beside: OpenDatabase;
let stop: () => Promise<void>;
/** A server of its own: what other tests write in the databases of theirs counts too. */
beforeAll(async () => {
  const postgres = await startPostgres();
  const config = readConfig({ DATABASE_URL: postgres.url });
  [here, beside, stop] = [openForCommand(config), openForCommand(config), postgres.stop];
  await sql`create table services (id serial, name text, price integer, position integer)`.execute(here.db);
  await sql`alter system set autovacuum = off`.execute(here.db);
  await sql`select pg_reload_conf()`.execute(here.db);
});
afterAll(async () => {
  await here.close();
  await beside.close();
  await stop();
});

/** Whether the version is another one after this. */
async function isChangedBy(work: () => Promise<unknown>): Promise<boolean> {
  const before = await latestVersion(here.db);
  expect(await latestVersion(here.db)).toBe(before);
  await work();
  return (await latestVersion(here.db)) !== before;
}

const reading = (db: Db | Trx) => db.selectFrom('services').select('id').execute();

test.each<[what: string, isChanged: boolean, work: () => Promise<unknown>]>([
  ['an insert changes it', true, () => adding(here.db)],
  ['so does one of another process', true, () => adding(beside.db)],
  ['an update', true, () => beside.db.updateTable('services').set({ price: 200 }).execute()],
  ['a transaction', true, () => inTransaction(beside.db, adding)],
  ['a deletion of all', true, () => beside.db.deleteFrom('services').execute()],
  ['a query does not', false, () => reading(beside.db)],
  ['nor does a transaction that only reads', false, () => inTransaction(here.db, reading)],
  [
    'nor does what changes no row',
    false,
    () => here.db.deleteFrom('services').where('price', '=', -1).execute(),
  ],
])('%s', async (_, isChanged, work) => {
  expect(await isChangedBy(work)).toBe(isChanged);
});

test('a transaction that is open is not counted, and every commit beside it is', async () => {
  const seen: unknown[] = [];
  await beside.db.transaction().execute(async (trx) => {
    await adding(trx);
    seen.push(await latestVersion(here.db));
    await adding(trx);
    seen.push(await latestVersion(here.db));
    await adding(here.db);
    seen.push(await latestVersion(here.db));
  });
  seen.push(await latestVersion(here.db));
  expect(seen[1]).toBe(seen[0]);
  expect(new Set(seen).size).toBe(3);
});

test('after the connections were lost it is another one, whatever the server counts', async () => {
  const before = await latestVersion(here.db);
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`;
  await others.execute(beside.db);
  await expect.poll(() => latestVersion(here.db).catch(() => before)).not.toBe(before);
});
