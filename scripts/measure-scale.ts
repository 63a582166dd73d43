/**
 * `npm run measure:scale [-- --salons 1000 --seconds 10]`: compares a PostgreSQL database that contains many salons
 * with one that contains one salon. Creates a small schema of its own, with a column `salon_id` that the product does
 * not have. Prints Markdown for docs/scale.md.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../test/support/databases/postgres.ts';
import { loadLine } from './measure/figures.ts';

const { values } = parseArgs({
  options: { salons: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '10' } },
});
const SECONDS = Number(values.seconds);
const TECHNICIANS = 3;
const DAYS = 30;
const SLOTS_A_DAY = 10;
const CALLERS = 8;

const SCHEMA = `
create table technicians (salon_id int not null, id int not null, primary key (salon_id, id));
create table appointments (
  salon_id int not null, id bigint generated always as identity, technician_id int not null,
  day date not null, start_at timestamp not null, end_at timestamp not null, status text not null, guest_name text,
  primary key (salon_id, id),
  foreign key (salon_id, technician_id) references technicians (salon_id, id),
  constraint no_overlap exclude using gist (
    tsrange(start_at, end_at) with &&, int4range(salon_id, salon_id, '[]') with &&,
    int4range(technician_id, technician_id, '[]') with &&) where (status <> 'CANCELLED'));
create index by_day on appointments (salon_id, day);
alter table appointments enable row level security;
create policy own_salon on appointments using (salon_id = current_setting('app.salon')::int);
create role salon_server;
grant select, insert, update, delete on appointments, technicians to salon_server;`;

/** Fills the schema. Every second slot is booked. */
const FILL = `
insert into technicians select s, t from generate_series(1, $1::int) s, generate_series(1, ${TECHNICIANS}) t`;
const FILL_APPOINTMENTS = `
insert into appointments (salon_id, technician_id, day, start_at, end_at, status)
select t.salon_id, t.id, '2026-11-01'::date + d, begins, begins + interval '1 hour',
  case when n % 2 = 0 then 'BOOKED' else 'AVAILABLE' end
from technicians t, generate_series(1, ${DAYS}) d, generate_series(1, ${SLOTS_A_DAY}) n,
  lateral (select '2026-11-01'::timestamp + d * interval '1 day' + (n + 7) * interval '1 hour' as begins) time`;

const DAY = `select id, technician_id, start_at, end_at from appointments
  where salon_id = $1 and day = $2 and status = 'AVAILABLE' order by start_at`;
const BOOK = `update appointments set status = 'BOOKED', guest_name = 'Gošća' where salon_id = $1 and id = $2 and status = $3`;

const numberUpTo = (most: number): number => 1 + Math.floor(Math.random() * most);
const aDay = (): string => `2026-11-${String(numberUpTo(DAYS - 1) + 1).padStart(2, '0')}`;

/** Runs `work` in a transaction that can access only the rows of one salon. */
async function inSalon(client: pg.PoolClient, salon: number, work: () => Promise<void>): Promise<void> {
  await client.query(`begin; set local role salon_server; set local app.salon = ${salon}`);
  await work();
  await client.query('commit');
}

/** Reads the free slots of a random day. With `books`, also books one of these slots and frees it again. */
async function visit(client: pg.PoolClient, salons: number, books: boolean): Promise<void> {
  const salon = numberUpTo(salons);
  await inSalon(client, salon, async () => {
    const { rows } = await client.query(DAY, [salon, aDay()]);
    const slot = rows[numberUpTo(rows.length) - 1];
    if (!books || !slot) return;
    await client.query(BOOK, [salon, slot.id, 'AVAILABLE']);
    await client.query("update appointments set status = 'AVAILABLE' where salon_id = $1 and id = $2", [
      salon,
      slot.id,
    ]);
  });
}

/** Returns how many transactions per second all connections together complete. */
async function rateOf(pool: pg.Pool, salons: number, books: boolean): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  const caller = async (): Promise<number> => {
    const client = await pool.connect();
    let done = 0;
    for (; performance.now() < until; done++) await visit(client, salons, books);
    client.release();
    return done;
  };
  const counts = await Promise.all(Array.from({ length: CALLERS }, caller));
  return Math.round(counts.reduce((sum, count) => sum + count, 0) / SECONDS);
}

async function measure(salons: number): Promise<string> {
  const postgres = await startPostgres({ durable: true });
  const pool = new pg.Pool({ connectionString: postgres.url, max: CALLERS });
  try {
    await pool.query(SCHEMA);
    await pool.query(FILL, [salons]);
    await pool.query(FILL_APPOINTMENTS);
    await pool.query('vacuum analyze');
    // writes the checkpoint now, because during the first measurement it would distort the result
    await pool.query('checkpoint');
    await rateOf(pool, salons, false);
    const size = await pool.query(
      "select pg_total_relation_size('appointments') as bytes, count(*) from appointments",
    );
    const { bytes, count } = size.rows[0];
    const reads = await rateOf(pool, salons, false);
    const bookings = await rateOf(pool, salons, true);
    const perSalon = Math.round(Number(bytes) / salons / 1024);
    return `| ${salons} | ${count} | ${Math.round(Number(bytes) / 2 ** 20)} MB | ${perSalon} kB | ${reads} | ${bookings} |`;
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

const before = loadLine();
const rows = [await measure(1), await measure(Number(values.salons))];
console.log(`Before: ${before}.

| salons | appointments | size with indexes | per salon | days read/s | bookings/s |
|---|---|---|---|---|---|
${rows.join('\n')}`);
