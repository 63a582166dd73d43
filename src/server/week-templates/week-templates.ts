import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { type Template, template, type weekTemplateEndpoints } from '#contract/week-templates.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { TechnicianId, TemplateId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { withOpening } from '#domain/times/openings.ts';
import { addDays, dateOf, type WallDate, weekdayOf } from '#domain/wall-clock.ts';
import {
  daysMadeBy,
  lastPlannedDay,
  planCopy,
  planDays,
  plannedDays,
  planRefusal,
  type TemplateFields,
  templateRefusal,
} from '#domain/week-templates.ts';
import { type Author, recordChange, recordChanges } from '../history/history.ts';
import { derivingSlots, type Plan } from '../openings/openings.ts';
import { assertMay } from '../platform/auth/sessions.ts';
import { type Now, readClock } from '../platform/clock.ts';
import { batchesOf, merged } from '../platform/db/columns.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows, lockTemplates } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { Platform, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { type DeleteOutdated, deleteInBatches } from '../platform/jobs/retention.ts';
import { currentSettings } from '../settings/settings.ts';
import { absencesOf } from '../slots/slots.ts';
import { activeTechnicians, assertDoes } from '../technicians/technicians.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';

/** Adds a template. A technician can have only one template per weekday and time of day. docs/spec/product.md §5.6 */
async function addTemplate(context: RequestContext, input: ParsedBody<'POST /templates'>): Promise<Template> {
  const { duration_minutes = DEFAULT_SLOT_MINUTES, technician_id = OWNERS_TECHNICIAN } = input;
  const template = { ...input, duration_minutes, technician_id };
  refuseIf(templateRefusal(template));
  const adding = inTransaction(context.db, async (trx) => {
    await lockTemplates(trx);
    await assertDoes(trx, technician_id, []);
    const after = await trx
      .insertInto('templates')
      .values(template)
      .returning(TEMPLATE_COLUMNS)
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'template', { before: null, after });
    await addToGeneratedDays(trx, context, [after]);
    return after;
  });
  return refuseOnViolation(adding, { unique: 'template_exists' });
}

type Made = { created: number; skipped: number };

/** Adds the same template to several weekdays. Skips weekdays that already have a template at this time. docs/spec/behaviour.md §6.1 */
function addTemplates(context: RequestContext, input: ParsedBody<'POST /templates/many'>): Promise<Made> {
  const { weekdays, time_start, technician_id = OWNERS_TECHNICIAN } = input;
  const { duration_minutes = DEFAULT_SLOT_MINUTES } = input;
  const fields = { time_start, duration_minutes, technician_id, every: input.every };
  const asked = [...new Set(weekdays)].map((weekday) => ({ weekday, ...fields }));
  for (const template of asked) refuseIf(templateRefusal(template));
  return inTransaction(context.db, async (trx) => {
    await lockTemplates(trx);
    await assertDoes(trx, technician_id, []);
    const present = await weekOfTemplates(trx, technician_id);
    const isThere = ({ weekday }: TemplateFields) =>
      present.some(
        (other) =>
          other.weekday === weekday && other.time_start === time_start && other.every === input.every,
      );
    const added = asked.filter((template) => !isThere(template));
    if (added.length === 0) refuse('template_exists');
    await insertTemplates(trx, context, added);
    return { created: added.length, skipped: asked.length - added.length };
  });
}

/** Copies templates of a weekday to others, or of a technician to another one. docs/spec/behaviour.md §6.1 and §26.6 */
function copyTemplates(context: RequestContext, input: ParsedBody<'POST /templates/copy'>): Promise<Made> {
  const { from_weekday, to_weekdays = null, technician_id, from_technician_id, to_technician_id } = input;
  return inTransaction(context.db, async (trx) => {
    await lockTemplates(trx);
    const week = await weekOfTemplates(trx);
    const isOther = from_technician_id !== to_technician_id;
    const pairs =
      from_technician_id && to_technician_id
        ? [[from_technician_id, to_technician_id] as const]
        : (await plannedTechnicians(trx, technician_id)).map((id) => [id, id] as const);
    const made: Made = { created: 0, skipped: 0 };
    for (const [from, to] of pairs) {
      assertMay(context, 'planWeeks', [{ technician_id: from }, { technician_id: to }]);
      await assertDoes(trx, to, []);
      const of = (technician: TechnicianId) => week.filter((one) => one.technician_id === technician);
      const source = of(from).filter(({ weekday }) => weekday === (from_weekday ?? weekday));
      const targets = to_weekdays?.filter((weekday) => isOther || weekday !== from_weekday) ?? null;
      const { create, skip } = planCopy(source, targets, of(to));
      await insertTemplates(
        trx,
        context,
        create.map((template) => ({ ...template, technician_id: to })),
      );
      made.created += create.length;
      made.skipped += skip.length;
    }
    return made;
  });
}

