import { beforeEach, describe, expect, test } from 'vitest';
import { toId } from '../../../src/domain/ids.ts';
import { type WallDate, type WallTime, weekdayOf } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aSlot, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { mailsAbout } from '../../support/notifications.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/**
 * Tests every way to free a slot on a day without free slots: each notifies the waitlist once
 * (docs/spec/behaviour.md §5.15).
 */

let day: WallDate;
let waiter: Person;
let owner: Person;
const clock = (hour: `${number}`, date = day): WallTime => `${date} ${hour}:00:00`;
const times = (hour: `${number}`, next: `${number}`, date = day) => ({
  start_datetime: clock(hour, date),
  end_datetime: clock(next, date),
});
const edit = (id: number, body: object) =>
  salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
const lock = (id: number, status: 'AVAILABLE' | 'BLOCKED') =>
  salon.admin.call('POST /appointments/{id}/status', { params: { id }, body: { status } });
const move = (id: number, body: ReturnType<typeof times>) =>
  salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body });

async function wait(): Promise<void> {
  const guest = { guest_name: 'Mila', guest_phone: '064 777', guest_number: '064777' };
  const entry = { day, created_at: salon.clock.ms() };
  await salon.db
    .insertInto('waitlist_entries')
    .values({ ...entry, client_id: waiter.id })
    .execute();
  await salon.db
    .insertInto('waitlist_entries')
    .values({ ...entry, ...guest })
    .execute();
}
const clientCalls = () =>
  salon.db
    .selectFrom('client_notifications')
    .selectAll()
    .where('user_id', '=', waiter.id)
    .where('type', '=', 'FREE_SLOT_AVAILABLE')
    .execute();
const guestCalls = () =>
  salon.db
    .selectFrom('admin_notifications')
    .selectAll()
    .where('type', '=', 'FREE_SLOT_GUEST')
    .where('appt_start', '>=', `${day} 00:00:00`)
    .where('appt_start', '<=', `${day} 23:59:59`)
    .execute();
const served = async () => [(await clientCalls()).length, (await guestCalls()).length];

/** Each function prepares a day and returns a function that frees a slot on this day. */
const ways: Record<string, () => Promise<() => Promise<unknown>>> = {
  'a client cancels': async () => {
    const id = await aBooking(salon, clock('09'), owner.id);
    return () =>
      owner.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } });
  },
  'a guest cancels by link': async () => {
    const id = await aSlot(salon, clock('09'));
    const guest = { guest_name: 'Gošća', guest_phone: freshPhone() };
    const body = { ...seen(clock('09')), ...guest };
    const { guest_link } = await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    const token = guest_link ?? '';
    return () => salon.visitor.call('POST /guest-link/cancel', { body: { token, reason: 'Ne mogu' } });
  },
  'a slot is unblocked': async () => {
    const id = await anAppointment(salon, clock('09'), { status: 'BLOCKED' });
    return () => lock(id, 'AVAILABLE');
  },
  'several slots are unblocked': async () => {
    const ids = [
      await anAppointment(salon, clock('09'), { status: 'BLOCKED' }),
      await anAppointment(salon, clock('10'), { status: 'BLOCKED' }),
    ];
    return () => salon.admin.call('POST /appointments/bulk', { body: { ids, action: 'UNBLOCK' } });
  },
  'a slot is added': async () => () =>
    salon.admin.call('POST /appointments/slot', { body: { start_datetime: clock('09') } }),
  'slots are generated': async () => {
    const template = { weekday: weekdayOf(day) % 7 || 6, duration_minutes: 60 };
    for (const time_start of ['09:00:00', '11:00:00'] as const)
      await salon.db
        .insertInto('templates')
        .values({ ...template, time_start })
        .execute();
    return async () => {
      await salon.admin.call('POST /templates/generate-range', { body: { from: day, weeks: 1 } });
      await salon.db.deleteFrom('templates').execute();
    };
  },
  'a slot is moved to the day': async () => {
    const id = await aSlot(salon, clock('09', freshDay()));
    return () => move(id, times('09', '10'));
  },
  'a free slot is swapped to the day': async () => {
    const there = await aBooking(salon, clock('09'), owner.id);
    const free = await aSlot(salon, clock('09', freshDay()));
    return () => salon.admin.call('PUT /analytics/appointments/swap', { body: { a_id: there, b_id: free } });
  },
  'a BOOKED slot is set available': async () => {
    const id = await aBooking(salon, clock('09'), owner.id);
    return () => edit(id, { status: 'AVAILABLE' });
  },
  'a CANCELLED slot is set available': async () => {
    const id = await anAppointment(salon, clock('09'), { status: 'CANCELLED', client_id: owner.id });
    return () => edit(id, { status: 'AVAILABLE' });
  },
  'a BLOCKED slot is set available in the form': async () => {
    const id = await anAppointment(salon, clock('09'), { status: 'BLOCKED' });
    return () => edit(id, { status: 'AVAILABLE' });
  },
  'a free slot is moved to the day in the form': async () => {
    const id = await aSlot(salon, clock('09', freshDay()));
    return () => edit(id, times('09', '10'));
  },
  'an absence is deleted': async () => {
    await aSlot(salon, clock('09'));
    const { id } = await salon.admin.call('POST /annual', { body: { date_from: day, date_to: day } });
    return () => salon.admin.call('DELETE /annual/{id}', { params: { id } });
  },
};

