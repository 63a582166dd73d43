import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import type { Template } from '#contract/week-templates.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { dateOf, type WallDate, weekdayOf } from '#domain/wall-clock.ts';
import {
  type DayPlan,
  daysMadeBy,
  lastPlannedDay,
  planDays,
  plannedDays,
  planRefusal,
} from '#domain/week-templates.ts';
import { type Author, recordChanges } from '../history/history.ts';
import type { Now } from '../platform/clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { generatedDays, weekOfTemplates } from './queries.ts';

/** All that the plan of some days, one after the other, is made from. */
export async function dayPlanFor(db: Db | Trx, days: readonly WallDate[], now: Now): Promise<DayPlan> {
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

/** What generating would make and skip, and why; changes nothing. */
export async function previewWeeks(
  { db, now }: RequestContext,
  { from, weeks }: ParsedBody<'POST /templates/preview-range'>,
): Promise<ResponseBody<'POST /templates/preview-range'>> {
  refuseIf(planRefusal({ from, weeks }, dateOf(now.wall)));
  const plan = planDays(await dayPlanFor(db, plannedDays(from, weeks), now));
  return { ...plan, range: { from, to: lastPlannedDay(from, weeks) } };
}

/**
 * Makes the slots of 1-4 weeks, all or none, and serves the waiting lists of days that had none free. The days are locked before
 * the plan looks at them, so of two runs at once the second finds what the first made and skips it. docs/spec/behaviour.md §6.2
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
 * While the weeks make themselves, a template that is added also reaches the days that were made before it: they are not made
 * again, and would stay without it. What was deleted there stays deleted. docs/spec/behaviour.md §6.2
 */
export async function fillMadeDays(
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
 * Remembers days as made, under their locks. Returns those that were not yet: of several processes one gets a day.
 * docs/spec/behaviour.md §6.2
 */
export async function markGenerated(trx: Trx, days: readonly WallDate[], now: Now): Promise<WallDate[]> {
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

const ROWS_AT_ONCE = 500; // both engines limit the parameters of one statement

export async function addSlots(trx: Trx, author: Author, slots: readonly Times[]): Promise<void> {
  for (let done = 0; done < slots.length; done += ROWS_AT_ONCE) {
    const rows = slots
      .slice(done, done + ROWS_AT_ONCE)
      .map((times) => ({ ...times, status: 'AVAILABLE' as const, created_at: author.now.ms }));
    const added = await trx.insertInto('appointments').values(rows).returning(APPOINTMENT_COLUMNS).execute();
    const made = added.map((after) => ({ before: null, after, action: 'generated' as const }));
    await recordChanges(trx, author, 'appointment', made);
  }
}