async function insertTemplates(
  trx: Trx,
  context: RequestContext,
  templates: readonly (TemplateFields & { active?: 0 | 1; technician_id: TechnicianId })[],
): Promise<void> {
  for (const rows of batchesOf(templates)) {
    const added = await trx.insertInto('templates').values(rows).returning(TEMPLATE_COLUMNS).execute();
    const changes = added.map((after) => ({ before: null, after }));
    await recordChanges(trx, context, 'template', changes);
    await addToGeneratedDays(trx, context, added);
  }
}

type Input = ParsedBody<'PUT /templates/{id}'>;

/** Edits a template. Slots that were generated from it do not change. docs/spec/product.md §4.5 */
const editTemplate = (context: RequestContext, id: TemplateId, input: Input): Promise<Template> =>
  refuseOnViolation(
    inTransaction(context.db, (trx) => save(trx, context, id, input)),
    { unique: 'template_exists' },
  );

async function save(trx: Trx, context: RequestContext, id: TemplateId, input: Input): Promise<Template> {
  await lockTemplates(trx);
  const found = trx.selectFrom('templates').select(TEMPLATE_COLUMNS).where('id', '=', id);
  const before = (await found.$call(lockRows(trx)).executeTakeFirst()) ?? refuse('not_found');
  const after = merged(before, input);
  assertMay(context, 'planWeeks', [before, after]);
  refuseIf(templateRefusal(after));
  if (after.technician_id !== before.technician_id) await assertDoes(trx, after.technician_id, []);
  const { id: _id, ...columns } = after;
  await trx.updateTable('templates').set(columns).where('id', '=', id).execute();
  await recordChange(trx, context, 'template', { before, after });
  return after;
}

/** Deletes a template. Slots that were generated from it stay. */
function deleteTemplate(context: RequestContext, id: TemplateId): Promise<void> {
  return inTransaction(context.db, async (trx) => {
    await lockTemplates(trx);
    const deleted = trx.deleteFrom('templates').where('id', '=', id).returning(TEMPLATE_COLUMNS);
    const gone = (await deleted.executeTakeFirst()) ?? refuse('not_found');
    assertMay(context, 'planWeeks', [gone]);
    await recordChange(trx, context, 'template', { before: gone, after: null });
  });
}

export const templateRoutes: RoutesOf<typeof weekTemplateEndpoints> = {
  'GET /templates': ({ db, query }) => weekOfTemplates(db, query.technician_id),
  'POST /templates': (request) => addTemplate(request, request.body),
  'POST /templates/many': (request) => addTemplates(request, request.body),
  'POST /templates/copy': (request) => copyTemplates(request, request.body),
  'PUT /templates/{id}': (request) => editTemplate(request, request.params.id, request.body),
  'DELETE /templates/{id}': (request) => deleteTemplate(request, request.params.id),
  'POST /templates/preview-range': (request) => previewWeeks(request, request.body),
  'POST /templates/generate-range': (request) => generateWeeks(request, request.body),
};

const TEMPLATE_COLUMNS = template.keyof().options;

const weekOfTemplates = (db: Db | Trx, technician?: TechnicianId): Promise<Template[]> =>
  db
    .selectFrom('templates')
    .select(TEMPLATE_COLUMNS)
    .where(({ and }) => and(technician === undefined ? {} : { technician_id: technician }))
    .orderBy('weekday')
    .orderBy('time_start')
    .orderBy('technician_id')
    .execute();

