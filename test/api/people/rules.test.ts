import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import { type AppointmentId, type PersonId, toId } from '../../../src/domain/ids.ts';
import { deleteRowlessBookings } from '../../../src/server/appointments/outdated.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { aBooking, aClient, aGuestBooking, aService, aSlot, seen } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { bookingOf } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START = '2026-11-24 10:00:00';
const PHONE = '064 999 888';
const OTHER = '065 111 222';
const read = (id: AppointmentId) => salon.admin.call('GET /appointments/{id}', { params: { id } });
const edit = (id: AppointmentId, body: RequestBody<'PUT /appointments/{id}'>) =>
  salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
const pay = (appointment_id: AppointmentId) =>
  salon.admin.call('POST /payments', {
    body: { appointment_id, kind: 'VISIT', method: 'CASH', amount: 900 },
  });
const rows = () =>
  salon.admin.call('GET /appointments/list', { query: { from: '2026-11-01', to: '2026-12-31' } });

onBothEngines('the same person and another booking', { emptyBeforeEach: true }, () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana', phone: PHONE });
    await salon.admin.call('PUT /settings', { body: { payments: 1 } });
  });

  test.each<[string, Parameters<typeof aGuestBooking>[2] & object, object, boolean]>([
    ['a corrected name', { name: 'Lela', phone: OTHER }, { guest_name: 'Lelica' }, true],
    ['a corrected number', { name: 'Lela', phone: OTHER }, { guest_phone: '065 111 223' }, true],
    [
      'another spelling of both',
      { name: 'Lela Ćirić', phone: OTHER },
      { guest_name: 'LELA CIRIC', guest_phone: '+381 65 111222' },
      true,
    ],
    [
      'another name and number',
      { name: 'Lela', phone: OTHER },
      { guest_name: 'Mila', guest_phone: '066 1 000 000' },
      false,
    ],
    [
      'a nameless guest with another number',
      { name: 'Gost', phone: OTHER },
      { guest_phone: '066 1 000 000' },
      false,
    ],
  ])('%s of a guest: the same booking is %s', async (_, guest, body, isKept) => {
    const id = await aGuestBooking(salon, START, guest);
    const { booking_id } = await read(id);
    expect((await edit(id, body)).booking_id === booking_id).toBe(isKept);
  });

  test('a guest who becomes the client with her number keeps the booking; with another number it is another', async () => {
    const [first, second] = [
      await aGuestBooking(salon, START, { name: 'X', phone: '+381 64 999888' }),
      await aGuestBooking(salon, '2026-11-24 12:00:00', { name: 'Ana', phone: OTHER }),
    ];
    const before = [await bookingOf(salon, first), await bookingOf(salon, second)];
    const to = { client_id: ana.id, guest_name: null, guest_phone: null };
    expect(await edit(first, to)).toMatchObject({ booking_id: before[0], client_id: ana.id });
    expect((await edit(second, to)).booking_id).not.toBe(before[1]);
  });

  test('a client keeps her booking for another guest; a client who gives way to a guest is another person', async () => {
    const id = await aBooking(salon, START, ana.id, { guest_name: 'Lela', guest_phone: OTHER });
    const { booking_id } = await read(id);
    expect(await edit(id, { guest_name: 'Mila', guest_phone: '066 1 000 000' })).toMatchObject({
      booking_id,
    });
    const given = await edit(id, { client_id: null, guest_name: 'Mila', guest_phone: '066 1 000 000' });
    expect(given.booking_id).not.toBe(booking_id);
  });

  test('with two people of one number another name is another person, and her own name the same', async () => {
    await salon.admin.call('POST /people', { body: { name: 'Mama', phone: OTHER } });
    await salon.admin.call('POST /people', { body: { name: 'Ćerka', phone: OTHER } });
    const id = await aGuestBooking(salon, START, { name: 'Mama', phone: OTHER });
    const { booking_id } = await read(id);
    expect(await edit(id, { guest_name: 'mama' })).toMatchObject({ booking_id });
    const given = await edit(id, { guest_name: 'Ćerka' });
    expect(given.booking_id).not.toBe(booking_id);
  });

  test('a guest without a number whose name is spelled right keeps her card; with another name she is another person', async () => {
    const { id, person_id } = await salon.admin.call('POST /appointments', {
      body: { start_datetime: START, guest_name: 'lela ciric' },
    });
    const staff_note = 'Alergija na akril.';
    await salon.admin.call('PUT /people/{id}', {
      params: { id: person_id ?? toId<PersonId>(0) },
      body: { staff_note },
    });
    expect(await edit(id, { guest_name: 'Lela Ćirić' })).toMatchObject({ person_id, staff_note });
    expect(await edit(id, { guest_name: 'Mila' })).toMatchObject({ staff_note: null });
  });

  test('another person before the start gets a new booking with the lines; the old one stays, CANCELLED, only with money', async () => {
    const service_id = await aService(salon, { name: 'Gel', price: 1800 });
    const create = (start_datetime: string) =>
      salon.admin.call('POST /appointments', {
        body: { start_datetime: start_datetime as typeof START, client_id: ana.id, service_id },
      });
    const [free, paid] = [await create(START), await create('2026-11-24 14:00:00')];
    await pay(paid.id);
    const eva = await aClient(salon, { name: 'Eva' });
    for (const { id, booking_id } of [free, paid]) {
      const given = await edit(id, { client_id: eva.id });
      expect(given).toMatchObject({
        id,
        client_id: eva.id,
        service_name: 'Gel',
        service_price: 1800,
        paid: 0,
      });
      expect(given.booking_id).not.toBe(booking_id);
    }
    const left = (await rows()).filter(({ status }) => status === 'CANCELLED');
    expect(left).toMatchObject([
      { booking_id: paid.booking_id, start_datetime: '2026-11-24 14:00:00', paid: 900, cancel_reason: null },
    ]);
    expect((await ana.call('GET /client-notifications')).map(({ type }) => type)).toEqual([
      'APPT_CLIENT_SWAPPED',
      'APPT_CLIENT_SWAPPED',
      'APPT_CLIENT_CHANGED_ADDED',
      'APPT_CLIENT_CHANGED_ADDED',
    ]);
    const query = { from: '2026-11-01', to: '2026-12-31' } as const;
    expect(await salon.admin.call('GET /analytics/utilization', { query })).toMatchObject({ cancelled: 0 });
    const card = await salon.admin.call('GET /users/{id}', { params: { id: ana.id } });
    expect(card).toMatchObject({ cancellations: 0, visits: 0 });
    const bookings = await salon.db.selectFrom('bookings').select('id').execute();
    expect(bookings.map(({ id }) => id)).not.toContain(free.booking_id);
  });

  test('another person after the start is a correction: the money stays, attendance and links go', async () => {
    const id = await aSlot(salon, '2026-11-18 09:00:00');
    const body = { ...seen('2026-11-18 09:00:00'), guest_name: 'Lela', guest_phone: OTHER };
    const { guest_link } = await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    salon.clock.set('2026-11-18 09:30:00');
    await pay(id);
    await salon.admin.call('POST /appointments/{id}/attendance', { params: { id }, body: { attended: 1 } });
    const { booking_id } = await read(id);
    const corrected = await edit(id, { client_id: ana.id, guest_name: null, guest_phone: null });
    expect(corrected).toMatchObject({ booking_id, client_id: ana.id, paid: 900, attended: null });
    const view = salon.visitor.call('POST /guest-link/view', { body: { token: guest_link ?? '' } });
    await expectRefused(view, 'guest_link_dead');
  });

  test('a cancelled booking reopened for the same person keeps its id and gives slots way; for another it is a new one', async () => {
    const id = await aBooking(salon, START, ana.id);
    const { booking_id } = await read(id);
    await edit(id, { status: 'CANCELLED', cancel_reason: 'Bolest.' });
    const slot = await aSlot(salon, START);
    const reopened = await edit(id, { status: 'BOOKED' });
    expect(reopened).toMatchObject({ booking_id, cancel_reason: null, cancelled_at: null });
    await expectRefused(read(slot), 'not_found');
    await edit(id, { status: 'CANCELLED' });
    const eva = await aClient(salon);
    expect((await edit(id, { status: 'BOOKED', client_id: eva.id })).booking_id).not.toBe(booking_id);
  });

  test('a deleted booking counts nowhere and its link is dead; it goes once no undo can return it', async () => {
    const id = await aSlot(salon, START);
    const body = { ...seen(START), guest_name: 'Lela', guest_phone: OTHER };
    const { guest_link } = await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    const view = () => salon.visitor.call('POST /guest-link/view', { body: { token: guest_link ?? '' } });
    const remove = () =>
      salon.admin.call('DELETE /appointments/{id}', { params: { id }, query: { undo: '1' } }) as Promise<{
        undo_token: string;
      }>;
    const next = async () => (await salon.admin.call('GET /people', { query: { q: 'Lela' } }))[0]?.next_start;
    const clear = () => deleteRowlessBookings(salon.db, readClock(salon.clock), salon.platform.config);
    const { undo_token } = await remove();
    expect(await next()).toBeNull();
    await expectRefused(view(), 'guest_link_dead');
    await clear();
    await salon.admin.call('POST /appointments/undo', { body: { undo_token } });
    expect(await next()).toBe(START);
    await view();
    await remove();
    salon.clock.advance(11_000);
    await clear();
    expect(await salon.db.selectFrom('bookings').select('id').execute()).toEqual([]);
  });
});

