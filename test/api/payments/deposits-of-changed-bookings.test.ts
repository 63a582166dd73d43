import { expect, test } from 'vitest';
import type { UserId } from '../../../src/domain/ids.ts';
import { expireDeposits } from '../../../src/server/appointments/deposits.ts';
import { aClient, aSlot } from '../../support/builders.ts';
import { notificationTypes } from '../../support/notifications.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { act, book, find, set } from './deposit-requests.ts';

onBothEngines('deposits of bookings that change', { emptyBeforeEach: true }, () => {
  const MIRA = { guest_name: 'Mira', guest_phone: '0641234567' };

  test.each([
    ['an unpaid deposit is waived', false, 'WAIVED'],
    ['a received deposit must be refunded', true, 'TO_REFUND'],
  ])('when the owner gives a guest’s booking to another guest, %s', async (_, isReceived, state) => {
    await set();
    const { id } = await book(salon.visitor, undefined, MIRA);
    if (isReceived) await act(id, 'RECEIVED');
    const before = await find(id);
    const setGuest = (body: { guest_name: string; guest_phone: string }) =>
      salon.admin.call('POST /appointments/{id}/guest', { params: { id }, body });
    expect((await setGuest({ ...MIRA, guest_name: 'Mirjana' })).deposit).toEqual(before.deposit);
    const after = await setGuest({ guest_name: 'Una', guest_phone: '0659876543' });
    expect(after.deposit).toMatchObject({ state });
  });

  test('a client to whom the owner assigns a booking does not see the deposit of the previous client', async () => {
    await set();
    const { id } = await book(await aClient(salon));
    await act(id, 'RECEIVED');
    const other = await aClient(salon);
    const edited = await salon.admin.call('PUT /appointments/{id}', {
      params: { id },
      body: { client_id: other.id },
    });
    expect(edited).toMatchObject({ deposit: { state: 'TO_REFUND' }, paid: 700 });
    expect((await other.call('GET /appointments/{id}', { params: { id } })).deposit).toBeNull();
    expect(await other.call('GET /appointments/upcoming')).toMatchObject([{ id, deposit: null }]);
    expect(await other.call('GET /auth/me/export')).toMatchObject({ deposits: [], payments: [] });
  });

  test('notifies nobody of a deposit that arrives after its canceled booking was booked again for another client', async () => {
    await set();
    const first = await aClient(salon);
    const second = await aClient(salon);
    const { id } = await book(first);
    const edit = (body: { status: 'CANCELLED' | 'BOOKED'; client_id?: UserId }) =>
      salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
    await edit({ status: 'CANCELLED' });
    await edit({ status: 'BOOKED', client_id: second.id });
    expect(await act(id, 'RECEIVED')).toMatchObject({ status: 'BOOKED', deposit: { state: 'TO_REFUND' } });
    for (const client of [first, second])
      expect(await notificationTypes(salon, client.id)).not.toContain('APPT_DEPOSIT_RECEIVED');
  });

  test('undoing a move, a swap or a deletion restores the deposit', async () => {
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
      () => salon.admin.call('DELETE /appointments/{id}', { params: { id }, query: { undo: '1' } }),
    ];
    for (const change of changes) {
      const undo_token = (await change())?.undo_token ?? '';
      await salon.admin.call('POST /appointments/undo', { body: { undo_token } });
      expect((await find(id)).deposit).toEqual(before.deposit);
    }
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
