import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { engines, freshPlace } from '../support/databases/databases.ts';
import { runScript } from '../support/program.ts';
import { type Server, startServer } from '../support/server.ts';
import { aFolder } from '../support/temporary-folder.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
const started = async (settings: Record<string, string>): Promise<Server> => {
  const server = await startServer(settings);
  closing.push(() => server.stop());
  return server;
};

async function ask(server: Server, method: string, path: string, body?: object, token?: string) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: response.status === 204 ? null : await response.json() };
}
const login = (server: Server, password: string) =>
  ask(server, 'POST', '/auth/login', { email: server.admin.email, password });
describe.each(engines)('npm run admin:password (%s)', (engine) => {
  test('npm run admin:password sets a new password while the server runs, and ends the owner’s sessions', async () => {
    const place = await freshPlace(engine);
    closing.push(place.remove);
    const server = await started(place.settings);
    const { body } = await login(server, server.admin.password);
    const { code, out, err } = await runScript('admin-password', place.settings);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const password = /Password: +([a-z2-9]{4}(-[a-z2-9]{4}){3}) /.exec(out)?.[1] ?? '';
    expect(out).toContain(server.admin.email);
    expect((await ask(server, 'GET', '/auth/me', undefined, body.token)).status).toBe(401);
    expect((await login(server, server.admin.password)).status).toBe(401);
    expect((await login(server, password)).status).toBe(200);
  });
});

test('npm run admin:password reports in one line if there is no salon yet', async () => {
  const { code, err } = await runScript('admin-password', { DATA_DIR: join(aFolder(), 'none') });
  expect(code).toBe(1);
  expect(err).toMatch(/^There is no salon in .*\n$/);
});
