/**
 * `npm run measure:scale [-- --salons 1000 --seconds 10]`: compares a PostgreSQL database of many salons with one of a
 * single salon, in a small schema of its own with a column `salon_id`. Prints Markdown for docs/scale.md.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../test/support/databases/postgres.ts';
import { loadLine, table } from './measure/figures.ts';

const { values } = parseArgs({
  options: { salons: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '10' } },
});
const SECONDS = Number(values.seconds);
const CALLERS = 8;
const DAYS = 30;

/** Three technicians in each salon with ten slots on each day; every second slot is booked. */
const schemaOf = (salons: number): string => `
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
grant select, insert, update, delete on appointments, technicians to salon_server;
insert into technicians select s, t from generate_series(1, ${salons}) s, generate_series(1, 3) t;
insert into appointments (salon_id, technician_id, day, start_at, end_at, status)
  select t.salon_id, t.id, '2026-11-01'::date + d, begins, begins + interval '1 hour',
    case when n % 2 = 0 then 'BOOKED' else 'AVAILABLE' end
  from technicians t, generate_series(1, ${DAYS}) d, generate_series(1, 10) n,
    lateral (select '2026-11-01'::timestamp + d * interval '1 day' + (n + 7) * interval '1 hour' as begins) time`;

const FREE = `select id from appointments
  where salon_id = $1 and day = '2026-11-01'::date + $2::int and status = 'AVAILABLE' order by start_at`;
const SET = 'update appointments set status = $3 where salon_id = $1 and id = $2';

const numberUpTo = (most: number): number => 1 + Math.floor(Math.random() * most);

/** Reads the free slots of a random day of a random salon. With `books`, also books one of them and frees it again. */
async function visit(client: pg.PoolClient, salons: number, books: boolean): Promise<void> {
  const salon = numberUpTo(salons);
  await client.query(`begin; set local role salon_server; set local app.salon = ${salon}`);
  const { rows } = await client.query(FREE, [salon, numberUpTo(DAYS)]);
  const slot = rows[numberUpTo(rows.length) - 1];
  for (const status of books && slot ? ['BOOKED', 'AVAILABLE'] : [])
    await client.query(SET, [salon, slot.id, status]);
  await client.query('commit');
}

/** Returns how many visits per second all connections together complete. */
async function rateOf(pool: pg.Pool, salons: number, books: boolean): Promise<string> {
  const until = performance.now() + SECONDS * 1000;
  const call = async (): Promise<number> => {
    const client = await pool.connect();
    let done = 0;
    for (; performance.now() < until; done++) await visit(client, salons, books);
    client.release();
    return done;
  };
  const counts = await Promise.all(Array.from({ length: CALLERS }, call));
  return String(Math.round(counts.reduce((sum, count) => sum + count, 0) / SECONDS));
}

async function measure(salons: number): Promise<string[]> {
  const postgres = await startPostgres({ durable: true });
  const pool = new pg.Pool({ connectionString: postgres.url, max: CALLERS });
  try {
    await pool.query(schemaOf(salons));
    await pool.query('vacuum analyze');
    await pool.query('checkpoint'); // during the first measurement it would distort the result
    await rateOf(pool, salons, false);
    const size = "select pg_total_relation_size('appointments') as bytes, count(*) from appointments";
    const { bytes, count } = (await pool.query(size)).rows[0];
    const sizes = [`${Math.round(bytes / 2 ** 20)} MB`, `${Math.round(bytes / salons / 1024)} kB`];
    return [
      `${salons}`,
      count,
      ...sizes,
      await rateOf(pool, salons, false),
      await rateOf(pool, salons, true),
    ];
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

const before = loadLine();
const rows = [await measure(1), await measure(Number(values.salons))];
const heads = ['salons', 'appointments', 'size with indexes', 'per salon', 'days read/s', 'bookings/s'];
console.log(`Before: ${before}.\n\n${table(heads, rows)}`);
