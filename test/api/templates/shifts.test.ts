import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import { type TechnicianId, toId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { aBooking, aClient, aTechnician } from '../../support/builders.ts';
import { liveTimes } from '../../support/joined.ts';
import { expectRefused } from '../../support/refused.ts';
import { expectDerived } from '../../support/rows/derived.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** Shifts: weeks A and B, the week of a colleague, and pieces outside openings (docs/spec/behaviour.md §26.6). */

const MONDAY = '2026-11-23'; // a week B
type Added = RequestBody<'POST /templates'>;
const add = (more: Partial<Added> = {}) =>
  salon.admin.call('POST /templates', {
    body: { weekday: 1, time_start: '09:00:00', duration_minutes: 180, ...more },
  });
const copy = (body: RequestBody<'POST /templates/copy'>) =>
  salon.admin.call('POST /templates/copy', { body });
const generate = (weeks = 1) =>
  salon.admin.call('POST /templates/generate-range', { body: { from: MONDAY, weeks } });

onBothEngines('shifts', { emptyBeforeEach: true }, () => {
  describe('weeks A and B', () => {
    test('one time may have a template of each, and each makes slots in its weeks only', async () => {
      const a = await add({ every: 1 });
      await add({ every: 2, duration_minutes: 60 });
      await add({ every: 0, duration_minutes: 30 });
      expect(a).toMatchObject({ every: 1 });
      await expectRefused(add({ every: 1 }), 'template_exists');
      await salon.admin.call('PUT /templates/{id}', { params: { id: a.id }, body: { active: 0 } });
      await expectRefused(
        salon.admin.call('PUT /templates/{id}', { params: { id: a.id }, body: { every: 2 } }),
        'template_exists',
      );
    });

    test('alternate from week to week', async () => {
      await add({ every: 1 });
      await add({ every: 2, duration_minutes: 60 });
      const { created } = await generate(2);
      expect(created).toBe(2);
      expect(await liveTimes(salon, `${MONDAY} 09:00:00`)).toEqual(['AVAILABLE 09:00-10:00']);
      expect(await liveTimes(salon, '2026-11-30 09:00:00')).toEqual(['AVAILABLE 09:00-12:00']);
    });

    test('are taken by the calls for several days and by copies', async () => {
      const body = {
        weekdays: [1, 2],
        time_start: '09:00:00' as const,
        duration_minutes: 60,
        every: 1 as const,
      };
      expect(await salon.admin.call('POST /templates/many', { body })).toEqual({ created: 2, skipped: 0 });
      await copy({ from_weekday: 1, to_weekdays: [3] });
      const all = await salon.admin.call('GET /templates');
      expect(all.map(({ weekday, every }) => [weekday, every])).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ]);
    });
  });

  describe('the week of a colleague', () => {
    let jelena: TechnicianId;
    beforeEach(async () => {
      jelena = await aTechnician(salon, { name: 'Jelena' });
      await add({ every: 1 });
      await add({ weekday: 2, active: 0 });
    });
    const hers = async () => {
      const all = await salon.admin.call('GET /templates', { query: { technician_id: String(jelena) } });
      return all.map(({ weekday, every, active }) => [weekday, every, active]);
    };
    const pair = () => ({ from_technician_id: OWNERS_TECHNICIAN, to_technician_id: jelena });

    test('is copied whole without weekdays; what overlaps is skipped', async () => {
      expect(await copy(pair())).toEqual({ created: 2, skipped: 0 });
      expect(await hers()).toEqual([
        [1, 1, 1],
        [2, 0, 0],
      ]);
      expect(await copy(pair())).toEqual({ created: 0, skipped: 2 });
    });

    test('is copied by weekday, the same one counts too', async () => {
      expect(await copy({ ...pair(), from_weekday: 1, to_weekdays: [1, 5] })).toEqual({
        created: 2,
        skipped: 0,
      });
      expect(await hers()).toEqual([
        [1, 1, 1],
        [5, 1, 1],
      ]);
    });

    test.each<[string, RequestBody<'POST /templates/copy'>, string]>([
      ['one technician', { from_technician_id: OWNERS_TECHNICIAN }, 'bad_input'],
      ['neither weekdays nor technicians', {}, 'bad_input'],
      ['a weekday without target', { from_weekday: 1 }, 'bad_input'],
    ])('a copy of %s is refused', async (_, body, code) => {
      await expectRefused(copy(body), code as 'bad_input');
    });

    test('is not copied to a technician who has left or does not exist', async () => {
      await salon.admin.call('DELETE /technicians/{id}', { params: { id: jelena } });
      await expectRefused(copy(pair()), 'unknown_technician');
      const nobody = toId<TechnicianId>(99);
      await expectRefused(
        copy({ from_technician_id: OWNERS_TECHNICIAN, to_technician_id: nobody }),
        'unknown_technician',
      );
    });
  });

  describe('generating with `split_slots`', () => {
    beforeEach(() => salon.admin.call('PUT /settings', { body: { split_slots: 1 } }));

    test('opens the pieces outside openings; bookings do not stop it', async () => {
      const ana = await aClient(salon);
      await aBooking(salon, `${MONDAY} 10:00:00`, ana.id);
      await salon.admin.call('POST /appointments/slot', {
        body: { start_datetime: `${MONDAY} 11:00:00`, duration_minutes: 30 },
      });
      await add();
      expect(await generate()).toMatchObject({ created: 2, skipped: 0 });
      expect(await liveTimes(salon, `${MONDAY} 09:00:00`)).toEqual([
        'AVAILABLE 09:00-10:00',
        'BOOKED 10:00-11:00',
        'AVAILABLE 11:00-11:30',
        'AVAILABLE 11:30-12:00',
      ]);
      expect(await generate()).toMatchObject({ created: 0, skipped: 1 });
      await expectDerived(salon.db);
    });
  });
});
