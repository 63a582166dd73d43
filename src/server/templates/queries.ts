import type { Template } from '#contract/templates.ts';
import { lastPlannedDay, type WeekPlan } from '#salon/slots/week-plan.ts';
import type { Now } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';

export const COLUMNS = ['id', 'weekday', 'time_start', 'duration_minutes', 'active'] as const;

export const weekOfTemplates = (db: Db | Trx): Promise<Template[]> =>
  db.selectFrom('templates').select(COLUMNS).orderBy('weekday').orderBy('time_start').execute();

/** All that the plan of some weeks is made from. */
export async function weekPlanFor(
  db: Db | Trx,
  { from, weeks }: { from: string; weeks: number },
  now: Now,
): Promise<WeekPlan> {
  const to = lastPlannedDay(from, weeks);
  const taken = await db
    .selectFrom('appointments')
    .select(['start_datetime', 'end_datetime', 'status'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('status', '<>', 'CANCELLED')
    .execute();
  const absences = await db
    .selectFrom('absences')
    .select(['date_from', 'date_to'])
    .where('date_to', '>=', from)
    .where('date_from', '<=', to)
    .execute();
  return { templates: await weekOfTemplates(db), from, weeks, taken, absences, now: now.wall };
}
