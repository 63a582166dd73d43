import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { makeApp } from '../../src/server/app.ts';
import { makePasswords } from '../../src/server/platform/auth/passwords.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { openDatabase } from '../../src/server/platform/db/open.ts';
import { makeFolder } from '../../src/server/platform/pictures/files.ts';
import { DEMO_CLIENT } from '../demo/fill.ts';
import { DEMO_DEFAULTS, makeDemo } from '../demo/salon.ts';

export interface DemoSalon {
  readonly url: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly client: { readonly email: string; readonly password: string };
  close(): Promise<void>;
}

/** The time in all screenshots, so that they are reproducible: a Tuesday, 11:20 in the salon's time zone. */
const NOON_MS = Date.parse('2026-11-17T10:20:00Z');
/** The salon's web address in screenshots. */
const PUBLIC_URL = 'https://nokti.primer.rs';
const PAGES = join(import.meta.dirname, '..', '..', 'dist', 'web');

/** Starts the demo salon on a free port, in a temporary folder, with a stopped clock. The web must already be built. */
export async function openDemoSalon(): Promise<DemoSalon> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'lunula-pictures-'));
  const config = readConfig({ DATA_DIR, PUBLIC_URL, RATE_LIMIT: 'off' }, DEMO_DEFAULTS);
  const database = openDatabase(config, (error) => console.error(error.message));
  await migrate(database.db, { engine: database.engine, timeZone: config.timeZone });
  const clock = { ms: () => NOON_MS, timeZone: config.timeZone };
  const platform = { db: database.db, clock, config, passwords: makePasswords() };
  await makeDemo(platform, 0);
  await makeFolder(database.db, config, NOON_MS);
  const app = await makeApp(platform, { log: pino({ level: 'warn' }), pagesDirectory: PAGES });
  // replaces the Date header, from which the pages take the time
  app.addHook('onSend', async (_, reply) => void reply.header('date', new Date(NOON_MS).toUTCString()));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    admin: { email: config.admin.email, password: config.admin.password ?? DEMO_DEFAULTS.ADMIN_PASSWORD },
    client: DEMO_CLIENT,
    async close() {
      await app.close();
      await database.close();
      await rm(DATA_DIR, { recursive: true });
    },
  };
}

/** Opens a page and waits until it is hydrated: elements of its first HTML may be replaced until then. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('lunula:started').length > 0);
}

export type Who = 'visitor' | 'client' | 'admin';

/** Opens the salon's website. If `who` is the client or the owner, logs in. */
export async function arrive(page: Page, salon: DemoSalon, who: Who): Promise<void> {
  await page.goto('/services');
  if (who === 'visitor') return;
  const response = await page.request.post('/api/auth/login', { data: salon[who] });
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, String(value));
    },
    await response.json(),
  );
}
