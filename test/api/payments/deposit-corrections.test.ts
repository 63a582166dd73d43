// Deposits that a change of the booking raises, and steps of the owner that are taken back.
import { expect, test } from 'vitest';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { act, book, DAY, find, set, takeBack } from './deposit-requests.ts';

const RACES = bySize(4, 30);
const GUEST = { guest_name: 'Mira', guest_phone: '0641234567' };
const change = (who: Person, id: number, service_ids: readonly number[]) =>
  who.call('POST /appointments/{id}/service', {
    params: { id },
    body: { service_ids: [...service_ids] as never },
  });
const ledger = async () =>
  (await salon.admin.call('GET /payments', { query: { from: '2026-11-01', to: '2026-12-31' } })).map(
    ({ kind, amount, voided_at }) => ({ kind, amount, isVoided: voided_at !== null }),
  );

onBothEngines('deposits that a change raises', { emptyBeforeEach: true }, () => {
  test('a client who changes to long services owes the deposit that they need', async () => {
    await set({ deposit_for: 'LONG', deposit_min_minutes: 120, deposit_amount: 2000 });
    const client = await aClient(salon);
    const { id } = await book(client);
    expect((await find(id)).deposit).toBeNull();
    const long = await aService(salon, { price: 9000, duration_minutes: 180 });
    expect((await change(client, id, [long])).deposit).toMatchObject({ state: 'WAITING', amount: 2000 });
    await expectInvariants(salon);
  });

  test('a deposit that waits is raised to the new percentage, and never lowered', async () => {
    await set({ deposit_percent: 50 });
    const client = await aClient(salon);
    const { id, deposit } = await book(client);
    expect(deposit).toMatchObject({ amount: 1200 });
    const long = await aService(salon, { price: 9000, duration_minutes: 180 });
    const raised = (await change(client, id, [long])).deposit;
    expect(raised).toMatchObject({ state: 'WAITING', amount: 4500, reference: deposit?.reference });
    expect(raised?.qr).toContain('RSD4500,00');
    const cheap = await aService(salon, { price: 1000 });
    expect((await change(client, id, [cheap])).deposit).toMatchObject({ amount: 4500 });
  });

  test.each(['RECEIVED', 'WAIVED'] as const)(
    'a %s deposit that is too small for the change refuses it',
    async (action) => {
      await set();
      const client = await aClient(salon);
      const { id } = await book(client);
      await act(id, action);
      const long = await aService(salon, { price: 9000, duration_minutes: 180 });
      await expectRefused(change(client, id, [long]), 'call_salon');
      const same = await aService(salon, { price: 2300 });
      expect((await change(client, id, [same])).deposit).toMatchObject({ state: action });
    },
  );

  test('without a known price a percentage counts of the cheapest service that is no add-on', async () => {
    await set({ deposit_percent: 50 });
    await aService(salon, { price: 9000 });
    await aService(salon, { price: 1800 });
    const addon = await aService(salon, { price: 300 });
    await salon.db.updateTable('services').set({ is_addon: 1 }).where('id', '=', addon).execute();
    const start = `${DAY} 10:00:00` as const;
    const id = await aSlot(salon, start, 60);
    const body = { ...seen(start, 60), ...GUEST };
    const { deposit } = await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    expect(deposit).toMatchObject({ amount: 900 });
  });

  test('a change by the owner asks for nothing', async () => {
    await set({ deposit_for: 'LONG', deposit_min_minutes: 120 });
    const { id } = await book(await aClient(salon));
    const long = await aService(salon, { price: 9000, duration_minutes: 180 });
    expect((await change(salon.admin, id, [long])).deposit).toBeNull();
  });

  test('a booking that is moved to a later day owes the deposit that was not asked so shortly before', async () => {
    await set({ move_until_hours: 0 });
    const client = await aClient(salon);
    const { id, deposit } = await book(client, '2026-11-17 13:00:00');
    expect(deposit).toBeNull();
    const to_id = await aSlot(salon, `${DAY} 15:00:00`, 60);
    const body = { to_id, ...seen(`${DAY} 15:00:00`, 60) };
    const moved = await client.call('POST /appointments/{id}/reschedule', { params: { id }, body });
    expect(moved.deposit).toMatchObject({ state: 'WAITING', amount: 700 });
  });

  test('a move inside the deadline makes a later cancellation late, so that the deposit is kept', async () => {
    await set({ move_until_hours: 0, late_cancel_hours: 24 });
    const client = await aClient(salon);
    for (const [n, start, state] of [
      [1, '2026-11-18 10:00:00', 'KEPT'],
      [2, '2026-11-19 10:00:00', 'TO_REFUND'],
    ] as const) {
      const { id } = await book(client, start);
      await act(id, 'RECEIVED');
      const far = `${addDays(DAY, n)} 15:00:00` as const;
      const to_id = await aSlot(salon, far, 60);
      await client.call('POST /appointments/{id}/reschedule', {
        params: { id },
        body: { to_id, ...seen(far, 60) },
      });
      await client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Put.' } });
      expect((await find(id)).deposit).toMatchObject({ state });
    }
    await expectInvariants(salon);
  });
});

