import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { AppointmentId, ServiceId, TechnicianId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  anAppointment,
  aService,
  aSlot,
  aTechnician,
  aTechnicianPerson,
  seen,
} from '../../support/builders.ts';
import { freshPhone } from '../../support/days.ts';
import { liveTimes } from '../../support/joined.ts';
import { clientNotifications } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { expectDerived } from '../../support/rows/derived.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** Times that fit the work (docs/spec/behaviour.md §26). */

const DAY = '2026-11-20';
const at = (clock: string): WallTime => `${DAY} ${clock}:00` as WallTime;
const live = () => liveTimes(salon, at('09:00'));
const set = (body: RequestBody<'PUT /settings'>) => salon.admin.call('PUT /settings', { body });

let ana: Person;
let gel: ServiceId;
const book = (who: Person, id: AppointmentId, start: string, more: object = {}) =>
  who.call('POST /appointments/{id}/book', {
    params: { id },
    body: { start_datetime: at(start), technician_id: OWNERS_TECHNICIAN, service_ids: [gel], ...more },
  });
const cancel = (who: Person, id: AppointmentId) =>
  who.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });

onBothEngines('times that fit the work', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    gel = await aService(salon, { duration_minutes: 60 });
  });

  describe('with `split_slots`', () => {
    let id: AppointmentId;
    beforeEach(async () => {
      await set({ split_slots: 1, max_active_bookings: 10 });
      id = await aSlot(salon, at('09:00'), 180);
    });

    test('a short service takes its own time of a long slot, and the slot is whole again when it is canceled', async () => {
      const booked = await book(ana, id, '10:00');
      expect(booked).toMatchObject({ id, start_datetime: at('10:00'), end_datetime: at('11:00') });
      expect(await live()).toEqual(['AVAILABLE 09:00-10:00', 'BOOKED 10:00-11:00', 'AVAILABLE 11:00-12:00']);
      await cancel(ana, id);
      expect(await live()).toEqual(['AVAILABLE 09:00-12:00']);
      await expectDerived(salon.db);
    });

    test('a day as one slot is filled by three bookings, whatever became of the id', async () => {
      for (const start of ['09:00', '10:00', '11:00']) await book(ana, id, start);
      expect(await live()).toEqual(['BOOKED 09:00-10:00', 'BOOKED 10:00-11:00', 'BOOKED 11:00-12:00']);
      await expectRefused(book(ana, id, '10:00'), 'slot_gone');
      await expectDerived(salon.db);
    });

    test.each(['09:05', '09:10', '11:30', '08:00'])(
      'refuses a client a start at %s, which is not offered',
      async (start) => {
        await expectRefused(book(ana, id, start), 'slot_gone');
        expect(await live()).toEqual(['AVAILABLE 09:00-12:00']);
      },
    );

    test('the salon may take any start in steps of 5 minutes', async () => {
      const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
      expect(await book(salon.admin, id, '09:35', guest)).toMatchObject({ end_datetime: at('10:35') });
      await expectRefused(book(salon.admin, id, '11:42', guest), 'slot_gone');
    });

    test('the free slots name their opening, the next booking and whether it is used', async () => {
      const list = () => salon.visitor.call('GET /appointments', { query: { from: DAY, to: DAY } });
      const opening = { opening_start: at('09:00'), opening_end: at('12:00') };
      expect(await list()).toMatchObject([{ ...opening, next_booked: null, is_used: 0 }]);
      await book(ana, id, '10:00');
      expect(await list()).toMatchObject([
        { ...opening, start_datetime: at('09:00'), next_booked: at('10:00'), is_used: 1 },
        { ...opening, start_datetime: at('11:00'), next_booked: null, is_used: 1 },
      ]);
    });

    test('nobody is booked into a clean-up, which begins after the services', async () => {
      await salon.admin.call('PUT /services/{id}', { params: { id: gel }, body: { cleanup_minutes: 20 } });
      await book(ana, id, '09:00');
      expect(await live()).toEqual(['BOOKED 09:00-10:00', 'AVAILABLE 10:20-12:00']);
      await expectRefused(book(ana, id, '10:00'), 'slot_gone');
      expect(await book(ana, id, '10:20')).toMatchObject({ end_datetime: at('11:20') });
    });

    test('a client moves by half an hour over her own time', async () => {
      await book(ana, id, '10:00');
      const free = await ana.call('GET /appointments/{id}/free', {
        params: { id },
        query: { from: DAY, to: DAY },
      });
      const starts = free.map(({ start_datetime }) => start_datetime.slice(11, 16));
      expect(starts).toEqual(['09:00', '11:00']);
      await set({ rest_minutes: 30 });
      const moved = await ana.call('POST /appointments/{id}/reschedule', {
        params: { id },
        body: { to_id: id, start_datetime: at('09:30') },
      });
      expect(moved).toMatchObject({ start_datetime: at('09:30'), end_datetime: at('10:30') });
      expect(await live()).toEqual(['AVAILABLE 09:00-09:30', 'BOOKED 09:30-10:30', 'AVAILABLE 10:30-12:00']);
      await expectDerived(salon.db);
    });

    test('a move without a start takes as long as the services, from the start that was seen', async () => {
      const other = await aSlot(salon, at('13:00'), 120);
      await book(ana, id, '10:00');
      const params = { id };
      const moved = await ana.call('POST /appointments/{id}/reschedule', {
        params,
        body: { to_id: other, ...seen(at('13:00'), 120) },
      });
      expect(moved).toMatchObject({ start_datetime: at('13:00'), end_datetime: at('14:00') });
      expect(await live()).toEqual(['AVAILABLE 09:00-12:00', 'BOOKED 13:00-14:00', 'AVAILABLE 14:00-15:00']);
      await expectRefused(
        ana.call('POST /appointments/{id}/reschedule', { params, body: { to_id: other } }),
        'bad_input',
      );
    });

    test.each([{}, { any_technician: 1 }, { technician_id: OWNERS_TECHNICIAN }] as const)(
      'a booking does not move to its own start with %j',
      async (more) => {
        const { version } = await book(ana, id, '10:00');
        const body = { to_id: id, start_datetime: at('10:00'), ...more };
        await expectRefused(
          ana.call('POST /appointments/{id}/reschedule', { params: { id }, body }),
          'slot_gone',
        );
        expect(await ana.call('GET /appointments/{id}', { params: { id } })).toMatchObject({ version });
      },
    );

    test('a move names the technician of the slot if it names no other', async () => {
      const technician_id = await aTechnician(salon, { name: 'Mina' });
      const hers = await anAppointment(salon, at('13:00'), { technician_id });
      await book(ana, id, '10:00');
      const body = { to_id: hers, start_datetime: at('13:00') };
      const moved = await ana.call('POST /appointments/{id}/reschedule', { params: { id }, body });
      expect(moved).toMatchObject({ technician_id, start_datetime: at('13:00') });
    });

    test.each(['BOOKED', 'BLOCKED'] as const)('what a row that becomes %s leaves is free', async (status) => {
      const guest = status === 'BOOKED' && { guest_name: 'Mila' };
      const body = { status, start_datetime: at('10:00'), end_datetime: at('11:00'), ...guest };
      await salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
      expect(await live()).toEqual([
        'AVAILABLE 09:00-10:00',
        `${status} 10:00-11:00`,
        'AVAILABLE 11:00-12:00',
      ]);
      await expectDerived(salon.db);
    });

    test('a start of the only technician is booked whatever became of the slot', async () => {
      await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
      await aSlot(salon, at('09:00'), 180);
      expect(await book(ana, id, '10:00', { technician_id: undefined })).toMatchObject({ status: 'BOOKED' });
      await aTechnician(salon);
      await expectRefused(book(ana, id, '09:00', { technician_id: undefined }), 'slot_gone');
    });

    test('only bookings and blocks are in the way of the salon', async () => {
      await salon.admin.call('PUT /services/{id}', { params: { id: gel }, body: { cleanup_minutes: 20 } });
      await book(ana, id, '09:00');
      const guest = () => ({ guest_name: 'Mila', guest_phone: freshPhone() });
      await expectRefused(book(salon.admin, id, '09:55', guest()), 'slot_gone');
      await book(salon.admin, id, '10:10', guest()); // in the clean-up
      await book(salon.admin, id, '11:30', guest()); // beyond the free time
      expect(await live()).toEqual(['BOOKED 09:00-10:00', 'BOOKED 10:10-11:10', 'BOOKED 11:30-12:30']);
      await expectRefused(book(salon.admin, id, '12:30', guest()), 'slot_gone'); // nothing is free there
      await expectDerived(salon.db);
    });

    test('a guest finds the free times of her booking by her link', async () => {
      const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
      const { guest_link } = await book(salon.visitor, id, '10:00', guest);
      const body = { token: guest_link ?? '', from: DAY, to: DAY } as const;
      const free = await salon.visitor.call('POST /guest-link/free', { body });
      expect(free.map(({ start_datetime }) => start_datetime)).toEqual([at('09:00'), at('11:00')]);
    });

    test('a start within the notice is too soon', async () => {
      await set({ notice_minutes: 10_080 });
      await expectRefused(book(ana, id, '10:00'), 'too_soon');
    });

    test('of 12 concurrent bookings of overlapping starts as many are made as fit', async () => {
      const starts = ['09:00', '10:00', '11:00'];
      const guests = Array.from({ length: 12 }, (_, n) => ({
        start: starts[n % 3] ?? '09:00',
        more: { guest_name: `G${n}`, guest_phone: freshPhone() },
      }));
      const all = guests.map(({ start, more }) => book(salon.admin, id, start, more).catch(() => null));
      expect((await Promise.all(all)).filter((one) => one !== null)).toHaveLength(3);
      await expectDerived(salon.db);
    });

    test('a technician’s own minutes and price count', async () => {
      const technician_id = await aTechnician(salon, { name: 'Mina' });
      const own = await anAppointment(salon, at('09:00'), { minutes: 180, technician_id });
      const terms = [{ service_id: gel, duration_minutes: 90, price: 2100 }];
      const params = { id: technician_id };
      const saved = await salon.admin.call('PUT /technicians/{id}', { params, body: { terms } });
      expect(saved.terms).toEqual(terms);
      expect(await book(ana, own, '09:00', { technician_id })).toMatchObject({
        end_datetime: at('10:30'),
        service_price: 2100,
        services: [{ duration_minutes: 90, price: 2100 }],
      });
    });
  });

  test('the price list has the lowest price where those of technicians differ', async () => {
    const technician_id = await aTechnician(salon, { name: 'Mina' });
    const params = { id: technician_id };
    const prices = async () =>
      (await salon.visitor.call('GET /services')).map(({ price, price_from }) => [price, price_from]);
    expect(await prices()).toEqual([[1500, undefined]]);
    const terms = [{ service_id: gel, duration_minutes: null, price: 1200 }];
    await salon.admin.call('PUT /technicians/{id}', { params, body: { terms } });
    expect(await prices()).toEqual([[1500, 1200]]);
    await salon.admin.call('PUT /technicians/{id}', { params, body: { bookable: 0 } });
    expect(await prices()).toEqual([[1500, undefined]]);
  });

  test('the terms of the only technician stand in the price list', async () => {
    const [only] = await salon.admin.call('GET /technicians');
    const terms = [{ service_id: gel, duration_minutes: 75, price: 1700 }];
    await salon.admin.call('PUT /technicians/{id}', { params: { id: only?.id ?? 0 }, body: { terms } });
    const listed = async (caller: typeof ana) =>
      (await caller.call('GET /services')).map((one) => [one.duration_minutes, one.price]);
    expect(await listed(salon.visitor)).toEqual([[75, 1700]]);
    expect(await listed(salon.admin)).toEqual([[60, 1500]]);
    await aTechnician(salon, { name: 'Mina' });
    expect(await listed(salon.visitor)).toEqual([[60, 1500]]);
  });

  test('a technician reads the price list with her own terms', async () => {
    const mina = await aTechnicianPerson(salon, { name: 'Mina' });
    await aTechnician(salon, { name: 'Jelena' });
    const terms = [{ service_id: gel, duration_minutes: 90, price: null }];
    await salon.admin.call('PUT /technicians/{id}', { params: { id: mina.technician }, body: { terms } });
    const listed = async (caller: Person) =>
      (await caller.call('GET /services')).map((one) => [one.duration_minutes, one.price]);
    expect(await listed(mina)).toEqual([[90, 1500]]);
    expect(await listed(salon.admin)).toEqual([[60, 1500]]);
    expect(await listed(ana)).toEqual([[60, 1500]]);
  });

  test('the salon reads whether the time of an appointment came from an opening', async () => {
    const id = await aSlot(salon, at('09:00'));
    const typed = await aBooking(salon, at('12:00'), ana.id);
    await salon.admin.call('POST /appointments/{id}/book', {
      params: { id },
      body: { ...seen(at('09:00'), 60), client_id: ana.id },
    });
    const read = async (who: Person, row: AppointmentId) =>
      (await who.call('GET /appointments/{id}', { params: { id: row } })).in_opening;
    expect([await read(salon.admin, id), await read(salon.admin, typed), await read(ana, id)]).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });

  test('without `split_slots` a technician means her slot at the seen start', async () => {
    const technician_id = await aTechnician(salon, { name: 'Mina' });
    const id = await aSlot(salon, at('09:00'));
    const body = { technician_id, ...seen(at('09:00')) };
    const request = () => ana.call('POST /appointments/{id}/book', { params: { id }, body });
    await expectRefused(request(), 'slot_gone');
    const hers = await anAppointment(salon, at('09:00'), { technician_id });
    expect(await request()).toMatchObject({ id: hers, technician_id });
  });

  describe('a technician whom only the salon books', () => {
    let technician_id: TechnicianId;
    let id: AppointmentId;
    beforeEach(async () => {
      technician_id = await aTechnician(salon, { name: 'Mina' });
      id = await anAppointment(salon, at('09:00'), { technician_id });
      const params = { id: technician_id };
      await salon.admin.call('PUT /technicians/{id}', { params, body: { bookable: 0 } });
    });
    const bookAsSeen = (who: Person, more: object) =>
      who.call('POST /appointments/{id}/book', {
        params: { id },
        body: { ...seen(at('09:00'), 60), service_ids: [gel], ...more },
      });

    test('visitors and clients neither see nor book her', async () => {
      const query = { from: DAY, to: DAY } as const;
      expect(await salon.visitor.call('GET /appointments', { query })).toEqual([]);
      await expectRefused(bookAsSeen(ana, {}), 'slot_gone');
      await expectRefused(bookAsSeen(ana, { any_technician: 1 }), 'slot_gone');
      const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
      expect(await bookAsSeen(salon.admin, guest)).toMatchObject({ technician_id, status: 'BOOKED' });
    });
  });

  describe('freeing the rest of a booking', () => {
    const freeRest = (id: AppointmentId, who = salon.admin) =>
      who.call('POST /appointments/{id}/free-rest', { params: { id } });

    test('ends the booking with its services and offers the rest; undo takes it back', async () => {
      const id = await aBooking(salon, at('09:00'), ana.id, { minutes: 120, service_id: gel });
      const { appointment, slot, undo_token } = await freeRest(id);
      expect(appointment).toMatchObject({ id, end_datetime: at('10:00') });
      expect(slot).toMatchObject({ start_datetime: at('10:00'), end_datetime: at('11:00') });
      expect(await clientNotifications(salon, ana.id)).toEqual([]);
      await expectRefused(freeRest(id), 'nothing_to_free');
      await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
      expect(await live()).toEqual(['BOOKED 09:00-11:00']);
      await expectDerived(salon.db);
    });

    test('nothing can be freed if too little of it lies within an opening', async () => {
      const slot = await aSlot(salon, at('10:00'), 70);
      const { id } = await salon.admin.call('POST /appointments', {
        body: { start_datetime: at('10:00'), duration_minutes: 80, service_ids: [gel], client_id: ana.id },
      });
      expect(id).not.toBe(slot);
      await expectRefused(
        salon.admin.call('POST /appointments/{id}/free-rest', { params: { id } }),
        'nothing_to_free',
      );
      expect(await live()).toEqual(['BOOKED 10:00-11:20']);
    });

    test('nothing can be freed of a booking without a length', async () => {
      const id = await aBooking(salon, at('09:00'), ana.id, { minutes: 120 });
      await expectRefused(freeRest(id), 'nothing_to_free');
      await expectRefused(freeRest(id, ana), 'not_allowed');
    });
  });

  describe('a time that the salon gives up', () => {
    const move = (id: AppointmentId, more: object) =>
      salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id },
        body: { start_datetime: at('14:00'), end_datetime: at('15:00'), ...more },
      });

    test.each([
      [0, ['BOOKED 14:00-15:00']],
      [1, ['AVAILABLE 09:00-10:00', 'BOOKED 14:00-15:00']],
    ] as const)('with offer_again %i leaves %j', async (offer_again, expected) => {
      const id = await aSlot(salon, at('09:00'));
      await salon.admin.call('POST /appointments/{id}/book', {
        params: { id },
        body: { ...seen(at('09:00'), 60), client_id: ana.id },
      });
      await move(id, { offer_again });
      expect(await live()).toEqual(expected);
      await expectDerived(salon.db);
    });

    test.each([undefined, 0, 1] as const)(
      'by a cancellation in the form with offer_again %s is offered again only with 1',
      async (offer_again) => {
        await set({ split_slots: 1 });
        const id = await aSlot(salon, at('09:00'));
        await book(ana, id, '09:00');
        const body = { status: 'CANCELLED', offer_again } as const;
        await salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
        expect(await live()).toEqual(offer_again === 1 ? ['AVAILABLE 09:00-10:00'] : []);
      },
    );

    test('is offered again inside one opening with `split_slots`', async () => {
      await set({ split_slots: 1 });
      const id = await aSlot(salon, at('09:00'), 420);
      await book(salon.admin, id, '09:00', { client_id: ana.id });
      await move(id, {});
      expect(await live()).toEqual(['AVAILABLE 09:00-14:00', 'BOOKED 14:00-15:00', 'AVAILABLE 15:00-16:00']);
    });
  });
});
