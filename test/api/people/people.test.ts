import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import { type PersonId, toId } from '../../../src/domain/ids.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  anAppointment,
  aService,
  aTechnicianPerson,
} from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById, bookingOf } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const list = (q?: string) => salon.admin.call('GET /people', { query: q === undefined ? {} : { q } });
const names = async (q?: string) => (await list(q)).map(({ name }) => name);
const card = (id: number) => salon.admin.call('GET /people/{id}', { params: { id } });
const add = (body: RequestBody<'POST /people'>) => salon.admin.call('POST /people', { body });
const edit = (id: number, body: RequestBody<'PUT /people/{id}'>) =>
  salon.admin.call('PUT /people/{id}', { params: { id }, body });
const personOf = async ({ id }: Person) => (await accountById(salon, id)).person_id;
const personAt = async (id: number) =>
  (await salon.admin.call('GET /appointments/{id}', { params: { id } })).person_id;
const named = async (name: string) => {
  const [found] = await list(name);
  return found?.id ?? toId<PersonId>(0);
};

onBothEngines('people', { emptyBeforeEach: true }, () => {
  test('the list has accounts and guests with a number by name, and finds guests without a number only by a search', async () => {
    await aClient(salon, { name: 'Bojana', phone: '064 100 200', email: 'boja@primer.rs', city: 'Niš' });
    await aClient(salon, { name: 'Vera', phone: null, email: null });
    await aGuestBooking(salon, '2026-11-20 09:00:00', { name: 'Čedomirka', phone: '+49 170 1234567' });
    for (const hour of ['10', '11'])
      await anAppointment(salon, `2026-11-20 ${hour}:00:00` as '2026-11-20 10:00:00', {
        status: 'BOOKED',
        guest_name: 'Ana',
      });
    await aTechnicianPerson(salon, { name: 'Radnica' });
    expect(await names()).toEqual(['Bojana', 'Čedomirka', 'Vera']);
    expect(await names(' ')).toEqual(['Bojana', 'Čedomirka', 'Vera']);
    expect(await names('ana')).toEqual(['Ana', 'Ana', 'Bojana']);
    for (const q of ['niš', 'BOJA@', '064100', '+381 64 100 200', '38164100200', '00381 (0)64', '64 100'])
      expect(await names(q)).toEqual(['Bojana']);
    for (const q of ['0049170', '+49170 1234567', 'cedomir']) expect(await names(q)).toEqual(['Čedomirka']);
    for (const q of ['Radnica', 'Admin', '%', '_']) expect(await names(q)).toEqual([]);
  });

  test('an erased account is in no list and has no card; nor do the owner and technicians', async () => {
    const ana = await aClient(salon, { name: 'Ana' });
    const id = await personOf(ana);
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    const mina = await aTechnicianPerson(salon);
    const staff = [await personOf(mina), await personOf(salon.admin)];
    expect(await names()).toEqual([]);
    expect(await names('Obrisan')).toEqual([]);
    for (const gone of [id, ...staff, toId<PersonId>(999_999)]) {
      const params = { id: gone };
      await expectRefused(card(gone), 'not_found');
      await expectRefused(edit(gone, { name: 'X' }), 'not_found');
      await expectRefused(salon.admin.call('DELETE /people/{id}', { params }), 'not_found');
      const body = { email: 'x@primer.rs' };
      await expectRefused(salon.admin.call('POST /people/{id}/account', { params, body }), 'not_found');
    }
  });

  test('a page of the list states the total, and people who were made by hand or have a note are listed', async () => {
    await anAppointment(salon, '2026-11-20 10:00:00', { status: 'BOOKED', guest_name: 'Gost' });
    await add({ name: 'Lela' });
    await anAppointment(salon, '2026-11-20 11:00:00', { status: 'BOOKED', guest_name: 'Mila' });
    expect(await names()).toEqual(['Lela']);
    await edit(await named('Mila'), { staff_note: 'Alergija na akril.' });
    expect(await names()).toEqual(['Lela', 'Mila']);
    const response = await salon.app.inject({
      url: '/api/people?limit=1&offset=1',
      headers: { authorization: `Bearer ${salon.admin.token}` },
    });
    expect([response.json().length, response.headers['x-total-count']]).toEqual([1, '2']);
  });

  test('a person made by hand may be marked at once', async () => {
    expect(await add({ name: 'Lela', call_only: 1, no_sms: 1 })).toMatchObject({ call_only: 1, no_sms: 1 });
    expect(await add({ name: 'Mila', no_sms: 1 })).toMatchObject({ call_only: 0, no_sms: 1 });
  });

  test('a person counts the bookings to which she came, whoever made them, and no missed one is a visit', async () => {
    const service_id = await aService(salon, { name: 'Gel' });
    const ana = await aClient(salon, { name: 'Ana', phone: '064 1112223' });
    const gel = { service_id, service_name: 'Gel', service_price: 1000 };
    const lela = { guest_name: 'Lela', guest_phone: '064 999 888' };
    await aBooking(salon, '2026-11-02 09:00:00', ana.id, { ...gel, ...lela });
    await aGuestBooking(salon, '2026-11-03 09:00:00', { name: 'Lelica', phone: '+38164999888' });
    await aBooking(salon, '2026-11-04 09:00:00', ana.id, { ...gel, ...lela, attended: 0 });
    await aBooking(salon, '2026-12-04 09:00:00', ana.id, lela);
    await aBooking(salon, '2026-11-05 09:00:00', ana.id, { ...gel, service_name: 'Ana gel' });
    const person = await named('Lela');
    expect(await list()).toMatchObject([
      {
        name: 'Ana',
        visits: 1,
        last_visit: '2026-11-05 09:00:00',
        next_start: null,
        usual_service: 'Ana gel',
        no_shows: 1,
      },
      {
        name: 'Lela',
        client_id: null,
        visits: 2,
        last_visit: '2026-11-03 09:00:00',
        next_start: '2026-12-04 09:00:00',
        usual_service: 'Gel',
        no_shows: 1,
        is_shared_number: 0,
      },
    ]);
    expect(await card(person)).toMatchObject({
      id: person,
      client_id: null,
      role: null,
      has_login: 0,
      visits: 2,
      no_shows: 1,
      revenue: 1000,
      usual_service_ids: [service_id],
      next_appointment: { start_datetime: '2026-12-04 09:00:00' },
    });
    expect((await card(person)).recent_visits).toHaveLength(3);
    expect(await card(await personOf(ana))).toMatchObject({ client_id: ana.id, role: 'CLIENT', visits: 1 });
    const { visits } = await salon.admin.call('GET /users/{id}', { params: { id: ana.id } });
    expect(visits).toBe(3);
  });

  test('the card has the notes, the marks of "Vreme je" and the deposits, latest first', async () => {
    const first = await aGuestBooking(salon, '2026-10-02 09:00:00', { name: 'Lela', phone: '064 999 888' });
    const second = await aGuestBooking(salon, '2026-12-02 09:00:00', { name: 'Lela', phone: '064 999 888' });
    const deposit = { amount: 90_000, until_at: salon.clock.ms(), qr: 'K:PR', made_at: 1 };
    for (const [n, id] of [first, second].entries())
      await salon.db
        .insertInto('deposits')
        .values({ ...deposit, booking_id: await bookingOf(salon, id), state: 'WAITING', reference: `97${n}` })
        .execute();
    const id = await named('Lela');
    await salon.admin.call('POST /clients/due/{key}', {
      params: { key: `g${first}` },
      body: { action: 'CONTACTED' },
    });
    salon.clock.advance(1000);
    await salon.admin.call('POST /clients/due/{key}', {
      params: { key: `g${first}` },
      body: { action: 'STOP' },
    });
    expect(await edit(id, { notes: 'Samo ja', staff_note: 'Alergija' })).toMatchObject({
      notes: 'Samo ja',
      staff_note: 'Alergija',
      marks: [{ kind: 'STOP' }, { kind: 'CONTACTED' }],
      deposits: [
        { appointment_id: second, amount: 900, state: 'WAITING', reference: '971' },
        { appointment_id: first, start_datetime: '2026-10-02 09:00:00' },
      ],
    });
  });

  test('an edit of the card changes the card only: the words typed for bookings stay, and later ones keep the card', async () => {
    const id = await aGuestBooking(salon, '2026-11-20 09:00:00', { name: 'Jeca', phone: '064 999 888' });
    const person = await named('Jeca');
    await edit(person, { name: 'Jelena Marković', city: 'Niš' });
    await aGuestBooking(salon, '2026-11-21 09:00:00', { name: 'Jecka', phone: '00381 64 999888' });
    expect(await list()).toMatchObject([
      { id: person, name: 'Jelena Marković', phone: '064 999 888', city: 'Niš' },
    ]);
    const read = await salon.admin.call('GET /appointments/{id}', { params: { id } });
    expect(read).toMatchObject({ guest_name: 'Jeca', person_id: person });
    await edit(person, { phone: '065 111 222' });
    await aGuestBooking(salon, '2026-11-22 09:00:00', { name: 'Jeca', phone: '064 999 888' });
    expect(await names()).toEqual(['Jeca', 'Jelena Marković']);
  });

  describe('a second person with one number', () => {
    test('she takes the bookings typed with her folded name, and later ones go by folded name, else to who came last', async () => {
      const phone = '064 999 888';
      const mother = await aGuestBooking(salon, '2026-11-01 09:00:00', { name: 'Mama Ćirić', phone });
      const daughter = await aGuestBooking(salon, '2026-11-02 09:00:00', { name: 'Ćerka', phone });
      const first = await named('Mama');
      expect(await personAt(daughter)).toBe(first);
      const { id: second } = await add({ name: 'CERKA', phone: '+381 64 999888' });
      expect([await personAt(mother), await personAt(daughter)]).toEqual([first, second]);
      expect((await list()).map((row) => row.is_shared_number)).toEqual([1, 1]);
      const book = async (guest_name: string, day: number) => {
        const body = {
          start_datetime: `2026-11-${day} 09:00:00` as '2026-11-20 09:00:00',
          guest_name,
          guest_phone: phone,
        };
        return (await salon.admin.call('POST /appointments', { body })).person_id;
      };
      expect(await book('mama ciric', 21)).toBe(first);
      expect(await book('ćerka', 23)).toBe(second);
      expect(await book('Neko', 24)).toBe(second);
      expect(await book('Mama Ćirić', 25)).toBe(first);
      expect(await book('Neko drugi', 26)).toBe(first);
    });

    test('neither she nor a guest’s typed words take anything of an account with her name and number', async () => {
      const ana = await aClient(salon, { name: 'Ana', phone: '064 999 888' });
      const eva = await aClient(salon, { name: 'Eva' });
      const own = await aBooking(salon, '2026-11-02 09:00:00', ana.id);
      const typed = { guest_name: 'Ana', guest_phone: '064 999 888' };
      const evas = await aBooking(salon, '2026-11-03 09:00:00', eva.id, typed);
      const from_person_id = (await personAt(evas)) ?? toId<PersonId>(0);
      const params = { id: await personOf(ana) };
      expect(from_person_id).not.toBe(params.id);
      await salon.admin.call('POST /people/{id}/merge', { params, body: { from_person_id } });
      const { id: second } = await add({ name: 'Ana', phone: '064 999 888' });
      expect([await personAt(own), await personAt(evas)]).toEqual([params.id, params.id]);
      expect(await card(second)).toMatchObject({ visits: 0, client_id: null });
      const start_datetime = '2026-11-24 09:00:00';
      const guest = await salon.admin.call('POST /appointments', { body: { start_datetime, ...typed } });
      expect(guest).toMatchObject({ client_id: null, person_id: second });
      expect((await list('064999888')).map((row) => row.is_shared_number)).toEqual([1, 1]);
    });
  });

  describe('the account of a person', () => {
    test('an edit of its email changes the login, keeps it unique and ends reset links, as in the list of clients', async () => {
      const ana = await aClient(salon, { name: 'Ana', email: 'ana@primer.rs', password: 'lozinka' });
      await aClient(salon, { email: 'eva@primer.rs' });
      const id = await personOf(ana);
      const link = { token_hash: 'x', user_id: ana.id, expires_at: salon.clock.ms() + 1000 };
      await salon.db.insertInto('reset_links').values(link).execute();
      await expectRefused(edit(id, { email: 'EVA@primer.rs' }), 'email_taken');
      expect(await edit(id, { staff_note: 'A', notes: 'B' })).toMatchObject({ staff_note: 'A', notes: 'B' });
      expect(await salon.db.selectFrom('reset_links').select('user_id').execute()).toHaveLength(1);
      await edit(id, { email: 'nova@primer.rs', city: 'Niš' });
      expect(await salon.db.selectFrom('reset_links').select('user_id').execute()).toEqual([]);
      const login = (email: string) =>
        salon.visitor.call('POST /auth/login', { body: { email, password: 'lozinka' } });
      await login('Nova@primer.rs');
      await expectRefused(login('ana@primer.rs'), 'login_failed');
      await edit(id, { email: null });
      expect(await accountById(salon, ana.id)).toMatchObject({ email_key: null, email: null, city: 'Niš' });
    });

    test('it is made of a person with her bookings, which become its own; those of other accounts stay theirs', async () => {
      const eva = await aClient(salon);
      const guest = { name: 'Lela', phone: '064 999 888' };
      const own = await aGuestBooking(salon, '2026-11-20 09:00:00', guest);
      const evas = await aBooking(salon, '2026-11-21 09:00:00', eva.id, {
        guest_name: 'Lela',
        guest_phone: '064999888',
      });
      const id = await named('Lela');
      const make = (person: PersonId, body: RequestBody<'POST /people/{id}/account'>) =>
        salon.admin.call('POST /people/{id}/account', { params: { id: person }, body });
      await expectRefused(make(id, { email: eva.email ?? '' }), 'email_taken');
      await expectRefused(make(id, { email: '' }), 'bad_input');
      await expectRefused(make(id, { email: 'l@primer.rs', password_hash: '123' }), 'password_too_short');
      const made = await make(id, { email: 'lela@primer.rs', password_hash: 'lozinka' });
      expect(made).toMatchObject({
        id,
        name: 'Lela',
        phone: '064 999 888',
        email: 'lela@primer.rs',
        has_login: 1,
      });
      await expectRefused(make(id, { email: 'druga@primer.rs' }), 'conflict');
      const { token } = await salon.visitor.call('POST /auth/login', {
        body: { email: 'lela@primer.rs', password: 'lozinka' },
      });
      const mine = await salon.as(token).call('GET /appointments/upcoming', { query: {} });
      expect(mine).toMatchObject([
        { id: own, client_id: made.client_id, guest_name: null, guest_phone: null },
      ]);
      expect(await salon.admin.call('GET /appointments/{id}', { params: { id: evas } })).toMatchObject({
        client_id: eva.id,
        guest_name: 'Lela',
        person_id: id,
      });
    });
  });

  test('the export of an account contains both notes', async () => {
    const ana = await aClient(salon);
    await edit(await personOf(ana), { staff_note: 'Alergija na akril.', notes: 'Kasni.' });
    const { profile } = (await ana.call('GET /auth/me/export')) as { profile: object };
    expect(profile).toMatchObject({ staff_note: 'Alergija na akril.', notes: 'Kasni.' });
  });

  test('changes of a person are in the history, without a trace of her words once she is erased', async () => {
    const { id } = await add({ name: 'Kanarinka', phone: '064 777 888', staff_note: 'kanarinka-beleška' });
    await edit(id, { city: 'Kanarinkin grad' });
    const entries = () =>
      salon.db.selectFrom('history').selectAll().where('subject', '=', 'person').execute();
    expect((await entries()).map(({ action, by_role }) => [action, by_role])).toEqual([
      ['created', 'ADMIN'],
      ['changed', 'ADMIN'],
    ]);
    await salon.admin.call('DELETE /people/{id}', { params: { id } });
    const left = await entries();
    expect(left.map(({ action }) => action)).toEqual(['created', 'changed', 'erased']);
    expect(JSON.stringify(left)).not.toMatch(/anarink|064/);
  });
});

