import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AppointmentToImport } from '../../../src/contract/booking/imports.ts';
import type { ResponseBody } from '../../../src/contract/index.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aTechnician } from '../../support/builders.ts';
import { contentsOf } from '../../support/contents.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById } from '../../support/rows/rows.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { AGAIN, bySize, onIdleMachine } from '../../support/size.ts';

type Row = AppointmentToImport;
type Imported = ResponseBody<'POST /appointments/import'>;
const FRIDAY = '2026-11-20';
const at = (clock: string, day = FRIDAY) => `${day} ${clock}:00` as WallTime;
const ana: Row = { index: 0, name: 'Ana Anić', phone: '064 111 2222', start_datetime: at('10:00') };

const send = (rows: readonly unknown[], more: { dry_run?: 0 | 1 | boolean; import_id?: string } = {}) =>
  salon.admin.call('POST /appointments/import', { body: { rows: rows as Row[], ...more } });
const statesOf = ({ rows }: Imported) => rows.map(({ state }) => state);
const first = ({ rows }: Imported) => rows[0] as Imported['rows'][number];
const read = (row: { appointment_id: number | null }) =>
  salon.admin.call('GET /appointments/{id}', { params: { id: row.appointment_id as never } });
const people = (q: string) => salon.admin.call('GET /people', { query: { q } });

