import { expect, test } from 'vitest';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { makeWeeksAhead } from '../../../src/server/week-templates/week-templates.ts';
import { aTechnician } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('templates of several technicians', { emptyBeforeEach: true }, () => {
  const template = { weekday: 1, time_start: '09:00:00', duration_minutes: 60 } as const;
  const add = (technician_id?: typeof OWNERS_TECHNICIAN) =>
    salon.admin.call('POST /templates', { body: { ...template, ...(technician_id && { technician_id }) } });
  const slots = () =>
    salon.db
      .selectFrom('appointments')
      .select(['technician_id', 'start_datetime'])
      .orderBy('start_datetime')
      .orderBy('technician_id')
      .execute();

  test('two technicians can have templates with the same weekday and time; a second such template for one technician is refused', async () => {
    const mina = await aTechnician(salon);
    expect(await add()).toMatchObject({ technician_id: 1 });
    expect(await add(mina)).toMatchObject({ technician_id: mina });
    await expectRefused(add(mina), 'template_exists');
    await expectRefused(add(9999 as typeof OWNERS_TECHNICIAN), 'unknown_technician');
    const query = { technician_id: String(mina) };
    expect(await salon.admin.call('GET /templates', { query })).toHaveLength(1);
    const copied = await salon.admin.call('POST /templates/copy', {
      body: { from_weekday: 1, to_weekdays: [2] },
    });
    expect(copied).toEqual({ created: 2, skipped: 0 });
  });

  test('a slot template can be given to another technician who has no template at that time', async () => {
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    const { id } = await add();
    await add(sara);
    const give = (technician_id: typeof OWNERS_TECHNICIAN) =>
      salon.admin.call('PUT /templates/{id}', { params: { id }, body: { technician_id } });
    await expectRefused(give(sara), 'template_exists');
    await expectRefused(give(9999 as typeof OWNERS_TECHNICIAN), 'unknown_technician');
    expect(await give(mina)).toMatchObject({ id, ...template, technician_id: mina });
  });

  test('weeks can be generated for all technicians or for one; absent technicians get no slots, and technicians who left get neither slots nor copied templates', async () => {
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    for (const technician of [OWNERS_TECHNICIAN, mina, sara]) await add(technician);
    await salon.admin.call('DELETE /technicians/{id}', { params: { id: sara } });
    const body = { from_weekday: 1, to_weekdays: [2] };
    expect(await salon.admin.call('POST /templates/copy', { body })).toEqual({ created: 2, skipped: 0 });
    await salon.db.deleteFrom('templates').where('weekday', '=', 2).execute();
    const plan = { from: '2026-11-23', weeks: 1 } as const;
    const generate = (body: object) =>
      salon.admin.call('POST /templates/generate-range', { body: { ...plan, ...body } });
    expect(await generate({ technician_id: mina })).toMatchObject({ created: 1, skipped: 0 });
    expect(await generate({})).toMatchObject({ created: 1, skipped: 1 });
    const start_datetime = '2026-11-23 09:00:00';
    expect(await slots()).toEqual([
      { technician_id: 1, start_datetime },
      { technician_id: mina, start_datetime },
    ]);
    const absence = { user_id: salon.admin.id, technician_id: mina, created_at: 1 };
    await salon.db
      .insertInto('absences')
      .values({ ...absence, date_from: '2026-11-30', date_to: '2026-11-30' })
      .execute();
    expect(await generate({ from: '2026-11-30' })).toMatchObject({ created: 1, skipped: 1 });
  });

  test('automatic generation generates each day once for each technician', async () => {
    const mina = await aTechnician(salon);
    await salon.admin.call('PUT /settings', { body: { generate_ahead_weeks: 1 } });
    await add();
    await add(mina);
    await salon.db.deleteFrom('appointments').execute();
    await salon.db.deleteFrom('openings').execute();
    await salon.db.deleteFrom('generated_days').execute();
    await makeWeeksAhead(salon.platform);
    expect((await slots()).map(({ technician_id }) => technician_id)).toEqual([1, mina]);
    await salon.db.deleteFrom('appointments').execute();
    await salon.db.deleteFrom('openings').execute();
    await makeWeeksAhead(salon.platform);
    expect(await slots()).toEqual([]);
  });
});
