import { expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import { toId } from '../../../src/domain/ids.ts';
import { aService, aTechnicianPerson } from '../../support/builders.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import {
  aPackage,
  aVisit,
  edit,
  pay,
  payBy,
  sell,
  switchOn,
  TODAY,
  takeVisit,
  voidPayment,
} from './holding-requests.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as const;
const shares = (query: { from: `${number}-${number}-${number}`; to: `${number}-${number}-${number}` }) =>
  salon.admin.call('GET /analytics/shares', { query });
const payOut = (technician_id: number, body: Partial<RequestBody<'POST /shares/payouts'>> = {}) =>
  salon.admin.call('POST /shares/payouts', {
    body: { technician_id, ...OCTOBER, method: 'CASH', ...body },
  });
const setPercent = (id: number, percent: number | null) =>
  salon.admin.call('PUT /technicians/{id}', { params: { id }, body: { percent } });

/** The owner's technician with 50 %, 30 % for Pedikir, and her October of the law's example. */
async function october() {
  await switchOn();
  salon.clock.set('2026-10-05 12:00:00');
  const { service_id, client, held } = await aPackage();
  const pedikir = await aService(salon, { name: 'Pedikir', price: 2400 });
  await salon.admin.call('PUT /technicians/{id}', {
    params: { id: 1 },
    body: { percent: 50, terms: [{ service_id: pedikir, percent: 30 }] },
  });
  const voucher = await sell({ kind: 'VOUCHER', amount: 500, method: 'CASH' });
  const id = await aVisit(client, service_id, '2026-10-05 08:00:00');
  await edit(id, { service_ids: [service_id, pedikir] });
  const use = await takeVisit(id, held.id);
  await payBy(id, voucher.id);
  const cash = await pay({ appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 1900 });
  await pay({ appointment_id: id, kind: 'TIP', method: 'CASH', amount: 200 });
  salon.clock.set(`${TODAY} 11:20:00`);
  return { id, use, cash, client, service_id, pedikir, held };
}