onBothEngines('importing appointments', { emptyBeforeEach: true }, (engine) => {
  test('a row becomes a booking without telling anybody; a dry run says READY and changes nothing', async () => {
    const client = await aClient(salon, { name: 'Ana Anić', phone: '064 111 2222' });
    await send([ana], { dry_run: true }); // makes the key of the hashes
    const before = await contentsOf(salon.db);
    const dry = await send([ana], { dry_run: 1 });
    expect(dry).toEqual({
      import_id: expect.any(String),
      rows: [{ index: 0, state: 'READY', reason: null, appointment_id: null }],
    });
    expect(await contentsOf(salon.db)).toEqual(before);
    const import_id = randomUUID();
    const done = await send([{ ...ana, index: 7, notes: 'Alergija' }], { import_id });
    expect(done).toEqual({
      import_id,
      rows: [{ index: 7, state: 'CREATED', reason: null, appointment_id: expect.any(Number) }],
    });
    expect(await read(first(done))).toMatchObject({
      status: 'BOOKED',
      client_id: client.id,
      start_datetime: at('10:00'),
      end_datetime: at('12:00'),
      notes: 'Alergija',
    });
    for (const table of ['outbox', 'admin_notifications', 'client_notifications', 'push_outbox'] as const)
      expect(await salon.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const kept = await salon.db
      .selectFrom('history')
      .selectAll()
      .where('subject', '=', 'appointment')
      .execute();
    expect(kept).toMatchObject([{ action: 'created', by_role: 'ADMIN' }]);
  });

  test.each<[string, unknown, string, string]>([
    ['no start', { ...ana, start_datetime: undefined }, 'NO_TIME', 'dopišite dan i sat'],
    [
      'a start that is no time',
      { ...ana, start_datetime: '2026-11-31 10:00:00' },
      'NO_TIME',
      'dopišite dan i sat',
    ],
    ['a start that is a number', { ...ana, start_datetime: 5 }, 'NO_TIME', 'dopišite dan i sat'],
    ['a cancellation', { ...ana, status: 'CANCELLED' }, 'REFUSED', 'Otkazan.'],
    ['a cancellation without a time', { name: 'A', status: 'CANCELLED' }, 'REFUSED', 'Otkazan.'],
    ['another status', { ...ana, status: 'DONE' }, 'REFUSED', ''],
    ['no name', { ...ana, name: ' ' }, 'REFUSED', 'Unesite ime.'],
    ['a bad phone', { ...ana, phone: '12' }, 'REFUSED', 'Proverite broj telefona.'],
    [
      'a person who is nobody',
      { ...ana, person_id: 999_999 },
      'REFUSED',
      'Izabrana klijentkinja više ne postoji.',
    ],
    ['a length of nothing', { ...ana, duration_minutes: 0 }, 'REFUSED', ''],
    ['a row that is a text', 'Ana', 'REFUSED', 'Red nije ispravan.'],
    ['a row that is null', null, 'REFUSED', 'Red nije ispravan.'],
    ['a NUL character', { ...ana, name: 'A\0' }, 'REFUSED', 'Tekst sadrži nedozvoljene znakove.'],
    [
      'a NUL character in a list',
      { ...ana, services: ['\0'] },
      'REFUSED',
      'Tekst sadrži nedozvoljene znakove.',
    ],
    [
      'the night',
      { ...ana, start_datetime: at('05:30') },
      'REFUSED',
      'Termin mora biti između 06:00 i 22:00.',
    ],
    ['an end after midnight', { ...ana, start_datetime: at('23:30') }, 'REFUSED', ''],
    ['a time in more than a year', { ...ana, start_datetime: at('10:00', '2027-11-18') }, 'REFUSED', ''],
    ['a time before a year', { ...ana, start_datetime: at('10:00', '2025-11-16') }, 'REFUSED', ''],
    ['a missed one ahead', { ...ana, status: 'MISSED' }, 'REFUSED', 'Termin još nije počeo.'],
    ['seven services', { ...ana, services: [...'abcdefg'] }, 'REFUSED', 'Najviše 6 usluga.'],
  ])('the result of a row with %s is its own; the call succeeds', async (_, bad, state, reason) => {
    const done = await send([bad, { ...ana, index: 1, start_datetime: at('18:00') }]);
    expect(done.rows[0]).toMatchObject({ index: 0, state, appointment_id: null });
    expect(done.rows[0]?.reason).toContain(reason);
    expect(done.rows[1]).toMatchObject({ index: 1, state: 'CREATED' });
  });

  test('what has ended is a past booking to which the person came, or not; the retention of guests limits it', async () => {
    const past = (clock: string, more: Row = {}) => ({
      ...ana,
      start_datetime: at(clock, '2026-11-10'),
      ...more,
    });
    const done = await send([
      past('10:00'),
      past('14:00', { status: 'MISSED' }),
      { ...ana, start_datetime: at('11:00', '2026-11-17') },
      { ...ana, start_datetime: at('10:00', '2025-11-17') },
    ]);
    expect(statesOf(done)).toEqual(['CREATED', 'CREATED', 'CREATED', 'CREATED']);
    const attended = [];
    for (const row of done.rows) attended.push(((await read(row)) as { attended: number | null }).attended);
    expect(attended).toEqual([1, 0, null, 1]);
    await salon.admin.call('PUT /settings', { body: { guest_retention_months: 3 } });
    const old = (day: string) => ({ ...ana, name: 'Stara', start_datetime: at('10:00', day) });
    const kept = await send([old('2026-08-17'), old('2026-08-16')]);
    expect(statesOf(kept)).toEqual(['CREATED', 'REFUSED']);
    expect(kept.rows[1]?.reason).toBe('Termin je stariji od roka za čuvanje podataka gostiju.');
  });

  test('known services keep their prices, unknown ones have the file’s name and what is left of the total', async () => {
    await aService(salon, { name: 'Gel lak', price: 1500, duration_minutes: 60 });
    await aService(salon, { name: 'Skidanje gela', price: 500, duration_minutes: 30 });
    const linesOf = async (row: Row) => {
      const saved = (await read(first(await send([{ ...ana, ...row }])))) as {
        services: { name: string; price: number | null }[];
        service_price: number | null;
        end_datetime: string;
      };
      return [
        saved.services.map(({ name, price }) => `${name} ${price}`),
        saved.service_price,
        saved.end_datetime,
      ];
    };
    expect(await linesOf({ services: ['GEL LAK', 'skidanje gela'], price: 1 })).toEqual([
      ['Gel lak 1500', 'Skidanje gela 500'],
      2000,
      at('11:30'),
    ]);
    expect(await linesOf({ start_datetime: at('12:00'), services: ['gel lak'], price: 1200 })).toEqual([
      ['Gel lak 1200'],
      1200,
      at('13:00'),
    ]);
    expect(
      await linesOf({
        start_datetime: at('14:00'),
        services: ['Gel lak', 'Šminka'],
        price: 4000,
        duration_minutes: 90,
      }),
    ).toEqual([['Gel lak 1500', 'Šminka 2500'], 4000, at('15:30')]);
    expect(await linesOf({ start_datetime: at('18:00'), price: 700 })).toEqual([[], 700, at('20:00')]);
  });

  test('times are rounded to five minutes, and it is said', async () => {
    const done = await send([{ ...ana, start_datetime: '2026-11-20 10:07:30', duration_minutes: 50 }]);
    expect(done.rows[0]).toMatchObject({ state: 'CREATED', reason: 'Zaokruženo: 10:05-11:00.' });
    expect(await read(first(done))).toMatchObject({ start_datetime: at('10:05'), end_datetime: at('11:00') });
  });

  test('number and name together, or a unique name without a number, choose the person; else the row is a guest’s', async () => {
    const client = await aClient(salon, { name: 'Ana Anić', phone: '064 111 2222' });
    const { person_id } = await accountById(salon, client.id);
    const personOf = async (row: Row) =>
      ((await read(first(await send([row])))) as { person_id: number }).person_id;
    expect(await personOf({ ...ana, name: 'ANA ANIC', phone: '+381641112222' })).toBe(person_id);
    expect(await personOf({ name: 'ana anić', start_datetime: at('13:00') })).toBe(person_id);
    expect(await personOf({ ...ana, name: 'Mira', start_datetime: at('15:00') })).not.toBe(person_id);
    expect(await personOf({ person_id, start_datetime: at('17:00') } as Row)).toBe(person_id);
    await aClient(salon, { name: 'Ana Anić', phone: '065 1' });
    expect(await personOf({ name: 'Ana Anić', start_datetime: at('19:00') })).not.toBe(person_id);
    const twice = await send([
      { name: 'Vesna V', start_datetime: at('08:00', '2026-11-21') },
      { name: 'Vesna V', start_datetime: at('12:00', '2026-11-21') },
    ]);
    expect(statesOf(twice)).toEqual(['CREATED', 'CREATED']);
    expect(await people('vesna')).toHaveLength(1);
  });

  test('a technician is found by her name, an unknown one is the owner’s; absences refuse nothing', async () => {
    const mina = await aTechnician(salon, { name: 'Mina Minić' });
    await salon.admin.call('POST /annual', { body: { date_from: FRIDAY, date_to: FRIDAY } });
    const rows = ['mina', 'MINA MINIĆ', 'Neko', undefined].map((technician, n) => ({
      ...ana,
      start_datetime: at(`${8 + 3 * n}:00`.padStart(5, '0')),
      technician,
    })) as Row[];
    const done = await send(rows);
    const ids = [];
    for (const row of done.rows) ids.push(((await read(row)) as { technician_id: number }).technician_id);
    expect(ids).toEqual([mina, mina, 1, 1]);
  });

  test('a taken time names the nearest free one, also among rows of the same file', async () => {
    await aBooking(salon, at('10:00'), (await aClient(salon)).id);
    const rows = [
      { ...ana, duration_minutes: 60 },
      { name: 'Mira', start_datetime: at('16:00'), duration_minutes: 60 },
      { name: 'Lela', start_datetime: at('16:30'), duration_minutes: 60 },
    ];
    const expected = [
      { state: 'TAKEN', reason: 'slobodno 09:00' },
      { state: 'READY', reason: null },
      { state: 'TAKEN', reason: 'slobodno 17:00' },
    ];
    expect((await send(rows, { dry_run: true })).rows).toMatchObject(expected);
    expect((await send(rows)).rows).toMatchObject(
      expected.map((one) => (one.state === 'READY' ? { state: 'CREATED' } : one)),
    );
  });

  test('what an import has brought does not return: neither moved, nor canceled, nor deleted', async () => {
    const rows = ['08:00', '11:00', '14:00', '17:00'].map((clock, n) => ({
      ...ana,
      uid: `u${n}`,
      start_datetime: at(clock),
    }));
    const done = await send(rows);
    const [a, b, c] = done.rows.map(({ appointment_id }) => ({ params: { id: appointment_id as never } }));
    await salon.admin.call('PUT /appointments/{id}', {
      ...(a as NonNullable<typeof a>),
      body: { start_datetime: at('08:00', '2026-11-21'), end_datetime: at('09:00', '2026-11-21') },
    });
    await salon.admin.call('POST /appointments/{id}/cancel', {
      ...(b as NonNullable<typeof b>),
      body: { reason: 'x' },
    });
    await salon.admin.call('DELETE /appointments/{id}', c as NonNullable<typeof c>);
    const again = await send(rows);
    expect(again.rows.map(({ state, reason }) => [state, reason])).toEqual(
      Array(4).fill(['EXISTS', 'isti termin']),
    );
    expect(again.rows[2]?.appointment_id).toBeNull();
    expect(again.rows[3]?.appointment_id).toBe(done.rows[3]?.appointment_id);
    const booked = salon.db.selectFrom('appointments').select('id').where('status', '=', 'BOOKED');
    expect(await booked.execute()).toHaveLength(2);
  });

  test('a UID with another start was moved in the file; several rows of one UID are several times', async () => {
    const one = await send([{ ...ana, uid: 'x@google.com' }]);
    const moved = await send([{ ...ana, uid: 'x@google.com', start_datetime: at('15:00') }]);
    expect(first(moved)).toEqual({
      index: 0,
      state: 'EXISTS',
      reason: 'U fajlu je pomeren.',
      appointment_id: first(one).appointment_id,
    });
    const repeated = ['13:00', '16:00'].map((clock) => ({
      ...ana,
      uid: 'r@google.com',
      start_datetime: at(clock),
    }));
    expect(statesOf(await send(repeated))).toEqual(['CREATED', 'CREATED']);
  });

  test('a booking that was typed is not imported: the person already comes then', async () => {
    const { id } = await salon.admin.call('POST /appointments', {
      body: { start_datetime: at('10:00'), guest_name: 'Ana Anić', guest_phone: '0641112222' },
    });
    expect(first(await send([{ ...ana, uid: 'new' }]))).toEqual({
      index: 0,
      state: 'EXISTS',
      reason: 'isti termin',
      appointment_id: id,
    });
  });

  test('a dry run says EXISTS of rows that repeat the person and start of an earlier row, as saving does', async () => {
    await aTechnician(salon, { name: 'Mina' });
    await aClient(salon, { name: 'Klara', phone: '064 333 4444' });
    const of = (name: string, phone: string | null, uid: string, more: Row = {}) => ({
      ...{ name, phone, uid, start_datetime: at('10:00'), duration_minutes: 30 },
      ...more,
    });
    const rows = [
      of('Klara', '064 333 4444', 'a', { technician: 'Mina' }),
      of('Klara', null, 'b'),
      of('Nova', '065 333 4444', 'c', { start_datetime: at('12:00') }),
      of('Nova druga', '065 333 4444', 'd', { start_datetime: at('12:00'), technician: 'Mina' }),
      of('Nova', null, 'e', { start_datetime: at('12:00') }),
      of('Gost', null, 'f', { start_datetime: at('14:00') }),
      of('Gost', null, 'g', { start_datetime: at('14:00'), technician: 'Mina' }),
    ];
    const expected = ['READY', 'EXISTS', 'READY', 'EXISTS', 'EXISTS', 'READY', 'READY'];
    expect(statesOf(await send(rows, { dry_run: true }))).toEqual(expected);
    const created = expected.map((state) => (state === 'READY' ? 'CREATED' : state));
    expect(statesOf(await send(rows))).toEqual(created);
  });

  test('rows with one word become one series, also over parts', async () => {
    const import_id = randomUUID();
    const days = ['2026-11-20', '2026-11-27', '2026-12-04'];
    const rows = days.map((day) => ({ ...ana, start_datetime: at('10:00', day), uid: 's', series: 's' }));
    const done = [
      ...(await send(rows.slice(0, 1), { import_id })).rows,
      ...(await send(rows, { import_id })).rows.slice(1),
    ];
    const series = [];
    for (const row of done) series.push(((await read(row)) as { series_id: number }).series_id);
    expect(series).toEqual(Array(3).fill(done[0]?.appointment_id));
    expect(statesOf(await send(rows, { import_id }))).toEqual(['EXISTS', 'EXISTS', 'EXISTS']);
  });

  async function msOfEmptyQueries(count: number): Promise<number> {
    const begun = performance.now();
    for (let n = 0; n < count; n++) await sql`select 1`.execute(salon.db);
    return performance.now() - begun;
  }

  test('a part has at most 500 rows and 2 MB; 500 rows take at most five seconds', AGAIN, async () => {
    const rows = Array.from({ length: 500 }, (_, n) => ({
      index: n,
      name: `Klijentkinja ${n}`,
      phone: `064 ${1_000_000 + n}`,
      start_datetime: at(
        `${String(8 + (n % 10)).padStart(2, '0')}:00`,
        `2026-${n < 250 ? '12' : '11'}-${String(1 + (((n / 10) | 0) % 25)).padStart(2, '0')}`,
      ),
      duration_minutes: 60,
    }));
    await expectRefused(send([...rows, ana]), 'bad_input');
    await expectRefused(send([{ ...ana, notes: 'x'.repeat(2_000_000) }]), 'too_large');
    const begun = performance.now();
    const done = await send(rows);
    const ms = Math.round(performance.now() - begun);
    console.log(`${engine}: 500 appointments in ${ms} ms`);
    expect(new Set(statesOf(done))).toEqual(new Set(['CREATED']));
    // a slow connection to PostgreSQL, as between busy neighbours, is not the import's: it sends some 15,000 queries
    const emptyMs = 10 * (await msOfEmptyQueries(1500));
    expect(onIdleMachine(ms)).toBeLessThan(Math.max(5000, 3 * emptyMs));
    expect(new Set(statesOf(await send(rows)))).toEqual(new Set(['EXISTS']));
  });

  test('concurrent imports of the same rows book each once; a booking that takes the time meanwhile wins or loses as a whole', async () => {
    for (let round = 0; round < bySize(4, 30); round++) {
      const day = `2027-0${1 + (round % 9)}-1${round % 8}`;
      const rows = ['08:00', '10:00', '12:00'].map((clock, n) => ({
        name: `Trka ${round} ${n}`,
        phone: n === 2 ? null : `065 ${round}00100${n}`,
        uid: `${round}-${n}`,
        start_datetime: at(clock, day),
      }));
      const typed = salon.admin
        .call('POST /appointments', {
          body: { start_datetime: at('09:00', day) as never, duration_minutes: 90, guest_name: 'X' },
        })
        .catch(() => undefined);
      const both = await Promise.all([send(rows), send([...rows].reverse()), typed]);
      const created = both
        .slice(0, 2)
        .flatMap((one) => (one as Imported).rows.filter(({ state }) => state === 'CREATED'));
      const booked = await salon.db
        .selectFrom('appointments')
        .select(['id', 'start_datetime'])
        .where('day', '=', day as never)
        .where('status', '=', 'BOOKED')
        .execute();
      expect(created.length + (both[2] ? 1 : 0)).toBe(booked.length);
      expect(new Set(booked.map(({ start_datetime }) => start_datetime)).size).toBe(booked.length);
    }
  });
});
