import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { DueMarkKind } from '../../src/domain/clients/rhythm.ts';
import { type AppointmentId, toId } from '../../src/domain/ids.ts';
import { addMonths, dateOf, type WallTime } from '../../src/domain/wall-clock.ts';
import { forgetGuests } from '../../src/server/appointments/forget-guests.ts';
import { readClock } from '../../src/server/platform/clock.ts';
import { personColumns } from '../../src/server/platform/db/people.ts';
import type { People } from '../../src/server/platform/db/users.ts';
import { DAY_MS, HOUR_MS, makeClockGuard } from '../../src/server/platform/jobs/retention.ts';
import { deleteOutdatedRows, jobsOf } from '../../src/server/start.ts';
import { aBooking, aClient, anAppointment, aSlot, aTechnician, seen } from '../support/builders.ts';
import { contentsOf } from '../support/contents.ts';
import { expectInvariants } from '../support/invariants.ts';
import { rowById } from '../support/notifications.ts';
import { aSubscription } from '../support/push/push-service.ts';
import { pushesOf, subscriptionsOf } from '../support/push/pushes.ts';
import { NOW } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { book as bookWithDeposit, find, set as setDeposits } from './payments/deposit-requests.ts';

const GUEST = {
  guest_name: 'kanarinac gošća',
  guest_phone: '063 555 111',
  guest_email: 'kanarinac@primer.rs',
};
const VISIT = '2026-11-20 10:00:00';

const MINUTE_MS = 60_000;

