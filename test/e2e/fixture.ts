// The fixture of browser tests: a page on a real server, whose salon is reset for each test file.
import { expect, test as playwright } from '@playwright/test';
import { readConfig } from '../../src/server/platform/config.ts';
import { openForCommand } from '../../src/server/platform/db/open.ts';
import { rememberContents } from '../support/contents.ts';
import { type Server, startServer } from '../support/server.ts';

export { expect };

type ForTest = {
  /** The server of this test file: its URL, admin login and log. */
  salon: Server;
  /** Environment variables of the server; a test file sets them with test.use({ settings: { GUEST_BOOKING: 'off' } }). */
  settings: Record<string, string>;
};

/** A server that all test files of a Playwright worker share; each file starts with the initial data. */
interface Kept {
  readonly settings: string;
  serve(file: string): Promise<Server>;
  stop(): Promise<void>;
}

async function startKept(settings: Record<string, string>): Promise<Kept> {
  const server = await startServer(settings);
  const { db, close } = openForCommand(readConfig({ DATA_DIR: server.dataDirectory }));
  const bringBack = await rememberContents(db);
  let last: { file: string; server: Server } | undefined;
  return {
    settings: JSON.stringify(settings),
    async serve(file) {
      if (last && last.file !== file) await bringBack();
      if (last?.file !== file) last = { file, server: { ...server } }; // a new object, because `asAdmin` caches sessions by object and the reset has deleted these sessions
      return last.server;
    },
    async stop() {
      await close();
      await server.stop();
    },
  };
}

/** A test fails if its `page` throws an uncaught error. */
export const test = playwright.extend<ForTest, { kept: { usual?: Kept; other?: Kept } }>({
  settings: [{}, { option: true }],
  kept: [
    async ({ browserName: _ }, use) => {
      const kept: { usual?: Kept; other?: Kept } = {};
      await use(kept);
      await Promise.all([kept.usual?.stop(), kept.other?.stop()]);
    },
    { scope: 'worker' },
  ],
  salon: async ({ kept, settings }, use, info) => {
    const which = Object.keys(settings).length === 0 ? 'usual' : 'other';
    if (kept[which]?.settings !== JSON.stringify(settings)) {
      await kept[which]?.stop();
      kept[which] = await startKept(settings);
    }
    const server = await kept[which].serve(info.file);
    await use(server);
    if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log() });
  },
  baseURL: ({ salon }, use) => use(salon.url),
  page: async ({ page }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await use(page);
    if (errors[0]) throw errors[0];
  },
});
