import type { ParsedBody } from '#contract/index.ts';
import type { Template, weekTemplateEndpoints } from '#contract/week-templates.ts';
import type { TechnicianId, TemplateId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { planCopy, type TemplateFields, templateRefusal } from '#domain/week-templates.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import { merged } from '../platform/db/columns.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows, lockTemplates } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { assertDoes } from '../technicians/technicians.ts';
import {
  addToGeneratedDays,
  generateWeeks,
  previewWeeks,
  TEMPLATE_COLUMNS,
  weekOfTemplates,
} from './generate.ts';

/** Adds a template. A weekday can have only one template at a time of day. docs/spec/product.md §5.6 */
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
  const fields = { time_start, duration_minutes, technician_id };
  const asked = [...new Set(weekdays)].map((weekday) => ({ weekday, ...fields }));
  for (const template of asked) refuseIf(templateRefusal(template));
  return inTransaction(context.db, async (trx) => {
    await lockTemplates(trx);
    await assertDoes(trx, technician_id, []);
    const present = await weekOfTemplates(trx, technician_id);
    const isThere = ({ weekday }: TemplateFields) =>
      present.some((other) => other.weekday === weekday && other.time_start === time_start);
    const added = asked.filter((template) => !isThere(template));
    if (added.length === 0) refuse('template_exists');
    await insertTemplates(trx, context, added);
    return { created: added.length, skipped: asked.length - added.length };
  });
}

function copyDay(
  context: RequestContext,
  { from_weekday, to_weekdays, technician_id }: ParsedBody<'POST /templates/copy'>,
): Promise<Made> {
  return inTransaction(context.db, async (trx) => {
    await lockTemplates(trx);
    const week = await weekOfTemplates(trx, technician_id);
    let [created, skipped] = [0, 0];
    for (const [technician, templates] of Map.groupBy(week, (template) => template.technician_id)) {
      const { create, skip } = planCopy(templates, from_weekday, to_weekdays);
      const copies = create.map((template) => ({ ...template, technician_id: technician }));
      await insertTemplates(trx, context, copies);
      created += copies.length;
      skipped += skip.length;
    }
    return { created, skipped };
  });
}

const ROWS_AT_ONCE = 500; // rows per statement: both engines limit the number of parameters

async function insertTemplates(
  trx: Trx,
  context: RequestContext,
  templates: readonly (TemplateFields & { active?: 0 | 1; technician_id: TechnicianId })[],
): Promise<void> {
  for (let done = 0; done < templates.length; done += ROWS_AT_ONCE) {
    const rows = templates.slice(done, done + ROWS_AT_ONCE);
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
  refuseIf(templateRefusal(after));
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
    await recordChange(trx, context, 'template', { before: gone, after: null });
  });
}

export const templateRoutes: RoutesOf<typeof weekTemplateEndpoints> = {
  'GET /templates': ({ db, query }) => weekOfTemplates(db, query.technician_id),
  'POST /templates': (request) => addTemplate(request, request.body),
  'POST /templates/many': (request) => addTemplates(request, request.body),
  'POST /templates/copy': (request) => copyDay(request, request.body),
  'PUT /templates/{id}': (request) => editTemplate(request, request.params.id, request.body),
  'DELETE /templates/{id}': (request) => deleteTemplate(request, request.params.id),
  'POST /templates/preview-range': (request) => previewWeeks(request, request.body),
  'POST /templates/generate-range': (request) => generateWeeks(request, request.body),
};
