import { beforeEach, expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { AppointmentId, WorkFieldId } from '../../../src/domain/ids.ts';
import { toId } from '../../../src/domain/ids.ts';
import { forgetGuests } from '../../../src/server/appointments/forget-guests.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  anAppointment,
  aSlot,
  aTechnicianPerson,
} from '../../support/builders.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const FIRST_VISIT = '2026-09-01 10:00:00';
const SECOND_VISIT = '2026-10-01 10:00:00';
const TODAY = '2026-11-17 11:00:00'; // has begun: it is 11:20
const AHEAD = '2026-11-20 10:00:00';

type Fields = RequestBody<'PUT /work-fields'>;
const fieldsOf = () => salon.admin.call('GET /work-fields');
const saveFields = (body: Fields) => salon.admin.call('PUT /work-fields', { body });
const one = (id: AppointmentId, who: Person = salon.admin) =>
  who.call('GET /appointments/{id}', { params: { id } });

onBothEngines('work', { emptyBeforeEach: true }, () => {
  let color: WorkFieldId;
  let shape: WorkFieldId;
  let ana: Person;
  beforeEach(async () => {
    const [first, second] = await salon.db.selectFrom('work_fields').selectAll().orderBy('id').execute();
    if (!first || !second) throw new Error('the fields of a new salon are missing');
    [color, shape] = [first.id, second.id];
    const names = ['Boja', 'Oblik', 'Dužina', 'Baza'];
    await salon.db
      .deleteFrom('work_fields')
      .where('id', '>', 4 as WorkFieldId)
      .execute();
    for (const [index, name] of names.entries())
      await salon.db
        .updateTable('work_fields')
        .set({ name, position: index + 1, is_active: 1 })
        .where('id', '=', toId<WorkFieldId>(index + 1))
        .execute();
    ana = await aClient(salon, { name: 'Ana' });
  });
  const record = (id: AppointmentId, values: Record<number, string>, who: Person = salon.admin) =>
    who.call('PUT /appointments/{id}/work', {
      params: { id },
      body: {
        values: Object.entries(values).map(([field_id, value]) => ({ field_id: Number(field_id), value })),
      },
    });

  test('a new salon has the fields Boja, Oblik, Dužina and Baza', async () => {
    expect(await fieldsOf()).toEqual(
      ['Boja', 'Oblik', 'Dužina', 'Baza'].map((name, index) => ({
        id: index + 1,
        name,
        position: index + 1,
        is_active: 1,
        suggestions: [],
      })),
    );
  });

  test('the owner renames, orders, hides and adds fields; all ids must be named, once', async () => {
    const all = (await fieldsOf()).map(({ id, name, is_active }) => ({ id, name, is_active }));
    const [a, b, c, d] = all;
    if (!a || !b || !c || !d) throw new Error('four fields');
    const saved = await saveFields([
      b,
      { ...a, name: 'Lak' },
      { ...c, is_active: 0 },
      d,
      { name: 'Dizajn', is_active: 1 },
    ]);
    expect(saved.map(({ name, position, is_active }) => [name, position, is_active])).toEqual([
      ['Oblik', 1, 1],
      ['Lak', 2, 1],
      ['Dužina', 3, 0],
      ['Baza', 4, 1],
      ['Dizajn', 5, 1],
    ]);
    await expectRefused(saveFields(all), 'conflict');
    const now = saved.map(({ id, name, is_active }) => ({ id, name, is_active }));
    await expectRefused(saveFields([...now, a]), 'conflict');
    await expectRefused(saveFields([...now, { id: toId(9999), name: 'x', is_active: 1 }]), 'conflict');
    const added = (count: number) =>
      Array.from({ length: count }, () => ({ name: 'Još', is_active: 1 as const }));
    await expectRefused(saveFields([...now, ...added(4)]), 'bad_input');
    expect(await saveFields([...now, ...added(3)])).toHaveLength(8);
    const history = await salon.db
      .selectFrom('history')
      .select('changes')
      .where('subject', '=', 'setting')
      .execute();
    expect(history[0]?.changes).toContain('Oblik, Lak, (Dužina), Baza, Dizajn');
  });

  test('two changes of the fields at the same time do not lose a field', async () => {
    const all = (await fieldsOf()).map(({ id, name, is_active }) => ({ id, name, is_active }));
    const calls = ['A', 'B', 'C'].map((name) => saveFields([...all, { name, is_active: 1 }]));
    expect(await outcomesOf(calls)).toEqual({ ok: 1, conflict: 2 });
    expect(await fieldsOf()).toHaveLength(5);
  });

  test('a booking that has begun gets values; the staff sees them, the client does not', async () => {
    const id = await aBooking(salon, TODAY, ana.id);
    const saved = await record(id, { [shape]: 'badem', [color]: ' OPI N25 ' });
    const work = [
      { field_id: color, value: 'OPI N25' },
      { field_id: shape, value: 'badem' },
    ];
    expect(saved).toMatchObject({ id, work, last_work: null });
    expect(await one(id)).toMatchObject({ work, last_work: null });
    const own = await one(id, ana);
    expect(own).not.toHaveProperty('work');
    expect(own).not.toHaveProperty('last_work');
    expect((await record(id, { [color]: '' })).work).toEqual([]);
  });

  test('a hidden field keeps its value, unless it is named', async () => {
    const id = await aBooking(salon, TODAY, ana.id);
    await record(id, { [color]: 'OPI N25', [shape]: 'badem' });
    const hidden = (await fieldsOf()).map(
      ({ id: field, name }) => ({ id: field, name, is_active: field === shape ? 0 : 1 }) as const,
    );
    await saveFields([...hidden]);
    expect((await record(id, {})).work).toEqual([{ field_id: shape, value: 'badem' }]);
    expect((await record(id, { [shape]: '' })).work).toEqual([]);
  });

  test('work is refused before the start, without a booking, for an unknown field and for a long value', async () => {
    await expectRefused(
      record(await aBooking(salon, AHEAD, ana.id), { [color]: 'x' }),
      'appointment_not_begun',
    );
    const free = await aSlot(salon, '2026-11-17 09:00:00');
    await expectRefused(record(free, { [color]: 'x' }), 'appointment_not_booked');
    await expectRefused(record(toId(9999), {}), 'not_found');
    const id = await aBooking(salon, TODAY, ana.id);
    await expectRefused(record(id, { 9999: 'x' }), 'bad_input');
    expect((await record(id, { [color]: 'ž'.repeat(100) })).work).toHaveLength(1);
    await expectRefused(record(id, { [color]: 'ž'.repeat(101) }), 'bad_input');
  });

  test("'Prošli put' is the person's latest earlier visit with values that was not missed, whoever did it", async () => {
    const mina = await aTechnicianPerson(salon);
    const first = await aBooking(salon, FIRST_VISIT, ana.id, { technician_id: mina.technician });
    const missed = await aBooking(salon, SECOND_VISIT, ana.id, { attended: 0 });
    const empty = await aBooking(salon, '2026-10-10 10:00:00', ana.id);
    const next = await aBooking(salon, AHEAD, ana.id);
    await aBooking(salon, '2026-11-20 12:00:00', (await aClient(salon)).id);
    await record(first, { [color]: 'OPI N25', [shape]: 'badem' });
    await record(missed, { [color]: 'OPI N52' });
    const last_work = {
      date: '2026-09-01',
      values: [
        { field_id: color, value: 'OPI N25' },
        { field_id: shape, value: 'badem' },
      ],
    };
    expect(await one(next)).toMatchObject({ work: [], last_work });
    expect(await one(empty)).toMatchObject({ last_work });
    expect(await one(first)).toMatchObject({ last_work: null });
    await record(empty, { [color]: 'OPI L00' });
    const query = { from: '2026-11-20', to: '2026-11-20' } as const;
    const latest = { date: '2026-10-10', values: [{ field_id: color, value: 'OPI L00' }] };
    const [calendar, list, upcoming, following] = [
      await salon.admin.call('GET /analytics/calendar', { query }),
      await salon.admin.call('GET /appointments/list', { query }),
      await salon.admin.call('GET /appointments/upcoming'),
      await salon.admin.call('GET /appointments/next'),
    ];
    for (const rows of [calendar, list, upcoming])
      expect(rows.map((row) => row.last_work)).toEqual([latest, null]);
    expect(following?.last_work).toEqual(latest);
  });

  test('a technician records the work of her own bookings only, and sees what others did', async () => {
    const mina = await aTechnicianPerson(salon);
    const earlier = await aBooking(salon, FIRST_VISIT, ana.id);
    await record(earlier, { [color]: 'OPI N25' });
    const own = await aBooking(salon, TODAY, ana.id, { technician_id: mina.technician });
    const saved = await record(own, { [shape]: 'badem' }, mina);
    expect(saved.last_work?.values).toEqual([{ field_id: color, value: 'OPI N25' }]);
    await expectRefused(record(earlier, { [color]: 'x' }, mina), 'not_allowed');
    await expectRefused(mina.call('PUT /work-fields', { body: [] }), 'not_allowed');
    expect((await mina.call('GET /work-fields'))[0]?.suggestions).toEqual(['OPI N25']);
  });

  test('suggestions are the values used most among the last 200 of a field', async () => {
    await salon.db
      .insertInto('work_values')
      .values(
        await Promise.all(
          Array.from({ length: 203 }, async (_, n) => ({
            booking_id: (await bookingAt(n)).booking_id,
            field_id: color,
            value: n < 3 ? 'staro' : n % 3 === 0 ? 'OPI N25' : 'OPI N52',
            at: n,
          })),
        ),
      )
      .execute();
    const [first, second] = await fieldsOf();
    expect(first?.suggestions).toEqual(['OPI N52', 'OPI N25']);
    expect(second?.suggestions).toEqual([]);
  });
  const bookingAt = async (n: number) => {
    const minute = String(n % 60).padStart(2, '0');
    const start = `2026-09-${String(1 + Math.floor(n / 60)).padStart(2, '0')} 10:${minute}:00` as const;
    const id = await anAppointment(salon, start as typeof TODAY, {
      status: 'BOOKED',
      guest_name: 'Gost',
      minutes: 1,
    });
    const row = salon.db.selectFrom('appointments').select('booking_id').where('id', '=', id);
    const { booking_id } = await row.executeTakeFirstOrThrow();
    if (booking_id === null) throw new Error('a booked row has a booking');
    return { booking_id };
  };

  test('the card lists work by visit, the history who recorded it, and the export of the client has it', async () => {
    const id = await aBooking(salon, TODAY, ana.id);
    await record(id, { [color]: 'OPI N25', [shape]: 'badem' });
    await record(id, { [color]: 'OPI N25', [shape]: 'balerina' });
    const { person_id } = await one(id);
    const card = await salon.admin.call('GET /people/{id}', { params: { id: person_id ?? 0 } });
    expect(card.recent_visits[0]?.work?.map(({ value }) => value)).toEqual(['OPI N25', 'balerina']);
    const [entry] = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(entry?.changes).toEqual([{ field: 'work', from: 'OPI N25, badem', to: 'OPI N25, balerina' }]);
    const own = (await ana.call('GET /auth/me/export')) as unknown as Record<string, unknown>;
    expect(own.work).toMatchObject([
      { appointment_id: id, field: 'Boja', value: 'OPI N25' },
      { appointment_id: id, field: 'Oblik', value: 'balerina' },
    ]);
  });

  test('work goes with an erased client, an erased guest and a forgotten guest, also from the history', async () => {
    const expectGone = async () => {
      expect(await salon.db.selectFrom('work_values').selectAll().execute()).toEqual([]);
      const history = await salon.db.selectFrom('history').select('changes').execute();
      expect(JSON.stringify(history)).not.toContain('OPI');
    };
    await record(await aBooking(salon, TODAY, ana.id), { [color]: 'OPI N25' });
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    await expectGone();
    const guest = await aGuestBooking(salon, SECOND_VISIT, { name: 'Lela', phone: '0645550110' });
    await record(guest, { [color]: 'OPI N26' });
    const { person_id } = await one(guest);
    await salon.admin.call('DELETE /people/{id}', { params: { id: person_id ?? 0 } });
    await expectGone();
    const old = await aGuestBooking(salon, '2023-10-01 12:00:00', { name: 'Mira', phone: '0645550111' });
    await record(old, { [color]: 'OPI N27' });
    await forgetGuests(salon.db, readClock(salon.clock), salon.platform.config);
    await expectGone();
  });

  test("'Spoji' gives the work to the person who stays", async () => {
    const guest = await aGuestBooking(salon, FIRST_VISIT, { name: 'Ana P', phone: '0645550112' });
    await record(guest, { [color]: 'OPI N25' });
    const own = await aBooking(salon, TODAY, ana.id);
    const [from, to] = [(await one(guest)).person_id, (await one(own)).person_id];
    await salon.admin.call('POST /people/{id}/merge', {
      params: { id: to ?? 0 },
      body: { from_person_id: from ?? toId(0) },
    });
    expect((await one(own)).last_work?.date).toBe('2026-09-01');
  });
});
