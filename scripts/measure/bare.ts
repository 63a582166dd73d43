// A bare Fastify server for comparison. GET returns the text that the last PUT has set; POST commits one durable
// update, in the database of the measured server's engine.
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { openFile } from '../../src/server/platform/db/sqlite.ts';

const ROWS = 64; // more than there are clients, so that PostgreSQL's transactions do not wait for each other
const { DATABASE_URL, DATA_DIR = '', PORT } = process.env;
const TABLE = 'create table if not exists bare (id integer primary key, n integer not null)';
const ROW_VALUES = Array.from({ length: ROWS }, (_, id) => `(${id}, 0)`).join(', ');
const INSERT = `insert into bare values ${ROW_VALUES} on conflict (id) do nothing`;
const updateOf = (id: string): string => `update bare set n = n + 1 where id = ${id}`;

async function openUpdates(): Promise<(id: number) => unknown> {
  if (DATABASE_URL) {
    const pool = new pg.Pool({ connectionString: DATABASE_URL });
    await pool.query(TABLE);
    await pool.query(INSERT);
    return (id) => pool.query({ name: 'update', text: updateOf('$1'), values: [id] });
  }
  const file = openFile(join(DATA_DIR, 'bare.sqlite'));
  file.exec(TABLE);
  file.exec(INSERT);
  const update = file.prepare(updateOf('?'));
  return (id) => update.run(id);
}

const update = await openUpdates();
let text = '';
let posts = 0;
const app = Fastify({ bodyLimit: 2 ** 26 });
app.get('/*', (_, reply) => reply.type('application/json; charset=utf-8').send(text));
app.put('/*', async (request) => {
  text = request.body as string;
  return '';
});
app.post('/*', async () => {
  await update(posts++ % ROWS);
  return {};
});
process.once('SIGTERM', () => process.exit());
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
