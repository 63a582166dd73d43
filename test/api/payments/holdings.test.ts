import { expect, test } from 'vitest';
import { type PersonId, toId } from '../../../src/domain/ids.ts';
import { forgetGuests } from '../../../src/server/appointments/forget-guests.ts';
import { makeGuestLink } from '../../../src/server/guest-links/guest-links.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { aClient } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import {
  aPackage,
  aPlan,
  aVoucher,
  find,
  holding,
  pay,
  sell,
  switchOn,
  TODAY,
  takeVisit,
  voidPayment,
} from './holding-requests.ts';

const till = () => salon.admin.call('GET /cash/{date}', { params: { date: TODAY } });

onBothEngines('packages and vouchers', { emptyBeforeEach: true }, () => {
  test('while payments are off, nothing is sold or read', async () => {
    await expectRefused(salon.admin.call('GET /plans'), 'payments_off');
    await expectRefused(salon.admin.call('GET /holdings', { query: {} }), 'payments_off');
    await expectRefused(sell({ kind: 'VOUCHER', amount: 1, method: 'CASH' }), 'payments_off');
  });

  test('a package is sold: its money counts in the takings, a later plan does not touch it', async () => {
    await switchOn();
    const { plan, client, held } = await aPackage({ receipt_number: '4471' });
    expect(held).toMatchObject({
      kind: 'PACKAGE',
      code: null,
      plan: { id: plan.id, name: '10 + 1 gel lak', price: 18_000 },
      visits: 11,
      visits_left: 11,
      amount: null,
      expires_on: '2027-11-17',
      receipt_number: '4471',
      state: 'OPEN',
      owed: 18_000,
      uses: [],
    });
    expect((await till()).takings.CASH).toBe(18_000);
    await salon.admin.call('PUT /plans/{id}', { params: { id: plan.id }, body: { visits: 5, price: 1 } });
    expect(await holding(held.id)).toMatchObject({ visits: 11, plan: { price: 18_000 } });
    const list = await salon.admin.call('GET /holdings', { query: { client_id: client.id, open: '1' } });
    expect(list).toMatchObject({ holdings: [{ id: held.id }], owed: 18_000 });
  });

  test('a package that ran on paper brings no money and has its visits left', async () => {
    await switchOn();
    const { held, plan, client } = await aPackage({ method: null, visits_left: 4 });
    expect(held).toMatchObject({ payment_id: null, visits_left: 4, owed: 6545.48 });
    expect((await till()).takings.CASH).toBe(0);
    const paper = { kind: 'PACKAGE', plan_id: plan.id, client_id: client.id, method: null } as const;
    for (const body of [{}, { visits_left: 12 }])
      await expectRefused(sell({ ...paper, ...body }), 'bad_input');
  });

  test('a plan with a service that was deleted can still be changed', async () => {
    await switchOn();
    const { plan, service_id } = await aPlan();
    await salon.admin.call('DELETE /services/{id}', { params: { id: service_id } });
    const edit = (service_ids: readonly number[]) =>
      salon.admin.call('PUT /plans/{id}', {
        params: { id: plan.id },
        body: { service_ids: service_ids as never, is_active: 0 },
      });
    expect(await edit(plan.service_ids)).toMatchObject({ is_active: 0 });
    await expectRefused(edit([...plan.service_ids, 999_999]), 'unknown_service');
  });

  test('nothing is sold to an erased client', async () => {
    await switchOn();
    const { client, plan } = await aPackage();
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } });
    const sale = { kind: 'PACKAGE', plan_id: plan.id, client_id: client.id, method: 'CASH' } as const;
    await expectRefused(sell(sale), 'unknown_client');
  });

  test('a sale needs what its kind needs', async () => {
    await switchOn();
    const { plan } = await aPlan();
    const base = { method: 'CASH' } as const;
    for (const [body, field] of [
      [{ kind: 'PACKAGE', client_id: 1 }, 'plan_id'],
      [{ kind: 'PACKAGE', plan_id: plan.id }, 'person_id'],
      [{ kind: 'VOUCHER' }, 'amount'],
      [{ kind: 'VOUCHER', amount: 5, plan_id: plan.id }, 'plan_id'],
      [{ kind: 'VOUCHER', amount: 5, phone: '0641234567' }, 'name'],
      [{ kind: 'VOUCHER', amount: 5, expires_on: '2026-11-16' }, 'expires_on'],
    ] as const)
      expect(
        Object.keys((await expectRefused(sell({ ...base, ...body } as never), 'bad_input')).fields),
      ).toEqual([field]);
    await expectRefused(
      sell({ ...base, kind: 'VOUCHER', amount: 5, client_id: 999_999 as never }),
      'unknown_client',
    );
    const guest = await sell({
      ...base,
      kind: 'PACKAGE',
      plan_id: plan.id,
      phone: '064 123 4567',
      name: 'Mira',
    });
    const found = await salon.admin.call('GET /holdings', { query: { phone: '+381641234567' } });
    expect(found.holdings).toMatchObject([{ id: guest.id, person_name: 'Mira' }]);
  });

  test('a voucher is found by its code however it is typed; its page opens by a link that is not the code', async () => {
    await switchOn();
    const sold = await sell({
      kind: 'VOUCHER',
      amount: 5000,
      method: 'CARD',
      for_name: 'Mira',
      from_name: 'Vesna',
    });
    const code = sold.code ?? '';
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect((await salon.admin.call('GET /holdings', { query: { code: typed } })).holdings).toMatchObject([
      { id: sold.id, amount_left: 5000 },
    ]);
    const link = () => salon.admin.call('POST /holdings/{id}/link', { params: { id: sold.id } });
    const { url } = await link();
    expect(await link()).toEqual({ url });
    const token = url.replace('/vaucer#', '');
    expect(token).not.toContain(code);
    expect(await salon.visitor.call('POST /voucher', { body: { token } })).toEqual({
      amount: 5000,
      amount_left: 5000,
      code,
      for_name: 'Mira',
      from_name: 'Vesna',
      expires_on: '2027-11-17',
    });
    await expectRefused(salon.visitor.call('POST /voucher', { body: { token: code } }), 'guest_link_dead');
  });

  test('a repeated key sells once', async () => {
    await switchOn();
    const body = { kind: 'VOUCHER', amount: 500, method: 'CASH' } as const;
    const first = await sell(body, 'kljuc-1');
    expect(await sell(body, 'kljuc-1')).toEqual(first);
    await expectRefused(sell({ ...body, amount: 600 }, 'kljuc-1'), 'key_reused');
    expect((await till()).takings.CASH).toBe(500);
  });

  test('payments stay on while a holding is open', async () => {
    await switchOn();
    const { payment_id } = await aVoucher();
    const off = () => salon.admin.call('PUT /settings', { body: { payments: 0 } });
    expect(Object.keys((await expectRefused(off(), 'bad_input')).fields)).toEqual(['payments']);
    await voidPayment(payment_id ?? 0);
    await off();
  });

  test.each(['CASH', 'PACKAGE'] as const)(
    'a booking that was paid by %s is not removed by an undo',
    async (method) => {
      await switchOn();
      const { service_id, client, held } = await aPackage();
      const { id, undo_token = '' } = await salon.admin.call('POST /appointments', {
        query: { undo: '1' },
        body: {
          client_id: client.id,
          start_datetime: `${TODAY} 10:00:00`,
          duration_minutes: 60,
          status: 'BOOKED',
          service_id,
        },
      });
      if (method === 'PACKAGE') await takeVisit(id, held.id);
      else await pay({ appointment_id: id, kind: 'VISIT', method, amount: 1800 });
      const undo = salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
      await expectRefused(undo, 'undo_refused');
      expect(await find(id)).toMatchObject({ paid: 1800 });
    },
  );

  test('a client sees her open package, nobody else’s', async () => {
    await switchOn();
    const { client, held } = await aPackage();
    expect(await client.call('GET /auth/me/holdings')).toMatchObject([
      { id: held.id, name: '10 + 1 gel lak', visits_left: 11, visits_free: 11, expires_on: '2027-11-17' },
    ]);
    expect(await (await aClient(salon)).call('GET /auth/me/holdings')).toEqual([]);
    expect(await salon.admin.call('GET /auth/me/holdings')).toEqual([]);
    expect(await client.call('GET /auth/me/export')).toMatchObject({
      holdings: [{ id: held.id, amount: 18_000 }],
    });
  });

  test('a guest sees her package only by a link that the salon sent', async () => {
    await switchOn();
    const { plan, service_id } = await aPlan();
    const words = { guest_name: 'Mira', guest_phone: '064 123 4567' };
    const { id } = await salon.admin.call('POST /appointments', {
      body: {
        ...words,
        start_datetime: '2026-11-20 10:00:00',
        duration_minutes: 60,
        status: 'BOOKED',
        service_id,
      },
    });
    const { person_id, booking_id } = await find(id);
    const held = await sell({
      kind: 'PACKAGE',
      plan_id: plan.id,
      person_id: person_id as never,
      method: 'CASH',
    });
    const { url } = await salon.admin.call('POST /appointments/{id}/link', { params: { id } });
    const view = (token: string) => salon.visitor.call('POST /guest-link/view', { body: { token } });
    expect(await view(url.replace(/.*termin=/, ''))).toMatchObject({
      holdings: [{ id: held.id, visits_left: 11 }],
    });
    const token = await makeGuestLink(salon.db, booking_id as never);
    expect(await view(token)).not.toHaveProperty('holdings');
    await salon.admin.call('POST /people/{id}/account', {
      params: { id: person_id as never },
      body: { email: 'mira@primer.rs' },
    });
    expect(await view(url.replace(/.*termin=/, ''))).not.toHaveProperty('holdings');
  });

  test('an open package keeps its person from retention and moves with her; erasing her closes it and leaves her voucher to its code', async () => {
    await switchOn();
    const { plan } = await aPlan();
    const guest = { phone: '064 123 4567', name: 'Mira' };
    const held = await sell({ kind: 'PACKAGE', plan_id: plan.id, ...guest, method: 'CASH' });
    const voucher = await sell({ kind: 'VOUCHER', amount: 500, ...guest, for_name: 'Ana', method: 'CASH' });
    await forgetGuests(salon.db, readClock(salon.clock), salon.platform.config);
    const id = held.person_id ?? toId<PersonId>(0);
    expect((await holding(held.id))?.person_name).toBe('Mira');
    const other = await salon.admin.call('POST /people', { body: { name: 'Druga' } });
    await salon.admin.call('POST /people/{id}/merge', {
      params: { id: other.id },
      body: { from_person_id: id },
    });
    expect((await holding(held.id))?.person_id).toBe(other.id);
    await salon.admin.call('DELETE /people/{id}', { params: { id: other.id } });
    expect(await holding(held.id)).toMatchObject({ state: 'CLOSED', person_id: null });
    expect(await holding(voucher.id)).toMatchObject({ state: 'OPEN', person_id: null, for_name: null });
  });
});
