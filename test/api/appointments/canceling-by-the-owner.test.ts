import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type AppointmentId, toId } from '../../../src/domain/ids.ts';
import { addDays, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, aService, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { bookFor, liveTimes, slotsInARow } from '../../support/joined.ts';
import { openMailServer } from '../../support/mail-server.ts';
import {
  adminNotifications,
  clientNotifications,
  mailsAbout,
  notificationTypes,
  rowById,
  rowsOfDay,
} from '../../support/notifications.ts';
import { sendMails } from '../../support/outbox.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

type More = { asked_by?: 'SALON' | 'CLIENT'; offer_again?: 0 | 1 };
let day: WallDate;
let start: WallTime;
let ana: Person;
let owner: Person;

const cancel = (who: Person, id: AppointmentId, more: More = {}) =>
  who.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolesna je.', ...more } });
const waitsFor = (who: Person, body: object = {}) =>
  who.call('POST /client-notifications/free-slot', { body: { date: day, ...body } });
const messagesOf = async (who: Person) =>
  (await clientNotifications(salon, who.id)).map(({ message }) => message);

onBothEngines('cancellation by the owner', () => {
  beforeEach(async () => {
    day = freshDay();
    start = `${day} 10:00:00`;
    ana = await aClient(salon);
    owner = salon.admin;
  });
  afterEach(() => salon.clock.set(NOW));

  describe('asked_by: who asked for the cancellation', () => {
    test.each([
      [undefined, 'ADMIN', /^Salon je otkazao vaš termin .* Razlog: Bolesna je\.$/],
      ['SALON', 'ADMIN', /^Salon je otkazao vaš termin .* Razlog: Bolesna je\.$/],
      ['CLIENT', 'CLIENT', /^Vaš termin \d+\. .* u 10:00 je otkazan na vaš zahtev\.$/],
    ] as const)(
      'asked_by %s stores %s in cancelled_by, and the client’s notification says the same',
      async (asked_by, by, sentence) => {
        const id = await aBooking(salon, start, ana.id);
        const cancelled = await cancel(owner, id, asked_by && { asked_by });
        expect(cancelled).toMatchObject({
          status: 'CANCELLED',
          cancel_reason: 'Bolesna je.',
          client_no_shows: 0,
        });
        expect(await rowById(salon, id)).toMatchObject({ cancelled_by: by, is_late: 0 });
        expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_CANCELLED_BY_ADMIN']);
        expect((await messagesOf(ana))[0]).toMatch(sentence);
        expect(await adminNotifications(salon, id)).toEqual([]);
        expect((await mailsAbout(salon, id)).map(({ kind }) => kind)).toEqual(['CANCELLED_CLIENT']);
        expect(await liveTimes(salon, start)).toEqual([]);
      },
    );

    test.each([
      ['SALON', '10:00:01', 0],
      ['CLIENT', '10:00:00', 0],
      ['CLIENT', '10:00:01', 1],
    ] as const)(
      'a cancellation with asked_by %s, made at %s on the day before an appointment at 10:00, stores is_late %i',
      async (asked_by, clock, is_late) => {
        const id = await aBooking(salon, `${day} 10:00:00`, ana.id);
        await itIs(`${dayBefore()} ${clock}`);
        await cancel(owner, id, { asked_by });
        expect((await rowById(salon, id))?.is_late).toBe(is_late);
      },
    );

    test('the client’s card counts cancellations that the client asked for', async () => {
      await cancel(owner, await aBooking(salon, start, ana.id), { asked_by: 'CLIENT' });
      await cancel(owner, await aBooking(salon, `${day} 12:00:00`, ana.id), { asked_by: 'SALON' });
      const card = await owner.call('GET /users/{id}', { params: { id: ana.id } });
      expect(card).toMatchObject({ cancellations: 1, late_cancellations: 0 });
    });

    test('the clients’ cancellation deadline does not apply to the owner', async () => {
      await owner.call('PUT /settings', { body: { cancel_until_hours: 168 } });
      const id = await aBooking(salon, start, ana.id);
      await itIs(`${dayBefore()} 12:00:00`);
      expect((await cancel(owner, id, { asked_by: 'CLIENT' })).status).toBe('CANCELLED');
      await owner.call('PUT /settings', { body: { cancel_until_hours: 0 } });
    });

    test('subject and text of the mail agree on whether the salon or the client canceled', async () => {
      const server = await openMailServer();
      onTestFinished(() => server.close());
      const eva = await aClient(salon);
      await cancel(owner, await aBooking(salon, start, eva.id), { asked_by: 'CLIENT' });
      await cancel(owner, await aBooking(salon, `${day} 12:00:00`, eva.id));
      await sendMails(salon, server.url);
      const mails = server.mails.filter(({ to }) => to.includes(String(eva.email)));
      const [asked, salons] = ['10:00', '12:00'].map((at) =>
        mails.find(({ subject }) => subject.endsWith(at)),
      );
      expect(asked?.subject).toMatch(/^Termin je otkazan: .* u 10:00$/);
      expect(asked?.text).toMatch(/je otkazan na vaš zahtev\./);
      expect(`${asked?.subject} ${asked?.text}`).not.toMatch(/Salon je otkazao/);
      expect(asked?.calendar).toContain('METHOD:CANCEL');
      expect(salons?.subject).toMatch(/^Salon je otkazao termin: .* u 12:00$/);
      expect(mails).toHaveLength(2);
    });
  });

  describe('cancellation with offer_again', () => {
    test('offer_again creates a new free slot', async () => {
      const id = await aBooking(salon, start, ana.id, { notes: 'x' });
      await cancel(owner, id, { offer_again: 1 });
      const [old, fresh] = await rowsOfDay(salon, day);
      expect(old).toMatchObject({ id, status: 'CANCELLED', client_id: ana.id });
      expect(fresh).toMatchObject({
        status: 'AVAILABLE',
        start_datetime: start,
        client_id: null,
        notes: null,
      });
    });

    test('offer_again restores the joined slots that existed before the booking', async () => {
      const service_id = await aService(salon, { duration_minutes: 90 });
      const [id = toId<AppointmentId>(0)] = await slotsInARow(salon, start, [30, 60]);
      await bookFor(ana, id, start, 90, { service_id });
      await cancel(owner, id, { offer_again: 1, asked_by: 'CLIENT' });
      expect(await liveTimes(salon, start)).toEqual(['AVAILABLE 10:00-10:30', 'AVAILABLE 10:30-11:30']);
    });

    test.each([
      [0, []],
      [1, ['FREE_SLOT_AVAILABLE']],
    ] as const)(
      'with offer_again = %i, clients on the waitlist receive the notifications %j',
      async (offer_again, types) => {
        const eva = await aClient(salon);
        await waitsFor(eva);
        await cancel(owner, await aBooking(salon, start, ana.id), { offer_again });
        expect(await notificationTypes(salon, eva.id)).toEqual(types);
      },
    );

    test.each([
      [
        'offer_again offers the time again if the owner cancels a second before the start',
        '09:59:59',
        ['AVAILABLE 10:00-11:00'],
      ],
      ['offer_again has no effect if the owner cancels at the start', '10:00:00', []],
      ['offer_again has no effect if the owner cancels after the end', '12:00:00', []],
    ] as const)('%s', async (_, clock, live) => {
      const id = await aBooking(salon, start, ana.id);
      await itIs(`${day} ${clock}`);
      const cancelled = await cancel(owner, id, { offer_again: 1, asked_by: 'CLIENT' });
      expect(cancelled.status).toBe('CANCELLED');
      expect(await liveTimes(salon, start)).toEqual(live);
    });

    test('offer_again restores the slot of a guest’s booking, and no mail is sent', async () => {
      const id = await aGuestBooking(salon, start, { phone: freshPhone().replaceAll(' ', '') });
      const cancelled = await cancel(owner, id, { asked_by: 'CLIENT', offer_again: 1 });
      expect(cancelled).toMatchObject({ status: 'CANCELLED', client_id: null });
      expect(await rowById(salon, id)).toMatchObject({ cancelled_by: 'CLIENT' });
      expect(await liveTimes(salon, start)).toEqual(['AVAILABLE 10:00-11:00']);
      expect(await mailsAbout(salon, id)).toEqual([]);
    });

    test('two concurrent cancellations restore the slot once', async () => {
      const id = await aBooking(salon, start, ana.id);
      const both = [1, 1].map((offer_again) => cancel(owner, id, { offer_again: offer_again as 1 }));
      expect(await outcomesOf(both)).toEqual({ ok: 1, appointment_not_booked: 1 });
      expect(await liveTimes(salon, start)).toEqual(['AVAILABLE 10:00-11:00']);
      expect(await messagesOf(ana)).toHaveLength(1);
    });

    test('concurrent cancellations by client and owner restore one slot and send one notification', async () => {
      const id = await aBooking(salon, start, ana.id);
      expect(await outcomesOf([cancel(ana, id), cancel(owner, id, { offer_again: 1 })])).toEqual({
        ok: 1,
        appointment_not_booked: 1,
      });
      expect(await liveTimes(salon, start)).toEqual(['AVAILABLE 10:00-11:00']);
      expect((await messagesOf(ana)).length + (await adminNotifications(salon, id)).length).toBe(1);
    });

    test('an appointment added during the cancellation never overlaps the restored slot', async () => {
      const id = await aBooking(salon, start, ana.id);
      const eva = await aClient(salon);
      const creating = owner.call('POST /appointments', {
        body: { start_datetime: start, duration_minutes: 60, client_id: eva.id },
      });
      const outcomes = await outcomesOf([cancel(owner, id, { offer_again: 1 }), creating]);
      // the new appointment replaces the slot if the cancellation commits first; otherwise the new appointment is rejected
      const live = await liveTimes(salon, start);
      expect([
        [{ ok: 2 }, ['BOOKED 10:00-11:00']],
        [{ ok: 1, slot_overlaps: 1 }, ['AVAILABLE 10:00-11:00']],
      ]).toContainEqual([outcomes, live]);
    });

    test('a client who joins the waitlist during the cancellation is either notified, or refused because of the free slot', async () => {
      const id = await aBooking(salon, start, ana.id);
      const eva = await aClient(salon);
      const outcomes = await outcomesOf([cancel(owner, id, { offer_again: 1 }), waitsFor(eva)]);
      const types = await notificationTypes(salon, eva.id);
      expect([
        [{ ok: 2 }, ['FREE_SLOT_AVAILABLE']],
        [{ ok: 1, day_has_free_slots: 1 }, []],
      ]).toContainEqual([outcomes, types]);
    });

    test('a slot that is offered again can be booked immediately', async () => {
      await cancel(owner, await aBooking(salon, start, ana.id), { offer_again: 1 });
      const [fresh] = await salon.visitor.call('GET /appointments', { query: { from: day, to: day } });
      const eva = await aClient(salon);
      const booked = await eva.call('POST /appointments/{id}/book', {
        params: { id: fresh?.id as AppointmentId },
        body: seen(start),
      });
      expect(booked.client_id).toBe(eva.id);
    });
  });

  test.each([
    [{ asked_by: 'SALON' }],
    [{ asked_by: 'CLIENT' }],
    [{ offer_again: 0 }],
    [{ offer_again: 1 }],
  ] as const)('rejects a client’s cancellation with the field %j', async (more) => {
    const id = await aBooking(salon, start, ana.id);
    await expectRefused(cancel(ana, id, more), 'not_allowed');
    expect((await rowById(salon, id))?.status).toBe('BOOKED');
    expect((await cancel(ana, id)).status).toBe('CANCELLED');
  });

  test.each([[{ asked_by: 'GUEST' }], [{ asked_by: null }], [{ offer_again: true }], [{ offer_again: 2 }]])(
    'rejects a cancellation with the invalid field %j',
    async (more) => {
      const id = await aBooking(salon, start, ana.id);
      await expectRefused(cancel(owner, id, more as More), 'bad_input');
    },
  );
});

const dayBefore = (): WallDate => addDays(day, -1);
async function itIs(now: WallTime): Promise<void> {
  salon.clock.set(now);
  owner = await salon.loggedIn(salon.admin.id);
}
