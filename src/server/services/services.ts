import { sql } from 'kysely';
import { z } from 'zod';
import { serviceLine } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { Service, serviceEndpoints } from '#contract/services.ts';
import type { ServiceLine } from '#domain/appointments/lines.ts';
import type { ServiceId, TechnicianId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { withTerms } from '#domain/technicians.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import { isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import { lineOf } from '../platform/db/appointments.ts';
import { merged } from '../platform/db/columns.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { termsByTechnician } from '../platform/db/terms.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction, lockRows, lockServices } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';

/** The columns that no technician changes. */
const SHARED = [
  'id',
  'name',
  'is_addon',
  'return_weeks',
  'cleanup_minutes',
  'short_words',
  'group_name',
  'description',
  'is_offered',
  'name_en',
  'name_ru',
] as const;
const COLUMNS = [...SHARED, 'duration_minutes', 'price'] as const;

const WORD_SEPARATOR = ',';
type Stored = Omit<Service, 'short_words'> & { short_words: string };

const serviceOf = (row: Stored): Service => ({
  ...row,
  short_words: row.short_words.split(WORD_SEPARATOR).filter((word) => word !== ''),
});

const columnsOf = <S extends Pick<Service, 'short_words'>>(service: S) => ({
  ...service,
  short_words: service.short_words.join(WORD_SEPARATOR),
});

type Chooser = Pick<SessionUser, 'role'> | null;
const OWNER: Chooser = { role: 'ADMIN' };

/** The services that clients may choose, and for staff also the others. docs/spec/behaviour.md §6.3 */
const listed = (db: Db | Trx, user: Chooser) =>
  db.selectFrom('services').where(({ and }) => and(isStaff(user) ? {} : { is_offered: 1 }));

const inOrder = (db: Db | Trx, user: Chooser) =>
  listed(db, user).orderBy('position').orderBy('id').limit(sql.lit(LIST_MAX_COUNT)); // a literal: SQLite would prepare the query again for each value of a limit

/** Minutes and price as in the joined terms, else as in the price list. */
const termColumns = [
  sql<number | null>`coalesce(term.duration_minutes, services.duration_minutes)`.as('duration_minutes'),
  sql<number>`coalesce(term.price, services.price)`.as('price'),
];

/** The terms of the only active technician count for everybody, because visitors get no list of one technician. docs/spec/behaviour.md §26.3 */
const offered = compiledOnce<Stored>((db) => {
  const active = db.selectFrom('technicians').where('is_active', '=', 1);
  const only = active.select('id').where(
    active.select(({ fn }) => fn.countAll().as('count')),
    '=',
    1,
  );
  return inOrder(db, null)
    .select(SHARED)
    .leftJoin('technician_terms as term', (join) =>
      join.onRef('term.service_id', '=', 'services.id').on('term.technician_id', '=', only),
    )
    .select(termColumns);
});
const listedForStaff = compiledOnce<Stored>((db) => inOrder(db, OWNER).select(COLUMNS));

/** The price list in the salon's order, as clients see it. */
export const offeredServices = async (db: Db | Trx): Promise<Service[]> =>
  (await offered(db, {})).map(serviceOf);

/** The lowest price of each service whose price differs between the technicians who can be chosen for it. docs/spec/behaviour.md §26.3 */
const lowestPrices = compiledOnce<{ id: ServiceId; lowest: number }>((db) => {
  const price = sql<number>`coalesce(term.price, services.price)`;
  return db
    .selectFrom('technicians')
    .innerJoin('services', (join) => join.onTrue())
    .leftJoin('technician_terms as term', (join) =>
      join.onRef('term.technician_id', '=', 'technicians.id').onRef('term.service_id', '=', 'services.id'),
    )
    .select(['services.id', sql<number>`min(${price})`.as('lowest')])
    .where('is_active', '=', 1)
    .where('bookable', '=', 1)
    .where('services.id', 'in', ({ selectFrom }) =>
      selectFrom('technician_terms').select('service_id').where('technician_terms.price', 'is not', null),
    )
    .where(({ or, not, exists, selectFrom }) => {
      const hers = selectFrom('technician_services as hers')
        .select('hers.service_id')
        .whereRef('hers.technician_id', '=', 'technicians.id');
      return or([not(exists(hers)), exists(hers.whereRef('hers.service_id', '=', 'services.id'))]);
    })
    .groupBy('services.id')
    .having(sql<boolean>`min(${price}) <> max(${price})`);
});

/** The whole price list. */
export const allServices = async (db: Db | Trx): Promise<Service[]> =>
  (await listedForStaff(db, {})).map(serviceOf);

