/**
 * `npm run measure`: the figures of docs/measurements.md, on the embedded database with ten years of a demo salon in a folder
 * of its own. What depends on the machine is a ratio to a bare server in the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { addDays, dateOf, startOfWeek, type WallDate } from '../src/domain/wall-clock.ts';
import { ensureAdmin } from '../src/server/accounts/admin-account.ts';
import { makePasswords } from '../src/server/platform/auth/passwords.ts';
import { readClock, systemClock } from '../src/server/platform/clock.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { openDatabase } from '../src/server/platform/db/open.ts';
import { pageSizes } from './checks/bundle-size.ts';
import { fillDemo } from './demo/fill.ts';
import { freePort } from './machine/free-port.ts';
import { measureCalendar } from './measure/calendar.ts';
import { answersPerSecond } from './measure/load.ts';
import { median } from './measure/median.ts';
import { answers, ended, run, startMs, withSalon } from './measure/server.ts';

const YEARS = 10;
const ROUNDS = 3;
const SECONDS = 4;
const STARTS = 5;
const STRIP_DAYS = 14;
const ADMIN = { email: 'admin@salon.local', password: 'merenje' };
async function fill(folder: string): Promise<{ today: WallDate; made: number; seconds: number }> {
  const config = readConfig({ DATA_DIR: folder, ADMIN_PASSWORD: ADMIN.password });
  const database = openDatabase(config, () => undefined);
  const clock = systemClock(config.timeZone);
  const platform = { db: database.db, clock, config, passwords: makePasswords() };
  const today = dateOf(readClock(clock).wall);
  await migrate(database.db, database.engine);
  await ensureAdmin(platform);
  const began = performance.now();
  const made = await fillDemo(platform, today, YEARS);
  await database.close();
  return { today, made, seconds: (performance.now() - began) / 1000 };
}

async function freeSlotsRatio(folder: string, today: WallDate): Promise<void> {
  const [port, barePort] = [await freePort(), await freePort()];
  const path = `/api/appointments?from=${today}&to=${addDays(today, STRIP_DAYS)}`;
  const salon = run(['src/server/main.ts'], { DATA_DIR: folder, PORT: String(port) });
  const body = await (await answers(port, path)).text();
  const bare = run(['scripts/measure.ts', 'bare', String(barePort)], { MEASURED_BODY: body });
  await answers(barePort, path);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [own, reference] = [
      await answersPerSecond(port, path, SECONDS),
      await answersPerSecond(barePort, path, SECONDS),
    ];
    ratios.push(own / reference);
    console.log(
      `  ${own.toFixed(0)}/s against ${reference.toFixed(0)}/s bare: ${(own / reference).toFixed(2)}`,
    );
  }
  console.log(
    `Free slots of the strip (${JSON.parse(body).length} slots) against bare Fastify: ${median(ratios).toFixed(2)}`,
  );
  await Promise.all([ended(salon), ended(bare)]);
}

async function calendar(folder: string, today: WallDate): Promise<void> {
  const monday = addDays(startOfWeek(today), 7);
  const { events, framesPerSecond, slowestFrameMs, views } = await withSalon(folder, (port) =>
    measureCalendar({ url: `http://127.0.0.1:${port}`, admin: ADMIN }, monday),
  );
  console.log(`Calendar at a quarter of the CPU, ${events} events in the week:`);
  console.log(
    `  dragging: ${framesPerSecond.toFixed(0)} frames/s, slowest frame ${slowestFrameMs.toFixed(0)} ms`,
  );
  for (const { name, quickestMs, medianMs } of views)
    console.log(`  ${name}: median ${medianMs.toFixed(0)} ms, quickest ${quickestMs.toFixed(0)} ms`);
}

async function pages(): Promise<void> {
  console.log('Pages, scripts and styles packed by gzip:');
  for (const { name, size } of await pageSizes())
    console.log(`  ${name}: ${size.kilobytes.toFixed(1)} kB, ${size.scripts} scripts`);
}

/** The least a server can do: the same bytes, ready made, with the answer's type. */
async function serveBare(port: number): Promise<void> {
  const body: unknown = JSON.parse(process.env.MEASURED_BODY ?? '[]');
  const app = Fastify();
  app.get('/api/appointments', () => body);
  await app.listen({ port, host: '127.0.0.1' });
  process.once('SIGTERM', () => process.exit());
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-measure-'));
  const empty = mkdtempSync(join(tmpdir(), 'lunula-measure-'));
  try {
    const { today, made, seconds } = await fill(folder);
    console.log(`Ten years of a demo salon: ${made} appointments in ${seconds.toFixed(1)} s`);
    console.log(`First start on an empty folder, to healthy: ${(await startMs(empty)).toFixed(0)} ms`);
    const starts: number[] = [];
    for (let n = 0; n < STARTS; n++) starts.push(await startMs(folder));
    console.log(`A later start over ten years, to healthy: ${median(starts).toFixed(0)} ms`);
    await freeSlotsRatio(folder, today);
    await calendar(folder, today);
    await pages();
  } finally {
    for (const made of [folder, empty]) rmSync(made, { recursive: true, force: true });
  }
}

if (process.argv[2] === 'bare') await serveBare(Number(process.argv[3]));
else await measure();
