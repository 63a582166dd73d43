import { expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, aTechnicianPerson } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** The owner's home names the restored copy while its deadlines wait (docs/spec/behaviour.md §28.4). */

onBothEngines('a restored copy', { emptyBeforeEach: true }, () => {
  const restored = () => salon.admin.call('GET /backups/restored');
  const restore = async (at: WallTime) => {
    salon.clock.set('2026-11-16 03:00:00');
    const restored_from = salon.clock.ms();
    salon.clock.set(at);
    const restored_at = salon.clock.ms();
    await salon.db
      .insertInto('liveness')
      .values({ id: 1, alive_at: restored_at, grace_until: restored_at, restored_from, restored_at })
      .execute();
  };

  test('is not named in a salon that never restored one', async () => {
    expect(await restored()).toBeNull();
  });

  test.each([
    ['2026-11-16 12:00:00', '2026-11-16 13:59:59', '2026-11-16 14:00:00'],
    ['2026-11-16 19:30:00', '2026-11-17 09:59:59', '2026-11-17 10:00:00'],
  ] as const)('after a restore at %s is named until %s', async (at, last, over) => {
    await restore(at);
    salon.clock.set(last);
    expect(await restored()).toEqual({ from: '2026-11-16 03:00:00' });
    salon.clock.set(over);
    expect(await restored()).toBeNull();
  });

  test('is named to the owner only', async () => {
    await restore('2026-11-16 12:00:00');
    for (const who of [await aClient(salon), await aTechnicianPerson(salon)])
      await expectRefused(who.call('GET /backups/restored'), 'not_allowed');
    await expectRefused(salon.visitor.call('GET /backups/restored'), 'login_required');
  });
});