onBothEngines('notifying the waitlist', () => {
  beforeEach(async () => {
    salon.clock.set(NOW);
    do day = freshDay();
    while (weekdayOf(day) === 7);
    waiter = await aClient(salon);
    owner = await aClient(salon);
  });

  test.each(Object.entries(ways))('the waitlist is notified once when %s', async (_, prepare) => {
    const act = await prepare();
    await wait();
    await act();
    expect(await served()).toEqual([1, 1]);
    const [toClient] = await clientCalls();
    const [toOwner] = await guestCalls();
    expect(toClient?.message).toMatch(/^Oslobodio se termin .+, 09:00 - 1[01]:00\.$/);
    expect(toClient).toMatchObject({ appt_start: clock('09') });
    expect(toOwner).toMatchObject({
      guest_name: 'Mila',
      guest_phone: '064 777',
      appt_start: clock('09'),
      appointment_id: toClient?.appointment_id,
    });
    const mails = await mailsAbout(salon, toClient?.appointment_id ?? toId(0));
    expect(mails.filter(({ kind }) => kind === 'FREE_SLOT_CLIENT')).toMatchObject([{ user_id: waiter.id }]);
  });

  const freeing = Object.entries(ways).filter(([name]) => name !== 'an absence is deleted'); // left out, because a day of an absence cannot have a free slot
  test.each(freeing)(
    'the waitlist is not notified when %s if the day already has a free slot',
    async (_, prepare) => {
      const act = await prepare();
      await wait();
      await aSlot(salon, clock('18'));
      await act();
      expect(await served()).toEqual([0, 0]);
    },
  );

  test.each(['a client cancels', 'a slot is unblocked', 'a BOOKED slot is set available'] as const)(
    'the waitlist is not notified when %s on a day of absence',
    async (name) => {
      const act = await ways[name]?.();
      await salon.admin.call('POST /annual', { body: { date_from: day, date_to: day } });
      await wait();
      await act?.();
      expect(await served()).toEqual([0, 0]);
    },
  );

  test('entries stay on the waitlist, and each freed slot causes another notification', async () => {
    const id = await anAppointment(salon, clock('09'), { status: 'BLOCKED' });
    await wait();
    for (let times = 1; times <= 3; times++) {
      await lock(id, 'AVAILABLE');
      expect(await served()).toEqual([times, times]);
      await lock(id, 'BLOCKED');
    }
  });

  test('several slots that are added concurrently cause one notification', async () => {
    await wait();
    await Promise.all(
      (['11', '09', '13'] as const).map((hour) =>
        salon.admin.call('POST /appointments/slot', {
          body: { start_datetime: clock(hour), duration_minutes: 60 },
        }),
      ),
    );
    expect(await served()).toEqual([1, 1]);
  });

  describe('slots that have begun', () => {
    beforeEach(() => {
      day = '2026-11-17'; // the current day; the test clock shows 11:20
    });
    test.each([
      [
        'a slot is unblocked',
        () =>
          anAppointment(salon, clock('11'), { status: 'BLOCKED' }).then((id) => () => lock(id, 'AVAILABLE')),
      ],
      [
        'a slot is added',
        async () => () =>
          salon.admin.call('POST /appointments/slot', {
            body: { start_datetime: clock('08'), duration_minutes: 60 },
          }),
      ],
      [
        'a BOOKED slot is set available',
        () => aBooking(salon, clock('09'), owner.id).then((id) => () => edit(id, { status: 'AVAILABLE' })),
      ],
      [
        'a slot is moved into the past',
        () => aSlot(salon, clock('09', freshDay())).then((id) => () => move(id, times('07', '08'))),
      ],
    ] as const)('for a slot that has begun, the waitlist is not notified when %s', async (_, prepare) => {
      const act = await prepare();
      await wait();
      await act();
      expect(await served()).toEqual([0, 0]);
      await salon.db.deleteFrom('waitlist_entries').where('day', '=', day).execute();
    });
    test('the waitlist is notified of a slot that is moved from a past time to a later time today', async () => {
      const id = await aSlot(salon, '2026-11-17 10:00:00');
      await wait();
      await move(id, times('15', '16'));
      expect(await served()).toEqual([1, 1]);
    });
  });

  test('an inactive client on the waitlist is not notified', async () => {
    await wait();
    await salon.db.updateTable('users').set({ active: 0 }).where('id', '=', waiter.id).execute();
    await salon.admin.call('POST /appointments/slot', { body: { start_datetime: clock('09') } });
    expect(await served()).toEqual([0, 1]);
  });
});
