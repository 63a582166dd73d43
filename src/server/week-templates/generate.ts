import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import type { Template } from '#contract/week-templates.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { addDays, dateOf, type WallDate, weekdayOf } from '#domain/wall-clock.ts';
import {
  type DayPlan,
  daysMadeBy,
  lastPlannedDay,
  planDays,
  plannedDays,
  planRefusal,
} from '#domain/week-templates.ts';
import { type Author, recordChanges } from '../history/history.ts';
import { type Now, readClock } from '../platform/clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import type { Platform, RequestContext } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { type DeleteOutdated, deleteInBatches } from '../platform/jobs/retention.ts';
import { currentSettings } from '../settings/settings.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';

export const TEMPLATE_COLUMNS = ['id', 'weekday', 'time_start', 'duration_minutes', 'active'] as const;

export const weekOfTemplates = (db: Db | Trx): Promise<Template[]> =>
  db.selectFrom('templates').select(TEMPLATE_COLUMNS).orderBy('weekday').orderBy('time_start').execute();

/** The days from `from` to `to` (inclusive) whose slots have been generated. */
async function generatedDays(db: Db | Trx, from: WallDate, to: WallDate): Promise<Set<WallDate>> {
  const days = db.selectFrom('generated_days').select('day').where('day', '>=', from).where('day', '<=', to);
  return new Set((await days.execute()).map(({ day }) => day));
}

/** Reads the data that `planDays` needs for consecutive days. */
async function dayPlanFor(db: Db | Trx, days: readonly WallDate[], now: Now): Promise<DayPlan> {
  const [from = dateOf(now.wall)] = days;
  const to = days.at(-1) ?? from;
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
  return { templates: await weekOfTemplates(db), days, taken, absences, now: now.wall };
}

/** Shows which slots generating would create and skip, without saving anything. */
export async function previewWeeks(
  { db, now }: RequestContext,
  { from, weeks }: ParsedBody<'POST /templates/preview-range'>,
): Promise<ResponseBody<'POST /templates/preview-range'>> {
  refuseIf(planRefusal({ from, weeks }, dateOf(now.wall)));
  const plan = planDays(await dayPlanFor(db, plannedDays(from, weeks), now));
  return { ...plan, range: { from, to: lastPlannedDay(from, weeks) } };
}

/**
 * Creates the slots of 1-4 weeks in one transaction and notifies the waitlists. It locks the days before planning, so that a second
 * concurrent run skips the slots of the first. docs/spec/behaviour.md §6.2
 */
export function generateWeeks(
  context: RequestContext,
  { from, weeks }: ParsedBody<'POST /templates/generate-range'>,
): Promise<ResponseBody<'POST /templates/generate-range'>> {
  const { db, now } = context;
  refuseIf(planRefusal({ from, weeks }, dateOf(now.wall)));
  const days = plannedDays(from, weeks);
  return inTransaction(db, (trx) =>
    servingWaitlists(trx, context, days, async () => {
      const plan = await dayPlanFor(trx, days, now);
      const { create, skip } = planDays(plan);
      await addSlots(trx, context, create);
      await markGenerated(trx, daysMadeBy(plan), now);
      const range = { from, to: lastPlannedDay(from, weeks) };
      return { created: create.length, skipped: skip.length, range };
    }),
  );
}

/**
 * Adds the slots of new templates to days that automatic generation has already generated, because no day is generated twice.
 * docs/spec/behaviour.md §6.2
 */
export async function addToGeneratedDays(
  trx: Trx,
  context: RequestContext,
  added: readonly Template[],
): Promise<void> {
  const { config, now } = context;
  const { generate_ahead_weeks: weeks } = await currentSettings(trx, config);
  if (weeks === 0) return;
  const today = dateOf(now.wall);
  const weekdays = new Set(added.map(({ weekday }) => weekday));
  const days = plannedDays(today, weeks).filter((day) => weekdays.has(weekdayOf(day)));
  await servingWaitlists(trx, context, days, async () => {
    const made = await generatedDays(trx, today, lastPlannedDay(today, weeks));
    const plan = await dayPlanFor(
      trx,
      days.filter((day) => made.has(day)),
      now,
    );
    await addSlots(trx, context, planDays({ ...plan, templates: added }).create);
  });
}

/**
 * Marks days as generated and returns those that were not marked before, so that only one process generates a day. The caller has
 * locked the days. docs/spec/behaviour.md §6.2
 */
async function markGenerated(trx: Trx, days: readonly WallDate[], now: Now): Promise<WallDate[]> {
  const ahead = days.filter((day) => day >= dateOf(now.wall));
  if (ahead.length === 0) return [];
  const marked = await trx
    .insertInto('generated_days')
    .values(ahead.map((day) => ({ day, generated_at: now.ms })))
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('day')
    .execute();
  return marked.map(({ day }) => day);
}

const ROWS_AT_ONCE = 500; // rows per statement: both engines limit the number of parameters

async function addSlots(trx: Trx, author: Author, slots: readonly Times[]): Promise<void> {
  for (let done = 0; done < slots.length; done += ROWS_AT_ONCE) {
    const rows = slots
      .slice(done, done + ROWS_AT_ONCE)
      .map((times) => ({ ...times, status: 'AVAILABLE' as const, created_at: author.now.ms }));
    const added = await trx.insertInto('appointments').values(rows).returning(APPOINTMENT_COLUMNS).execute();
    const made = added.map((after) => ({ before: null, after, action: 'generated' as const }));
    await recordChanges(trx, author, 'appointment', made);
  }
}

type WeeksContext = Pick<Platform, 'db' | 'clock' | 'config'>;

/**
 * Generates the slots of all days within `generate_ahead_weeks` that were never generated, in one transaction per day. If a day fails,
 * the others are still generated, and the next run retries it. docs/spec/behaviour.md §6.2
 */
export async function makeWeeksAhead(context: WeeksContext): Promise<void> {
  const now = readClock(context.clock);
  await forEachIsolated(await daysToMake(context, now), async (day) => {
    await turn(); // lets requests run between two days
    await makeDay(context, day, now);
  });
}

/** Returns the days to generate. Reads them without a transaction, so that a run with nothing to do writes nothing. */
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

/** Generates a day. Reads everything again under the day's lock: another process or the owner may have changed it meanwhile. */
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

/** Deletes the marks of past days, except yesterday's: the clock may be set back over midnight. */
export const deleteOutdatedGeneratedDays: DeleteOutdated = async (db, now) => {
  await deleteInBatches(db, 'generated_days', sql<boolean>`day < ${addDays(dateOf(now.wall), -1)}`);
};
