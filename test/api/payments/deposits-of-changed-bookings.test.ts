import { expect, test } from 'vitest';
import type { UserId } from '../../../src/domain/ids.ts';
import { expireDeposits } from '../../../src/server/appointments/deposits.ts';
import { aClient, aSlot } from '../../support/builders.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { notificationTypes } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { act, book, DAY, find, set } from './deposit-requests.ts';

onBothEngines('deposits of bookings that change', { emptyBeforeEach: true }, () => {
  const MIRA = { guest_name: 'Mira', guest_phone: '0641234567' };

  /** The CANCELLED rows of the day, where bookings stay that were given away after money had come for them. */
  const cancelledRows = () =>
    salon.admin.call('GET /appointments/list', { query: { from: DAY, to: DAY, status: 'CANCELLED' } });
  const cancel = (id: number) =>
    salon.admin.call('POST /appointments/{id}/cancel', {
      params: { id },
      query: { undo: '1' },
      body: { reason: 'Bolest' },
    });
  const edit = (id: number, body: { status?: 'BOOKED' | 'CANCELLED'; client_id?: UserId }) =>
    salon.admin.call('PUT /appointments/{id}', { params: { id }, body });

  test.each([
    ['an unpaid deposit is waived, and the booking is deleted with it', false, 'WAIVED'],
    ['a received deposit must be refunded, and stays with the booking in a CANCELLED row', true, 'TO_REFUND'],
  ])('when the owner gives a guest’s booking to another guest, %s', async (_, isReceived, state) => {
    await set();
    const { id } = await book(salon.visitor, undefined, MIRA);
    if (isReceived) await act(id, 'RECEIVED');
    const before = await find(id);
    const setGuest = (body: { guest_name: string; guest_phone: string }) =>
      salon.admin.call('POST /appointments/{id}/guest', { params: { id }, body });
    expect((await setGuest({ ...MIRA, guest_name: 'Mirjana' })).deposit).toEqual(before.deposit);
    const after = await setGuest({ guest_name: 'Una', guest_phone: '0659876543' });
    expect(after).toMatchObject({ id, deposit: null, paid: 0 });
    const kept = { guest_name: 'Mirjana', deposit: { state }, paid: 700 };
    expect(await cancelledRows()).toMatchObject(isReceived ? [kept] : []);
    const { length } = await salon.db.selectFrom('deposits').select('state').execute();
    expect(length).toBe(isReceived ? 1 : 0);
    const history = await salon.admin.call('GET /appointments/{id}/history', { params: { id }, query: {} });
    expect(history.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'deposit', from: isReceived ? 'RECEIVED' : 'WAITING', to: state }),
    );
    await expectInvariants(salon);
  });

  test('a client to whom the owner assigns a booking does not see the deposit of the previous client, who still sees it', async () => {
    await set();
    const first = await aClient(salon);
    const { id } = await book(first);
    await act(id, 'RECEIVED');
    const other = await aClient(salon);
    expect(await edit(id, { client_id: other.id })).toMatchObject({ deposit: null, paid: 0 });
    const [left] = await cancelledRows();
    expect(left).toMatchObject({ client_id: first.id, deposit: { state: 'TO_REFUND' }, paid: 700 });
    expect((await other.call('GET /appointments/{id}', { params: { id } })).deposit).toBeNull();
    expect(await other.call('GET /appointments/upcoming')).toMatchObject([{ id, deposit: null }]);
    expect(await other.call('GET /auth/me/export')).toMatchObject({ deposits: [], payments: [] });
    const of = { appointment_id: left?.id, amount: 700 };
    expect(await first.call('GET /auth/me/export')).toMatchObject({ deposits: [of], payments: [of] });
    await expectInvariants(salon);
  });

  test('a visit that the previous client paid ahead stays hers; the next client pays in full', async () => {
    await set();
    const [first, other] = [await aClient(salon), await aClient(salon)];
    const { id } = await book(first);
    const visit = { kind: 'VISIT', method: 'CASH', amount: 2400, appointment_id: id } as const;
    await salon.admin.call('POST /payments', { body: visit });
    expect(await edit(id, { client_id: other.id })).toMatchObject({ id, client_id: other.id, paid: 0 });
    expect(await cancelledRows()).toMatchObject([{ client_id: first.id, paid: 2400 }]);
    await salon.admin.call('POST /payments', { body: visit });
    expect(await find(id)).toMatchObject({ client_id: other.id, paid: 2400 });
    await expectInvariants(salon);
  });

  test('a kept deposit of the previous client does not reduce what the next client pays', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    await act(id, 'RECEIVED');
    const other = await aClient(salon);
    await edit(id, { client_id: other.id });
    const [left = { id: 0 }] = await cancelledRows();
    expect(await act(left.id, 'KEPT')).toMatchObject({ deposit: { state: 'KEPT' }, paid: 0 });
    const visit = { kind: 'VISIT', method: 'CASH', amount: 2400, appointment_id: id } as const;
    await salon.admin.call('POST /payments', { body: visit });
    expect(await find(id)).toMatchObject({ paid: 2400 });
    expect(await find(left.id)).toMatchObject({ paid: 0 });
  });

  test('a kept deposit still counts as paid after the owner reopens the canceled booking for the same client, but not for another', async () => {
    await set({ late_cancel_hours: 168 });
    const client = await aClient(salon);
    const other = await aClient(salon);
    const { id } = await book(client);
    await act(id, 'RECEIVED');
    await client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolesna.' } });
    expect(await find(id)).toMatchObject({ deposit: { state: 'KEPT' }, paid: 0 });
    expect(await edit(id, { status: 'BOOKED' })).toMatchObject({ deposit: { state: 'KEPT' }, paid: 700 });
    await edit(id, { client_id: other.id });
    await edit(id, { status: 'CANCELLED' });
    expect(await edit(id, { status: 'BOOKED' })).toMatchObject({ deposit: null, paid: 0 });
    expect(await cancelledRows()).toMatchObject([
      { client_id: client.id, deposit: { state: 'KEPT' }, paid: 0 },
    ]);
    await expectInvariants(salon);
  });

  test('a deposit that must be refunded is received again when the owner reopens the booking, and an expired one stays expired', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    await act(id, 'RECEIVED');
    expect(await edit(id, { status: 'CANCELLED' })).toMatchObject({ deposit: { state: 'TO_REFUND' } });
    expect(await edit(id, { status: 'BOOKED' })).toMatchObject({
      deposit: { state: 'RECEIVED' },
      paid: 700,
    });
    const unpaid = await book(salon.visitor, `${DAY} 12:00:00`, MIRA);
    await edit(unpaid.id, { status: 'CANCELLED' });
    expect(await edit(unpaid.id, { status: 'BOOKED' })).toMatchObject({ deposit: { state: 'EXPIRED' } });
    await expectInvariants(salon);
  });

  test('the deposit of a canceled booking is gone after the row was booked again for another client', async () => {
    await set();
    const first = await aClient(salon);
    const second = await aClient(salon);
    const { id } = await book(first);
    await edit(id, { status: 'CANCELLED' });
    await edit(id, { status: 'BOOKED', client_id: second.id });
    await expectRefused(act(id, 'RECEIVED'), 'deposit_state');
    expect(await find(id)).toMatchObject({ status: 'BOOKED', deposit: null, paid: 0 });
    for (const client of [first, second])
      expect(await notificationTypes(salon, client.id)).not.toContain('APPT_DEPOSIT_RECEIVED');
  });

  test('undoing a move, a swap, a cancellation or a deletion restores the deposit', async () => {
    await set({ deposit_hold_hours: 72 });
    const { id } = await book(await aClient(salon));
    const before = await find(id);
    const slot = await aSlot(salon, '2026-11-18 12:00:00', 60);
    const changes = [
      () =>
        salon.admin.call('PUT /analytics/appointments/{id}/move', {
          params: { id },
          body: { start_datetime: '2026-11-18 14:00:00', end_datetime: '2026-11-18 15:00:00' },
        }),
      () => salon.admin.call('PUT /analytics/appointments/swap', { body: { a_id: id, b_id: slot } }),
      () => cancel(id),
      () => salon.admin.call('DELETE /appointments/{id}', { params: { id }, query: { undo: '1' } }),
    ];
    for (const change of changes) {
      const undo_token = (await change())?.undo_token ?? '';
      await salon.admin.call('POST /appointments/undo', { body: { undo_token } });
      expect((await find(id)).deposit).toEqual(before.deposit);
    }
  });

  test('undoing a cancellation keeps a deposit, but not once the deposit has been returned', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    await act(id, 'RECEIVED');
    const first = await cancel(id);
    expect(first).toMatchObject({ deposit: { state: 'TO_REFUND' } });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: first.undo_token ?? '' } });
    expect(await find(id)).toMatchObject({ status: 'BOOKED', deposit: { state: 'RECEIVED' }, paid: 700 });
    const second = await cancel(id);
    await act(id, 'REFUNDED');
    const undoing = salon.admin.call('POST /appointments/undo', {
      body: { undo_token: second.undo_token ?? '' },
    });
    await expectRefused(undoing, 'undo_refused');
    expect(await find(id)).toMatchObject({ status: 'CANCELLED', deposit: { state: 'REFUNDED' } });
    await expectInvariants(salon);
  });

  test('a booking that was moved to start soon is not canceled for a missing deposit while the move can be undone', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    const { undo_token } = await salon.admin.call('PUT /analytics/appointments/{id}/move', {
      params: { id },
      body: { start_datetime: '2026-11-17 12:00:00', end_datetime: '2026-11-17 13:00:00' },
    });
    await expireDeposits(salon.platform);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    expect(await find(id)).toMatchObject({ status: 'BOOKED', deposit: { state: 'WAITING' } });
  });

  test('the QR code of an unpaid deposit names the day to which the booking was moved, until the move is undone', async () => {
    await set();
    const { id, deposit } = await book(await aClient(salon));
    const { undo_token } = await salon.admin.call('PUT /analytics/appointments/{id}/move', {
      params: { id },
      body: { start_datetime: '2026-11-25 14:00:00', end_datetime: '2026-11-25 15:00:00' },
    });
    const qr = deposit?.qr.replace('S:Kapara 20.11.2026', 'S:Kapara 25.11.2026');
    expect(qr).not.toBe(deposit?.qr);
    expect(await find(id)).toMatchObject({ deposit: { qr } });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    expect(await find(id)).toMatchObject({ deposit: { qr: deposit?.qr } });
  });

  test('undoing a move keeps a deposit that was received in the meantime', async () => {
    await set({ deposit_hold_hours: 72 });
    const { id } = await book(await aClient(salon));
    const { undo_token } = await salon.admin.call('PUT /analytics/appointments/{id}/move', {
      params: { id },
      body: { start_datetime: '2026-11-18 14:00:00', end_datetime: '2026-11-18 15:00:00' },
    });
    await act(id, 'RECEIVED');
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    expect(await find(id)).toMatchObject({ deposit: { state: 'RECEIVED' }, paid: 700 });
  });

  test('a client’s export contains the deposits and payments of the client’s appointments', async () => {
    await set();
    const client = await aClient(salon);
    const { id, deposit } = await book(client);
    await act(id, 'RECEIVED');
    const exported = await client.call('GET /auth/me/export');
    const at = '2026-11-17 11:20:00';
    expect(exported).toMatchObject({
      deposits: [
        { appointment_id: id, amount: 700, state: 'RECEIVED', until_at: deposit?.until, made_at: at },
      ],
      payments: [{ appointment_id: id, amount: 700, kind: 'DEPOSIT', method: 'IPS', at, voided_at: null }],
    });
    const other = await (await aClient(salon)).call('GET /auth/me/export');
    expect(other).toMatchObject({ deposits: [], payments: [] });
  });
});
