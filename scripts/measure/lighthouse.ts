// Runs Lighthouse, each time in a new browser with an empty cache. Downloads Lighthouse into .cache at its first use: as
// a dependency it would add 176 MB to every install.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '../machine/chromium.ts';
import { freePort } from '../machine/free-port.ts';
import { root } from './server.ts';

const VERSION = '13.5.0';
const folder = join(root, '.cache', `lighthouse-${VERSION}`);
const program = join(folder, 'node_modules/lighthouse/core/index.js');

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}
type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Report } | undefined>;

async function load(): Promise<Lighthouse> {
  if (!existsSync(program)) {
    console.error(`Fetching Lighthouse ${VERSION} …`);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
    const shell = process.platform === 'win32';
    execFileSync('npm', ['install', ...options, `lighthouse@${VERSION}`], { stdio: 'inherit', shell });
  }
  return (await import(pathToFileURL(program).href)).default;
}

/** The cheap phone of docs/measurements.md. */
export const PHONE = 'CPU 4 times slower, 150 ms round trip, 1.6 Mbit/s down, 390×844, cold cache, HTTP/1.1';
const QUIET_MS = 2000;
const PHONE_FLAGS = {
  throttlingMethod: 'devtools',
  throttling: {
    cpuSlowdownMultiplier: 4,
    requestLatencyMs: 150,
    downloadThroughputKbps: 1600,
    uploadThroughputKbps: 750,
  },
  screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2 },
  // the defaults, 5 s each, would double the time of a visit
  pauseAfterFcpMs: QUIET_MS,
  pauseAfterLoadMs: QUIET_MS,
  networkQuietThresholdMs: QUIET_MS,
  cpuQuietThresholdMs: QUIET_MS,
};

/** Visits a page with these items in the local storage of its origin. */
async function visit(url: string, stored: Readonly<Record<string, string>>, flags: object): Promise<Report> {
  const lighthouse = await load();
  const port = await freePort();
  const args = [...chromiumFlags, `--remote-debugging-port=${port}`];
  const browser = await chromium.launchPersistentContext('', { executablePath: ensureChromium(), args });
  try {
    const page = await browser.newPage();
    await page.goto(new URL('/robots.txt', url).href);
    await page.evaluate((items) => Object.assign(localStorage, items), stored);
    // the event stream never ends, so with it the network would never be idle
    const usual = {
      port,
      disableStorageReset: true,
      logLevel: 'error',
      blockedUrlPatterns: ['*/api/events*'],
    };
    const result = await lighthouse(url, { ...usual, ...flags });
    if (!result) throw new Error(`Lighthouse returned no report of ${url}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

const AUDITS = {
  fcpMs: 'first-contentful-paint',
  lcpMs: 'largest-contentful-paint',
  blockedMs: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
} as const;
export type Visited = Record<keyof typeof AUDITS, number>;

/** Measures a page on the cheap phone. Figures are NaN if the page paints nothing. */
export async function visitOnPhone(url: string, stored: Readonly<Record<string, string>>): Promise<Visited> {
  const { audits } = await visit(url, stored, { ...PHONE_FLAGS, onlyAudits: Object.values(AUDITS) });
  const figures = Object.entries(AUDITS).map(([name, id]) => [name, audits[id]?.numericValue ?? Number.NaN]);
  return Object.fromEntries(figures) as Visited;
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Returns a visitor's scores of a page, 0 to 100, with Lighthouse's own phone. */
export async function scoresOf(url: string): Promise<number[]> {
  const { categories } = await visit(url, {}, { onlyCategories: CATEGORIES });
  return CATEGORIES.map((name) => Math.round(100 * (categories[name]?.score ?? Number.NaN)));
}
