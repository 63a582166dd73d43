import { beforeEach, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, anAppointment } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('the note and the guest of a booking that gets another client', () => {
  let ana: Person;
  let eva: Person;
  let start: WallTime;
  beforeEach(async () => {
    start = `${freshDay()} 09:00:00`;
    ana = await aClient(salon, { name: 'Ana' });
    eva = await aClient(salon, { name: 'Eva' });
  });
  const edit = (id: number, body: RequestBody<'PUT /appointments/{id}'>) =>
    salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
  const HERS = { notes: 'Kanarinac', guest_name: 'Mila', guest_phone: '064 100001' };
  const NOTHING = { notes: null, guest_name: null, guest_phone: null };
  const columns = { guest_email: 'mila@primer.rs' };
  const hers = (status: 'BOOKED' | 'CANCELLED') =>
    anAppointment(salon, start, {
      status,
      client_id: ana.id,
      booked_at: salon.clock.ms(),
      ...HERS,
      ...columns,
    });

  test.each(['BOOKED', 'CANCELLED'] as const)(
    'a %s appointment assigned to another client loses the first client’s note and guest, also after the first client is deleted',
    async (status) => {
      const id = await hers(status);
      const given = await edit(id, { status: 'BOOKED', client_id: eva.id });
      expect(given).toMatchObject({ client_id: eva.id, ...NOTHING });
      expect(await eva.call('GET /appointments/{id}', { params: { id } })).toMatchObject(NOTHING);
      const row = await rowById(salon, id);
      expect(row).toMatchObject({ guest_number: null, guest_email: null });
      await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
      expect(JSON.stringify(await rowById(salon, id))).not.toContain('Kanarinac');
    },
  );

  test('an edit that replaces the client by a guest clears the old note, and saves the guest of the edit instead of the old guest', async () => {
    const id = await hers('BOOKED');
    await expectRefused(edit(id, { client_id: null }), 'booked_needs_person');
    expect(await edit(id, { client_id: null, guest_name: 'Mila', guest_phone: '065 100002' })).toMatchObject({
      client_id: null,
      notes: null,
      guest_name: 'Mila',
      guest_phone: '065 100002',
    });
    const row = await rowById(salon, id);
    expect(row).toMatchObject({ guest_number: '+38165100002', guest_email: null });
  });

  test('an edit that changes the client clears the old note, unless the edit contains a note (even the same one)', async () => {
    const id = await hers('BOOKED');
    expect(await edit(id, { client_id: eva.id, notes: HERS.notes })).toMatchObject({
      ...NOTHING,
      notes: HERS.notes,
    });
  });

  test('a free slot keeps its note when the owner books the slot for a client', async () => {
    const id = await anAppointment(salon, start, { notes: 'Bez parkinga' });
    expect(await edit(id, { status: 'BOOKED', client_id: eva.id })).toMatchObject({
      notes: 'Bez parkinga',
    });
  });
});
