import { beforeAll, expect, test } from 'vitest';
import { aBooking, aClient } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { aSubscriber, connectedUrl } from '../../support/subscriber.ts';

const UNDO_MS = 10_000;

onBothEngines('events of notifications that become visible later', { emptyBeforeEach: true }, () => {
  let url: string;
  beforeAll(async () => {
    url = await connectedUrl(salon);
  });

  test('a move sends the appointments event immediately, and the notifications event when the notification becomes visible', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, '2026-11-19 10:00:00', client.id);
    const own = await aSubscriber(url, { token: client.token });
    const body = { start_datetime: '2026-11-19 12:00:00', end_datetime: '2026-11-19 13:00:00' } as const;
    await salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body });
    await own.receives('appointments');
    salon.clock.advanceMs(UNDO_MS - 1);
    await own.receives();
    salon.clock.advanceMs(1);
    await own.receives('notifications');
    expect(await client.call('GET /client-notifications/unread-count')).toEqual({ count: 1 });
    own.close();
  });

  test('a move that is undone before its notification becomes visible sends no notifications event', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, '2026-11-19 10:00:00', client.id);
    const body = { start_datetime: '2026-11-19 12:00:00', end_datetime: '2026-11-19 13:00:00' } as const;
    const moved = await salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body });
    const own = await aSubscriber(url, { token: client.token });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: moved.undo_token ?? '' } });
    await own.receives('appointments');
    expect(await client.call('GET /client-notifications/unread-count')).toEqual({ count: 0 });
    own.close();
  });
});

onBothEngines('events after a restart', () => {
  test('a new process sends the events for notifications that an earlier process stored, once they become visible', async () => {
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
    const url = await connectedUrl(salon);
    const [own, owner] = [
      await aSubscriber(url, { token: client.token }),
      await aSubscriber(url, { token: salon.admin.token }),
    ];
    salon.clock.advanceMs(UNDO_MS);
    await own.receives('notifications');
    await owner.receives('notifications');
    for (const subscriber of [own, owner]) subscriber.close();
  });
});