onBothEngines('retention', { emptyBeforeEach: true }, () => {
  const rowsOf = async (table: 'admin_notifications' | 'client_notifications' | 'history' | 'outbox') =>
    (await salon.db.selectFrom(table).select('id').execute()).length;

  test('notifications are kept for twelve months, history entries for two years, and mails for 30 days', async () => {
    const { id: user_id } = await aClient(salon);
    const now = salon.clock.ms();
    for (const days of [29, 31, 366, 367, 731, 732]) {
      const at = now - days * DAY_MS + (days % 2 ? 0 : 1);
      const times = { created_at: at, visible_at: at };
      await salon.db
        .insertInto('admin_notifications')
        .values({ type: 'NEW_CLIENT', ...times })
        .execute();
      await salon.db
        .insertInto('client_notifications')
        .values({ user_id, type: 'APPT_REMINDER_2H', message: 'x', ...times })
        .execute();
      await salon.db
        .insertInto('outbox')
        .values({ kind: 'X', once_key: `${days}`, content: '{}', next_try_at: at, ...times })
        .execute();
      const by = { by_role: 'ADMIN', by_name: 'Admin' } as const;
      await salon.db
        .insertInto('history')
        .values({ at, subject: 'service', subject_id: 1, action: 'changed', changes: '[]', ...by })
        .execute();
    }
    await deleteOutdatedRows(salon.platform);
    expect(await rowsOf('outbox')).toBe(1);
    expect(await rowsOf('admin_notifications')).toBe(3);
    expect(await rowsOf('client_notifications')).toBe(3);
    expect(await rowsOf('history')).toBe(5);
  });

  test('pushes are kept for seven days, and the dates of the owner’s morning pushes for 30 days', async () => {
    const client = await aClient(salon);
    await client.call('POST /push', { body: aSubscription() });
    const [device] = await subscriptionsOf(salon);
    if (!device) throw new Error('no device');
    const now = salon.clock.ms();
    const push = { kind: 'X', content: '{}', subscription_id: device.id, user_id: client.id, next_try_at: 0 };
    for (const kept of [7, 30]) {
      const [young, old] = [now - kept * DAY_MS, now - kept * DAY_MS - 1];
      for (const created_at of [young, old])
        await salon.db
          .insertInto('push_outbox')
          .values({ ...push, created_at, visible_at: created_at })
          .execute();
    }
    const sentAt = [now - 30 * DAY_MS, now - 30 * DAY_MS - 1];
    await salon.db
      .insertInto('owner_mornings')
      .values([
        { day: '2026-10-18', told_at: sentAt[0] ?? 0 },
        { day: '2026-10-17', told_at: sentAt[1] ?? 0 },
      ])
      .execute();
    await deleteOutdatedRows(salon.platform);
    expect((await pushesOf(salon)).map(({ created_at }) => created_at)).toEqual([now - 7 * DAY_MS]);
    expect(await salon.db.selectFrom('owner_mornings').select('day').execute()).toEqual([
      { day: '2026-10-18' },
    ]);
  });

  test('all outdated rows are deleted, even if they need several statements, and newer rows are kept', async () => {
    const now = salon.clock.ms();
    const old = { kind: 'X', content: '{}', created_at: now - 31 * DAY_MS, visible_at: 0, next_try_at: 0 };
    const rows = Array.from({ length: 1234 }, (_, n) => ({ ...old, once_key: `old ${n}` }));
    await salon.db
      .insertInto('outbox')
      .values([...rows, { ...old, once_key: 'new', created_at: now }])
      .execute();
    await deleteOutdatedRows(salon.platform);
    expect(await rowsOf('outbox')).toBe(1);
  });

  test('a retention run that fails for one table continues with the next tables', async () => {
    const id = await anAppointment(salon, '2024-11-15 10:00:00', { status: 'CANCELLED', ...GUEST });
    const failing = () => Promise.reject(new Error('table is locked'));
    const run = deleteOutdatedRows(salon.platform, [failing, forgetGuests]);
    await expect(run).rejects.toMatchObject({ message: '1 of 2 failed', errors: [Error('table is locked')] });
    const row = await salon.admin.call('GET /appointments/{id}', { params: { id } });
    expect(row).toMatchObject({ guest_name: 'Gost', guest_phone: null });
  });

  const bookAsGuest = async (start: WallTime) => {
    const id = await aSlot(salon, start);
    const body = { ...seen(start), ...GUEST, notes: 'kanarinac beleška' };
    const headers = { 'idempotency-key': `key-${id}-0123456789` };
    await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body, headers });
    return id;
  };
  const everything = async () => JSON.stringify(await contentsOf(salon.db));

  test.each([
    ['2028-11-20 09:00:00', true],
    ['2028-11-21 00:00:00', false],
  ] as const)('guest data of a booking on 20 November 2026 still exists on %s: %s', async (at, isKnown) => {
    const id = await bookAsGuest(VISIT);
    salon.clock.set(at);
    await forgetGuests(salon.db, readClock(salon.clock), salon.platform.config);
    const said = await everything();
    for (const trace of ['kanarinac', '063 555 111', '63555111']) expect(said.includes(trace)).toBe(isKnown);
    const admin = await salon.loggedIn(salon.admin.id); // the session of two years ago has expired
    const row = await admin.call('GET /appointments/{id}', { params: { id } });
    expect(row).toMatchObject({ status: 'BOOKED', guest_name: isKnown ? GUEST.guest_name : 'Gost' });
    const [latest] = await admin.call('GET /appointments/{id}/history', { params: { id } });
    if (!isKnown) expect(latest).toMatchObject({ action: 'erased', by: { role: 'LUNULA', name: 'Lunula' } });
  });

  test('guest data is kept indefinitely when the setting is 0 months', async () => {
    await salon.admin.call('PUT /settings', { body: { guest_retention_months: 0 } });
    await bookAsGuest(VISIT);
    salon.clock.set('2046-11-20 09:00:00');
    await forgetGuests(salon.db, readClock(salon.clock), salon.platform.config);
    expect(await everything()).toContain('063 555 111');
  });

  test('guest data is also deleted from canceled bookings and from bookings that a client made for a guest', async () => {
    const client = await aClient(salon, { name: 'Ostaje' });
    const past = `${addMonths(dateOf(NOW), -25)} 10:00:00` as WallTime;
    const { guest_name, guest_phone } = GUEST;
    const hers = await aBooking(salon, past, client.id, { guest_name, guest_phone, notes: 'njena beleška' });
    const cancelled = await anAppointment(salon, past, {
      status: 'CANCELLED',
      ...GUEST,
      cancel_reason: 'kanarinac razlog',
    });
    await deleteOutdatedRows(salon.platform);
    expect(await everything()).not.toMatch(/kanarinac|063 555 111/);
    const row = (id: number) => salon.admin.call('GET /appointments/{id}', { params: { id } });
    expect(await row(hers)).toMatchObject({
      client_name: 'Ostaje',
      guest_name: 'Gost',
      notes: 'njena beleška',
    });
    expect(await row(cancelled)).toMatchObject({
      guest_name: 'Gost',
      guest_phone: null,
      cancel_reason: null,
    });
    const before = await everything();
    await deleteOutdatedRows(salon.platform);
    expect(await everything()).toBe(before);
  });
});