/** The services as the caller needs them: a technician with her own minutes and prices. docs/spec/behaviour.md §26.3 */
async function listedFor(db: Db | Trx, user: ListContext['user']): Promise<Stored[]> {
  const rows = await (isStaff(user) ? listedForStaff : offered)(db, {});
  if (!user?.technician_id) return rows;
  const terms = (await termsByTechnician(db)).get(user.technician_id) ?? [];
  return rows.map((row) => withTerms(row, terms));
}

async function listServices({ db, user, setTotal }: ListContext) {
  const rows = await listedFor(db, user);
  const lowest = new Map((await lowestPrices(db, {})).map((row) => [row.id, row.lowest]));
  const list = rows.map((row) => {
    const price_from = lowest.get(row.id);
    return price_from ? { ...serviceOf(row), price_from } : serviceOf(row);
  });
  setTotal(await totalOf(listed(db, user), list.length, { limit: LIST_MAX_COUNT, offset: 0 }));
  return list;
}

/** True if the user may choose all of the services, some of which are her booking's already. */
export const mayChoose = (
  user: Chooser,
  services: readonly Service[],
  kept: readonly ServiceLine[] = [],
): boolean =>
  isStaff(user) ||
  services.every(
    ({ id, is_offered }) => is_offered === 1 || kept.some(({ service_id }) => service_id === id),
  );

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
  return found.length === ids.length ? found.map(serviceOf) : undefined;
}

type Chosen = { technician: TechnicianId } & Record<string, ServiceId | TechnicianId>;
const chosenOf = compiledOnce<Stored, Chosen>((db, { technician, ...ids }) =>
  db
    .selectFrom('services')
    .leftJoin('technician_terms as term', (join) =>
      join.onRef('term.service_id', '=', 'services.id').on('term.technician_id', '=', technician),
    )
    .select(SHARED)
    .select(termColumns)
    .where('services.id', 'in', Object.values(ids) as ServiceId[])
    .orderBy('position')
    .orderBy('id'),
);

/** These services as a technician does them, in the owner's order; undefined if one of them was deleted. docs/spec/behaviour.md §26.3 */
export async function servicesDoneBy(
  db: Db | Trx,
  technician: TechnicianId,
  ids: readonly ServiceId[],
): Promise<Service[] | undefined> {
  if (ids.length === 0) return [];
  const named = Object.fromEntries(ids.map((id, n) => [`service${n}`, id]));
  const found = await chosenOf(db, { ...named, technician });
  return found.length === ids.length ? found.map(serviceOf) : undefined;
}

const storedLines = z.array(serviceLine);

export function linesFromJson(text: string): ServiceLine[] {
  const lines = readJson(storedLines, text);
  if (!lines) throw new Error(`the lines of an appointment are no JSON: ${text}`);
  return lines.map(lineOf);
}

async function lockService(trx: Trx, id: ServiceId): Promise<Service | undefined> {
  const service = trx.selectFrom('services').select(COLUMNS).where('id', '=', id);
  const row = await service.$call(lockRows(trx)).executeTakeFirst();
  return row && serviceOf(row);
}

/** Adds a service at the end of the price list. docs/spec/product.md §5.7 */
function addService(context: RequestContext, input: ParsedBody<'POST /services'>): Promise<Service> {
  return inTransaction(context.db, async (trx) => {
    await lockServices(trx);
    const last = await trx
      .selectFrom('services')
      .select(({ fn }) => fn.max<number | null>('position').as('position'))
      .executeTakeFirstOrThrow();
    const row = await trx
      .insertInto('services')
      .values({ ...columnsOf(input), position: (last.position ?? 0) + 1 })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await recordChange(trx, context, 'service', { before: null, after: row });
    return serviceOf(row);
  });
}

/** Edits a service. Bookings keep the name and price that were copied when they were made. docs/spec/behaviour.md §3.1 and §5.4 */
function editService(context: RequestContext, id: ServiceId, input: ParsedBody<'PUT /services/{id}'>) {
  return inTransaction(context.db, async (trx) => {
    const before = (await lockService(trx, id)) ?? refuse('not_found');
    const after = merged(before, input);
    const { id: _id, ...columns } = columnsOf(after);
    await trx.updateTable('services').set(columns).where('id', '=', id).execute();
    await recordChange(trx, context, 'service', { before: columnsOf(before), after: columnsOf(after) });
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
    await lockServices(trx);
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
  'GET /services': (request) => listServices(request),
  'POST /services': (request) => addService(request, request.body),
  'PUT /services/order': (request) => orderServices(request, request.body.ids),
  'PUT /services/{id}': (request) => editService(request, request.params.id, request.body),
  'DELETE /services/{id}': (request) => deleteService(request, request.params.id),
};
