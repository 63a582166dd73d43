import { beforeAll, describe, expect, test } from 'vitest';
import { toId } from '../../../src/domain/ids.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aSlot } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById, bookingOf } from '../../support/rows/rows.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

onBothEngines('reading appointments', () => {
  let ana: Person;
  let eva: Person;
  const id: Record<string, number> = {};
  beforeAll(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    eva = await aClient(salon);
    id.ended = await aBooking(salon, '2026-11-16 09:00:00', ana.id);
    id.endsNow = await aBooking(salon, '2026-11-17 10:20:00', ana.id, { minutes: 60 });
    id.underWay = await aBooking(salon, '2026-11-17 11:20:00', ana.id);
    id.free = await aSlot(salon, '2026-11-17 15:00:00');
    id.next = await aGuestBooking(salon, '2026-11-17 16:00:00');
    id.begun = await aSlot(salon, '2026-11-17 09:00:00');
    id.later = await aBooking(salon, '2026-11-19 09:00:00', ana.id, {
      service_name: 'Gel',
      service_price: 1234.5,
    });
    id.cancelled = await anAppointment(salon, '2026-11-19 11:00:00', {
      status: 'CANCELLED',
      client_id: ana.id,
      cancelled_at: salon.clock.ms(),
      cancel_reason: 'Bolest',
    });
    id.blocked = await anAppointment(salon, '2026-11-19 12:00:00', { status: 'BLOCKED' });
    id.freeLater = await aSlot(salon, '2026-11-20 09:00:00');
    id.absent = await aSlot(salon, '2026-11-21 09:00:00');
    await salon.db
      .insertInto('absences')
      .values({ user_id: salon.admin.id, date_from: '2026-11-21', date_to: '2026-11-22', created_at: 0 })
      .execute();
  });

  test('GET /appointments/upcoming lists the client’s own unfinished BOOKED appointments, soonest first', async () => {
    expect(ids(await ana.call('GET /appointments/upcoming'))).toEqual([id.underWay, id.later]);
    expect(await eva.call('GET /appointments/upcoming')).toEqual([]);
  });

  test('the list of past appointments contains the client’s appointments that have ended or are CANCELLED, latest first, in pages', async () => {
    expect(ids(await ana.call('GET /appointments/past'))).toEqual([id.cancelled, id.endsNow, id.ended]);
    const page = await ana.call('GET /appointments/past', { query: { limit: 1, offset: 1 } });
    expect(ids(page)).toEqual([id.endsNow]);
  });

  test('the next appointment is the soonest BOOKED appointment that has not started, or null', async () => {
    expect((await salon.admin.call('GET /appointments/next'))?.id).toBe(id.next);
    salon.clock.set('2026-11-19 09:00:00');
    const admin = await salon.loggedIn(salon.admin.id);
    expect(await admin.call('GET /appointments/next')).toBeNull();
    salon.clock.set(NOW);
  });

  test('GET /appointments/list returns the appointments that start in the requested period; if `to` is a date, the period includes that whole day', async () => {
    const list = (query: { from: string; to: string; status?: 'BOOKED'; limit?: number; offset?: number }) =>
      salon.admin.call('GET /appointments/list', { query }).then(ids);
    expect(await list({ from: '2026-11-17', to: '2026-11-17' })).toEqual([
      id.begun,
      id.endsNow,
      id.underWay,
      id.free,
      id.next,
    ]);
    expect(await list({ from: '2026-11-17 11:20:00', to: '2026-11-17 15:00:00' })).toEqual([
      id.underWay,
      id.free,
    ]);
    expect(await list({ from: '2026-11-17', to: '2026-11-19', status: 'BOOKED' })).toEqual([
      id.endsNow,
      id.underWay,
      id.next,
      id.later,
    ]);
    expect(await list({ from: '2026-11-17', to: '2026-11-19', limit: 2, offset: 1 })).toEqual([
      id.endsNow,
      id.underWay,
    ]);
    await expectRefused(list({ from: '2026-11-18', to: '2026-11-17' }), 'range_reversed');
  });

  test('the calendar contains the appointments of every status on the requested days', async () => {
    const calendar = (from: string, to: string) =>
      salon.admin.call('GET /analytics/calendar', { query: { from, to } });
    expect(ids(await calendar('2026-11-19', '2026-11-20'))).toEqual([
      id.later,
      id.cancelled,
      id.blocked,
      id.freeLater,
    ]);
    await expectRefused(calendar('2026-11-20', '2026-11-19'), 'range_reversed');
    expect(await calendar('2025-01-01', '2026-01-01')).toEqual([]);
    await expectRefused(calendar('2025-01-01', '2026-01-02'), 'range_too_long');
  });

  describe('reading free slots', () => {
    const free = (from: string, to: string, who = salon.visitor) =>
      who.call('GET /appointments', { query: { from, to } });

    test('the list of free slots contains upcoming AVAILABLE slots on days without an absence, and no personal data', async () => {
      expect(await free('2026-11-17', '2026-11-23')).toEqual([
        slot(id.free, '2026-11-17 15:00:00', '2026-11-17 16:00:00'),
        slot(id.freeLater, '2026-11-20 09:00:00', '2026-11-20 10:00:00'),
      ]);
    });
    const slot = (slotId: number | undefined, start_datetime: string, end_datetime: string) => ({
      id: slotId,
      start_datetime,
      end_datetime,
      status: 'AVAILABLE',
    });

    test('visitors, clients and the owner see the same free slots', async () => {
      const seen = await free('2026-11-17', '2026-11-23');
      for (const who of [ana, salon.admin]) expect(await free('2026-11-17', '2026-11-23', who)).toEqual(seen);
    });

    test('the range of free slots includes its first and last day, and is at most 31 days long', async () => {
      expect(ids(await free('2026-11-20', '2026-11-20'))).toEqual([id.freeLater]);
      expect(ids(await free('2026-10-21', '2026-11-20'))).toEqual([id.free, id.freeLater]);
      await expectRefused(free('2026-10-20', '2026-11-20'), 'range_too_long');
      await expectRefused(free('2026-11-20', '2026-11-19'), 'range_reversed');
    });

    test('a slot is no longer listed as free once it has started', async () => {
      salon.clock.set('2026-11-17 14:59:59');
      expect(ids(await free('2026-11-17', '2026-11-17'))).toEqual([id.free]);
      salon.clock.set('2026-11-17 15:00:00');
      expect(await free('2026-11-17', '2026-11-17')).toEqual([]);
      salon.clock.set(NOW);
    });
  });

  test('the details of an appointment include the client, the copied name and price of the service, and local times', async () => {
    const read = await ana.call('GET /appointments/{id}', { params: { id: id.later ?? 0 } });
    expect(read).toMatchObject({
      booking_id: await bookingOf(salon, toId(id.later ?? 0)),
      client_name: 'Ana',
      service_name: 'Gel',
      service_price: 1234.5,
      version: 1,
    });
    const cancelled = await ana.call('GET /appointments/{id}', { params: { id: id.cancelled ?? 0 } });
    expect(cancelled).toMatchObject({ cancelled_at: NOW, cancel_reason: 'Bolest' });
    const admins = await salon.admin.call('GET /appointments/{id}', { params: { id: id.later ?? 0 } });
    const ofPerson = { person_id: (await accountById(salon, ana.id)).person_id, staff_note: null };
    const hidden = { guest_email: null, client_notes: null, client_no_shows: 0, paid: 0 };
    const ofStaff = { attended: null, ...hidden, work: [], last_work: null, ...ofPerson };
    expect(admins).toEqual({ ...read, ...ofStaff });
  });

  test('returns the same 404 for another client’s appointment, a free slot and a missing appointment', async () => {
    for (const other of [id.later ?? 0, id.freeLater ?? 0, 999_999])
      await expectRefused(eva.call('GET /appointments/{id}', { params: { id: other } }), 'not_found');
  });
});