const OLD = { created_at: 1 };
onBothEngines('what keeps a person without an account', { emptyBeforeEach: true }, () => {
  let forget: () => Promise<void>;
  beforeEach(async () => {
    const { forgetGuests } = await import('../../../src/server/appointments/forget-guests.ts');
    await salon.admin.call('PUT /settings', { body: { guest_retention_months: 12 } });
    forget = () =>
      forgetGuests(
        salon.db,
        { ms: salon.clock.ms(), wall: salon.clock.wall() as '2026-11-17 11:20:00' },
        salon.platform.config,
      );
  });
  const ids = async () => (await list()).map(({ name }) => name);

  test('a booking within the guests’ retention, a note, or having been made by hand within it', async () => {
    await aGuestBooking(salon, '2025-10-01 09:00:00', { name: 'Davno', phone: '064 1 000 001' });
    await aGuestBooking(salon, '2025-10-02 09:00:00', { name: 'Stalna', phone: '064 1 000 002' });
    await aGuestBooking(salon, '2026-10-02 09:00:00', { name: 'Stalna', phone: '064 1 000 002' });
    await aGuestBooking(salon, '2025-10-03 09:00:00', { name: 'Zabeležena', phone: '064 1 000 003' });
    await edit(await named('Zabeležena'), { notes: 'Važna' });
    await add({ name: 'Ručno', phone: '064 1 000 004' });
    const old = await add({ name: 'Davno ručno', phone: '064 1 000 005' });
    await salon.db.updateTable('people').set(OLD).where('id', '=', old.id).execute();
    await forget();
    expect(await ids()).toEqual(['Ručno', 'Stalna', 'Zabeležena']);
    expect(await list('Stalna')).toMatchObject([{ visits: 1 }]);
    expect(JSON.stringify(await salon.db.selectFrom('history').selectAll().execute())).not.toContain(
      'Davno ručno',
    );
    await inTransaction(salon.db, (trx) =>
      trx.updateTable('people').set({ notes: null }).where('name', '=', 'Zabeležena').execute(),
    );
    await forget();
    expect(await ids()).toEqual(['Ručno', 'Stalna']);
  });
});
