import { expect, test } from 'vitest';
import { addDays, wallTimeOn } from '../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aSlot, seen } from '../support/builders.ts';
import { expectRefused } from '../support/refused.ts';
import { changePerson } from '../support/rows/rows.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

onBothEngines('absences', { emptyBeforeEach: true }, () => {
  const add = (date_from: string, date_to: string, reason?: string | null) =>
    salon.admin.call('POST /annual', {
      body: { date_from, date_to, ...(reason !== undefined && { reason }) },
    });
  const freeOn = (day: string) => salon.visitor.call('GET /appointments', { query: { from: day, to: day } });

  test('adding an absence returns the bookings that have not begun and the number of upcoming free slots on the days of the absence', async () => {
    const client = await aClient(salon, { name: 'Vera', phone: '064 1' });
    await aBooking(salon, '2026-11-17 08:00:00', client.id);
    await aBooking(salon, '2026-11-17 11:00:00', client.id);
    const ahead = await aBooking(salon, '2026-11-17 17:00:00', client.id);
    const guest = await aGuestBooking(salon, '2026-11-20 09:00:00', { name: 'Gošća', phone: '065 2' });
    await aBooking(salon, '2026-11-21 06:00:00', client.id);
    await aSlot(salon, '2026-11-17 10:00:00', 15);
    await aSlot(salon, '2026-11-17 12:00:00');
    await aSlot(salon, '2026-11-18 12:00:00');
    await aSlot(salon, '2026-11-21 12:00:00');
    await anAppointment(salon, '2026-11-18 15:00:00', { status: 'BLOCKED' });
    const made = await add('2026-11-17', '2026-11-20', '  more  ');
    expect(made).toMatchObject({
      date_from: '2026-11-17',
      date_to: '2026-11-20',
      admin_name: 'Admin',
      reason: 'more',
      hidden_slots: 2,
    });
    expect(made.conflicts.map(({ id }) => id)).toEqual([ahead, guest]);
    expect(made.conflicts[0]).toMatchObject({ client_name: 'Vera', client_phone: '064 1' });
    expect(made.conflicts[1]).toMatchObject({ guest_name: 'Gošća', guest_phone: '065 2' });
    expect(await salon.admin.call('GET /annual/mine')).toEqual([made]);
  });

  test('lists absences by first day, latest first, and shows no bookings or free slots for a past absence', async () => {
    const client = await aClient(salon);
    await aBooking(salon, '2026-11-10 09:00:00', client.id);
    const ahead = await aBooking(salon, '2026-11-30 09:00:00', client.id);
    const past = await add('2026-11-09', '2026-11-11', '   ');
    const both = [await add('2026-11-29', '2026-12-02'), await add('2026-11-30', '2026-11-30')] as const;
    const mine = await salon.admin.call('GET /annual/mine');
    expect(mine).toEqual([both[1], both[0], past]);
    expect(mine.map(({ conflicts }) => conflicts.map(({ id }) => id))).toEqual([[ahead], [ahead], []]);
    expect(past.reason).toBeNull();
  });

  test('GET /annual/upcoming returns the absences that include today or one of the next `days` days', async () => {
    const client = await aClient(salon);
    const days: [string, string][] = [
      ['2026-11-01', '2026-11-16'],
      ['2026-12-01', '2026-12-03'],
      ['2026-11-10', '2026-11-17'],
      ['2026-12-02', '2026-12-03'],
    ];
    for (const [from, to] of days) await add(from, to, 'odmor');
    const touching = async (query: { days?: number }) =>
      (await client.call('GET /annual/upcoming', { query })).map(({ date_from }) => date_from);
    expect(await touching({})).toEqual(['2026-11-10', '2026-12-01']);
    expect(await touching({ days: 15 })).toEqual(['2026-11-10', '2026-12-01', '2026-12-02']);
    expect(await touching({ days: 0 })).toEqual(['2026-11-10']);
    const [first] = await client.call('GET /annual/upcoming');
    expect(first).toEqual({
      id: first?.id,
      date_from: '2026-11-10',
      date_to: '2026-11-17',
      admin_name: 'Admin',
      reason: 'odmor',
    });
  });

  test('shows the owner’s name on an absence, or ‘Admin’ if the owner has no name', async () => {
    const { id } = await add('2026-11-20', '2026-11-20');
    const named = async (name: string) => {
      await changePerson(salon, salon.admin.id, { name });
      const absences = await salon.admin.call('GET /annual/upcoming');
      return absences.find((absence) => absence.id === id)?.admin_name;
    };
    expect(await named('Jelena')).toBe('Jelena');
    expect(await named('')).toBe('Admin');
  });

  test('accepts an absence of one day, and rejects an absence that ends before it starts', async () => {
    await expectRefused(add('2026-11-20', '2026-11-19'), 'range_reversed');
    await add('2026-11-20', '2026-11-20');
    await expectRefused(add('2026-11-31', '2026-12-01'), 'bad_input');
  });

  test('slots on a day of absence cannot be booked; deleting the absence notifies the waitlist', async () => {
    const client = await aClient(salon);
    const slot = await aSlot(salon, '2026-11-20 09:00:00');
    await aSlot(salon, '2026-11-23 09:00:00');
    const { id } = await add('2026-11-19', '2036-11-20');
    expect(await freeOn('2026-11-20')).toEqual([]);
    const book = () =>
      client.call('POST /appointments/{id}/book', {
        params: { id: slot },
        body: seen('2026-11-20 09:00:00'),
      });
    await expectRefused(book(), 'slot_gone');
    const waits = { client_id: client.id, created_at: salon.clock.ms() };
    await salon.db
      .insertInto('waitlist_entries')
      .values([
        { ...waits, day: '2026-11-20' },
        { ...waits, day: '2026-11-21' },
      ])
      .execute();
    await salon.admin.call('DELETE /annual/{id}', { params: { id } });
    expect(await freeOn('2026-11-20')).toHaveLength(1);
    const notifications = await client.call('GET /client-notifications');
    expect(notifications.map(({ type, appt_start }) => [type, appt_start])).toEqual([
      ['FREE_SLOT_AVAILABLE', '2026-11-20 09:00:00'],
    ]);
    await book();
    await expectRefused(salon.admin.call('DELETE /annual/{id}', { params: { id } }), 'not_found');
  });

  test('after an absence is deleted, a day stays closed if another absence includes it', async () => {
    const client = await aClient(salon);
    await aSlot(salon, '2026-11-20 09:00:00');
    const [first] = [await add('2026-11-20', '2026-11-20'), await add('2026-11-19', '2026-11-21')];
    const waits = { client_id: client.id, created_at: salon.clock.ms(), day: '2026-11-20' as const };
    await salon.db.insertInto('waitlist_entries').values(waits).execute();
    await salon.admin.call('DELETE /annual/{id}', { params: { id: first.id } });
    expect(await client.call('GET /client-notifications/unread-count')).toEqual({ count: 0 });
  });

  test('a booking concurrent with a new absence is either rejected or listed as a conflict of the absence', async () => {
    for (let round = 0; round < 10; round++) {
      const client = await aClient(salon);
      const start = wallTimeOn(addDays('2026-12-01', round), '09:00');
      const id = await aSlot(salon, start);
      const body = seen(start);
      const [booked, absence] = await Promise.allSettled([
        client.call('POST /appointments/{id}/book', { params: { id }, body }),
        add(start.slice(0, 10), start.slice(0, 10)),
      ]);
      if (absence.status === 'rejected') throw absence.reason;
      const { conflicts, hidden_slots } = absence.value;
      expect([conflicts.length, hidden_slots]).toEqual(booked.status === 'fulfilled' ? [1, 0] : [0, 1]);
    }
  });
});
