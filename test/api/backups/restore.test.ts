import { readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { openSqlite } from '../../../src/server/platform/db/open.ts';
import { aClient } from '../../support/builders.ts';
import { runScript, startServerProgram } from '../../support/program.ts';
import { aSubscription } from '../../support/push/push-service.ts';
import { subscriptionsOf } from '../../support/push/pushes.ts';
import { openSalon } from '../../support/salon.ts';
import {
  aSalonWith,
  backedUp,
  copyWithLogs,
  hashOf,
  openIn,
  placeIn,
  rowsOf,
} from '../../support/salon-files.ts';
import { startServer } from '../../support/server.ts';
import { aFolder } from '../../support/temporary-folder.ts';
import { trial } from '../../support/trials/trial.ts';

const beforeRestore = (DATA_DIR: string): string[] =>
  readdirSync(join(DATA_DIR, 'backups')).filter((name) => /^before-restore-.*\.sqlite$/.test(name));
const ask = (url: string, token: string) =>
  fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);

test('a backup of a running server restores everything into an empty folder', async () => {
  trial({ what: 'backup', cases: 1 });
  const folder = aFolder();
  const DATA_DIR = join(folder, 'salon');
  const first = await startServer({ DATA_DIR });
  const made = await runScript('backup', { DATA_DIR }, join(folder, 'kopija.sqlite'));
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/kopija\.sqlite: 0 appointments, \d+ kB, checked\./);
  await first.stop();
  rmSync(DATA_DIR, { recursive: true });
  const restored = await runScript('restore', { DATA_DIR }, join(folder, 'kopija.sqlite'));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).not.toContain('no checksum');
  expect(hashOf(placeIn(DATA_DIR))).toBe(hashOf(join(folder, 'kopija.sqlite')));
  const second = await startServer({ DATA_DIR });
  onTestFinished(() => second.stop());
  expect((await fetch(`${second.url}/api/services`)).status).toBe(200);
});

test('a restore ends sessions, links and subscriptions, discards unsent mails, and lists accounts changed since the backup', async () => {
  const DATA_DIR = aFolder();
  const salon = await openSalon('sqlite', { database: await openIn(DATA_DIR) });
  const [gone, off, changed] = [
    await aClient(salon),
    await aClient(salon),
    await aClient(salon, { password: 'stara1' }),
  ];
  const mail = { kind: 'BOOKED_OWNER', content: '{}', created_at: 1, visible_at: 1, next_try_at: 1 };
  await salon.db
    .insertInto('outbox')
    .values({ ...mail, once_key: 'ceka' })
    .execute();
  await salon.db
    .insertInto('outbox')
    .values({ ...mail, once_key: 'poslat', sent_at: 2 })
    .execute();
  await salon.db
    .insertInto('reset_links')
    .values({ token_hash: 'h', user_id: gone.id, expires_at: 9e12 })
    .execute();
  const key = {
    caller: 'x',
    key_hash: 'h',
    request_hash: 'r',
    appointment_id: 1 as never,
    answer: '{}',
    created_at: 9e12,
  };
  await salon.db.insertInto('idempotency_keys').values(key).execute();
  const step = { token_hash: 'h', made_at: 1, expires_at: 9e12, content: '{}' };
  await salon.db.insertInto('undo_steps').values(step).execute();
  await salon.admin.call('POST /calendar-feed');
  await changed.call('POST /push', { body: aSubscription() });
  const waits = { kind: 'REMINDER_24H', content: '{}', created_at: 1, visible_at: 1, next_try_at: 1 };
  const [device] = await subscriptionsOf(salon);
  if (!device) throw new Error('no device');
  await salon.db
    .insertInto('push_outbox')
    .values({ ...waits, subscription_id: device.id, user_id: changed.id })
    .execute();
  const file = await backedUp(DATA_DIR, join(DATA_DIR, 'kopija.sqlite'));
  await salon.admin.call('DELETE /users/clients/{id}', { params: { id: gone.id } });
  await salon.admin.call('PUT /users/{id}', { params: { id: off.id }, body: { active: 0 } });
  await salon.db.updateTable('users').set({ password_hash: 'nova' }).where('id', '=', changed.id).execute();
  const names = Object.fromEntries(
    (await salon.db.selectFrom('people').select(['user_id', 'name', 'email']).execute()).map(
      ({ user_id, name, email }) => [user_id, `${name} <${email}>`],
    ),
  );
  await salon.close();
  const { code, out } = await runScript('restore', { DATA_DIR }, file);
  expect(code).toBe(0);
  const goneName = rowsOf(placeIn(DATA_DIR))
    .people?.map((person) => person as { user_id: number | null; name: string; email: string })
    .find(({ user_id }) => user_id === gone.id);
  expect(out).toContain(
    `Deleted since the backup and back now; delete them again (1): ${goneName?.name} <${goneName?.email}>\n`,
  );
  expect(out).toContain(`Deactivated since the backup and active now (1): ${names[off.id]}\n`);
  expect(out).toContain(`Their password is again that of the backup (1): ${names[changed.id]}\n`);
  const rows = rowsOf(placeIn(DATA_DIR));
  const ended = ['sessions', 'reset_links', 'undo_steps', 'idempotency_keys', 'calendar_feeds'];
  for (const table of [...ended, 'push_subscriptions', 'push_outbox']) expect(rows[table], table).toEqual([]);
  expect((rows.secrets as { name: string }[]).map(({ name }) => name).sort()).toEqual([
    'hash_key',
    'push_keys',
  ]); // subscriptions in browsers, marks of people and sealed links are bound to these keys
  expect(rows.outbox).toMatchObject([
    { once_key: 'ceka', sent_at: null, given_up_at: expect.any(Number) },
    { once_key: 'poslat', sent_at: 2, given_up_at: null },
  ]);
  const server = await startServer({ DATA_DIR });
  onTestFinished(() => server.stop());
  expect(await ask(server.url, changed.token ?? '')).toBe(401);
});

