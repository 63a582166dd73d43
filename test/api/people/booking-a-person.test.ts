import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import { type AppointmentId, type PersonId, toId } from '../../../src/domain/ids.ts';
import { aBooking, aClient, aGuestBooking, aSlot, aTechnicianPerson } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START = '2026-11-24 10:00:00';
const PHONE = '064 999 888';
const create = (body: Partial<RequestBody<'POST /appointments'>>, who: Person = salon.admin) =>
  who.call('POST /appointments', { body: { start_datetime: START, ...body } });
const edit = (id: AppointmentId, body: RequestBody<'PUT /appointments/{id}'>, who: Person = salon.admin) =>
  who.call('PUT /appointments/{id}', { params: { id }, body });
const read = (id: AppointmentId) => salon.admin.call('GET /appointments/{id}', { params: { id } });
const add = async (name: string, phone: string | null = null) =>
  (await salon.admin.call('POST /people', { body: { name, phone } })).id;
const visits = async (id: PersonId) => {
  const { recent_visits, next_appointment } = await salon.admin.call('GET /people/{id}', { params: { id } });
  return recent_visits.length + (next_appointment ? 1 : 0);
};
const nobody = toId<PersonId>(999_999);

onBothEngines('person_id of an appointment', { emptyBeforeEach: true }, () => {
  let ana: Person;
  let anas: PersonId;
  let lela: PersonId;
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    anas = (await accountById(salon, ana.id)).person_id;
    lela = await add('Lela', PHONE);
  });

  test('a new appointment of a person with an account is the account’s, of another person it has the words of the card', async () => {
    expect(await create({ person_id: anas })).toMatchObject({
      status: 'BOOKED',
      client_id: ana.id,
      guest_name: null,
      person_id: anas,
    });
    const start_datetime = '2026-11-24 14:00:00';
    const words = { client_id: null, guest_name: 'Lela', guest_phone: PHONE, person_id: lela };
    expect(await create({ start_datetime, person_id: lela })).toMatchObject(words);
    expect(await visits(lela)).toBe(1);
  });

  test('a person without a number is booked by id, and stays one person', async () => {
    const mila = await add('Mila');
    await create({ person_id: mila });
    const { id } = await create({ start_datetime: '2026-11-24 14:00:00', person_id: mila });
    expect(await read(id)).toMatchObject({ guest_name: 'Mila', guest_phone: null, person_id: mila });
    expect(await visits(mila)).toBe(1);
    expect(await salon.admin.call('GET /people', { query: { q: 'mila' } })).toHaveLength(1);
  });

  test.each([
    ['client_id', { client_id: null }],
    ['guest_name', { guest_name: 'X' }],
    ['guest_phone', { guest_phone: '064 1 000 000' }],
  ])('refuses %s beside person_id', async (_, also) => {
    const id = await aGuestBooking(salon, START);
    await expectRefused(create({ person_id: lela, ...also }), 'bad_input');
    await expectRefused(edit(id, { person_id: lela, ...also }), 'bad_input');
    const series = { start_datetime: START, every_weeks: 3, count: 2, person_id: lela, ...also };
    await expectRefused(salon.admin.call('POST /appointments/series/preview', { body: series }), 'bad_input');
  });

  test('refuses an unknown person, staff and an erased account', async () => {
    const mina = await aTechnicianPerson(salon);
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    const id = await aGuestBooking(salon, '2026-11-24 16:00:00');
    for (const person_id of [nobody, anas, (await accountById(salon, mina.id)).person_id]) {
      const { fields, text } = await expectRefused(create({ person_id }), 'unknown_client');
      expect(fields).toEqual({ person_id: text });
      await expectRefused(edit(id, { person_id }), 'unknown_client');
    }
  });

  test('a series has one person, and the preview refuses an unknown one', async () => {
    const series = { start_datetime: START, every_weeks: 1, count: 2 };
    const rows = [{ start_datetime: START }, { start_datetime: '2026-12-01 10:00:00' }] as const;
    const body = { ...series, person_id: lela, rows: [...rows] };
    await salon.admin.call('POST /appointments/series/preview', { body: { ...series, person_id: lela } });
    const { appointments } = await salon.admin.call('POST /appointments/series', { body });
    expect(appointments.map(({ person_id, guest_name }) => [person_id, guest_name])).toEqual([
      [lela, 'Lela'],
      [lela, 'Lela'],
    ]);
    const unknown = { ...series, person_id: nobody };
    await expectRefused(
      salon.admin.call('POST /appointments/series/preview', { body: unknown }),
      'unknown_client',
    );
  });

  describe('in an edit', () => {
    test('the same person keeps the booking and the typed words', async () => {
      const id = await aGuestBooking(salon, START, { name: 'Lelica', phone: '+381 64 999888' });
      const before = await read(id);
      expect(before.person_id).toBe(lela);
      const after = await edit(id, { person_id: lela, notes: 'x' });
      expect(after).toMatchObject({ guest_name: 'Lelica', guest_phone: '+381 64 999888', notes: 'x' });
      expect(after.booking_id).toBe(before.booking_id);
      expect((await edit(id, { person_id: lela })).version).toBe(after.version);
    });

    test('a friend for whom a client booked stays the client’s booking', async () => {
      const id = await aBooking(salon, START, ana.id, { guest_name: 'Lela', guest_phone: PHONE });
      expect(await edit(id, { person_id: lela, notes: 'x' })).toMatchObject({
        client_id: ana.id,
        guest_name: 'Lela',
      });
    });

    test('another person is another booking, even with the same words', async () => {
      const id = await aGuestBooking(salon, START, { name: 'Lela', phone: PHONE });
      const before = await read(id);
      const second = await add('Lelina ćerka', PHONE);
      const after = await edit(id, { person_id: second });
      expect(after).toMatchObject({ id, person_id: second, guest_name: 'Lelina ćerka', guest_phone: PHONE });
      expect(after.booking_id).not.toBe(before.booking_id);
      const namesake = await add('Lelina ćerka');
      const third = await edit(id, { person_id: namesake });
      expect(third).toMatchObject({ person_id: namesake, guest_phone: null });
      expect(await edit(id, { person_id: anas })).toMatchObject({ client_id: ana.id, guest_name: null });
    });

    test('after the start it is a correction of the same booking', async () => {
      const id = await aGuestBooking(salon, '2026-11-10 10:00:00', { name: 'Lela', phone: PHONE });
      const { booking_id } = await read(id);
      expect(await edit(id, { person_id: anas })).toMatchObject({
        booking_id,
        client_id: ana.id,
        person_id: anas,
      });
    });

    test('a free slot is booked for a person, and a cancelled booking keeps its person', async () => {
      const id = await aSlot(salon, START);
      await expectRefused(edit(id, { person_id: lela }), 'person_needs_booking');
      expect(await edit(id, { person_id: lela, status: 'BOOKED' })).toMatchObject({ person_id: lela });
      await edit(id, { status: 'CANCELLED' });
      await expectRefused(edit(id, { person_id: anas }), 'person_needs_booking');
      const { booking_id } = await read(id);
      expect(await edit(id, { person_id: lela, status: 'BOOKED' })).toMatchObject({ booking_id });
      await edit(id, { status: 'CANCELLED' });
      const another = await edit(id, { person_id: anas, status: 'BOOKED' });
      expect(another).toMatchObject({ person_id: anas, client_id: ana.id });
      expect(another.booking_id).not.toBe(booking_id);
    });
  });
});
