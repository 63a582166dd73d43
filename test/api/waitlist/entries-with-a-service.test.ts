import { beforeEach, describe, expect, test } from 'vitest';
import { type ServiceId, toId } from '../../../src/domain/ids.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aService, aSlot, seen } from '../../support/builders.ts';
import { freshPhone } from '../../support/days.ts';
import { slotsInARow } from '../../support/joined.ts';
import { clientNotifications, mailsAbout } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-20';
const clock = (text: string): WallTime => `${DAY} ${text}:00` as WallTime;
const set = (body: Partial<Settings>) => salon.admin.call('PUT /settings', { body });

let ana: Person;
let long: ServiceId;
const join = (who: Person, service_id?: ServiceId | null, guest: object = {}) =>
  who.call('POST /client-notifications/free-slot', {
    body: { date: DAY, ...(service_id !== undefined && { service_id }), ...guest },
  });
const entries = () =>
  salon.db
    .selectFrom('waitlist_entries')
    .leftJoin('waitlist_services', 'entry_id', 'waitlist_entries.id')
    .select(['client_id', 'service_id'])
    .execute();
const notificationsOf = async (who: Person) =>
  (await clientNotifications(salon, who.id)).map(({ message, appt_start }) => [appt_start, message]);
const lock = (id: number, status: 'AVAILABLE' | 'BLOCKED') =>
  salon.admin.call('POST /appointments/{id}/status', { params: { id }, body: { status } });
const addSlot = (start: string, duration_minutes: number) =>
  salon.admin.call('POST /appointments/slot', { body: { start_datetime: clock(start), duration_minutes } });
const NINE_TO_ELEVEN = [clock('09:00'), 'Oslobodio se termin 20. novembra, 09:00 - 11:00.'];

