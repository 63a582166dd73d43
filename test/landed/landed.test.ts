/**
 * Opens databases that were filled by earlier releases: no data are lost, and sessions, links and tokens still work. How to add a
 * release: docs/how-to/release.md
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errors } from '../../src/contract/errors.ts';
import { OWNERS_TECHNICIAN } from '../../src/domain/technicians.ts';
import { addDays, dateOf, isSunday, type WallTime } from '../../src/domain/wall-clock.ts';
import { deleteOutdatedRows } from '../../src/server/start.ts';
import { makeWeeksAhead } from '../../src/server/week-templates/week-templates.ts';
import { expectInvariants } from '../support/invariants.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { outboxOf, sendMails } from '../support/outbox.ts';
import type { Salon } from '../support/salon.ts';
import { trial } from '../support/trials/trial.ts';
import { keptOf } from './allowed.ts';
import { comparable } from './answers.ts';
import { CASES, LANDED, opened, recordingOf } from './opened.ts';
import type { Held } from './visit.ts';

/** Tables that a later release merged into another table. */
const MERGED: Readonly<Record<string, string>> = {
  appointment_services: 'booking_lines',
  technician_days: 'generated_days',
  technician_feeds: 'calendar_feeds',
};

/** The number of rows that each table had, under the name that the table has now. */
function mergedCounts(counts: Held['counts']): Record<string, number> {
  const merged: Record<string, number> = {};
  for (const [table, count] of Object.entries(counts)) {
    const name = MERGED[table] ?? table;
    merged[name] = (merged[name] ?? 0) + count;
  }
  return merged;
}

/** How many of a table's rows stand after the upgrade: no undo step of a release whose bookings had no id. */
const keptRows = (name: string, count: number, before: Held['counts']): number =>
  name === 'undo_steps' && !('bookings' in before) ? 0 : count;

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
    // money for an earlier booking of a row keeps that booking, in a row of its own
    const separated = salon.db.selectFrom('bookings').select('id').where('is_given_away', '=', 1);
    const ofSeparated = salon.db
      .selectFrom('booking_lines')
      .select('id')
      .where('booking_id', 'in', separated);
    const added: Record<string, number> = {
      appointments: (await separated.execute()).length,
      booking_lines: (await ofSeparated.execute()).length,
    };
    const before = Object.entries(mergedCounts(held.counts)).filter(([name]) => name !== 'migrations');
    expect(before.length).toBeGreaterThanOrEqual(16);
    const found: Record<string, number | undefined> = {};
    const expected: Record<string, number> = {};
    for (const [name, count] of before) {
      const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`;
      if (name === 'settings') continue; // some are seeded
      found[name] = (await counted.execute(salon.db)).rows[0]?.count;
      // openSalon adds an admin session, and the push keys if the release had no pushes yet
      const isNew = name === 'sessions' || (name === 'secrets' && !held.counts.push_subscriptions);
      const isForgotten = name === 'history' && held.told !== undefined; // retention records that it has forgotten a booking of story 20
      // the link of story 5's earlier booking, and the unpaid deposit of story 22's
      const isDead = (name === 'guest_links' || name === 'deposits') && held.told !== undefined;
      const more = added[name] ?? Number(isNew || isForgotten) - Number(isDead);
      expected[name] = keptRows(name, count + more, held.counts);
    }
    expect(found).toEqual(expected);
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

  test('the queued mails are sent after the upgrade, except those about bookings that have changed', async () => {
    const waiting = (await outboxOf(salon)).filter((row) => row.sent_at === null && row.given_up_at === null);
    expect(waiting.length).toBeGreaterThan(5);
    salon.clock.advance(1); // some mails are due only when the change that caused them can no longer be undone
    await sendMails(salon, mails.url);
    const rows = await outboxOf(salon);
    const recorded = recordingOf(commit, engine)?.mails;
    const dropped = rows.filter(({ last_error }) => last_error === 'no longer true').map(({ kind }) => kind);
    const confirming = ['BOOKED_GUEST', 'BOOKED_OWN'].filter((kind) => rows.some((row) => row.kind === kind));
    // in a salon without stories a guest and a client canceled a booking later; in the others the release itself has sent what is still true
    if (recorded) expect(keptOf(comparable(mails.mails))).toEqual(keptOf(recorded));
    else expect(dropped).toEqual(confirming);
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
      .where('technician_id', '=', OWNERS_TECHNICIAN)
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
