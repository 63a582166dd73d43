import { cpSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import { buildServer } from '../../scripts/build-server.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { runOnServer } from '../support/databases/postgres-server.ts';
import { WAIT_MS } from '../support/size.ts';
import { aMachine, blocksOf, type Machine } from './machine.ts';

// builds the server and the pages, because a release includes its build
beforeAll(async () => {
  await buildServer();
  await buildWeb();
}, 120_000);

const machines: Machine[] = [];
afterEach(() => {
  for (const machine of machines.splice(0)) machine.switchOff();
});
const machine = async (replaced?: Readonly<Record<string, string>>): Promise<Machine> => {
  const made = await aMachine(replaced);
  machines.push(made);
  return made;
};
/** Returns the block that contains `command`, from a section of docs/operations.md. */
const block = (section: number, command: string): string => {
  const found = blocksOf(section).find((text) => text.includes(command));
  if (found === undefined) throw new Error(`docs/operations.md §${section} has no '${command}'`);
  return found;
};
const ADMIN = { email: 'ana@example.rs', password: 'lozinka-vlasnice' };

function install(on: Machine): void {
  on.run(block(1, 'useradd'), on.unpackRelease());
  on.setting('ADMIN_PASSWORD', ADMIN.password);
}

async function ask(on: Machine, method: string, path: string, body?: object, token = '', url = on.url) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      connection: 'close', // a kept-alive connection would break when another server takes over the address
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: answer.status === 204 ? null : await answer.json() };
}
const login = async (on: Machine): Promise<string> =>
  (await ask(on, 'POST', '/auth/login', ADMIN)).json.token;
const addService = async (on: Machine, name: string): Promise<void> => {
  expect((await ask(on, 'POST', '/services', { name }, await login(on))).status).toBe(201);
};
const services = async (on: Machine): Promise<string[]> =>
  (await ask(on, 'GET', '/services')).json.map(({ name }: { name: string }) => name);

test('the commands of docs/operations.md install a salon, back it up and restore it on another machine', async () => {
  const first = await machine();
  install(first);
  expect(first.run(block(1, 'enable --now'))).toMatch(/"status":"ok"[\s\S]*ana@example\.rs/);
  await addService(first, 'Manikir');
  first.run(block(3, 'lunula backup'));
  await addService(first, 'Posle kopije');
  first.run(block(3, 'lunula restore'));
  await expect.poll(() => services(first).catch(() => []), { timeout: WAIT_MS }).toEqual(['Manikir']);
  await addService(first, 'Pedikir');
  first.run('sudo lunula backup /var/lib/lunula/backup.sqlite');

  const second = await machine();
  install(second);
  for (const ending of ['', '.sha256'])
    cpSync(
      join(first.folder, `var/lib/lunula/backup.sqlite${ending}`),
      join(second.folder, `root/backup.sqlite${ending}`),
    );
  first.switchOff();
  second.run(block(4, 'lunula restore'));
  expect(await services(second)).toEqual(['Manikir', 'Pedikir']);
  expect((await ask(second, 'GET', '/auth/me', undefined, await login(second))).json).toMatchObject({
    role: 'ADMIN',
  });
}, 180_000);

test('an unpacked release has real node_modules folders, not links to those of this project, which npm ci would empty', async () => {
  const release = (await machine()).unpackRelease();
  for (const name of ['node_modules', 'node_modules/.bin'])
    expect(lstatSync(join(release, name)).isDirectory(), name).toBe(true);
});

test('the commands of docs/operations.md §5 upgrade a salon to a new release', async () => {
  const salon = await machine();
  install(salon);
  salon.run(block(1, 'enable --now'));
  await addService(salon, 'Manikir');
  rmSync(join(salon.folder, 'root/release'), { recursive: true });
  salon.run(block(5, 'lunula.new'), salon.unpackRelease());
  expect(await services(salon)).toEqual(['Manikir']);
}, 180_000);

test('the commands of docs/operations.md §6 and §7 move a salon to PostgreSQL and serve it with two processes', async () => {
  const { hostname, port } = new URL(inject('postgresUrl'));
  const salon = await machine({
    'host=/var/run/postgresql': `host=${hostname}&port=${port}`,
    'sudo -u postgres psql': `psql --host=${hostname} --port=${port} --username=postgres`,
  });
  install(salon);
  salon.run(block(1, 'enable --now'));
  await addService(salon, 'Manikir');
  try {
    salon.run(block(6, 'lunula import'));
    await expect.poll(() => services(salon).catch(() => []), { timeout: WAIT_MS }).toEqual(['Manikir']);
    salon.run(block(7, 'enable --now'));
    salon.run(block(7, 'restart'));
  } finally {
    salon.run('sudo systemctl stop lunula@3001\nsudo systemctl stop lunula@3002\nsudo systemctl stop lunula');
    await runOnServer(inject('postgresUrl'), 'drop database if exists lunula');
    await runOnServer(inject('postgresUrl'), 'drop role if exists lunula');
  }
}, 180_000);