onBothEngines('steps with deposits that are taken back', { emptyBeforeEach: true }, () => {
  const received = async (amount?: number) => {
    await set();
    const { id } = await book(await aClient(salon));
    await act(id, 'RECEIVED', amount);
    return id;
  };

  test('“Primljeno” with a mistyped amount is taken back: its payment is voided, the deposit waits with its own amount', async () => {
    const id = await received(70_000);
    expect(await takeBack(id)).toMatchObject({ deposit: { state: 'WAITING', amount: 700 }, paid: 0 });
    expect(await ledger()).toEqual([{ kind: 'DEPOSIT', amount: 70_000, isVoided: true }]);
    expect(await act(id, 'RECEIVED')).toMatchObject({
      deposit: { state: 'RECEIVED', amount: 700 },
      paid: 700,
    });
    await expectInvariants(salon);
  });

  test('taking a step back needs a reason and a step', async () => {
    const id = await received();
    const body = { action: 'TAKEN_BACK' } as const;
    await expectRefused(
      salon.admin.call('POST /appointments/{id}/deposit', { params: { id }, body }),
      'bad_input',
    );
    await takeBack(id);
    await expectRefused(takeBack(id), 'deposit_state');
  });

  test.each([
    ['WAIVED', 'WAITING'],
    ['REFUNDED', 'RECEIVED'],
    ['KEPT', 'RECEIVED'],
  ] as const)('%s is taken back to %s', async (action, state) => {
    await set();
    const { id } = await book(await aClient(salon));
    if (action !== 'WAIVED') await act(id, 'RECEIVED');
    await act(id, action);
    expect(await takeBack(id)).toMatchObject({ deposit: { state }, paid: state === 'RECEIVED' ? 700 : 0 });
    await expectInvariants(salon);
  });

  test('voiding the payment in the till takes the step back too, but not while a later step depends on it', async () => {
    const id = await received();
    const [payment] = await salon.admin.call('GET /payments', {
      query: { from: '2026-11-01', to: '2026-12-31' },
    });
    const voidIt = () =>
      salon.admin.call('POST /payments/{id}/void', {
        params: { id: payment?.id ?? 0 },
        body: { reason: 'Omaška.' },
      });
    await act(id, 'KEPT');
    await expectRefused(voidIt(), 'deposit_state');
    await takeBack(id);
    await voidIt();
    expect(await find(id)).toMatchObject({ deposit: { state: 'WAITING' }, paid: 0 });
    await expectInvariants(salon);
  });

  test('no more is given back than was paid', async () => {
    const id = await received();
    await expectRefused(act(id, 'REFUNDED', 700.01), 'refund_exceeds');
    const body = { kind: 'REFUND', method: 'CASH', amount: 701, appointment_id: id } as const;
    await expectRefused(salon.admin.call('POST /payments', { body }), 'refund_exceeds');
    expect(await act(id, 'REFUNDED', 700)).toMatchObject({ deposit: { state: 'REFUNDED' }, paid: 0 });
  });

  test('an amount that rounds to nothing is refused', async () => {
    const id = await received();
    for (const action of ['RECEIVED', 'REFUNDED'] as const)
      await expectRefused(act(id, action, 1e-9), 'bad_input');
    const body = { kind: 'EXPENSE', method: 'CASH', amount: 1e-9 } as const;
    await expectRefused(salon.admin.call('POST /payments', { body }), 'bad_input');
  });

  test('taking back and a refund at the same time: one wins, and the ledger agrees', async () => {
    for (let race = 0; race < RACES; race++) {
      const start = `${addDays(DAY, race)} 09:00:00` as const;
      await set();
      const { id } = await book(salon.visitor, start, { ...GUEST, guest_phone: `06412345${10 + race}` });
      await act(id, 'RECEIVED');
      await outcomesOf([takeBack(id), act(id, 'REFUNDED')]);
      const { deposit, paid } = await find(id);
      expect(['WAITING', 'RECEIVED', 'REFUNDED']).toContain(deposit?.state);
      expect(paid).toBe(deposit?.state === 'RECEIVED' ? 700 : 0);
    }
    await expectInvariants(salon);
  });
});
