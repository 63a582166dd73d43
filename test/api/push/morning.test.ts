import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { queueOwnerMorning } from '../../../src/server/push/push.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aSlot } from '../../support/builders.ts';
import { type Device, openPushService, type PushService } from '../../support/push/push-service.ts';
import { aDevice, pushAll, pushesOf, shownOn } from '../../support/push/pushes.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const EARLY = '2026-11-18 06:00:00';
const AT = '2026-11-18 07:00:00';

let service: PushService;
beforeAll(async () => {
  service = await openPushService();
});
afterAll(() => service.close());

onBothEngines('the owner’s morning push', { emptyBeforeEach: true, now: EARLY }, () => {
  let phone: Device;
  beforeEach(async () => {
    phone = await aDevice(service, salon.admin);
    await salon.admin.call('PUT /settings', { body: { owner_morning_at: '07:00' } });
  });
  const bookings = async (...clocks: string[]) => {
    for (const clock of clocks) await aGuestBooking(salon, `2026-11-18 ${clock}:00` as WallTime);
  };
  const at = async (now: WallTime) => {
    salon.clock.set(now);
    await queueOwnerMorning(salon.platform);
    await pushAll(salon);
  };
  const SIX = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'];

  test('each of the owner’s devices gets the morning push once a day, at the time in the settings', async () => {
    const laptop = await aDevice(service, salon.admin);
    const client = await aClient(salon);
    const hers = await aDevice(service, client);
    await bookings(...SIX.slice(1));
    await aBooking(salon, '2026-11-18 08:00:00', client.id);
    await aSlot(salon, '2026-11-18 06:30:00', 30);
    await anAppointment(salon, '2026-11-18 07:00:00', { status: 'CANCELLED', cancelled_at: 1 });
    await anAppointment(salon, '2026-11-18 14:00:00', { status: 'BLOCKED' });
    await aGuestBooking(salon, '2026-11-19 07:00:00');
    await at('2026-11-18 06:59:59');
    expect(phone.pushes).toEqual([]);
    await at(AT);
    await at('2026-11-18 07:00:30');
    await at('2026-11-18 08:30:00');
    const message = {
      kind: 'OWNER_MORNING',
      title: 'Današnji termini',
      body: 'Danas 6 termina, prvi u 08:00',
      tag: 'morning-2026-11-18',
      url: '/',
    };
    expect(phone.pushes).toMatchObject([{ message }]);
    expect(laptop.pushes).toMatchObject([{ message }]);
    expect(hers.pushes).toEqual([]);
    await at('2026-11-19 07:00:00');
    expect(shownOn(phone).slice(1)).toEqual(['Današnji termini: Danas 1 termin, u 07:00']);
  });

  test('no morning push is sent on a day without bookings at the push time, even if a booking is added a little later', async () => {
    await at(AT);
    await bookings('10:00');
    await at('2026-11-18 07:30:00');
    expect(phone.pushes).toEqual([]);
  });

  test.each([
    ['2026-11-18 08:59:59', ['Današnji termini: Danas 5 termina, prvi u 09:00']],
    ['2026-11-18 09:00:00', []],
  ] as const)('a server that starts at %s sends the pushes %j', async (now, said) => {
    await bookings(...SIX);
    await at(now);
    expect(shownOn(phone)).toEqual(said);
  });

  test('the morning push counts a booking that starts in the minute of the push, but no booking that started before', async () => {
    await bookings('06:00', '07:00', '08:00');
    await at('2026-11-18 07:00:25');
    expect(shownOn(phone)).toEqual(['Današnji termini: Danas 2 termina, prvi u 07:00']);
  });

  test('the morning push is sent only once, even if several processes run', async () => {
    await bookings(...SIX);
    salon.clock.set(AT);
    await Promise.all(Array.from({ length: 8 }, () => queueOwnerMorning(salon.platform)));
    await Promise.all(Array.from({ length: 4 }, () => pushAll(salon)));
    expect(phone.pushes).toHaveLength(1);
  });

  test('the morning push is not repeated if its time in the settings is changed or the clock is set back', async () => {
    await bookings(...SIX);
    await at(AT);
    await salon.admin.call('PUT /settings', { body: { owner_morning_at: '08:00' } });
    await at('2026-11-18 08:00:00');
    await salon.admin.call('PUT /settings', { body: { owner_morning_at: '07:00' } });
    await at('2026-11-18 06:00:00');
    await at(AT);
    expect(phone.pushes).toHaveLength(1);
  });

  test('no morning push is sent if the settings contain no time for it', async () => {
    await salon.admin.call('PUT /settings', { body: { owner_morning_at: '' } });
    await bookings(...SIX);
    await at(AT);
    expect(await pushesOf(salon)).toEqual([]);
  });

  test('a new device receives its first morning push on the next day', async () => {
    await bookings(...SIX);
    await aGuestBooking(salon, '2026-11-19 09:00:00');
    await at(AT);
    const laptop = await aDevice(service, salon.admin);
    await at('2026-11-18 07:30:00');
    expect(laptop.pushes).toEqual([]);
    await at('2026-11-19 07:00:00');
    expect(shownOn(laptop)).toEqual(['Današnji termini: Danas 1 termin, u 09:00']);
  });

  test('the morning push omits bookings canceled before its delivery, and is dropped if it is two hours late', async () => {
    await bookings('09:00', '10:00');
    salon.clock.set(AT);
    await queueOwnerMorning(salon.platform);
    await salon.db
      .updateTable('appointments')
      .set({ status: 'BLOCKED', booking_id: null })
      .where('start_datetime', '=', '2026-11-18 09:00:00')
      .execute();
    service.next(500);
    await pushAll(salon);
    salon.clock.set('2026-11-18 07:01:00');
    await pushAll(salon);
    expect(shownOn(phone)).toEqual(['Današnji termini: Danas 1 termin, u 10:00']);
    await aGuestBooking(salon, '2026-11-19 12:00:00');
    salon.clock.set('2026-11-19 07:00:00');
    await queueOwnerMorning(salon.platform);
    salon.clock.set('2026-11-19 09:00:01');
    await pushAll(salon);
    expect(phone.pushes).toHaveLength(1);
  });

  test.each([
    ['2027-03-28', '02:30', ['2027-03-28 01:59:59', '2027-03-28 03:00:00', '2027-03-28 03:30:00']],
    ['2026-10-25', '02:30', ['2026-10-25 02:29:59', '2026-10-25 02:30:00', '2026-10-25 02:59:00']],
  ] as const)(
    'on %s, the day of a clock change, a morning push set to %s is sent once',
    async (day, time, [before, due, later]) => {
      salon.clock.set(`${day} 00:00:00` as WallTime);
      const admin = await salon.loggedIn(salon.admin.id); // the session from the start of the test has expired by this day
      const here = await aDevice(service, admin);
      await admin.call('PUT /settings', { body: { owner_morning_at: time } });
      await aGuestBooking(salon, `${day} 10:00:00` as WallTime);
      await at(before);
      expect(here.pushes).toEqual([]);
      await at(due);
      salon.clock.advanceMs(3_600_000);
      await queueOwnerMorning(salon.platform);
      await at(later);
      expect(here.pushes).toHaveLength(1);
    },
  );
});
