import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { aSlot, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { rowsOfDay } from '../../support/notifications.ts';
import { bookingOf } from '../../support/rows/rows.ts';
import { NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/**
 * A repeated guest booking returns the same link, also after the booking was changed
 * (docs/spec/behaviour.md §5.5 and §5.17).
 */

let day: WallDate;
let id: AppointmentId;
let key = 0;
let first: { guest_link: string | null };
let send: () => Promise<{ code?: string; guest_link: string | null; start_datetime: string }>;

const edit = (body: object) => salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
const at = (from: string, to: string) => ({
  start_datetime: `${day} ${from}:00`,
  end_datetime: `${day} ${to}:00`,
});
const view = (token: string | null) =>
  salon.visitor.call('POST /guest-link/view', { body: { token: token ?? '' } });

onBothEngines('the link in the response to a repeated booking request of a guest', () => {
  beforeEach(async () => {
    salon.clock.set(NOW);
    day = freshDay();
    id = await aSlot(salon, `${day} 09:00:00`);
    const request = {
      method: 'POST',
      url: `/api/appointments/${id}/book`,
      headers: { 'idempotency-key': `key ${++key}` },
      payload: { ...seen(`${day} 09:00:00`), guest_name: 'Mila', guest_phone: freshPhone() },
    } as const;
    send = async () => (await salon.app.inject(request)).json();
    first = await send();
  });

  test('each repetition of a booking returns the same link; only one link is stored', async () => {
    for (let n = 0; n < 3; n++) expect((await send()).guest_link).toBe(first.guest_link);
    const links = await salon.db
      .selectFrom('guest_links')
      .select('token_hash')
      .where('booking_id', '=', await bookingOf(salon, id))
      .execute();
    expect(links).toHaveLength(1);
  });

  test('another booking with another key gets a different link', async () => {
    const other = await aSlot(salon, `${day} 11:00:00`);
    const again = await salon.app.inject({
      method: 'POST',
      url: `/api/appointments/${other}/book`,
      headers: { 'idempotency-key': `key ${++key}` },
      payload: { ...seen(`${day} 11:00:00`), guest_name: 'Mila', guest_phone: freshPhone() },
    });
    expect(again.json().guest_link).toHaveLength(43);
    expect(again.json().guest_link).not.toBe(first.guest_link);
  });

  test('after the booking is moved, a repeated request still returns a link that opens the booking', async () => {
    await edit(at('15:00', '16:00'));
    const again = await send();
    expect(again.start_datetime).toBe(`${day} 09:00:00`);
    expect(await view(again.guest_link)).toMatchObject(at('15:00', '16:00'));
  });

  test('after the booking is canceled, a repeated request still returns a link that opens the booking', async () => {
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
    const again = await send();
    expect(await view(again.guest_link)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'Bolest' });
  });

  test('if the owner frees the slot and the guest then repeats the booking request, the returned link opens the CANCELLED appointment', async () => {
    await edit({ status: 'AVAILABLE' });
    expect(await view((await send()).guest_link)).toMatchObject({ status: 'CANCELLED', guest_name: 'Mila' });
  });

  test('after the owner has canceled a booking and booked it again, a repeated request of the guest returns a link to the booking', async () => {
    await edit({ status: 'CANCELLED' });
    salon.clock.advanceMs(1000);
    await edit({ status: 'BOOKED' });
    expect(await view((await send()).guest_link)).toMatchObject({ status: 'BOOKED', guest_name: 'Mila' });
  });

  test('a repeated request returns no link once the appointment is deleted or belongs to another guest', async () => {
    await edit({ guest_name: 'Druga', guest_phone: '064 100099' });
    expect(await send()).toMatchObject({ guest_link: null, guest_name: 'Mila' });
    await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
    expect(await send()).toMatchObject({ guest_link: null, guest_name: 'Mila' });
  });

  test('a repeated request returns no link after the end of the appointment', async () => {
    await salon.db
      .updateTable('appointments')
      .set({ start_datetime: `2026-11-17 09:00:00`, end_datetime: '2026-11-17 10:00:00' })
      .where('id', '=', id)
      .execute();
    expect(await send()).toMatchObject({ guest_link: null });
    await salon.db.deleteFrom('appointments').where('id', '=', id).execute();
  });

  test('a repeated request returns a working link, even if an earlier release stored its response with a masked link', async () => {
    const kept = await salon.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('appointment_id', '=', id)
      .executeTakeFirstOrThrow();
    const response = JSON.parse(kept.answer);
    expect(kept.answer).not.toContain('guest_link');
    await salon.db
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify({ ...response, guest_link: 'x'.repeat(43) }) })
      .where('appointment_id', '=', id)
      .execute();
    const again = await send();
    expect(await view(again.guest_link)).toMatchObject({ guest_name: 'Mila' });
  });

  test('ignores a stored response that another release saved in an unknown format', async () => {
    const keep = (answer: string) =>
      salon.db.updateTable('idempotency_keys').set({ answer }).where('appointment_id', '=', id).execute();
    for (const answer of ['{"id":1}', '[]', 'null', 'no JSON']) {
      await keep(answer);
      expect(await send()).toMatchObject({ code: 'slot_gone' });
    }
    await edit({ status: 'AVAILABLE' });
    expect(await send()).toMatchObject({ start_datetime: `${day} 09:00:00` });
    expect((await send()).code).toBeUndefined();
    expect((await rowsOfDay(salon, day)).map(({ status }) => status)).toEqual(['BOOKED', 'CANCELLED']);
  });
});
