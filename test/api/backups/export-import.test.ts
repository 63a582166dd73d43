import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fillDemo } from '../../../scripts/demo/fill.ts';
import { dateOf } from '../../../src/domain/wall-clock.ts';
import { EXPORTED_TABLES, TABLES } from '../../../src/server/platform/backups/tables.ts';
import { anAppointment, aService, aWait } from '../../support/builders.ts';
import { contentsOf } from '../../support/contents.ts';
import { type DatabasePlace, engines, freshPlace, openAt } from '../../support/databases/databases.ts';
import { rowById } from '../../support/notifications.ts';
import { runScript } from '../../support/program.ts';
import { addHoldings } from '../../support/rows/money.ts';
import { NOW, openSalon } from '../../support/salon.ts';
import { startServer } from '../../support/server.ts';
import { aFolder } from '../../support/temporary-folder.ts';
import { trial } from '../../support/trials/trial.ts';

async function aPlace(engine: DatabasePlace['engine']): Promise<DatabasePlace> {
  const place = await freshPlace(engine);
  onTestFinished(place.remove);
  return place;
}

/** A realistic salon with rows in nearly every table, a price with para (hundredths of a dinar), and a deleted row with the highest id. */
async function aFullSalon(engine: DatabasePlace['engine']): Promise<DatabasePlace> {
  const place = await aPlace(engine);
  const salon = await openSalon(engine, { database: await openAt(place) });
  await fillDemo(salon.platform, dateOf(NOW), 0);
  await salon.admin.call('POST /services', { body: { name: 'Sa parama', price: 1234.56 } });
  await salon.admin.call('PUT /settings', { body: { salon_name: 'Preseljeni salon' } });
  const gone = await salon.admin.call('POST /services', { body: { name: 'Obrisana' } });
  await salon.admin.call('DELETE /services/{id}', { params: { id: gone.id } });
  await salon.admin.call('POST /calendar-feed');
  const service = await aService(salon);
  const appointment_id = await anAppointment(salon, '2027-05-03 10:00:00', {
    status: 'BOOKED',
    guest_name: 'Mila',
    guest_phone: '0641',
    moved_at: salon.clock.ms(),
    attended: 0,
  });
  const { booking_id, person_id } = (await rowById(salon, appointment_id)) ?? {};
  if (!booking_id || !person_id) throw new Error('no booking of a person');
  await aWait(salon, {
    day: '2027-05-03',
    client_id: null,
    guest_name: 'Mila',
    guest_number: '+381641234567',
    services: [service],
    created_at: 1,
  });
  const field = await salon.db.selectFrom('work_fields').select('id').executeTakeFirstOrThrow();
  await salon.db
    .insertInto('work_values')
    .values({ booking_id, field_id: field.id, value: 'OPI N25', at: 1 })
    .execute();
  const look = { file: 'f', thumb: 't', width: 4, height: 3, color: '#804020', bytes: 9, made_at: 1 };
  const { id: picture_id } = await salon.db
    .insertInto('pictures')
    .values({ kind: 'RESULT', booking_id, ...look })
    .returning('id')
    .executeTakeFirstOrThrow();
  await salon.db
    .insertInto('works')
    .values({ picture_id, service_id: service, position: 1, consent_text: 'Da', consent_at: 1 })
    .execute();
  for (const token_hash of ['b', 'A', '_', 'a', 'B'])
    await salon.db.insertInto('guest_links').values({ token_hash, booking_id }).execute();
  const technician = await salon.db
    .insertInto('technicians')
    .values({ name: 'Mina', position: 1, hue: 3 })
    .returning('id as technician_id')
    .executeTakeFirstOrThrow();
  const { service_id } = await salon.db
    .selectFrom('services')
    .select('id as service_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await salon.db
    .insertInto('technician_services')
    .values({ ...technician, service_id })
    .execute();
  await salon.db
    .insertInto('technician_terms')
    .values({ ...technician, service_id, duration_minutes: 75, price: 1900.5 })
    .execute();
  await salon.db
    .insertInto('generated_days')
    .values({ ...technician, day: '2026-11-17', generated_at: 1 })
    .execute();
  await salon.db
    .insertInto('calendar_feeds')
    .values({ ...technician, token_hash: 'x', created_at: 1 })
    .execute();
  const day = '2026-11-17';
  await salon.db
    .insertInto('payments')
    .values({ booking_id, kind: 'DEPOSIT', method: 'IPS', amount: 70_000, at: 1, day })
    .execute();
  await addHoldings(salon, { booking_id, person_id, service_id, ...technician });
  await salon.db.insertInto('cash_days').values({ day, opening: 500_000 }).execute();
  const import_id = '0b6f4f0a-1c55-4e0c-9a57-3d1b6c1c2f10';
  await salon.db
    .insertInto('imports')
    .values({ id: import_id, subject: 'APPOINTMENTS', last_at: 1 })
    .execute();
  await salon.db.insertInto('import_rows').values({ import_id, at: 1, key_hash: 'key' }).execute();
  const deposit = { amount: 70_000, until_at: 1, state: 'RECEIVED', reference: '9712', qr: 'K:PR' } as const;
  await salon.db
    .insertInto('deposits')
    .values({ ...deposit, booking_id, made_at: 1 })
    .execute();
  await salon.db
    .insertInto('due_marks')
    .values({ person_id, kind: 'CONTACTED', appointment_id, at: 1 })
    .execute();
  const start_datetime = '2026-11-17 14:15:00';
  const [at, expected] = [1, '2026-11-17 14:45:00'] as const;
  const told = { ...technician, booking_id, start_datetime, expected, at } as const;
  await salon.db
    .insertInto('delays')
    .values({ ...technician, day, minutes: 30, at })
    .execute();
  await salon.db
    .insertInto('told_times')
    .values({ ...told, is_quiet: 0 })
    .execute();
  await salon.db
    .insertInto('reached')
    .values({ ...told, what: 'DELAY', channel: 'CALL' })
    .execute();
  const queued = {
    kind: 'DELAY',
    content: '{}',
    created_at: 1,
    visible_at: 1,
    next_try_at: 1,
    once_key: 'x',
  };
  const sms = { to_number: '+381641112223', is_known: 0, parts: 1, about_at: 1, until_at: 1 } as const;
  await salon.db
    .insertInto('sms_outbox')
    .values({ ...queued, ...sms, booking_id })
    .execute();
  await salon.db.insertInto('owner_mornings').values({ day: '2026-11-17', told_at: 1 }).execute();
  await salon.db.insertInto('secrets').values({ name: 'key', value: 'tajna', created_at: 1 }).execute();
  await salon.close();
  return place;
}

async function rowsOf(place: DatabasePlace): Promise<Record<string, string[]>> {
  const { db, close } = await openAt(place);
  const rows = await contentsOf(db);
  await close();
  return Object.fromEntries(EXPORTED_TABLES.map((table) => [table, rows[table] ?? []]));
}
async function nextServiceId(place: DatabasePlace): Promise<number> {
  const { db, close } = await openAt(place);
  const row = { name: 'Sledeća', price: 0, position: 99 };
  const { id } = await db.insertInto('services').values(row).returning('id').executeTakeFirstOrThrow();
  await close();
  return id;
}
const exported = async (place: DatabasePlace, file = join(aFolder(), 'salon.jsonl')): Promise<string> => {
  expect(await runScript('export', place.settings, file)).toMatchObject({ code: 0, err: '' });
  return file;
};

test('every table of the schema has a policy that says whether the table is exported', async () => {
  const { db, close } = await openAt(await aPlace('sqlite'));
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'`.execute(db);
  await close();
  expect(rows.map(({ name }) => name).sort()).toEqual([...TABLES].sort());
});

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('moving from %s to %s and back', (from, to) => {
  test('an import and a second export keep every row unchanged; new ids are higher than every id that was ever used', async () => {
    trial({ what: 'moving', cases: 2 });
    const origin = await aFullSalon(from);
    const there = await aPlace(to);
    const back = await aPlace(from);
    const file = await exported(origin);
    const hashIn = (path: string) => JSON.parse(readFileSync(path, 'utf8').split('\n', 1)[0] ?? '').hash;
    const imported = await runScript('import', there.settings, file);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toMatch(/^Imported: \d\d\d+ appointments, 41 accounts\. /);
    const copied = await exported(there);
    expect(hashIn(copied)).toBe(hashIn(file));
    expect(await runScript('import', back.settings, copied)).toMatchObject({ code: 0 });
    const rows = await rowsOf(origin);
    for (const table of EXPORTED_TABLES) {
      // `aFullSalon` adds no rows to these tables
      if (!['reminders', 'outbox', 'absences'].includes(table))
        expect(rows[table]?.length, table).toBeGreaterThan(0);
    }
    expect(await rowsOf(there)).toEqual(rows);
    expect(await rowsOf(back)).toEqual(rows);
    const next = await nextServiceId(origin);
    expect([await nextServiceId(there), await nextServiceId(back)]).toEqual([next, next]);
  });
});

test('an import into a new salon replaces the owner and the settings, and ends all sessions', async () => {
  const origin = await aFullSalon('sqlite');
  const file = await exported(origin);
  const target = await aPlace('sqlite');
  const salon = await openSalon('sqlite', {
    database: await openAt(target),
    settings: { ADMIN_EMAIL: 'druga@salon.rs', ADMIN_NAME: 'Druga' },
  });
  await salon.admin.call('PUT /settings', { body: { salon_name: 'Prazan salon' } });
  await salon.close();
  expect(await runScript('import', target.settings, file)).toMatchObject({ code: 0, err: '' });
  expect(await rowsOf(target)).toEqual(await rowsOf(origin));
  const { db, close } = await openAt(target);
  expect(await db.selectFrom('sessions').select('user_id').execute()).toEqual([]);
  await close();
});

test('the exported file has a header, only the user who ran the export can read it, and an export never overwrites a file', async () => {
  const origin = await aFullSalon('sqlite');
  const file = await exported(origin);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  const header = JSON.parse(first);
  expect(header).toMatchObject({ lunula: 1, version: '0.1.0', counts: { users: 41 } });
  expect(header.hash).toBe(createHash('sha256').update(rest.join('\n')).digest('hex'));
  expect(readFileSync(file, 'utf8')).not.toContain('"day":"2026-11-17","status"');
  const again = await runScript('export', origin.settings, file);
  expect(again).toMatchObject({ code: 1, err: `${file} already exists.\n` });
  expect(await runScript('export', origin.settings)).toMatchObject({
    code: 1,
    err: 'Name the file to write: npm run export -- FILE\n',
  });
});

describe.each(engines)('refused imports change nothing (%s)', (engine) => {
  test('the import refuses a file that is truncated, changed or no export, is from another version, or has an invalid row', async () => {
    const origin = await aFullSalon('sqlite');
    const good = readFileSync(await exported(origin), 'utf8');
    const [first = '', ...rows] = good.trimEnd().split('\n');
    const header = JSON.parse(first);
    /** Builds an export with a correct hash, to test the checks that follow the hash check. */
    const signed = (head: object, lines: readonly string[]) => {
      const body = lines.map((line) => `${line}\n`).join('');
      return `${JSON.stringify({ ...header, ...head, hash: createHash('sha256').update(body).digest('hex') })}\n${body}`;
    };
    const names = header.migrations as string[];
    const row = JSON.parse(rows[1] ?? '');
    const target = await aPlace(engine);
    const { close, ...salon } = await openSalon(engine, { database: await openAt(target) });
    const before = await contentsOf(salon.db);
    await close();
    const badFiles = [
      ['truncated within a line', good.slice(0, -20), /is damaged, truncated or was changed/],
      [
        'truncated at the end of a line',
        `${[first, ...rows.slice(0, -1)].join('\n')}\n`,
        /is damaged, truncated or was changed/,
      ],
      ['without the last line feed', good.slice(0, -1), /is damaged, truncated or was changed/],
      ['with a changed letter', good.replace('Gel lak', 'Gel laK'), /is damaged, truncated or was changed/],
      ['empty', '', /is not an export of Lunula/],
      ['of another program', '{"a":1}\n{"b":2}\n', /is not an export of Lunula/],
      [
        'of a newer release',
        signed({ migrations: [...names, 'x'], version: '9.0.0' }, rows),
        /by a newer Lunula \(9\.0\.0\)/,
      ],
      [
        'of an older release',
        signed({ migrations: names.slice(0, -1) }, rows),
        /by an older Lunula \(0\.1\.0\)\. Import it with that version, then/,
      ],
      ['with unknown migrations', signed({ migrations: ['x'] }, rows), /by another Lunula/],
    ] as const;
    const badRows = [
      [
        'with a row of an unknown table',
        signed({}, [...rows, '{"table":"tudja","row":{}}']),
        /has a row that is not one of Lunula/,
      ],
      [
        'with a row of a table that is not exported',
        signed({}, [...rows, '{"table":"sessions","row":{}}']),
        /has a row that is not one of Lunula/,
      ],
      [
        'with an additional column',
        signed({}, [...rows, JSON.stringify({ ...row, row: { ...row.row, id: 999, tajna: 1 } })]),
        /other columns/,
      ],
      [
        'with fewer rows than its header says',
        signed({}, rows.slice(0, -1)),
        /has fewer or more rows of \w+ than its header says/,
      ],
      [
        'with a duplicate row',
        signed({}, [...rows, rows[1] ?? '']),
        /is inconsistent: .*\. Nothing was changed\.\n$/,
      ],
    ] as const;
    // a bad file is refused before a database is opened, so these cases do not depend on the engine
    const refusals = engine === 'sqlite' ? [...badFiles, ...badRows] : badRows;
    trial({ what: 'moving', cases: refusals.length });
    for (const [what, text, line] of refusals) {
      const file = join(aFolder(), 'losa.jsonl');
      writeFileSync(file, text);
      const { code, err } = await runScript('import', target.settings, file);
      expect({ what, code }).toEqual({ what, code: 1 });
      expect(err, what).toMatch(line);
      expect(err.startsWith(file), `${what}: ${err}`).toBe(true);
      const { db, close: closeAgain } = await openAt(target);
      expect(await contentsOf(db), what).toEqual(before);
      await closeAgain();
    }
  });

  test('the import refuses a salon that already has data', async () => {
    const origin = await aFullSalon('sqlite');
    const file = await exported(origin);
    const target = await aFullSalon(engine);
    const before = await rowsOf(target);
    const { code, err } = await runScript('import', target.settings, file);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'This salon is not empty (there are services): an import needs a new one. Set another DATA_DIR or DATABASE_URL.\n',
    });
    expect(await rowsOf(target)).toEqual(before);
  });
});

test('an import into the folder of a running server is refused', async () => {
  const file = await exported(await aFullSalon('sqlite'));
  const server = await startServer();
  const { code, err } = await runScript('import', { DATA_DIR: server.dataDirectory }, file);
  await server.stop();
  expect(code).toBe(1);
  expect(err).toMatch(/^Another Lunula server is running on /);
});

test('a failed export leaves no file', async () => {
  const folder = aFolder();
  const { code } = await runScript('export', { DATA_DIR: join(folder, 'nema') }, join(folder, 'salon.jsonl'));
  expect(code).toBe(1);
  expect(existsSync(folder) && readdirSync(folder)).toEqual([]);
});
