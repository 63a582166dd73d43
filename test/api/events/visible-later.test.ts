import { expect, test } from 'vitest';
import { aBooking, aClient } from '../../support/builders.ts';
import { follow, urlOf } from '../../support/listener.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const UNDO_MS = 10_000;

onBothEngines('events of what becomes visible', { emptyBeforeEach: true }, () => {
  test('a notification is told when it becomes visible, the appointment at once', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, '2026-11-19 10:00:00', client.id);
    const own = await follow(await urlOf(salon.app), { token: client.token });
    const body = { start_datetime: '2026-11-19 12:00:00', end_datetime: '2026-11-19 13:00:00' } as const;
    await salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body });
    await own.hears('appointments');
    salon.clock.advanceMs(UNDO_MS - 1);
    await own.hears();
    salon.clock.advanceMs(1);
    await own.hears('notifications');
    expect(await client.call('GET /client-notifications/unread-count')).toEqual({ count: 1 });
    own.leave();
  });

  test('one that was undone meanwhile changes nothing', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, '2026-11-19 10:00:00', client.id);
    const body = { start_datetime: '2026-11-19 12:00:00', end_datetime: '2026-11-19 13:00:00' } as const;
    const moved = await salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body });
    const own = await follow(await urlOf(salon.app), { token: client.token });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: moved.undo_token ?? '' } });
    await own.hears('appointments');
    expect(await client.call('GET /client-notifications/unread-count')).toEqual({ count: 0 });
    own.leave();
  });
});

onBothEngines('events after a restart', () => {
  test('what a process before has written is told when it becomes visible', async () => {
    const client = await aClient(salon);
    const now = salon.clock.ms();
    const row = { created_at: now, visible_at: now + UNDO_MS } as const;
    await salon.db
      .insertInto('client_notifications')
      .values({ ...row, user_id: client.id, type: 'APPT_TIME_CHANGED', message: 'Pomeren.' })
      .execute();
    await salon.db
      .insertInto('admin_notifications')
      .values({ ...row, type: 'MOVED' })
      .execute();
    const url = await urlOf(salon.app);
    const [own, owner] = [
      await follow(url, { token: client.token }),
      await follow(url, { token: salon.admin.token }),
    ];
    salon.clock.advanceMs(UNDO_MS);
    await own.hears('notifications');
    await owner.hears('notifications');
    for (const listener of [own, owner]) listener.leave();
  });
});
