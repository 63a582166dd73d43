import { beforeEach, expect, test } from 'vitest';
import type { Settings } from '../../../src/domain/settings.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { forgetGuests } from '../../../src/server/appointments/forget-guests.ts';
import {
  aBooking,
  aClient,
  anAppointment,
  aService,
  aSlot,
  aTechnician,
  seen,
} from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-19';
const START: WallTime = `${DAY} 12:00:00`;
const PHONE = '064 555 0123';
const MIRA = { guest_name: 'Mira', guest_phone: PHONE };
let ana: Person;

const set = (body: Partial<Settings>) => salon.admin.call('PUT /settings', { body });
const book = async (who: Person, start: WallTime = START, body: object = {}) =>
  who.call('POST /appointments/{id}/book', {
    params: { id: await aSlot(salon, start) },
    body: { ...seen(start), ...body },
  });
const reschedule = async (who: Person, id: number, to: WallTime) =>
  who.call('POST /appointments/{id}/reschedule', {
    params: { id },
    body: { to_id: await aSlot(salon, to), ...seen(to) },
  });
const join = (who: Person, body: object = {}) =>
  who.call('POST /client-notifications/free-slot', { body: { date: DAY, ...body } });
const personOf = async (name: string) => {
  const [person] = await salon.admin.call('GET /people', { query: { q: name } });
  if (!person) throw new Error(`${name} is missing`);
  return person;
};
const mark = (phone: string, body: object) =>
  salon.admin.call('PUT /phone-marks', { body: { phone, ...body } });

