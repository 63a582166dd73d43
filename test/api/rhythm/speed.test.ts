import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { UserId } from '../../../src/domain/ids.ts';
import { addDays, addMinutes, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { personColumns } from '../../../src/server/clients/clients.ts';
import { clientVisits, guestVisits } from '../../../src/server/rhythm/people.ts';
import type { Salon } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { quickestMs } from '../../support/size.ts';

const DAYS = 3650;
const FIRST = addDays('2026-11-17', -DAYS);
const SLOTS_A_DAY = 14;
const CLIENTS = 5000;
const GUESTS = 1500;
const ROWS_AT_ONCE = 2000;
/** The target is 100 ms; the higher limit allows for a busy machine. */
const LIMIT_MS = 200;

const CLIENT_DAYS = 400; // the number of days from a client's first booking to the last
const NEW_CLIENT_EVERY = DAYS / CLIENTS;

/** Returns the bookings of one day. Every seventh is for a guest, the others are for clients who are active on that day. */
function dayOf(day: number, clients: readonly UserId[]) {
  return Array.from({ length: SLOTS_A_DAY }, (_, place) => {
    const start_datetime = addMinutes(wallTimeOn(addDays(FIRST, day), '06:00'), place * 60);
    const n = day * SLOTS_A_DAY + place;
    const isGuest = place % 7 === 0;
    const phone = `0641${String(1_000_000 + (n % GUESTS))}`;
    const since = Math.floor(day / NEW_CLIENT_EVERY);
    const client = Math.min(CLIENTS - 1, since + ((n * 31) % Math.floor(CLIENT_DAYS / NEW_CLIENT_EVERY)));
    return {
      start_datetime,
      end_datetime: addMinutes(start_datetime, 60),
      status: 'BOOKED' as const,
      client_id: isGuest ? null : (clients[client] ?? null),
      guest_name: isGuest ? 'Gošća' : null,
      guest_phone: isGuest ? phone : null,
      guest_phone_digits: isGuest ? phone : null,
      service_name: `Usluga ${place}`,
      attended: n % 11 ? (1 as const) : (0 as const),
      created_at: 0,
    };
  });
}

async function fill({ db }: Salon): Promise<void> {
  for (let n = 0; n < CLIENTS; n += ROWS_AT_ONCE / 4)
    await db
      .insertInto('users')
      .values(
        Array.from({ length: ROWS_AT_ONCE / 4 }, (_, more) => ({
          role: 'CLIENT' as const,
          ...personColumns({
            name: `Klijentkinja ${n + more}`,
            email: null,
            phone: `063 ${2_000_000 + n + more}`,
            city: null,
          }),
          created_at: 0,
        })),
      )
      .execute();
  const clients = (await db.selectFrom('users').select('id').where('role', '=', 'CLIENT').execute()).map(
    ({ id }) => id,
  );
  for (let day = 0; day < DAYS; day += 100) {
    const rows = Array.from({ length: Math.min(100, DAYS - day) }, (_, more) =>
      dayOf(day + more, clients),
    ).flat();
    await db.insertInto('appointments').values(rows).execute();
  }
}

onBothEngines('speed of the queries about the rhythm of 5,000 clients over ten years', (engine) => {
  beforeAll(async () => {
    await fill(salon);
    if (engine === 'postgres') await sql`analyze`.execute(salon.db); // SQLite runs without table statistics, as in production
  }, 120_000);

  test.each([
    ['clients', clientVisits, /appointments_by_client/],
    ['guests', guestVisits, /appointments_by_guest_phone/],
  ])('queries of past appointments of %s use an index', async (_, query, index) => {
    const explain = sql.raw(engine === 'sqlite' ? 'explain query plan' : 'explain');
    const { rows } = await sql`${explain} ${query(salon.db)}`.execute(salon.db);
    const plan = JSON.stringify(rows);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on appointments|SCAN (visit|appointments)"/);
  });

  test.each([
    ['GET /clients/due', () => salon.admin.call('GET /clients/due', { query: { limit: '50' } })],
    [
      'GET /analytics/retention',
      () => salon.admin.call('GET /analytics/retention', { query: { from: FIRST, to: '2026-11-17' } }),
    ],
    ['GET /analytics/empty-hours', () => salon.admin.call('GET /analytics/empty-hours')],
  ])('%s responds within the limit', async (_, request: () => Promise<unknown>) => {
    expect(await quickestMs(request, LIMIT_MS)).toBeLessThan(LIMIT_MS);
  });
});