test('after a restore no booking gets the id, and so the calendar entry, of one that was made since the backup', async () => {
  const DATA_DIR = aFolder();
  const book = async (start: WallTime) => {
    const salon = await openSalon('sqlite', { database: await openIn(DATA_DIR) });
    const body = { start_datetime: start, guest_name: 'Ana', guest_phone: '064 111 222' };
    const { id, booking_id } = await salon.admin.call('POST /appointments', { body });
    await salon.close();
    return [id, booking_id ?? 0] as const;
  };
  const kept = await book('2026-12-01 09:00:00');
  const file = await backedUp(DATA_DIR, join(DATA_DIR, 'kopija.sqlite'));
  const lost = await book('2026-12-02 09:00:00');
  expect((await runScript('restore', { DATA_DIR }, file)).code).toBe(0);
  const made = await book('2026-12-03 09:00:00');
  expect(lost).toEqual(kept.map((id) => id + 1));
  expect(made.map((id, n) => id > (lost[n] ?? id))).toEqual([true, true]);
});

test('backups are stored in backups/ by default; a restore saves the previous database there', async () => {
  const DATA_DIR = aFolder();
  await aSalonWith(DATA_DIR, 'Staro');
  expect(await runScript('backup', { DATA_DIR })).toMatchObject({ code: 0, err: '' });
  const [backup = '', checksum] = readdirSync(join(DATA_DIR, 'backups'));
  expect(backup).toMatch(/^lunula-\d{4}-\d\d-\d\d-\d{6}\.sqlite$/);
  expect(checksum).toBe(`${backup}.sha256`);
  await aSalonWith(DATA_DIR, 'Novo');
  const before = hashOf(placeIn(DATA_DIR));
  const usage = await runScript('restore', { DATA_DIR });
  expect(usage).toMatchObject({ code: 1, out: '' });
  expect(usage.err).toBe(
    `Name the backup to restore: npm run restore -- FILE\n  ${join(DATA_DIR, 'backups', backup)}\n`,
  );
  expect((await runScript('restore', { DATA_DIR }, join(DATA_DIR, 'backups', backup))).code).toBe(0);
  const [kept = ''] = beforeRestore(DATA_DIR);
  expect(rowsOf(placeIn(DATA_DIR)).services).toMatchObject([{ name: 'Staro' }]);
  expect(hashOf(join(DATA_DIR, 'backups', kept))).toBe(before);
});