onBothEngines('who books', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana Anić', phone: PHONE });
  });

  test('a start within the notice is refused to clients and visitors, also by moving, but not to the salon', async () => {
    await set({ notice_minutes: 600 });
    await expectRefused(book(ana, '2026-11-17 20:00:00'), 'too_soon');
    await expectRefused(book(salon.visitor, '2026-11-17 14:00:00', MIRA), 'too_soon');
    const { id } = await book(ana, '2026-11-19 10:00:00');
    await set({ move_until_hours: 0 });
    await expectRefused(reschedule(ana, id, '2026-11-17 16:00:00'), 'too_soon');
    expect((await book(salon.admin, '2026-11-17 12:00:00', MIRA)).status).toBe('BOOKED');
  });

  test('a start exactly at the notice can be booked', async () => {
    await set({ notice_minutes: 120 });
    expect((await book(ana, '2026-11-17 13:20:00')).status).toBe('BOOKED');
  });

  test('whoever must call cannot book or wait, but move and cancel', async () => {
    const { id } = await book(ana);
    const { id: person } = await personOf('Ana');
    const saved = await salon.admin.call('PUT /people/{id}', {
      params: { id: person },
      body: { call_only: 1 },
    });
    expect(saved).toMatchObject({ call_only: 1, no_sms: 0 });
    await expectRefused(book(ana, `${DAY} 15:00:00`), 'call_salon');
    await expectRefused(join(ana, { date: '2026-11-25' }), 'call_salon');
    await expectRefused(book(salon.visitor, `${DAY} 16:00:00`, MIRA), 'call_salon');
    await expectRefused(join(salon.visitor, { ...MIRA, date: '2026-11-25' }), 'call_salon');
    await reschedule(ana, id, `${DAY} 17:00:00`);
    await ana.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu.' } });
    expect((await book(salon.admin, `${DAY} 18:00:00`, { client_id: ana.id })).status).toBe('BOOKED');
  });

  test('nobody is told of a mark', async () => {
    await mark(PHONE, { call_only: 1 });
    const told = [await ana.call('GET /auth/me'), await ana.call('GET /auth/me/export')];
    expect(JSON.stringify(told)).not.toContain('call_only');
  });

  test('a number is marked, with a person for it if nobody has it', async () => {
    const lela = { phone: '065 555 0999', name: 'Lela', call_only: 1, no_sms: 0 };
    expect(await mark(lela.phone, { name: 'Lela', call_only: 1 })).toEqual(lela);
    expect(await mark(lela.phone, { no_sms: 1 })).toEqual({ ...lela, no_sms: 1 });
    await expectRefused(
      book(salon.visitor, START, { guest_name: 'Neko', guest_phone: '+381655550999' }),
      'call_salon',
    );
    await mark(PHONE, { call_only: 1 });
    const marks = await salon.admin.call('GET /phone-marks');
    expect(marks.map(({ name }) => name)).toEqual(['Ana Anić', 'Lela']);
    await mark(PHONE, { call_only: 0 });
    await mark(lela.phone, { call_only: 0, no_sms: 0 });
    expect(await salon.admin.call('GET /phone-marks')).toEqual([]);
  });

  test('a number without digits is refused, and so are clients', async () => {
    await expectRefused(mark('', { call_only: 1 }), 'bad_input');
    await expectRefused(ana.call('GET /phone-marks'), 'not_allowed');
    await expectRefused(ana.call('PUT /phone-marks', { body: { phone: PHONE } }), 'not_allowed');
  });

  test('a number never counts against another account', async () => {
    await mark('065 555 0999', { name: 'Lela', call_only: 1 });
    const other = await aClient(salon, { phone: '065 555 0999' });
    expect((await book(other)).status).toBe('BOOKED');
  });

  test('retention keeps a marked person', async () => {
    await set({ guest_retention_months: 1 });
    await mark('065 555 0999', { name: 'Lela', call_only: 1 });
    await mark('065 555 0998', { name: 'Nada', no_sms: 1 });
    await mark('065 555 0998', { no_sms: 0 });
    salon.clock.set('2027-03-01 10:00:00');
    await forgetGuests(
      salon.db,
      { wall: '2027-03-01 10:00:00', ms: salon.clock.ms() },
      salon.platform.config,
    );
    const names = (await salon.db.selectFrom('people').select('name').execute()).map(({ name }) => name);
    expect(names).toContain('Lela');
    expect(names).not.toContain('Nada');
  });

  test('a client cannot come twice at once, except with somebody else', async () => {
    await aBooking(salon, START, ana.id);
    const technician_id = await aTechnician(salon);
    const overlapping: WallTime = `${DAY} 12:30:00`;
    const slot = (start: WallTime) => anAppointment(salon, start, { technician_id });
    const bookThere = async (body: object = {}) =>
      ana.call('POST /appointments/{id}/book', {
        params: { id: await slot(overlapping) },
        body: { ...seen(overlapping), ...body },
      });
    await expectRefused(bookThere(), 'already_booked_then');
    await salon.db.deleteFrom('appointments').where('status', '=', 'AVAILABLE').execute();
    await salon.db.deleteFrom('openings').execute();
    expect((await bookThere(MIRA)).status).toBe('BOOKED');
  });

  test('a client who comes at that time cannot take the place of somebody for whom she has booked', async () => {
    await aBooking(salon, START, ana.id);
    const technician_id = await aTechnician(salon);
    const id = await aBooking(salon, START, ana.id, { technician_id, ...MIRA });
    const give = (who: Person) =>
      who.call('POST /appointments/{id}/guest', {
        params: { id },
        body: { guest_name: null, guest_phone: null },
      });
    await expectRefused(give(ana), 'already_booked_then');
    expect((await give(salon.admin)).guest_name).toBeNull();
  });

  test('a client cannot lengthen a booking into another one of hers', async () => {
    await set({ split_slots: 1 });
    const long = await aService(salon, { duration_minutes: 120 });
    const id = await aSlot(salon, START, 180);
    const body = { start_datetime: START, service_id: await aService(salon, { duration_minutes: 60 }) };
    await ana.call('POST /appointments/{id}/book', { params: { id }, body });
    await aBooking(salon, `${DAY} 13:00:00`, ana.id, { technician_id: await aTechnician(salon) });
    const change = ana.call('POST /appointments/{id}/service', {
      params: { id },
      body: { service_id: long },
    });
    await expectRefused(change, 'already_booked_then');
  });

  test('touching bookings of one client are no conflict', async () => {
    await aBooking(salon, START, ana.id);
    expect((await book(ana, `${DAY} 13:00:00`)).status).toBe('BOOKED');
  });

  test('a client cannot move to a time at which she already comes', async () => {
    await aBooking(salon, START, ana.id);
    const { id } = await book(ana, `${DAY} 15:00:00`);
    const technician_id = await aTechnician(salon);
    const to_id = await anAppointment(salon, START, { technician_id });
    await expectRefused(
      ana.call('POST /appointments/{id}/reschedule', {
        params: { id },
        body: { to_id, ...seen(START), any_technician: 1 },
      }),
      'already_booked_then',
    );
  });
});
