import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { deleteOutdatedRows } from '../../../src/server/start.ts';
import { aBooking, aClient, aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { aTarget, type MoveTarget, moveOwn } from '../../support/moving.ts';
import { adminNotifications, rowById, rowsOfDay } from '../../support/notifications.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let keys = 0;

onBothEngines('a move repeated with its Idempotency-Key', () => {
  let day: WallDate;
  let ana: Person;
  let id: AppointmentId;
  let target: MoveTarget;
  let key: string;
  beforeEach(async () => {
    day = freshDay();
    ana = await aClient(salon);
    id = await aBooking(salon, atHour(day, 9), ana.id);
    target = await aTarget(salon, atHour(day, 14));
    key = `move ${keys++}`;
  });
  const post = async (who: Person, path: string, body: object, withKey = key) => {
    const answer = await salon.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'idempotency-key': withKey, ...(who.token && { authorization: `Bearer ${who.token}` }) },
      payload: body,
    });
    return { http: answer.statusCode, ...answer.json() };
  };
  const move = (who: Person = ana, body: object = target) =>
    post(who, `/appointments/${id}/reschedule`, body);
  const keptRows = () =>
    salon.db.selectFrom('idempotency_keys').selectAll().where('appointment_id', '=', id).execute();

  test('a repeated request returns the first response and moves the booking once', async () => {
    const first = await move();
    expect(first).toMatchObject({ http: 200, start_datetime: atHour(day, 14), version: 2 });
    expect(await move()).toEqual(first);
    expect((await rowById(salon, id))?.version).toBe(2);
    expect(await adminNotifications(salon, id)).toHaveLength(1);
    expect(await rowsOfDay(salon, day)).toHaveLength(2);
  });

  test('a repeated move returns the first response, even if the booking was moved or canceled in the meantime', async () => {
    const first = await move();
    await moveOwn(ana, id, await aTarget(salon, atHour(day, 17)));
    await ana.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } });
    expect(await move()).toEqual(first);
    expect((await rowById(salon, id))?.status).toBe('CANCELLED');
  });

  test('twenty identical concurrent requests move the booking once and get the same response', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => move()));
    expect(responses[0]?.http).toBe(200);
    for (const answer of responses) expect(answer).toEqual(responses[0]);
    expect(await adminNotifications(salon, id)).toHaveLength(1);
  });

  test('rejects a key that is reused for another slot, booking or endpoint', async () => {
    await move();
    const other = await aTarget(salon, atHour(day, 16));
    expect(await move(ana, other)).toMatchObject({ http: 409, code: 'key_reused' });
    const second = await aBooking(salon, atHour(day, 18), ana.id);
    expect(await post(ana, `/appointments/${second}/reschedule`, other)).toMatchObject({
      code: 'key_reused',
    });
    const { to_id, ...times } = other;
    expect(await post(ana, `/appointments/${to_id}/book`, times)).toMatchObject({ code: 'key_reused' });
    expect((await rowById(salon, to_id))?.status).toBe('AVAILABLE');
  });

  test('treats a request by another client with the same Idempotency-Key as a separate request', async () => {
    await move();
    expect(await move(await aClient(salon))).toMatchObject({ http: 404, code: 'not_found' });
  });

  test('a refused move is not stored for its Idempotency-Key: the same request can succeed later', async () => {
    const set = (status: 'AVAILABLE' | 'BLOCKED') =>
      salon.admin.call('POST /appointments/{id}/status', { params: { id: target.to_id }, body: { status } });
    await set('BLOCKED');
    expect(await move()).toMatchObject({ code: 'slot_gone' });
    await set('AVAILABLE');
    expect((await move()).http).toBe(200);
  });

  test('ignores a stored response that another release saved in an unknown format', async () => {
    await move();
    for (const answer of ['{"id":1}', '[]', 'null', 'no JSON']) {
      await salon.db
        .updateTable('idempotency_keys')
        .set({ answer })
        .where('appointment_id', '=', id)
        .execute();
      expect(await move()).toMatchObject({ code: 'slot_gone' });
    }
  });

  test('a guest’s repeated move returns the first response; the stored response is deleted with the guest’s data', async () => {
    const start = atHour(day, 11);
    const params = { id: await aSlot(salon, start) };
    const body = { ...seen(start), guest_name: 'Mila', guest_phone: freshPhone() };
    const { guest_link: token } = await salon.visitor.call('POST /appointments/{id}/book', { params, body });
    id = params.id;
    const again = () => post(salon.visitor, '/guest-link/reschedule', { token, ...target });
    const first = await again();
    expect(first).toMatchObject({ http: 200, start_datetime: atHour(day, 14), guest_name: 'Mila' });
    expect(await again()).toEqual(first);
    const kept = JSON.stringify(await keptRows());
    expect(kept).toContain('Mila');
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(key);
    await salon.db
      .updateTable('appointments')
      .set({ start_datetime: '2024-01-08 09:00:00', end_datetime: '2024-01-08 10:00:00' })
      .where('id', '=', id)
      .execute();
    await salon.admin.call('PUT /settings', { body: { guest_retention_months: 24 } });
    await deleteOutdatedRows(salon.platform);
    expect(await keptRows()).toEqual([]);
  });
});

onBothEngines('rate limit of moves', { settings: { RATE_LIMIT: 'on' } }, () => {
  test('a move that is repeated with the same key counts once for the rate limit', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, atHour(freshDay(), 9), client.id);
    const payload = await aTarget(salon, atHour(freshDay(), 9));
    const headers = { 'idempotency-key': 'jednom', authorization: `Bearer ${client.token}` };
    for (let n = 0; n < 12; n++) {
      const url = `/api/appointments/${id}/reschedule`;
      expect((await salon.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
    }
    expect(await salon.db.selectFrom('counted_acts').selectAll().execute()).toHaveLength(1);
  });
});
