import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addMinutes, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot } from '../../support/builders.ts';
import { freshPhone } from '../../support/days.ts';
import { bookFor, liveTimes, slotsInARow } from '../../support/joined.ts';
import { notificationTypes, rowsOfDay } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-20';
const START: WallTime = `${DAY} 10:00:00`;
const PARTS = ['AVAILABLE 10:00-10:30', 'AVAILABLE 10:30-11:15', 'AVAILABLE 11:15-12:00'];
const AS_ONE = ['AVAILABLE 10:00-12:00'];
const at = (clock: string, minutes: number) => {
  const start_datetime = `${DAY} ${clock}:00` as WallTime;
  return { start_datetime, end_datetime: addMinutes(start_datetime, minutes) };
};

let ana: Person;
let id: AppointmentId;
const live = () => liveTimes(salon, START);
const edit = (body: RequestBody<'PUT /appointments/{id}'>, of = id) =>
  salon.admin.call('PUT /appointments/{id}', { params: { id: of }, body });
const cancelFor = (who: Person, of: AppointmentId) =>
  who.call('POST /appointments/{id}/cancel', { params: { id: of }, body: { reason: 'Bolest' } });
const cancel = (who = ana) => cancelFor(who, id);
const isFree = ({ status }: { status: string }) => status === 'AVAILABLE';
const setFree = () => edit({ status: 'AVAILABLE' });
const undo = (undo_token: string | null) =>
  salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
const move = (times: ReturnType<typeof at>) =>
  salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body: times });

