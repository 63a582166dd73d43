// The fields in which the salon records what was done. docs/spec/behaviour.md §30.1
import type { ParsedBody } from '#contract/index.ts';
import type { WorkField, workEndpoints } from '#contract/work/work.ts';
import type { WorkFieldId } from '#domain/ids.ts';
import { SUGGESTED_FROM_COUNT } from '#domain/limits.ts';
import { mostUsed } from '#domain/work/work.ts';
import { recordSettings } from '../history/history.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockWorkFields } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';

const storedFields = (db: Db | Trx) =>
  db
    .selectFrom('work_fields')
    .select(['id', 'name', 'position', 'is_active'])
    .orderBy('position')
    .orderBy('id')
    .execute();

async function suggestionsOf(db: Db, field: WorkFieldId): Promise<string[]> {
  const latest = await db
    .selectFrom('work_values')
    .select('value')
    .where('field_id', '=', field)
    .orderBy('at', 'desc')
    .limit(SUGGESTED_FROM_COUNT)
    .execute();
  return mostUsed(latest.map(({ value }) => value));
}

async function listFields({ db }: Pick<RequestContext, 'db'>): Promise<WorkField[]> {
  const fields: WorkField[] = [];
  for (const field of await storedFields(db))
    fields.push({ ...field, suggestions: await suggestionsOf(db, field.id) });
  return fields;
}

/** Names, order and visibility for the history; a hidden field is in parentheses. */
const inWords = (fields: Awaited<ReturnType<typeof storedFields>>) => ({
  work_fields: fields.map(({ name, is_active }) => (is_active === 1 ? name : `(${name})`)).join(', '),
});

/** Saves all fields in the given order; adds those without an id. */
async function saveFields(context: RequestContext, input: ParsedBody<'PUT /work-fields'>) {
  await inTransaction(context.db, async (trx) => {
    await lockWorkFields(trx);
    const before = await storedFields(trx);
    const named = new Set(input.flatMap(({ id }) => id ?? []));
    const isWhole = before.length === named.size && before.every(({ id }) => named.has(id));
    const isOnce = input.filter(({ id }) => id !== undefined).length === named.size;
    if (!isWhole || !isOnce) refuse('conflict');
    for (const [index, { id, ...field }] of input.entries()) {
      const row = { ...field, position: index + 1 };
      if (id === undefined) await trx.insertInto('work_fields').values(row).execute();
      else await trx.updateTable('work_fields').set(row).where('id', '=', id).execute();
    }
    await recordSettings(trx, context, inWords(before), inWords(await storedFields(trx)));
  });
  return listFields(context);
}

export const workRoutes: RoutesOf<typeof workEndpoints> = {
  'GET /work-fields': (request) => listFields(request),
  'PUT /work-fields': (request) => saveFields(request, request.body),
};
