import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { insertAppointments } from '../../../scripts/demo/rows.ts';
import type { UserId } from '../../../src/domain/ids.ts';
import { addDays, addMinutes, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { insertClients } from '../../support/rows/many-clients.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { quickestMs } from '../../support/size.ts';

const DAYS = 3650;
const FIRST = addDays('2026-12-01', -DAYS);
const SLOTS_A_DAY = 12;
const CLIENTS = 3000;
const GUESTS = 2000;
const ROWS_AT_ONCE = 500;
/** The target is 50 ms; the higher limit allows for a busy machine. */
const LIMIT_MS = 100;

/** Returns the bookings of one day, half of them of guests. */
const dayOf = (day: number, clients: readonly UserId[]) =>
  Array.from({ length: SLOTS_A_DAY }, (_, place) => {
    const start_datetime = addMinutes(wallTimeOn(addDays(FIRST, day), '07:00'), place * 60);
    const n = day * SLOTS_A_DAY + place;
    const isGuest = place % 2 === 0;
    const guest = (n / 2) % GUESTS;
    return {
      start_datetime,
      end_datetime: addMinutes(start_datetime, 60),
      status: n % 13 ? ('BOOKED' as const) : ('CANCELLED' as const),
      client_id: isGuest ? null : (clients[n % CLIENTS] ?? null),
      guest_name: isGuest ? `Gošća ${guest}` : null,
      guest_phone: isGuest ? `0641${String(guest).padStart(6, '0')}` : null,
      service_name: `Usluga ${place}`,
      service_price: 1500,
      attended: n % 11 ? (1 as const) : (0 as const),
      created_at: 0,
    };
  });

onBothEngines('speed of the list of 5,000 people over ten years', (engine) => {
  beforeAll(async () => {
    const person = (n: number) => ({
      name: `Klijentkinja Đorđević ${n}`,
      email: `broj.${n}@primer.rs`,
      phone: `063 ${2_000_000 + n}`,
      city: 'Niš',
      created_at: 0,
    });
    for (let n = 0; n < CLIENTS; n += ROWS_AT_ONCE) {
      const people = Array.from({ length: ROWS_AT_ONCE }, (_, more) => person(n + more));
      await inTransaction(salon.db, (trx) => insertClients(trx, people));
    }
    const users = salon.db.selectFrom('users').select('id').where('role', '=', 'CLIENT').orderBy('id');
    const clients = (await users.execute()).map(({ id }) => id);
    for (let day = 0; day < DAYS; day += 100) {
      const rows = Array.from({ length: Math.min(100, DAYS - day) }, (_, more) => dayOf(day + more, clients));
      await inTransaction(salon.db, (trx) => insertAppointments(trx, rows.flat()));
    }
    if (engine === 'postgres') await sql`analyze`.execute(salon.db); // SQLite runs without table statistics, as in production. The query plans are checked in query-plans.test.ts
  }, 180_000);

  const page = (query: object) => () => salon.admin.call('GET /people', { query: { limit: 50, ...query } });
  const cardOf = async (q: string) => {
    const [person] = await salon.admin.call('GET /people', { query: { q } });
    return () => salon.admin.call('GET /people/{id}', { params: { id: person?.id ?? 0 } });
  };

  test.each([
    ['the first page', async () => page({})],
    ['the last page', async () => page({ offset: 4950 })],
    ['a search by name', async () => page({ q: 'djordjevic 299' })],
    ['a search that finds everybody', async () => page({ q: 'o' })],
    ['a search by number', async () => page({ q: '+381 64 1001999' })],
    ['a search that finds nobody', async () => page({ q: 'nema te' })],
    ['the card of a client', async () => cardOf('Klijentkinja Đorđević 77')],
    ['the card of a guest', async () => cardOf('Gošća 1999')],
  ])('%s takes at most 50 ms', async (_, requestOf) => {
    const request = await requestOf();
    expect(JSON.stringify(await request()).length).toBeGreaterThan(1);
    expect(await quickestMs(request, LIMIT_MS)).toBeLessThan(LIMIT_MS);
  });
});