onBothEngines('people without an account', { emptyBeforeEach: true }, () => {
  const LONG_AGO = `${addMonths(dateOf(NOW), -25)} 10:00:00` as WallTime;
  const LATELY: WallTime = '2026-11-10 10:00:00';

  /** Adds a guest with a booking at each of these times, and returns the id of the last booking's appointment. */
  async function aGuest(name: string, ...starts: readonly WallTime[]) {
    let id = toId<AppointmentId>(0);
    for (const start of starts) {
      const booked = { status: 'BOOKED', guest_name: name, guest_phone: `064 555 ${name.length}` } as const;
      id = await anAppointment(salon, start, { ...booked, technician_id: await aTechnician(salon) });
    }
    return id;
  }
  const change = (name: string, columns: Updateable<People>) =>
    salon.db.updateTable('people').set(columns).where('name', '=', name).execute();
  const byHand = (name: string, created_at: number) =>
    salon.db
      .insertInto('people')
      .values({ ...personColumns({ name, email: null, phone: null, city: null }), is_by_hand: 1, created_at })
      .execute();
  const markAs = async (name: string, kind: DueMarkKind) => {
    const { id } = await salon.db
      .selectFrom('people')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await salon.db.insertInto('due_marks').values({ person_id: id, kind, at: 1 }).execute();
  };
  async function guestsOfAllKinds(): Promise<void> {
    await aClient(salon, { name: 'Klijentkinja' });
    await aGuest('A', LONG_AGO);
    await aGuest('Bi', LONG_AGO, LATELY);
    await aGuest('Cec', LATELY);
    await aGuest('Dada', LONG_AGO);
    await aGuest('Elena', LONG_AGO);
    await change('Dada', { notes: 'Samo vi' });
    await change('Elena', { staff_note: 'Alergija' });
    await byHand('Odavno', salon.clock.ms() - 25 * 31 * DAY_MS);
    await byHand('Nedavno', salon.clock.ms() - 23 * 30 * DAY_MS);
    const deleted = await aGuest('Obrisana', LATELY);
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: deleted } });
    for (const name of ['Bi', 'Cec', 'Dada', 'Obrisana']) await markAs(name, 'STOP');
  }
  const names = async () => {
    const found = salon.db.selectFrom('people').select('name').where('name', '<>', 'Admin').orderBy('name');
    return (await found.execute()).map(({ name }) => name);
  };
  const marked = async () => {
    const found = salon.db.selectFrom('due_marks').innerJoin('people', 'people.id', 'person_id');
    return (await found.select('name').orderBy('name').execute()).map(({ name }) => name);
  };

  test('a person is deleted once neither a booking nor a note keeps her; one made by hand is kept as long as guests are', async () => {
    await guestsOfAllKinds();
    await deleteOutdatedRows(salon.platform);
    expect(await names()).toEqual(['Bi', 'Cec', 'Dada', 'Elena', 'Klijentkinja', 'Nedavno']);
    expect(await marked()).toEqual(['Bi', 'Cec']);
    await expectInvariants(salon, {}, false);
  });

  test('with guest_retention_months 0, only a person whose bookings are deleted is deleted', async () => {
    await salon.admin.call('PUT /settings', { body: { guest_retention_months: 0 } });
    await guestsOfAllKinds();
    await deleteOutdatedRows(salon.platform);
    const kept = ['A', 'Bi', 'Cec', 'Dada', 'Elena', 'Klijentkinja', 'Nedavno', 'Odavno'];
    expect(await names()).toEqual(kept);
    expect(await marked()).toEqual(['Bi', 'Cec', 'Dada']);
  });

  test('all people whom nothing keeps are deleted in one run, however many they are', async () => {
    const old = (n: number) => ({ name: `Gošća ${n}`, created_at: 1 });
    await salon.db
      .insertInto('people')
      .values(Array.from({ length: 250 }, (_, n) => old(n)))
      .execute();
    await deleteOutdatedRows(salon.platform);
    expect(await names()).toEqual([]);
  });

  test('a deleted booking and its person are kept while the deletion can be undone', async () => {
    const id = await aGuest('Gošća', LATELY);
    const ask = { params: { id }, query: { undo: '1' } } as const;
    const gone = await salon.admin.call('DELETE /appointments/{id}', ask);
    const counts = async () => [
      (await salon.db.selectFrom('bookings').select('id').execute()).length,
      (await names()).length,
    ];
    await deleteOutdatedRows(salon.platform);
    expect(await counts()).toEqual([1, 1]);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: gone?.undo_token ?? '' } });
    expect(await rowById(salon, id)).toMatchObject({ status: 'BOOKED', guest_name: 'Gošća' });
    await salon.admin.call('DELETE /appointments/{id}', ask);
    salon.clock.advance(1);
    await deleteOutdatedRows(salon.platform);
    expect(await counts()).toEqual([0, 0]);
  });
});

