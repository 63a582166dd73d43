import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aTechnicianPerson, seen } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-19';

onBothEngines('people for technicians', { emptyBeforeEach: true }, () => {
  let mina: Awaited<ReturnType<typeof aTechnicianPerson>>;
  beforeEach(async () => {
    mina = await aTechnicianPerson(salon);
  });

  test('a technician finds people by name only, with the phones of those who come to her', async () => {
    const ana = await aClient(salon, { name: 'Ana', phone: '064 111 222' });
    await aClient(salon, { name: 'Anita', phone: '064 333 444' });
    await aBooking(salon, `${DAY} 09:00:00`, ana.id, { technician_id: mina.technician });
    const found = await mina.call('GET /people', { query: { q: 'an' } });
    expect(found.map(({ name, phone }) => [name, phone])).toEqual([
      ['Ana', '064 111 222'],
      ['Anita', null],
    ]);
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(['id', 'name', 'phone']);
    expect(await mina.call('GET /people', { query: { q: '064' } })).toEqual([]);
  });

  test('a technician books the people whom she finds, and reads no phone by it', async () => {
    const ana = await aClient(salon, { name: 'Ana', phone: '064 111 222' });
    const { id: lela } = await salon.admin.call('POST /people', {
      body: { name: 'Lela', phone: '064 333 444' },
    });
    const [anas] = await mina.call('GET /people', { query: { q: 'Ana' } });
    const start = (hour: number): WallTime => `${DAY} ${hour}:00:00` as WallTime;
    const hidden = { client_phone: null, guest_phone: null };
    const own = await mina.call('POST /appointments', {
      body: { start_datetime: start(10), ...(anas && { person_id: anas.id }) },
    });
    expect(own).toMatchObject({ client_id: ana.id, ...hidden });
    const slot = await anAppointment(salon, start(12), { technician_id: mina.technician });
    const booked = await mina.call('POST /appointments/{id}/book', {
      params: { id: slot },
      body: { ...seen(start(12)), person_id: lela },
    });
    expect(booked).toMatchObject({ guest_name: 'Lela', person_id: lela, ...hidden });
    const other = await aBooking(salon, start(14), (await aClient(salon)).id, {
      technician_id: mina.technician,
    });
    const edit = (id: AppointmentId, body: object) =>
      mina.call('PUT /appointments/{id}', { params: { id }, body });
    expect(await edit(other, { person_id: lela })).toMatchObject({ guest_name: 'Lela', ...hidden });
    const phones = async () => (await mina.call('GET /people', {})).map(({ phone }) => phone);
    expect(await phones()).not.toContain('064 333 444');
  });

  test.each(['client_id', 'person_id'] as const)(
    'a technician who names somebody by %s for a booking that has begun reads no phone by it',
    async (by) => {
      const ana = await aClient(salon, { name: 'Ana', phone: '064 111 222' });
      const [anas] = await salon.admin.call('GET /people', { query: { q: 'Ana' } });
      const begun = await aBooking(salon, '2026-11-16 10:00:00', (await aClient(salon)).id, {
        technician_id: mina.technician,
      });
      const body = by === 'client_id' ? { client_id: ana.id } : { ...(anas && { person_id: anas.id }) };
      const params = { id: begun };
      expect(await mina.call('PUT /appointments/{id}', { params, body })).toMatchObject({
        client_id: ana.id,
        client_phone: null,
      });
      const found = await mina.call('GET /people', { query: { q: 'Ana' } });
      expect(found.map(({ phone }) => phone)).toEqual([null]);
    },
  );

  test('a technician reads no phone of a client whom she names as booking for a guest of hers', async () => {
    const eva = await aClient(salon, { name: 'Eva', phone: '064 333 444' });
    const guest = { guest_name: 'Jelena', guest_phone: '064 777 888' };
    const of = { status: 'BOOKED', technician_id: mina.technician, booked_at: salon.clock.ms() } as const;
    await anAppointment(salon, `${DAY} 09:00:00`, { ...of, ...guest });
    const body = { start_datetime: `${DAY} 12:00:00` as const, client_id: eva.id, ...guest };
    const { guest_phone, client_phone } = await mina.call('POST /appointments', { body });
    expect([guest_phone, client_phone]).toEqual(['064 777 888', null]);
    const query = { from: DAY, to: DAY, phone: '064333' };
    expect(await mina.call('GET /appointments/list', { query })).toEqual([]);
    await salon.db.updateTable('bookings').set({ booked_by_id: salon.admin.id }).execute();
    expect(await mina.call('GET /appointments/list', { query })).toMatchObject([
      { client_phone: '064 333 444' },
    ]);
  });

  test('a technician writes only the note for everybody, of a person with a booking of hers that somebody else made', async () => {
    const ana = await aClient(salon, { name: 'Ana' });
    const [{ id } = { id: 0 as never }] = await salon.admin.call('GET /people', { query: { q: 'Ana' } });
    const note = () =>
      mina.call('PUT /people/{id}', { params: { id }, body: { staff_note: 'Alergija na akril.' } });
    await expectRefused(note(), 'not_allowed');
    const booked = { start_datetime: `${DAY} 09:00:00`, client_id: ana.id };
    await mina.call('POST /appointments', { body: booked });
    await expectRefused(note(), 'not_allowed');
    await aBooking(salon, `${DAY} 12:00:00`, ana.id, { technician_id: mina.technician });
    expect(await note()).toEqual({ id, name: 'Ana', staff_note: 'Alergija na akril.' });
    const body = { staff_note: 'x', phone: '064 555 666' };
    await expectRefused(mina.call('PUT /people/{id}', { params: { id }, body }), 'not_allowed');
  });
});
