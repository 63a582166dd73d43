import { expect, test } from 'vitest';
import { chanceFrom } from '../../../scripts/demo/random.ts';
import type { RequestBody } from '../../../src/contract/index.ts';
import { PAYMENT_METHODS } from '../../../src/domain/payments/ledger.ts';
import type { WallDate, WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aTechnician } from '../../support/builders.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

const TODAY = '2026-11-17';
const RACES = bySize(5, 60);
const PAYMENTS = bySize(40, 1000);
const switchOn = () => salon.admin.call('PUT /settings', { body: { payments: 1 } });
const pay = (body: RequestBody<'POST /payments'>, key?: string) =>
  salon.admin.call('POST /payments', { body, ...(key && { headers: { 'idempotency-key': key } }) });
const till = () => salon.admin.call('GET /cash/{date}', { params: { date: TODAY } });
const close = (counted: number) =>
  salon.admin.call('POST /cash/{date}/close', { params: { date: TODAY }, body: { counted } });
const CASH = { kind: 'VISIT', method: 'CASH', amount: 2400 } as const;

onBothEngines('the ledger of payments', { emptyBeforeEach: true }, () => {
  test('while payments are off, all endpoints of the ledger refuse requests', async () => {
    const params = { date: TODAY };
    await expectRefused(pay(CASH), 'payments_off');
    await expectRefused(
      salon.admin.call('GET /payments', { query: { from: TODAY, to: TODAY } }),
      'payments_off',
    );
    await expectRefused(till(), 'payments_off');
    for (const endpoint of ['GET /cash', 'GET /analytics/charged'] as const)
      await expectRefused(salon.admin.call(endpoint, { query: { from: TODAY, to: TODAY } }), 'payments_off');
    await expectRefused(close(0), 'payments_off');
    await expectRefused(
      salon.admin.call('PUT /cash/{date}', { params, body: { opening: 1 } }),
      'payments_off',
    );
    await expectRefused(
      salon.admin.call('POST /cash/{date}/reopen', { params, body: { reason: 'Greška.' } }),
      'payments_off',
    );
    await expectRefused(
      salon.admin.call('POST /payments/{id}/void', { params: { id: 1 }, body: { reason: 'Greška.' } }),
      'payments_off',
    );
  });

  test('a new appointment that was paid meanwhile cannot be undone, and its payment stays', async () => {
    await switchOn();
    const body = {
      start_datetime: `${TODAY} 10:00:00`,
      guest_name: 'Ana',
      guest_phone: '0641234567',
    } as const;
    const made = await salon.admin.call('POST /appointments', { body, query: { undo: '1' } });
    await pay({ ...CASH, appointment_id: made.id });
    const undo = { undo_token: made.undo_token ?? '' };
    await expectRefused(salon.admin.call('POST /appointments/undo', { body: undo }), 'undo_refused');
    const query = { from: TODAY, to: TODAY } as const;
    expect(await salon.admin.call('GET /payments', { query })).toMatchObject([{ appointment_id: made.id }]);
  });

  test('a payment of an appointment is recorded and listed', async () => {
    await switchOn();
    const client = await aClient(salon);
    const appointment_id = await aBooking(salon, `${TODAY} 10:00:00`, client.id);
    const made = await pay({ ...CASH, appointment_id, amount: 1800.5, note: ' na rate ' });
    expect(made).toEqual({
      id: made.id,
      appointment_id,
      kind: 'VISIT',
      method: 'CASH',
      amount: 1800.5,
      note: 'na rate',
      at: '2026-11-17 11:20:00',
      voided_at: null,
      void_reason: null,
    });
    expect(await salon.admin.call('GET /payments', { query: { from: TODAY, to: TODAY } })).toEqual([made]);
    expect(
      await salon.admin.call('GET /payments', { query: { from: '2026-11-18', to: '2026-11-18' } }),
    ).toEqual([]);
  });

  test.each([
    [{ ...CASH, amount: 0 }, 'amount'],
    [{ ...CASH, amount: -1 }, 'amount'],
    [{ ...CASH, amount: 0.001 }, 'amount'],
    [{ ...CASH, kind: 'REFUND' as const }, 'appointment_id'],
    [{ ...CASH, kind: 'EXPENSE' as const, appointment_id: 1 }, 'appointment_id'],
    [{ ...CASH, kind: 'CASH_OUT' as const, method: 'CARD' as const }, 'method'],
  ])('rejects the payment %j and names the field %s', async (body, field) => {
    await switchOn();
    const refusal = await expectRefused(pay(body), 'bad_input');
    expect(Object.keys(refusal.fields)).toEqual([field]);
  });

  test('a payment of an unknown appointment is refused', async () => {
    await switchOn();
    await expectRefused(pay({ ...CASH, appointment_id: 2_000_000_000 }), 'not_found');
  });

  test('a payment of a free or blocked slot is refused, so that a later booking of the slot does not count as paid', async () => {
    await switchOn();
    for (const [n, status] of (['AVAILABLE', 'BLOCKED'] as const).entries()) {
      const appointment_id = await anAppointment(salon, `${TODAY} ${14 + n}:00:00` as WallTime, { status });
      await expectRefused(pay({ ...CASH, appointment_id }), 'appointment_not_booked');
    }
  });

  test('a payment request repeated with the same Idempotency-Key records one payment', async () => {
    await switchOn();
    const body = { ...CASH, amount: 100 };
    const all = await Promise.all(Array.from({ length: 5 }, () => pay(body, 'kljuc-1234567890')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    await expectRefused(pay({ ...body, amount: 200 }, 'kljuc-1234567890'), 'key_reused');
    expect((await till()).takings.CASH).toBe(100);
  });

  test('a repeated Idempotency-Key returns the first payment also after the day is closed, and records nothing', async () => {
    await switchOn();
    const first = await pay(CASH, 'kljuc-1234567890');
    await close(2400);
    expect(await pay(CASH, 'kljuc-1234567890')).toEqual(first);
    await expectRefused(pay({ ...CASH, method: 'CARD' }, 'kljuc-1234567890'), 'key_reused');
    await expectRefused(pay(CASH, 'kljuc-0987654321'), 'day_closed');
    expect((await till()).takings).toMatchObject({ CASH: 2400, CARD: 0 });
  });

  test('a payment can be voided once, with a reason; its row is kept', async () => {
    await switchOn();
    const { id } = await pay(CASH);
    const undo = () =>
      salon.admin.call('POST /payments/{id}/void', { params: { id }, body: { reason: 'Pogrešan iznos.' } });
    expect(await undo()).toMatchObject({
      id,
      voided_at: '2026-11-17 11:20:00',
      void_reason: 'Pogrešan iznos.',
    });
    await expectRefused(undo(), 'payment_voided');
    expect((await till()).takings.CASH).toBe(0);
    expect(await salon.admin.call('GET /payments', { query: { from: TODAY, to: TODAY } })).toHaveLength(1);
  });
});

const MOST_PARA = { VISIT: 500_000, TIP: 500_000, DEPOSIT: 500_000, REFUND: 10_000 } as const;

onBothEngines('the till of a day (/cash/{date})', { emptyBeforeEach: true }, () => {
  test('the till contains the sums of takings and expenses, the cash that was put in or removed, and the expected cash', async () => {
    await switchOn();
    const params = { date: TODAY };
    await salon.admin.call('PUT /cash/{date}', { params, body: { opening: 5000 } });
    await pay(CASH);
    await pay({ kind: 'TIP', method: 'CASH', amount: 200 });
    await pay({ kind: 'VISIT', method: 'CARD', amount: 1800 });
    await pay({ kind: 'EXPENSE', method: 'CASH', amount: 350.5, note: 'Kafa' });
    await pay({ kind: 'EXPENSE', method: 'CARD', amount: 1000 });
    await pay({ kind: 'CASH_OUT', method: 'CASH', amount: 4000 });
    expect(await till()).toEqual({
      date: TODAY,
      state: 'OPEN',
      opening: 5000,
      takings: { CASH: 2600, CARD: 1800, IPS: 0, OTHER: 0 },
      cash_in: 0,
      cash_out: 4000,
      expenses: 1350.5,
      expected: 3249.5,
      counted: null,
      difference: null,
    });
    expect(await close(3200)).toMatchObject({ state: 'CLOSED', counted: 3200, difference: -49.5 });
  });

  test('once the owner has closed a day, its payments cannot be changed until the owner reopens the day', async () => {
    await switchOn();
    const { id } = await pay(CASH);
    await close(2400);
    const params = { date: TODAY };
    await expectRefused(pay(CASH), 'day_closed');
    await expectRefused(close(1), 'day_closed');
    await expectRefused(salon.admin.call('PUT /cash/{date}', { params, body: { opening: 1 } }), 'day_closed');
    await expectRefused(
      salon.admin.call('POST /payments/{id}/void', { params: { id }, body: { reason: 'Greška.' } }),
      'day_closed',
    );
    const opened = await salon.admin.call('POST /cash/{date}/reopen', {
      params,
      body: { reason: 'Zaboravljena uplata.' },
    });
    expect(opened).toMatchObject({ state: 'OPEN', counted: null, difference: null });
    await pay(CASH);
    const { changes } = await salon.db
      .selectFrom('history')
      .select('changes')
      .where('subject', '=', 'cash')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(changes)).toContainEqual({ field: 'reason', from: null, to: 'Zaboravljena uplata.' });
  });

  test('a day without payments has sums of zero, and an invalid date returns 404', async () => {
    await switchOn();
    expect(await salon.admin.call('GET /cash/{date}', { params: { date: '2026-01-01' } })).toMatchObject({
      state: 'OPEN',
      opening: 0,
      expected: 0,
    });
    await expectRefused(
      salon.admin.call('GET /cash/{date}', { params: { date: '2026-02-30' } }),
      'not_found',
    );
  });

  test('after random payments, the sums by appointment, technician, day and method agree', async () => {
    await switchOn();
    const chance = chanceFrom('ledger');
    const ids: number[] = [];
    for (const start of [`${TODAY} 08:00:00`, `${TODAY} 10:00:00`, `${TODAY} 12:00:00`] as const) {
      const client = await aClient(salon);
      ids.push(await aBooking(salon, start, client.id, { technician_id: await aTechnician(salon) }));
    }
    for (const appointment_id of ids)
      await pay({ appointment_id, kind: 'VISIT', method: 'CASH', amount: 50_000 }); // more than all refunds
    for (let n = 0; n < PAYMENTS; n++) {
      salon.clock.set(chance.of([`${TODAY} 11:20:00`, '2026-11-18 12:00:00', '2026-11-19 12:00:00']));
      const kind = chance.of(['VISIT', 'TIP', 'DEPOSIT', 'REFUND'] as const);
      const body = { appointment_id: chance.of(ids), kind, method: chance.of(PAYMENT_METHODS) };
      const { id } = await pay({ ...body, amount: chance.between(1, MOST_PARA[kind]) / 100 });
      if (chance.is(0.2))
        await salon.admin.call('POST /payments/{id}/void', { params: { id }, body: { reason: 'Greška.' } });
      await pay({ kind: 'EXPENSE', method: 'CASH', amount: 100 });
    }
    salon.clock.set(`${TODAY} 11:20:00`);
    const query = { from: TODAY, to: '2026-11-19' };
    const payments = await salon.admin.call('GET /payments', { query });
    const { total, methods, technicians } = await salon.admin.call('GET /analytics/charged', { query });
    const days = await salon.admin.call('GET /cash', { query });
    for (const hers of technicians) {
      const of = { ...query, technician_id: String(hers.technician_id) };
      const charged = await salon.admin.call('GET /analytics/charged', { query: of });
      expect(charged).toMatchObject({ total: hers.amount, technicians: [hers] });
    }
    const dinars = (amounts: readonly number[]) =>
      amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
    const paid = await Promise.all(
      ids.map(async (id) => (await salon.admin.call('GET /appointments/{id}', { params: { id } })).paid ?? 0),
    );
    const tips = payments.filter(({ kind, voided_at }) => kind === 'TIP' && voided_at === null);
    expect(dinars([...paid, ...tips.map(({ amount }) => amount)])).toBe(total);
    expect(dinars(Object.values(methods))).toBe(total);
    expect(dinars(technicians.map(({ amount }) => amount))).toBe(total);
    for (const method of PAYMENT_METHODS)
      expect(dinars(days.map(({ takings }) => takings[method]))).toBe(methods[method]);
    for (const day of days)
      expect(day).toEqual(await salon.admin.call('GET /cash/{date}', { params: { date: day.date } }));
    expect(days.map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
  });

  test('one request can list the days of at most a year', async () => {
    await switchOn();
    const days = (to: WallDate) => salon.admin.call('GET /cash', { query: { from: '2026-01-01', to } });
    expect(await days('2027-01-01')).toEqual([]);
    await expectRefused(days('2027-01-02'), 'range_too_long');
    await expectRefused(days('2025-12-31'), 'range_reversed');
  });

  test('when a day is closed concurrently with payments, its sum includes every accepted payment', async () => {
    await switchOn();
    for (let race = 0; race < RACES; race++) {
      const before = (await till()).expected;
      const payments = Array.from({ length: 4 }, () => pay({ ...CASH, amount: 10 }));
      const [outcomes] = await Promise.all([outcomesOf(payments), close(before)]);
      const { expected, difference } = await till();
      expect(expected).toBe(before + 10 * (outcomes.ok ?? 0));
      expect(difference).toBe(before - expected);
      await salon.admin.call('POST /cash/{date}/reopen', {
        params: { date: TODAY },
        body: { reason: 'Još jednom.' },
      });
    }
  });
});
