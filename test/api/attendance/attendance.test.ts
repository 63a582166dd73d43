import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Attended } from '../../../src/domain/appointments/attendance.ts';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addMinutes, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  anAppointment,
  aService,
  aSlot,
  aTechnician,
  seen,
} from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { clientNotifications, mailsAbout, rowById, rowsOfDay } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
let ana: Person;
/** The owner, logged in again after each change of the clock. */
let owner: Person;

const mark = (id: AppointmentId, attended: Attended) =>
  owner.call('POST /appointments/{id}/attendance', { params: { id }, body: { attended } });
const attendedOf = async (id: AppointmentId) => (await rowById(salon, id))?.attended;

/** Adds a booking and sets the clock to half an hour after its start. */
async function aBegunBooking(): Promise<AppointmentId> {
  const id = await aBooking(salon, start, ana.id);
  await itIs(addMinutes(start, 30));
  return id;
}
async function itIs(now: WallTime): Promise<void> {
  salon.clock.set(now);
  owner = await salon.loggedIn(salon.admin.id);
}

onBothEngines('attendance marks', () => {
  beforeEach(async () => {
    day = freshDay();
    start = `${day} 10:00:00`;
    ana = await aClient(salon);
    owner = salon.admin;
  });
  afterEach(() => salon.clock.set(NOW));

  test('the owner can set, change and clear the attendance of an appointment; nobody is notified', async () => {
    const id = await aBegunBooking();
    for (const [attended, version] of [
      [1, 2],
      [0, 3],
      [null, 4],
    ] as const) {
      expect(await mark(id, attended)).toMatchObject({ id, attended, version, status: 'BOOKED' });
      expect(await attendedOf(id)).toBe(attended);
      expect((await owner.call('GET /appointments/{id}', { params: { id } })).attended).toBe(attended);
    }
    expect(await clientNotifications(salon, ana.id)).toEqual([]);
    expect(await mailsAbout(salon, id)).toEqual([]);
  });

  test('setting the same attendance again creates neither a new version nor a second history entry', async () => {
    const id = await aBegunBooking();
    await mark(id, 0);
    expect((await mark(id, 0)).version).toBe(2);
    const history = await owner.call('GET /appointments/{id}/history', { params: { id }, query: {} });
    expect(history).toHaveLength(1);
    expect(history[0]).toMatchObject({
      by: { role: 'ADMIN' },
      changes: [{ field: 'attended', from: null, to: 0 }],
    });
  });

  test.each([
    [1, '08:59:59', 'appointment_not_begun'],
    [1, '09:00:00', undefined],
    [0, '09:59:59', 'appointment_not_begun'],
    [0, '10:00:00', undefined],
    [null, '08:59:59', 'appointment_not_begun'],
    [null, '09:00:00', undefined],
  ] as const)(
    'the mark %s of an appointment at 10:00 returns the error %3$s at %2$s',
    async (attended, clock, code) => {
      const id = await aBooking(salon, start, ana.id);
      await itIs(`${day} ${clock}`);
      if (code) await expectRefused(mark(id, attended), code);
      else expect((await mark(id, attended)).attended).toBe(attended);
    },
  );

  test.each(['AVAILABLE', 'BLOCKED', 'CANCELLED'] as const)(
    'refuses a mark on an appointment that is %s',
    async (status) => {
      const id = await anAppointment(salon, start, { status });
      await itIs(addMinutes(start, 120));
      await expectRefused(mark(id, 1), 'appointment_not_booked');
      await expectRefused(mark(id, null), 'appointment_not_booked');
    },
  );

  test('refuses attendance for a missing appointment, an invalid attendance, and attendance set by anybody except the owner', async () => {
    const id = await aBegunBooking();
    await expectRefused(mark(999_999 as AppointmentId, 1), 'not_found');
    for (const attended of [2, true, '1', undefined])
      await expectRefused(mark(id, attended as never), 'bad_input');
    const params = { params: { id }, body: { attended: 1 } } as const;
    const her = await salon.loggedIn(ana.id);
    await expectRefused(her.call('POST /appointments/{id}/attendance', params), 'not_allowed');
    await expectRefused(salon.visitor.call('POST /appointments/{id}/attendance', params), 'login_required');
    expect(await attendedOf(id)).toBeNull();
  });

  const noShows = async () => (await owner.call('GET /users/{id}', { params: { id: ana.id } })).no_shows;

  describe('the attendance mark of an appointment that is changed', () => {
    type Change = (id: AppointmentId) => Promise<unknown>;
    const edit =
      (body: () => object): Change =>
      (id) =>
        owner.call('PUT /appointments/{id}', { params: { id }, body: body() });
    const times = (hour: string, until: string) => ({
      start_datetime: `${day} ${hour}:00` as WallTime,
      end_datetime: `${day} ${until}:00` as WallTime,
    });
    const move =
      (hour: string, until: string): Change =>
      (id) =>
        owner.call('PUT /analytics/appointments/{id}/move', { params: { id }, body: times(hour, until) });

    const FORGET: [string, Change][] = [
      ['an edit of the start in the form', edit(() => times('11:00', '12:00'))],
      ['a move to a new start in the calendar', move('11:00', '12:00')],
      [
        'an edit that replaces the client by a guest',
        edit(() => ({ client_id: null, guest_name: 'Mila', guest_phone: '064 555 222' })),
      ],
      ['an edit of the status to CANCELLED', edit(() => ({ status: 'CANCELLED', cancel_reason: 'x' }))],
      [
        'a cancellation',
        (id) =>
          owner.call('POST /appointments/{id}/cancel', {
            params: { id },
            body: { reason: 'Nije se javila.' },
          }),
      ],
      [
        'a bulk cancellation',
        (id) => owner.call('POST /appointments/cancel-many', { body: { ids: [id], reason: 'x' } }),
      ],
      ['an edit of the status to AVAILABLE', edit(() => ({ status: 'AVAILABLE' }))],
      ['an edit of the status to BLOCKED', edit(() => ({ status: 'BLOCKED' }))],
    ];
    test.each(FORGET)(
      'an attendance mark is cleared by %s, also in the CANCELLED row that the client’s history keeps',
      async (_, change) => {
        const id = await aBegunBooking();
        await mark(id, 0);
        await change(id);
        expect((await rowsOfDay(salon, day)).map(({ attended }) => attended)).not.toContain(0);
        expect(await attendedOf(id)).toBeNull();
        expect(await noShows()).toBe(0);
      },
    );

    const KEEP: [string, Change][] = [
      ['the note', edit(() => ({ notes: 'Kasnila 10 minuta.' }))],
      ['the price', edit(() => ({ service_price: 100 }))],
      ['the end to a later time in the form', edit(() => times('10:00', '11:30'))],
      ['the end to an earlier time in the calendar', move('10:00', '10:30')],
    ];
    test.each(KEEP)('an attendance mark is kept after an edit of %s', async (_, change) => {
      const id = await aBegunBooking();
      await mark(id, 0);
      await change(id);
      expect(await attendedOf(id)).toBe(0);
      expect(await noShows()).toBe(1);
    });

    test('an attendance mark is kept after a change of the service', async () => {
      const id = await aBegunBooking();
      await mark(id, 1);
      const service_id = await aService(salon);
      await owner.call('PUT /appointments/{id}', { params: { id }, body: { service_id } });
      expect(await attendedOf(id)).toBe(1);
      const other = { service_id: await aService(salon) };
      await owner.call('POST /appointments/{id}/service', { params: { id }, body: other });
      expect(await attendedOf(id)).toBe(1);
    });

    test('an attendance mark is kept after a correction of the guest’s name', async () => {
      const id = await aGuestBooking(salon, start, { phone: '064555444' });
      await itIs(addMinutes(start, 30));
      await mark(id, 0);
      const body = { guest_name: 'Milica', guest_phone: '064 555 444' };
      await owner.call('POST /appointments/{id}/guest', { params: { id }, body });
      expect(await attendedOf(id)).toBe(0);
    });

    test('an attendance mark is cleared when the owner enters another guest, and the history records it', async () => {
      const id = await aGuestBooking(salon, start, { phone: '064555445' });
      await itIs(addMinutes(start, 30));
      await mark(id, 0);
      const body = { guest_name: 'Milica', guest_phone: '064 555 446' };
      await owner.call('POST /appointments/{id}/guest', { params: { id }, body });
      expect(await attendedOf(id)).toBeNull();
      const [latest] = await owner.call('GET /appointments/{id}/history', { params: { id }, query: {} });
      expect(latest?.changes).toContainEqual({ field: 'attended', from: 0, to: null });
    });

    test('an attendance mark is cleared by a move, and restored when the move is undone', async () => {
      const id = await aBegunBooking();
      await mark(id, 0);
      const { undo_token } = await owner.call('PUT /analytics/appointments/{id}/move', {
        params: { id },
        body: times('12:00', '13:00'),
      });
      expect(await attendedOf(id)).toBeNull();
      await owner.call('POST /appointments/undo', { body: { undo_token: String(undo_token) } });
      expect(await attendedOf(id)).toBe(0);
    });

    test('a swap clears both attendance marks; undoing the swap restores both', async () => {
      const a = await aBegunBooking();
      const eva = await aClient(salon);
      const b = await aBooking(salon, `${day} 07:00:00`, eva.id);
      await mark(a, 0);
      await mark(b, 1);
      const swapped = await owner.call('PUT /analytics/appointments/swap', { body: { a_id: a, b_id: b } });
      expect([swapped.a.attended, swapped.b.attended]).toEqual([null, null]);
      await owner.call('POST /appointments/undo', { body: { undo_token: String(swapped.undo_token) } });
      expect([await attendedOf(a), await attendedOf(b)]).toEqual([0, 1]);
    });

    test('a swap of two technicians’ bookings with the same start keeps both attendance marks and notifies nobody', async () => {
      const a = await aBegunBooking();
      const eva = await aClient(salon);
      const b = await aBooking(salon, start, eva.id, { technician_id: await aTechnician(salon) });
      await mark(a, 0);
      await mark(b, 1);
      const swapped = await owner.call('PUT /analytics/appointments/swap', { body: { a_id: a, b_id: b } });
      expect([swapped.a.attended, swapped.b.attended]).toEqual([0, 1]);
      for (const { id } of [ana, eva]) expect(await clientNotifications(salon, id)).toEqual([]);
    });

    test('an attendance mark is restored when a deletion is undone', async () => {
      const id = await aBegunBooking();
      await mark(id, 0);
      const gone = await owner.call('DELETE /appointments/{id}', { params: { id }, query: { undo: '1' } });
      await owner.call('POST /appointments/undo', { body: { undo_token: String(gone?.undo_token) } });
      expect(await attendedOf(id)).toBe(0);
    });

    test('a new booking has no attendance mark', async () => {
      const id = await aSlot(salon, start);
      const eva = await salon.loggedIn(ana.id);
      const booked = await eva.call('POST /appointments/{id}/book', { params: { id }, body: seen(start) });
      expect(await attendedOf(booked.id)).toBeNull();
    });
  });
});