async function generatedDays(db: Db | Trx, technician: TechnicianId, from: WallDate, to: WallDate) {
  const found = await db
    .selectFrom('generated_days')
    .select('day')
    .where('technician_id', '=', technician)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  return new Set(found.map(({ day }) => day));
}

async function dayPlanFor(
  db: Db | Trx,
  technician: TechnicianId,
  days: readonly WallDate[],
  { now, config }: Pick<RequestContext, 'now' | 'config'>,
) {
  const settings = await currentSettings(db, config);
  const [from = dateOf(now.wall)] = days;
  const to = days.at(-1) ?? from;
  const isSplit = settings.split_slots === 1;
  const taken = await db
    .selectFrom(isSplit ? 'openings' : 'appointments')
    .select(['start_datetime', 'end_datetime'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('technician_id', '=', technician)
    .$if(!isSplit, (rows) => rows.where(sql<boolean>`status <> 'CANCELLED'`))
    .execute();
  const absences = await absencesOf(db, technician, from);
  return { templates: await weekOfTemplates(db, technician), days, taken, absences, now: now.wall, isSplit };
}

/** The technicians for whom slots are generated: the requested technician, if she is active, or all active technicians. */
async function plannedTechnicians(db: Db | Trx, asked?: TechnicianId): Promise<TechnicianId[]> {
  const active = (await activeTechnicians(db)).map(({ id }) => id);
  return asked === undefined ? active : active.filter((id) => id === asked);
}

/** Shows which slots generating would create and skip, without saving anything. */
async function previewWeeks(
  context: RequestContext,
  { from, weeks, technician_id }: ParsedBody<'POST /templates/preview-range'>,
): Promise<ResponseBody<'POST /templates/preview-range'>> {
  const { db, now } = context;
  refuseIf(planRefusal({ from, weeks }, dateOf(now.wall)));
  const days = plannedDays(from, weeks);
  const plans: ReturnType<typeof planDays>[] = [];
  for (const technician of await plannedTechnicians(db, technician_id))
    plans.push(planDays(await dayPlanFor(db, technician, days, context)));
  const byStart = (a: Times, b: Times) => a.start_datetime.localeCompare(b.start_datetime);
  const create = plans.flatMap((plan) => plan.create).sort(byStart);
  const skip = plans.flatMap((plan) => plan.skip).sort(byStart);
  return { create, skip, range: { from, to: lastPlannedDay(from, weeks) } };
}

/** Creates the slots of 1-4 weeks and notifies waitlists. Locks the days, so that a concurrent run skips them. docs/spec/behaviour.md §6.2 */
function generateWeeks(
  context: RequestContext,
  { from, weeks, technician_id }: ParsedBody<'POST /templates/generate-range'>,
): Promise<ResponseBody<'POST /templates/generate-range'>> {
  const { db, now } = context;
  refuseIf(planRefusal({ from, weeks }, dateOf(now.wall)));
  const days = plannedDays(from, weeks);
  return inTransaction(db, (trx) =>
    servingWaitlists(trx, context, days, async () => {
      let [created, skipped] = [0, 0];
      for (const technician of await plannedTechnicians(trx, technician_id)) {
        const plan = await dayPlanFor(trx, technician, days, context);
        const { create, skip } = planDays(plan);
        await addSlots(trx, context, technician, create);
        await markGenerated(trx, technician, daysMadeBy(plan), now);
        created += create.length;
        skipped += skip.length;
      }
      return { created, skipped, range: { from, to: lastPlannedDay(from, weeks) } };
    }),
  );
}

/** Adds the slots of new templates to already generated days, which are never generated again. docs/spec/behaviour.md §6.2 */
async function addToGeneratedDays(trx: Trx, context: RequestContext, added: readonly Template[]) {
  const { config, now } = context;
  const { generate_ahead_weeks: weeks } = await currentSettings(trx, config);
  if (weeks === 0) return;
  const today = dateOf(now.wall);
  const weekdays = new Set(added.map(({ weekday }) => weekday));
  const days = plannedDays(today, weeks).filter((day) => weekdays.has(weekdayOf(day)));
  await servingWaitlists(trx, context, days, async () => {
    const byTechnician = Map.groupBy(added, ({ technician_id }) => technician_id);
    for (const [technician, templates] of byTechnician) {
      const made = await generatedDays(trx, technician, today, lastPlannedDay(today, weeks));
      const toFill = days.filter((day) => made.has(day));
      const plan = await dayPlanFor(trx, technician, toFill, context);
      await addSlots(trx, context, technician, planDays({ ...plan, templates }).create);
    }
  });
}

/** Marks days as generated and returns the days that were not marked before. The caller has locked the days. docs/spec/behaviour.md §6.2 */
async function markGenerated(trx: Trx, technician_id: TechnicianId, days: readonly WallDate[], now: Now) {
  const rows = days
    .filter((day) => day >= dateOf(now.wall))
    .map((day) => ({ day, generated_at: now.ms, technician_id }));
  if (rows.length === 0) return [];
  const marked = await trx
    .insertInto('generated_days')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['technician_id', 'day']).doNothing())
    .returning('day')
    .execute();
  return marked.map(({ day }) => day);
}

