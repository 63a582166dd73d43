import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { fillDemo } from '../../../scripts/demo/fill.ts';
import { dateOf } from '../../../src/domain/wall-clock.ts';
import { backUp } from '../../../src/server/platform/backups/backups.ts';
import { findPostgresPrograms } from '../../../src/server/platform/backups/postgres.ts';
import { restoreStatements, TABLES } from '../../../src/server/platform/backups/tables.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { openPostgres } from '../../../src/server/platform/db/open.ts';
import { contentsOf } from '../../support/contents.ts';
import { type DatabasePlace, freshPlace, openAt } from '../../support/databases/databases.ts';
import { runScript, startProgram } from '../../support/program.ts';
import { NOW, openSalon } from '../../support/salon.ts';
import { startServer } from '../../support/server.ts';
import { aFolder } from '../../support/temporary-folder.ts';

/** Whether pg_dump is installed. The PostgreSQL package from npm does not contain it; then only the error can be tested. */
const HAS_PROGRAMS = findPostgresPrograms(process.env) !== undefined;

const KEPT = TABLES.filter(
  (table) => table !== 'liveness' && !restoreStatements(new Set([table]), 0)[0]?.startsWith('delete'),
);

async function aPlace(): Promise<DatabasePlace> {
  const place = await freshPlace('postgres');
  onTestFinished(place.remove);
  return place;
}
async function aFullSalon(): Promise<DatabasePlace> {
  const place = await aPlace();
  const salon = await openSalon('postgres', { database: await openAt(place) });
  await fillDemo(salon.platform, dateOf(NOW), 0);
  await salon.close();
  return place;
}
/** Writes a backup with the function that `npm run backup` calls, and returns the path of the file. */
async function backedUp(place: DatabasePlace, file = join(aFolder(), 'kopija.dump')): Promise<string> {
  await backUp(readConfig({ ...process.env, ...place.settings }), file);
  return file;
}
async function rowsOf(place: DatabasePlace): Promise<Record<string, unknown>> {
  const { db, close } = await openAt(place);
  const rows = await contentsOf(db);
  await close();
  return Object.fromEntries(KEPT.map((table) => [table, rows[table]]));
}
async function run(place: DatabasePlace, ...statements: string[]): Promise<void> {
  const { db, close } = openPostgres(place.settings.DATABASE_URL ?? '', () => undefined);
  for (const statement of statements) await sql.raw(statement).execute(db);
  await close();
}
const dropAll = [...TABLES, 'migrations'].map((table) => `drop table ${table} cascade`);

if (!HAS_PROGRAMS)
  test('without pg_dump, backup and restore fail with a message', async () => {
    for (const script of ['backup', 'restore']) {
      const { code, err } = await runScript(script, (await aPlace()).settings, join(aFolder(), 'x.dump'));
      expect(code).toBe(1);
      expect(err).toMatch(/^(pg_dump is not found: .*|There is no file .*)\n$/);
    }
  });
