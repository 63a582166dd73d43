import { isMorningDue } from '#domain/push/morning.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { readClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { startsAhead } from './messages.ts';
import { pushMorning } from './push.ts';

/** Queues the owner's morning once per day, from the time in the settings on; none on a day without bookings. docs/spec/behaviour.md §14.4 */
export async function queueOwnerMorning({
  db,
  clock,
  config,
}: Pick<Platform, 'db' | 'clock' | 'config'>): Promise<void> {
  const now = readClock(clock);
  const { owner_morning_at } = await currentSettings(db, config);
  if (!isMorningDue(now.wall, owner_morning_at)) return;
  const day = dateOf(now.wall);
  const told = db.selectFrom('owner_mornings').select('day').where('day', '=', day);
  if (await told.executeTakeFirst()) return; // an idle run must not write
  await inTransaction(db, async (trx) => {
    const claimed = await trx
      .insertInto('owner_mornings')
      .values({ day, told_at: now.ms })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .executeTakeFirst();
    if (!claimed || (await startsAhead(trx, day, now.wall)).length === 0) return;
    await pushMorning(trx, day, now.ms);
  });
}
