import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Generated, Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { violationOf } from './errors.ts';
import { NodeSqliteDialect } from './sqlite.ts';

interface Tables {
  nails: { id: Generated<number>; colour: string };
  hands: { nail: number };
}

class Watched extends DatabaseSync {
  readonly done: string[] = [];
  override exec(command: string): void {
    this.done.push(command);
    super.exec(command);
  }
}

/** Creates a database that counts its commits. A second connection shows the committed data. Time passes only with `pass`. */
function aFile() {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const folder = mkdtempSync(join(tmpdir(), 'lunula-sqlite-'));
  const path = join(folder, 'file.sqlite');
  const file = new Watched(path);
  file.exec('pragma journal_mode=wal');
  file.exec('create table nails (id integer primary key, colour text not null unique)');
  file.exec('create table hands (nail integer references nails (id) deferrable initially deferred)');
  const outside = new DatabaseSync(path, { readOnly: true });
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(file) });
  onTestFinished(async () => {
    outside.close();
    await db.destroy();
    clock.mockRestore();
    rmSync(folder, { recursive: true });
  });
  const colours = outside.prepare('select colour from nails order by id');
  colours.setReturnArrays(true);
  const committed = () => (colours.all() as unknown as [string][]).flat();
  const add = (colour: string) =>
    db.transaction().execute(async (trx) => {
      await trx.insertInto('nails').values({ colour }).execute();
    });
  const commits = () => file.done.filter((command) => command === 'commit').length;
  const pass = (ms: number) => {
    now += ms;
  };
  return { db, add, committed, commits, pass };
}

test('transactions that follow each other share a commit, and none of them resolves before the commit', async () => {
  const { add, committed, commits } = aFile();
  const seen: string[][] = [];
  const colours = ['red', 'rose', 'nude', 'black'];
  await Promise.all(colours.map((colour) => add(colour).then(() => seen.push(committed()))));
  expect(seen).toEqual(colours.map(() => colours));
  expect(commits()).toBe(1);
});

const EVENT_LOOP_IS_DUE_MS = 6;

test('queued transactions share one commit, even if the event loop gets a turn between them', async () => {
  const { db, add, commits, pass } = aFile();
  const long = db.transaction().execute(async (trx) => {
    await trx.insertInto('nails').values({ colour: 'red' }).execute();
    pass(EVENT_LOOP_IS_DUE_MS);
  });
  await Promise.all([long, add('rose'), add('nude')]);
  expect(commits()).toBe(1);
});

test('a transaction joins the pending commit of an earlier one, even if a read and a turn of the event loop come in between', async () => {
  const { db, add, committed, commits, pass } = aFile();
  const first = add('red');
  await new Promise<void>((resolve) => process.nextTick(resolve)); // the transaction's statements have run now, but are not committed
  expect(committed()).toEqual([]);
  pass(EVENT_LOOP_IS_DUE_MS);
  const read = db.selectFrom('nails').select('id').execute();
  await Promise.all([first, read.then(() => add('rose'))]);
  expect(commits()).toBe(1);
});

test('a transaction is committed at once if no other transaction is queued', async () => {
  const { add, committed, commits } = aFile();
  for (const colour of ['red', 'rose']) {
    await add(colour);
    expect(committed()).toContain(colour);
  }
  expect(commits()).toBe(2);
});

test('a hundred queued transactions are split into several commits', async () => {
  const { add, commits } = aFile();
  await Promise.all(Array.from({ length: 100 }, (_, n) => add(`colour ${n}`)));
  expect(commits()).toBeGreaterThanOrEqual(4);
});

test('a failed transaction rolls back only its own work', async () => {
  const { db, add, committed, commits } = aFile();
  const [first, second, third] = await Promise.allSettled([
    add('red'),
    db.transaction().execute(async (trx) => {
      await trx.insertInto('nails').values({ colour: 'green' }).execute();
      throw new Error('canceled');
    }),
    add('rose'),
  ]);
  expect([first.status, third.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(second).toMatchObject({ reason: { message: 'canceled' } });
  expect(committed()).toEqual(['red', 'rose']);
  expect(commits()).toBe(1);
});

test('a failed transaction that runs alone causes no commit', async () => {
  const { db, commits } = aFile();
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('nails').values({ colour: 'green' }).execute();
    throw new Error('canceled');
  });
  await expect(failing).rejects.toThrow('canceled');
  expect(commits()).toBe(0);
});

test('a transaction that conflicts with an earlier one in the same group commit is rejected only after the commit', async () => {
  const { add, committed } = aFile();
  const first = add('red');
  const again = add('red').catch((error: unknown) => [violationOf(error), committed()]);
  const third = add('rose');
  expect(await again).toEqual(['unique', ['red', 'rose']]);
  await Promise.all([first, third]);
});

test('a query outside transactions does not wait for transactions and sees only committed data', async () => {
  const { db, add, committed } = aFile();
  await add('red');
  const seen = () =>
    db
      .selectFrom('nails')
      .select('colour')
      .execute()
      .then((rows) => [rows.map(({ colour }) => colour), committed()]);
  const meanwhile = await db.transaction().execute(async (trx) => {
    await trx.insertInto('nails').values({ colour: 'rose' }).execute();
    return new Promise((resolve) => setImmediate(() => resolve(seen())));
  });
  expect(meanwhile).toEqual([['red'], ['red']]);
  expect(await seen()).toEqual([
    ['red', 'rose'],
    ['red', 'rose'],
  ]);
});

test('a statement outside a transaction runs after the commit of the transactions before it, and does not wait for later ones', async () => {
  const { db, add, committed, commits } = aFile();
  const first = add('red');
  const alone = db.insertInto('nails').values({ colour: 'rose' }).execute().then(committed);
  const last = add('nude');
  expect(await alone).toEqual(['red', 'rose']);
  await Promise.all([first, last]);
  expect(commits()).toBe(2);
});

test('a read-only transaction does not see commits made after its start', async () => {
  const { db, add, committed } = aFile();
  const count = sql<{ n: number }>`select count(*) as n from nails`;
  await add('red');
  const reads = await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      const before = (await count.execute(trx)).rows;
      await add('rose');
      return [before, committed(), (await count.execute(trx)).rows];
    });
  expect(reads).toEqual([[{ n: 1 }], ['red', 'rose'], [{ n: 1 }]]);
});

test('a failed commit rejects all transactions of the commit, but none of the next commit', async () => {
  const { db, add, committed } = aFile();
  const all = await Promise.allSettled([
    add('red'),
    db.transaction().execute(async (trx) => {
      await trx.insertInto('hands').values({ nail: 5000 }).execute();
    }),
    add('rose'),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(all.map((one) => 'reason' in one && violationOf(one.reason))).toEqual(all.map(() => 'foreign-key'));
  expect(committed()).toEqual([]);
  await add('black');
  expect(committed()).toEqual(['black']);
});

test('if SQLite itself rolls back during a transaction, the earlier transactions of the same commit are rejected too', async () => {
  const { db, add, committed } = aFile();
  await add('red');
  const rollBack = sql`insert or rollback into nails (colour) values ('red')`;
  const [before, itself, after] = await Promise.allSettled([
    add('rose'),
    db.transaction().execute((trx) => rollBack.execute(trx)),
    add('nude'),
  ]);
  expect(before).toMatchObject({ status: 'rejected' });
  expect('reason' in before && violationOf(before.reason)).toBe('unavailable');
  expect('reason' in itself && violationOf(itself.reason)).toBe('unique');
  expect(after.status).toBe('fulfilled');
  expect(committed()).toEqual(['red', 'nude']);
});
