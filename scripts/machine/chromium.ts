// Finds a Chromium for the browser tests. If there is none, installs Playwright's build or, if that fails, Debian's
// headless shell.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// Debian's Chromium without a window: the browser tests need a third less CPU time than with the full Chromium
const SHELL = 'chromium-headless-shell';
const INSTALL_SHELL = `apt-get update -qq && apt-get install -qq -y --no-install-recommends ${SHELL}`;
const APT = '/usr/bin/apt-get';
const INSTALL_TIMEOUT_MS = 600_000;
const COMMANDS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Flags for a browser that may run as root, in a container or without a network. */
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

/** True if the program starts. Ubuntu's chromium-browser may be a stub that only prints how to install a snap. */
const isBrowser = (path: string): boolean =>
  existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;

export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...onPath, MAC, chromium.executablePath()].find(isBrowser);
}

const isRoot = process.getuid?.() === 0;

function succeeds(command: string): boolean {
  console.log(`Installing Chromium: ${command}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, {
    shell: true,
    env,
    timeout: INSTALL_TIMEOUT_MS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}

function fetchChromium(): void {
  if (succeeds('npx playwright install chromium')) {
    if (isRoot) succeeds('npx playwright install-deps chromium');
  } else if (isRoot) {
    succeeds(INSTALL_SHELL);
  }
}

/**
 * Returns the path of Chromium. If it is missing, installs it, which takes a minute or two; if this fails, ends the
 * process.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  fetchChromium();
  const fetched = findChromium();
  if (fetched) return fetched;
  console.error('Chromium not found: install Chromium or Chrome, or set CHROMIUM_PATH to its executable.');
  process.exit(1);
}

/** Runs before all browser tests, as Playwright's global setup. On Debian, root also gets the faster headless shell. */
export default function setUp(): void {
  const found = ensureChromium();
  if (process.env.CHROMIUM_PATH || basename(found) === SHELL || !isRoot || !existsSync(APT)) return;
  if (!succeeds(INSTALL_SHELL)) console.log(`${SHELL} can't be installed; the tests run in ${found}.`);
}
