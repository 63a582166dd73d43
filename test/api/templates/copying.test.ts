import { expect, test } from 'vitest';
import type { ClockTime } from '../../../src/domain/wall-clock.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('copying templates', { emptyBeforeEach: true }, () => {
  const add = (weekday: number, time_start: ClockTime, duration_minutes = 60, active: 0 | 1 = 1) =>
    salon.admin.call('POST /templates', { body: { weekday, time_start, duration_minutes, active } });
  const copy = (from_weekday: number, to_weekdays: number[]) =>
    salon.admin.call('POST /templates/copy', { body: { from_weekday, to_weekdays } });
  const addMany = (weekdays: number[], time_start: ClockTime) =>
    salon.admin.call('POST /templates/many', { body: { weekdays, time_start } });
  /** Returns the week's templates in the form '2 09:00 60' (weekday, start, minutes), with 'off' if inactive. */
  const week = async () =>
    (await salon.admin.call('GET /templates')).map(
      ({ weekday, time_start, duration_minutes, active }) =>
        `${weekday} ${time_start.slice(0, 5)} ${duration_minutes}${active ? '' : ' off'}`,
    );

  test('copying a day copies its templates exactly, except those that overlap existing templates of the target day', async () => {
    await add(1, '09:00:00');
    await add(1, '11:00:00', 90, 0);
    await add(1, '14:00:00');
    await add(3, '08:30:00', 60, 0); // this template is inactive, but still prevents overlapping copies
    await add(3, '12:30:00'); // this template starts exactly when the template from 11:00 ends
    expect(await copy(1, [2, 3])).toEqual({ created: 5, skipped: 1 });
    expect(await week()).toEqual([
      '1 09:00 60',
      '1 11:00 90 off',
      '1 14:00 60',
      '2 09:00 60',
      '2 11:00 90 off',
      '2 14:00 60',
      '3 08:30 60 off',
      '3 11:00 90 off',
      '3 12:30 60',
      '3 14:00 60',
    ]);
  });

  test('the history contains each copied template and the role of the person who copied it', async () => {
    await add(1, '09:00:00');
    await copy(1, [2, 3]);
    const rows = await salon.db.selectFrom('history').select(['subject', 'action', 'by_role']).execute();
    expect(rows).toEqual(Array(3).fill({ subject: 'template', action: 'created', by_role: 'ADMIN' }));
  });

  test('copying days repeatedly, concurrently or back to their source creates no duplicates', async () => {
    for (const time of ['08:00:00', '10:00:00', '12:00:00'] as const) await add(1, time);
    const answers = await Promise.all(Array.from({ length: 5 }, () => copy(1, [2, 3, 4, 5])));
    expect(answers.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 12].sort());
    expect(await copy(1, [2, 3, 4, 5])).toEqual({ created: 0, skipped: 12 });
    await Promise.all([copy(1, [6]), copy(2, [6]), copy(3, [6, 1])]);
    expect(await week()).toHaveLength(18);
    expect(new Set(await week()).size).toBe(18);
  });

  test('when a template is copied to a day and a template with the same time is added to that day concurrently, only one of them is stored', async () => {
    await add(1, '09:00:00');
    const adding = add(2, '09:00:00').then(
      () => 1,
      () => 0,
    );
    const [{ created }, added] = await Promise.all([copy(1, [2]), adding]);
    expect(created + added).toBe(1);
    expect(await week()).toEqual(['1 09:00 60', '2 09:00 60']);
  });

  test('copying an empty day, or a day to itself, creates nothing', async () => {
    await add(1, '09:00:00');
    expect(await copy(2, [3, 4])).toEqual({ created: 0, skipped: 0 });
    expect(await copy(1, [1])).toEqual({ created: 0, skipped: 0 });
    expect(await copy(1, [1, 2, 2])).toEqual({ created: 1, skipped: 0 });
  });

  test.each([
    [0, [1]],
    [7, [1]],
    [1, []],
    [1, [7]],
    [1, [2.5]],
    [1, [1, 2, 3, 4, 5, 6, 1]],
  ])('rejects copying %j to %j', async (from, to) => {
    await expectRefused(copy(from, to), 'bad_input');
  });

  test('two templates of a day that overlap each other are both copied', async () => {
    await add(1, '09:00:00', 120);
    await add(1, '10:00:00', 60);
    expect(await copy(1, [2])).toEqual({ created: 2, skipped: 0 });
  });

  test('one request adds a template to several weekdays, and skips weekdays that already have a template at that time', async () => {
    await add(2, '09:00:00');
    expect(await addMany([1, 2, 3, 3], '09:00:00')).toEqual({ created: 2, skipped: 1 });
    expect(await week()).toEqual(['1 09:00 120', '2 09:00 60', '3 09:00 120']);
    await expectRefused(addMany([1, 2, 3], '09:00:00'), 'template_exists');
    await expectRefused(addMany([4], '21:00:00'), 'slot_outside_hours');
    await expectRefused(addMany([], '09:00:00'), 'bad_input');
    expect(await outcomesOf([addMany([4, 5], '09:00:00'), addMany([4, 5], '09:00:00')])).toEqual({
      ok: 1,
      template_exists: 1,
    });
  });
});
