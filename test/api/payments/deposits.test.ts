import { expect, test } from 'vitest';
import type { Settings } from '../../../src/domain/settings.ts';
import { addMinutes, type WallTime } from '../../../src/domain/wall-clock.ts';
import { expireDeposits } from '../../../src/server/appointments/deposits.ts';
import { aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

const DAY = '2026-11-20';
const RACES = bySize(4, 40);
const ON = {
  payments: 1,
  deposit_for: 'ALL',
  deposit_percent: 30,
  account_number: '840-955845-10',
  account_name: 'Salon Mesečina',
} as const;
const set = (body: Partial<Settings> = {}) => salon.admin.call('PUT /settings', { body: { ...ON, ...body } });
const until = (hours: number): WallTime => addMinutes('2026-11-17 11:20:00', hours * 60);
let hour = 8;
const nextStart = (): WallTime => `${DAY} ${String(hour++ % 22).padStart(2, '0')}:00:00` as WallTime;

async function book(who: Person, start: WallTime = `${DAY} 10:00:00`, body: object = {}) {
  const id = await aSlot(salon, start, 60);
  const service_id = await aService(salon, { name: 'Gel lak', price: 2400, duration_minutes: 60 });
  return who.call('POST /appointments/{id}/book', {
    params: { id },
    body: { ...seen(start, 60), service_id, ...body },
  });
}
const act = (id: number, action: 'RECEIVED' | 'WAIVED' | 'REFUNDED' | 'KEPT', amount?: number) =>
  salon.admin.call('POST /appointments/{id}/deposit', {
    params: { id },
    body: { action, ...(amount !== undefined && { amount }) },
  });
const find = (id: number) => salon.admin.call('GET /appointments/{id}', { params: { id } });
const expire = () => expireDeposits(salon.platform);
const ledger = async () =>
  (await salon.admin.call('GET /payments', { query: { from: '2026-11-01', to: '2026-12-31' } })).map(
    ({ kind, method, amount }) => ({ kind, method, amount }),
  );

onBothEngines('a deposit', { emptyBeforeEach: true }, () => {
  test('is asked of a client with the booking, with amount, deadline, reference and code', async () => {
    await set();
    const client = await aClient(salon);
    const { id, deposit } = await book(client);
    expect(deposit).toEqual({
      amount: 700,
      until: until(12),
      state: 'WAITING',
      reference: expect.stringMatching(new RegExp(`^97\\d\\d${id}\\d{4}$`)),
      qr: `K:PR|V:01|C:1|R:840000000095584510|N:Salon Mesečina|I:RSD700,00|SF:221|S:Kapara 20.11.2026|RO:${deposit?.reference}`,
    });
    expect(await client.call('GET /appointments/{id}', { params: { id } })).toMatchObject({ deposit });
    expect(await find(id)).toMatchObject({ deposit, paid: 0 });
  });

  test('is shown to a guest with the link', async () => {
    await set();
    const guest = { guest_name: 'Mira', guest_phone: '0641234567' };
    const { deposit, guest_link } = await book(salon.visitor, undefined, guest);
    expect(deposit).toMatchObject({ state: 'WAITING' });
    const shown = await salon.visitor.call('POST /guest-link/view', { body: { token: guest_link ?? '' } });
    expect(shown.deposit).toEqual(deposit);
  });

  test.each([
    ['by default', { deposit_for: 'NONE' } as const],
    ['without a percentage or an amount', { deposit_percent: 0 }],
    ['for a short service with LONG', { deposit_for: 'LONG', deposit_min_minutes: 65 } as const],
    ['of a client without no-shows with NO_SHOW', { deposit_for: 'NO_SHOW' } as const],
  ])('is not asked %s', async (_, settings) => {
    await set(settings);
    expect((await book(await aClient(salon))).deposit).toBeNull();
  });

  test('filters the list of appointments by its state', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    const found = async (deposit: 'WAITING' | 'RECEIVED') =>
      (await salon.admin.call('GET /appointments/list', { query: { from: DAY, to: DAY, deposit } })).map(
        (row) => row.id,
      );
    expect([await found('WAITING'), await found('RECEIVED')]).toEqual([[id], []]);
    await act(id, 'RECEIVED');
    expect([await found('WAITING'), await found('RECEIVED')]).toEqual([[], [id]]);
  });

  test('is not asked of the owner', async () => {
    await set();
    const client = await aClient(salon);
    expect((await book(salon.admin, undefined, { client_id: client.id })).deposit).toBeNull();
  });

  test('with NEW is asked until the client came once', async () => {
    await set({ deposit_for: 'NEW' });
    const client = await aClient(salon);
    const { id } = await book(client, '2026-11-17 14:30:00');
    salon.clock.set('2026-11-17 16:00:00');
    await salon.admin.call('POST /appointments/{id}/attendance', { params: { id }, body: { attended: 1 } });
    expect((await find(id)).deposit).toMatchObject({ state: 'WAIVED' });
    expect((await book(client, '2026-11-20 12:00:00')).deposit).toBeNull();
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('needs payments and an account in the settings', async () => {
    const refused = (body: Partial<Settings>) =>
      expectRefused(salon.admin.call('PUT /settings', { body }), 'bad_input').then(({ fields }) =>
        Object.keys(fields),
      );
    expect(await refused({ deposit_for: 'ALL' })).toEqual(['deposit_for']);
    expect(await refused({ payments: 1, deposit_for: 'ALL' })).toEqual(['account_number']);
    expect(await refused({ account_number: '840-955845-11' })).toEqual(['account_number']);
    const saved = await set();
    expect(saved.account_number).toBe('840000000095584510');
    await book(await aClient(salon));
    expect(await refused({ payments: 0, deposit_for: 'NONE' })).toEqual(['payments']);
  });

  test('is received once, also with another amount, and goes to the ledger', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    expect(await act(id, 'RECEIVED', 500)).toMatchObject({ deposit: { state: 'RECEIVED' }, paid: 500 });
    await expectRefused(act(id, 'RECEIVED'), 'deposit_state');
    await expectRefused(act(id, 'WAIVED'), 'deposit_state');
    expect(await ledger()).toEqual([{ kind: 'DEPOSIT', method: 'IPS', amount: 500 }]);
    const [payment] = await salon.admin.call('GET /payments', {
      query: { from: `${DAY.slice(0, 8)}01`, to: DAY },
    });
    await expectRefused(
      salon.admin.call('POST /payments/{id}/void', {
        params: { id: payment?.id ?? 0 },
        body: { reason: 'Greška.' },
      }),
      'deposit_state',
    );
    await expectRefused(salon.admin.call('DELETE /appointments/{id}', { params: { id } }), 'has_payments');
    expect(await act(id, 'REFUNDED', 500)).toMatchObject({ deposit: { state: 'REFUNDED' }, paid: 0 });
  });

  test('counts for the next open day when today is closed', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    const date = '2026-11-17';
    await salon.admin.call('POST /cash/{date}/close', { params: { date }, body: { counted: 0 } });
    await act(id, 'RECEIVED');
    const tomorrow = await salon.admin.call('GET /cash/{date}', { params: { date: '2026-11-18' } });
    expect(tomorrow.takings.IPS).toBe(700);
  });

  test('answers 404 without a deposit and 409 while payments are off', async () => {
    const { id } = await book(await aClient(salon));
    await expectRefused(act(id, 'RECEIVED'), 'payments_off');
    await salon.admin.call('PUT /settings', { body: { payments: 1 } });
    await expectRefused(act(id, 'RECEIVED'), 'not_found');
  });
});

