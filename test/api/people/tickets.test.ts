import { beforeEach, expect, test } from 'vitest';
import { aClient, aSlot, aTechnicianPerson, seen } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START = '2026-11-24 10:00:00';
const take = (who: Person, token: string) => who.call('POST /auth/me/tickets', { body: { token } });

onBothEngines('taking a ticket into an account', { emptyBeforeEach: true }, () => {
  let ana: Person;
  let hers: number;
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana Ćirić', phone: '064 999 888' });
    hers = (await accountById(salon, ana.id)).person_id;
  });
  const booked = async (guest_name: string, guest_phone: string) => {
    const id = await aSlot(salon, START);
    const body = { ...seen(START), guest_name, guest_phone };
    const { guest_link } = await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    return { id, token: guest_link ?? '' };
  };
  const read = (id: number) => salon.admin.call('GET /appointments/{id}', { params: { id } });

  test.each([
    ['her number', 'Neko', '+381 64 999888'],
    ['her name', 'ana ciric', '065 111 222'],
  ])('a booking with %s becomes her own', async (_, name, phone) => {
    const { id, token } = await booked(name, phone);
    const { booking_id, version } = await read(id);
    const own = { id, client_id: ana.id, guest_name: null, guest_phone: null };
    const taken = await take(ana, token);
    expect(taken).toMatchObject(own);
    expect(taken).not.toHaveProperty('person_id');
    expect(await ana.call('GET /appointments/upcoming', { query: {} })).toMatchObject([own]);
    expect(await read(id)).toMatchObject({ booking_id, person_id: hers, version: version + 1 });
    const [entry] = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(entry).toMatchObject({ by: { role: 'CLIENT' }, action: 'changed' });
  });

  test('a booking of somebody else joins her account with its words and person', async () => {
    const { id, token } = await booked('Lela', '065 111 222');
    const { person_id } = await read(id);
    expect(await take(ana, token)).toMatchObject({ client_id: ana.id, guest_name: 'Lela' });
    expect(await read(id)).toMatchObject({ person_id, client_id: ana.id });
    expect(person_id).not.toBe(hers);
  });

  test('only that one booking is taken, once, and nothing by a dead token', async () => {
    const { token } = await booked('Ana Ćirić', '064 999 888');
    const other = await salon.admin.call('POST /appointments', {
      body: { start_datetime: '2026-11-25 10:00:00', guest_name: 'Ana Ćirić', guest_phone: '064 999 888' },
    });
    const eva = await aClient(salon);
    await take(ana, token);
    for (const who of [ana, eva]) await expectRefused(take(who, token), 'guest_link_dead');
    expect(await read(other.id)).toMatchObject({ client_id: null });
    await expectRefused(take(ana, 'x'), 'guest_link_dead');
  });

  test('a booking that is over is not taken, nor by the owner or a technician', async () => {
    const { token } = await booked('Ana', '064 999 888');
    await expectRefused(take(salon.admin, token), 'not_allowed');
    await expectRefused(take(await aTechnicianPerson(salon), token), 'not_allowed');
    salon.clock.set('2026-11-24 11:00:00');
    await expectRefused(take(await salon.loggedIn(ana.id), token), 'guest_link_dead');
  });

  test('of two accounts that take one ticket at once, one gets it', async () => {
    const eva = await aClient(salon);
    const { id, token } = await booked('Neko', '065 111 222');
    const both = await Promise.allSettled([take(ana, token), take(eva, token)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = both[0]?.status === 'fulfilled' ? ana : eva;
    expect(await read(id)).toMatchObject({ client_id: winner.id });
  });
});
