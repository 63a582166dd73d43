import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../../src/contract/index.ts';
import type { AppointmentId, ServiceId } from '../../../../src/domain/ids.ts';
import { addDays, type WallDate, type WallTime } from '../../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  anAppointment,
  aService,
  aSlot,
  aTechnician,
  giveService,
} from '../../../support/builders.ts';
import { freshDay } from '../../../support/days.ts';
import { clientNotifications, rowById, rowsOfDay } from '../../../support/notifications.ts';
import { expectRefused, outcomesOf } from '../../../support/refused.ts';
import { changeRow } from '../../../support/rows/rows.ts';
import type { Person } from '../../../support/salon.ts';
import { onBothEngines, salon } from '../../../support/salon-test.ts';
import { bySize } from '../../../support/size.ts';

const RACES = bySize(5, 60);

type Body = RequestBody<'PUT /appointments/{id}'>;
const save = (id: number, body: Body, query: { undo?: '1' } = {}) =>
  salon.admin.call('PUT /appointments/{id}', { params: { id }, query, body });
const undo = (undo_token: string) => salon.admin.call('POST /appointments/undo', { body: { undo_token } });

let day: WallDate;
let ana: Person;
let gel: ServiceId;
let manicure: ServiceId;
let id: AppointmentId;
const clock = (time: string): WallTime => `${day} ${time}:00` as WallTime;
const at = (from: string, to: string) => ({ start_datetime: clock(from), end_datetime: clock(to) });

