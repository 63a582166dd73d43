// Statements of PostgreSQL that leave together, and what becomes of those that fail (docs/decisions/0027-statements-that-leave-together.md).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { violationOf } from '../../../src/server/platform/db/errors.ts';
import { lockPhone } from '../../../src/server/platform/db/locks.ts';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { type OpenDatabase, openPostgres } from '../../../src/server/platform/db/open.ts';
import type { Trx } from '../../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { aSlot, seen } from '../../support/builders.ts';
import { type Postgres, startPostgres } from '../../support/databases/postgres.ts';
import { openSalon, type Salon } from '../../support/salon.ts';
import { type Between, proxyTo } from './tcp-proxy.ts';

let postgres: Postgres;
let between: Between;
let database: OpenDatabase;
/** A server of its own: what other tests write in the databases of theirs would be a write. */
beforeAll(async () => {
  postgres = await startPostgres();
  between = await proxyTo(postgres.url);
  database = openPostgres(between.url, (error) => console.error(error.message), { max: 1 });
  await migrate(database.db, 'postgres');
});
afterAll(async () => {
  await database.close();
  await between.close();
  await postgres.stop();
});

/** How many round trips this takes. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const before = between.roundTrips();
  await work();
  return between.roundTrips() - before;
}

describe('a transaction', () => {
  const at = (position: number) => ({ name: 'Gel', price: 100, position });
  const adding = (trx: Trx, position: number) => trx.insertInto('services').values(at(position)).execute();
  /** A setting whose name is there already: refused. */
  const failing = (trx: Trx) =>
    trx.insertInto('settings').values({ name: 'taken', value: '1', changed_at: 1 }).execute();
  const positions = async (db: Trx | OpenDatabase['db'] = database.db) =>
    (await db.selectFrom('services').select('position').orderBy('position').execute()).map(
      (service) => service.position,
    );
  beforeEach(async () => {
    await database.db.deleteFrom('services').execute();
    await database.db.deleteFrom('settings').execute();
    await database.db.insertInto('settings').values({ name: 'taken', value: '1', changed_at: 1 }).execute();
  });

  test('sends what nobody waits for with what somebody does', async () => {
    const count = await roundTripsOf(() =>
      inTransaction(database.db, async (trx) => {
        await lockPhone(trx, '0641234567');
        expect(await positions(trx)).toEqual([]); // begins, locks, asks
        await adding(trx, 1);
        await adding(trx, 2);
        expect(await positions(trx)).toEqual([1, 2]); // adds two, asks
        await adding(trx, 3); // adds one, commits
      }),
    );
    expect(count).toBe(3);
    expect(await positions()).toEqual([1, 2, 3]);
  });

  test('that begins with a change sends it once it has begun', async () => {
    const count = await roundTripsOf(() => inTransaction(database.db, (trx) => adding(trx, 1)));
    expect(count).toBe(3);
    expect(await positions()).toEqual([1]);
  });

  test('without a statement says nothing, whether it ends well or not', async () => {
    const none = () => inTransaction(database.db, (trx) => lockPhone(trx, '1'));
    const refused = () => inTransaction(database.db, () => Promise.reject(new Error('no')));
    expect(await roundTripsOf(none)).toBe(0);
    expect(await roundTripsOf(() => expect(refused()).rejects.toThrow('no'))).toBe(0);
  });

  test('keeps no more than sixteen statements back', async () => {
    const count = await roundTripsOf(() =>
      inTransaction(database.db, async (trx) => {
        await positions(trx);
        for (let position = 0; position < 40; position++) await adding(trx, position);
      }),
    );
    expect(count).toBe(4);
    expect(await positions()).toHaveLength(40);
  });

  test.each<[when: string, work: (trx: Trx) => Promise<unknown>]>([
    ['at the next statement', (trx) => failing(trx).then(() => positions(trx))],
    [
      'at the next change',
      (trx) => failing(trx).then(() => trx.updateTable('services').set({ price: 5 }).execute()),
    ],
    ['at the end', failing],
    [
      'in the middle',
      (trx) =>
        failing(trx)
          .then(() => adding(trx, 3))
          .then(() => positions(trx)),
    ],
  ])('whose insert fails says so %s, leaves nothing, and its connection goes on', async (_, work) => {
    const broken = inTransaction(database.db, async (trx) => {
      await positions(trx);
      await adding(trx, 1);
      await work(trx);
    });
    const error: unknown = await broken.catch((reason: unknown) => reason);
    expect(violationOf(error)).toBe('unique');
    expect(await positions()).toEqual([]);
    await inTransaction(database.db, (trx) => adding(trx, 7));
    expect(await positions()).toEqual([7]);
  });

  test('that is given up leaves nothing of what it held back to the next one', async () => {
    const refused = inTransaction(database.db, async (trx) => {
      await positions(trx);
      await adding(trx, 1);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await inTransaction(database.db, (trx) => adding(trx, 2));
    expect(await positions()).toEqual([2]);
  });
});

describe('a salon', () => {
  let salon: Salon;
  beforeAll(async () => {
    salon = await openSalon('postgres', { database: { ...database, close: async () => undefined } });
  });
  afterAll(() => salon.close());

  test('reads the free slots in one round trip, and in two when somebody has written', async () => {
    const free = () =>
      salon.visitor.call('GET /appointments', { query: { from: '2026-11-18', to: '2026-11-20' } });
    await free();
    await free();
    await expect.poll(() => roundTripsOf(free)).toBe(1); // what PostgreSQL notes down by itself now and then is a write as well
    await aSlot(salon, '2026-11-18 10:00:00');
    expect(await roundTripsOf(free)).toBe(2);
    expect(await free()).toHaveLength(1);
  });

  test('books for a guest in fourteen', async () => {
    const body = { guest_name: 'Mira', guest_phone: '0641112223' };
    const book = async (start: '2026-11-19 10:00:00' | '2026-11-19 12:00:00') => {
      const id = await aSlot(salon, start);
      const input = { params: { id }, body: { ...body, ...seen(start) } };
      return roundTripsOf(() => salon.visitor.call('POST /appointments/{id}/book', input));
    };
    await book('2026-11-19 10:00:00');
    expect(await book('2026-11-19 12:00:00')).toBeLessThanOrEqual(14);
  });
});
