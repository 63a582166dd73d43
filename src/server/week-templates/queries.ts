import type { Template } from '#contract/week-templates.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';

export const TEMPLATE_COLUMNS = ['id', 'weekday', 'time_start', 'duration_minutes', 'active'] as const;

export const weekOfTemplates = (db: Db | Trx): Promise<Template[]> =>
  db.selectFrom('templates').select(TEMPLATE_COLUMNS).orderBy('weekday').orderBy('time_start').execute();

/** The days of the period, both ends included, whose slots were made. */
export async function generatedDays(db: Db | Trx, from: WallDate, to: WallDate): Promise<Set<WallDate>> {
  const days = db.selectFrom('generated_days').select('day').where('day', '>=', from).where('day', '<=', to);
  return new Set((await days.execute()).map(({ day }) => day));
}