test('npm start refuses a folder that has backups but no database; npm run restore creates the database from a backup', async () => {
  const DATA_DIR = aFolder();
  await aSalonWith(DATA_DIR, 'Bilo');
  const backups = join(DATA_DIR, 'backups');
  await backedUp(DATA_DIR, join(backups, 'starija.sqlite'));
  await backedUp(DATA_DIR, join(backups, 'novija.sqlite'));
  utimesSync(join(backups, 'starija.sqlite'), 1, 1);
  const hash = hashOf(placeIn(DATA_DIR));
  for (const left of ['nothing', 'an empty file']) {
    for (const part of ['', '-wal', '-shm']) rmSync(placeIn(DATA_DIR) + part, { force: true });
    if (left === 'an empty file') writeFileSync(placeIn(DATA_DIR), '');
    const start = startServerProgram({ DATA_DIR, PORT: '0' });
    expect(await start.ended(), left).toBe(1);
    expect(start.stderr()).toBe(
      `There is no salon in ${DATA_DIR}, but there are backups of one. Restore one with: ` +
        `npm run restore -- ${join(backups, 'novija.sqlite')} (or, to begin with an empty salon, move ${backups} away)\n`,
    );
  }
  expect(await runScript('restore', { DATA_DIR }, join(backups, 'novija.sqlite'))).toMatchObject({
    code: 0,
    err: '',
  });
  expect(hashOf(placeIn(DATA_DIR))).toBe(hash);
});

test('the restore is refused while a server is running', async () => {
  const DATA_DIR = aFolder();
  const server = await startServer({ DATA_DIR });
  onTestFinished(() => server.stop());
  const file = await backedUp(DATA_DIR, join(DATA_DIR, 'kopija.sqlite'));
  const { code, err } = await runScript('restore', { DATA_DIR }, file);
  expect(code).toBe(1);
  expect(err).toMatch(/^A Lunula server is running on .*\. Stop it first\.\n$/);
  expect(readdirSync(DATA_DIR).filter((name) => /incoming|restoring/.test(name))).toEqual([]);
  expect((await fetch(`${server.url}/api/services`)).status).toBe(200);
});

test('two folders that link to the same database file can have only one running server', async () => {
  const [real, linked] = [aFolder(), aFolder()];
  await aSalonWith(real, 'Jedan');
  symlinkSync(placeIn(real), placeIn(linked));
  const server = await startServer({ DATA_DIR: real });
  onTestFinished(() => server.stop());
  expect(() => openSqlite(linked)).toThrow(/^Another Lunula server is running on /);
});

test('a raw copy of a database file can be restored together with its WAL', async () => {
  const [origin, DATA_DIR] = [aFolder(), aFolder()];
  await aSalonWith(origin, 'U datoteci');
  const file = new DatabaseSync(placeIn(origin));
  file.exec("pragma wal_autocheckpoint=0; insert into services (name) values ('U dnevniku')");
  const raw = join(DATA_DIR, 'sirova.sqlite');
  copyWithLogs(placeIn(origin), raw);
  file.close();
  const { code, out } = await runScript('restore', { DATA_DIR }, raw);
  expect(code).toBe(0);
  expect(out).toContain('no checksum');
  expect(rowsOf(placeIn(DATA_DIR)).services).toMatchObject([{ name: 'U datoteci' }, { name: 'U dnevniku' }]);
});

test('if the previous database cannot be read, a restore keeps a raw copy of that database', async () => {
  const DATA_DIR = aFolder();
  await aSalonWith(DATA_DIR, 'Dobro');
  const good = await backedUp(DATA_DIR, join(DATA_DIR, 'kopija.sqlite'));
  writeFileSync(placeIn(DATA_DIR), 'Pokvareno. '.repeat(1000));
  const { code, out } = await runScript('restore', { DATA_DIR }, good);
  expect(code).toBe(0);
  const [kept = ''] = beforeRestore(DATA_DIR);
  expect(out).toContain(`could not be read; it is kept as it was in ${join(DATA_DIR, 'backups', kept)}.`);
  expect(readFileSync(join(DATA_DIR, 'backups', kept), 'utf8')).toBe('Pokvareno. '.repeat(1000));
  expect(hashOf(placeIn(DATA_DIR))).toBe(hashOf(good));
});
