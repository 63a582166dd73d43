import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { AppointmentId, ServiceId, TechnicianId } from '../../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  anAppointment,
  aService,
  aSlot,
  aTechnician,
  seen,
} from '../../support/builders.ts';
import { clientNotifications } from '../../support/notifications.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

const FIRST: WallDate = '2026-11-24';
const START = '2026-11-24 10:00:00';
const RACES = bySize(8, 11);
const weekLater = (weeks: number, clock: `${number}:${number}` = '10:00') =>
  wallTimeOn(addDays(FIRST, 7 * weeks), clock);

type Body = RequestBody<'POST /appointments/series/preview'>;
type Rows = RequestBody<'POST /appointments/series'>['rows'];

let ana: Person;
let service: ServiceId;

const asked = (body: Partial<Body> = {}): Body => ({
  client_id: ana.id,
  service_ids: [service],
  start_datetime: START,
  every_weeks: 1,
  count: 3,
  ...body,
});
const preview = async (body: Partial<Body> = {}) =>
  (await salon.admin.call('POST /appointments/series/preview', { body: asked(body) })).rows;
const all = (count: number, every = 1): Rows =>
  Array.from({ length: count }, (_, n) => ({ start_datetime: weekLater(n * every) }));
const save = (rows: Rows, body: Partial<Body> = {}, key?: string) =>
  salon.admin.call('POST /appointments/series', {
    body: { ...asked({ count: rows.length, ...body }), rows },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const book = (who: Person, id: number, start: WallTime, body: object = {}) =>
  who.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(start), ...body } });
const startsOf = (rows: readonly { start_datetime: string }[]) => rows.map((row) => row.start_datetime);
const bookedRows = () =>
  salon.db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['appointments.id', 'start_datetime', 'status', 'series_id', 'client_id'])
    .where('status', '=', 'BOOKED')
    .orderBy('start_datetime')
    .execute();