async function addSlots(trx: Trx, author: Author, technician_id: TechnicianId, slots: readonly Times[]) {
  const actions = { added: 'generated' } as const;
  const byDay = Map.groupBy(slots, ({ start_datetime }) => dateOf(start_datetime));
  for (const ofDay of byDay.values()) {
    const places = ofDay.map((times) => ({ ...times, technician_id }));
    const plan: Plan = ({ openings }) => ofDay.reduce<ReturnType<Plan>>(withOpening, openings);
    await derivingSlots(trx, author, places, async () => undefined, { plan, actions });
  }
}

type WeeksContext = Pick<Platform, 'db' | 'clock' | 'config'>;

/** Generates the slots of each day within `generate_ahead_weeks` once. A day of a technician that fails delays no other, and the next run retries it. docs/spec/behaviour.md §6.2 */
export async function makeWeeksAhead(context: WeeksContext): Promise<void> {
  const now = readClock(context.clock);
  const planned: { technician: TechnicianId; day: WallDate }[] = [];
  for (const technician of await plannedTechnicians(context.db))
    for (const day of await daysToMake(context, technician, now)) planned.push({ technician, day });
  await forEachIsolated(planned, async ({ technician, day }) => {
    await turn(); // lets other requests run before the next day is generated
    await makeDay(context, technician, day, now);
  });
}

/** Returns the days to generate. Reads them without a transaction, so that a run with nothing to do writes nothing. */
async function daysToMake({ db, config }: WeeksContext, technician: TechnicianId, now: Now) {
  const { generate_ahead_weeks: weeks } = await currentSettings(db, config);
  if (weeks === 0) return [];
  const today = dateOf(now.wall);
  const made = await generatedDays(db, technician, today, lastPlannedDay(today, weeks));
  const days = plannedDays(today, weeks).filter((day) => !made.has(day));
  if (days.length === 0) return [];
  const absences = await absencesOf(db, technician, today);
  return daysMadeBy({ templates: await weekOfTemplates(db, technician), days, absences });
}

/** Generates a day. Reads everything again under the day's lock: another process or the owner may have changed the day. */
function makeDay({ db, config }: WeeksContext, technician: TechnicianId, day: WallDate, now: Now) {
  const author = { now, user: 'LUNULA' } as const;
  return inTransaction(db, (trx) =>
    servingWaitlists(trx, { ...author, config }, [day], async () => {
      const { generate_ahead_weeks: weeks } = await currentSettings(trx, config);
      const isActive = (await plannedTechnicians(trx)).includes(technician);
      if (!isActive || weeks === 0 || day > lastPlannedDay(dateOf(now.wall), weeks)) return;
      const plan = await dayPlanFor(trx, technician, [day], { now, config });
      const [claimed] = await markGenerated(trx, technician, daysMadeBy(plan), now);
      if (claimed !== undefined) await addSlots(trx, author, technician, planDays(plan).create);
    }),
  );
}

/** Deletes the records of generated days before yesterday. Yesterday's record stays, because the clock may be set back over midnight. */
export const deleteOutdatedGeneratedDays: DeleteOutdated = async (db, now) => {
  await deleteInBatches(db, 'generated_days', sql<boolean>`day < ${addDays(dateOf(now.wall), -1)}`);
};
