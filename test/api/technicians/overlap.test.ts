import { expect, test } from 'vitest';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { violationOf } from '../../../src/server/platform/db/errors.ts';
import { aBooking, aClient, anAppointment, aTechnician } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** The database rejects overlapping appointments of one technician (docs/spec/behaviour.md §5.1). */
onBothEngines('overlapping appointments of technicians', () => {
  const violation = (write: Promise<unknown>) =>
    write.then(
      () => undefined,
      (error: unknown) => violationOf(error),
    );
  const slotOf = (technician_id: TechnicianId, start: `${string}:00:00`, minutes = 60) =>
    violation(
      anAppointment(salon, `${day}${start}` as Parameters<typeof anAppointment>[1], {
        minutes,
        technician_id,
      }),
    );
  let day = '';

  test('appointments of different technicians can overlap, but appointments of one technician cannot', async () => {
    day = freshDay();
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    expect(await slotOf(mina, ' 09:00:00')).toBeUndefined();
    expect(await slotOf(sara, ' 09:00:00')).toBeUndefined();
    expect(await slotOf(mina, ' 08:00:00', 61)).toBe('overlap');
    expect(await slotOf(mina, ' 08:00:00')).toBeUndefined();
    expect(await slotOf(sara, ' 09:00:00', 15)).toBe('overlap');
  });

  test('an appointment cannot be assigned to a technician who has another appointment at that time', async () => {
    day = freshDay();
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    const { id: clientId } = await aClient(salon);
    const id = await aBooking(salon, `${freshDay()} 12:00:00`, clientId, { technician_id: mina });
    const { start_datetime } = await salon.db
      .selectFrom('appointments')
      .select('start_datetime')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await anAppointment(salon, start_datetime, { technician_id: sara });
    const give = (technician_id: TechnicianId) =>
      salon.db.updateTable('appointments').set({ technician_id }).where('id', '=', id).execute();
    expect(await violation(give(sara))).toBe('overlap');
    expect(await violation(give(await aTechnician(salon)))).toBeUndefined();
  });

  test('the database rejects an appointment of a technician who does not exist', async () => {
    day = freshDay();
    expect(await slotOf(9999 as TechnicianId, ' 09:00:00')).toBe('foreign-key');
  });
});
