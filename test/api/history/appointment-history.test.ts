import { beforeEach, expect, test } from 'vitest';
import { hashToken, makeToken } from '../../../src/server/platform/auth/secrets.ts';
import { aBooking, aClient, anAppointment, aService, aSlot, seen } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START = '2026-11-19 10:00:00';
const GUEST = { guest_name: 'Ana Gošća', guest_phone: '063 555 100' };

onBothEngines('the history of an appointment', { emptyBeforeEach: true }, () => {
  let client: Person & { name: string };
  beforeEach(async () => {
    client = await aClient(salon, { name: 'Marta Đukanović' });
  });
  const historyOf = (id: number, query = {}) =>
    salon.admin.call('GET /appointments/{id}/history', { params: { id }, query });

  test('the history lists a client’s booking and the owner’s move with a note, newest first, with person and time', async () => {
    const service_id = await aService(salon, { name: 'Gel lak', price: 1800 });
    const { id } = await salon.admin.call('POST /appointments/slot', {
      body: { start_datetime: START, duration_minutes: 60 },
    });
    salon.clock.advance(1);
    await client.call('POST /appointments/{id}/book', {
      params: { id },
      body: { ...seen(START), service_id },
    });
    salon.clock.advance(1);
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id },
      body: { start_datetime: '2026-11-19 10:15:00', end_datetime: '2026-11-19 11:15:00', notes: 'Višnja.' },
    });
    const history = await historyOf(id);
    expect(history).toMatchObject([
      { at: '2026-11-17 11:22:00', by: { role: 'ADMIN', name: 'Admin' }, action: 'changed' },
      { at: '2026-11-17 11:21:00', by: { role: 'CLIENT', name: 'Marta Đukanović' }, action: 'booked' },
      { at: '2026-11-17 11:20:00', by: { role: 'ADMIN', name: 'Admin' }, action: 'created' },
    ]);
    expect(history[0]?.changes).toEqual([
      { field: 'start_datetime', from: START, to: '2026-11-19 10:15:00' },
      { field: 'end_datetime', from: '2026-11-19 11:00:00', to: '2026-11-19 11:15:00' },
      { field: 'notes', from: null, to: 'Višnja.' },
    ]);
    expect(history[1]?.changes).toEqual([
      { field: 'status', from: 'AVAILABLE', to: 'BOOKED' },
      { field: 'client', from: null, to: 'Marta Đukanović' },
      { field: 'service_name', from: null, to: 'Gel lak' },
      { field: 'service_price', from: null, to: 1800 },
    ]);
    expect(await historyOf(id, { limit: 1, offset: 1 })).toEqual([history[1]]);
  });

  test('the history names a guest who books and then cancels through the link', async () => {
    const id = await aSlot(salon, START);
    const body = { ...seen(START), ...GUEST };
    const { guest_link } = await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    await salon.visitor.call('POST /guest-link/cancel', {
      body: { token: guest_link ?? '', reason: 'Put.' },
    });
    const by = { role: 'GUEST', name: 'Ana Gošća' };
    expect(await historyOf(id)).toMatchObject([
      { by, action: 'cancelled' },
      { by, action: 'booked' },
    ]);
    const { id: freed } = await salon.db
      .selectFrom('appointments')
      .select('id')
      .where('status', '=', 'AVAILABLE')
      .executeTakeFirstOrThrow();
    // neither the new slot nor its history names the guest
    expect(await historyOf(freed)).toMatchObject([
      { by: { role: 'GUEST', name: 'Gost' }, action: 'created' },
    ]);
  });

  test('the history contains the undo of a deletion and of a move', async () => {
    const id = await aSlot(salon, START);
    const params = { id };
    const deleted = await salon.admin.call('DELETE /appointments/{id}', { params, query: { undo: '1' } });
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['deleted']);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: deleted?.undo_token ?? '' } });
    const times = { start_datetime: '2026-11-19 12:00:00', end_datetime: '2026-11-19 13:00:00' };
    const moved = await salon.admin.call('PUT /analytics/appointments/{id}/move', { params, body: times });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: moved.undo_token ?? '' } });
    const actions = (await historyOf(id)).map(({ action }) => action);
    expect(actions).toEqual(['undone', 'changed', 'restored', 'deleted']);
  });

  test('a refused request and an edit without changes leave no history entry', async () => {
    const id = await aBooking(salon, START, client.id, { notes: 'Ista.' });
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { notes: 'Ista.' } });
    await salon.admin.call('PUT /settings', { body: { booking_days: 15 } });
    await anAppointment(salon, '2026-11-19 11:00:00', { status: 'BLOCKED' });
    const body = { start_datetime: '2026-11-19 10:30:00', end_datetime: '2026-11-19 11:30:00' };
    const moving = salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body });
    await expectRefused(moving, 'move_refused');
    expect(await salon.db.selectFrom('history').select('id').execute()).toEqual([]);
  });

  test('the history contains a password reset, an account deletion and the undo of a new appointment', async () => {
    const token = makeToken();
    await salon.db
      .insertInto('reset_links')
      .values({ token_hash: hashToken(token), user_id: client.id, expires_at: salon.clock.ms() + 1000 })
      .execute();
    const passwords = { new_password: 'novalozinka', new_password_confirm: 'novalozinka' };
    await salon.visitor.call('POST /auth/reset', { body: { token, ...passwords } });
    const again = await salon.loggedIn(client.id);
    await again.call('POST /auth/me/delete', { body: { password: 'novalozinka', cancel_bookings: true } });
    const made = await salon.admin.call('POST /appointments', {
      body: { start_datetime: START, ...GUEST },
      query: { undo: '1' },
    });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: made.undo_token ?? '' } });
    const rows = await salon.db
      .selectFrom('history')
      .select(['subject', 'subject_id', 'action', 'by_role', 'by_name'])
      .orderBy('id')
      .execute();
    const ofClient = {
      subject: 'client',
      subject_id: client.id,
      by_role: 'CLIENT',
      by_name: 'Obrisan klijent',
    };
    const ofAdmin = { subject: 'appointment', subject_id: made.id, by_role: 'ADMIN', by_name: 'Admin' };
    expect(rows).toEqual([
      { ...ofClient, action: 'password' },
      { ...ofClient, action: 'erased' },
      { ...ofAdmin, action: 'created' },
      { ...ofAdmin, action: 'undone' },
    ]);
  });

  test('deleting a client also deletes the client’s data from the history, but no data of other people', async () => {
    const other = await aClient(salon, { name: 'Jovana Druga' });
    const id = await aBooking(salon, START, client.id);
    const put = (body: object) => salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
    await client.call('POST /appointments/{id}/guest', { params: { id }, body: GUEST });
    await put({ notes: 'kanarinac beleška' });
    await put({ client_id: other.id, notes: 'Jovanina beleška' });
    await salon.admin.call('PUT /users/{id}', {
      params: { id: client.id },
      body: { city: 'kanarinac grad', phone: '064 999 888' },
    });
    const said = async () =>
      JSON.stringify(await salon.db.selectFrom('history').select(['by_name', 'changes']).execute());
    const traces = ['kanarinac', '064 999 888', 'Marta', 'Ana Gošća', '063 555 100'];
    for (const trace of traces) expect(await said()).toContain(trace);
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } });
    for (const trace of traces) expect(await said()).not.toContain(trace);
    expect(await said()).toContain('Jovanina beleška');
    const names = (await historyOf(id)).flatMap(({ changes }) =>
      changes.filter(({ field }) => field === 'client'),
    );
    expect(names).toEqual([{ field: 'client', from: 'Obrisan klijent', to: 'Jovana Druga' }]);
  });
});
