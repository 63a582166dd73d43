import { expect, test } from 'vitest';
import { toId } from '../../../src/domain/ids.ts';
import { type WallDate, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment } from '../../support/builders.ts';
import { contentsOf } from '../../support/contents.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { accountById } from '../../support/rows/rows.ts';
import type { Salon } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('clients in the owner’s view', () => {
  const add = (body: Parameters<typeof addAs>[1]) => addAs(salon, body);
  const read = (id: number) => salon.admin.call('GET /users/{id}', { params: { id } });
  const loginAs = (email: string, password: string) =>
    salon.visitor.call('POST /auth/login', { body: { email, password } });

  test('a client whom the owner adds with only a name has no login', async () => {
    const made = await add({ name: '  Mira Mirić ' });
    expect(made).toEqual({
      id: made.id,
      person_id: (await accountById(salon, toId(made.id))).person_id,
      name: 'Mira Mirić',
      email: null,
      phone: null,
      city: null,
      no_shows: 0,
      notes: null,
      active: 1,
      role: 'CLIENT',
      created_at: '2026-11-17 11:20:00',
    });
    expect(await read(made.id)).toMatchObject({ has_login: 0, visits: 0, last_visit: null });
  });

  test('a password that the owner sets is hashed and accepted at login, and no response contains it', async () => {
    const made = await add({ name: 'Lana', email: 'lana@primer.rs', password_hash: 'lozinka lane' });
    expect(JSON.stringify(made)).not.toContain('lozinka');
    expect(await read(made.id)).toMatchObject({ has_login: 1 });
    const { token } = await loginAs('LANA@primer.rs', 'lozinka lane');
    const params = { id: made.id };
    for (const password_hash of [null, '', '   ', undefined])
      await salon.admin.call('PUT /users/clients/{id}', { params, body: { city: 'Niš', password_hash } });
    await salon.as(token).call('GET /auth/me');
    await salon.admin.call('PUT /users/clients/{id}', { params, body: { password_hash: 'sasvim druga' } });
    await expectRefused(salon.as(token).call('GET /auth/me'), 'login_required');
    await expectRefused(loginAs('lana@primer.rs', 'lozinka lane'), 'login_failed');
    await loginAs('lana@primer.rs', 'sasvim druga');
    const stored = JSON.stringify(await contentsOf(salon.db));
    expect(stored).not.toContain('sasvim druga');
  });

  test.each([
    ['12345', 'password_too_short'],
    ['šđčćž', 'password_too_short'],
  ] as const)('rejects the password %j, which has fewer than six characters', async (password_hash, code) => {
    const refusal = await expectRefused(add({ name: 'Kratka', password_hash }), code);
    expect(refusal.fields).toEqual({ password_hash: refusal.text });
    await add({ name: 'Kratka', password_hash: `${password_hash}6` });
  });

  test('email addresses are unique regardless of case, also in concurrent requests', async () => {
    await add({ name: 'Prva', email: 'ista@primer.rs' });
    const refusal = await expectRefused(add({ name: 'Druga', email: 'Ista@PRIMER.rs' }), 'email_taken');
    expect(refusal.fields).toEqual({ email: refusal.text });
    const other = await add({ name: 'Treća', email: 'treca@primer.rs' });
    const body = { email: 'ISTA@primer.rs' };
    const params = { id: other.id };
    await expectRefused(salon.admin.call('PUT /users/clients/{id}', { params, body }), 'email_taken');
    await expectRefused(salon.admin.call('PUT /users/{id}', { params, body }), 'email_taken');
    await expectRefused(add({ name: 'Kao admin', email: 'ADMIN@salon.local' }), 'email_taken');
    const raced = ['a', 'A', 'b', 'B', 'a'].map((letter) =>
      add({ name: letter, email: `trka@${letter}a.rs` }),
    );
    expect(await outcomesOf(raced)).toEqual({ ok: 2, email_taken: 3 });
    const registered = await salon.visitor.call('POST /auth/register', {
      body: { name: 'R', email: 'r@primer.rs', password: 'lozinka', password_confirm: 'lozinka' },
    });
    expect(registered.user.email).toBe('r@primer.rs');
    await expectRefused(add({ name: 'R2', email: 'R@primer.rs' }), 'email_taken');
  });

  test('an edit keeps omitted fields, clears fields set to null, and accepts the client’s own email in another case', async () => {
    const { id } = await add({
      name: 'Nada',
      email: 'nada@primer.rs',
      phone: '064 100001',
      city: 'Bor',
      notes: 'b',
    });
    const params = { id };
    const edited = await salon.admin.call('PUT /users/{id}', {
      params,
      body: { name: 'Nada N.', email: 'Nada@primer.rs', phone: null },
    });
    expect(edited).toMatchObject({
      name: 'Nada N.',
      email: 'Nada@primer.rs',
      phone: null,
      city: 'Bor',
      notes: 'b',
    });
    const found = (q: string) => salon.admin.call('GET /users', { query: { q } });
    const { person_id } = await accountById(salon, toId(id));
    const contact = { name: 'Nada N.', email: 'Nada@primer.rs', phone: null };
    expect(await found('nada n')).toEqual([{ id, person_id, ...contact }]);
    expect(await found('064100001')).toEqual([]);
  });

  test('deactivating a client ends their sessions immediately; a reactivated client can log in again', async () => {
    const client = await aClient(salon, { email: 'pauza@primer.rs', password: 'lozinka' });
    const set = (active: 0 | 1) =>
      salon.admin.call('PUT /users/{id}', { params: { id: client.id }, body: { active } });
    await client.call('GET /auth/me');
    expect(await set(0)).toMatchObject({ active: 0 });
    await expectRefused(client.call('GET /auth/me'), 'login_required');
    await expectRefused(loginAs('pauza@primer.rs', 'lozinka'), 'account_inactive');
    const picked = await salon.admin.call('GET /users', { query: { q: 'pauza@', role: 'CLIENT' } });
    expect(picked.map(({ id }) => id)).toEqual([client.id]);
    await set(1);
    await expectRefused(client.call('GET /auth/me'), 'login_required');
    await loginAs('pauza@primer.rs', 'lozinka');
  });

  test('the list and the details count a client’s ended bookings; the details also count the client’s cancellations', async () => {
    const { id } = await aClient(salon);
    await aBooking(salon, '2026-11-10 09:00:00', id, { service_name: 'Gel lak' });
    await aBooking(salon, '2026-11-17 10:20:00', id, { minutes: 60, service_name: 'Korekcija' });
    await aBooking(salon, '2026-11-17 11:20:00', id);
    await aBooking(salon, '2026-12-01 09:00:00', id);
    await aBooking(salon, '2026-11-30 09:00:00', id);
    const cancelled = { status: 'CANCELLED', client_id: id, cancelled_at: 1 } as const;
    await anAppointment(salon, '2026-11-11 09:00:00', { ...cancelled, cancelled_by: 'CLIENT', is_late: 1 });
    await anAppointment(salon, '2026-11-12 09:00:00', { ...cancelled, cancelled_by: 'CLIENT' });
    await anAppointment(salon, '2026-11-13 09:00:00', { ...cancelled, cancelled_by: 'ADMIN', is_late: 1 });
    await anAppointment(salon, '2026-11-18 09:00:00', cancelled);
    const counted = { visits: 2, last_visit: '2026-11-17 10:20:00' };
    expect(await read(id)).toMatchObject({ ...counted, cancellations: 2, late_cancellations: 1 });
    const listed = await salon.admin.call('GET /users/clients', { query: {} });
    const next = { next_start: '2026-11-30 09:00:00', usual_service: 'Korekcija' };
    expect(listed.find((client) => client.id === id)).toMatchObject({ ...counted, ...next });
    expect(listed.filter(({ visits, next_start: next }) => visits || next)).toHaveLength(1);
  });

  test('the usual service of a client in the list is the one booked most often; if two were booked equally often, the one booked last', async () => {
    const { id } = await aClient(salon);
    const usual = async () =>
      (await salon.admin.call('GET /users/clients', { query: {} })).find((client) => client.id === id)
        ?.usual_service;
    expect(await usual()).toBeNull();
    const took = (day: WallDate, service_name: string | null) =>
      aBooking(salon, wallTimeOn(day, '07:00:00'), id, { service_name });
    for (const day of ['2026-11-02', '2026-11-05'] as const) await took(day, 'Gel lak');
    await took('2026-11-03', 'Korekcija');
    for (const day of ['2026-11-06', '2026-11-07', '2026-11-08'] as const) await took(day, null);
    expect(await usual()).toBe('Gel lak');
    await took('2026-11-10', 'Korekcija');
    expect(await usual()).toBe('Korekcija');
    await took('2026-11-30', 'Gel lak');
    expect(await usual()).toBe('Korekcija');
  });

  test('the owner is not in the list of clients, and cannot be read, edited or deleted as a client', async () => {
    const params = { id: salon.admin.id };
    await expectRefused(salon.admin.call('GET /users/{id}', { params }), 'not_found');
    await expectRefused(salon.admin.call('PUT /users/{id}', { params, body: { active: 0 } }), 'not_found');
    await expectRefused(salon.admin.call('PUT /users/clients/{id}', { params, body: {} }), 'not_found');
    await expectRefused(salon.admin.call('DELETE /users/clients/{id}', { params }), 'not_found');
    expect(await salon.admin.call('GET /users', { query: { q: 'admin@salon' } })).toEqual([]);
  });
});

const addAs = (salon: Salon, body: { name: string } & Record<string, string | null>) =>
  salon.admin.call('POST /users/clients', { body });
