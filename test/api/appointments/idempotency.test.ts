import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addMinutes, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, aSlot, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { adminNotifications, rowById } from '../../support/notifications.ts';
import { outcomesOf } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let start: WallTime;
let slot: AppointmentId;
let guest: { guest_name: string; guest_phone: string };

/** Replaces the guest's link by a fixed text. */
const withoutLink = (response: object = {}) => ({ ...response, guest_link: 'its own' });

onBothEngines('a booking repeated with its Idempotency-Key', () => {
  beforeEach(async () => {
    start = `${freshDay()} 09:00:00`;
    slot = await aSlot(salon, start);
    guest = { guest_name: 'Mila', guest_phone: freshPhone() };
  });

  const post = async (who: Person, key: string, body: object, id = slot) => {
    const answer = await salon.app.inject({
      method: 'POST',
      url: `/api/appointments/${id}/book`,
      headers: { 'idempotency-key': key, ...(who.token && { authorization: `Bearer ${who.token}` }) },
      payload: body,
    });
    return { http: answer.statusCode, ...answer.json() };
  };

  test('a repeated request returns the first response, with the guest’s link', async () => {
    const body = { ...seen(start), ...guest };
    const first = await post(salon.visitor, 'k1', body);
    expect(first.http).toBe(200);
    const again = await post(salon.visitor, 'k1', body);
    expect(again).toEqual(first);
    const { guest_link: token } = first;
    const view = await salon.visitor.call('POST /guest-link/view', { body: { token } });
    expect(view).toMatchObject({ start_datetime: start, ...guest });
    expect(await adminNotifications(salon, slot)).toHaveLength(1);
  });

  test('an idempotency key can be long and contain spaces', async () => {
    const key = 'key '.repeat(200).trim();
    const body = { ...seen(start), ...guest };
    const first = await post(salon.visitor, key, body);
    expect(withoutLink(await post(salon.visitor, key, body))).toEqual(withoutLink(first));
  });

  test('a repeated request returns the first response even if the booking has changed since then', async () => {
    const ana = await aClient(salon);
    const first = await post(ana, 'k2', seen(start));
    await ana.call('POST /appointments/{id}/cancel', { params: { id: slot }, body: { reason: 'Ne mogu' } });
    expect(await post(ana, 'k2', seen(start))).toEqual(first);
    expect((await rowById(salon, slot))?.status).toBe('CANCELLED');
  });

  test.each(['a visitor', 'a client'] as const)(
    'twenty identical concurrent requests by %s book once and return the same response',
    async (by) => {
      const who = by === 'a client' ? await aClient(salon) : salon.visitor;
      const body = by === 'a client' ? seen(start) : { ...seen(start), ...guest };
      const responses = await Promise.all(Array.from({ length: 20 }, () => post(who, `k3 ${by}`, body)));
      expect(responses[0]?.http).toBe(200);
      for (const answer of responses) expect(withoutLink(answer)).toEqual(withoutLink(responses[0]));
      const views = responses.map(({ guest_link }) =>
        salon.visitor.call('POST /guest-link/view', { body: { token: guest_link ?? '' } }),
      );
      expect(await outcomesOf(views)).toEqual(by === 'a visitor' ? { ok: 20 } : { guest_link_dead: 20 });
      expect(await adminNotifications(salon, slot)).toHaveLength(1);
    },
  );

  test('a key that is reused with another note or for another slot is rejected', async () => {
    const body = { ...seen(start), ...guest };
    await post(salon.visitor, 'k4', body);
    const sameSlot = await post(salon.visitor, 'k4', { ...body, notes: 'Drugo' });
    expect(sameSlot).toMatchObject({ http: 409, code: 'key_reused' });
    const other = await aSlot(salon, addMinutes(start, 120));
    const otherSlot = await post(salon.visitor, 'k4', { ...body, ...seen(addMinutes(start, 120)) }, other);
    expect(otherSlot).toMatchObject({ http: 409, code: 'key_reused' });
    expect((await rowById(salon, other))?.status).toBe('AVAILABLE');
  });

  test('treats a request by another user with the same key as a separate request', async () => {
    const [ana, eva] = [await aClient(salon), await aClient(salon)];
    expect((await post(ana, 'k5', seen(start))).http).toBe(200);
    expect(await post(eva, 'k5', seen(start))).toMatchObject({ http: 409, code: 'slot_gone' });
  });

  test('does not store refusals: the same request can succeed later', async () => {
    const ana = await aClient(salon);
    await salon.admin.call('POST /appointments/{id}/status', {
      params: { id: slot },
      body: { status: 'BLOCKED' },
    });
    expect(await post(ana, 'k6', seen(start))).toMatchObject({ code: 'slot_gone' });
    await salon.admin.call('POST /appointments/{id}/status', {
      params: { id: slot },
      body: { status: 'AVAILABLE' },
    });
    expect((await post(ana, 'k6', seen(start))).http).toBe(200);
  });

  test('the database contains neither the key nor the link in plain text', async () => {
    const { guest_link } = await post(salon.visitor, 'tajni-ključ-k7'.replace('č', 'c'), {
      ...seen(start),
      ...guest,
    });
    const kept = JSON.stringify(await salon.db.selectFrom('idempotency_keys').selectAll().execute());
    expect(kept).not.toContain(guest_link);
    expect(kept).not.toContain('tajni');
  });
});