onBothEngines('booking a series of appointments', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    service = await aService(salon, { name: 'Gel lak', duration_minutes: 60 });
  });
  afterEach(() => salon.clock.set(NOW));

  test('the preview of a series returns whether each time can be booked, and saves nothing', async () => {
    await aSlot(salon, START);
    await aBooking(salon, weekLater(2), (await aClient(salon)).id);
    const day = addDays(FIRST, 21);
    const absence = { date_from: day, date_to: day, reason: null, created_at: 1 };
    await salon.db
      .insertInto('absences')
      .values({ user_id: salon.admin.id, ...absence })
      .execute();
    const rows = await preview({ count: 4 });
    expect(rows.map(({ state }) => state)).toEqual(['SLOT', 'NEW', 'TAKEN', 'ABSENCE']);
    expect(startsOf(rows)).toEqual(startsOf(all(4) as { start_datetime: string }[]));
    expect(rows[0]).toMatchObject({ end_datetime: addMinutes(START, 60), alternatives: [] });
    expect(startsOf(rows[2]?.alternatives ?? [])).toEqual([
      weekLater(2, '09:00'),
      addMinutes(weekLater(2), 1440),
    ]);
    expect(await bookedRows()).toHaveLength(1);
  });

  test('the preview keeps the local time across the change to summer time', async () => {
    const rows = await preview({ start_datetime: '2027-03-23 10:00:00', count: 2 });
    expect(startsOf(rows)).toEqual(['2027-03-23 10:00:00', '2027-03-30 10:00:00']);
  });

  test('a series repeats every 1 to 12 weeks and has 2 to 12 appointments', async () => {
    for (const body of [{ every_weeks: 0 }, { every_weeks: 13 }, { count: 1 }, { count: 13 }])
      await expectRefused(preview(body), 'bad_input');
    expect(await preview({ every_weeks: 12, count: 12 })).toHaveLength(12);
    expect(await preview({ every_weeks: 1, count: 2 })).toHaveLength(2);
  });

  test('a series of bookings requires a person, existing services and clients, and times within the working hours', async () => {
    await expectRefused(preview({ client_id: null }), 'booked_needs_person');
    await expectRefused(preview({ service_ids: [999_999 as ServiceId] }), 'unknown_service');
    await expectRefused(preview({ client_id: salon.admin.id }), 'unknown_client');
    await expectRefused(preview({ start_datetime: '2026-11-24 05:00:00' }), 'slot_outside_hours');
  });

  test('a series books free slots and unoccupied times, omits skipped times, and stores its id in the bookings', async () => {
    await aSlot(salon, START, 90);
    const { series_id, appointments } = await save([
      { start_datetime: START },
      { skip: 1 },
      { start_datetime: addMinutes(weekLater(2), 60) },
    ]);
    expect(startsOf(appointments)).toEqual([START, weekLater(2, '11:00')]);
    expect(appointments).toMatchObject([
      { series_id, client_id: ana.id, service_name: 'Gel lak', status: 'BOOKED', id: series_id },
      { series_id, client_id: ana.id, service_name: 'Gel lak', status: 'BOOKED' },
    ]);
    const rest = await salon.db
      .selectFrom('appointments')
      .selectAll()
      .where('status', '=', 'AVAILABLE')
      .execute();
    expect(startsOf(rest)).toEqual(['2026-11-24 11:00:00']);
  });

  test.each(['2031-11-24 10:00:00', '2025-11-11 10:00:00'] as const)(
    'rejects a series with the time %s, which is outside the weeks of the series and more than a year away',
    async (start_datetime) => {
      await expectRefused(save([{ start_datetime: START }, { start_datetime }]), 'slot_date_out_of_range');
    },
  );

  test('a series may end more than a year ahead', async () => {
    const rows: Rows = [{ start_datetime: START }, ...Array(11).fill({ skip: 1 })];
    const last = { start_datetime: weekLater(12 * 11, '11:00') };
    expect((await save([...rows.slice(0, 11), last], { every_weeks: 12 })).appointments).toHaveLength(2);
  });

  test('if a client books a slot of a series while the owner saves the series, one succeeds and the other gets series_changed or slot_gone', async () => {
    for (let round = 0; round < RACES; round++) {
      const starts = Array.from({ length: 12 }, (_, n) => addMinutes(weekLater(n), round * 60));
      const [start = START] = starts;
      const last = starts.at(-1) ?? START;
      const [id, client] = [await aSlot(salon, last), await aClient(salon)];
      const rows: Rows = starts.map((start_datetime) => ({ start_datetime }));
      const calls = [save(rows, { start_datetime: start }), book(client, id, last)];
      const outcomes = Object.keys(await outcomesOf(calls)).sort();
      expect([
        ['ok', 'series_changed'],
        ['ok', 'slot_gone'],
      ]).toContainEqual(outcomes);
    }
  });

  test('a series can be booked for a guest, with several services and with another technician', async () => {
    const technician_id = await aTechnician(salon);
    const other = await aService(salon, { name: 'Skidanje', duration_minutes: 30 });
    const guest = { client_id: null, guest_name: 'Mila', guest_phone: '064 123 456' };
    const { appointments } = await save(all(2), { ...guest, technician_id, service_ids: [service, other] });
    for (const made of appointments)
      expect(made).toMatchObject({ guest_name: 'Mila', technician_id, services: [{}, {}] });
    expect(appointments[0]?.end_datetime).toBe(addMinutes(START, 90));
  });

  test('if one time cannot be booked, the whole series is refused, and the response contains the current preview', async () => {
    await aBooking(salon, weekLater(1), (await aClient(salon)).id);
    const response = await salon.app.inject({
      method: 'POST',
      url: '/api/appointments/series',
      headers: { authorization: `Bearer ${salon.admin.token}` },
      payload: { ...asked({ count: 2 }), rows: all(2) },
    });
    expect(response.statusCode).toBe(409);
    const body = response.json();
    expect(body).toMatchObject({ code: 'series_changed', rows: await preview({ count: 2 }) });
    expect(body.rows[1]).toMatchObject({ state: 'TAKEN', alternatives: [{}, {}] });
    expect(await bookedRows()).toHaveLength(1);
  });

  test('a series on Sundays is rejected', async () => {
    const sunday = { start_datetime: wallTimeOn(addDays(FIRST, 5), '10:00') };
    expect((await preview(sunday)).map(({ state }) => state)).toEqual(['SUNDAY', 'SUNDAY', 'SUNDAY']);
    await expectRefused(save(all(2), { ...sunday, count: 2 }), 'series_changed');
    expect(await bookedRows()).toEqual([]);
  });

  test('a series with missing times, only skipped times, overlapping times or a time outside the working hours is rejected', async () => {
    await expectRefused(save(all(2), { count: 3 }), 'bad_input');
    await expectRefused(save([{ skip: 1 }, { skip: 1 }]), 'bad_input');
    await expectRefused(save([{ start_datetime: START }, { start_datetime: START }]), 'bad_input');
    await expectRefused(save([{ start_datetime: '2026-11-24 21:30:00' }, { skip: 1 }]), 'slot_outside_hours');
  });

  test('a request repeated with the same idempotency key returns the first series', async () => {
    const first = await save(all(2), {}, 'kljuc-serije-0123456789');
    expect(await save(all(2), {}, 'kljuc-serije-0123456789')).toEqual(first);
    expect(await bookedRows()).toHaveLength(2);
    await expectRefused(save(all(3), {}, 'kljuc-serije-0123456789'), 'key_reused');
  });

  test('a series sends the client one notification, and its bookings do not count toward the client’s booking limit', async () => {
    await save(all(3, 3), { every_weeks: 3 });
    expect(await clientNotifications(salon, ana.id)).toMatchObject([
      {
        type: 'APPT_CLIENT_CHANGED_ADDED',
        message: `Salon vas je upisao za 24. novembar u 10:00, usluga „Gel lak“. Isto važi i za: uto 15. dec u 10:00, uto 5. jan 2027 u 10:00.`,
      },
    ]);
    for (const clock of ['12:00', '14:00'] as const) {
      const id = await aSlot(salon, wallTimeOn(FIRST, clock));
      await book(ana, id, wallTimeOn(FIRST, clock));
    }
    const id = await aSlot(salon, wallTimeOn(FIRST, '16:00'));
    await expectRefused(book(ana, id, wallTimeOn(FIRST, '16:00')), 'booking_limit', 2);
  });

  test('an appointment that is assigned to another person leaves the series', async () => {
    const { series_id, appointments } = await save(all(2));
    const id = appointments[1]?.id ?? series_id;
    const client_id = (await aClient(salon)).id;
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { client_id } });
    expect((await bookedRows()).map((row) => row.series_id)).toEqual([series_id, null]);
  });

  test('an appointment whose guest is replaced by another guest leaves the series', async () => {
    const guest = { client_id: null, guest_name: 'Mila', guest_phone: '064 123 456' };
    const { series_id, appointments } = await save(all(2), guest);
    const id = appointments[1]?.id ?? series_id;
    const body = { guest_name: 'Una', guest_phone: '065 123 456' };
    await salon.admin.call('POST /appointments/{id}/guest', { params: { id }, body });
    expect((await bookedRows()).map((row) => row.series_id)).toEqual([series_id, null]);
  });

  test('canceling with `following` also cancels the later appointments of the series, and sends the client one notification', async () => {
    const { appointments } = await save(all(4));
    const [first, second, third] = appointments.map(({ id }) => id);
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: third as never } });
    const before = (await clientNotifications(salon, ana.id)).length;
    const body = { reason: 'Odmor.', following: 1, offer_again: 1 } as const;
    await expectRefused(
      ana.call('POST /appointments/{id}/cancel', { params: { id: second as never }, body }),
      'not_allowed',
    );
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id: second as never }, body });
    expect((await bookedRows()).map(({ id }) => id)).toEqual([first]);
    const rows = await salon.db
      .selectFrom('appointments')
      .selectAll()
      .where('status', '=', 'AVAILABLE')
      .execute();
    expect(startsOf(rows).sort()).toEqual([weekLater(1), weekLater(3)]);
    const news = (await clientNotifications(salon, ana.id)).slice(before);
    expect(news).toMatchObject([
      {
        type: 'APPT_CANCELLED_BY_ADMIN',
        message:
          'Salon je otkazao vaš termin 1. decembra u 10:00. Isto važi i za: uto 15. dec u 10:00. Razlog: Odmor.',
      },
    ]);
  });

  const move = (id: number, start: WallTime, body: object = {}) =>
    salon.admin.call('PUT /analytics/appointments/{id}/move', {
      params: { id: id as never },
      body: { start_datetime: start, end_datetime: addMinutes(start, 60), following: 1, ...body },
    });

  test('moving with `following` moves the later appointments of the series by the same interval; one undo restores all of them', async () => {
    const { appointments, series_id } = await save(all(3));
    await aSlot(salon, weekLater(2, '11:00'), 120);
    const second = appointments[1]?.id ?? 0;
    const { undo_token } = await move(second, weekLater(1, '11:30'));
    expect(startsOf(await bookedRows())).toEqual([START, weekLater(1, '11:30'), weekLater(2, '11:30')]);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    expect(startsOf(await bookedRows())).toEqual(startsOf(appointments));
    expect((await bookedRows()).map((row) => row.series_id)).toEqual([series_id, series_id, series_id]);
    const slots = await salon.db
      .selectFrom('appointments')
      .selectAll()
      .where('status', '=', 'AVAILABLE')
      .execute();
    expect(slots.map((row) => [row.start_datetime, row.end_datetime])).toEqual([
      [weekLater(2, '11:00'), weekLater(2, '13:00')],
    ]);
  });

  test.each(['11:00', '09:00'] as const)(
    'the notification of a series moved to %s names the first appointment first',
    async (to) => {
      const { appointments } = await save(all(3));
      const [first] = appointments;
      const before = (await clientNotifications(salon, ana.id)).length;
      await move(first?.id ?? 0, weekLater(0, to));
      const [moved, ...more] = (await clientNotifications(salon, ana.id)).slice(before);
      expect(moved).toMatchObject({ appointment_id: first?.id, appt_start: weekLater(0, to) });
      expect(moved?.message).toContain(`Novo vreme sledećih: uto 1. dec u ${to}, uto 8. dec u ${to}.`);
      expect(more).toEqual([]);
    },
  );

  test.each([[7], [-1], [14]])(
    'a series can be moved by %d days, even onto its own times, and the move can be undone',
    async (days) => {
      const { appointments } = await save(all(4));
      const [, second] = appointments;
      const { undo_token } = await move(second?.id ?? 0, addMinutes(weekLater(1), days * 1440));
      const moved = [0, 1, 2, 3].map((n) => addMinutes(weekLater(n), n === 0 ? 0 : days * 1440));
      expect(startsOf(await bookedRows())).toEqual(moved);
      await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
      expect(startsOf(await bookedRows())).toEqual(startsOf(appointments));
    },
  );

  test('moving with `following` moves no appointment of the series if the new time of one of them is occupied', async () => {
    const { series_id } = await save(all(3));
    await anAppointment(salon, weekLater(2, '11:30'), { status: 'BLOCKED' });
    await expectRefused(move(series_id, '2026-11-24 11:00:00'), 'move_refused');
    expect(startsOf(await bookedRows())).toEqual([START, weekLater(1), weekLater(2)]);
    await move(series_id, '2026-11-24 11:00:00', { following: 0 });
    expect(startsOf(await bookedRows())).toEqual(['2026-11-24 11:00:00', weekLater(1), weekLater(2)]);
  });

  describe('moving a past series with `following`', () => {
    const ahead = () => move(first, '2026-11-13 10:00:00'); // the first appointment stays in the past, the second becomes upcoming
    let first: AppointmentId;
    let mina: TechnicianId;
    beforeEach(async () => {
      mina = await aTechnician(salon);
      const fields = { technician_id: mina, series_id: 1 as AppointmentId };
      first = await aBooking(salon, '2026-11-09 10:00:00', ana.id, fields);
      await aBooking(salon, '2026-11-16 10:00:00', ana.id, fields);
    });

    test('is refused if a later appointment would become upcoming with a technician who has left', async () => {
      await salon.admin.call('DELETE /technicians/{id}', { params: { id: mina } });
      await expectRefused(ahead(), 'unknown_technician');
    });

    test('is refused if it would move an appointment of a deleted client from the past to the future', async () => {
      await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
      await expectRefused(ahead(), 'move_refused');
    });

    test('is allowed otherwise', async () => {
      await ahead();
      expect(startsOf(await bookedRows())).toEqual(['2026-11-13 10:00:00', '2026-11-20 10:00:00']);
    });
  });

  test('when several series and a booking concurrently need the same time, only one of the requests succeeds', async () => {
    const other = await aClient(salon);
    const slot = await aSlot(salon, weekLater(1));
    const outcomes = await outcomesOf([
      save(all(3)),
      save(all(3), { client_id: other.id }),
      save([{ start_datetime: weekLater(1) }, { start_datetime: weekLater(2) }], { client_id: other.id }),
      book(other, slot, weekLater(1)),
    ]);
    expect(outcomes.ok).toBe(1);
    const rows = await bookedRows();
    expect([1, 2, 3]).toContain(rows.length);
    expect(new Set(startsOf(rows)).size).toBe(rows.length);
    expect(new Set(rows.map(({ client_id }) => client_id)).size).toBe(1);
  });
});
