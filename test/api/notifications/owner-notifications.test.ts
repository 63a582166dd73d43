import { expect, test } from 'vitest';
import type { AppointmentId, UserId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import type { AdminNotificationType } from '../../../src/domain/wording/notifications.ts';
import { aBooking, aClient } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('the owner’s notifications', { emptyBeforeEach: true }, () => {
  interface Given {
    created?: number;
    visible?: number;
    client_id?: UserId;
    appointment_id?: AppointmentId;
  }
  const notification = async (
    type: AdminNotificationType,
    { created = 0, visible = created, ...about }: Given = {},
  ) => {
    const at = { created_at: salon.clock.ms() + created, visible_at: salon.clock.ms() + visible };
    const made = salon.db.insertInto('admin_notifications').values({ type, ...at, ...about });
    return (await made.returning('id').executeTakeFirstOrThrow()).id;
  };
  type Tab = 'ALL' | 'NEW_BOOKING' | 'CANCELLED' | 'NEW_CLIENT';
  const list = async (type?: Tab) => {
    const notifications = await salon.admin.call('GET /notifications', { query: type ? { type } : {} });
    return notifications.map(({ id }) => id);
  };
  const badges = () => salon.admin.call('GET /notifications/unread-count', { query: { groupBy: 'type' } });

  test('each tab and the full list show notifications newest first, in a stable order', async () => {
    const older = await notification('NEW_BOOKING', { created: -1000 });
    const first = await notification('NEW_BOOKING');
    const second = await notification('CANCELLED');
    const guest = await notification('FREE_SLOT_GUEST');
    expect(await list()).toEqual([guest, second, first, older]);
    expect(await list('ALL')).toEqual([guest, second, first, older]);
    expect(await list('NEW_BOOKING')).toEqual([first, older]);
    expect(await list('NEW_CLIENT')).toEqual([]);
    await expectRefused(
      salon.admin.call('GET /notifications', { query: { type: 'X' as 'ALL' } }),
      'bad_input',
    );
  });

  test('unread notifications are counted per tab, and ALL also counts the types without a tab', async () => {
    await notification('NEW_BOOKING');
    await notification('NEW_BOOKING');
    const cancelled = await notification('CANCELLED');
    await notification('FREE_SLOT_GUEST');
    expect(await badges()).toEqual({ NEW_BOOKING: 2, CANCELLED: 1, NEW_CLIENT: 0, ALL: 4 });
    await salon.admin.call('POST /notifications/{id}/read', { params: { id: cancelled } });
    expect(await badges()).toEqual({ NEW_BOOKING: 2, CANCELLED: 0, NEW_CLIENT: 0, ALL: 3 });
    expect(await salon.admin.call('GET /notifications/unread-count')).toEqual({ count: 3 });
  });

  test('notifications contain the client’s current name, but the data that the appointment had when the notification was created', async () => {
    const client = await aClient(salon, { name: 'Vera', phone: '064 1' });
    const appointment_id = await aBooking(salon, '2026-11-20 09:00:00', client.id);
    await salon.db
      .insertInto('admin_notifications')
      .values({
        type: 'CANCELLED',
        created_at: salon.clock.ms(),
        visible_at: salon.clock.ms(),
        client_id: client.id,
        appointment_id,
        service_name: 'Gel lak',
        appt_start: '2026-11-20 09:00:00',
        appt_end: '2026-11-20 10:00:00',
        appt_created: salon.clock.ms() - 60_000,
        cancelled_reason: 'bolest',
        cancelled_at: salon.clock.ms(),
        is_late: 1,
      })
      .execute();
    await salon.admin.call('PUT /users/{id}', { params: { id: client.id }, body: { name: 'Vera V.' } });
    const [seen] = await salon.admin.call('GET /notifications');
    expect(seen).toEqual({
      id: seen?.id,
      technician_id: OWNERS_TECHNICIAN,
      technician_name: null,
      type: 'CANCELLED',
      created_at: '2026-11-17 11:20:00',
      read_at: null,
      appointment_id,
      client_id: client.id,
      client_name: 'Vera V.',
      client_phone: '064 1',
      client_email: client.email,
      client_created: '2026-11-17 11:20:00',
      guest_name: null,
      guest_phone: null,
      service_name: 'Gel lak',
      appt_start: '2026-11-20 09:00:00',
      appt_end: '2026-11-20 10:00:00',
      appt_created: '2026-11-17 11:19:00',
      cancelled_reason: 'bolest',
      cancelled_at: '2026-11-17 11:20:00',
      is_late: 1,
      from_start: null,
      from_end: null,
      more_count: null,
    });
    await salon.db.deleteFrom('appointments').where('id', '=', appointment_id).execute();
    const [gone] = await salon.admin.call('GET /notifications');
    expect(gone).toEqual({ ...seen, appointment_id: null, technician_id: null });
  });

  test('notifications store when they were first read; a whole tab or the full list can be marked as read or deleted', async () => {
    const one = await notification('NEW_BOOKING');
    await notification('NEW_BOOKING');
    await notification('CANCELLED');
    await notification('FREE_SLOT_GUEST');
    const read = () => salon.admin.call('POST /notifications/{id}/read', { params: { id: one } });
    expect((await read()).read_at).toBe('2026-11-17 11:20:00');
    salon.clock.advance(5);
    expect((await read()).read_at).toBe('2026-11-17 11:20:00');
    const readAll = (query: { type?: Tab }) => salon.admin.call('POST /notifications/read-all', { query });
    expect(await readAll({ type: 'NEW_BOOKING' })).toEqual({ count: 1 });
    expect(await readAll({ type: 'ALL' })).toEqual({ count: 2 });
    expect(await readAll({})).toEqual({ count: 0 });
    const remove = (query: { type?: Tab }) => salon.admin.call('DELETE /notifications', { query });
    expect(await remove({ type: 'NEW_BOOKING' })).toEqual({ count: 2 });
    expect(await remove({})).toEqual({ count: 2 });
    expect(await list()).toEqual([]);
  });

  test('a notification can be deleted once; a missing notification returns 404', async () => {
    const id = await notification('NEW_CLIENT');
    await salon.admin.call('DELETE /notifications/{id}', { params: { id } });
    await expectRefused(salon.admin.call('DELETE /notifications/{id}', { params: { id } }), 'not_found');
    await expectRefused(salon.admin.call('POST /notifications/{id}/read', { params: { id } }), 'not_found');
  });

  test('notifications appear, as unread, once the change that caused them can no longer be undone', async () => {
    const id = await notification('NEW_BOOKING', { visible: 10_000 });
    const params = { id };
    const isHidden = async () => {
      expect(await list()).toEqual([]);
      expect(await badges()).toMatchObject({ ALL: 0 });
      expect(await salon.admin.call('POST /notifications/read-all')).toEqual({ count: 0 });
      expect(await salon.admin.call('DELETE /notifications')).toEqual({ count: 0 });
      await expectRefused(salon.admin.call('POST /notifications/{id}/read', { params }), 'not_found');
      await expectRefused(salon.admin.call('DELETE /notifications/{id}', { params }), 'not_found');
    };
    await isHidden();
    salon.clock.advanceMs(9_999);
    await isHidden();
    salon.clock.advanceMs(1);
    expect(await list()).toEqual([id]);
    expect(await badges()).toMatchObject({ NEW_BOOKING: 1, ALL: 1 });
  });
});
