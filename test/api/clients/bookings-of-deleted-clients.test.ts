import { expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aSlot } from '../../support/builders.ts';
import { rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const TODAY = NOW.slice(0, 10);
const at = (day: string, from: string, to: string) => ({
  start_datetime: `${day} ${from}:00`,
  end_datetime: `${day} ${to}:00`,
});

onBothEngines('changing past bookings of deleted clients', () => {
  let days = 0;
  let day: WallDate;
  let id: AppointmentId;
  const edit = (body: object) => salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
  const move = (times: ReturnType<typeof at>) =>
    salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body: times });
  const swap = (a_id: number, b_id: number) =>
    salon.admin.call('PUT /analytics/appointments/swap', { body: { a_id, b_id } });

  /** Adds a booking on a past day that no other test uses, and deletes its client. */
  async function aPastBooking(): Promise<void> {
    day = addDays('2026-10-01', days++);
    const client = await aClient(salon);
    id = await aBooking(salon, `${day} 09:00:00`, client.id);
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } });
  }

  test('a booking of a deleted client cannot be changed to a future time by an edit, a move or a swap', async () => {
    await aPastBooking();
    const before = await rowById(salon, id);
    const ahead = [at('2026-12-01', '09:00', '10:00'), at(TODAY, '10:00', '11:25')] as const;
    for (const times of ahead) {
      await expectRefused(edit(times), 'unknown_client');
      await expectRefused(move(times), 'move_refused');
    }
    const slot = await aSlot(salon, '2026-12-02 09:00:00');
    await expectRefused(swap(id, slot), 'swap_refused');
    await expectRefused(swap(slot, id), 'swap_refused');
    expect(await rowById(salon, id)).toEqual(before);
  });

  test('the times of a past booking of a deleted client can be changed to other past times', async () => {
    await aPastBooking();
    expect(await edit({ notes: 'Došla je kasnije.' })).toMatchObject({ notes: 'Došla je kasnije.' });
    expect(await edit(at(day, '09:30', '10:30'))).toMatchObject(at(day, '09:30', '10:30'));
    expect(await move(at(TODAY, '10:00', '11:20'))).toMatchObject(at(TODAY, '10:00', '11:20'));
    expect(await move(at(day, '10:00', '11:00'))).toMatchObject(at(day, '10:00', '11:00'));
    const slot = await aSlot(salon, `${day} 15:00:00`);
    expect((await swap(id, slot)).a).toMatchObject(at(day, '15:00', '16:00'));
  });

  test('a booking of a deleted client can get a future time only if the same edit assigns another client or cancels the booking', async () => {
    await aPastBooking();
    const other = await aClient(salon);
    const times = at('2026-12-03', '09:00', '10:00');
    expect(await edit({ ...times, client_id: other.id })).toMatchObject({ ...times, client_id: other.id });
    await aPastBooking();
    const cancelled = { ...at('2026-12-04', '09:00', '10:00'), status: 'CANCELLED' };
    expect(await edit(cancelled)).toMatchObject(cancelled);
  });
});
