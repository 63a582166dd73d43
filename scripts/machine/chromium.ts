// Finds Chromium for the browser tests, or gets it: through apt, else Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall, onPath } from './apt.ts';

// the shell is the same engine without a window: the stories take half the time in it
const SHELL = 'chromium-headless-shell';
const COMMANDS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Works as root, in a container, and without a way to the outside. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Ubuntu's chromium-browser may be a stub that only says to install a snap. */
function isBrowser(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

export function findChromium(): string | undefined {
  const asked = process.env.CHROMIUM_PATH;
  const known = COMMANDS.map(onPath).filter((path) => path !== undefined);
  return [...(asked ? [asked] : []), ...known, MAC, chromium.executablePath()].find(isBrowser);
}

function installPlaywrights(): boolean {
  console.log("Fetching Playwright's Chromium …");
  const cli = join(import.meta.dirname, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js');
  const done = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (done.status !== 0) console.error(done.stderr?.slice(-2000) ?? String(done.error));
  return done.status === 0;
}

/** The browser's path. Takes a minute or two when it has to be fetched first. */
export function ensureChromium(): string {
  const found =
    findChromium() ??
    (aptInstall(SHELL) || aptInstall('chromium') ? findChromium() : undefined) ??
    (installPlaywrights() ? findChromium() : undefined);
  if (found) return found;
  throw new Error('Chromium is not here: install Chromium or Chrome, or set CHROMIUM_PATH to its program.');
}

if (import.meta.main) console.log(ensureChromium());
