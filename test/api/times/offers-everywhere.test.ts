import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { AppointmentId, ServiceId, TechnicianId } from '../../../src/domain/ids.ts';
import { addDays, type WallTime } from '../../../src/domain/wall-clock.ts';
import { isStillOffered, queryOfFreed } from '../../../src/server/offers/offers.ts';
import { aBooking, aClient, anAppointment, aService, aSlot, aTechnician } from '../../support/builders.ts';
import { liveTimes } from '../../support/joined.ts';
import { clientNotifications } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { expectDerived } from '../../support/rows/derived.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** With `split_slots` offers, not whole slots, decide (docs/spec/behaviour.md §26.1). */

const DAY = '2026-11-20';
const at = (clock: string): WallTime => `${DAY} ${clock}:00` as WallTime;
const live = () => liveTimes(salon, at('09:00'));
const set = (body: RequestBody<'PUT /settings'>) => salon.admin.call('PUT /settings', { body });
const clocks = (times: readonly { start_datetime: WallTime }[]) =>
  times.map(({ start_datetime }) => start_datetime.slice(11, 16));

let ana: Person;
let iva: Person;
let gel: ServiceId;
let long: ServiceId;
const bookAt = (who: Person, id: AppointmentId, start: string, service_ids: ServiceId[], more: object = {}) =>
  who.call('POST /appointments/{id}/book', {
    params: { id },
    body: { start_datetime: at(start), service_ids, ...more },
  });
const cancel = (who: Person, id: AppointmentId) =>
  who.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
const join = (who: Person, service_ids: ServiceId[]) =>
  who.call('POST /client-notifications/free-slot', { body: { date: DAY, service_ids } });