onBothEngines('an idle server', { emptyBeforeEach: true }, () => {
  const written = async () => ({ ...(await contentsOf(salon.db)), liveness: [] });

  test('in an hour without requests, the recurring jobs write only that the server is alive, and the row of the clock check', async () => {
    const jobs = jobsOf(salon.platform, []);
    const runFor = async (ms: number) => {
      salon.clock.advanceMs(ms);
      for (const { run } of jobs) await run();
    };
    await runFor(0);
    const before = await written();
    for (let run = 1; run <= 6; run++) await runFor(10 * MINUTE_MS - 1);
    expect(await written()).toEqual(before);
    await runFor(MINUTE_MS);
    const after = await written();
    expect(after).not.toEqual(before);
    expect({ ...after, clearing: [] }).toEqual({ ...before, clearing: [] });
  });
});

onBothEngines('a clock that jumps', { emptyBeforeEach: true }, () => {
  const isThere = async () =>
    (await salon.db.selectFrom('waitlist_entries').select('id').execute()).length > 0;
  beforeEach(async () => {
    await salon.db
      .insertInto('waitlist_entries')
      .values({
        day: '2026-11-19',
        guest_name: 'A',
        guest_phone: '063 1',
        guest_number: '0631',
        created_at: 1,
      })
      .execute();
  });
  const clearing = () => {
    const jobs = jobsOf(salon.platform, []);
    return async () => {
      for (const { run } of jobs.slice(0, 2)) await run(); // the check of the clock and the deletion
    };
  };

  test('nothing is deleted while the clock is 40 days ahead; deletion resumes once the clock is corrected', async () => {
    await clearing()();
    salon.clock.set('2026-12-27 11:20:00');
    const before = await contentsOf(salon.db);
    const restarted = clearing();
    for (let run = 0; run < 3; run++) {
      await restarted();
      salon.clock.advance(1);
    }
    expect(await isThere()).toBe(true);
    expect({ ...(await contentsOf(salon.db)), clearing: 0 }).toEqual({ ...before, clearing: 0 });
    salon.clock.set('2026-11-20 11:20:00');
    await restarted();
    expect(await isThere()).toBe(false);
  });

  test('while the clock is 40 days ahead, no unpaid booking is canceled and nobody gets a message', async () => {
    await setDeposits();
    const { id } = await bookWithDeposit(salon.visitor, undefined, {
      guest_name: 'Mira',
      guest_phone: '0641234567',
    });
    const runAll = async (jobs: ReturnType<typeof jobsOf>) => {
      for (const { run } of jobs) await run();
    };
    await runAll(jobsOf(salon.platform, []));
    salon.clock.set('2026-12-27 11:20:00');
    const restarted = jobsOf(salon.platform, []);
    await runAll(restarted);
    const state = async () =>
      (await salon.db.selectFrom('deposits').select('state').executeTakeFirstOrThrow()).state;
    expect(await state()).toBe('WAITING');
    for (const clock of ['11:20', '12:10', '13:00'] as const) {
      salon.clock.set(`2026-11-18 ${clock}:00`);
      await runAll(restarted);
      expect(await state()).toBe('WAITING'); // two hours of grace, because the jump looked like a downtime
    }
    salon.clock.set('2026-11-18 13:21:00');
    await runAll(restarted);
    expect(await find(id)).toMatchObject({ status: 'CANCELLED', deposit: { state: 'EXPIRED' } });
  });

  test('a server that was off for at most two days deletes outdated rows in its first retention run', async () => {
    await clearing()();
    salon.clock.set('2026-11-19 11:20:00');
    await clearing()();
    salon.clock.set('2026-11-20 11:20:00');
    await clearing()();
    expect(await isThere()).toBe(false);
  });

  test('after a clock jump, each of two processes accepts the new time only after running for another 24 hours', async () => {
    let uptimeMs = 5 * HOUR_MS;
    const now = () => readClock(salon.clock);
    const [first, second] = [makeClockGuard(() => uptimeMs), makeClockGuard(() => uptimeMs)];
    expect(await first(salon.db, now())).toBe(true);
    salon.clock.set('2026-12-27 11:20:00');
    const ask = async () => [await first(salon.db, now()), await second(salon.db, now())];
    expect(await ask()).toEqual([false, false]);
    expect(await ask()).toEqual([false, false]);
    uptimeMs += 24 * HOUR_MS - 1;
    expect(await ask()).toEqual([false, false]);
    uptimeMs += 1;
    expect(await ask()).toEqual([true, true]);
    const { rows } = await sql`select id from clearing`.execute(salon.db);
    expect(rows).toHaveLength(1);
  });
});
