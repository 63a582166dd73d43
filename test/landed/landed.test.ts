/**
 * Opens databases that were filled by earlier releases: no data are lost, and sessions, links and tokens still work. How to add a
 * release: docs/how-to/release.md
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errors } from '../../src/contract/errors.ts';
import { addDays, dateOf, isSunday, type WallTime } from '../../src/domain/wall-clock.ts';
import type { Engine } from '../../src/server/platform/db/open.ts';
import { deleteOutdatedRows } from '../../src/server/start.ts';
import { makeWeeksAhead } from '../../src/server/week-templates/week-templates.ts';
import { emptyPlace, engines, openAt } from '../support/databases/databases.ts';
import { expectInvariants } from '../support/invariants.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { outboxOf, sendMails } from '../support/outbox.ts';
import { openSalon, type Salon } from '../support/salon.ts';
import { trial } from '../support/trials/trial.ts';
import { loadPostgres, loadSqlite } from './dump.ts';
import type { Held } from './visit.ts';

const LANDED = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const CASES = LANDED.flatMap((commit) => engines.map((engine) => [commit, engine] as const));

async function opened(
  commit: string,
  engine: Engine,
): Promise<{ salon: Salon; held: Held; close(): Promise<void> }> {
  const file = (ending: string) => readFileSync(join(import.meta.dirname, commit, `${engine}.${ending}`));
  const held: Held = JSON.parse(file('json').toString());
  const place = await emptyPlace(engine);
  const text = gunzipSync(file('sql.gz')).toString();
  const { DATA_DIR, DATABASE_URL } = place.settings;
  if (DATABASE_URL) await loadPostgres(DATABASE_URL, text);
  else loadSqlite(join(DATA_DIR, 'lunula.sqlite'), text);
  const database = await openAt(place);
  const salon = await openSalon(engine, { database, now: held.wall as WallTime });
  const close = async () => {
    await salon.close();
    await place.remove();
  };
  return { salon, held, close };
}

test('the databases of earlier releases exist', () => expect(LANDED.length).toBeGreaterThanOrEqual(3));

describe.each(CASES)('upgrading the database that commit %s created on %s', (commit, engine) => {
  let salon: Salon;
  let held: Held;
  let close: () => Promise<void>;
  let mails: MailServer;
  beforeAll(async () => {
    mails = await openMailServer();
    ({ salon, held, close } = await opened(commit, engine));
  });
  afterAll(async () => {
    await close?.();
    await mails.close();
  });
  const ask = async (line: string, token: string | null, body?: object, key?: string) => {
    const [method = '', path = ''] = line.split(' ');
    const answer = await salon.app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(key && { 'idempotency-key': key }) },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() };
  };

  test('after the migration and a retention run, every table has as many rows as before', async () => {
    trial({ what: 'landed', cases: 1 });
    await deleteOutdatedRows(salon.platform);
    const before = Object.entries(held.counts).filter(([name]) => name !== 'migrations');
    expect(before.length).toBeGreaterThanOrEqual(16);
    for (const [name, count] of before) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
        salon.db,
      );
      // openSalon adds an admin session, and the push keys if the release had no pushes yet
      const isNew = name === 'sessions' || (name === 'secrets' && !held.counts.push_subscriptions);
      const more = isNew ? 1 : 0;
      const isSeeded = name === 'settings';
      if (!isSeeded) expect({ name, count: rows[0]?.count }).toEqual({ name, count: count + more });
    }
    await expectInvariants(salon);
  });

  test('the client’s session and password still work after the upgrade', async () => {
    const { client, admin } = held;
    expect(await ask('GET /auth/me', client.token)).toMatchObject({
      status: 200,
      json: { email: client.email },
    });
    for (const { email, password } of [client, admin])
      expect(await ask('POST /auth/login', null, { email, password })).toMatchObject({ status: 200 });
  });

  test('the guest’s link still opens the appointment after the upgrade', async () => {
    const { token, start } = held.guest;
    expect(await ask('POST /guest-link/view', null, { token })).toMatchObject({
      status: 200,
      json: { start_datetime: start, status: 'BOOKED' },
    });
  });

  test('a request that is repeated after the upgrade gets the response from before the upgrade', async () => {
    const { path, key, body, answer } = held.repeated;
    const again = await ask(`POST ${path}`, held.client.token, body, key);
    expect(again).toMatchObject({ status: 200, json: answer });
  });

  test('after the upgrade, the owner’s last deletion can be undone, or the undo is refused as expired', async () => {
    const { token, start } = held.undo;
    const { status, json } = await ask('POST /appointments/undo', salon.admin.token, { undo_token: token });
    const rows = await salon.db
      .selectFrom('appointments')
      .select('status')
      .where('start_datetime', '=', start as WallTime)
      .execute();
    if (status === 200) expect(rows).toEqual([{ status: 'AVAILABLE' }]);
    else expect({ code: json.code, rows }).toEqual({ code: 'undo_expired', rows: [] });
  });

  test('notifications, appointments and the data export can be read after the upgrade', async () => {
    const lists = [
      ['GET /notifications', salon.admin.token],
      ['GET /client-notifications', held.client.token],
      ['GET /appointments/upcoming', held.client.token],
      ['GET /auth/me/export', held.client.token],
      ['GET /users/clients', salon.admin.token],
      ['GET /annual/mine', salon.admin.token],
    ] as const;
    for (const [line, token] of lists) {
      const { status, json } = await ask(line, token);
      expect({ line, status }).toEqual({ line, status: 200 });
      expect(Object.keys(json).length).toBeGreaterThan(0);
    }
  });

  test('every queued mail is sent after the upgrade, except one about a booking that was canceled later', async () => {
    const waiting = (await outboxOf(salon)).filter((row) => row.sent_at === null && row.given_up_at === null);
    expect(waiting.length).toBeGreaterThan(5);
    salon.clock.advance(1); // some mails are due only when the change that caused them can no longer be undone
    await sendMails(salon, mails.url);
    const rows = await outboxOf(salon);
    // the only queued mail that is not sent, because its booking was canceled later
    const reasons = rows.flatMap(({ last_error }) => last_error ?? []);
    expect(reasons).toEqual(['no longer true']);
    expect(rows.filter((row) => row.sent_at === null && row.given_up_at === null)).toEqual([]);
    expect(mails.mails.length).toBeGreaterThan(5);
  });

  test('a reset link mailed before the upgrade sets a new password once', async () => {
    const body = {
      token: held.resetToken,
      new_password: 'nova-lozinka',
      new_password_confirm: 'nova-lozinka',
    };
    expect(await ask('POST /auth/reset', null, body)).toEqual({ status: 204, json: null });
    expect(await ask('POST /auth/reset', null, body)).toMatchObject({
      status: 400,
      json: { error: errors.reset_link_dead.text },
    });
  });

  test('slots are generated only for days that had no appointments before the upgrade', async () => {
    const today = dateOf(held.wall as WallTime);
    const marks = await salon.db
      .selectFrom('generated_days')
      .select('day')
      .where('day', '>=', today)
      .execute();
    const marked = new Set(marks.map(({ day }) => day));
    expect(marked.size).toBeGreaterThan(0);
    const countOf = async () => {
      const rows = await salon.db
        .selectFrom('appointments')
        .select('day')
        .where('day', '>=', today)
        .execute();
      return Map.groupBy(rows, ({ day }) => day);
    };
    await salon.db.deleteFrom('absences').execute();
    for (const weekday of [1, 2, 3, 4, 5, 6])
      await ask('POST /templates', salon.admin.token, {
        weekday,
        time_start: '06:05:00',
        duration_minutes: 5,
      });
    await ask('PUT /settings', salon.admin.token, { generate_ahead_weeks: 8 });
    const before = await countOf();
    await makeWeeksAhead(salon.platform);
    const after = await countOf();
    for (const day of marked) expect(after.get(day)?.length).toBe(before.get(day)?.length);
    const others = Array.from({ length: 55 }, (_, n) => addDays(today, n + 1)).filter(
      (day) => !isSunday(day) && !marked.has(day),
    );
    for (const day of others)
      expect(after.get(day)?.length ?? 0).toBeGreaterThan(before.get(day)?.length ?? 0);
  });
});
