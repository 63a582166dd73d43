// Runs a server that can switch to another release of its pages. Releases have the same files with different hashes in their names.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Chunks } from '../../../scripts/build/page-files.ts';
import { writeWorkers } from '../../../scripts/build/worker.ts';
import { pagesFolder, readChunks } from '../../../scripts/build-web.ts';
import { ensureAdmin } from '../../../src/server/accounts/admin-account.ts';
import { makeApp } from '../../../src/server/app.ts';
import { makePasswords } from '../../../src/server/platform/auth/passwords.ts';
import { systemClock } from '../../../src/server/platform/clock.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { openDatabase } from '../../../src/server/platform/db/open.ts';

export interface Salon {
  readonly url: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** Restarts the server with the given release. The server initially runs release 'A'. */
  serve(release: string): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

const HASHED = /-[\w-]{8}(?=\.(js|css|svg|woff2|webp)$)/;

/** Returns the name of a file in a release: 'index-Ab12Cd34.js' becomes 'index-BBBBCd34.js' in release B. */
const renamed = (name: string, release: string): string =>
  name.replace(HASHED, (hash) => `-${release.repeat(4)}${hash.slice(5)}`);

/** Copies the built pages with renamed assets, replaces the names in all files, and writes a matching service worker. */
async function makeRelease(folder: string, release: string): Promise<void> {
  cpSync(pagesFolder, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).map((name) => [name, renamed(name, release)] as const);
  const withNames = (text: string) => names.reduce((all, [from, to]) => all.replaceAll(from, to), text);
  for (const [from, to] of names) {
    if (/\.(js|css)$/.test(from))
      writeFileSync(join(assets, from), withNames(readFileSync(join(assets, from), 'utf8')));
    renameSync(join(assets, from), join(assets, to));
  }
  for (const page of readdirSync(folder).filter((name) => name.endsWith('.html')))
    writeFileSync(
      join(folder, page),
      withNames(readFileSync(join(folder, page), 'utf8')).replace(
        '<html ',
        `<html data-release="${release}" `,
      ),
    );
  await writeWorkers(folder, () => JSON.parse(withNames(JSON.stringify(readChunks()))) as Chunks);
}

/** Starts the server on a free port with an empty database. */
export async function openSalon(): Promise<Salon> {
  const place = mkdtempSync(join(tmpdir(), 'lunula-releases-'));
  const admin = { email: 'admin@salon.local', password: 'tajna-lozinka' };
  const config = readConfig({
    DATA_DIR: place,
    RATE_LIMIT: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  const database = openDatabase(config, (error) => console.error(error.message));
  await migrate(database.db, { engine: database.engine, timeZone: config.timeZone });
  const clock = systemClock(config.timeZone);
  const platform = { db: database.db, clock, config, passwords: makePasswords() };
  await ensureAdmin(platform);
  let port = 0;
  let app: FastifyInstance | undefined;
  const stop = async (): Promise<void> => {
    await app?.close();
    app = undefined;
  };
  const serve = async (release: string): Promise<void> => {
    await stop();
    const folder = join(place, `pages-${release}`);
    if (!existsSync(folder)) await makeRelease(folder, release);
    app = await makeApp(platform, { log: pino({ level: 'silent' }), pagesDirectory: folder });
    port = Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port);
  };
  await serve('A');
  return {
    url: `http://127.0.0.1:${port}`,
    admin,
    serve,
    stop,
    async close() {
      await stop();
      await database.close();
      rmSync(place, { recursive: true, force: true });
    },
  };
}