onBothEngines('the end of a hold', { emptyBeforeEach: true }, () => {
  test('cancels the booking once, notifies the client and offers the time again', async () => {
    await set();
    const client = await aClient(salon);
    const { id } = await book(client);
    salon.clock.set(addMinutes(until(12), -1));
    await expire();
    expect(await find(id)).toMatchObject({ status: 'BOOKED' });
    salon.clock.set(until(12));
    await Promise.all([expire(), expire()]);
    expect(await find(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'Kapara nije uplaćena.',
      deposit: { state: 'EXPIRED' },
    });
    const notifications = await client.call('GET /client-notifications');
    expect(notifications.map(({ type }) => type)).toEqual(['APPT_CANCELLED_BY_ADMIN']);
    const free = await salon.visitor.call('GET /appointments', { query: { from: DAY, to: DAY } });
    expect(free.map(({ start_datetime }) => start_datetime)).toEqual([`${DAY} 10:00:00`]);
    expect(await act(id, 'RECEIVED')).toMatchObject({ status: 'CANCELLED', deposit: { state: 'TO_REFUND' } });
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('keeps a booking that began while the server was off', async () => {
    await set();
    const { id } = await book(await aClient(salon), '2026-11-17 15:00:00');
    salon.clock.set('2026-11-17 15:00:00');
    await expire();
    expect(await find(id)).toMatchObject({ status: 'BOOKED', deposit: { state: 'EXPIRED' } });
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('comes earlier when the booking moves closer', async () => {
    await set({ deposit_hold_hours: 72, move_until_hours: 0 });
    const client = await aClient(salon);
    const { id, deposit } = await book(client);
    expect(deposit?.until).toBe('2026-11-20 08:00:00');
    const to_id = await aSlot(salon, '2026-11-18 12:00:00', 60);
    const moved = await client.call('POST /appointments/{id}/reschedule', {
      params: { id },
      body: { to_id, ...seen('2026-11-18 12:00:00', 60) },
    });
    expect(moved.deposit).toMatchObject({ until: '2026-11-18 10:00:00', reference: deposit?.reference });
  });
});

onBothEngines('a received deposit', { emptyBeforeEach: true }, () => {
  test.each([
    ['in time', 0, 'TO_REFUND'],
    ['late', 168, 'KEPT'],
  ])('of a client who cancels %s', async (_, late_cancel_hours, state) => {
    await set({ late_cancel_hours });
    const client = await aClient(salon);
    const { id } = await book(client);
    await act(id, 'RECEIVED');
    await client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolesna.' } });
    expect((await find(id)).deposit).toMatchObject({ state });
  });

  test('is to be refunded when the salon cancels, and follows the copy when the time becomes free', async () => {
    await set({ late_cancel_hours: 168, max_active_bookings: 5 });
    const client = await aClient(salon);
    const first = await book(client);
    await act(first.id, 'RECEIVED');
    await salon.admin.call('POST /appointments/{id}/cancel', {
      params: { id: first.id },
      body: { reason: 'Kvar.' },
    });
    expect((await find(first.id)).deposit).toMatchObject({ state: 'TO_REFUND' });
    const second = await book(client, `${DAY} 14:00:00`);
    await act(second.id, 'RECEIVED');
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id: second.id },
      body: { status: 'AVAILABLE' },
    });
    expect(await find(second.id)).toMatchObject({ status: 'AVAILABLE', deposit: null, paid: 0 });
    const list = await salon.admin.call('GET /appointments/list', {
      query: { from: DAY, to: DAY, status: 'CANCELLED' },
    });
    const copy = list.find(({ start_datetime }) => start_datetime === `${DAY} 14:00:00`);
    expect(copy).toMatchObject({ deposit: { state: 'TO_REFUND' }, paid: 700 });
  });
});

onBothEngines('concurrent changes of a deposit', { emptyBeforeEach: true }, () => {
  const CHANGES = {
    received: (id: number) => act(id, 'RECEIVED'),
    waived: (id: number) => act(id, 'WAIVED'),
    cancelled: (id: number, client: Person) =>
      client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu.' } }),
    expired: () => expire(),
  };
  const PAIRS = [
    ['received', 'expired'],
    ['received', 'cancelled'],
    ['received', 'waived'],
    ['received', 'received'],
    ['cancelled', 'expired'],
    ['waived', 'expired'],
  ] as const;
  test.each(PAIRS)('%s and %s: the ledger and the state agree', async (a, b) => {
    await set({ max_active_bookings: 10, deposit_hold_hours: 1 });
    for (let race = 0; race < RACES; race++) {
      const client = await aClient(salon);
      const { id } = await book(client, nextStart());
      salon.clock.set(until(1));
      await outcomesOf([CHANGES[a](id, client), CHANGES[b](id, client)]);
      const { deposit, status, paid } = await find(id);
      salon.clock.set('2026-11-17 11:20:00');
      const received = paid === 700;
      expect(deposit?.state).toBe(
        received
          ? status === 'BOOKED'
            ? 'RECEIVED'
            : 'TO_REFUND'
          : status === 'BOOKED'
            ? 'WAIVED'
            : 'EXPIRED',
      );
    }
  });
});
