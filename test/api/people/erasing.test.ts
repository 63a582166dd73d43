import { expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addDays, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { aClient, aGuestBooking, aSlot, aWait, seen } from '../../support/builders.ts';
import { contentsOf } from '../../support/contents.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const PHONE = '064 777 888';
const found = async (q: string) => (await salon.admin.call('GET /people', { query: { q } }))[0]?.id ?? 0;
const erase = (id: number) => salon.admin.call('DELETE /people/{id}', { params: { id } });
const everything = async () => JSON.stringify(await contentsOf(salon.db));

/** A visitor books on a day, then the owner works on the booking, so that many tables know her words. */
async function aKnownGuest(name: string, guest_phone: string, day: number): Promise<AppointmentId> {
  const email = `${name.replace('š', 's')}@primer.rs`;
  const start = wallTimeOn(addDays('2026-11-17', day), '09:00');
  const id = await aSlot(salon, start);
  const params = { id };
  const guest = {
    guest_name: `${name} ime`,
    guest_phone,
    guest_email: email,
    notes: `${name} napomena`,
  };
  await salon.visitor.call('POST /appointments/{id}/book', { params, body: { ...seen(start), ...guest } });
  await salon.admin.call('PUT /appointments/{id}', { params, body: { notes: `${name} nova` } });
  await salon.admin.call('PUT /appointments/{id}', { params, body: { guest_name: `${name} ispravljena` } });
  return id;
}

onBothEngines('erasing a person without an account', { emptyBeforeEach: true }, () => {
  test('a notification of a free slot for which she waited no longer names her', async () => {
    await aGuestBooking(salon, '2026-11-10 09:00:00', { name: 'kanarinka', phone: PHONE });
    const hers = { guest_name: 'Kana', guest_phone: '064/777-888', guest_number: '+38164777888' };
    const others = { guest_name: 'Mira', guest_phone: '065 111 222', guest_number: '+38165111222' };
    for (const guest of [hers, others])
      await aWait(salon, { day: '2026-11-19', ...guest, created_at: salon.clock.ms() });
    await salon.admin.call('POST /appointments/slot', { body: { start_datetime: '2026-11-19 10:00:00' } });
    await erase(await found('kanarinka'));
    const told = await salon.admin.call('GET /notifications');
    expect(told.map(({ guest_name, guest_phone }) => [guest_name, guest_phone]).sort()).toEqual([
      ['Gost', null],
      ['Mira', '065 111 222'],
    ]);
  });

  test('nothing of her is left in any table; other people’s data and the statistics stay', async () => {
    const others = await aKnownGuest('komšinica', '065 111 222', 1);
    const freed = await aKnownGuest('kanarinka', PHONE, 2);
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id: freed },
      body: { status: 'AVAILABLE' },
    });
    const next = await aKnownGuest('kanarinka', PHONE, 3);
    const cancelled = await aKnownGuest('kanarinka', PHONE, 4);
    const reason = 'kanarinka razlog';
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id: cancelled }, body: { reason } });
    await salon.visitor.call('POST /appointments/{id}/book', {
      params: { id: freed },
      body: { ...seen('2026-11-19 09:00:00'), guest_name: 'komšinica ime', guest_phone: '065 111 222' },
    });
    await aWait(salon, {
      day: '2026-12-01',
      guest_name: 'kanarinka',
      guest_phone: PHONE,
      guest_number: '+38164777888',
      created_at: 1,
    });
    const totals = () =>
      salon.admin.call('GET /analytics/totals', { query: { from: '2026-11-01', to: '2026-12-31' } });
    salon.clock.set('2026-11-20 08:00:00');
    const id = await found('kanarinka');
    await salon.admin.call('PUT /people/{id}', { params: { id }, body: { notes: 'kanarinka beleška' } });
    await expectRefused(erase(id), 'client_has_bookings');
    salon.clock.set('2026-11-22 08:00:00');
    await salon.admin.call('PUT /settings', { body: { payments: 1 } });
    const payment = { appointment_id: next, kind: 'VISIT', method: 'CASH', amount: 900 } as const;
    await salon.admin.call('POST /payments', { body: { ...payment, note: 'kanarinka uplata' } });
    const before = await totals();
    const komsinica = (await everything()).split('komšinica').length;
    expect((await everything()).split('kanarinka').length).toBeGreaterThan(20);
    await erase(id);
    for (const trace of ['kanarinka', PHONE, '64777888']) expect(await everything()).not.toContain(trace);
    expect((await everything()).split('komšinica').length).toBe(komsinica);
    expect(await totals()).toEqual(before);
    expect(await salon.admin.call('GET /appointments/{id}', { params: { id: next } })).toMatchObject({
      status: 'BOOKED',
      guest_name: 'Gost',
      person_id: null,
      paid: 900,
    });
    expect(await salon.admin.call('GET /appointments/{id}', { params: { id: others } })).toMatchObject({
      guest_name: 'komšinica ispravljena',
    });
    await expectRefused(erase(id), 'not_found');
    await expectInvariants(salon, {}, false);
  });

  test('a person with an account is not erased here', async () => {
    const ana = await aClient(salon, { name: 'Ana' });
    await expectRefused(erase(await found('Ana')), 'not_found');
    await ana.call('GET /auth/me');
  });

  test('a client’s booking for her keeps the client and the client’s note', async () => {
    const ana = await aClient(salon);
    const start = '2026-11-18 09:00:00';
    const id = await aSlot(salon, start);
    const body = { ...seen(start), guest_name: 'Lela', guest_phone: PHONE, notes: 'Anina napomena' };
    await ana.call('POST /appointments/{id}/book', { params: { id }, body });
    salon.clock.set('2026-11-19 08:00:00');
    await erase(await found('Lela'));
    const after = { client_id: ana.id, guest_name: 'Gost', guest_phone: null, notes: 'Anina napomena' };
    expect(await salon.admin.call('GET /appointments/{id}', { params: { id } })).toMatchObject(after);
  });

  test('of two people with one number only the one with the name is erased', async () => {
    await aGuestBooking(salon, '2026-11-01 09:00:00', { name: 'Mama', phone: PHONE });
    await aGuestBooking(salon, '2026-11-02 09:00:00', { name: 'Ćerka', phone: PHONE });
    const { id } = await salon.admin.call('POST /people', { body: { name: 'Ćerka', phone: PHONE } });
    const wait = { guest_phone: PHONE, guest_number: '+38164777888', created_at: 1 };
    await aWait(salon, { day: '2026-12-01', guest_name: 'Mama', ...wait });
    await aWait(salon, { day: '2026-12-02', guest_name: 'Ćerka', ...wait });
    await erase(id);
    const left = await everything();
    expect(left).toContain('Mama');
    expect(left).not.toContain('Ćerka');
    expect(await salon.db.selectFrom('waitlist_entries').select('day').execute()).toEqual([
      { day: '2026-12-01' },
    ]);
  });
});
