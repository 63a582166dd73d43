// Tables change while a server runs. This happens when the next release starts and migrates the schema.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { freshDatabase } from '../../support/databases/databases.ts';
import { startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const CALLERS = 12;
const CHANGES = bySize(6, 60);

test('no request fails while tables get new columns under load', async () => {
  trial({ what: 'new columns', cases: CHANGES });
  const salon = await startSalon({ engine: 'postgres', processes: 1 });
  onTestFinished(() => salon.close());
  const day = await salon.freshDay();
  const slot = await salon.aSlot(wallTimeOn(day, '09:00:00'));
  const statuses: number[] = [];
  const requests = [
    ['POST', `/appointments/${slot}/book`, { guest_name: 'Ana', guest_phone: '0641234567' }],
    ['POST', '/appointments/0/book', { guest_name: 'Ana', guest_phone: '0641234567' }],
    ['GET', `/appointments?date=${day}`, undefined],
    ['GET', '/appointments/next', undefined],
    ['GET', '/users/clients', undefined],
    ['GET', '/notifications', undefined],
    ['GET', '/health', undefined],
  ] as const;
  let isOver = false;
  const callUntilOver = async (n: number): Promise<void> => {
    for (let k = n; !isOver; k++) {
      const [method, path, body] = requests[k % requests.length] ?? requests[0];
      const response = await fetch(`http://127.0.0.1:${salon.port()}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${salon.adminToken}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, n) => callUntilOver(n)));
  // waits because a new server is slow until it has compiled its serializers and statements
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(CALLERS * requests.length);
  const before = statuses.length;
  for (let n = 0; n < CHANGES; n++) {
    await wait(150);
    for (const table of ['appointments', 'users', 'admin_notifications', 'sessions', 'services'])
      await sql`alter table ${sql.table(table)} add column ${sql.ref(`later_${n}`)} integer`.execute(
        salon.db,
      );
  }
  await wait(150);
  isOver = true;
  await calling;
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(new Set(statuses)).toContain(200);
  expect(statuses.length - before).toBeGreaterThan(CHANGES * CALLERS);
});

/** Tests a `select *`. The server itself never uses one. */
test('a statement is prepared again after the columns of its table change; inside a transaction, the transaction is retried', async () => {
  trial({ what: 'new columns', cases: 1 });
  const { db, close } = await freshDatabase('postgres');
  onTestFinished(close);
  await db
    .insertInto('services')
    .values({ name: 'Gel lak', price: 1800, duration_minutes: 60, position: 1 })
    .execute();
  const all = () => db.selectFrom('services').selectAll().where('position', '=', 1).execute();
  const allInside = () =>
    inTransaction(db, async (trx) => {
      await trx.updateTable('services').set({ price: 2000 }).where('position', '=', 1).execute();
      const services = trx.selectFrom('services').selectAll().where('price', '=', 2000);
      const users = trx.selectFrom('users').selectAll().where('active', '=', 1);
      return [...(await services.execute()), ...(await users.execute())];
    });
  const tenTimes = (ask: () => Promise<object[]>) => Promise.all(Array.from({ length: 10 }, ask));
  const rounds = [
    ['one', all],
    ['two', allInside],
    ['three', all],
    ['four', allInside],
  ] as const;
  for (const [column, ask] of rounds) {
    await tenTimes(ask); // repeats the request, so that every connection of the pool has prepared its statements
    await sql`alter table services add column ${sql.ref(column)} integer`.execute(db);
    await sql`alter table users add column ${sql.ref(column)} integer`.execute(db);
    for (const rows of await tenTimes(ask)) expect(rows).toMatchObject([{ [column]: null, name: 'Gel lak' }]);
  }
});
