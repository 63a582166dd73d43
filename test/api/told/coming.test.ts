import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addDays, addMinutes, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aTechnicianPerson } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { aTarget } from '../../support/moving.ts';
import { expectRefused } from '../../support/refused.ts';
import { changeRow } from '../../support/rows/rows.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('“Dolazim”, and the link of a booking', () => {
  let day: WallDate;
  let start: WallTime;
  let id: AppointmentId;
  let guest: { guest_name: string; guest_phone: string };
  beforeEach(async () => {
    day = freshDay();
    start = atHour(day, 9);
    salon.clock.set(`${addDays(day, -1)} 10:00:00`);
    guest = { guest_name: 'Mila', guest_phone: freshPhone() };
    const body = { start_datetime: start, duration_minutes: 60, ...guest };
    ({ id } = await salon.admin.call('POST /appointments', { body }));
  });
  afterEach(() => salon.clock.set(NOW));

  const linkBy = (who: Person = salon.admin) => who.call('POST /appointments/{id}/link', { params: { id } });
  const tokenOf = ({ url }: { url: string }) => url.split('#termin=')[1] ?? '';
  const confirmBy = (token: string, seen_start = start) =>
    salon.visitor.call('POST /guest-link/confirm', { body: { token, seen_start } });
  const confirm = (who: Person, seen_start = start) =>
    who.call('POST /appointments/{id}/confirm', { params: { id }, body: { seen_start } });
  const read = () => salon.admin.call('GET /appointments/{id}', { params: { id } });
  const edit = (body: object) => salon.admin.call('PUT /appointments/{id}', { params: { id }, body });

  test('each request makes another link with its token in the fragment, and all of them open the booking', async () => {
    const [first, second] = [await linkBy(), await linkBy()];
    expect(first.url).toMatch(/^http[^#]+\/booking#termin=[\w-]{43}$/);
    expect(second.url).not.toBe(first.url);
    for (const link of [first, second])
      expect(
        await salon.visitor.call('POST /guest-link/view', { body: { token: tokenOf(link) } }),
      ).toMatchObject({ start_datetime: start, ...guest, confirmed_at: null });
    expect(salon.log()).not.toContain(tokenOf(first));
  });

  test('refuses a link to a booking that is over, canceled, free or a colleague’s', async () => {
    const mina = await aTechnicianPerson(salon);
    await expectRefused(linkBy(mina), 'not_allowed');
    salon.clock.set(atHour(day, 9));
    await linkBy(); // begun, but not over
    salon.clock.set(atHour(day, 10));
    await expectRefused(linkBy(), 'appointment_over');
    salon.clock.set(atHour(day, 8));
    await edit({ status: 'CANCELLED', cancel_reason: 'Bolest' });
    await expectRefused(linkBy(), 'appointment_not_booked');
    id = await anAppointment(salon, atHour(day, 12));
    await expectRefused(linkBy(), 'appointment_not_booked');
  });

  test('a technician makes links to her own bookings; the history names who sent the link by which a guest confirmed', async () => {
    const mina = await aTechnicianPerson(salon, { name: 'Mina' });
    await edit({ technician_id: mina.technician });
    await confirmBy(tokenOf(await linkBy(mina)));
    const [newest] = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(newest).toMatchObject({ by: { role: 'GUEST', name: 'Mila' } });
    expect(newest?.changes).toContainEqual({ field: 'link', from: null, to: 'Mina' });
    expect(newest?.changes.map(({ field }) => field)).toContain('confirmed_at');
  });

  test('a guest, the client and the salon confirm; a repeated confirmation keeps the first time', async () => {
    const token = tokenOf(await linkBy());
    const at = addMinutes(`${addDays(day, -1)} 10:00:00`, 0);
    expect(await confirmBy(token)).toMatchObject({ confirmed_at: at });
    salon.clock.set(addMinutes(at, 5));
    expect(await confirmBy(token)).toMatchObject({ confirmed_at: at });
    expect(await read()).toMatchObject({ confirmed_at: at, version: 2 });
    const ana = await aClient(salon);
    id = await aBooking(salon, atHour(day, 12), ana.id);
    expect(await confirm(ana, atHour(day, 12))).toMatchObject({ confirmed_at: addMinutes(at, 5) });
    id = await aBooking(salon, atHour(day, 14), ana.id);
    expect(await confirm(salon.admin, atHour(day, 14))).toMatchObject({ confirmed_at: addMinutes(at, 5) });
  });

  test('refuses a wrong token, another client, another technician and a visitor', async () => {
    await expectRefused(confirmBy('x'.repeat(43)), 'guest_link_dead');
    const [ana, vera] = [await aClient(salon), await aClient(salon)];
    id = await aBooking(salon, atHour(day, 12), ana.id);
    await expectRefused(confirm(vera, atHour(day, 12)), 'not_found');
    await expectRefused(confirm(await aTechnicianPerson(salon), atHour(day, 12)), 'not_allowed');
    await expectRefused(confirm(salon.visitor, atHour(day, 12)), 'login_required');
  });

  test('refuses another start, a start more than 7 days ahead, one that has begun, and a booking that is canceled or waits', async () => {
    const token = tokenOf(await linkBy());
    await expectRefused(confirmBy(token, atHour(day, 10)), 'appointment_changed');
    salon.clock.set(addMinutes(start, -7 * 24 * 60 - 1));
    await expectRefused(confirmBy(token), 'confirm_refused');
    await expectRefused(confirm(salon.admin), 'confirm_refused');
    salon.clock.set(start);
    await expectRefused(confirmBy(token), 'appointment_over');
    salon.clock.set(addMinutes(start, -7 * 24 * 60));
    await changeRow(salon, id, { request_state: 'WAITING', request_until: start });
    await expectRefused(confirmBy(token), 'appointment_not_booked');
    await changeRow(salon, id, { request_state: 'ACCEPTED' });
    expect(await confirmBy(token)).toMatchObject({ status: 'BOOKED' });
    await edit({ status: 'CANCELLED', cancel_reason: 'Bolest' });
    await expectRefused(confirmBy(token), 'appointment_not_booked');
  });

  test('another start clears the confirmation, and undoing the move brings it back; another end or technician does not clear it', async () => {
    const confirmed = await confirm(salon.admin);
    await edit({ end_datetime: atHour(day, 11) });
    expect(await read()).toMatchObject({ confirmed_at: confirmed.confirmed_at });
    const { undo_token } = await salon.admin.call('PUT /analytics/appointments/{id}/move', {
      params: { id },
      body: { start_datetime: atHour(day, 14), end_datetime: atHour(day, 15) },
    });
    expect(await read()).toMatchObject({ confirmed_at: null });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    expect(await read()).toMatchObject({ start_datetime: start, confirmed_at: confirmed.confirmed_at });
    await edit({ start_datetime: atHour(day, 14), end_datetime: atHour(day, 15) });
    expect(await read()).toMatchObject({ confirmed_at: null });
  });

  test('her own move clears the confirmation; another person, and a reopened booking, begin without one', async () => {
    salon.clock.set(`${addDays(day, -2)} 08:00:00`);
    const token = tokenOf(await linkBy());
    await confirmBy(token);
    const target = await aTarget(salon, atHour(day, 14));
    const moved = await salon.visitor.call('POST /guest-link/reschedule', { body: { token, ...target } });
    expect(moved.confirmed_at).toBeNull();
    await confirmBy(token, atHour(day, 14));
    await edit({ status: 'CANCELLED', cancel_reason: 'Bolest' });
    await edit({ status: 'BOOKED' });
    expect(await read()).toMatchObject({ confirmed_at: null });
    await confirmBy(token, atHour(day, 14));
    await edit({ guest_name: 'Vera', guest_phone: freshPhone() });
    expect(await read()).toMatchObject({ confirmed_at: null });
    await expectRefused(confirmBy(token, atHour(day, 14)), 'guest_link_dead');
  });

  test('a client opens her own booking by its link without logging in, and reads nothing of her account', async () => {
    const ana = await aClient(salon, { name: 'Ana Ilić', phone: '064 121 314', email: 'ana@primer.rs' });
    id = await aBooking(salon, atHour(day, 12), ana.id);
    const view = await salon.visitor.call('POST /guest-link/view', {
      body: { token: tokenOf(await linkBy()) },
    });
    expect(view).toMatchObject({ start_datetime: atHour(day, 12), guest_name: null });
    for (const hidden of ['Ana', '064 121', 'ana@']) expect(JSON.stringify(view)).not.toContain(hidden);
  });
});
