// What a story starts with: a page on a real server of its file's own, with an empty salon.
import { expect, test as playwright } from '@playwright/test';
import { type Server, startServer } from '../support/server.ts';

export { expect };

type ForTest = {
  /** The server of this file on this viewport: its address, its admin's login, its log. */
  salon: Server;
  /** Settings of that server, per file: test.use({ settings: { GUEST_BOOKING: 'off' } }). */
  settings: Record<string, string>;
};
type Kept = { key: string; server: Server };

/** `page` fails the story on an uncaught error. */
export const test = playwright.extend<ForTest, { kept: { now?: Kept } }>({
  settings: [{}, { option: true }],
  kept: [
    async ({ browserName: _ }, use) => {
      const kept: { now?: Kept } = {};
      await use(kept);
      await kept.now?.server.stop();
    },
    { scope: 'worker' },
  ],
  salon: async ({ kept, settings }, use, info) => {
    const key = `${info.project.name} ${info.file} ${JSON.stringify(settings)}`;
    if (kept.now?.key !== key) {
      await kept.now?.server.stop();
      kept.now = { key, server: await startServer(settings) };
    }
    await use(kept.now.server);
    if (info.status !== info.expectedStatus) await info.attach('server log', { body: kept.now.server.log() });
  },
  baseURL: ({ salon }, use) => use(salon.url),
  page: async ({ page }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await use(page);
    if (errors[0]) throw errors[0];
  },
});
