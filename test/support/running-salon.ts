// Starts server processes on one database, and inserts the rows that the tests need.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import type { AppointmentId, TechnicianId, UserId } from '../../src/domain/ids.ts';
import { addDays, dateOf, type WallDate, type WallTime } from '../../src/domain/wall-clock.ts';
import { startSession } from '../../src/server/platform/auth/sessions.ts';
import { readClock, systemClock } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { openForCommand } from '../../src/server/platform/db/open.ts';
import { addAccount } from '../../src/server/platform/db/people.ts';
import type { Db } from '../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../src/server/platform/db/transaction.ts';
import { aBooking, anAppointment } from './builders.ts';
import { freshPlace } from './databases/databases.ts';
import { type Server, startServer } from './server.ts';
import { isHard, WAIT_MS } from './size.ts';
import { TIME_ZONE } from './wall-clock.ts';

export interface RunningSalon {
  readonly db: Db;
  readonly clock: { wall(): WallTime };
  readonly adminToken: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** Collects garbage in the first process and returns its resident memory in bytes. */
  memory(): Promise<number>;
  /** Returns the port of the next process. Successive calls go through all processes in turn. */
  port(): number;
  /** Returns a future day without appointments and absences. After DAYS_AHEAD days, the first days are emptied and reused. */
  freshDay(): Promise<WallDate>;
  aSlot(start: WallTime, minutes?: number, technician?: TechnicianId): Promise<AppointmentId>;
  aBooking(start: WallTime, clientId: UserId): Promise<number>;
  aClient(): Promise<{ id: UserId; token: string }>;
  aService(minutes?: number): Promise<number>;
  close(): Promise<void>;
}

const REPORTS_MEMORY = `--expose-gc --import ${pathToFileURL(join(import.meta.dirname, 'memory-report.ts'))}`;
const DAYS_AHEAD = 340; // the server accepts days up to a year ahead, and tests also use the weeks after a fresh day

const EVERY_DEPLOYMENT = [
  { engine: 'sqlite', processes: 1 },
  { engine: 'postgres', processes: 1 },
  { engine: 'postgres', processes: 3 },
] as const;
export type Deployment = (typeof EVERY_DEPLOYMENT)[number];
/** The small run skips PostgreSQL with one process, because PostgreSQL with three processes covers the same cases. */
export const DEPLOYMENTS: readonly Deployment[] = EVERY_DEPLOYMENT.filter(
  ({ engine, processes }) => isHard || engine === 'sqlite' || processes > 1,
);

/** Returns the number of deadlocks in this database, including those after which the server retried. */
export async function deadlocksOf(db: Db): Promise<number> {
  const counted = sql<{ deadlocks: number }>`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`;
  return (await counted.execute(db)).rows[0]?.deadlocks ?? -1;
}

export async function startSalon({ engine, processes }: Deployment): Promise<RunningSalon> {
  const place = await freshPlace(engine);
  const first = await startServer({ ...place.settings, NODE_OPTIONS: REPORTS_MEMORY });
  const servers: Server[] = [first];
  const more = Array.from({ length: processes - 1 }, () => startServer(place.settings));
  servers.push(...(await Promise.all(more)));
  const { db, close } = openForCommand(readConfig(place.settings));
  const clock = systemClock(TIME_ZONE);
  const wall = () => readClock(clock).wall;
  const own = { db, clock };
  const sessionOf = (id: UserId) => startSession(db, id, clock.ms());
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .executeTakeFirstOrThrow();
  let requests = 0;
  let days = 0;
  let clients = 0;
  return {
    db,
    clock: { wall },
    adminToken: await sessionOf(admin.id),
    admin: first.admin,
    async memory() {
      const reports = () =>
        [...first.log().matchAll(/^\{"rss_after_gc":(\d+)\}$/gm)].map(([, bytes]) => Number(bytes));
      const before = reports().length;
      first.process.kill('SIGUSR2');
      for (const until = Date.now() + WAIT_MS; Date.now() < until; await wait(100)) {
        const bytes = reports().slice(before)[0];
        if (bytes !== undefined) return bytes;
      }
      throw new Error('The server did not report its memory.');
    },
    port: () => Number(new URL(servers[requests++ % servers.length]?.url ?? '').port),
    async freshDay() {
      const day = addDays(dateOf(wall()), 2 + (days++ % DAYS_AHEAD));
      if (days <= DAYS_AHEAD) return day;
      await db.deleteFrom('appointments').where('day', '=', day).execute();
      await db.deleteFrom('openings').where('day', '=', day).execute();
      await db.deleteFrom('absences').where('date_from', '<=', day).where('date_to', '>=', day).execute();
      return day;
    },
    aSlot: (start, minutes = 60, technician_id) =>
      anAppointment(own, start, { minutes, created_at: 0, ...(technician_id && { technician_id }) }),
    aBooking: (start, client_id) => aBooking(own, start, client_id, { created_at: 0 }),
    async aClient() {
      const n = ++clients;
      const email = `k${n}@primer.rs`;
      const person = { name: `Klijentkinja ${n}`, email, phone: `0640000${n}`, city: null };
      const account = { role: 'CLIENT', person, password_hash: null, created_at: 0 } as const;
      const id = await inTransaction(db, (trx) => addAccount(trx, account));
      if (id === undefined) throw new Error(`${email} is taken`);
      return { id, token: await sessionOf(id) };
    },
    async aService(duration_minutes = 60) {
      const row = { name: 'Gel lak', price: 1800, duration_minutes, position: 1 };
      return (await db.insertInto('services').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async close() {
      await close();
      await Promise.all(servers.map((server) => server.stop()));
      await place.remove();
    },
  };
}
