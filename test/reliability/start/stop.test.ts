import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { engines, freshPlace } from '../../support/databases/databases.ts';
import { type Program, startProgram, startServerProgram } from '../../support/program.ts';
import { onIdleMachine, WAIT_MS } from '../../support/size.ts';
import { aFolder } from '../../support/temporary-folder.ts';

const STOP_MS = 5000;
const BODY = JSON.stringify({ email: 'admin@salon.local', password: 'tajna-lozinka' });
const HALF_LENGTH = 10;
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
/** The first half of a request. The server responds with `100 Continue` once it has read the headers. */
const HALF = `POST /api/auth/login HTTP/1.1\r\nHost: salon\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\nExpect: 100-continue\r\n\r\n${BODY.slice(0, HALF_LENGTH)}`;
const START = { PORT: '0', ADMIN_PASSWORD: 'tajna-lozinka' };

const portOf = (server: Program): number => Number(/Address: .*?:(\d+) /.exec(server.stdout())?.[1]);

async function connected(port: number): Promise<Socket & { heard: string; ended: Promise<void> }> {
  const socket = Object.assign(connect(port, '127.0.0.1'), { heard: '' });
  socket.on('data', (chunk) => {
    socket.heard += chunk;
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('connect', resolve));
  return Object.assign(socket, { ended });
}

async function halfAsked(caller: { write(text: string): unknown; readonly heard: string }): Promise<void> {
  caller.write(HALF);
  await expect.poll(() => caller.heard, { timeout: WAIT_MS }).toBe(CONTINUE);
}

describe.each(engines)('stopping a server (%s)', (engine) => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s the server finishes pending requests, closes idle connections and exits with 0',
    async (signal) => {
      const place = await freshPlace(engine);
      const server = startServerProgram({ ...place.settings, ...START });
      await server.says('┘');
      const idle = await connected(portOf(server));
      const underWay = await connected(portOf(server));
      await halfAsked(underWay);
      server.process.kill(signal);
      const began = performance.now();
      await server.says('"stopping"');
      underWay.write(BODY.slice(HALF_LENGTH));
      await Promise.all([underWay.ended, idle.ended]);
      expect(underWay.heard.slice(CONTINUE.length)).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*"token":"/);
      expect(underWay.heard).toMatch(/\r\nconnection: close\r\n/i);
      expect(await server.ended()).toBe(0);
      expect(onIdleMachine(performance.now() - began)).toBeLessThan(STOP_MS);
      if (engine === 'sqlite')
        expect(readdirSync(place.settings.DATA_DIR).sort()).toEqual([
          'lunula.sqlite',
          'lunula.sqlite-lock',
          'pictures',
        ]);
      await place.remove();
    },
  );
});

test('during STOP_DELAY_SECONDS, /ready returns 503 but other requests are served; Ctrl-C ends the delay', async () => {
  const server = startServerProgram({ DATA_DIR: aFolder(), STOP_DELAY_SECONDS: '60', ...START });
  await server.says('┘');
  const url = `http://127.0.0.1:${portOf(server)}/api`;
  const ready = await fetch(`${url}/ready`);
  expect({ status: ready.status, json: await ready.json() }).toEqual({
    status: 200,
    json: { status: 'ready' },
  });
  server.process.kill('SIGTERM');
  await server.says('"stopping"');
  const stopping = await fetch(`${url}/ready`);
  expect({ status: stopping.status, json: await stopping.json() }).toEqual({
    status: 503,
    json: { error: errors.stopping.text, code: 'stopping' },
  });
  expect(stopping.headers.get('retry-after')).toBe('1');
  const served = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: BODY,
  });
  expect({ status: served.status, connection: served.headers.get('connection') }).toEqual({
    status: 200,
    connection: 'close',
  });
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const began = performance.now();
  server.process.kill('SIGTERM'); // further signals do not stop a server that is already stopping
  server.process.kill('SIGINT');
  expect(await server.ended()).toBe(0);
  expect(onIdleMachine(performance.now() - began)).toBeLessThan(STOP_MS);
  expect(server.stdout()).not.toMatch(/"level":(50|60)/);
});

test('a client who never finishes a request does not delay a clean stop', async () => {
  const folder = aFolder();
  const server = startServerProgram({ DATA_DIR: folder, ...START });
  await server.says('┘');
  const slow = await connected(portOf(server));
  await halfAsked(slow);
  const began = performance.now();
  server.process.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
  expect(onIdleMachine(performance.now() - began)).toBeLessThan(STOP_MS);
  expect(readdirSync(folder)).not.toContain('lunula.sqlite-wal');
});

test('Ctrl-C on npm start reaches the server, which closes its database', async () => {
  const folder = aFolder();
  const started = startProgram(['npm', 'start'], { DATA_DIR: folder, ...START }, { ownGroup: true });
  await started.says('┘');
  process.kill(-(started.process.pid ?? 0), 'SIGINT');
  await started.ended();
  expect(started.stdout()).toContain('"stopping"');
  expect(started.stdout() + started.stderr()).not.toMatch(/did not finish|shutdown failed/);
  expect(readdirSync(folder).sort()).toEqual(['lunula.sqlite', 'lunula.sqlite-lock', 'pictures']);
});

test('npm start stops its server even if only npm gets the signal', async () => {
  const folder = aFolder();
  const started = startProgram(['npm', 'start'], { DATA_DIR: folder, ...START }, { ownGroup: true });
  await started.says('┘');
  const port = portOf(started);
  started.process.kill('SIGTERM');
  await started.ended();
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(['lunula.sqlite', 'lunula.sqlite-lock', 'pictures']);
});
