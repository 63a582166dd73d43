// Creates a demo salon and starts its server, both with the code of a given checkout of the project. The server starts as
// with `npm start`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_CLIENT } from '../../demo/fill.ts';
import { DEMO_DEFAULTS } from '../../demo/salon.ts';
import { printedPort, runSalon } from '../server.ts';

export type Role = 'visitor' | 'client' | 'admin';
/** The localStorage entries of a browser that is logged in as one role, or as a visitor. docs/spec/product.md §3.10 */
export type Stored = readonly { name: string; value: string }[];

export interface Side {
  readonly name: string;
  readonly url: string;
  readonly stored: Readonly<Record<Role, Stored>>;
  stop(): Promise<void>;
}

const LOGINS = {
  client: { email: DEMO_CLIENT.email, password: DEMO_CLIENT.password },
  admin: { email: 'admin@salon.local', password: DEMO_DEFAULTS.ADMIN_PASSWORD },
};

async function fillBy(checkout: string, folder: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, PORT: '0' };
  const demo = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(demo, 'exit');
  await printedPort(demo);
  demo.kill('SIGTERM');
  await ended;
}

async function storedOf(url: string, login: object): Promise<Stored> {
  const body = JSON.stringify(login);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
  const person = (await answer.json()) as Record<string, string>;
  return ['token', 'role', 'email', 'name'].map((name) => ({ name, value: person[name] ?? '' }));
}

export async function openSide(name: string, checkout: string): Promise<Side> {
  execFileSync(process.execPath, ['scripts/prepare.mjs', 'build'], { cwd: checkout, stdio: 'ignore' });
  const folder = mkdtempSync(join(tmpdir(), 'lunula-pages-'));
  await fillBy(checkout, folder);
  const server = await runSalon({ ...DEMO_DEFAULTS, DATA_DIR: folder }, { cwd: checkout, isProbed: false });
  const url = `http://127.0.0.1:${server.port}`;
  const [client, admin] = [await storedOf(url, LOGINS.client), await storedOf(url, LOGINS.admin)];
  return {
    name,
    url,
    stored: { visitor: [], client, admin },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Serves an almost empty page, as a baseline with which the other pages are compared. */
export async function openFloor(): Promise<Side> {
  const server = createServer((_, reply) =>
    reply.setHeader('content-type', 'text/html').end('<h1>Lunula</h1>'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    name: 'empty page',
    url: `http://127.0.0.1:${port}`,
    stored: { visitor: [], client: [], admin: [] },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