onBothEngines('restoring the slots of a joined booking', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    const service_id = await aService(salon, { duration_minutes: 100 });
    [id = id] = await slotsInARow(salon, START, [30, 45, 45]);
    await bookFor(ana, id, START, 120, { service_id });
    expect(await live()).toEqual(['BOOKED 10:00-12:00']);
  });

  test('a client’s cancellation restores the slots, and the client’s history keeps start and end of the whole booking', async () => {
    expect(await cancel()).toMatchObject({ id, status: 'CANCELLED', ...at('10:00', 120) });
    expect(await live()).toEqual(PARTS);
    const history = await salon.db
      .selectFrom('history')
      .select('action')
      .where(
        'subject_id',
        'in',
        (await rowsOfDay(salon, DAY)).map((row) => row.id),
      )
      .where('action', '=', 'created')
      .execute();
    expect(history).toHaveLength(3);
  });

  test('a guest’s cancellation restores the slots', async () => {
    await cancel();
    const service_id = await aService(salon, { duration_minutes: 100 });
    const first = (await rowsOfDay(salon, DAY)).find(({ status }) => status === 'AVAILABLE');
    const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
    const { guest_link } = await bookFor(salon.visitor, first?.id ?? 0, START, 120, { service_id, ...guest });
    expect(await live()).toEqual(['BOOKED 10:00-12:00']);
    await salon.visitor.call('POST /guest-link/cancel', {
      body: { token: guest_link ?? '', reason: 'Bolest' },
    });
    expect(await live()).toEqual(PARTS);
  });

  test('deleting an account with its bookings restores the slots', async () => {
    const eva = await aClient(salon, { password: 'lozinka' });
    await edit({ client_id: eva.id });
    await eva.call('POST /auth/me/delete', { body: { password: 'lozinka', cancel_bookings: true } });
    expect(await live()).toEqual(PARTS);
  });

  test.each([
    [1, PARTS],
    [0, []],
  ] as const)(
    'a bulk cancellation with offer_again %s leaves these slots: %j',
    async (offer_again, expected) => {
      await salon.admin.call('POST /appointments/cancel-many', {
        body: { ids: [id], reason: 'Bolest', offer_again },
      });
      expect(await live()).toEqual(expected);
    },
  );

  test('a cancellation by the salon without offer_again restores no slots', async () => {
    await cancel(salon.admin);
    expect(await live()).toEqual([]);
  });

  test('changing a booking to AVAILABLE restores all its slots, and keeps a CANCELLED row with the full time for the client', async () => {
    expect(await setFree()).toMatchObject({ id, status: 'AVAILABLE', ...at('10:00', 30) });
    expect(await live()).toEqual(PARTS);
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_SET_AVAILABLE_BY_ADMIN']);
    const copy = (await rowsOfDay(salon, DAY)).find(({ status }) => status === 'CANCELLED');
    expect(copy).toMatchObject({ client_id: ana.id, ...at('10:00', 120) });
  });

  test('changing a booking to BLOCKED keeps its full time; unblocking it restores the slots', async () => {
    await edit({ status: 'BLOCKED' });
    expect(await live()).toEqual(['BLOCKED 10:00-12:00']);
    await salon.admin.call('POST /appointments/{id}/status', {
      params: { id },
      body: { status: 'AVAILABLE' },
    });
    expect(await live()).toEqual(PARTS);
  });

  test.each<[string, () => Promise<unknown>, string[]]>([
    ['to a longer time', () => move(at('10:00', 150)), [...PARTS, 'AVAILABLE 12:00-12:30']],
    ['to a shorter time', () => move(at('10:00', 105)), [...PARTS.slice(0, 2), 'AVAILABLE 11:15-11:45']],
    ['to a later time', () => move(at('13:00', 120)), ['AVAILABLE 13:00-15:00']],
    [
      'to a later time and back',
      async () => [await move(at('13:00', 120)), await move(at('10:00', 120))],
      AS_ONE,
    ],
    ['to the same time with another note', () => edit({ notes: 'Prozor' }), PARTS],
    ['to another person', async () => edit({ client_id: (await aClient(salon)).id }), PARTS],
  ])(
    'after the owner has changed a booking %s, the restored slots are the openings under its times, and its time outside them',
    async (_, change, expected) => {
      await change();
      await setFree();
      expect(await live()).toEqual(expected);
    },
  );

  test('an edit that moves a booking and sets its status to AVAILABLE creates one slot at the new times', async () => {
    await edit({ status: 'AVAILABLE', ...at('14:00', 120) });
    expect(await live()).toEqual(['AVAILABLE 14:00-16:00']);
  });

  describe('undo of changes to joined bookings', () => {
    test('undo restores a deleted booking with its slots', async () => {
      const gone = await salon.admin.call('DELETE /appointments/{id}', {
        params: { id },
        query: { undo: '1' },
      });
      expect(await live()).toEqual([]);
      await undo((gone as { undo_token: string }).undo_token);
      await cancel();
      expect(await live()).toEqual(PARTS);
    });

    test('undo restores a moved booking with its slots', async () => {
      const { undo_token } = await move(at('13:00', 120));
      await undo(undo_token);
      await cancel();
      expect(await live()).toEqual(PARTS);
    });

    test('undo restores a swapped booking with its slots', async () => {
      const other = await aBooking(salon, `${DAY} 15:00:00`, (await aClient(salon)).id);
      const swapped = await salon.admin.call('PUT /analytics/appointments/swap', {
        body: { a_id: id, b_id: other },
      });
      await undo(swapped.undo_token);
      await cancel();
      expect(await live()).toEqual([...PARTS, 'BOOKED 15:00-16:00']);
    });

    test('undoing the creation of an adjacent appointment does not change the original slots of a joined booking', async () => {
      const made = await salon.admin.call('POST /appointments', {
        query: { undo: '1' },
        body: { start_datetime: `${DAY} 12:00:00`, client_id: ana.id },
      });
      await undo(made.undo_token);
      await cancel();
      expect(await live()).toEqual(PARTS);
    });

    test('the deletion of a slot cannot be undone if a booking of several joined slots now occupies its time', async () => {
      const service_id = await aService(salon, { duration_minutes: 61 });
      const [first = id, , third = id] = await slotsInARow(salon, `${DAY} 15:00:00`, [30, 30, 30]);
      const deleted = await salon.admin.call('DELETE /appointments/{id}', {
        params: { id: third },
        query: { undo: '1' },
      });
      await aSlot(salon, `${DAY} 16:00:00`, 45);
      await bookFor(ana, first, `${DAY} 15:00:00`, 105, { service_id });
      await expectRefused(undo((deleted as { undo_token: string }).undo_token), 'undo_refused');
    });
  });

  describe('rebooking a canceled booking', () => {
    test('a booking whose time the salon withdrew is rebooked and canceled again: its time becomes one slot', async () => {
      await cancel(salon.admin);
      expect(await edit({ status: 'BOOKED' })).toMatchObject({ id, ...at('10:00', 120) });
      await cancel();
      expect(await live()).toEqual(AS_ONE);
    });

    test('the restored slots of a canceled booking give way when it is rebooked, unless one of them is booked', async () => {
      await cancel();
      const { id: last, start_datetime } = (await rowsOfDay(salon, DAY)).findLast(isFree) ?? { id };
      const eva = await aClient(salon);
      await bookFor(eva, last, start_datetime ?? START, 45, {});
      await expectRefused(edit({ status: 'BOOKED' }), 'slot_overlaps');
      expect(await live()).toEqual([...PARTS.slice(0, 2), 'BOOKED 11:15-12:00']);
      await cancelFor(eva, last);
      expect(await edit({ status: 'BOOKED' })).toMatchObject({ id, ...at('10:00', 120) });
      expect(await live()).toEqual(['BOOKED 10:00-12:00']);
      await cancel();
      expect(await live()).toEqual(PARTS);
    });

    test('changing the status of a canceled booking to AVAILABLE makes its time one slot', async () => {
      await cancel(salon.admin);
      await setFree();
      expect(await live()).toEqual(AS_ONE);
    });

    test('rebooking a client’s CANCELLED row whose slots were deleted, and then changing it to AVAILABLE, makes its time one slot', async () => {
      await setFree();
      const rows = await rowsOfDay(salon, DAY);
      for (const row of rows.filter(({ status }) => status === 'AVAILABLE'))
        await salon.admin.call('DELETE /appointments/{id}', { params: { id: row.id } });
      const copy = rows.find(({ status }) => status === 'CANCELLED');
      await edit({ status: 'BOOKED' }, copy?.id);
      await edit({ status: 'AVAILABLE' }, copy?.id);
      expect(await live()).toEqual(AS_ONE);
    });
  });
});