onBothEngines('one save of the appointment form (PUT /appointments/{id})', () => {
  beforeEach(async () => {
    day = freshDay();
    ana = await aClient(salon, { name: 'Ana' });
    gel = await aService(salon, { name: 'Gel', price: 1500 });
    manicure = await aService(salon, { name: 'Manikir', price: 900 });
    id = await aBooking(salon, clock('09:00'), ana.id, { notes: 'n' });
    await giveService(salon, id, gel);
  });

  test('times, technician and services are saved together: one version, one history entry, one push and one mail', async () => {
    const mina = await aTechnician(salon, { name: 'Mina' });
    const before = await rowById(salon, id);
    const history = () => salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    const earlier = (await history()).length;
    const body = { ...at('10:00', '11:30'), technician_id: mina, service_ids: [gel, manicure], notes: 'm' };
    const saved = await save(id, { ...body, version: before?.version ?? 0 });
    expect(saved).toMatchObject({ ...at('10:00', '11:30'), technician_id: mina, notes: 'm' });
    expect(saved.services.map(({ service_id }) => service_id)).toEqual([gel, manicure]);
    expect(saved.version).toBe((before?.version ?? 0) + 1);
    expect(await history()).toHaveLength(earlier + 1);
    const notifications = await clientNotifications(salon, ana.id);
    expect(notifications.map(({ type }) => type)).toEqual([
      'APPT_TIME_CHANGED',
      'APPT_DURATION_CHANGED_EXTENDED',
      'APPT_SERVICE_CHANGED',
    ]);
    const mails = await salon.db
      .selectFrom('outbox')
      .select('content')
      .where('user_id', '=', ana.id)
      .execute();
    expect(mails).toHaveLength(1);
    const sentences = notifications.map(({ message }) => message).join(' ');
    expect(JSON.parse(mails[0]?.content ?? '{}')).toMatchObject({
      type: 'APPT_TIME_CHANGED',
      message: sentences,
    });
  });

  test('nothing is saved if the new time is taken', async () => {
    await anAppointment(salon, clock('15:00'), { status: 'BLOCKED' });
    const before = await rowById(salon, id);
    await expectRefused(save(id, { ...at('15:00', '16:00'), service_id: manicure }), 'slot_overlaps');
    expect(await rowById(salon, id)).toEqual(before);
    expect(await clientNotifications(salon, ana.id)).toEqual([]);
  });

  test('a booking takes the free slot `slot_id`, which gives way', async () => {
    const slot_id = await aSlot(salon, clock('12:00'), 120);
    await expectRefused(save(id, { ...at('13:30', '14:30'), slot_id, notes: 'm' }), 'slot_overlaps');
    expect(await save(id, { ...at('12:00', '13:00'), slot_id, notes: 'm' })).toMatchObject({ notes: 'm' });
    const free = (await rowsOfDay(salon, day)).filter(({ status }) => status === 'AVAILABLE');
    expect(free).toMatchObject([at('13:00', '14:00')]);
  });

  test('a free slot gives way to a booking that is moved or lengthened over it', async () => {
    await aSlot(salon, clock('12:00'), 120);
    await save(id, at('11:30', '12:30'));
    const free = async () => (await rowsOfDay(salon, day)).filter(({ status }) => status === 'AVAILABLE');
    expect(await free()).toMatchObject([at('12:30', '14:00')]);
    await save(id, at('11:30', '13:50'));
    expect(await free()).toEqual([]);
  });

  test('the free slots of another technician give way to a booking that keeps its times', async () => {
    const technician_id = await aTechnician(salon, { name: 'Mina' });
    await anAppointment(salon, clock('08:30'), { status: 'AVAILABLE', technician_id, minutes: 60 });
    expect(await save(id, { technician_id, notes: 'm' })).toMatchObject({ technician_id, notes: 'm' });
    const free = (await rowsOfDay(salon, day)).filter(({ status }) => status === 'AVAILABLE');
    expect(free).toMatchObject([{ ...at('08:30', '09:00'), technician_id }]);
  });

  describe('the undo token', () => {
    test('undoes times, services, prices and note of the save', async () => {
      const before = await rowById(salon, id);
      const slot_id = await aSlot(salon, clock('12:00'), 120);
      const services = [{ service_id: manicure, price: 700 }];
      const body = { ...at('12:00', '13:00'), slot_id, services, notes: null };
      const { undo_token } = await save(id, body, { undo: '1' });
      await undo(undo_token ?? '');
      const unversioned = { version: 0, sequence: 0 };
      expect({ ...(await rowById(salon, id)), ...unversioned }).toEqual({ ...before, ...unversioned });
      expect((await rowsOfDay(salon, day)).map(({ status }) => status).sort()).toEqual([
        'AVAILABLE',
        'BOOKED',
      ]);
    });

    test.each<[string, () => Body | Promise<Body>]>([
      ['the person changes', async () => ({ client_id: (await aClient(salon)).id })],
      ['the guest changes', () => ({ guest_name: 'Mila', guest_phone: '064 123 456' })],
      ['the status changes', () => ({ status: 'CANCELLED' })],
    ])('is null if %s', async (_, body) => {
      const saved = await save(id, { ...(await body()), ...at('10:00', '11:00') }, { undo: '1' });
      expect(saved.undo_token).toBeNull();
      expect(saved.start_datetime).toBe(clock('10:00'));
    });

    test('is missing unless the request asks for it', async () => {
      expect(await save(id, { notes: 'm' })).not.toHaveProperty('undo_token');
    });
  });

  test('`following` moves the later bookings of the series, but gives them no other field', async () => {
    const first = await aBooking(salon, clock('17:00'), ana.id);
    const second = await aBooking(salon, `${addDays(day, 7)} 17:00:00`, ana.id);
    for (const one of [first, second]) await changeRow(salon, one, { series_id: first });
    await giveService(salon, second, gel);
    const body = { ...at('18:00', '19:00'), service_id: manicure, notes: 'm', following: 1 } as const;
    const { undo_token } = await save(first, body, { undo: '1' });
    const later = () => salon.admin.call('GET /appointments/{id}', { params: { id: second } });
    expect(await later()).toMatchObject({
      start_datetime: `${addDays(day, 7)} 18:00:00`,
      service_id: gel,
      notes: null,
    });
    await undo(undo_token ?? '');
    expect(await later()).toMatchObject({ start_datetime: `${addDays(day, 7)} 17:00:00` });
  });

  describe('concurrent saves', () => {
    test('of two saves of one version, one is refused as stale and saves nothing', async () => {
      for (let n = 0; n < RACES; n++) {
        const version = (await rowById(salon, id))?.version ?? 0;
        const bodies = [
          { ...at('10:00', '11:00'), notes: `a${n}`, version },
          { ...at('13:00', '14:00'), notes: `b${n}`, version },
        ];
        expect(await outcomesOf(bodies.map((body) => save(id, body)))).toEqual({
          ok: 1,
          appointment_changed: 1,
        });
        const row = await rowById(salon, id);
        expect(bodies).toContainEqual(
          expect.objectContaining({ notes: row?.notes, start_datetime: row?.start_datetime }),
        );
      }
    });

    test('of two bookings that are saved into the same time, one is refused and saves nothing', async () => {
      const other = await aBooking(salon, clock('07:00'), ana.id, { notes: 'n' });
      for (let n = 0; n < RACES; n++) {
        await save(id, at('09:00', '10:00'));
        await save(other, at('07:00', '08:00'));
        const body = { ...at('12:00', '13:00'), notes: `n${n}` };
        const both = [save(id, body), save(other, body)];
        expect(await outcomesOf(both)).toEqual({ ok: 1, slot_overlaps: 1 });
        const rows = [await rowById(salon, id), await rowById(salon, other)];
        expect(rows.filter((row) => row?.notes === `n${n}`)).toHaveLength(1);
      }
    });

    test('of two bookings that are saved into the same free slot, one is refused', async () => {
      const other = await aBooking(salon, clock('07:00'), ana.id);
      const slot_id = await aSlot(salon, clock('12:00'), 60);
      const body = { ...at('12:00', '13:00'), slot_id };
      expect(await outcomesOf([save(id, body), save(other, body)])).toEqual({ ok: 1, slot_overlaps: 1 });
      const booked = (await rowsOfDay(salon, day)).filter((row) => row.start_datetime === clock('12:00'));
      expect(booked).toMatchObject([{ status: 'BOOKED' }]);
    });
  });
});
