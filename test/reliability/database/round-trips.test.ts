// Counts round trips to PostgreSQL for cached responses (docs/decisions/0020-cached-free-slots.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { openPostgres } from '../../../src/server/platform/db/open.ts';
import { aSlot } from '../../support/builders.ts';
import { type Postgres, startPostgres } from '../../support/databases/postgres.ts';
import { openSalon, type Salon } from '../../support/salon.ts';
import { type Between, proxyTo } from './tcp-proxy.ts';

let postgres: Postgres;
let between: Between;
let salon: Salon;
/** Uses a separate PostgreSQL server, because writes to other databases of the same server change the snapshot too. */
beforeAll(async () => {
  postgres = await startPostgres();
  between = await proxyTo(postgres.url);
  const database = openPostgres(between.url, (error) => console.error(error.message), { max: 1 });
  await migrate(database.db, 'postgres');
  salon = await openSalon('postgres', { database });
});
afterAll(async () => {
  await salon.close();
  await between.close();
  await postgres.stop();
});

async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const before = between.roundTrips();
  await work();
  return between.roundTrips() - before;
}

test('reads the free slots in one round trip, and in two after a write', async () => {
  const free = () =>
    salon.visitor.call('GET /appointments', { query: { from: '2026-11-18', to: '2026-11-20' } });
  await free();
  await free();
  await expect.poll(() => roundTripsOf(free)).toBe(1); // retries, because PostgreSQL's own background writes change the snapshot too
  await aSlot(salon, '2026-11-18 10:00:00');
  expect(await roundTripsOf(free)).toBe(2);
  expect(await free()).toHaveLength(1);
});
