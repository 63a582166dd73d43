import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import type { Template } from '#contract/week-templates.ts';
import type { TemplateId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import type { Times } from '#domain/slots.ts';
import { dateOf, daysFromTo, type WallDate } from '#domain/wall-clock.ts';
import {
  lastPlannedDay,
  planRefusal,
  planWeeks,
  templateRefusal,
  type WeekPlan,
} from '#domain/week-templates.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import type { Now } from '../platform/clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';

const COLUMNS = ['id', 'weekday', 'time_start', 'duration_minutes', 'active'] as const;

export const weekOfTemplates = (db: Db | Trx): Promise<Template[]> =>
  db.selectFrom('templates').select(COLUMNS).orderBy('weekday').orderBy('time_start').execute();

/** All that the plan of some weeks is made from. */
async function weekPlanFor(
  db: Db | Trx,
  { from, weeks }: { from: WallDate; weeks: number },
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

/** Adds a slot of the usual week; one per weekday and time. docs/spec/product.md §5.6 */
export async function addTemplate(
  context: RequestContext,
  input: ParsedBody<'POST /templates'>,
): Promise<Template> {
  const template = { ...input, duration_minutes: input.duration_minutes ?? DEFAULT_SLOT_MINUTES };
  refuseIf(templateRefusal(template));
  const adding = inTransaction(context.db, async (trx) => {
    const after = await trx
      .insertInto('templates')
      .values(template)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'template', { before: null, after });
    return after;
  });
  return refuseOnViolation(adding, { unique: 'template_exists' });
}

type Input = ParsedBody<'PUT /templates/{id}'>;

/** Edits or switches a template; the slots made from it stay as they are. docs/spec/product.md §4.5 */
export const editTemplate = (context: RequestContext, id: TemplateId, input: Input): Promise<Template> =>
  refuseOnViolation(
    inTransaction(context.db, (trx) => save(trx, context, id, input)),
    { unique: 'template_exists' },
  );

async function save(trx: Trx, context: RequestContext, id: TemplateId, input: Input): Promise<Template> {
  const before =
    (await trx
      .selectFrom('templates')
      .select(COLUMNS)
      .where('id', '=', id)
      .$call(lockRows(trx))
      .executeTakeFirst()) ?? refuse('not_found');
  const after = {
    weekday: input.weekday ?? before.weekday,
    time_start: input.time_start ?? before.time_start,
    duration_minutes: input.duration_minutes ?? before.duration_minutes,
    active: input.active ?? before.active,
  };
  refuseIf(templateRefusal(after));
  await trx.updateTable('templates').set(after).where('id', '=', id).execute();
  await recordChange(trx, context, 'template', { before, after: { id, ...after } });
  return { id, ...after };
}

/** Deletes a template; slots made from it stay. */
export function deleteTemplate(context: RequestContext, id: TemplateId): Promise<undefined> {
  return inTransaction(context.db, async (trx) => {
    const gone = await trx.deleteFrom('templates').where('id', '=', id).returning(COLUMNS).executeTakeFirst();
    if (!gone) refuse('not_found');
    await recordChange(trx, context, 'template', { before: gone, after: null });
    return undefined;
  });
}

/** What generating would make and skip, and why; changes nothing. */
export async function previewWeeks(
  { db, now }: RequestContext,
  input: ParsedBody<'POST /templates/preview-range'>,
): Promise<ResponseBody<'POST /templates/preview-range'>> {
  refuseIf(planRefusal(input, dateOf(now.wall)));
  const plan = planWeeks(await weekPlanFor(db, input, now));
  return { ...plan, range: { from: input.from, to: lastPlannedDay(input.from, input.weeks) } };
}

const ROWS_AT_ONCE = 500; // both engines limit the parameters of one statement

/**
 * Makes the slots of 1-4 weeks, all or none, and serves the waiting lists of days that had none free. The days are locked before
 * the plan looks at them, so of two runs at once the second finds what the first made and skips it. docs/spec/behaviour.md §6.2
 */
export function generateWeeks(
  context: RequestContext,
  input: ParsedBody<'POST /templates/generate-range'>,
): Promise<ResponseBody<'POST /templates/generate-range'>> {
  const { db, now } = context;
  refuseIf(planRefusal(input, dateOf(now.wall)));
  const range = { from: input.from, to: lastPlannedDay(input.from, input.weeks) };
  return inTransaction(db, (trx) =>
    servingWaitlists(trx, context, daysFromTo(range.from, range.to), async () => {
      const { create, skip } = planWeeks(await weekPlanFor(trx, input, now));
      await addSlots(trx, context, create);
      return { created: create.length, skipped: skip.length, range };
    }),
  );
}

async function addSlots(trx: Trx, context: RequestContext, slots: readonly Times[]): Promise<void> {
  for (let done = 0; done < slots.length; done += ROWS_AT_ONCE) {
    const rows = slots
      .slice(done, done + ROWS_AT_ONCE)
      .map((times) => ({ ...times, status: 'AVAILABLE' as const, created_at: context.now.ms }));
    const added = await trx.insertInto('appointments').values(rows).returning(APPOINTMENT_COLUMNS).execute();
    const made = added.map((after) => ({ before: null, after, action: 'generated' as const }));
    await recordChanges(trx, context, 'appointment', made);
  }
}
