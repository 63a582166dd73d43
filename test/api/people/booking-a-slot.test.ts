import { expect, test } from 'vitest';
import { type AppointmentId, type PersonId, toId } from '../../../src/domain/ids.ts';
import { aClient, aSlot, seen } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START = '2026-11-24 10:00:00';

onBothEngines('a free slot booked for a person', { emptyBeforeEach: true }, () => {
  const book = (id: AppointmentId, person_id: PersonId, who: Person = salon.admin) =>
    who.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(START), person_id } });

  test('the owner books somebody without a number by id, and an account as itself', async () => {
    const { id } = await salon.admin.call('POST /people', { body: { name: 'Mila' } });
    const booked = await book(await aSlot(salon, START), id);
    expect(booked).toMatchObject({ person_id: id, client_id: null, guest_name: 'Mila', guest_phone: null });
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: booked.id } });
    const ana = await aClient(salon, { name: 'Ana' });
    const { person_id } = await accountById(salon, ana.id);
    expect(await book(await aSlot(salon, START), person_id)).toMatchObject({
      person_id,
      client_id: ana.id,
      guest_name: null,
    });
  });

  test('refuses an unknown person, and a visitor or client who names one', async () => {
    const ana = await aClient(salon, { name: 'Ana' });
    const { person_id } = await accountById(salon, ana.id);
    const slot = await aSlot(salon, START);
    await expectRefused(book(slot, toId<PersonId>(999_999)), 'unknown_client');
    for (const who of [salon.visitor, ana]) await expectRefused(book(slot, person_id, who), 'bad_input');
  });
});
