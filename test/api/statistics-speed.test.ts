import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { insertAppointments } from '../../scripts/demo/rows.ts';
import type { UserId } from '../../src/domain/ids.ts';
import { addMinutes } from '../../src/domain/wall-clock.ts';
import { inTransaction } from '../../src/server/platform/db/transaction.ts';
import { appointmentsIn, bookedIn } from '../../src/server/statistics/statistics.ts';
import { aClient } from '../support/builders.ts';
import type { Salon } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { quickestMs } from '../support/size.ts';

const TEN_YEARS = { from: '2016-11-17', to: '2026-11-16' };
const DAYS = 3650;
const SLOTS_A_DAY = 7;
const CLIENTS = 300;
/** The target is 50 ms; the higher limit allows for a busy machine. */
const LIMIT_MS = 100;

function appointmentAt(day: number, place: number, clients: readonly UserId[]) {
  const start_datetime = addMinutes('2016-11-17 07:00:00', day * 1440 + place * 120);
  const times = { start_datetime, end_datetime: addMinutes(start_datetime, 90), created_at: 0 };
  if ((day + place) % 5 === 0) return { ...times, status: 'AVAILABLE' as const };
  return {
    ...times,
    status: 'BOOKED' as const,
    client_id: clients[(day * SLOTS_A_DAY + place) % clients.length] ?? null,
    service_name: `Usluga ${place}`,
    service_price: 1500.5 + place,
  };
}

async function fillTenYears(salon: Salon): Promise<void> {
  const clients: UserId[] = [];
  for (let n = 0; n < CLIENTS; n++) clients.push((await aClient(salon)).id);
  const day = (n: number) =>
    Array.from({ length: SLOTS_A_DAY }, (_, place) => appointmentAt(n, place, clients));
  for (let n = 0; n < DAYS; n += 100) {
    const rows = Array.from({ length: Math.min(100, DAYS - n) }, (_, more) => day(n + more)).flat();
    await inTransaction(salon.db, (trx) => insertAppointments(trx, rows));
  }
}

onBothEngines('speed of the statistics over 25,000 appointments in ten years', (engine) => {
  beforeAll(async () => {
    await fillTenYears(salon);
  });

  test.each([
    ['appointments-per-day'],
    ['revenue-by-service'],
    ['top-services'],
    ['top-clients'],
    ['utilization'],
    ['revenue-per-day'],
    ['totals'],
    ['technicians'],
  ] as const)('the statistic %s over ten years responds within the limit', async (name) => {
    const request = () => salon.admin.call(`GET /analytics/${name}`, { query: TEN_YEARS });
    expect(await quickestMs(request, LIMIT_MS)).toBeLessThan(LIMIT_MS);
  });

  test.each([
    ['one status', bookedIn],
    ['every status', appointmentsIn],
  ])('a query for a month of appointments with %s uses an index on the start time', async (_, query) => {
    if (engine === 'postgres') await sql`analyze`.execute(salon.db); // SQLite runs without table statistics, as in production
    const month = { from: '2026-10-01' as const, to: '2026-10-31' as const };
    const how = engine === 'sqlite' ? sql`query plan` : undefined;
    const plan = JSON.stringify(await query(salon.db, month).select('id').explain(undefined, how));
    expect(plan).toMatch(/appointments_(by_start|by_status|in_order)/);
    expect(plan).toMatch(/start_datetime ?>/);
  });
});
