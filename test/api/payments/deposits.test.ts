import { expect, test } from 'vitest';
import type { Settings } from '../../../src/domain/settings.ts';
import { addDays, addMinutes, dateOf, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import { expireDeposits } from '../../../src/server/appointments/deposits.ts';
import { aClient, aSlot, seen } from '../../support/builders.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { act, book, DAY, find, set } from './deposit-requests.ts';

const RACES = bySize(4, 40);
const until = (hours: number): WallTime => addMinutes('2026-11-17 11:20:00', hours * 60);
let hour = 0;
/** Returns the start of an hour that no earlier call returned. */
function nextStart(from = DAY): WallTime {
  const n = hour++;
  return `${addDays(from as WallDate, Math.floor(n / 14))} ${String(8 + (n % 14)).padStart(2, '0')}:00:00` as WallTime;
}

const expire = () => expireDeposits(salon.platform);
const ledger = async () =>
  (await salon.admin.call('GET /payments', { query: { from: '2026-11-01', to: '2026-12-31' } })).map(
    ({ kind, method, amount }) => ({ kind, method, amount }),
  );

onBothEngines('deposits of bookings', { emptyBeforeEach: true }, () => {
  test('the response to a client’s booking contains the deposit: amount, deadline, reference and QR code', async () => {
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

  test('the guest’s link shows the deposit', async () => {
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
    [
      'if deposit_for is LONG and the service is short',
      { deposit_for: 'LONG', deposit_min_minutes: 65 } as const,
    ],
    [
      'if deposit_for is NO_SHOW and the client has never missed an appointment',
      { deposit_for: 'NO_SHOW' } as const,
    ],
  ])('a booking requires no deposit %s', async (_, settings) => {
    await set(settings);
    expect((await book(await aClient(salon))).deposit).toBeNull();
  });

  test('the list of appointments can be filtered by the state of the deposit', async () => {
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

  test('a booking by the owner requires no deposit', async () => {
    await set();
    const client = await aClient(salon);
    expect((await book(salon.admin, undefined, { client_id: client.id })).deposit).toBeNull();
  });

  test('deposit_for NEW requires deposits until the client has attended one appointment', async () => {
    await set({ deposit_for: 'NEW' });
    const client = await aClient(salon);
    const { id } = await book(client, '2026-11-17 14:30:00');
    salon.clock.set('2026-11-17 16:00:00');
    await salon.admin.call('POST /appointments/{id}/attendance', { params: { id }, body: { attended: 1 } });
    expect((await find(id)).deposit).toMatchObject({ state: 'WAIVED' });
    expect((await book(client, '2026-11-20 12:00:00')).deposit).toBeNull();
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('deposits can be switched on only while payments are on and the settings contain a valid bank account', async () => {
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

  test('a deposit can be received only once, with any amount, and is recorded in the ledger', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    expect(await act(id, 'RECEIVED', 500)).toMatchObject({ deposit: { state: 'RECEIVED' }, paid: 500 });
    await expectRefused(act(id, 'RECEIVED'), 'deposit_state');
    await expectRefused(act(id, 'WAIVED'), 'deposit_state');
    expect(await ledger()).toEqual([{ kind: 'DEPOSIT', method: 'IPS', amount: 500 }]);
    const { id: refund } = await salon.admin.call('POST /payments', {
      body: { appointment_id: id, kind: 'REFUND', method: 'CASH', amount: 5 },
    });
    await salon.admin.call('POST /payments/{id}/void', {
      params: { id: refund },
      body: { reason: 'Greška.' },
    });
    await expectRefused(salon.admin.call('DELETE /appointments/{id}', { params: { id } }), 'has_payments');
    expect(await act(id, 'REFUNDED', 500)).toMatchObject({ deposit: { state: 'REFUNDED' }, paid: 0 });
  });

  test('if the client pays another amount than requested, the deposit and its refund have the paid amount', async () => {
    await set();
    const client = await aClient(salon);
    const { id } = await book(client);
    await act(id, 'RECEIVED', 500);
    const own = await client.call('GET /appointments/{id}', { params: { id } });
    expect(own.deposit).toMatchObject({ amount: 500, state: 'RECEIVED' });
    expect(await act(id, 'REFUNDED')).toMatchObject({ paid: 0 });
    expect(await ledger()).toEqual([
      { kind: 'DEPOSIT', method: 'IPS', amount: 500 },
      { kind: 'REFUND', method: 'IPS', amount: 500 },
    ]);
  });

  test('a deposit that the client paid twice is received once; the second transfer can be recorded as a payment of the appointment', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    await act(id, 'RECEIVED');
    await expectRefused(act(id, 'RECEIVED'), 'deposit_state');
    await salon.admin.call('POST /payments', {
      body: { appointment_id: id, kind: 'VISIT', method: 'IPS', amount: 700 },
    });
    expect(await find(id)).toMatchObject({ deposit: { state: 'RECEIVED', amount: 700 }, paid: 1400 });
  });

  test('the client is notified when the deposit is received, unless the booking was canceled before', async () => {
    await set({ max_active_bookings: 5 });
    const client = await aClient(salon);
    const { id } = await book(client);
    await act(id, 'RECEIVED');
    const cancelled = await book(client, `${DAY} 12:00:00`);
    const params = { id: cancelled.id };
    await client.call('POST /appointments/{id}/cancel', { params, body: { reason: 'Ne mogu.' } });
    await act(cancelled.id, 'RECEIVED');
    const notifications = await client.call('GET /client-notifications');
    expect(notifications.map(({ type, message }) => ({ type, message }))).toEqual([
      {
        type: 'APPT_DEPOSIT_RECEIVED',
        message: 'Stigla je kapara od 700 din za vaš termin 20. novembra u 10:00.',
      },
    ]);
  });

  test('a deposit received after today’s till was closed is recorded on the next day', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    const date = '2026-11-17';
    await salon.admin.call('POST /cash/{date}/close', { params: { date }, body: { counted: 0 } });
    await act(id, 'RECEIVED');
    const tomorrow = await salon.admin.call('GET /cash/{date}', { params: { date: '2026-11-18' } });
    expect(tomorrow.takings.IPS).toBe(700);
  });

  test('a deposit action is refused for a booking without a deposit, and while payments are off', async () => {
    const { id } = await book(await aClient(salon));
    await expectRefused(act(id, 'RECEIVED'), 'payments_off');
    await salon.admin.call('PUT /settings', { body: { payments: 1 } });
    await expectRefused(act(id, 'RECEIVED'), 'deposit_state');
  });
});

onBothEngines('the deadline of a deposit', { emptyBeforeEach: true }, () => {
  test('at the deadline, an unpaid booking is canceled once, its client is notified, and its slot is offered again', async () => {
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

  test('the people whose unpaid bookings are canceled at the deadline are listed to be called', async () => {
    await set();
    const guest = { guest_name: 'Mira', guest_phone: '0641234567' };
    const { id } = await book(salon.visitor, undefined, guest);
    await book(await aClient(salon), `${DAY} 12:00:00`);
    salon.clock.set(until(12));
    await Promise.all([expire(), expire()]);
    const toCall = await salon.admin.call('GET /appointments/to-call');
    const what = 'HOLD_ENDED';
    expect(toCall).toMatchObject([
      { id, called: 0, what, ...guest, cancel_reason: 'Kapara nije uplaćena.' },
      { called: 0, what },
    ]);
    await expectInvariants(salon);
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('an unpaid deposit of an appointment that has begun expires, but the booking is not canceled', async () => {
    await set();
    const { id } = await book(await aClient(salon), '2026-11-17 15:00:00');
    salon.clock.set('2026-11-17 15:00:00');
    await expire();
    expect(await find(id)).toMatchObject({ status: 'BOOKED', deposit: { state: 'EXPIRED' } });
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('neither setting the clock back nor the end of summer time changes the deadline', async () => {
    await set({ deposit_hold_hours: 72 });
    salon.clock.set('2026-10-24 12:00:00');
    const { id, deposit } = await book(await aClient(salon), '2026-11-03 10:00:00');
    expect(deposit?.until).toBe('2026-10-27 11:00:00'); // 72 hours after the booking, including the repeated hour at the end of summer time
    salon.clock.set('2026-10-20 12:00:00');
    await expire();
    salon.clock.set('2026-10-27 10:59:00');
    await expire();
    expect(await find(id)).toMatchObject({ status: 'BOOKED', deposit: { state: 'WAITING' } });
    salon.clock.set('2026-10-27 11:00:00');
    await expire();
    expect(await find(id)).toMatchObject({ status: 'CANCELLED', deposit: { state: 'EXPIRED' } });
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('a move of the booking to an earlier time also makes the deposit’s deadline earlier', async () => {
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

onBothEngines('deposits that the salon has received', { emptyBeforeEach: true }, () => {
  test.each([
    ['in time', 0, 'TO_REFUND'],
    ['late', 168, 'KEPT'],
  ])('the state of a deposit after its client has canceled %s is $2', async (_, late_cancel_hours, state) => {
    await set({ late_cancel_hours });
    const client = await aClient(salon);
    const { id } = await book(client);
    await act(id, 'RECEIVED');
    await client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolesna.' } });
    expect((await find(id)).deposit).toMatchObject({ state });
  });

  test('a deposit must be refunded if the salon cancels the booking, also if it does so by changing the booking to AVAILABLE', async () => {
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
  const pay = (id: number) =>
    salon.admin.call('POST /payments', {
      body: { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 2400 },
    });
  async function move(id: number, client: Person) {
    const start = nextStart('2026-11-24');
    const to_id = await aSlot(salon, start, 60);
    return client.call('POST /appointments/{id}/reschedule', {
      params: { id },
      body: { to_id, ...seen(start, 60) },
    });
  }
  const CHANGES = {
    moved: move,
    charged: pay,
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
    ['received', 'moved'],
    ['received', 'charged'],
    ['expired', 'moved'],
    ['expired', 'charged'],
    ['cancelled', 'moved'],
    ['cancelled', 'charged'],
    ['moved', 'charged'],
  ] as const;
  /** Expects that the deposit's state matches the ledger and the booking's status, and that the booking's time is either booked or free. */
  async function expectAgreement(id: number, changes: readonly (keyof typeof CHANGES)[]) {
    const { deposit, status, paid = 0, start_datetime } = await find(id);
    salon.clock.set('2026-11-17 11:20:00');
    const received = paid % 2400 === 700;
    expect(paid).toBe((received ? 700 : 0) + (changes.includes('charged') ? 2400 : 0));
    const isCancelled = status === 'CANCELLED';
    const unpaid = changes.includes('waived') ? 'WAIVED' : 'WAITING';
    const states = isCancelled ? ['TO_REFUND', 'EXPIRED'] : ['RECEIVED', unpaid];
    expect(deposit?.state).toBe(states[received ? 0 : 1]);
    const day = dateOf(start_datetime);
    const free = await salon.visitor.call('GET /appointments', { query: { from: day, to: day } });
    expect(free.some((slot) => slot.start_datetime === start_datetime)).toBe(isCancelled);
  }
  test('payments cannot be switched off by a request that is concurrent with the first booking with a deposit', async () => {
    for (let race = 0; race < RACES; race++) {
      await set({ max_active_bookings: 10 });
      const client = await aClient(salon);
      const [booked] = await Promise.allSettled([
        book(client, nextStart()),
        salon.admin.call('PUT /settings', { body: { payments: 0, deposit_for: 'NONE' } }),
      ]);
      const deposit = booked.status === 'fulfilled' ? booked.value.deposit : null;
      const { payments } = await salon.admin.call('GET /settings');
      expect(payments).toBe(deposit === null ? 0 : 1);
      await salon.db.deleteFrom('deposits').execute();
    }
  });

  test.each(PAIRS)(
    'the deposit’s state agrees with the ledger after the concurrent changes “%s” and “%s”',
    async (a, b) => {
      await set({ max_active_bookings: 10, deposit_hold_hours: 1, move_until_hours: 0 });
      for (let race = 0; race < RACES; race++) {
        const client = await aClient(salon);
        const { id } = await book(client, nextStart());
        salon.clock.set(until(1));
        await outcomesOf([CHANGES[a](id, client), CHANGES[b](id, client)]);
        await expectAgreement(id, [a, b]);
      }
      await expectInvariants(salon, {}, false);
    },
  );
});