else {
  test('a backup of a running server restores every row into an empty database, and new ids are higher than the restored ids', async () => {
    const place = await aFullSalon();
    const file = join(aFolder(), 'kopija.dump');
    const server = await startServer(place.settings);
    const made = await runScript('backup', place.settings, file);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/kopija\.dump: \d+ kB, checked\./);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    await server.stop();
    const rows = await rowsOf(place);
    await run(place, ...dropAll);
    const restored = await runScript('restore', place.settings, file);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toMatch(/^Restored: \d+ appointments\./);
    expect(restored.out).not.toContain('What was there before');
    expect({ ...(await rowsOf(place)), outbox: 0 }).toEqual({ ...rows, outbox: 0 });
    const again = await startServer(place.settings);
    onTestFinished(() => again.stop());
    expect((await fetch(`${again.url}/api/services`)).status).toBe(200);
    const { db, close } = await openAt(place);
    const user = { role: 'CLIENT', created_at: 1 } as const;
    const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
    const booking = db.insertInto('bookings').values({ uid: 'booking-new' }).returning('id');
    const booked = await booking.executeTakeFirstOrThrow();
    await close();
    expect(id).toBe((rows.users as string[]).length + 1);
    expect(booked.id).toBeGreaterThan(100_000); // those that were made since the backup keep theirs
  });

  test('a restore ends sessions, discards unsent mails, and first backs up the current data, which can be restored too', async () => {
    const place = await aFullSalon();
    const file = await backedUp(place);
    const then = await rowsOf(place);
    await run(
      place,
      'delete from services where id = (select max(id) from services)',
      'update users set deleted_at = 1, active = 0 where id = (select max(id) from users)',
    );
    const before = await rowsOf(place);
    const { code, err, out } = await runScript('restore', place.settings, file);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Deleted since the backup and back now; delete them again \(1\): /);
    expect({ ...(await rowsOf(place)), outbox: 0 }).toEqual({ ...then, outbox: 0 });
    const { db, close } = await openAt(place);
    expect(await db.selectFrom('sessions').select('user_id').execute()).toEqual([]);
    const waiting = db
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null);
    expect(await waiting.execute()).toEqual([]);
    await close();
    const [aside = ''] = /\S+before-restore-\S+\.dump/.exec(out) ?? [];
    expect(await runScript('restore', place.settings, aside)).toMatchObject({ code: 0, err: '' });
    expect({ ...(await rowsOf(place)), outbox: 0 }).toEqual({ ...before, outbox: 0 });
  });

  test('a restore is refused while a server is connected', async () => {
    const place = await aFullSalon();
    const file = await backedUp(place);
    const server = await startServer(place.settings);
    onTestFinished(() => server.stop());
    const { code, err } = await runScript('restore', place.settings, file);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The database has \d+ other connections\. Stop every Lunula server that uses it first\.\n$/,
    );
  });

  test('the restore refuses an invalid dump and changes nothing', async () => {
    const place = await aFullSalon();
    const folder = aFolder();
    const good = await backedUp(place, join(folder, 'kopija.dump'));
    const newer = await aPlace();
    await run(newer, "insert into migrations (position, name, hash, applied_at) values (99, 'x', 'y', 'z')");
    await backedUp(newer, join(folder, 'nova.dump'));
    const foreign = await aPlace();
    await run(foreign, ...dropAll, 'create table migrations (a int)', 'create table appointments (a int)');
    await backedUp(foreign, join(folder, 'tudja.dump'));
    const whole = readFileSync(good);
    writeFileSync(join(folder, 'presecena.dump'), whole.subarray(0, whole.length / 2));
    writeFileSync(join(folder, 'nije.dump'), 'Ovo nije dump.');
    writeFileSync(join(folder, 'promenjena.dump'), whole.subarray(0, -1));
    writeFileSync(join(folder, 'promenjena.dump.sha256'), readFileSync(`${good}.sha256`));
    const before = await rowsOf(place);
    for (const [name, line] of [
      ['nova.dump', / was made by a newer Lunula than this one\. Start the newer version\.\n$/],
      ['tudja.dump', / is not a dump of Lunula\.\n$/],
      ['presecena.dump', / is (not a dump of PostgreSQL, or is )?damaged\.\n$/],
      ['nije.dump', / is not a dump of PostgreSQL, or is damaged\.\n$/],
      ['promenjena.dump', / is damaged or was changed: its checksum differs from /],
      ['nema.dump', /There is no file /],
    ] as const) {
      const { code, err } = await runScript('restore', place.settings, join(folder, name));
      expect({ name, code }).toEqual({ name, code: 1 });
      expect(err).toMatch(line);
      expect(err).toContain(join(folder, name));
      expect(await rowsOf(place)).toEqual(before);
    }
  });

  test('a failed restore changes nothing', async () => {
    const place = await aFullSalon();
    const file = await backedUp(place);
    await run(place, 'create view moja as select count(*) from appointments'); // the restore fails: it cannot drop a table that a view uses
    const before = await rowsOf(place);
    const { code, err } = await runScript('restore', place.settings, file);
    expect(code).toBe(1);
    expect(err).toMatch(/^psql failed: .*view moja depends on table appointments/);
    expect(await rowsOf(place)).toEqual(before);
  });

  test('a killed restore changes nothing', async () => {
    const place = await aFullSalon();
    const file = await backedUp(place);
    await run(place, "insert into services (name) values ('Posle kopije')");
    const before = await rowsOf(place);
    const programs = findPostgresPrograms(process.env) ?? '';
    const folder = aFolder();
    for (const name of ['pg_dump', 'psql']) symlinkSync(join(programs, name), join(folder, name));
    for (const bytes of [0, 1000, 20_000, 100_000]) {
      // kills the restore while psql reads the dump, before the commit
      const cut = `case "$*" in *--no-owner*) ${programs}/pg_restore "$@" | head -c ${bytes}; kill -9 $PPID;; *) exec ${programs}/pg_restore "$@";; esac`;
      writeFileSync(join(folder, 'pg_restore'), `#!/bin/sh\n${cut}\n`, { mode: 0o700 });
      const PATH = `${folder}:${process.env.PATH}`;
      const restore = startProgram([process.execPath, 'scripts/restore.ts', file], {
        ...place.settings,
        PATH,
      });
      expect(await restore.ended(), restore.output()).toBe(null);
      expect(await rowsOf(place), `after ${bytes} bytes`).toEqual(before);
    }
  });

  test('a failed backup leaves no file', async () => {
    const folder = aFolder();
    const settings = { DATABASE_URL: 'postgres://nobody:tajna@127.0.0.1:1/none' };
    const { code, err } = await runScript('backup', settings, join(folder, 'kopija.dump'));
    expect(code).toBe(1);
    expect(err).toMatch(/^pg_dump failed: .*Connection refused/);
    expect(err).not.toContain('tajna');
    expect(readdirSync(folder)).toEqual([]);
  });
}
