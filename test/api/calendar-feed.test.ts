import { afterEach, describe, expect, test } from 'vitest';
import { addDays, wallTimeOn } from '../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aSlot } from '../support/builders.ts';
import { contentsOf } from '../support/contents.ts';
import { expectRefused } from '../support/refused.ts';
import { changeRow } from '../support/rows/rows.ts';
import { NOW } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

const make = async () => (await salon.admin.call('POST /calendar-feed')).url;
const secretOf = (url: string) => url.replace(/.*\//, '');
const get = (secret: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  salon.app.inject({ method, url: `/api/calendar-feed/${secret}`, headers });
const read = async () => (await get(secretOf(await make()))).body;

type Entry = Record<string, string>;
/** Parses the entries like a calendar program: unfolds lines and unescapes texts. RFC 5545 */
function entriesOf(file: string): Entry[] {
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  const entries: Entry[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name = ''] = line.slice(0, colon).split(';');
    const value = line
      .slice(colon + 1)
      .replace(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
    if (line === 'BEGIN:VEVENT') entries.push({});
    else if (entries.length > 0) Object.assign(entries.at(-1) ?? {}, { [name]: value });
  }
  return entries;
}

onBothEngines('the calendar feed', { emptyBeforeEach: true }, () => {
  afterEach(() => salon.clock.set(NOW));

  describe('the secret URL of the calendar feed', () => {
    test('the secret URL is created when the owner requests it, shown only once, and stored only as a hash', async () => {
      expect(await salon.admin.call('GET /calendar-feed')).toEqual({ active: 0, created_at: null });
      const url = await make();
      expect(url).toMatch(/^http:\/\/.+\/api\/calendar-feed\/[\w-]{43}$/);
      const answer = await salon.admin.call('GET /calendar-feed');
      expect(answer).toEqual({ active: 1, created_at: NOW });
      const stored = JSON.stringify(await contentsOf(salon.db));
      expect(stored).not.toContain(secretOf(url));
      const history = await salon.db.selectFrom('history').select('id').execute();
      expect(history).toEqual([]);
    });

    test('a new secret URL replaces the old URL; deleting the URL twice causes no error', async () => {
      const [first, second] = [await make(), await make()].map(secretOf);
      expect((await get(first ?? '')).statusCode).toBe(404);
      expect((await get(second ?? '')).statusCode).toBe(200);
      expect(await salon.db.selectFrom('calendar_feeds').select('token_hash').execute()).toHaveLength(1);
      for (const _ of [1, 2]) expect(await salon.admin.call('DELETE /calendar-feed')).toBeUndefined();
      expect((await get(second ?? '')).statusCode).toBe(404);
      expect(await salon.admin.call('GET /calendar-feed')).toEqual({ active: 0, created_at: null });
    });

    test('GET and HEAD return 404 for every wrong secret, with the same body as for an unknown path', async () => {
      const secret = secretOf(await make());
      const { token_hash } = await salon.db
        .selectFrom('calendar_feeds')
        .select('token_hash')
        .executeTakeFirstOrThrow();
      const other = secret.startsWith('A') ? `B${secret.slice(1)}` : `A${secret.slice(1)}`;
      const wrong = [
        'x',
        other,
        secret.slice(1),
        `${secret}x`,
        `${secret}%20`,
        token_hash,
        '',
        '%F0%9F%92%85',
      ];
      wrong.push(
        'x'.repeat(90),
        'x'.repeat(2000),
        '..%2f..%2fetc',
        "'%20or%201=1",
        '%00',
        secret.toUpperCase(),
      );
      const answers = await Promise.all(
        wrong.map((one) => get(encodeURI(decodeURI(one)).replaceAll('%25', '%'))),
      );
      const missing = await salon.app.inject({ url: '/api/nothing' });
      for (const answer of answers) {
        expect([answer.statusCode, answer.body]).toEqual([404, missing.body]);
        expect(answer.headers.etag).toBeUndefined();
      }
      expect((await get('x', {}, 'HEAD')).statusCode).toBe(404);
      await salon.admin.call('DELETE /calendar-feed');
      expect((await get(secret)).body).toBe(missing.body);
    });

    test('clients and visitors can neither read, create nor delete the secret URL of the owner’s calendar feed', async () => {
      const ana = await aClient(salon);
      for (const name of ['GET /calendar-feed', 'POST /calendar-feed', 'DELETE /calendar-feed'] as const) {
        await expectRefused(ana.call(name), 'not_allowed');
        await expectRefused(salon.visitor.call(name), 'login_required');
      }
    });

    test('the log contains no secret of a feed’s URL', async () => {
      const secret = secretOf(await make());
      for (const headers of [{}, { 'if-none-match': 'x' }]) await get(secret, headers);
      await get(`${secret}x`);
      expect(salon.log()).toContain('/api/calendar-feed/:secret');
      expect(salon.log()).not.toContain(secret);
    });
  });

  describe('repeated downloads of the calendar feed', () => {
    test('the feed returns identical bytes, and 304 for their ETag, until an appointment changes', async () => {
      const ana = await aClient(salon);
      const id = await aBooking(salon, '2026-11-18 10:00:00', ana.id);
      const secret = secretOf(await make());
      const first = await get(secret);
      const etag = String(first.headers.etag);
      expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8');
      expect(first.headers['cache-control']).toBe('private, no-cache');
      salon.clock.set('2026-11-17 18:00:00');
      expect((await get(secret)).rawPayload.equals(first.rawPayload)).toBe(true);
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`]) {
        const answer = await get(secret, { 'if-none-match': known });
        expect([known, answer.statusCode, answer.body, answer.headers.etag]).toEqual([known, 304, '', etag]);
      }
      for (const known of ['"x"', etag.replaceAll('"', ''), ''])
        expect((await get(secret, { 'if-none-match': known })).statusCode).toBe(200);
      await changeRow(salon, id, { notes: 'Novo', version: 2 });
      const changed = await get(secret, { 'if-none-match': etag });
      expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false]);
    });
    test('HEAD returns the same status and ETag as GET, and no body', async () => {
      const secret = secretOf(await make());
      const [head, got] = [await get(secret, {}, 'HEAD'), await get(secret)];
      expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, got.headers.etag, '']);
    });
    test('the feed can be requested 60 times an hour', async () => {
      const secret = secretOf(await make());
      const answers = await Promise.all(Array.from({ length: 60 }, () => get(secret)));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    });
  });

  describe('calendar entries', () => {
    test('calendar entries contain only BOOKED appointments, with a unique id, client, service, phone and note', async () => {
      const ana = await aClient(salon, { name: 'Ana Ilić', phone: '064 111 222', notes: 'Privatno.' });
      const first = await aBooking(salon, '2026-11-18 10:00:00', ana.id, {
        service_name: 'Gel lak',
        notes: 'Crveno.',
      });
      await anAppointment(salon, '2026-11-18 12:00:00', {
        status: 'BOOKED',
        guest_name: 'Mila',
        guest_phone: '063 1',
        booked_at: 1,
      });
      await aBooking(salon, '2026-11-18 14:00:00', ana.id, { guest_name: 'Sestra', guest_phone: '063 2' });
      await aSlot(salon, '2026-11-18 15:00:00');
      await anAppointment(salon, '2026-11-18 16:00:00', { status: 'BLOCKED' });
      await anAppointment(salon, '2026-11-18 17:00:00', { status: 'CANCELLED', client_id: ana.id });
      const file = await read();
      const entries = entriesOf(file);
      expect(entries.map(({ SUMMARY, DESCRIPTION }) => [SUMMARY, DESCRIPTION])).toEqual([
        ['Ana Ilić, Gel lak', '064 111 222\nCrveno.'],
        ['Mila', '063 1'],
        ['Ana Ilić, za: Sestra', '063 2'],
      ]);
      expect(entries[0]?.DTSTAMP).toBe('20261117T102000Z'); // DTSTAMP is the time of booking, not of the download
      expect(entries[0]?.UID).toMatch(new RegExp(`^salon-${first}\\.\\w{12}@lunula$`));
      expect(new Set(entries.map(({ UID }) => UID)).size).toBe(3);
      expect(file).not.toContain('Privatno');
      expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*END:VCALENDAR\r\n$/);
      expect(file).toContain('X-WR-CALNAME:Lunula');
    });

    test.each([
      ['30 days back', -30, true],
      ['31 days back', -31, false],
      ['180 days ahead', 180, true],
      ['181 days ahead', 181, false],
    ] as const)('the feed includes an appointment %s: $2', async (_, days, there) => {
      const ana = await aClient(salon);
      const clock = days < 0 ? '06:00' : '21:00';
      await aBooking(salon, wallTimeOn(addDays('2026-11-17', days), clock), ana.id);
      expect(entriesOf(await read())).toHaveLength(there ? 1 : 0);
    });

    test.each([
      ['2026-11-18 10:00:00', '20261118T090000Z', '20261118T100000Z'],
      ['2027-03-27 10:00:00', '20270327T090000Z', '20270327T100000Z'],
      ['2027-03-28 10:00:00', '20270328T080000Z', '20270328T090000Z'],
      ['2026-10-24 10:00:00', '20261024T080000Z', '20261024T090000Z'],
      ['2026-10-25 10:00:00', '20261025T090000Z', '20261025T100000Z'],
    ] as const)('converts the local time %s to UTC: %s', async (start, from, until) => {
      const ana = await aClient(salon);
      await aBooking(salon, start, ana.id);
      expect(entriesOf(await read())[0]).toMatchObject({ DTSTART: from, DTEND: until });
    });

    test.each([
      'zarez, tačka; zarez: i \\ kosa',
      'dva\nreda\r\ni treći',
      'nokti 💅🏽 i 👩‍🎨, šđčćž ŠĐČĆŽ',
      `${'dugačka beleška o noktima '.repeat(30)}💅`,
      'END:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Tuđe',
      '"navodnici" <i> =3D %0A',
    ])('the file contains the note %j unchanged, folded into lines of at most 75 bytes', async (notes) => {
      const ana = await aClient(salon, { name: 'Ana; Ilić, ml.\\', phone: null });
      await aBooking(salon, '2026-11-18 10:00:00', ana.id, { notes });
      const file = await read();
      const entries = entriesOf(file);
      expect(entries).toHaveLength(1);
      expect(entries[0]?.DESCRIPTION).toBe(notes.replaceAll('\r\n', '\n'));
      expect(entries[0]?.SUMMARY).toBe('Ana; Ilić, ml.\\');
      const tooLong = file.split('\r\n').filter((line) => Buffer.byteLength(line) > 75);
      expect(tooLong).toEqual([]);
    });

    test('an entry’s SEQUENCE increases with each change, and the header of the file contains the salon’s name', async () => {
      const ana = await aClient(salon);
      const id = await aBooking(salon, '2026-11-18 10:00:00', ana.id);
      await salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { notes: 'x' } });
      await salon.admin.call('PUT /settings', { body: { salon_name: 'Kod Ane, nokti' } });
      const file = await read();
      expect(entriesOf(file)[0]).toMatchObject({ SEQUENCE: '2' });
      expect(file).toContain('X-WR-CALNAME:Kod Ane\\, nokti');
    });
  });

  test('if several secret URLs are created concurrently, only one is valid afterwards', async () => {
    const secrets = (await Promise.all([make(), make(), make()])).map(secretOf);
    const answers = await Promise.all(secrets.map((secret) => get(secret)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
  });
});
