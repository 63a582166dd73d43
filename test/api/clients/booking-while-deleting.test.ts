import { expect, test } from 'vitest';
import { addDays, addMinutes } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aSlot, seen } from '../../support/builders.ts';
import { atHour } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

const ROUNDS = bySize(5, 300);
const CANARY = 'kanarinac';
type Undoable = { undo_token: string };

onBothEngines('deleting a client concurrently with a change of a booking', () => {
  let minute = 0;

  /** Returns a start time that no other round of the test uses. */
  const nextStart = () => {
    const n = minute++;
    return atHour(addDays('2026-12-01', n % 28), 8 + Math.floor(n / 28));
  };
  const remove = (id: number) => salon.admin.call('DELETE /users/clients/{id}', { params: { id } });
  const bookedByNobody = () =>
    salon.db
      .selectFrom('appointments')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .innerJoin('users', 'users.id', 'bookings.client_id')
      .where('users.deleted_at', 'is not', null)
      .where('appointments.status', '=', 'BOOKED')
      .select('appointments.id')
      .execute();

  test('when a client books while the owner deletes the client, exactly one of the two requests succeeds', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const client = await aClient(salon);
      const start = nextStart();
      const params = { id: await aSlot(salon, start) };
      const [booked, removed] = await Promise.allSettled([
        client.call('POST /appointments/{id}/book', { params, body: seen(start) }),
        remove(client.id),
      ]);
      expect([booked.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
    expect(await bookedByNobody()).toEqual([]);
  });

  test('when the owner concurrently books for a client and deletes the client, exactly one of the two requests succeeds', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const client = await aClient(salon);
      const params = { id: await aSlot(salon, nextStart()) };
      const body = { status: 'BOOKED', client_id: client.id } as const;
      const [given, removed] = await Promise.allSettled([
        salon.admin.call('PUT /appointments/{id}', { params, body }),
        remove(client.id),
      ]);
      expect([given.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
    expect(await bookedByNobody()).toEqual([]);
  });

  test('when a client is deleted while their deleted booking is restored, exactly one of the two requests succeeds', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const client = await aClient(salon);
      const id = await aBooking(salon, nextStart(), client.id);
      const ask = { params: { id }, query: { undo: '1' } } as const;
      const { undo_token } = (await salon.admin.call('DELETE /appointments/{id}', ask)) as Undoable;
      const undo = () => salon.admin.call('POST /appointments/undo', { body: { undo_token } });
      const both = round % 2 ? [undo(), remove(client.id)] : [remove(client.id), undo()];
      const statuses = (await Promise.allSettled(both)).map(({ status }) => status);
      expect(statuses.sort()).toEqual(['fulfilled', 'rejected']);
    }
    expect(await bookedByNobody()).toEqual([]);
  });

  test('when a booking is changed to AVAILABLE while its client is deleted, no row keeps the client’s note', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const client = await aClient(salon);
      const id = await aBooking(salon, addMinutes(nextStart(), -61 * 24 * 60), client.id, {
        notes: CANARY,
      });
      const free = { params: { id }, body: { status: 'AVAILABLE', client_id: null } } as const;
      const changes = [salon.admin.call('PUT /appointments/{id}', free), remove(client.id)];
      await Promise.all(round % 2 ? changes : changes.reverse());
    }
    const inRows = salon.db.selectFrom('appointments').select('id').where('notes', '=', CANARY);
    const inBookings = salon.db.selectFrom('bookings').select('id').where('note', '=', CANARY);
    expect([await inRows.execute(), await inBookings.execute()]).toEqual([[], []]);
  });

  test('refuses to rebook a canceled appointment if its client was deleted in the meantime', async () => {
    const client = await aClient(salon);
    const fields = { status: 'CANCELLED', client_id: client.id } as const;
    const id = await anAppointment(salon, '2027-01-11 09:00:00', fields);
    await remove(client.id);
    const body = { status: 'BOOKED' } as const;
    await expectRefused(
      salon.admin.call('PUT /appointments/{id}', { params: { id }, body }),
      'unknown_client',
    );
  });

  test('refuses to restore a deleted booking if its client was deleted in the meantime', async () => {
    const client = await aClient(salon, { name: 'Kanarinka' });
    const id = await anAppointment(salon, '2027-01-12 09:00:00', {
      status: 'BOOKED',
      client_id: client.id,
      booked_at: 1,
      notes: 'Kanarinka',
    });
    const { undo_token } = (await salon.admin.call('DELETE /appointments/{id}', {
      params: { id },
      query: { undo: '1' },
    })) as Undoable;
    await remove(client.id);
    await expectRefused(
      salon.admin.call('POST /appointments/undo', { body: { undo_token } }),
      'undo_expired',
    );
  });
});
