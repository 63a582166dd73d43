import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addMinutes, type WallTime } from '../../../src/domain/wall-clock.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import { aBooking, aClient } from '../../support/builders.ts';
import { aTarget, moveOwn } from '../../support/moving.ts';
import { rowById } from '../../support/notifications.ts';
import { outboxOf } from '../../support/outbox.ts';
import { changeRow } from '../../support/rows/rows.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const BOOKED = '2026-11-10 09:00:00';
const START = '2026-11-17 15:00:00';

onBothEngines('reminders of a moved booking', { now: BOOKED, emptyBeforeEach: true }, () => {
  let clientId: Awaited<ReturnType<typeof aClient>>['id'];
  let id: AppointmentId;
  beforeEach(async () => {
    await salon.admin.call('PUT /settings', { body: { move_until_hours: 0 } });
    clientId = (await aClient(salon)).id;
    id = await aBooking(salon, START, clientId);
  });
  const at = (now: WallTime) => {
    salon.clock.set(now);
    return remindClients(salon.platform);
  };
  const moveAt = async (now: WallTime, start: WallTime) => {
    salon.clock.set(now);
    await moveOwn(await salon.loggedIn(clientId), id, await aTarget(salon, start));
    await remindClients(salon.platform);
  };
  const adminEdits = async (body: object) =>
    (await salon.loggedIn(salon.admin.id)).call('PUT /appointments/{id}', { params: { id }, body });
  const startsOf = async () => {
    const notifications = await salon.db
      .selectFrom('client_notifications')
      .select('appt_start')
      .where('type', '=', 'APPT_REMINDER_2H')
      .orderBy('id')
      .execute();
    const mails = (await outboxOf(salon)).filter(({ kind }) => kind === 'REMINDER_24H');
    return { notifications: notifications.map(({ appt_start }) => appt_start), mails: mails.length };
  };

  test.each([
    ['2026-11-16 17:59:59', { notifications: 1, mails: 1 }],
    ['2026-11-16 18:00:00', { notifications: 1, mails: 0 }],
    ['2026-11-17 15:59:59', { notifications: 1, mails: 0 }],
    ['2026-11-17 16:00:00', { notifications: 0, mails: 0 }],
    ['2026-11-17 16:30:00', { notifications: 0, mails: 0 }],
  ] as const)(
    'a booking that is moved at %s to 18:00 on 17 November gets the reminders %j',
    async (moved, expected) => {
      await salon.db
        .updateTable('appointments')
        .set({ start_datetime: '2026-11-20 09:00:00', end_datetime: '2026-11-20 10:00:00' })
        .where('id', '=', id)
        .execute();
      await moveAt(moved, '2026-11-17 18:00:00');
      await at('2026-11-17 17:59:00');
      const { notifications, mails } = await startsOf();
      expect({ notifications: notifications.length, mails }).toEqual(expected);
    },
  );

  test('a reminder of the old start does not prevent a reminder of the new start', async () => {
    await at('2026-11-17 13:00:00');
    await moveAt('2026-11-17 13:05:00', '2026-11-17 18:00:00');
    expect((await startsOf()).notifications).toEqual([START]);
    await at('2026-11-17 16:00:00');
    expect((await startsOf()).notifications).toEqual([START, '2026-11-17 18:00:00']);
  });

  test('a booking that is moved away and back gets no second reminder for the same start', async () => {
    await at('2026-11-16 15:00:00');
    await moveAt('2026-11-16 15:10:00', '2026-11-19 18:00:00');
    await salon.db.deleteFrom('appointments').where('status', '=', 'AVAILABLE').execute();
    await salon.db.deleteFrom('openings').execute();
    await moveAt('2026-11-16 15:20:00', START);
    await at('2026-11-17 13:00:00');
    await at('2026-11-17 13:30:00');
    expect(await startsOf()).toEqual({ notifications: [START], mails: 1 });
  });

  describe('changes by the owner after a client has moved the booking', () => {
    const MOVED_TO = '2026-11-17 18:00:00';
    const MOVED_AT = '2026-11-17 16:30:00';
    beforeEach(async () => {
      await salon.db
        .updateTable('appointments')
        .set({ start_datetime: '2026-11-20 09:00:00', end_datetime: '2026-11-20 10:00:00' })
        .where('id', '=', id)
        .execute();
      await moveAt(MOVED_AT, MOVED_TO);
    });
    const movedAt = async () => (await rowById(salon, id))?.moved_at;

    test('an edit of the note keeps `moved_at` and sends no reminder', async () => {
      const before = await movedAt();
      expect(before).toBe(salon.clock.ms());
      await adminEdits({ notes: 'Roze' });
      await remindClients(salon.platform);
      expect((await startsOf()).notifications).toEqual([]);
      expect(await movedAt()).toBe(before);
    });

    test('neither a move by the owner nor its undo changes `moved_at`; an edit of the start causes a new reminder', async () => {
      const before = await movedAt();
      const start = '2026-11-17 20:00:00';
      const { undo_token } = await (await salon.loggedIn(salon.admin.id)).call(
        'PUT /analytics/appointments/{id}/move',
        { params: { id }, body: { start_datetime: start, end_datetime: addMinutes(start, 60) } },
      );
      expect(await movedAt()).toBe(before);
      const admin = await salon.loggedIn(salon.admin.id);
      await admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
      expect(await rowById(salon, id)).toMatchObject({ moved_at: before, start_datetime: MOVED_TO });
      await adminEdits({ start_datetime: start, end_datetime: addMinutes(start, 60) });
      await at('2026-11-17 18:00:00');
      expect((await startsOf()).notifications).toEqual([start]);
    });

    test('undoing a deletion keeps `moved_at`', async () => {
      const before = await movedAt();
      const admin = await salon.loggedIn(salon.admin.id);
      const gone = await admin.call('DELETE /appointments/{id}', { params: { id }, query: { undo: '1' } });
      const undo_token = gone?.undo_token ?? '';
      await admin.call('POST /appointments/undo', { body: { undo_token } });
      expect(await movedAt()).toBe(before);
    });

    test.each([
      ['assigned to another client', async () => ({ client_id: (await aClient(salon)).id })],
      [
        'assigned to a guest',
        async () => ({ client_id: null, guest_name: 'Mila', guest_phone: '064 111 222' }),
      ],
      ['changed to AVAILABLE', async () => ({ status: 'AVAILABLE' as const })],
    ])('a booking that is %s loses its `moved_at`', async (_, body) => {
      await adminEdits(await body());
      expect(await movedAt()).toBeNull();
    });

    test('a cancellation keeps `moved_at`, and rebooking clears it', async () => {
      const before = await movedAt();
      await adminEdits({ status: 'CANCELLED' });
      expect(await movedAt()).toBe(before);
      salon.clock.advance(1);
      await adminEdits({ status: 'BOOKED' });
      expect(await movedAt()).toBeNull();
      await remindClients(salon.platform);
      expect((await startsOf()).notifications).toEqual([]);
    });

    test('replacing the guest of a booking clears `moved_at`; correcting the guest’s name keeps it', async () => {
      await adminEdits({ client_id: null, guest_name: 'Mila', guest_phone: '064 111 222' });
      await changeRow(salon, id, { moved_at: 1 });
      const admin = await salon.loggedIn(salon.admin.id);
      const set = (guest_name: string, guest_phone: string) =>
        admin.call('POST /appointments/{id}/guest', { params: { id }, body: { guest_name, guest_phone } });
      await set('Mila M.', '064 111 222');
      expect(await movedAt()).toBe(1);
      await set('Vera', '064 333 444');
      expect(await movedAt()).toBeNull();
    });
  });

  test('two moves in the same millisecond get different values of `moved_at`', async () => {
    const client = await salon.loggedIn(clientId);
    const before = salon.clock.ms();
    await moveOwn(client, id, await aTarget(salon, '2026-11-18 09:00:00'));
    await moveOwn(client, id, await aTarget(salon, '2026-11-18 11:00:00'));
    expect((await rowById(salon, id))?.moved_at).toBe(before + 1);
  });
});
