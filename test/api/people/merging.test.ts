import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AppointmentId, type PersonId, toId } from '../../../src/domain/ids.ts';
import { ensurePictureKey } from '../../../src/server/platform/db/pictures.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aWait } from '../../support/builders.ts';
import { contentsOf } from '../../support/contents.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { sendMails } from '../../support/outbox.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById, bookingOf } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const PHONE = '064 999 888';
const SMTP = { settings: { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://lunula.rs' } };
const merge = (id: PersonId, from_person_id: PersonId) =>
  salon.admin.call('POST /people/{id}/merge', { params: { id }, body: { from_person_id } });
const read = (id: AppointmentId) => salon.admin.call('GET /appointments/{id}', { params: { id } });
const personOf = async ({ id }: Person) => (await accountById(salon, id)).person_id;
const named = async (q: string) =>
  (await salon.admin.call('GET /people', { query: { q } }))[0]?.id ?? toId<PersonId>(0);
const people = async () => (await salon.admin.call('GET /people')).map(({ name }) => name);
const add = async (name: string, phone: string | null, more: object = {}) =>
  (await salon.admin.call('POST /people', { body: { name, phone, ...more } })).id;

onBothEngines('joining two people', { ...SMTP, emptyBeforeEach: true }, () => {
  let post: MailServer;
  beforeEach(async () => {
    post = await openMailServer();
  });
  afterEach(async () => {
    await expectInvariants(salon, {}, false);
    await post.close();
  });
  const mails = async () => {
    await sendMails(salon, post.url);
    return post.mails.map(({ to, subject, text }) => ({ to, subject, text }));
  };

  test('two guests become one, with all bookings, notes and marks; empty fields are filled and typed words stay', async () => {
    const first = await aGuestBooking(salon, '2026-10-01 09:00:00', { name: 'Jelena', phone: '065 111 222' });
    const second = await aGuestBooking(salon, '2026-11-01 09:00:00', { name: 'Jeca', phone: PHONE });
    const ahead = await aGuestBooking(salon, '2026-12-01 09:00:00', { name: 'Jeca', phone: PHONE });
    const [keep, from] = [await named('Jelena'), await named('Jeca')];
    await salon.admin.call('PUT /people/{id}', { params: { id: keep }, body: { notes: 'Prva' } });
    const more = { notes: 'Druga', staff_note: 'Alergija', city: 'Niš', email: 'jeca@primer.rs' };
    await salon.admin.call('PUT /people/{id}', { params: { id: from }, body: more });
    const key = `g${second}`;
    await salon.admin.call('POST /clients/due/{key}', { params: { key }, body: { action: 'STOP' } });
    expect(await merge(keep, from)).toMatchObject({
      id: keep,
      client_id: null,
      name: 'Jelena',
      phone: '065 111 222',
      city: 'Niš',
      email: 'jeca@primer.rs',
      notes: 'Prva\nDruga',
      staff_note: 'Alergija',
      visits: 2,
      marks: [{ kind: 'STOP' }],
      next_appointment: { id: ahead },
    });
    expect(await people()).toEqual(['Jelena']);
    expect(await read(second)).toMatchObject({ person_id: keep, guest_name: 'Jeca', guest_phone: PHONE });
    expect(await read(first)).toMatchObject({ person_id: keep, version: 1 });
    await expectRefused(merge(keep, from), 'not_found');
    await expectRefused(merge(keep, keep), 'bad_input');
    await expectRefused(merge(keep, await personOf(salon.admin)), 'not_found');
  });

  test('corrected letters in a booking of joined people do not part them again', async () => {
    const eva = await aClient(salon, { name: 'Eva' });
    const own = await aGuestBooking(salon, '2026-12-01 09:00:00', { name: 'Jeca', phone: PHONE });
    const evas = await aBooking(salon, '2026-12-02 09:00:00', eva.id, {
      guest_name: 'Jeca',
      guest_phone: PHONE,
    });
    const keep = await add('Jelena', '065 111 222');
    await merge(keep, await named('Jeca'));
    for (const id of [own, evas]) {
      const body = { guest_name: 'Jecka', guest_phone: '+381 64 999 888' };
      const saved = await salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
      expect(saved).toMatchObject({ person_id: keep, ...body });
    }
    expect(await people()).toEqual(['Eva', 'Jelena']);
  });

  test('a guest joined into an account: her bookings are the account’s own, and it is told nothing', async () => {
    const ana = await aClient(salon, { name: 'Ana', phone: null });
    const eva = await aClient(salon, { name: 'Eva' });
    const guest = { name: 'Anči', phone: PHONE };
    const past = await aGuestBooking(salon, '2026-11-01 09:00:00', guest);
    const ahead = await aGuestBooking(salon, '2026-12-01 09:00:00', guest);
    const evas = await aBooking(salon, '2026-12-02 09:00:00', eva.id, {
      guest_name: 'Anči',
      guest_phone: PHONE,
    });
    const cancelled = await anAppointment(salon, '2026-12-03 09:00:00', {
      status: 'CANCELLED',
      guest_name: 'Anči',
      guest_phone: PHONE,
      called: 0,
      call_what: 'CANCELLED',
    });
    const before = await read(ahead);
    const keep = await personOf(ana);
    expect(await merge(keep, await named('Anči'))).toMatchObject({
      client_id: ana.id,
      phone: PHONE,
      visits: 1,
    });
    expect(await read(ahead)).toMatchObject({
      booking_id: before.booking_id,
      client_id: ana.id,
      guest_name: null,
      guest_phone: null,
      person_id: keep,
      version: before.version + 1,
    });
    expect(await read(evas)).toMatchObject({ client_id: eva.id, guest_name: 'Anči', person_id: keep });
    expect(await salon.admin.call('GET /appointments/to-call', { query: {} })).toMatchObject([
      { id: cancelled, guest_name: 'Anči', guest_phone: PHONE },
    ]);
    const own = await ana.call('GET /appointments/past', { query: {} });
    expect(own.map(({ id }) => id)).toEqual([past]);
    expect(await ana.call('GET /client-notifications')).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(await people()).toEqual(['Ana', 'Eva']);
  });

  test('the words typed by a guest who joined an account are erased from the history with the account', async () => {
    const ana = await aClient(salon, { name: 'Ana' });
    const start_datetime = '2026-11-10 09:00:00';
    const guest = { guest_name: 'Kanarinka', guest_phone: '064 777 888', notes: 'kanarinka napomena' };
    await salon.admin.call('POST /appointments', { body: { start_datetime, ...guest } });
    await merge(await personOf(ana), await named('Kanarinka'));
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    const left = JSON.stringify(await contentsOf(salon.db));
    expect(left).not.toMatch(/anarink|777 ?888/);
  });

  test('an account joined into a guest stays with its login, and keeps what the card lacks', async () => {
    const ana = await aClient(salon, { name: 'Ana Stara', email: 'ana@primer.rs', password: 'lozinka' });
    const own = await aBooking(salon, '2026-11-02 09:00:00', ana.id);
    const typed = await aGuestBooking(salon, '2026-12-01 09:00:00', { name: 'Ana', phone: PHONE });
    const keep = (await salon.admin.call('GET /people', { query: { q: '064 999 888' } }))[0]?.id ?? toId(0);
    const card = { email: 'karton@primer.rs', notes: 'N' };
    await salon.admin.call('PUT /people/{id}', { params: { id: keep }, body: card });
    const merged = await merge(keep, await personOf(ana));
    expect(merged).toMatchObject({
      id: keep,
      client_id: ana.id,
      name: 'Ana',
      email: 'ana@primer.rs',
      has_login: 1,
    });
    expect(await ana.call('GET /auth/me')).toMatchObject({ name: 'Ana', phone: PHONE });
    expect((await ana.call('GET /appointments/upcoming', { query: {} })).map(({ id }) => id)).toEqual([
      typed,
    ]);
    expect(await read(own)).toMatchObject({ person_id: keep, client_id: ana.id });
    await salon.visitor.call('POST /auth/login', { body: { email: 'ana@primer.rs', password: 'lozinka' } });
    expect(await people()).toEqual(['Ana']);
  });

  describe('of two accounts', () => {
    const two = async (first: object = {}, second: object = {}) => {
      const ana = await aClient(salon, {
        name: 'Ana',
        email: 'ana@primer.rs',
        password: 'lozinka',
        ...first,
      });
      const eva = await aClient(salon, {
        name: 'Eva',
        email: 'eva@primer.rs',
        password: 'lozinka',
        ...second,
      });
      return { ana, eva, keep: await personOf(ana), from: await personOf(eva) };
    };

    test('the login of the kept one stays; the other’s sessions end and its address is told', async () => {
      const { ana, eva, keep, from } = await two();
      const friend = await aBooking(salon, '2026-12-01 09:00:00', eva.id, {
        guest_name: 'Mila',
        guest_phone: PHONE,
      });
      const own = await aBooking(salon, '2026-12-02 09:00:00', eva.id, { notes: 'Moja napomena' });
      const milas = (await read(friend)).person_id;
      const look = { file: 'a', thumb: 'b', width: 4, height: 3, color: '#336699', bytes: 9, made_at: 1 };
      const booking_id = await bookingOf(salon, friend);
      await ensurePictureKey(salon.db, 1);
      await salon.db
        .insertInto('pictures')
        .values({ ...look, kind: 'WISH', booking_id, by_user: eva.id })
        .execute();
      await salon.admin.call('POST /appointments/{id}/cancel', {
        params: { id: own },
        body: { reason: 'Bolest.' },
      });
      await eva.call('PUT /auth/me/notifications', { body: { push_on: 0, marketing_on: 1 } });
      await ana.call('PUT /auth/me/notifications', { body: { mail_on: 0, marketing_on: 1 } });
      expect(await merge(keep, from)).toMatchObject({ client_id: ana.id, email: 'ana@primer.rs' });
      await expectRefused(eva.call('GET /auth/me'), 'login_required');
      expect(await ana.call('GET /auth/me')).toMatchObject({ mail_on: 0, push_on: 0, marketing_on: 1 });
      expect(await ana.call('GET /client-notifications')).toMatchObject([
        { type: 'APPT_CANCELLED_BY_ADMIN', appointment_id: own },
      ]);
      expect(await read(friend)).toMatchObject({ client_id: ana.id, guest_name: 'Mila', person_id: milas });
      expect(await ana.call('GET /auth/me/export')).toMatchObject({ pictures: [{ appointment_id: friend }] });
      expect(await read(own)).toMatchObject({ client_id: ana.id, person_id: keep, notes: 'Moja napomena' });
      expect(await accountById(salon, eva.id)).toMatchObject({
        name: 'Obrisan klijent',
        email: null,
        active: 0,
      });
      const history = await salon.admin.call('GET /appointments/{id}/history', { params: { id: own } });
      expect(JSON.stringify(history)).toContain('Bolest.');
      expect(JSON.stringify(history)).not.toContain('Obrisan');
      const [mail, ...others] = (await mails()).filter(({ to }) => JSON.stringify(to).includes('eva@'));
      expect(mail?.subject).toBe('Salon je spojio vaš nalog sa vašim drugim nalogom');
      expect(mail?.text).toContain('Ovom adresom se više ne prijavljujete.');
      expect(others).toEqual([]);
      expect(await people()).toEqual(['Ana', 'Mila']);
      await salon.visitor.call('POST /auth/register', {
        body: { name: 'E', email: 'eva@primer.rs', password: 'lozinka', password_confirm: 'lozinka' },
      });
    });

    test('if the kept one has no login, the other’s stays, and both keep what is theirs', async () => {
      const { ana, eva, keep, from } = await two({ email: null, password: undefined });
      const first = await aBooking(salon, '2026-12-01 09:00:00', ana.id);
      const second = await aBooking(salon, '2026-12-02 09:00:00', eva.id);
      const merged = await merge(keep, from);
      expect(merged).toMatchObject({ id: keep, name: 'Ana', client_id: eva.id, email: 'eva@primer.rs' });
      for (const id of [first, second])
        expect(await read(id)).toMatchObject({ client_id: eva.id, person_id: keep, client_name: 'Ana' });
      expect(await eva.call('GET /auth/me')).toMatchObject({ name: 'Ana', email: 'eva@primer.rs' });
      await expectRefused(ana.call('GET /auth/me'), 'login_required');
      await salon.visitor.call('POST /auth/login', { body: { email: 'eva@primer.rs', password: 'lozinka' } });
      expect(await mails()).toEqual([]);
      expect(await people()).toEqual(['Ana']);
    });

    test('an empty email of the kept account is filled by the other’s, but never by somebody else’s login', async () => {
      const { keep, from } = await two({ email: null, password: undefined }, { password: undefined });
      expect(await merge(keep, from)).toMatchObject({ email: 'eva@primer.rs', has_login: 0 });
      const lela = await add('Lela', PHONE, { email: 'eva@primer.rs' });
      const mila = await personOf(await aClient(salon, { name: 'Mila', email: null }));
      expect(await merge(mila, lela)).toMatchObject({ email: null, phone: expect.any(String) });
    });

    test('a language that only the other has chosen stays hers', async () => {
      const { ana, eva, keep, from } = await two();
      await eva.call('PUT /auth/me/notifications', { body: { language: 'ru' } });
      await merge(keep, from);
      expect(await ana.call('GET /auth/me')).toMatchObject({ language: 'ru' });
    });

    test('of two waitlist entries for one day the earlier stays, also of a guest with her number', async () => {
      const { ana, eva, keep, from } = await two();
      const at = (created_at: number) => ({ created_at });
      await aWait(salon, { day: '2026-12-01', client_id: ana.id, ...at(2) });
      const earlier = await aWait(salon, { day: '2026-12-01', client_id: eva.id, ...at(1) });
      const only = await aWait(salon, { day: '2026-12-02', client_id: eva.id, ...at(1) });
      const guest = { guest_name: 'Lela', guest_phone: PHONE, guest_number: '+38164999888' };
      const typed = await aWait(salon, { day: '2026-12-03', ...guest, ...at(1) });
      await aWait(salon, { day: '2026-12-02', ...guest, ...at(2) });
      await merge(keep, from);
      await merge(keep, await add('Lela', PHONE));
      const waits = salon.db.selectFrom('waitlist_entries').select(['id', 'client_id', 'guest_number']);
      expect(await waits.orderBy('day').execute()).toEqual(
        [earlier, only, typed].map((id) => ({ id, client_id: ana.id, guest_number: null })),
      );
    });
  });

  test('a waitlist entry of a number that three people share moves only with its name', async () => {
    const [keep, from] = [await add('Lela', '065 111 222'), await add('Ćerka', PHONE)];
    await add('Mama', PHONE);
    const guest = { guest_phone: PHONE, guest_number: '+38164999888', created_at: 1 };
    await aWait(salon, { day: '2026-12-01', guest_name: 'Mama', ...guest });
    await aWait(salon, { day: '2026-12-02', guest_name: 'cerka', ...guest });
    await merge(keep, from);
    const waits = salon.db.selectFrom('waitlist_entries').select(['guest_name', 'guest_number']);
    expect(await waits.orderBy('day').execute()).toEqual([
      { guest_name: 'Mama', guest_number: '+38164999888' },
      { guest_name: 'Lela', guest_number: '+38165111222' },
    ]);
  });

  test('a note that is too long for everybody stays whole among the owner’s', async () => {
    const keep = await add('Ana', null, { staff_note: 'a'.repeat(200) });
    const from = await add('Eva', null, { staff_note: 'b'.repeat(200) });
    expect(await merge(keep, from)).toMatchObject({ staff_note: 'a'.repeat(200), notes: 'b'.repeat(200) });
  });

  test('series, deposit and payments stay with the bookings', async () => {
    await salon.admin.call('PUT /settings', { body: { payments: 1 } });
    const ana = await aClient(salon, { name: 'Ana' });
    const lela = await add('Lela', PHONE);
    const series = {
      start_datetime: '2026-11-24 10:00:00',
      every_weeks: 1,
      count: 2,
      person_id: lela,
    } as const;
    const rows = [
      { start_datetime: series.start_datetime },
      { start_datetime: '2026-12-01 10:00:00' },
    ] as const;
    const { series_id, appointments } = await salon.admin.call('POST /appointments/series', {
      body: { ...series, rows: [...rows] },
    });
    const [id] = appointments.map((row) => row.id);
    await salon.admin.call('POST /payments', {
      body: { appointment_id: series_id, kind: 'VISIT', method: 'CASH', amount: 900 },
    });
    const booking_id = await bookingOf(salon, series_id);
    const deposit = {
      amount: 100,
      until_at: 1,
      state: 'WAIVED',
      reference: '97',
      qr: 'K',
      made_at: 1,
    } as const;
    await salon.db
      .insertInto('deposits')
      .values({ booking_id, ...deposit })
      .execute();
    expect(await merge(await personOf(ana), lela)).toMatchObject({ deposits: [{ appointment_id: id }] });
    expect(await read(series_id)).toMatchObject({ paid: 900, series_id, client_id: ana.id });
    expect(await read(appointments[1]?.id ?? series_id)).toMatchObject({ series_id, client_id: ana.id });
  });

  test('undo steps of moved bookings end, and a booking that is being deleted goes with its person', async () => {
    const ana = await aClient(salon, { name: 'Ana' });
    const id = await aGuestBooking(salon, '2026-12-01 09:00:00', { name: 'Lela', phone: PHONE });
    const from = await named('Lela');
    const ask = { params: { id }, query: { undo: '1' } } as const;
    const { undo_token } = (await salon.admin.call('DELETE /appointments/{id}', ask)) as {
      undo_token: string;
    };
    await merge(await personOf(ana), from);
    await expectRefused(
      salon.admin.call('POST /appointments/undo', { body: { undo_token } }),
      'undo_expired',
    );
    const bookings = await salon.db.selectFrom('bookings').select('person_id').execute();
    expect(bookings).toEqual([{ person_id: await personOf(ana) }]);
  });

  test('the merge is in the history', async () => {
    const [keep, from] = [await add('Ana', PHONE), await add('Eva', null, { notes: 'N' })];
    await merge(keep, from);
    const last = salon.db.selectFrom('history').select(['subject', 'subject_id', 'by_role', 'changes']);
    const entry = await last.orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ subject: 'person', subject_id: keep, by_role: 'ADMIN' });
    expect(JSON.parse(entry.changes)).toEqual([
      { field: 'notes', from: null, to: 'N' },
      { field: 'merged_person', from: null, to: 'Eva' },
    ]);
  });
});