onBothEngines('what each technician earned', { emptyBeforeEach: true }, () => {
  test('the base of a booking is divided by its lines, and each line has its percent', async () => {
    await october();
    expect(await shares(OCTOBER)).toMatchObject([
      {
        technician_id: 1,
        percent: 50,
        base: 4036.36,
        share: 1538.18,
        tips: 200,
        amount: 1738.18,
        count: 1,
        money: 1900,
        vouchers: 500,
        packages: 1636.36,
        services: [
          { name: 'Gel lak', base: 1636.36, share: 818.18 },
          { name: 'Pedikir', base: 2400, share: 720 },
        ],
        days: [{ date: '2026-10-05', base: 4036.36, amount: 1738.18 }],
        payout: null,
      },
    ]);
    expect(await shares({ from: '2026-11-01', to: '2026-11-30' })).toMatchObject([{ base: 0, amount: 0 }]);
  });

  test('a payout is an EXPENSE of whole dinars; later percents, prices and lines do not touch it', async () => {
    const { id, service_id } = await october();
    const paid = await payOut(1);
    expect(paid).toMatchObject({
      ...OCTOBER,
      technician_id: 1,
      amount: 1738,
      method: 'CASH',
      voided_at: null,
    });
    const [expense] = (await salon.admin.call('GET /payments', { query: { from: TODAY, to: TODAY } })).slice(
      -1,
    );
    expect(expense).toMatchObject({ kind: 'EXPENSE', amount: 1738 });
    await setPercent(1, 10);
    await edit(id, { service_ids: [service_id] });
    expect(await shares(OCTOBER)).toMatchObject([
      { share: 1538.18, amount: 1738.18, payout: { id: paid.id } },
    ]);
    await voidPayment(expense?.id ?? 0);
    expect(await shares(OCTOBER)).toMatchObject([{ payout: null }]);
    expect(await salon.admin.call('GET /shares/payouts', { query: {} })).toMatchObject([
      { id: paid.id, voided_at: expect.any(String) },
    ]);
  });

  test('what would alter paid days is refused until the payout is voided', async () => {
    const { id, cash, use } = await october();
    const other = await aTechnicianPerson(salon);
    await payOut(1);
    await expectRefused(payOut(1, { from: '2026-10-31', to: '2026-11-02' }), 'period_paid');
    await expectRefused(voidPayment(cash.id), 'period_paid');
    await expectRefused(voidPayment(use.id), 'period_paid');
    for (const body of [
      { technician_id: other.technician },
      { start_datetime: '2026-10-06 08:00:00', end_datetime: '2026-10-06 09:00:00' },
      { status: 'CANCELLED' },
      { status: 'AVAILABLE' },
    ] as const)
      await expectRefused(edit(id, body), 'period_paid');
    await edit(id, { notes: 'Druga boja.' });
    const expense = await salon.db.selectFrom('payouts').select('payment_id').executeTakeFirstOrThrow();
    await voidPayment(expense.payment_id);
    await edit(id, { technician_id: other.technician });
    expect(await shares(OCTOBER)).toMatchObject([{ base: 0 }, { base: 4036.36, share: 0 }]);
  });

  test('payouts need an ended period, a percent and something to pay', async () => {
    await october();
    await expectRefused(payOut(1, { to: TODAY }), 'bad_input');
    await expectRefused(payOut(1, { from: '2026-10-31', to: '2026-10-01' }), 'range_reversed');
    await expectRefused(payOut(99_999), 'unknown_technician');
    await expectRefused(payOut(1, { from: '2026-09-01', to: '2026-09-30' }), 'nothing_to_pay');
    await setPercent(1, null);
    await expectRefused(payOut(1), 'nothing_to_pay');
  });

  test('money of a canceled booking is nobody’s, and that of a missed one its technician’s', async () => {
    const { client, service_id } = await october();
    const missed = await aVisit(client, service_id, '2026-11-16 08:00:00');
    await pay({ appointment_id: missed, kind: 'VISIT', method: 'CASH', amount: 1800 });
    await salon.admin.call('POST /appointments/{id}/attendance', {
      params: { id: missed },
      body: { attended: 0 },
    });
    const month = { from: '2026-11-01', to: '2026-11-30' } as const;
    expect(await shares(month)).toMatchObject([{ base: 1800, share: 900 }]);
    await edit(missed, { status: 'CANCELLED' });
    expect(await shares(month)).toMatchObject([{ base: 0, share: 0 }]);
  });

  test('a technician reads her own shares and payouts', async () => {
    const mina = await aTechnicianPerson(salon);
    await october();
    await payOut(1);
    expect(await mina.call('GET /analytics/shares', { query: OCTOBER })).toMatchObject([
      { technician_id: mina.technician, base: 0 },
    ]);
    expect(await mina.call('GET /shares/payouts', { query: {} })).toEqual([]);
  });

  test('of payouts that race, one wins', async () => {
    await october();
    expect(await outcomesOf([payOut(1), payOut(1), payOut(1)])).toEqual({ ok: 1, period_paid: 2 });
  });

  test('a technician who may charge uses holdings of her own bookings only, and looks up 30 codes an hour', async () => {
    const mina = await aTechnicianPerson(salon);
    const { client, service_id, held } = await october();
    await salon.admin.call('PUT /technicians/{id}', {
      params: { id: mina.technician },
      body: { can_charge: 1 },
    });
    const own = await aVisit(client, service_id);
    await edit(own, { technician_id: mina.technician });
    const theirs = await aVisit(client, service_id, `${TODAY} 10:00:00`);
    const use = (appointment_id: number, holding_id: number) =>
      mina.call('POST /payments', {
        body: { appointment_id, kind: 'VISIT', method: 'PACKAGE', holding_id: toId(holding_id) },
      });
    const list = (query: object) => mina.call('GET /holdings', { query });
    await expectRefused(list({}), 'not_allowed');
    await expectRefused(list({ appointment_id: theirs }), 'not_allowed');
    expect(await list({ appointment_id: own })).toMatchObject({ holdings: [{ id: held.id, uses: [] }] });
    await expectRefused(use(theirs, held.id), 'not_allowed');
    const { held: foreign } = await aPackage();
    await expectRefused(use(own, foreign.id), 'not_allowed');
    await use(own, held.id);
    for (let n = 0; n < 30; n++) await list({ code: 'AAAABBBBCC' });
    await expectRefused(list({ code: 'AAAABBBBCC' }), 'too_many_actions');
  });
});