onBothEngines('waitlist entries with a service', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    long = await aService(salon, { duration_minutes: 120 });
  });

  describe('joining the waitlist with a service', () => {
    test('a client who joins again replaces the service of their entry', async () => {
      const other = await aService(salon);
      for (const service_id of [long, other, null, long, undefined]) {
        await join(ana, service_id);
        expect(await entries()).toEqual([{ client_id: ana.id, service_id: service_id ?? null }]);
      }
    });

    test('a guest who joins again with the same phone replaces the service of their entry', async () => {
      const guest = { guest_name: 'Mila', guest_phone: '064 123 4567' };
      await join(salon.visitor, long, guest);
      await join(salon.visitor, null, { ...guest, guest_phone: '+381 64/123-4567' });
      expect(await entries()).toEqual([{ client_id: null, service_id: null }]);
    });

    test('rejects an unknown service', async () => {
      await expectRefused(join(ana, toId(99_999)), 'unknown_service');
      expect(await entries()).toEqual([]);
    });

    test('an entry whose service is deleted waits for any slot', async () => {
      await join(ana, long);
      await salon.admin.call('DELETE /services/{id}', { params: { id: long } });
      expect(await entries()).toEqual([{ client_id: ana.id, service_id: null }]);
    });

    test.each<[string, Partial<Settings>, string, number[], boolean]>([
      ['nothing is free', { service_fit: 'require' }, '09:00', [], true],
      ['all free slots are five minutes too short', { service_fit: 'require' }, '09:00', [115], true],
      ['one slot is long enough', { service_fit: 'require' }, '09:00', [120], false],
      ['two adjacent slots are a little too short', { service_fit: 'require' }, '09:00', [60, 55], true],
      ['two adjacent slots are long enough', { service_fit: 'require' }, '09:00', [60, 60], false],
      [
        'two adjacent slots are not joined',
        { service_fit: 'require', join_slots: 0 },
        '09:00',
        [60, 60],
        true,
      ],
      ['a slot is free and `service_fit` is `warn`', {}, '09:00', [5], false],
      ['the free slot has begun', { service_fit: 'require' }, '06:00', [180], true],
    ])(
      'whether an entry for a two-hour service is accepted when %s: $4',
      async (_, settings, start, lengths, isAllowed) => {
        await set(settings);
        salon.clock.set(clock('08:00'));
        ana = await salon.loggedIn(ana.id);
        await slotsInARow(salon, clock(start), lengths);
        if (isAllowed) expect(await join(ana, long)).toEqual({ date: DAY });
        else await expectRefused(join(ana, long), 'day_has_free_slots');
      },
    );

    test('on a day with a free slot, refuses an entry without a service and an entry for a service without a length', async () => {
      await set({ service_fit: 'require' });
      const byAgreement = await aService(salon);
      await salon.db
        .updateTable('services')
        .set({ duration_minutes: null })
        .where('id', '=', byAgreement)
        .execute();
      await aSlot(salon, clock('09:00'), 30);
      for (const service of [undefined, null, byAgreement])
        await expectRefused(join(ana, service), 'day_has_free_slots');
    });
  });

  describe('notifications of waitlist entries with a service', () => {
    beforeEach(() => set({ service_fit: 'require' }));

    test('a client is notified of the first slot that is long enough for the service', async () => {
      await join(ana, long);
      await addSlot('12:00', 60);
      expect(await notificationsOf(ana)).toEqual([]);
      const { id } = await addSlot('09:00', 120);
      expect(await notificationsOf(ana)).toEqual([NINE_TO_ELEVEN]);
      expect(await mailsAbout(salon, id)).toMatchObject([{ kind: 'FREE_SLOT_CLIENT', user_id: ana.id }]);
      await addSlot('14:00', 120);
      expect(await notificationsOf(ana)).toHaveLength(1);
    });

    test('if two adjacent slots together suit a client, the notification contains their full time and links to the first', async () => {
      const [first = toId(0)] = await slotsInARow(salon, clock('09:00'), [60]);
      await join(ana, long);
      await addSlot('10:00', 60);
      expect(await notificationsOf(ana)).toEqual([NINE_TO_ELEVEN]);
      expect((await clientNotifications(salon, ana.id))[0]?.appointment_id).toBe(first);
    });

    test('if two adjacent slots together suit a waiting guest, the owner’s notification contains the time of both slots', async () => {
      await slotsInARow(salon, clock('09:00'), [60]);
      await join(salon.visitor, long, { guest_name: 'Mila', guest_phone: freshPhone() });
      await addSlot('10:00', 60);
      const calls = await salon.db.selectFrom('admin_notifications').selectAll().execute();
      expect(calls).toMatchObject([
        { type: 'FREE_SLOT_GUEST', guest_name: 'Mila', appt_start: clock('09:00'), appt_end: clock('11:00') },
      ]);
    });

    test('two adjacent slots cause no notification while `join_slots` is off', async () => {
      await set({ join_slots: 0 });
      await slotsInARow(salon, clock('09:00'), [60]);
      await join(ana, long);
      await addSlot('10:00', 60);
      expect(await notificationsOf(ana)).toEqual([]);
    });

    test('a client is notified when a free slot, or joined free slots, are long enough for the client’s service', async () => {
      const [short, any] = [await aClient(salon), await aClient(salon)];
      await join(ana, long);
      await join(short, await aService(salon, { duration_minutes: 60 }));
      await join(any);
      await addSlot('15:00', 30);
      expect(
        [await notificationsOf(ana), await notificationsOf(short), await notificationsOf(any)].map(
          (notifications) => notifications.length,
        ),
      ).toEqual([0, 0, 1]);
      await addSlot('09:00', 60);
      expect(
        [await notificationsOf(ana), await notificationsOf(short), await notificationsOf(any)].map(
          (notifications) => notifications.length,
        ),
      ).toEqual([0, 1, 1]);
      await addSlot('10:00', 60);
      expect(
        [await notificationsOf(ana), await notificationsOf(short), await notificationsOf(any)].map(
          (notifications) => notifications.length,
        ),
      ).toEqual([1, 1, 1]);
    });

    test('if `service_fit` is `warn`, a client is notified of the first free slot, even a short one, but not of later slots', async () => {
      await join(ana, long);
      await set({ service_fit: 'warn' });
      await addSlot('12:00', 30);
      await addSlot('09:00', 120);
      expect(await notificationsOf(ana)).toEqual([
        [clock('12:00'), 'Oslobodio se termin 20. novembra, 12:00 - 12:30.'],
      ]);
    });

    test('a client is notified each time a slot that is long enough becomes free again', async () => {
      const id = await anAppointment(salon, clock('09:00'), { status: 'BLOCKED', minutes: 120 });
      await aSlot(salon, clock('15:00'));
      await join(ana, long);
      for (let times = 1; times <= 3; times++) {
        await lock(id, 'AVAILABLE');
        expect(await notificationsOf(ana)).toHaveLength(times);
        await lock(id, 'BLOCKED');
      }
    });

    test('a client is notified when a slot becomes long enough, but not when a slot becomes shorter', async () => {
      const id = await aSlot(salon, clock('09:00'), 115);
      await join(ana, long);
      const last = (minutes: number) =>
        salon.admin.call('PUT /appointments/{id}', {
          params: { id },
          body: { start_datetime: clock('09:00'), end_datetime: seen(clock('09:00'), minutes).seen_end },
        });
      await last(60);
      expect(await notificationsOf(ana)).toEqual([]);
      await last(120);
      expect(await notificationsOf(ana)).toEqual([NINE_TO_ELEVEN]);
    });

    test('canceling a booking between two free slots notifies a client who needs all three slots', async () => {
      const other = await aClient(salon);
      await slotsInARow(salon, clock('09:00'), [40]);
      const id = await aBooking(salon, clock('09:40'), other.id, { minutes: 40 });
      await slotsInARow(salon, clock('10:20'), [40]);
      await join(ana, long);
      await other.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
      expect(await notificationsOf(ana)).toEqual([NINE_TO_ELEVEN]);
    });
  });

  test('undoing a new booking restores the ended waitlist entry with its service', async () => {
    await join(ana, long);
    const made = await salon.admin.call('POST /appointments', {
      query: { undo: '1' },
      body: { start_datetime: clock('09:00'), client_id: ana.id },
    });
    expect(await entries()).toEqual([]);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: made.undo_token ?? '' } });
    expect(await entries()).toEqual([{ client_id: ana.id, service_id: long }]);
  });

  test('undoing a new booking restores the waitlist entry without its service if the service was deleted in the meantime', async () => {
    await join(ana, long);
    const made = await salon.admin.call('POST /appointments', {
      query: { undo: '1' },
      body: { start_datetime: clock('09:00'), client_id: ana.id },
    });
    await salon.admin.call('DELETE /services/{id}', { params: { id: long } });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: made.undo_token ?? '' } });
    expect(await entries()).toEqual([{ client_id: ana.id, service_id: null }]);
  });
});
