import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Attended } from '../../../src/domain/appointments/attendance.ts';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addMinutes, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { changePerson } from '../../support/rows/rows.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
let ana: Person;
/** The owner, logged in again after each change of the clock, because sessions expire. */
let owner: Person;

const mark = (id: AppointmentId, attended: Attended) =>
  owner.call('POST /appointments/{id}/attendance', { params: { id }, body: { attended } });

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

onBothEngines('no-shows', () => {
  beforeEach(async () => {
    day = freshDay();
    start = `${day} 10:00:00`;
    ana = await aClient(salon);
    owner = salon.admin;
  });
  afterEach(() => salon.clock.set(NOW));

  const noShows = async () => (await owner.call('GET /users/{id}', { params: { id: ana.id } })).no_shows;

  describe('the number of no-shows', () => {
    test('the list of clients, the client card and the response to an edit contain the client’s number of no-shows', async () => {
      const id = await aBegunBooking();
      await mark(id, 0);
      const phone = freshPhone();
      const inList = (await owner.call('GET /users/clients', { query: {} })).find((one) => one.id === ana.id);
      const edited = await owner.call('PUT /users/clients/{id}', {
        params: { id: ana.id },
        body: { phone },
      });
      const alsoEdited = await owner.call('PUT /users/{id}', {
        params: { id: ana.id },
        body: { notes: 'x' },
      });
      expect([inList?.no_shows, await noShows(), edited.no_shows, alsoEdited.no_shows]).toEqual([1, 1, 1, 1]);
      expect(await mark(id, 1)).toMatchObject({ client_no_shows: 0 });
      expect(await noShows()).toBe(0);
    });

    test.each([
      ['2025-12-01 06:00:00', 1],
      ['2025-11-30 21:00:00', 0],
    ] as const)(
      'on 1 December 2026, only no-shows of the last 12 months count: a no-show at %s adds %i',
      async (when, count) => {
        await aBooking(salon, when, ana.id, { attended: 0, minutes: 1 });
        await itIs('2026-12-01 12:00:00');
        expect(await noShows()).toBe(count);
      },
    );

    test('counts a guest’s no-shows by phone number in any format, also those of bookings that a client made for the guest, and a client’s by account', async () => {
      const digits = freshPhone().replaceAll(' ', '');
      const [written, other] = [`(${digits.slice(0, 3)}) ${digits.slice(3)}`, freshPhone()];
      const first = await aGuestBooking(salon, `${day} 08:00:00`, { phone: digits });
      const second = await anAppointment(salon, `${day} 09:00:00`, {
        status: 'BOOKED',
        guest_name: 'Mila',
        guest_phone: written,
        booked_at: salon.clock.ms(),
      });
      const hers = await aBooking(salon, start, ana.id, {
        guest_name: 'Mila',
        guest_phone: digits,
      });
      const another = await aGuestBooking(salon, `${day} 12:00:00`, { phone: other.replaceAll(' ', '') });
      await itIs(`${day} 20:00:00`);
      for (const id of [first, second, hers]) await mark(id, 0);
      const read = async (id: AppointmentId) =>
        (await owner.call('GET /appointments/{id}', { params: { id } })).client_no_shows;
      expect(await Promise.all([first, second, hers, another].map(read))).toEqual([3, 3, 1, 0]);
    });

    test('the owner’s appointment list, calendar and next appointment contain the client’s number of no-shows', async () => {
      await aBooking(salon, '2026-10-02 09:00:00', ana.id, { attended: 0 });
      await changePerson(salon, ana.id, { notes: 'Alergija na aceton' });
      const id = await aBooking(salon, '2026-11-17 12:00:00', ana.id);
      const range = { from: '2026-11-17', to: '2026-11-17' } as const;
      const listed = await owner.call('GET /appointments/list', { query: range });
      const shown = await owner.call('GET /analytics/calendar', { query: range });
      const next = await owner.call('GET /appointments/next');
      const coming = await owner.call('GET /appointments/upcoming', { query: {} });
      for (const one of [...listed, ...shown, ...coming, next].filter((found) => found?.id === id))
        expect(one).toMatchObject({ attended: null, client_no_shows: 1, client_notes: 'Alergija na aceton' });
      expect([listed, shown, coming].map((rows) => rows.some((row) => row.id === id))).toEqual([
        true,
        true,
        true,
      ]);
      await salon.db.deleteFrom('appointments').where('id', '=', id).execute();
    });
  });
});
