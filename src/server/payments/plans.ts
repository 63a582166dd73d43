// What the salon sells as packages. docs/spec/behaviour.md §32.1
import type { ParsedBody } from '#contract/index.ts';
import type { Plan } from '#contract/payments/holdings.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import type { PlanId, ServiceId } from '#domain/ids.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import { recordSettings } from '../history/history.ts';
import { merged } from '../platform/db/columns.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servicesByIds } from '../services/services.ts';
import { assertPaymentsOn } from './payments.ts';

const COLUMNS = ['id', 'name', 'service_ids', 'visits', 'price', 'months', 'is_active'] as const;
const selectPlans = (db: Db | Trx) => db.selectFrom('plans').select(COLUMNS);
type Row = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>;

const json = ({ service_ids, price, ...row }: Row): Plan => ({
  ...row,
  service_ids: serviceIdsIn(service_ids),
  price: toDinars(price),
});

export async function listPlans(context: RequestContext): Promise<Plan[]> {
  await assertPaymentsOn(context.db, context);
  return (await selectPlans(context.db).orderBy('name').orderBy('id').execute()).map(json);
}

export const planById = (trx: Trx, id: PlanId): Promise<Row | undefined> =>
  selectPlans(trx).where('id', '=', id).executeTakeFirst();

async function assertServices(trx: Trx, ids: readonly ServiceId[] | undefined): Promise<void> {
  if (ids && !(await servicesByIds(trx, ids))) refuse('unknown_service');
}

/** The columns of a request. */
const stored = ({ service_ids, price, ...input }: ParsedBody<'PUT /plans/{id}'>) => ({
  ...input,
  ...(service_ids && { service_ids: service_ids.join() }),
  ...(price !== undefined && { price: toPara(price) }),
});

/** A plan for the history, which stores texts. */
const recorded = (row: Row | undefined) => ({
  plan: row
    ? `${row.name}, ${row.visits} x ${toDinars(row.price)} din, ${row.months} m${row.is_active ? '' : ', sklonjen'}`
    : null,
});

export function addPlan(context: RequestContext, input: ParsedBody<'POST /plans'>): Promise<Plan> {
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    await assertServices(trx, input.service_ids);
    const row = { ...input, service_ids: input.service_ids.join(), price: toPara(input.price) };
    const added = await trx.insertInto('plans').values(row).returning(COLUMNS).executeTakeFirstOrThrow();
    await recordSettings(trx, context, recorded(undefined), recorded(added));
    return json(added);
  });
}

/** Edits a plan. Packages that were sold are copies and stay as they are. */
export function editPlan(context: RequestContext, id: PlanId, input: ParsedBody<'PUT /plans/{id}'>) {
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const before = await selectPlans(trx).where('id', '=', id).$call(lockRows(trx)).executeTakeFirst();
    if (!before) return refuse('not_found');
    const had = serviceIdsIn(before.service_ids); // one of them may have been deleted since
    await assertServices(
      trx,
      input.service_ids?.filter((id) => !had.includes(id)),
    );
    const after = merged(before, stored(input));
    await trx.updateTable('plans').set(after).where('id', '=', id).execute();
    await recordSettings(trx, context, recorded(before), recorded(after));
    return json(after);
  });
}
