import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppointmentId, ServiceId } from '../../../src/domain/ids.ts';
import { addDays, addMinutes, isSunday, type WallDate, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  anAppointment,
  aService,
  aSlot,
  aTechnician,
} from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY: WallDate = '2026-11-24';
const THREE_WEEKS_LATER: WallDate = '2026-12-15';

let ana: Person;
let service: ServiceId;
let booked: AppointmentId;

const next = (who: Person, weeks?: number, id = booked) =>
  who.call('GET /appointments/{id}/next', {
    params: { id },
    ...(weeks !== undefined && { query: { weeks: String(weeks) } }),
  });
const timeOn = (day: WallDate, clock: `${number}:${number}`, minutes: number) => ({
  start_datetime: wallTimeOn(day, clock),
  end_datetime: addMinutes(wallTimeOn(day, clock), minutes),
});

onBothEngines('GET /appointments/{id}/next', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon);
    service = await aService(salon, { duration_minutes: 60 });
    booked = await aBooking(salon, wallTimeOn(DAY, '10:00'), ana.id, { service_id: service });
  });
  afterEach(() => salon.admin.call('PUT /settings', { body: { join_slots: 1 } }));

  test('client and owner are offered the free slot that is nearest to the appointment’s time plus `weeks` weeks', async () => {
    await aSlot(salon, wallTimeOn(THREE_WEEKS_LATER, '08:00'));
    const near = await aSlot(salon, wallTimeOn(THREE_WEEKS_LATER, '11:00'));
    const time = { ...timeOn(THREE_WEEKS_LATER, '11:00', 60), slot_id: near };
    for (const who of [ana, salon.admin]) expect(await next(who, 3)).toEqual({ time, weeks: 3 });
  });

  test('joined slots are offered for a long service, unless `join_slots` is off', async () => {
    await salon.db.updateTable('booking_lines').set({ duration_minutes: 120 }).execute();
    const first = await aSlot(salon, wallTimeOn(THREE_WEEKS_LATER, '10:00'));
    await aSlot(salon, wallTimeOn(THREE_WEEKS_LATER, '11:00'));
    const time = { ...timeOn(THREE_WEEKS_LATER, '10:00', 120), slot_id: first };
    expect((await next(ana, 3)).time).toEqual(time);
    await salon.admin.call('PUT /settings', { body: { join_slots: 0 } });
    expect((await next(ana, 3)).time).toBeNull();
  });

  test('if no slot is free, only the owner is offered an unoccupied time', async () => {
    await anAppointment(salon, wallTimeOn(THREE_WEEKS_LATER, '09:30'), { status: 'BLOCKED' });
    expect((await next(ana, 3)).time).toBeNull();
    const time = { ...timeOn(THREE_WEEKS_LATER, '10:30', 60), slot_id: null };
    expect((await next(salon.admin, 3)).time).toEqual(time);
  });

  test('unoccupied times during an absence or on a Sunday are not offered', async () => {
    await salon.db
      .insertInto('absences')
      .values({
        user_id: salon.admin.id,
        date_from: THREE_WEEKS_LATER,
        date_to: THREE_WEEKS_LATER,
        reason: null,
        created_at: 1,
      })
      .execute();
    expect((await next(salon.admin, 3)).time).toBeNull();
    expect((await next(salon.admin, 2)).time).not.toBeNull();
    const sunday = addDays(DAY, 5);
    expect(isSunday(sunday)).toBe(true);
    const onSunday = await aBooking(salon, wallTimeOn(sunday, '10:00'), ana.id);
    expect((await next(salon.admin, 3, onSunday)).time).toBeNull();
  });

  test('no time is offered with a technician who left or no longer does the services', async () => {
    const technician_id = await aTechnician(salon);
    const id = await aBooking(salon, wallTimeOn(DAY, '12:00'), ana.id, {
      service_id: service,
      technician_id,
    });
    await anAppointment(salon, wallTimeOn(THREE_WEEKS_LATER, '12:00'), { technician_id });
    const times = () =>
      Promise.all([ana, salon.admin].map(async (who) => (await next(who, 3, id)).time?.start_datetime));
    const wanted = wallTimeOn(THREE_WEEKS_LATER, '12:00');
    expect(await times()).toEqual([wanted, wanted]);
    const other = await aService(salon);
    const edit = (body: object) =>
      salon.admin.call('PUT /technicians/{id}', { params: { id: technician_id }, body });
    await edit({ service_ids: [other] });
    expect(await times()).toEqual([undefined, undefined]);
    await edit({ service_ids: null });
    expect(await times()).toEqual([wanted, wanted]);
    await salon.db.updateTable('technicians').set({ is_active: 0 }).where('id', '=', technician_id).execute();
    expect(await times()).toEqual([undefined, undefined]);
  });

  test('`weeks` defaults to the service’s return weeks, else to the client’s usual gap, else to three weeks', async () => {
    expect((await next(ana)).weeks).toBe(3);
    for (const day of ['2026-10-06', '2026-11-03'] as const)
      await aBooking(salon, wallTimeOn(day, '10:00'), ana.id);
    expect((await next(ana)).weeks).toBe(4);
    await aBooking(salon, '2026-10-20 10:00:00', ana.id, { attended: 0 });
    expect((await next(ana)).weeks).toBe(4);
    await salon.admin.call('PUT /services/{id}', { params: { id: service }, body: { return_weeks: 6 } });
    expect((await next(ana)).weeks).toBe(6);
  });

  test('the usual gap of a guest includes all guest bookings with the same phone', async () => {
    const id = await aGuestBooking(salon, wallTimeOn(DAY, '12:00'));
    for (const day of ['2026-10-06', '2026-10-20'] as const)
      await aGuestBooking(salon, wallTimeOn(day, '10:00'));
    expect((await next(salon.admin, undefined, id)).weeks).toBe(2);
  });

  test('`weeks` outside 1 to 12 and another client’s appointment are rejected', async () => {
    for (const weeks of [0, 13]) await expectRefused(next(ana, weeks), 'bad_input');
    for (const weeks of [1, 12]) expect((await next(ana, weeks)).weeks).toBe(weeks);
    await expectRefused(next(await aClient(salon), 3), 'not_found');
  });

  test('return_weeks of a service is null or from 1 to 12', async () => {
    const save = (return_weeks: number | null) =>
      salon.admin.call('PUT /services/{id}', { params: { id: service }, body: { return_weeks } });
    for (const weeks of [0, 13]) await expectRefused(save(weeks), 'bad_input');
    for (const weeks of [1, 12, null]) expect((await save(weeks)).return_weeks).toBe(weeks);
  });
});
