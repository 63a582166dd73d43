import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { endHolds } from '../../../src/server/appointments/holds.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import { aBooking, aClient, aGuestBooking, aTechnicianPerson } from '../../support/builders.ts';
import { outboxOf } from '../../support/outbox.ts';
import { expectRefused } from '../../support/refused.ts';
import { changeRow } from '../../support/rows/rows.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-17';
const START = `${DAY} 15:00:00` as const;
const settings = { SMTP_URL: 'smtp://localhost:1' };

onBothEngines('the round', { emptyBeforeEach: true, settings, now: '2026-11-10 09:00:00' }, () => {
  let id: AppointmentId;
  let guest: AppointmentId;
  beforeEach(async () => {
    id = await aBooking(salon, START, (await aClient(salon, { name: 'Ana' })).id);
    guest = await aGuestBooking(salon, `${DAY} 17:00:00`, { name: 'Mila' });
    salon.clock.set('2026-11-16 12:00:00');
  });
  afterEach(() => salon.clock.set(NOW));
  const round = (who: Person = salon.admin) => who.call('GET /appointments/round', {});
  const row = async () => (await round()).find((one) => one.id === id);
  const post = (body: object, one = id, who: Person = salon.admin) =>
    who.call('POST /appointments/{id}/reached', { params: { id: one }, body: body as never });
  const claim = (claim_id: string, who?: Person) => post({ claim: 1, claim_id }, id, who);
  const record = (more: object = {}, who?: Person) =>
    post({ what: 'REMINDER', channel: 'VIBER', seen: null, ...more }, id, who);
  const reminders = async () => (await outboxOf(salon)).filter(({ kind }) => kind.startsWith('REMINDER'));
  const remindAt = async (at: WallTime) => {
    salon.clock.set(at);
    await Promise.all([remindClients(salon.platform), remindClients(salon.platform)]);
    return (await reminders()).length;
  };
  const undo = (result: object) => {
    const undo_token = 'undo_token' in result ? String(result.undo_token) : '';
    return salon.admin.call('POST /appointments/undo', { body: { undo_token } });
  };

  test('reads the same number of queries for two people and for ten', async () => {
    const queries = async () => {
      const read = vi.spyOn(salon.db.getExecutor(), 'executeQuery');
      await round();
      const { length } = read.mock.calls;
      read.mockRestore();
      return length;
    };
    await round(); // the first request also extends the session
    const ofTwo = await queries();
    for (const hour of ['07', '08', '09', '10', '11', '12', '13', '14'])
      await aGuestBooking(salon, `${DAY} ${hour}:00:00` as WallTime);
    expect(await round()).toHaveLength(10);
    expect(await queries()).toBe(ofTwo);
    expect(ofTwo).toBeGreaterThan(3);
  });

  test('lists the next day with bookings by start, with the automatic message still to come; requests are not in it', async () => {
    expect(await round()).toMatchObject([
      {
        id,
        confirmed_at: null,
        reached: [],
        will: { channel: 'MAIL', at: '2026-11-16 15:00:00' },
        to_tell: null,
        unknown: 0,
      },
      { id: guest, will: null },
    ]);
    await changeRow(salon, guest, { request_state: 'WAITING', request_until: START });
    expect(await round()).toHaveLength(1);
    await changeRow(salon, id, { request_state: 'WAITING', request_until: START });
    const later = await aGuestBooking(salon, '2026-11-18 17:00:00');
    expect(await round()).toMatchObject([{ id: later }]); // a day of requests only is not the next one
    const mina = await aTechnicianPerson(salon);
    expect(await round(mina)).toEqual([]);
  });

  test('a record by hand takes the place of the automatic reminder, whether it is due, queued or still to come', async () => {
    await record();
    expect(await row()).toMatchObject({
      will: null,
      reached: [{ what: 'REMINDER', channel: 'VIBER', by: 'Admin' }],
    });
    expect(await remindAt('2026-11-16 15:00:00')).toBe(0);
    id = await aBooking(salon, `${DAY} 19:00:00`, (await aClient(salon)).id);
    await changeRow(salon, id, { booked_at: 1 });
    expect(await remindAt('2026-11-16 19:00:00')).toBe(1);
    await record();
    expect(await reminders()).toEqual([]);
    expect(await remindAt('2026-11-16 19:05:00')).toBe(0);
  });

  test('undo brings the reminder back if its time passed less than 2 hours ago; later she is without a message', async () => {
    salon.clock.set('2026-11-16 16:59:50');
    await undo(await record());
    expect(await remindAt('2026-11-16 16:59:59')).toBe(1);
    await salon.db.deleteFrom('outbox').execute();
    await salon.db.deleteFrom('reminders').execute();
    salon.clock.set('2026-11-16 17:00:00');
    await undo(await record());
    expect(await remindAt('2026-11-16 17:01:00')).toBe(0);
    expect(await row()).toMatchObject({ reached: [], will: null });
  });

  test('undo brings the reminder of the present start back, also after one of an earlier start', async () => {
    expect(await remindAt('2026-11-16 15:00:00')).toBe(1);
    await salon.db.updateTable('outbox').set({ sent_at: salon.clock.ms() }).execute();
    const body = { start_datetime: '2026-11-19 15:00:00', end_datetime: '2026-11-19 16:00:00' } as const;
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
    expect(await remindAt('2026-11-18 15:00:00')).toBe(2);
    await undo(await record());
    expect(await remindAt('2026-11-18 15:00:05')).toBe(2);
  });

  test('a claim keeps other pages and the automatic reminder away for 2 minutes, and gives the text with a link', async () => {
    const mina = await aTechnicianPerson(salon, { name: 'Mina' });
    await changeRow(salon, id, { technician_id: mina.technician });
    const claimed = await claim('a', mina);
    expect(claimed).toMatchObject({ claimed: { by: 'Mina', until: '2026-11-16 12:02:00' } });
    expect('text' in claimed && claimed.text).toContain('Dolazite? Potvrdite ovde: http');
    const error = await claim('b').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'reached_meanwhile' });
    await expectRefused(record(), 'reached_meanwhile');
    await expectRefused(record({ claim_id: 'b' }), 'reached_meanwhile');
    salon.clock.set('2026-11-16 14:59:00');
    await claim('a', mina);
    expect(await remindAt('2026-11-16 15:00:00')).toBe(0);
    expect(await remindAt('2026-11-16 15:01:00')).toBe(1);
    await expectRefused(claim('x', await aTechnicianPerson(salon)), 'not_allowed');
  });

  test('two phones that record at once: one succeeds; a page that does not know the last message is refused', async () => {
    const outcomes = await Promise.allSettled([record(), record(), record({ channel: 'CALL' })]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [last] = (await row())?.reached ?? [];
    await expectRefused(record(), 'reached_meanwhile');
    expect(await record({ seen: last?.id, channel: 'CALL' })).toHaveProperty('undo_token');
    await expectRefused(record({ seen: last?.id }), 'reached_meanwhile');
  });

  test('a reminder and a record at the same moment reach her once', async () => {
    salon.clock.set('2026-11-16 15:00:00');
    await Promise.allSettled([remindClients(salon.platform), record(), remindClients(salon.platform)]);
    expect(await reminders()).toEqual([]);
    expect((await row())?.reached).toHaveLength(1);
  });

  test('refuses a booking that is canceled, over or waits', async () => {
    await changeRow(salon, id, { request_state: 'WAITING', request_until: START });
    await expectRefused(record(), 'appointment_not_booked');
    await changeRow(salon, id, { request_state: null, request_until: null });
    salon.clock.set(`${DAY} 16:00:00`);
    await expectRefused(record(), 'appointment_over');
    await expectRefused(post({ claim: 1, claim_id: 'a' }, 9999 as AppointmentId), 'not_found');
  });

  test.each([
    ['2026-11-16 12:00:00', '2026-11-16 14:00:00'],
    ['2026-11-16 19:30:00', '2026-11-17 10:00:00'],
  ] as const)('after a restore at %s a request that was due ends at %s', async (now, until) => {
    salon.clock.set(now);
    const restored_at = salon.clock.ms();
    await changeRow(salon, id, { request_state: 'WAITING', request_until: '2026-11-16 11:00:00' });
    await salon.db
      .insertInto('liveness')
      .values({
        id: 1,
        alive_at: restored_at,
        grace_until: restored_at + 7_200_000,
        restored_from: 1,
        restored_at,
      })
      .execute();
    await endHolds(salon.platform);
    const row = await salon.admin.call('GET /appointments/{id}', { params: { id } });
    expect(row).toMatchObject({ status: 'BOOKED', request: { state: 'WAITING', until } });
  });

  test('after a restore nobody of today and tomorrow gets an automatic reminder, and the round says “ne zna se”', async () => {
    const restored_at = salon.clock.ms();
    await salon.db
      .insertInto('liveness')
      .values({ id: 1, alive_at: restored_at, grace_until: 0, restored_from: 1, restored_at })
      .execute();
    expect(await row()).toMatchObject({ unknown: 1, will: null });
    expect(await remindAt('2026-11-16 15:00:00')).toBe(0);
    await record();
    expect(await row()).toMatchObject({ unknown: 0 });
  });
});