onBothEngines('offers with `split_slots`', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    iva = await aClient(salon, { name: 'Iva', email: 'iva@primer.rs' });
    gel = await aService(salon, { duration_minutes: 60 });
    long = await aService(salon, { duration_minutes: 120 });
    await set({ split_slots: 1, max_active_bookings: 10 });
  });

  describe('the waitlist', () => {
    test('a day is full for services that no offer holds, although shorter ones fit', async () => {
      await aSlot(salon, at('09:00'), 90);
      await expectRefused(join(iva, [gel]), 'day_has_free_slots');
      await join(iva, [long]);
      const own = await iva.call('GET /client-notifications/free-slot');
      expect(own).toEqual([{ date: DAY, technician_id: null, service_ids: [long] }]);
    });

    test('who waits is told of the first offer that holds her services, with its own times', async () => {
      const id = await aSlot(salon, at('09:00'), 240);
      await bookAt(ana, id, '10:00', [gel]);
      const { id: second } = await bookAt(ana, id, '11:00', [gel]);
      await join(iva, [long]);
      expect(await clientNotifications(salon, iva.id)).toEqual([]);
      await cancel(ana, second);
      const [told] = await clientNotifications(salon, iva.id);
      expect(told?.message).toContain('11:00 - 13:00');
      const freed = { id: told?.appointment_id ?? null, start_datetime: at('11:00') };
      expect(await queryOfFreed(salon.db, freed)).toBe(`dan=${DAY}&vreme=11:00`);
      const isFree = () =>
        isStillOffered(salon.db, salon.clock.wall(), { ...freed, start: at('11:00'), client_id: iva.id });
      expect(await isFree()).toBe(true);
      await bookAt(ana, second, '12:00', [gel]);
      expect(await isFree()).toBe(false);
    });

    test('nobody is told when the freed time holds none of her offers', async () => {
      const id = await aSlot(salon, at('09:00'), 60);
      await bookAt(ana, id, '09:00', [gel]);
      await join(iva, [long]);
      await cancel(ana, id);
      expect(await clientNotifications(salon, iva.id)).toEqual([]);
    });
  });

  describe('the next appointment', () => {
    test('is the nearest offer, for client and salon', async () => {
      const before = addDays(DAY, -7);
      const id = await aBooking(salon, `${before} 10:00:00` as WallTime, ana.id, { service_id: gel });
      await aSlot(salon, at('08:00'), 300);
      for (const who of [ana, salon.admin]) {
        const { time } = await who.call('GET /appointments/{id}/next', {
          params: { id },
          query: { weeks: '1' },
        });
        expect(time).toMatchObject({ start_datetime: at('10:00'), end_datetime: at('11:00') });
      }
    });

    test('the times that the salon makes keep clear of clean-ups', async () => {
      const cleaned = await aService(salon, { duration_minutes: 60 });
      await salon.admin.call('PUT /services/{id}', {
        params: { id: cleaned },
        body: { cleanup_minutes: 20 },
      });
      const before = addDays(DAY, -7);
      const id = await aBooking(salon, `${before} 10:00:00` as WallTime, ana.id, { service_id: gel });
      await salon.admin.call('POST /appointments', {
        body: { start_datetime: at('09:30'), status: 'BOOKED', client_id: iva.id, service_ids: [cleaned] },
      });
      const { time } = await salon.admin.call('GET /appointments/{id}/next', {
        params: { id },
        query: { weeks: '1' },
      });
      expect(time).toMatchObject({ start_datetime: at('10:50'), slot_id: null });
    });
  });

  test('a taken time of a series has an offer as first alternative', async () => {
    await aBooking(salon, at('10:00'), iva.id);
    await aSlot(salon, at('11:10'), 120);
    const { rows } = await salon.admin.call('POST /appointments/series/preview', {
      body: {
        start_datetime: at('10:00'),
        client_id: ana.id,
        service_ids: [gel],
        duration_minutes: 60,
        every_weeks: 1,
        count: 2,
      },
    });
    expect(rows[0]).toMatchObject({ state: 'TAKEN' });
    expect(clocks(rows[0]?.alternatives ?? [])[0]).toBe('11:10');
  });

  describe('a client changes her services', () => {
    let id: AppointmentId;
    const change = (service_ids: ServiceId[]) =>
      ana.call('POST /appointments/{id}/service', { params: { id }, body: { service_ids } });
    beforeEach(async () => {
      id = await aSlot(salon, at('09:00'), 180);
      await bookAt(ana, id, '09:00', [gel]);
    });

    test('a longer one moves the end, a shorter one gives the rest back', async () => {
      expect(await change([long])).toMatchObject({ end_datetime: at('11:00') });
      expect(await live()).toEqual(['BOOKED 09:00-11:00', 'AVAILABLE 11:00-12:00']);
      await change([gel]);
      expect(await live()).toEqual(['BOOKED 09:00-10:00', 'AVAILABLE 10:00-12:00']);
      await expectDerived(salon.db);
    });

    test('a longer one has no room before the next booking', async () => {
      await bookAt(iva, id, '11:00', [gel]);
      const longest = await aService(salon, { duration_minutes: 125 });
      await expectRefused(change([longest]), 'service_too_long');
      expect(await live()).toEqual(['BOOKED 09:00-10:00', 'AVAILABLE 10:00-11:00', 'BOOKED 11:00-12:00']);
    });

    test('who waits is told of the time that a shorter one gives back', async () => {
      await change([long]);
      await bookAt(iva, id, '11:00', [gel]);
      const mira = await aClient(salon, { name: 'Mira' });
      await join(mira, [gel]);
      await change([gel]);
      const [told] = await clientNotifications(salon, mira.id);
      expect(told?.message).toContain('10:00 - 11:00');
    });
  });

  describe('where a booking can move', () => {
    let jelena: TechnicianId;
    beforeEach(async () => {
      jelena = await aTechnician(salon, { name: 'Jelena' });
    });
    const free = (id: AppointmentId) =>
      ana.call('GET /appointments/{id}/free', { params: { id }, query: { from: DAY, to: DAY } });

    test('each with the free slot under its start, null where her own booking covers it', async () => {
      await set({ rest_minutes: 30 });
      const id = await aSlot(salon, at('09:00'), 180);
      await bookAt(ana, id, '10:00', [gel]);
      const rows = await salon.db.selectFrom('appointments').select(['id', 'start_datetime']).execute();
      const slotAt = (clock: string) => rows.find((row) => row.start_datetime === at(clock))?.id;
      const [before, after] = [slotAt('09:00'), slotAt('11:00')];
      expect((await free(id)).map(({ start_datetime, slot_id }) => [start_datetime, slot_id])).toEqual([
        [at('09:00'), before],
        [at('09:30'), before],
        [at('10:30'), null],
        [at('11:00'), after],
      ]);
    });

    test('also to another technician who does the services, without `any_technician`', async () => {
      const id = await aSlot(salon, at('09:00'), 60);
      await bookAt(ana, id, '09:00', [gel]);
      const hers = await anAppointment(salon, at('13:00'), { minutes: 90, technician_id: jelena });
      expect(await free(id)).toEqual([
        { start_datetime: at('13:00'), end_datetime: at('14:00'), slot_id: hers, technician_id: jelena },
      ]);
      const params = { id };
      await ana.call('POST /appointments/{id}/reschedule', {
        params,
        body: { to_id: hers, start_datetime: at('13:00'), technician_id: jelena },
      });
      expect(await live()).toEqual(['AVAILABLE 09:00-10:00', 'BOOKED 13:00-14:00', 'AVAILABLE 14:00-14:30']);
    });

    test('with `split_slots` 0 whole free slots', async () => {
      await set({ split_slots: 0 });
      const id = await aBooking(salon, at('09:00'), ana.id, { service_id: gel });
      const slot = await aSlot(salon, at('11:00'), 120);
      expect(await free(id)).toMatchObject([
        { start_datetime: at('11:00'), end_datetime: at('13:00'), slot_id: slot },
      ]);
    });
  });
});
