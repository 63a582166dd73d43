import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { serviceLine } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { Service, serviceEndpoints } from '#contract/services.ts';
import { minutesOfServices, type ServiceLine } from '#domain/appointments/lines.ts';
import type { ServiceId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import { merged } from '../platform/db/columns.ts';
import { readJson } from '../platform/db/json.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction, isPostgres, lockRows } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';

const COLUMNS = ['id', 'name', 'duration_minutes', 'price', 'is_addon', 'return_weeks'] as const;

async function priceList({ db, setTotal }: ListContext): Promise<Service[]> {
  const list = db.selectFrom('services').select(COLUMNS);
  const rows = await list.orderBy('position').orderBy('id').limit(LIST_MAX_COUNT).execute();
  setTotal(await totalOf(list, rows.length, { limit: LIST_MAX_COUNT, offset: 0 }));
  return rows;
}

/** These services in the owner's order; undefined if one of them was deleted. */
export async function servicesByIds(db: Db | Trx, ids: readonly ServiceId[]): Promise<Service[] | undefined> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('services')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return found.length === ids.length ? found : undefined;
}

/** The total duration in minutes; null if a duration is unknown or there is no service, undefined if a service was deleted. */
export async function serviceMinutes(db: Db | Trx, ids: readonly ServiceId[]) {
  const services = await servicesByIds(db, ids);
  return services && minutesOfServices(services);
}

const OBJECT = sql.raw(
  ['service_id', 'name', 'price', 'duration_minutes']
    .map((column) => `'${column}', line.${column}`)
    .join(', '),
);

/** SQL for an appointment's service lines as JSON text. Runs no subquery for a row without a service. */
export function linesJson(db: Db | Trx): RawBuilder<string> {
  const array = isPostgres(db)
    ? sql`json_agg(json_build_object(${OBJECT}) order by line.position)::text`
    : sql`json_group_array(json_object(${OBJECT}) order by line.position)`;
  return sql`case when appointments.service_name is null then '[]' else (select ${array}
    from appointment_services as line where line.appointment_id = appointments.id) end`;
}

const storedLines = z.array(serviceLine);

export function linesFromJson(text: string): ServiceLine[] {
  const lines = readJson(storedLines, text);
  if (!lines) throw new Error(`the lines of an appointment are no JSON: ${text}`);
  return lines;
}

/** The service lines of an appointment whose row the caller has read. */
export async function linesOf(
  db: Db | Trx,
  { id, service_name }: Pick<AppointmentRow, 'id' | 'service_name'>,
): Promise<ServiceLine[]> {
  if (service_name === null) return [];
  return db
    .selectFrom('appointment_services')
    .select(['service_id', 'name', 'price', 'duration_minutes'])
    .where('appointment_id', '=', id)
    .orderBy('position')
    .execute();
}

const lockService = (trx: Trx, id: ServiceId): Promise<Service | undefined> =>
  trx.selectFrom('services').select(COLUMNS).where('id', '=', id).$call(lockRows(trx)).executeTakeFirst();

/** Adds a service at the end of the price list. docs/spec/product.md §5.7 */
function addService(context: RequestContext, input: ParsedBody<'POST /services'>): Promise<Service> {
  return inTransaction(context.db, async (trx) => {
    const last = await trx
      .selectFrom('services')
      .select(({ fn }) => fn.max<number | null>('position').as('position'))
      .executeTakeFirstOrThrow();
    const after = await trx
      .insertInto('services')
      .values({ ...input, position: (last.position ?? 0) + 1 })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'service', { before: null, after });
    return after;
  });
}

/** Edits a service. Bookings keep the name and price that were copied when they were made. docs/spec/behaviour.md §3.1 and §5.4 */
function editService(context: RequestContext, id: ServiceId, input: ParsedBody<'PUT /services/{id}'>) {
  return inTransaction(context.db, async (trx) => {
    const before = (await lockService(trx, id)) ?? refuse('not_found');
    const after = merged(before, input);
    const { id: _id, ...columns } = after;
    await trx.updateTable('services').set(columns).where('id', '=', id).execute();
    await recordChange(trx, context, 'service', { before, after });
    return after;
  });
}

/** Deletes a service. Appointments keep its copied name and price. docs/spec/behaviour.md §6.3 */
function deleteService(context: RequestContext, id: ServiceId): Promise<void> {
  return inTransaction(context.db, async (trx) => {
    const gone = await trx.deleteFrom('services').where('id', '=', id).returning(COLUMNS).executeTakeFirst();
    if (!gone) refuse('not_found');
    await recordChange(trx, context, 'service', { before: gone, after: null });
  });
}

/** Sorts the price list by `ids`, which must contain every service once. */
function orderServices(context: RequestContext, ids: readonly ServiceId[]): Promise<{ count: number }> {
  return inTransaction(context.db, async (trx) => {
    const existing = await trx.selectFrom('services').select(['id', 'position']).execute();
    const known = new Set(existing.map(({ id }) => id));
    const isSame =
      ids.length === known.size && new Set(ids).size === ids.length && ids.every((id) => known.has(id));
    if (!isSame) refuse('conflict');
    for (const [index, id] of ids.entries())
      await trx
        .updateTable('services')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute();
    const moved = existing.map((before) => ({
      before,
      after: { ...before, position: ids.indexOf(before.id) + 1 },
    }));
    await recordChanges(trx, context, 'service', moved);
    return { count: ids.length };
  });
}

export const serviceRoutes: RoutesOf<typeof serviceEndpoints> = {
  'GET /services': (request) => priceList(request),
  'POST /services': (request) => addService(request, request.body),
  'PUT /services/order': (request) => orderServices(request, request.body.ids),
  'PUT /services/{id}': (request) => editService(request, request.params.id, request.body),
  'DELETE /services/{id}': (request) => deleteService(request, request.params.id),
};
