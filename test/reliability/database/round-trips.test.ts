// Counts round trips to PostgreSQL for cached responses (docs/decisions/0020-cached-free-slots.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { openPostgres } from '../../../src/server/platform/db/open.ts';
import { aSlot } from '../../support/builders.ts';
import { type Postgres, startPostgres } from '../../support/databases/postgres.ts';
import { openSalon, type Salon } from '../../support/salon.ts';
import { TIME_ZONE } from '../../support/wall-clock.ts';
import { type Between, proxyTo } from './tcp-proxy.ts';

let postgres: Postgres;
let between: Between;
let salon: Salon;
/** Uses its own PostgreSQL server: the cache compares transaction snapshots, which writes to other databases of a server change too. */
beforeAll(async () => {
  postgres = await startPostgres();
  between = await proxyTo(postgres.url);
  const database = openPostgres(between.url, (error) => console.error(error.message), { max: 1 });
  await migrate(database.db, { engine: 'postgres', timeZone: TIME_ZONE });
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

test('the free slots are read in one round trip, or in two if there was a write since the last read', async () => {
  const free = () =>
    salon.visitor.call('GET /appointments', { query: { from: '2026-11-18', to: '2026-11-20' } });
  await free();
  await free();
  await expect.poll(() => roundTripsOf(free)).toBe(1); // polls because PostgreSQL's own background writes also change the snapshot
  await aSlot(salon, '2026-11-18 10:00:00');
  expect(await roundTripsOf(free)).toBe(2);
  expect(await free()).toHaveLength(1);
});
