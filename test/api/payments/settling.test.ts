import type { NotNull } from 'kysely';
import { expect, test } from 'vitest';
import type { ServiceId } from '../../../src/domain/ids.ts';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { set } from './deposit-requests.ts';
import {
  aPackage,
  aVisit,
  aVoucher,
  edit,
  find,
  holding,
  pay,
  payBy,
  sell,
  switchOn,
  TODAY,
  takeVisit,
  voidPayment,
} from './holding-requests.ts';

const RACES = bySize(3, 30);
const cancel = (id: number, body: { reason: string; asked_by?: 'SALON' | 'CLIENT' }) =>
  salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, query: { undo: '1' }, body });
const till = () => salon.admin.call('GET /cash/{date}', { params: { date: TODAY } });
const close = async () =>
  salon.admin.call('POST /cash/{date}/close', {
    params: { date: TODAY },
    body: { counted: (await till()).expected },
  });
const count = (id: number, holding_id: number | null) =>
  salon.admin.call('POST /appointments/{id}/counted', {
    params: { id },
    body: { holding_id: holding_id as never },
  });
const missed = (id: number) =>
  salon.admin.call('POST /appointments/{id}/attendance', { params: { id }, body: { attended: 0 } });

onBothEngines('settling by packages and vouchers', { emptyBeforeEach: true }, () => {
  test('eleven visits are worth the price together; the twelfth is refused, and a voided one is given back', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const uses = [];
    for (let n = 0; n < 11; n++)
      uses.push(await takeVisit(await aVisit(client, service_id, `2026-10-${20 - n} 08:00:00`), held.id));
    const used = await holding(held.id);
    expect(used).toMatchObject({ visits_left: 0, state: 'USED_UP', owed: 0 });
    expect(used?.uses.map(({ amount }) => amount)).toEqual([1636.4, ...Array(10).fill(1636.36)]);
    const visit = await aVisit(client, service_id);
    await expectRefused(takeVisit(visit, held.id), 'holding_empty');
    await voidPayment(uses[3]?.id ?? 0);
    expect(await takeVisit(visit, held.id)).toMatchObject({
      method: 'PACKAGE',
      amount: 1800,
      holding_id: held.id,
    });
    expect(await holding(held.id)).toMatchObject({ visits_left: 0, owed: 0 });
    expect((await till()).takings).toEqual({ CASH: 18_000, CARD: 0, IPS: 0, OTHER: 0 });
  });

  test('a visit covers its service only, whatever its price becomes; the rest is paid by voucher and money', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const voucher = await aVoucher(500);
    const pedikir = await aService(salon, { name: 'Pedikir', price: 2400 });
    const id = await aVisit(client, service_id);
    await edit(id, { service_ids: [service_id, pedikir] });
    await takeVisit(id, held.id);
    expect(await find(id)).toMatchObject({ paid: 1800, package_visits: 1 });
    await edit(id, {
      services: [
        { service_id, price: 3000 },
        { service_id: pedikir, price: 2400 },
      ],
    });
    expect(await find(id)).toMatchObject({ service_price: 5400, paid: 3000 });
    await expectRefused(takeVisit(id, held.id), 'nothing_to_cover');
    await expectRefused(payBy(id, voucher.id, 2400.01), 'bad_input');
    expect(await payBy(id, voucher.id)).toMatchObject({ method: 'VOUCHER', amount: 500 });
    await pay({ appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 1900 });
    expect(await find(id)).toMatchObject({ paid: 5400 });
    expect(await holding(voucher.id)).toMatchObject({ amount_left: 0, state: 'USED_UP' });
    await expectRefused(payBy(id, voucher.id, 1), 'bad_input');
  });

  test.each([
    [{ kind: 'VISIT', method: 'PACKAGE', amount: 5 }, 'amount'],
    [{ kind: 'TIP', method: 'PACKAGE' }, 'method'],
    [{ kind: 'VISIT', method: 'PACKAGE', holding_id: undefined }, 'holding_id'],
    [{ kind: 'VISIT', method: 'CASH', amount: 5 }, 'holding_id'],
    [{ kind: 'VISIT', method: 'PACKAGE', appointment_id: null }, 'appointment_id'],
    [{ kind: 'VISIT', method: 'VOUCHER' }, 'holding_id'],
    [{ kind: 'REFUND', method: 'CASH', amount: 5 }, 'appointment_id'],
  ] as const)('rejects the payment %j and names the field %s', async (body, field) => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const appointment_id = await aVisit(client, service_id);
    const refusal = await expectRefused(pay({ appointment_id, holding_id: held.id, ...body }), 'bad_input');
    expect(Object.keys(refusal.fields)).toEqual([field]);
  });

  test('a package that covers no service, or nothing due, is refused', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const other = await aVisit(client, await aService(salon, { price: 100 }));
    await expectRefused(takeVisit(other, held.id), 'nothing_to_cover');
    const paid = await aVisit(client, service_id, `${TODAY} 10:00:00`);
    await pay({ appointment_id: paid, kind: 'VISIT', method: 'CASH', amount: 1800 });
    await expectRefused(takeVisit(paid, held.id), 'nothing_to_cover');
    await expectRefused(takeVisit(2_000_000_000, held.id), 'not_found');
    await expectRefused(takeVisit(other, 2_000_000_000), 'not_found');
  });

  test('a package is valid by the day of the appointment, a voucher by the day of use; the owner may extend', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage({ expires_on: TODAY });
    const late = await aVisit(client, service_id, '2026-11-18 08:00:00');
    await expectRefused(takeVisit(late, held.id), 'holding_expired');
    await salon.admin.call('PUT /holdings/{id}', {
      params: { id: held.id },
      body: { expires_on: '2026-11-18' },
    });
    await takeVisit(late, held.id);
    const voucher = await sell({ kind: 'VOUCHER', amount: 500, method: 'CASH', expires_on: TODAY });
    const pedikir = await aVisit(client, await aService(salon, { price: 900 }), '2026-11-19 08:00:00');
    await payBy(pedikir, voucher.id, 100);
    salon.clock.set('2026-11-18 09:00:00');
    await expectRefused(payBy(pedikir, voucher.id, 100), 'holding_expired');
    expect(await holding(voucher.id)).toMatchObject({ state: 'EXPIRED' });
  });

  test('a closed day refuses the sale, but neither a use nor its voiding, and its sums stay', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const before = await close();
    const use = await takeVisit(await aVisit(client, service_id), held.id);
    await voidPayment(use.id);
    expect(await till()).toEqual(before);
    await expectRefused(aVoucher(), 'day_closed');
  });

  test('a refund is at most price minus used value, closes the holding, and voiding it reopens', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const id = await aVisit(client, service_id);
    const use = await takeVisit(id, held.id);
    const refund = (amount: number) => pay({ kind: 'REFUND', method: 'CASH', holding_id: held.id, amount });
    await expectRefused(refund(16_363.65), 'refund_exceeds');
    const given = await refund(16_363.64);
    expect(await holding(held.id)).toMatchObject({ state: 'CLOSED', owed: 0 });
    await expectRefused(
      takeVisit(await aVisit(client, service_id, `${TODAY} 10:00:00`), held.id),
      'holding_empty',
    );
    await expectRefused(refund(0.01), 'refund_exceeds');
    await expectRefused(voidPayment(use.id), 'holding_used');
    await expectRefused(voidPayment(held.payment_id ?? 0), 'holding_used');
    await voidPayment(given.id);
    expect(await holding(held.id)).toMatchObject({ state: 'OPEN', visits_left: 10 });
    await voidPayment(use.id);
    await voidPayment(held.payment_id ?? 0);
    expect(await holding(held.id)).toMatchObject({ state: 'CLOSED' });
    expect((await till()).takings.CASH).toBe(0);
  });

  test('money that vouchers and packages settled is not refunded from the drawer', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const id = await aVisit(client, service_id);
    await takeVisit(id, held.id);
    await expectRefused(
      pay({ appointment_id: id, kind: 'REFUND', method: 'CASH', amount: 1 }),
      'refund_exceeds',
    );
  });

  test('only what came for the services goes back; what was given back cannot be voided', async () => {
    await switchOn();
    const { service_id, client } = await aPackage();
    const id = await aVisit(client, service_id);
    const money = { appointment_id: id, method: 'CASH', amount: 1800 } as const;
    const paid = await pay({ ...money, kind: 'VISIT' });
    await pay({ ...money, kind: 'TIP', amount: 200 });
    await expectRefused(pay({ ...money, kind: 'REFUND', amount: 1801 }), 'refund_exceeds');
    const refund = await pay({ ...money, kind: 'REFUND' });
    await expectRefused(voidPayment(paid.id), 'refund_exceeds');
    await voidPayment(refund.id);
    await voidPayment(paid.id);
    expect(await find(id)).toMatchObject({ paid: 0 });
  });

  test('a cancellation gives the visit back, a late one does not', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const first = await aVisit(client, service_id, '2026-11-20 08:00:00');
    await takeVisit(first, held.id);
    const cancelled = await cancel(first, { reason: 'Bolest.', asked_by: 'CLIENT' });
    expect(cancelled).not.toHaveProperty('undo_token'); // the visit is given back at once
    expect(await holding(held.id)).toMatchObject({ visits_left: 11 });
    const late = await aVisit(client, service_id, `${TODAY} 13:00:00`);
    await takeVisit(late, held.id);
    await cancel(late, { reason: 'Bolest.', asked_by: 'CLIENT' });
    expect(await holding(held.id)).toMatchObject({ visits_left: 10 });
    const given = await aVisit(client, service_id, '2026-11-21 08:00:00');
    await takeVisit(given, held.id);
    await edit(given, { client_id: (await aClient(salon)).id });
    expect(await holding(held.id)).toMatchObject({ visits_left: 10 });
    expect(await find(given)).toMatchObject({ paid: 0 });
  });

  test('a missed visit costs one of the package, or none, as the owner decides', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const id = await aVisit(client, service_id);
    await expectRefused(count(id, held.id), 'appointment_not_booked');
    await missed(id);
    const undecided = () =>
      salon.admin.call('GET /appointments/list', {
        query: { from: '2026-11-01', to: '2026-11-30', uncounted: '1' },
      });
    expect(await undecided()).toMatchObject([{ id }]);
    await count(id, null);
    expect(await undecided()).toEqual([]);
    expect(await count(id, held.id)).toMatchObject({ id, package_visits: 1 });
    await expectRefused(count(id, held.id), 'nothing_to_cover');
    expect(await holding(held.id)).toMatchObject({ visits_left: 10, uses: [{ is_counted: 1 }] });
  });

  test('a missed visit that a voucher has paid in part waits for the decision too', async () => {
    await switchOn();
    const { service_id, client } = await aPackage();
    const id = await aVisit(client, service_id);
    await payBy(id, (await aVoucher(500)).id);
    await missed(id);
    const query = { from: TODAY, to: TODAY, uncounted: '1' } as const;
    const waiting = () => salon.admin.call('GET /appointments/list', { query });
    expect(await waiting()).toMatchObject([{ id }]);
    await count(id, null);
    expect(await waiting()).toEqual([]);
  });

  test('a missed visit of the package’s last day waits for the decision after that day too', async () => {
    await switchOn();
    const yesterday = '2026-11-16';
    const { service_id, client, held } = await aPackage({ method: null, visits_left: 11 });
    const id = await aVisit(client, service_id, `${yesterday} 08:00:00`);
    await missed(id);
    const undecided = () =>
      salon.admin.call('GET /appointments/list', {
        query: { from: yesterday, to: yesterday, uncounted: '1' },
      });
    const endOn = (expires_on: WallDate) => salon.db.updateTable('holdings').set({ expires_on }).execute();
    await endOn('2026-11-15');
    expect(await undecided()).toEqual([]);
    await expectRefused(count(id, held.id), 'holding_expired');
    await endOn(yesterday);
    expect(await undecided()).toMatchObject([{ id }]);
    await count(id, held.id);
    expect(await undecided()).toEqual([]);
  });

  test('a visit that was missed before the package was sold waits for no decision', async () => {
    await switchOn();
    const { service_id, client } = await aPackage();
    const [before, after] = ['2026-11-16 08:00:00', '2026-11-17 08:00:00'] as const;
    await missed(await aVisit(client, service_id, before));
    const id = await aVisit(client, service_id, after);
    await missed(id);
    const query = { from: '2026-11-01', to: '2026-11-30', uncounted: '1' } as const;
    expect(await salon.admin.call('GET /appointments/list', { query })).toMatchObject([{ id }]);
  });

  test('what is open for an appointment depends on its day for a package, and on today for a voucher', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage({ expires_on: '2026-11-20' });
    const voucher = await sell({
      kind: 'VOUCHER',
      amount: 500,
      client_id: client.id,
      method: 'CASH',
      expires_on: '2026-11-17',
    });
    const openFor = async (day: WallDate) => {
      const appointment_id = await aVisit(client, service_id, `${day} 08:00:00`);
      const { holdings } = await salon.admin.call('GET /holdings', { query: { appointment_id, open: '1' } });
      return holdings.map(({ id, state }) => [id, state]);
    };
    const both = [
      [voucher.id, 'OPEN'],
      [held.id, 'OPEN'],
    ];
    expect(await openFor('2026-11-20')).toEqual(both);
    expect(await openFor('2026-11-21')).toEqual([[voucher.id, 'OPEN']]);
    await salon.db.updateTable('holdings').set({ expires_on: '2026-11-16' }).execute();
    expect(await openFor('2026-11-16')).toEqual([[held.id, 'OPEN']]);
    expect(await openFor('2026-11-17')).toEqual([]);
  });

  test('the package pays for a service with a price on request; a voucher then needs an amount', async () => {
    await switchOn();
    const { client, held } = await aPackage();
    const service_id = await aService(salon, { price: 0 });
    const plan_id = held.plan?.id ?? 0;
    await salon.admin.call('PUT /plans/{id}', {
      params: { id: plan_id },
      body: { service_ids: [service_id] },
    });
    const own = await sell({ kind: 'PACKAGE', plan_id, client_id: client.id, method: 'CASH' });
    const id = await aVisit(client, service_id);
    const voucher = await aVoucher(500);
    await expectRefused(payBy(id, voucher.id), 'bad_input');
    expect(await payBy(id, voucher.id, 200)).toMatchObject({ amount: 200 });
    expect(await takeVisit(id, own.id)).toMatchObject({ method: 'PACKAGE', amount: 0 });
    expect((await holding(own.id))?.uses).toMatchObject([{ visits: 1, amount: 1636.36 }]);
    await expectRefused(takeVisit(id, own.id), 'nothing_to_cover');
  });

  test('a missed visit whose deposit the salon has kept costs no visit', async () => {
    await switchOn();
    const { service_id, client, held } = await aPackage();
    const id = await aVisit(client, service_id);
    await missed(id);
    const { booking_id } = await salon.db
      .selectFrom('appointments')
      .select('booking_id')
      .where('id', '=', id)
      .$narrowType<{ booking_id: NotNull }>()
      .executeTakeFirstOrThrow();
    await salon.db
      .insertInto('deposits')
      .values({ booking_id, amount: 1, until_at: 1, state: 'KEPT', reference: '97', qr: '', made_at: 1 })
      .execute();
    await expectRefused(count(id, held.id), 'deposit_state');
  });

  test('a client with a visit left books without a deposit, and with one for what the package does not cover', async () => {
    await set({ deposit_percent: 50 });
    const { service_id, client } = await aPackage({ method: null, visits_left: 1 });
    const pedikir = await aService(salon, { price: 2000 });
    const book = async (day: number, ids: readonly ServiceId[]) => {
      const start = `2026-11-${day} 10:00:00` as const;
      const id = await aSlot(salon, start, 120);
      const body = { ...seen(start, 120), service_ids: [...ids] };
      return (
        (await client.call('POST /appointments/{id}/book', { params: { id }, body })).deposit?.amount ?? null
      );
    };
    expect(await book(23, [service_id, pedikir])).toBe(1000);
    expect(await book(24, [service_id])).toBe(900);
    await salon.db.deleteFrom('deposits').execute();
    await salon.db
      .updateTable('appointments')
      .set({ status: 'CANCELLED' })
      .where('status', '=', 'BOOKED')
      .execute();
    const [before] = await client.call('GET /auth/me/holdings');
    expect(await book(25, [service_id])).toBe(null);
    const [after] = await client.call('GET /auth/me/holdings');
    expect([before?.visits_free, after?.visits_free, after?.visits_left]).toEqual([1, 0, 1]);
    await salon.db.deleteFrom('deposits').execute();
    await salon.db.updateTable('holdings').set({ expires_on: '2026-11-24' }).execute();
    expect(await book(22, [service_id])).toBe(null); // the coming booking of the 25th is not the package's
  });

  test('when requests race for the last visit or the last dinars, one wins and nothing falls below 0', async () => {
    await switchOn();
    for (let race = 0; race < RACES; race++) {
      const { service_id, client, held } = await aPackage({ method: null, visits_left: 1 });
      const voucher = await aVoucher(1000);
      const day = `2027-0${(race % 9) + 1}-1${Math.floor(race / 9)}`;
      const visits = [];
      for (const hour of ['08', '10', '12'])
        visits.push(await aVisit(client, service_id, `${day} ${hour}:00:00` as never));
      expect(await outcomesOf(visits.map((id) => takeVisit(id, held.id)))).toEqual({
        ok: 1,
        holding_empty: 2,
      });
      const open = [];
      for (const id of visits) if ((await find(id)).paid === 0) open.push(id);
      const outcomes = await outcomesOf([
        ...open.map((id) => payBy(id, voucher.id, 700)),
        pay({ kind: 'REFUND', method: 'CARD', holding_id: voucher.id, amount: 700 }),
      ]);
      expect(outcomes.ok).toBe(1);
      expect((await holding(held.id))?.visits_left).toBe(0);
      expect((await holding(voucher.id))?.amount_left ?? -1).toBeGreaterThanOrEqual(300);
    }
  });
});
