import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { engines, freshPlace, openAt } from '../support/databases.ts';
import { runScript } from '../support/program.ts';
import { openSalon } from '../support/salon.ts';
import { type Server, startServer } from '../support/server.ts';
import { aFolder } from '../support/temporary-folder.ts';
import { trial } from '../support/trials/trial.ts';

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
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
}
const login = (server: Server, password: string) =>
  ask(server, 'POST', '/auth/login', { email: server.admin.email, password });
const addService = async (server: Server, name: string) => {
  const { body } = await login(server, server.admin.password);
  expect((await ask(server, 'POST', '/services', { name }, body.token)).status).toBe(201);
};
/** A salon at this place that no server runs on, with one more service. */
async function aSalonWith(DATA_DIR: string, name: string): Promise<void> {
  const place = { engine: 'sqlite', settings: { DATA_DIR }, remove: async () => undefined } as const;
  const salon = await openSalon('sqlite', { database: await openAt(place) });
  await salon.admin.call('POST /services', { body: { name } });
  await salon.close();
}
const serviceNames = async (server: Server): Promise<string[]> =>
  (await ask(server, 'GET', '/services')).body.map(({ name }: { name: string }) => name);

describe.each(engines)('npm run admin:password (%s)', (engine) => {
  test('npm run admin:password sets a new password while the server runs, ends the owner’s sessions, and the old password is dead', async () => {
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

test('npm run admin:password says in one line that there is no salon yet', async () => {
  const { code, err } = await runScript('admin-password', { DATA_DIR: join(aFolder(), 'none') });
  expect(code).toBe(1);
  expect(err).toMatch(/^There is no salon in .*\n$/);
});

describe('backup and restore', () => {
  test('a backup of a running server restores everything after all is lost', async () => {
    trial({ what: 'backup', cases: 1 });
    const folder = aFolder();
    const DATA_DIR = join(folder, 'salon');
    const file = join(folder, 'kopija.sqlite');
    const first = await startServer({ DATA_DIR });
    await addService(first, 'Manikir');
    const made = await runScript('backup', { DATA_DIR }, file);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/kopija\.sqlite: 0 appointments, \d+ kB, checked\./);
    await addService(first, 'Posle kopije');
    await first.stop();
    const lost = rowsOf(join(DATA_DIR, 'lunula.sqlite'));
    rmSync(DATA_DIR, { recursive: true });
    expect(await runScript('restore', { DATA_DIR }, file)).toMatchObject({ code: 0, err: '' });
    expect(rowsOf(join(DATA_DIR, 'lunula.sqlite'))).toEqual(rowsOf(file));
    expect(lost).not.toEqual(rowsOf(file));
    const second = await started({ DATA_DIR });
    expect(await serviceNames(second)).toEqual(['Manikir']);
    expect((await login(second, second.admin.password)).status).toBe(200);
  });

  test.runIf(process.platform !== 'win32')(
    'the data and its backup are readable by no other user of the machine',
    async () => {
      const folder = aFolder();
      const DATA_DIR = join(folder, 'salon');
      const file = join(folder, 'kopija.sqlite');
      const server = await startServer({ DATA_DIR });
      await server.stop();
      await runScript('backup', { DATA_DIR }, file);
      rmSync(DATA_DIR, { recursive: true });
      await runScript('restore', { DATA_DIR }, file);
      expect([DATA_DIR, file].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual([
        '700',
        '600',
      ]);
    },
  );

  test('a backup goes to backups/ by default, also without a server, and a restore keeps what was there before', async () => {
    const DATA_DIR = aFolder();
    await aSalonWith(DATA_DIR, 'Staro');
    expect(await runScript('backup', { DATA_DIR })).toMatchObject({ code: 0, err: '' });
    const [backup = ''] = readdirSync(join(DATA_DIR, 'backups'));
    expect(backup).toMatch(/^lunula-\d{4}-\d\d-\d\d-\d{6}\.sqlite$/);
    await aSalonWith(DATA_DIR, 'Novo');
    const usage = await runScript('restore', { DATA_DIR });
    expect(usage).toMatchObject({ code: 1, out: '' });
    expect(usage.err).toContain(join(DATA_DIR, 'backups', backup));
    expect((await runScript('restore', { DATA_DIR }, join(DATA_DIR, 'backups', backup))).code).toBe(0);
    const kept = readdirSync(join(DATA_DIR, 'backups')).find((name) => name.startsWith('before-restore-'));
    const names = (path: string) =>
      new DatabaseSync(path, { readOnly: true }).prepare('select name from services order by id').all();
    expect(names(join(DATA_DIR, 'lunula.sqlite'))).toEqual([{ name: 'Staro' }]);
    expect(names(join(DATA_DIR, 'backups', kept ?? ''))).toEqual([{ name: 'Staro' }, { name: 'Novo' }]);
  });

  test('restoring under a running server is refused, and changes nothing', async () => {
    const DATA_DIR = aFolder();
    const server = await started({ DATA_DIR });
    const file = join(DATA_DIR, 'kopija.sqlite');
    await runScript('backup', { DATA_DIR }, file);
    await addService(server, 'Ostaje');
    const { code, err } = await runScript('restore', { DATA_DIR }, file);
    expect(code).toBe(1);
    expect(err).toMatch(/^A Lunula server is running on .*\. Stop it first\.\n$/);
    expect(await serviceNames(server)).toEqual(['Ostaje']);
  });

  test.each([
    ['is cut', (whole: Buffer) => whole.subarray(0, whole.length / 2), /^\S+ is damaged\.\n$/],
    ['is no database', () => Buffer.from('Ovo nije baza podataka.'.repeat(100)), /is not a database\.\n$/],
    ['is another program’s', undefined, /is not a database of Lunula\.\n$/],
  ])('restoring a file that %s is refused, and the salon stays', async (_what, spoil, line) => {
    const DATA_DIR = aFolder();
    await aSalonWith(DATA_DIR, 'Ostaje');
    const good = join(DATA_DIR, 'kopija.sqlite');
    await runScript('backup', { DATA_DIR }, good);
    const bad = join(DATA_DIR, 'losa.sqlite');
    if (spoil) writeFileSync(bad, spoil(readFileSync(good)));
    else new DatabaseSync(bad).exec('create table tudja (a)');
    const before = rowsOf(join(DATA_DIR, 'lunula.sqlite'));
    const { code, err } = await runScript('restore', { DATA_DIR }, bad);
    expect(code).toBe(1);
    expect(err).toMatch(line);
    expect(readdirSync(DATA_DIR).filter((name) => name.includes('incoming'))).toEqual([]);
    expect(rowsOf(join(DATA_DIR, 'lunula.sqlite'))).toEqual(before);
  });

  test('backup and restore with PostgreSQL say in one line what to run', async () => {
    const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const backup = await runScript('backup', settings);
    expect(backup).toMatchObject({ code: 1, out: '' });
    expect(backup.err).toMatch(/^DATABASE_URL is a PostgreSQL server\. .*pg_dump .*\n$/);
    const restore = await runScript('restore', settings, 'x');
    expect(restore.err).toMatch(/^DATABASE_URL is a PostgreSQL server\. .*pg_restore .*\n$/);
  });
});

/** Every row of every table. */
function rowsOf(path: string): Record<string, unknown[]> {
  const file = new DatabaseSync(path, { readOnly: true });
  const tables = file.prepare("select name from sqlite_master where type = 'table' order by name").all();
  return Object.fromEntries(tables.map(({ name }) => [name, file.prepare(`select * from "${name}"`).all()]));
}
