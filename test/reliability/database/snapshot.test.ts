// The data version on PostgreSQL (docs/decisions/0020-cached-free-slots.md).
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
let other: OpenDatabase;
let stop: () => Promise<void>;
/** Uses its own PostgreSQL server, because commits of other tests would also change the data version. */
beforeAll(async () => {
  const postgres = await startPostgres();
  const config = readConfig({ DATABASE_URL: postgres.url });
  [here, other, stop] = [openForCommand(config), openForCommand(config), postgres.stop];
  await sql`create table services (id serial, name text, price integer, position integer)`.execute(here.db);
  await sql`alter system set autovacuum = off`.execute(here.db);
  await sql`select pg_reload_conf()`.execute(here.db);
});
afterAll(async () => {
  await here.close();
  await other.close();
  await stop();
});

/** Returns whether `work` changes the data version. */
async function isChangedBy(work: () => Promise<unknown>): Promise<boolean> {
  const before = await latestVersion(here.db);
  expect(await latestVersion(here.db)).toBe(before);
  await work();
  return (await latestVersion(here.db)) !== before;
}

const reading = (db: Db | Trx) => db.selectFrom('services').select('id').execute();

test.each<[what: string, isChanged: boolean, work: () => Promise<unknown>]>([
  ['changes with an insert', true, () => adding(here.db)],
  ['changes with an insert of another process', true, () => adding(other.db)],
  [
    'changes with an update of another process',
    true,
    () => other.db.updateTable('services').set({ price: 200 }).execute(),
  ],
  ['changes with a transaction of another process', true, () => inTransaction(other.db, adding)],
  ['changes with a deletion of all rows', true, () => other.db.deleteFrom('services').execute()],
  ['stays the same after a query', false, () => reading(other.db)],
  ['stays the same after a transaction that only reads', false, () => inTransaction(here.db, reading)],
  [
    'stays the same after a deletion that matches no row',
    false,
    () => here.db.deleteFrom('services').where('price', '=', -1).execute(),
  ],
])('the data version %s', async (_, isChanged, work) => {
  expect(await isChangedBy(work)).toBe(isChanged);
});

test('uncommitted changes do not change the data version; commits do, also while another connection has uncommitted changes', async () => {
  const seen: unknown[] = [];
  await other.db.transaction().execute(async (trx) => {
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

test('the data version changes after connections are lost, even if the snapshot is the same', async () => {
  const before = await latestVersion(here.db);
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`;
  await others.execute(other.db);
  await expect.poll(() => latestVersion(here.db).catch(() => before)).not.toBe(before);
});
