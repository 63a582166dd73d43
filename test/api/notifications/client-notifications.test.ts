import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { ClientNotificationType } from '../../../src/domain/notifications.ts';
import { aBooking, aClient, aSlot } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { changeRow } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('a client’s notifications', { emptyBeforeEach: true }, () => {
  let ana: Person;
  let vera: Person;
  beforeEach(async () => {
    [ana, vera] = [await aClient(salon), await aClient(salon)];
  });

  interface Given {
    type?: ClientNotificationType;
    created?: number;
    visible?: number;
    appointment_id?: AppointmentId;
  }
  const notification = async (
    to: Person,
    { type, created = 0, visible = created, appointment_id }: Given = {},
  ) => {
    const { id } = await salon.db
      .insertInto('client_notifications')
      .values({
        user_id: to.id,
        type: type ?? 'APPT_TIME_CHANGED',
        message: 'Poruka',
        created_at: salon.clock.ms() + created,
        visible_at: salon.clock.ms() + visible,
        appointment_id: appointment_id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  type Query = { limit?: number; offset?: number; unread?: '0' | '1'; type?: ClientNotificationType };
  const idsOf = async (person: Person, query: Query = {}) =>
    (await person.call('GET /client-notifications', { query })).map(({ id }) => id);

  test('notifications are listed newest first, 20 at a time', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 25; n++) ids.unshift(await notification(ana, { created: Math.floor(n / 5) - 10 }));
    await notification(vera);
    expect(await idsOf(ana)).toEqual(ids.slice(0, 20));
    expect(await idsOf(ana, { offset: 20 })).toEqual(ids.slice(20));
    expect(await idsOf(ana, { limit: 3, offset: 2 })).toEqual(ids.slice(2, 5));
    expect(await idsOf(ana, { offset: 25 })).toEqual([]);
    await expectRefused(ana.call('GET /client-notifications', { query: { limit: 101 } }), 'bad_input');
    await expectRefused(ana.call('GET /client-notifications', { query: { limit: 0 } }), 'bad_input');
  });

  test('the list can be limited to unread notifications or to one type, and the unread notifications are counted', async () => {
    const [moved, freed] = [
      await notification(ana),
      await notification(ana, { type: 'FREE_SLOT_AVAILABLE' }),
    ];
    await ana.call('POST /client-notifications/{id}/read', { params: { id: moved } });
    expect(await idsOf(ana, { unread: '1' })).toEqual([freed]);
    expect(await idsOf(ana, { unread: '0' })).toEqual([freed, moved]);
    expect(await idsOf(ana, { type: 'APPT_TIME_CHANGED' })).toEqual([moved]);
    expect(await idsOf(ana, { type: 'APPT_TIME_CHANGED', unread: '1' })).toEqual([]);
    expect(await ana.call('GET /client-notifications/unread-count')).toEqual({ count: 1 });
    expect(await vera.call('GET /client-notifications/unread-count')).toEqual({ count: 0 });
  });

  test('requests for another client’s notification get the same 404 as for a missing one, and change nothing', async () => {
    const params = { id: await notification(ana) };
    await expectRefused(vera.call('POST /client-notifications/{id}/read', { params }), 'not_found');
    await expectRefused(vera.call('DELETE /client-notifications/{id}', { params }), 'not_found');
    await expectRefused(salon.admin.call('DELETE /client-notifications/{id}', { params }), 'not_found');
    expect(await vera.call('POST /client-notifications/read-all')).toEqual({ count: 0 });
    expect(await vera.call('DELETE /client-notifications', { query: { scope: 'all' } })).toEqual({
      count: 0,
    });
    expect(await ana.call('GET /client-notifications')).toMatchObject([{ id: params.id, read_at: null }]);
  });

  test('a client can mark one notification or all as read, and delete one or all', async () => {
    const [first, second, third] = [
      await notification(ana),
      await notification(ana),
      await notification(ana),
    ];
    const read = await ana.call('POST /client-notifications/{id}/read', { params: { id: first } });
    expect(read).toEqual({
      id: first,
      type: 'APPT_TIME_CHANGED',
      message: 'Poruka',
      created_at: '2026-11-17 11:20:00',
      read_at: '2026-11-17 11:20:00',
      appointment_id: null,
      appt_start: null,
      day: null,
    });
    salon.clock.advance(1);
    expect(await ana.call('POST /client-notifications/{id}/read', { params: { id: first } })).toEqual(read);
    expect(await ana.call('POST /client-notifications/read-all')).toEqual({ count: 2 });
    await ana.call('DELETE /client-notifications/{id}', { params: { id: third } });
    expect(await idsOf(ana)).toEqual([second, first]);
    await expectRefused(
      ana.call('DELETE /client-notifications', { query: {} as { scope: 'all' } }),
      'bad_input',
    );
    expect(await ana.call('DELETE /client-notifications', { query: { scope: 'all' } })).toEqual({ count: 2 });
  });

  test('notifications link to their appointment only while the appointment belongs to the client', async () => {
    const appointment_id = await aBooking(salon, '2026-11-20 09:00:00', ana.id);
    await notification(ana, { appointment_id });
    const link = async () => (await ana.call('GET /client-notifications'))[0]?.appointment_id;
    expect(await link()).toBe(appointment_id);
    await changeRow(salon, appointment_id, { client_id: vera.id });
    expect(await link()).toBeNull();
    await salon.db.deleteFrom('appointments').execute();
    await salon.db.deleteFrom('openings').execute();
    expect(await link()).toBeNull();
  });

  test('notifications about a free slot link to the slot until it is deleted', async () => {
    const appointment_id = await aSlot(salon, '2026-11-20 09:00:00');
    await notification(ana, { type: 'FREE_SLOT_AVAILABLE', appointment_id });
    const link = async () => (await ana.call('GET /client-notifications'))[0]?.appointment_id;
    expect(await link()).toBe(appointment_id);
    await salon.db.deleteFrom('appointments').execute();
    await salon.db.deleteFrom('openings').execute();
    expect(await link()).toBeNull();
  });

  test('notifications appear once the change that caused them can no longer be undone', async () => {
    const id = await notification(ana, { visible: 10_000 });
    salon.clock.advanceMs(9_999);
    expect(await idsOf(ana)).toEqual([]);
    expect(await ana.call('GET /client-notifications/unread-count')).toEqual({ count: 0 });
    expect(await ana.call('POST /client-notifications/read-all')).toEqual({ count: 0 });
    expect(await ana.call('DELETE /client-notifications', { query: { scope: 'all' } })).toEqual({ count: 0 });
    await expectRefused(ana.call('DELETE /client-notifications/{id}', { params: { id } }), 'not_found');
    salon.clock.advanceMs(1);
    expect(await idsOf(ana, { unread: '1' })).toEqual([id]);
  });
});
