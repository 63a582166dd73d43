import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { aBooking, aClient, aGuestBooking, aSlot, seen } from '../../support/builders.ts';
import { contentsOf } from '../../support/contents.ts';
import { freshPlace } from '../../support/databases/databases.ts';
import { root } from '../../support/program.ts';
import { createFixture, type Fixture } from '../../support/request-examples.ts';
import { ADMIN, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { startServer } from '../../support/server.ts';
import { trial } from '../../support/trials/trial.ts';

/** Personal data so unusual that a search in any text finds only this person. */
const marksOf = (n: number) => ({
  name: `Kanarinka${n}x`,
  email: `kanarinka${n}x@tajna.rs`,
  phone: `06${n} 777 ${n}${n}${n}`,
  city: `Grad${n}x`,
  notes: `beleška-kanarinke-${n}x`,
  password: `lozinka-kanarinke-${n}x`,
});
type Marks = ReturnType<typeof marksOf>;
const digits = (phone: string) => phone.replaceAll(' ', '');
const found = (text: string, marks: readonly string[]) => marks.filter((mark) => text.includes(mark));
const markList = ({ name, email, phone, city, notes, password }: Marks) => [
  name,
  email,
  phone,
  digits(phone),
  city,
  notes,
  password,
];

onBothEngines('personal data and secrets in responses, log and database', () => {
  let fixture: Fixture;
  let hidden: Person & { marks: Marks };
  const guest = marksOf(8);
  beforeAll(async () => {
    fixture = await createFixture(salon);
    const marks = marksOf(7);
    hidden = { ...(await aClient(salon, marks)), marks };
    await aBooking(salon, '2026-11-19 16:00:00', hidden.id, {
      notes: marks.notes,
      guest_name: marks.name,
      guest_phone: marks.phone,
    });
    await aBooking(salon, '2026-11-10 16:00:00', hidden.id, { notes: marks.notes });
    await aGuestBooking(salon, '2026-11-19 20:00:00', { name: guest.name, phone: guest.phone });
    const slot = await aSlot(salon, '2026-11-18 08:00:00');
    await hidden.call('POST /appointments/{id}/book', {
      params: { id: slot },
      body: { ...seen('2026-11-18 08:00:00'), notes: marks.notes },
    });
    await hidden.call('POST /appointments/{id}/cancel', {
      params: { id: slot },
      body: { reason: marks.notes },
    });
    await salon.visitor.call('POST /client-notifications/free-slot', {
      body: { date: '2026-11-25', guest_name: guest.name, guest_phone: guest.phone },
    });
  });

  const asked = async (entry: Endpoint, token: string | null, id?: number) => {
    const example = fixture.requestExamples[`${entry.method} ${entry.path}` as EndpointName];
    const path = entry.path.replace(/\{(\w+)\}/, (_, key) => String(id ?? example.params?.[key]));
    const answer = await salon.app.inject({
      method: entry.method as 'GET',
      url: `/api${path}?${new URLSearchParams(example.query)}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(example.body && { payload: example.body }),
    });
    return answer.body + JSON.stringify(answer.headers);
  };

  test('no response to other users contains a client’s data', async () => {
    const marks = [...markList(hidden.marks), ...markList(guest)];
    const ids = (await salon.db.selectFrom('appointments').select('id').execute()).map(({ id }) => id);
    const tried = (endpoints as readonly Endpoint[]).filter(({ path }) => path !== '/auth/logout');
    const tries = tried.flatMap((entry) => (entry.params ? ids : [undefined]).map((id) => ({ entry, id })));
    trial({ what: 'canaries', cases: 3 * tries.length });
    for (const token of [null, fixture.owner.token, fixture.stranger.token])
      for (const { entry, id } of tries) {
        const answer = await asked(entry, token, id);
        const what = `${entry.method} ${entry.path} ${id}`;
        expect({ what, found: found(answer, marks) }).toEqual({ what, found: [] });
      }
  }, 60_000);

  test('only the owner receives attendance and notes about clients', async () => {
    const own = await salon.db
      .selectFrom('appointments')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select('appointments.id')
      .where('client_id', '=', hidden.id)
      .execute();
    const tried = (endpoints as readonly Endpoint[]).filter(({ path }) => !path.startsWith('/auth/'));
    trial({ what: 'canaries', cases: 2 * tried.length });
    const secret = ['"attended"', '"client_notes"', '"client_no_shows"', '"no_shows"'];
    const requests = tried.flatMap((entry) =>
      (entry.params ? own.map((row) => row.id) : [undefined]).map((id) => ({ entry, id })),
    );
    for (const { entry, id } of requests)
      for (const token of [null, hidden.token]) {
        const answer = await asked(entry, token, id);
        const what = `${entry.method} ${entry.path}`;
        const isContract = entry.path === '/openapi.json';
        expect({ what, found: isContract ? [] : found(answer, secret) }).toEqual({ what, found: [] });
      }
  });

  test('no response contains a hash or a password', async () => {
    const reading = (endpoints as readonly Endpoint[]).filter(({ method }) => method === 'GET');
    trial({ what: 'canaries', cases: 4 * reading.length });
    for (const entry of reading)
      for (const token of [null, fixture.stranger.token, hidden.token, salon.admin.token])
        expect(
          found(await asked(entry, token), ['$argon2', 'token_hash', ADMIN.password, hidden.marks.password]),
        ).toEqual([]);
  });

  test('the log contains no personal data, even after errors', async () => {
    const { marks } = hidden;
    const tries = [
      ['POST', '/auth/login', { email: marks.email, password: 'pogrešna' }],
      ['POST', '/auth/login', { email: marks.email, password: marks.password }],
      ['POST', '/auth/register', { ...marks, notes: undefined, password_confirm: marks.password }],
      ['POST', '/auth/forgot', { email: marks.email }],
      ['POST', '/users/clients', { name: marks.name, email: marks.email, phone: marks.phone }],
      ['GET', `/users?q=${encodeURIComponent(marks.phone)}`, undefined],
      ['GET', `/users/${marks.email}`, undefined],
      ['GET', `/nothing/${marks.email}?token=${hidden.token}`, undefined],
      ['POST', '/services', { name: marks.name, price: marks.phone }],
    ] as const;
    trial({ what: 'canaries', cases: tries.length });
    for (const [method, path, payload] of tries)
      await salon.app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${salon.admin.token}` },
        ...(payload && { payload }),
      });
    // provokes a database error about a duplicate, whose text contains the email
    await salon.db.deleteFrom('login_attempts').execute();
    const both = Array.from({ length: 4 }, () =>
      salon.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: {
          name: 'x',
          email: 'kanarinka7y@tajna.rs',
          password: 'lozinka-y',
          password_confirm: 'lozinka-y',
        },
      }),
    );
    await Promise.all(both);
    const secrets = [
      ...markList(marks),
      ...markList(guest),
      'kanarinka7y',
      'lozinka-y',
      hidden.token ?? '',
      salon.admin.token ?? '',
      ADMIN.password,
    ];
    expect(found(salon.log(), secrets)).toEqual([]);
    expect(salon.log()).toContain('"route":"/api/auth/login"');
  });

  test('the database stores no usable token or password, and a stored token hash is not accepted as a token', async () => {
    trial({ what: 'tokens', cases: 1 });
    const stored = JSON.stringify(await contentsOf(salon.db));
    const { token } = await salon.visitor.call('POST /auth/login', {
      body: { email: hidden.marks.email, password: hidden.marks.password },
    });
    const usable = [
      token,
      hidden.token ?? '',
      fixture.owner.token ?? '',
      salon.admin.token ?? '',
      ADMIN.password,
      hidden.marks.password,
    ];
    expect(found(stored, usable)).toEqual([]);
    const hashes = await salon.db.selectFrom('sessions').select('token_hash').execute();
    for (const { token_hash } of hashes)
      expect(
        (await salon.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token_hash}` } }))
          .statusCode,
      ).toBe(401);
  });
});

test('the database file, its backups and the log contain no usable token and no password', async () => {
  trial({ what: 'canaries', cases: 1 });
  const place = await freshPlace('sqlite');
  onTestFinished(place.remove);
  const server = await startServer(place.settings);
  onTestFinished(() => server.stop());
  const post = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `ključ${path}`.replace(/[^\w]/g, ''),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return (answer.status === 204 ? {} : await answer.json()) as {
      token?: string;
      id?: number;
      guest_link?: string;
      undo_token?: string;
    };
  };
  const marks = marksOf(5);
  const { name, email, phone, city, password } = marks;
  const admin = (await post('/auth/login', server.admin)).token ?? '';
  const client =
    (await post('/auth/register', { name, email, phone, city, password, password_confirm: password }))
      .token ?? '';
  await post('/auth/forgot', { email });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const start = `${tomorrow} 12:00:00`;
  const slot = await post(
    '/appointments/slot?undo=1',
    { start_datetime: start, duration_minutes: 60 },
    admin,
  );
  const booked = await post(`/appointments/${slot.id}/book`, {
    seen_start: start,
    seen_end: `${tomorrow} 13:00:00`,
    guest_name: 'Gošća',
    guest_phone: '064 100001',
  });
  expect({ slot: slot.undo_token, booked: booked.guest_link }).toEqual({
    slot: expect.any(String),
    booked: expect.any(String),
  });
  const backup = spawnSync(process.execPath, ['scripts/backup.ts'], {
    cwd: root,
    env: { ...process.env, ...place.settings },
    encoding: 'utf8',
  });
  expect(backup.stderr).toBe('');
  process.kill(server.process.pid ?? 0, 'SIGKILL'); // SIGKILL, because a clean stop would remove the WAL, which this test also checks
  await new Promise((resolve) => server.process.once('exit', resolve));

  const secrets = [
    admin,
    client,
    password,
    server.admin.password,
    booked.guest_link ?? '',
    slot.undo_token ?? '',
  ];
  const files = readdirSync(place.settings.DATA_DIR, { recursive: true, encoding: 'utf8' })
    .map((file) => join(place.settings.DATA_DIR, file))
    .filter((file) => statSync(file).isFile());
  expect(files.some((file) => file.includes('backups')) && files.some((file) => file.endsWith('-wal'))).toBe(
    true,
  );
  for (const file of files)
    expect({ file, found: found(readFileSync(file, 'latin1'), secrets) }).toEqual({ file, found: [] });
  expect(found(server.log(), [...secrets, ...markList(marks)])).toEqual([]);
});
