import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/server/platform/config.ts';
import { type OpenDatabase, openForCommand } from '../../../src/server/platform/db/open.ts';
import type { Db, Trx } from '../../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { dataVersion } from '../../../src/server/platform/db/version.ts';
import { freshPlace, openAt } from '../../support/databases/databases.ts';

const ADD = sql`insert into services (name, price, position) values ('Gel', 100, 1)`;
const adding = (db: Db | Trx) => ADD.execute(db);

let here: OpenDatabase;
let other: OpenDatabase;
let remove: () => Promise<void>;
beforeAll(async () => {
  const place = await freshPlace('sqlite');
  here = await openAt(place);
  other = openForCommand(readConfig(place.settings));
  remove = place.remove;
});
afterAll(async () => {
  await other.close();
  await here.close();
  await remove();
});

/** Returns whether `work` changes the data version. */
async function isChangedBy(work: (db: Db) => Promise<unknown>): Promise<boolean> {
  await wait(5); // waits until this process has seen the previous change
  const before = dataVersion(here.db);
  expect(before).not.toBeNull();
  await work(here.db);
  const after = dataVersion(here.db);
  expect(dataVersion(here.db)).toBe(after);
  return before !== after;
}

describe('the data version of SQLite', () => {
  test.each<[what: string, isChanged: boolean, work: (db: Db) => Promise<unknown>]>([
    ['changes with an insert', true, adding],
    [
      'changes with an insert after a with clause',
      true,
      sqlOf`with a as (select 7 as n) insert into services (name, price, position) select 'Gel', n, 1 from a`,
    ],
    [
      'changes with an insert that returns its row',
      true,
      sqlOf`insert into services (name, price, position) values ('Gel', 1, 1) returning id`,
    ],
    ['changes with an upsert', true, upsert],
    [
      'changes with a deletion of some rows',
      true,
      (db) => db.deleteFrom('services').where('price', '=', 7).execute(),
    ],
    ['changes with an update', true, (db) => db.updateTable('services').set({ price: 200 }).execute()],
    ['changes with a deletion of all rows', true, (db) => db.deleteFrom('services').execute()],
    ['changes with a transaction', true, (db) => inTransaction(db, adding)],
    [
      'changes with two transactions',
      true,
      (db) => Promise.all([inTransaction(db, adding), inTransaction(db, adding)]),
    ],
    ['stays the same after a query', false, (db) => db.selectFrom('services').selectAll().execute()],
    [
      'stays the same after a query with a with clause',
      false,
      sqlOf`with a as (select * from services) select * from a`,
    ],
    [
      'stays the same after a transaction that only reads',
      false,
      (db) => inTransaction(db, (trx) => trx.selectFrom('services').selectAll().execute()),
    ],
    [
      'stays the same after a deletion that matches no row',
      false,
      (db) => db.deleteFrom('services').where('price', '=', -1).execute(),
    ],
  ])('the data version %s', async (_, isChanged, work) => {
    expect(await isChangedBy(work)).toBe(isChanged);
  });

  test('inside an open transaction, the data version includes earlier commits, but not the writes of that transaction', async () => {
    const before = dataVersion(here.db);
    await inTransaction(here.db, adding);
    const inside = await inTransaction(here.db, async (trx) => {
      await adding(trx);
      const seen = dataVersion(here.db);
      await adding(trx);
      expect(dataVersion(here.db)).toBe(seen);
      return seen;
    });
    expect(inside).not.toBe(before);
    expect(dataVersion(here.db)).not.toBe(inside);
  });

  test('the data version changes with a commit of another process, but not with a transaction that is rolled back', async () => {
    expect(await isChangedBy(() => inTransaction(other.db, adding).then(() => wait(5)))).toBe(true);
    const rolledBack = isChangedBy(() =>
      other.db
        .transaction()
        .execute(async (trx) => {
          await adding(trx);
          await wait(5);
          throw new Error('no');
        })
        .catch(() => wait(5)),
    );
    expect(await rolledBack).toBe(false);
  });

  test('the data version is null on PostgreSQL', async () => {
    const place = await freshPlace('postgres');
    const database = await openAt(place);
    expect(dataVersion(database.db)).toBeNull();
    await database.close();
    await place.remove();
  });
});

function sqlOf(...query: Parameters<typeof sql>): (db: Db) => Promise<unknown> {
  return (db) => sql(...query).execute(db);
}

function upsert(db: Db): Promise<unknown> {
  const row = { name: 'salon_name', value: '"Salon"', changed_at: 1 };
  const insert = db.insertInto('settings').values(row);
  return insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ changed_at: 2 })).execute();
}
