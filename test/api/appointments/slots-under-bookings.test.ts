import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addMinutes, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, anAppointment } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { rowById, rowsOfDay } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** A new booking from 10:00 to 11:00 changes the free slots that it overlaps; undo restores them (docs/spec/behaviour.md §5.18). */

let day: WallDate;
let ana: Person;

type Clock = `${number}:${number}`;
const clock = (hour: Clock): WallTime => `${day} ${hour}:00`;
const minutes = (from: Clock, to: Clock) =>
  (Number(to.slice(0, 2)) - Number(from.slice(0, 2))) * 60 + Number(to.slice(3)) - Number(from.slice(3));
const aSlot = (times: `${Clock}-${Clock}`) => {
  const [from, to] = times.split('-') as [Clock, Clock];
  return anAppointment(salon, clock(from), { minutes: minutes(from, to), notes: `od ${from}` });
};
const book = () =>
  salon.admin.call('POST /appointments', {
    query: { undo: '1' },
    body: { start_datetime: clock('10:00'), duration_minutes: 60, client_id: ana.id },
  });
const undo = (undo_token: string | null) =>
  salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
const slots = async () => (await rowsOfDay(salon, day)).filter(({ status }) => status === 'AVAILABLE');
const timesOf = (rows: Awaited<ReturnType<typeof slots>>) =>
  rows.map(
    ({ start_datetime, end_datetime }) => `${start_datetime.slice(11, 16)}-${end_datetime.slice(11, 16)}`,
  );
const content = (rows: Awaited<ReturnType<typeof slots>>) => rows.map((row) => ({ ...row, version: 0 }));

onBothEngines('free slots that overlap a new booking', () => {
  beforeAll(async () => {
    ana = await aClient(salon);
  });
  beforeEach(() => {
    day = freshDay();
  });

  test.each<[string, `${Clock}-${Clock}`[], string[]]>([
    ['a slot with the same times is deleted', ['10:00-11:00'], []],
    ['a slot inside the booking is deleted', ['10:15-10:45'], []],
    ['several slots inside the booking are all deleted', ['10:00-10:20', '10:20-10:40', '10:40-11:00'], []],
    ['a slot that starts earlier loses its end', ['09:00-10:30'], ['09:00-10:00']],
    ['a slot that ends later loses its start', ['10:30-12:00'], ['11:00-12:00']],
    [
      'slots that overlap the booking’s start and end are both shortened',
      ['09:00-10:30', '10:30-12:00'],
      ['09:00-10:00', '11:00-12:00'],
    ],
    ['a slot around the booking is split in two', ['09:00-12:00'], ['09:00-10:00', '11:00-12:00']],
    ['remaining 15 minutes are kept as a slot', ['09:45-11:15'], ['09:45-10:00', '11:00-11:15']],
    ['remaining 10 minutes are deleted', ['09:50-10:30', '10:30-11:10'], []],
    [
      'a slot that exceeds the booking by 10 minutes before and an hour after keeps only the hour',
      ['09:50-12:00'],
      ['11:00-12:00'],
    ],
    ['adjacent slots are unchanged', ['09:00-10:00', '11:00-12:00'], ['09:00-10:00', '11:00-12:00']],
    [
      'the outer two of three adjacent slots are shortened and the middle slot is deleted',
      ['09:00-10:10', '10:10-10:50', '10:50-12:00'],
      ['09:00-10:00', '11:00-12:00'],
    ],
  ])('%s; undo restores the slots', async (_, before, after) => {
    for (const times of before) await aSlot(times);
    const rows = await slots();
    const { id, undo_token } = await book();
    expect(timesOf(await slots())).toEqual(after);
    await undo(undo_token);
    expect(await rowById(salon, id)).toBeUndefined();
    expect(content(await slots())).toEqual(content(rows));
  });

  test('a slot that a booking shortens keeps its id and note; shortening and undo each increment its version', async () => {
    const id = await aSlot('09:00-12:00');
    const { undo_token } = await book();
    expect(await rowById(salon, id)).toMatchObject({ version: 2, notes: 'od 09:00' });
    expect((await slots()).map(({ notes }) => notes)).toEqual(['od 09:00', 'od 09:00']);
    await undo(undo_token);
    expect(await rowById(salon, id)).toMatchObject({ version: 3, end_datetime: clock('12:00') });
  });

  test('after a booking has split a slot and the rest of the slot has been booked, undoing the first booking frees its own time', async () => {
    await aSlot('09:00-12:00');
    const { undo_token } = await book();
    const piece = (await slots())[1];
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id: piece?.id ?? 0 },
      body: { status: 'BOOKED', guest_name: 'Mila' },
    });
    await undo(undo_token);
    expect(timesOf(await slots())).toEqual(['09:00-11:00']);
  });

  test('a booking that also overlaps a blocked time is refused, and the free slots stay unchanged', async () => {
    await aSlot('10:00-10:30');
    await anAppointment(salon, clock('10:30'), { minutes: 30, status: 'BLOCKED' });
    const rows = await rowsOfDay(salon, day);
    await expectRefused(book(), 'slot_overlaps');
    expect(await rowsOfDay(salon, day)).toEqual(rows);
  });

  const move = async (from: Clock, slot_id: AppointmentId) => {
    const booking = { minutes: 60, status: 'BOOKED', client_id: ana.id } as const;
    const id = await anAppointment(salon, clock('08:00'), booking);
    const body = { start_datetime: clock(from), end_datetime: addMinutes(clock(from), 60), slot_id };
    return {
      id,
      moving: salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body }),
    };
  };

  test.each<[string, `${Clock}-${Clock}`, Clock, string[]]>([
    ['a slot with the same times is deleted', '12:00-13:00', '12:00', []],
    ['a longer slot keeps its end', '12:00-14:00', '12:00', ['13:00-14:00']],
    ['a slot around the booking is split in two', '12:00-15:00', '13:00', ['12:00-13:00', '14:00-15:00']],
    ['remaining 10 minutes are deleted', '12:00-13:10', '12:00', []],
  ])(
    'when a booking is moved into a slot, %s; undo restores the booking and the slot',
    async (_, times, from, left) => {
      const slot = await aSlot(times);
      const before = await slots();
      const { id, moving } = await move(from, slot);
      const { undo_token, start_datetime, status } = await moving;
      expect([start_datetime, status]).toEqual([clock(from), 'BOOKED']);
      expect(timesOf(await slots())).toEqual(left);
      await undo(undo_token);
      expect((await rowById(salon, id))?.start_datetime).toBe(clock('08:00'));
      expect(content(await slots())).toEqual(content(before));
    },
  );

  test('refuses a move to a slot that is too short or was booked or deleted in the meantime, and changes nothing', async () => {
    const short = await aSlot('12:00-12:59');
    const deleted = await aSlot('15:00-16:00');
    await salon.db.deleteFrom('appointments').where('id', '=', deleted).execute();
    const taken = await aSlot('18:00-19:00');
    await salon.db.updateTable('appointments').set({ status: 'BLOCKED' }).where('id', '=', taken).execute();
    for (const [from, slot] of [
      ['12:00', short],
      ['15:00', deleted],
      ['18:00', taken],
    ] as const) {
      const { id, moving } = await move(from, slot);
      await expectRefused(moving, 'move_refused');
      expect((await rowById(salon, id))?.start_datetime).toBe(clock('08:00'));
      await salon.db.deleteFrom('appointments').where('id', '=', id).execute();
    }
    expect(timesOf(await slots())).toEqual(['12:00-12:59']);
  });
});
