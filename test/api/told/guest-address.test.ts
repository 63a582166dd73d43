import { beforeEach, expect, test } from 'vitest';
import { aClient, aTechnicianPerson } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('the address that the salon enters for a guest', () => {
  let guest: { guest_name: string; guest_phone: string };
  beforeEach(() => {
    guest = { guest_name: 'Mila', guest_phone: freshPhone() };
  });
  const create = (more: object) => {
    const body = { start_datetime: atHour(freshDay(), 9), duration_minutes: 60, ...more };
    return salon.admin.call('POST /appointments', { body });
  };
  const edit = (id: number, body: object) =>
    salon.admin.call('PUT /appointments/{id}', { params: { id }, body });

  test('is stored with a new booking and by an edit, can be cleared, and keeps the booking', async () => {
    const row = await create({ ...guest, guest_email: ' Mila@Primer.rs ' });
    expect(row.guest_email).toMatch(/^mila@primer\.rs$/i);
    const edited = await edit(row.id, { guest_email: 'nova@primer.rs' });
    expect(edited).toMatchObject({ guest_email: 'nova@primer.rs', booking_id: row.booking_id, version: 2 });
    expect(await edit(row.id, { notes: 'x' })).toMatchObject({ guest_email: 'nova@primer.rs' });
    expect(await edit(row.id, { guest_email: null })).toMatchObject({ guest_email: null });
  });

  test('is not an address of a client’s booking, and does not pass to another guest', async () => {
    const { id: client_id } = await aClient(salon);
    expect(await create({ client_id, guest_email: 'x@primer.rs' })).toMatchObject({ guest_email: null });
    const row = await create({ ...guest, guest_email: 'mila@primer.rs' });
    const other = { guest_name: 'Vera', guest_phone: freshPhone() };
    expect(await edit(row.id, other)).toMatchObject({ guest_name: 'Vera', guest_email: null });
  });

  test('refuses what is no address; technicians do not read it, and no client or guest does', async () => {
    await expectRefused(create({ ...guest, guest_email: 'nije adresa' }), 'bad_input');
    const mina = await aTechnicianPerson(salon);
    const row = await create({ ...guest, guest_email: 'mila@primer.rs', technician_id: mina.technician });
    const params = { id: row.id };
    expect(await mina.call('GET /appointments/{id}', { params })).toMatchObject({ guest_email: null });
    const { url } = await salon.admin.call('POST /appointments/{id}/link', { params });
    const body = { token: url.split('=')[1] ?? '' };
    expect(await salon.visitor.call('POST /guest-link/view', { body })).not.toHaveProperty('guest_email');
  });
});