onBothEngines('what counts for a number and what for an account', { emptyBeforeEach: true }, () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana', phone: PHONE });
  });
  let hour = 7;
  const book = async (who: Person, guest: object = {}) => {
    hour = hour === 18 ? 8 : hour + 1;
    const start = `2026-11-2${hour % 2 ? 4 : 5} ${String(hour).padStart(2, '0')}:00:00` as typeof START;
    const id = await aSlot(salon, start);
    const body = { ...seen(start), ...guest };
    return who.call('POST /appointments/{id}/book', { params: { id }, body });
  };
  const lela = { guest_name: 'Lela', guest_phone: '+381 65 111222' };

  test('bookings for others count for the account and for the typed number, and no number counts against an account', async () => {
    await book(salon.visitor, { guest_name: 'Neko', guest_phone: PHONE });
    await book(salon.visitor, { guest_name: 'Drugi', guest_phone: PHONE });
    await expectRefused(book(salon.visitor, { guest_name: 'Treći', guest_phone: PHONE }), 'booking_limit', 2);
    await book(ana, lela);
    await book(ana, lela);
    await expectRefused(book(ana), 'booking_limit', 2);
    await expectRefused(book(salon.visitor, { guest_name: 'Neko', guest_phone: OTHER }), 'booking_limit', 2);
  });

  test('a missed appointment counts for a number over all people with it, and never against an account', async () => {
    await salon.admin.call('PUT /settings', { body: { no_show_limit: 1 } });
    await aGuestBooking(salon, '2026-11-02 09:00:00', { name: 'Mama', phone: PHONE });
    await salon.db.updateTable('bookings').set({ attended: 0 }).execute();
    await salon.admin.call('POST /people', { body: { name: 'Ćerka', phone: PHONE } });
    await expectRefused(book(salon.visitor, { guest_name: 'Ćerka', guest_phone: PHONE }), 'call_salon');
    await book(ana);
    await aBooking(salon, '2026-11-03 09:00:00', ana.id, { ...lela, attended: 0 });
    await expectRefused(book(ana), 'call_salon');
    await expectRefused(book(salon.visitor, lela), 'call_salon');
  });

  describe('a deposit of those who never came', () => {
    beforeEach(() =>
      salon.admin.call('PUT /settings', {
        body: {
          payments: 1,
          deposit_for: 'NEW',
          deposit_amount: 500,
          account_number: '840-955845-10',
          account_name: 'Salon',
        },
      }),
    );
    const asked = async (who: Person, guest?: object) => (await book(who, guest)).deposit !== null;

    test('a visitor is known only by number and folded name of one person, who came', async () => {
      await aGuestBooking(salon, '2026-11-02 09:00:00', { name: 'Lela Ćirić', phone: OTHER });
      const known = { guest_name: 'LELA CIRIC', guest_phone: '00381 65 111222' };
      await salon.db.updateTable('bookings').set({ attended: 0 }).execute();
      expect(await asked(salon.visitor, known)).toBe(true);
      await salon.db
        .updateTable('bookings')
        .set({ attended: 1 })
        .where('booked_at', 'is not', null)
        .execute();
      await salon.db.deleteFrom('deposits').execute();
      expect(await asked(salon.visitor, { ...known, guest_name: 'Neko' })).toBe(true);
      await salon.db
        .updateTable('appointments')
        .set({ status: 'CANCELLED' })
        .where('day', '>', '2026-11-17')
        .execute();
      expect(await asked(salon.visitor, known)).toBe(false);
    });

    test('two people with one name and number are not known, and an account is known by its own visits only', async () => {
      await aGuestBooking(salon, '2026-11-02 09:00:00', { name: 'Ana', phone: PHONE });
      await salon.db.updateTable('bookings').set({ attended: 1 }).execute();
      expect(await asked(salon.visitor, { guest_name: 'Ana', guest_phone: PHONE })).toBe(true);
      expect(await asked(ana)).toBe(true);
      await aBooking(salon, '2026-11-03 09:00:00', ana.id, { attended: 1 });
      expect(await asked(ana)).toBe(false);
    });
  });
});
