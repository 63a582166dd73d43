import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays, dateOf, type WallDate } from '#domain/wall-clock.ts';
import { daysMadeBy, lastPlannedDay, planDays, plannedDays } from '#domain/week-templates.ts';
import { type Now, readClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { type DeleteOutdated, deleteInBatches } from '../platform/jobs/retention.ts';
import { currentSettings } from '../settings/settings.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { addSlots, dayPlanFor, markGenerated } from './generate.ts';
import { generatedDays, weekOfTemplates } from './queries.ts';

type WeeksContext = Pick<Platform, 'db' | 'clock' | 'config'>;

/**
 * Makes the days that the owner's setting reaches and that were never made: one transaction a day, each day once ever, whoever
 * runs it and however often. One that fails does not hold up the rest; it is tried again next time. docs/spec/behaviour.md §6.2
 */
export async function makeWeeksAhead(context: WeeksContext): Promise<void> {
  const now = readClock(context.clock);
  await forEachIsolated(await daysToMake(context, now), async (day) => {
    await turn(); // lets requests in between two days
    await makeDay(context, day, now);
  });
}

/** A look ahead without locks, so that a run that finds nothing to do writes nothing. */
async function daysToMake({ db, config }: WeeksContext, now: Now): Promise<WallDate[]> {
  const { generate_ahead_weeks: weeks } = await currentSettings(db, config);
  if (weeks === 0) return [];
  const today = dateOf(now.wall);
  const made = await generatedDays(db, today, lastPlannedDay(today, weeks));
  const days = plannedDays(today, weeks).filter((day) => !made.has(day));
  if (days.length === 0) return [];
  const absences = await db
    .selectFrom('absences')
    .select(['date_from', 'date_to'])
    .where('date_to', '>=', today)
    .execute();
  return daysMadeBy({ templates: await weekOfTemplates(db), days, absences });
}

/** Under the day's lock all is read anew: meanwhile it may have been made, or be over, or the owner may have gone away. */
function makeDay({ db, config }: WeeksContext, day: WallDate, now: Now): Promise<void> {
  const author = { now, user: 'LUNULA' } as const;
  return inTransaction(db, (trx) =>
    servingWaitlists(trx, { ...author, config }, [day], async () => {
      const { generate_ahead_weeks: weeks } = await currentSettings(trx, config);
      if (weeks === 0 || day > lastPlannedDay(dateOf(now.wall), weeks)) return;
      const plan = await dayPlanFor(trx, [day], now);
      const [claimed] = await markGenerated(trx, daysMadeBy(plan), now);
      if (claimed !== undefined) await addSlots(trx, author, planDays(plan).create);
    }),
  );
}

/** Slots are made from today on; yesterday's mark stays for a clock that is set back over midnight. */
export const deleteOutdatedGeneratedDays: DeleteOutdated = async (db, now) => {
  await deleteInBatches(db, 'generated_days', sql<boolean>`day < ${addDays(dateOf(now.wall), -1)}`);
};
