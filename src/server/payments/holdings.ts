// Selling packages and vouchers, and what remains of them. docs/spec/behaviour.md §32.1 and §32.3
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { errors } from '#contract/errors.ts';
import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { Holding, holdingEndpoints } from '#contract/payments/holdings.ts';
import { isOwnOnly } from '#domain/accounts/roles.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { AppointmentId, HoldingId, PersonId } from '#domain/ids.ts';
import { LIST_MAX_COUNT, MAX_CODE_LOOKUPS } from '#domain/limits.ts';
import { isOpen, makeCode, readCode, VOUCHER_MONTHS, valueLeft } from '#domain/payments/holdings.ts';
import type { HoldingKind } from '#domain/payments/ledger.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import { addMonths, dateOf, type WallDate } from '#domain/wall-clock.ts';
import { recordSettings } from '../history/history.ts';
import { countActs } from '../platform/auth/counted-acts.ts';
import { hashToken, repeatableToken } from '../platform/auth/secrets.ts';
import { assertMay, isStaff } from '../platform/auth/sessions.ts';
import { type Clock, momentText } from '../platform/clock.ts';
import { appointmentById, serviceName } from '../platform/db/appointments.ts';
import {
  type Balance,
  HOLDING_COLUMNS,
  isOpenHolding,
  leftOf,
  lockHolding,
  ownHoldingsOf,
  payersOf,
  withBalances,
} from '../platform/db/money/holdings.ts';
import {
  type KeyedContext,
  lockedKey,
  recordPayment,
  type UserContext,
} from '../platform/db/money/payments.ts';
import { personCard, personOfGuest } from '../platform/db/people.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockPhone, lockSettings } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { publishOnCommit } from '../platform/events/publish.ts';
import type { RequestContext, RoutesOf, ValidatedRequest } from '../platform/http/request.ts';
import { assertPaymentsOn } from './payments.ts';
import { addPlan, editPlan, listPlans, planById } from './plans.ts';
import { lockOpenDay } from './till.ts';

type Uses = Awaited<ReturnType<typeof usesOf>>;

/** The uses that are not voided, latest first. */
async function usesOf(db: Db | Trx, ids: readonly HoldingId[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('holding_uses')
    .innerJoin('payments', 'payments.id', 'holding_uses.payment_id')
    .innerJoin('bookings', 'bookings.id', 'holding_uses.booking_id')
    .leftJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .select(['holding_uses.holding_id', 'holding_uses.visits', 'holding_uses.amount', 'attended', 'status'])
    .select(['payments.id as payment_id', 'appointments.id as appointment_id', 'start_datetime'])
    .select(serviceName(db, 'bookings.id').as('service_name'))
    .where('holding_uses.holding_id', 'in', ids)
    .where('payments.voided_at', 'is', null)
    .orderBy('payments.id', 'desc')
    .execute();
}

function stateOf(held: Balance, day: WallDate): Holding['state'] {
  if (held.isClosed) return 'CLOSED';
  if (isOpen(held, held.used, day)) return 'OPEN';
  return held.expires_on < day ? 'EXPIRED' : 'USED_UP';
}

const jsonOfUse = ({ holding_id: _, attended, status, amount, ...use }: Uses[number]) => ({
  ...use,
  amount: toDinars(amount),
  is_counted: attended === 0 || status === 'CANCELLED' ? (1 as const) : (0 as const),
});

interface Shown {
  readonly held: Balance;
  readonly person_name: string | null;
  readonly uses: Uses;
  /** The day that decides whether it has expired. */
  readonly day: WallDate;
  readonly clock: Clock;
}

function json({ held, person_name, uses, day, clock }: Shown): Holding {
  const { id, kind, code, person_id, plan_id, name, service_ids, expires_on, payment_id } = held;
  const { for_name, from_name, receipt_number, amount } = held;
  const sold = { id: plan_id, name, service_ids: serviceIdsIn(service_ids), price: toDinars(amount) };
  return {
    ...{ id, kind, code, person_id, person_name, for_name, from_name, receipt_number },
    plan: kind === 'PACKAGE' ? sold : null,
    ...leftOf(held),
    expires_on,
    payment_id,
    sold_at: momentText(held.made_at, clock),
    state: stateOf(held, day),
    owed: held.isClosed ? 0 : toDinars(valueLeft(held, held.used)),
    uses: uses.filter(({ holding_id }) => holding_id === id).map(jsonOfUse),
  };
}

/** The holdings as responses say them; packages by the day of the appointment for which they are asked, if there is one. */
async function jsonOf(
  db: Db | Trx,
  { clock, now }: RequestContext,
  held: readonly Balance[],
  packagesOn: WallDate = dateOf(now.wall),
) {
  const uses = await usesOf(
    db,
    held.map(({ id }) => id),
  );
  const people = held.flatMap(({ person_id }) => person_id ?? []);
  const named = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', people).execute();
  const nameOf = (id: PersonId | null) => named.find((person) => person.id === id)?.name ?? null;
  return held.map((one) => {
    const day = one.kind === 'PACKAGE' ? packagesOn : dateOf(now.wall);
    return json({ held: one, person_name: nameOf(one.person_id), uses, day, clock });
  });
}

const oneOf = async (trx: Trx, context: RequestContext, id: HoldingId): Promise<Holding> => {
  const [one] = await jsonOf(trx, context, [await lockHolding(trx, id)]);
  return one ?? refuse('not_found');
};

type Query = ParsedQuery<'GET /holdings'>;
const selectHoldings = (db: Db | Trx) => db.selectFrom('holdings').select(HOLDING_COLUMNS);

async function chargedRow(db: Db, context: UserContext, id: AppointmentId): Promise<AppointmentRow> {
  const row = (await appointmentById(db, id)) ?? refuse('not_found');
  assertMay(context, 'charge', [row]);
  return row;
}

/** The people whose holdings a query asks for; undefined: it asks for nobody's. */
async function askedPeople(
  db: Db,
  { person_id, client_id, phone }: Query,
  row: AppointmentRow | undefined,
): Promise<PersonId[] | undefined> {
  if (row) return payersOf(db, row);
  if (person_id !== undefined) return [person_id];
  const people = db.selectFrom('people').select('id');
  if (client_id !== undefined) return idsOf(await people.where('user_id', '=', client_id).execute());
  if (phone === undefined) return undefined;
  const number = phoneNumber(phone);
  return number === null ? [] : idsOf(await people.where('number', '=', number).execute());
}
const idsOf = <I>(rows: readonly { readonly id: I }[]): I[] => rows.map(({ id }) => id);

/** Counts a technician's look-ups of codes, so that nobody finds a voucher by trying. */
async function countLookup(context: ValidatedRequest<'GET /holdings'>): Promise<void> {
  const act = { subject: `user ${context.user.id}`, act: 'voucher code', limits: MAX_CODE_LOOKUPS };
  await inTransaction(context.db, (trx) => countActs(trx, [act], context));
}

async function listHoldings(context: ValidatedRequest<'GET /holdings'>) {
  const { db, query, user, now } = context;
  await assertPaymentsOn(db, context);
  const isOwn = isOwnOnly(user, 'charge');
  const { appointment_id, code, open } = query;
  if (isOwn && (code === undefined) === (appointment_id === undefined)) refuse('not_allowed');
  if (isOwn && code !== undefined) await countLookup(context);
  const row = appointment_id === undefined ? undefined : await chargedRow(db, context, appointment_id);
  const people = await askedPeople(db, query, row);
  const packagesOn = row?.day ?? dateOf(now.wall);
  const openOn = (kind: HoldingKind, day: WallDate) =>
    sql<boolean>`(kind = ${kind} and ${isOpenHolding(day)})`;
  const used = appointment_id === undefined ? [] : await usedIn(db, appointment_id);
  const list = selectHoldings(db)
    .where(({ and, or, eb }) =>
      and([
        ...(code === undefined ? [] : [eb('code', '=', readCode(code))]),
        ...(people === undefined ? [] : [or([eb('person_id', 'in', people), eb('id', 'in', used)])]),
      ]),
    )
    .$if(open === '1', (all) =>
      all.where(({ or }) => or([openOn('PACKAGE', packagesOn), openOn('VOUCHER', dateOf(now.wall))])),
    )
    .orderBy('id', 'desc')
    .limit(LIST_MAX_COUNT);
  const all = await jsonOf(db, context, await withBalances(db, await list.execute()), packagesOn);
  const holdings = isOwn ? all.map((one) => ofTechnician(one, appointment_id)) : all;
  const owed = all.reduce((sum, one) => sum + (one.state === 'OPEN' ? toPara(one.owed) : 0), 0);
  return { holdings, owed: toDinars(owed) };
}

/** A technician reads what remains, not who gave it and when else it was used. */
const ofTechnician = (one: Holding, appointment: AppointmentId | undefined): Holding => ({
  ...one,
  from_name: null,
  receipt_number: null,
  uses: one.uses.filter(({ appointment_id }) => appointment_id !== null && appointment_id === appointment),
});

const usedIn = async (db: Db, id: AppointmentId): Promise<HoldingId[]> =>
  (
    await db
      .selectFrom('holding_uses')
      .innerJoin('appointments', 'appointments.booking_id', 'holding_uses.booking_id')
      .select('holding_id')
      .where('appointments.id', '=', id)
      .execute()
  ).flatMap(({ holding_id }) => holding_id ?? []);

type Sale = ParsedBody<'POST /holdings'>;

/** Names the fields of a sale that don't fit its kind. */
function saleRefusal({ kind, plan_id, amount, method, visits_left, ...input }: Sale) {
  const isPackage = kind === 'PACKAGE';
  if (isPackage === (plan_id === undefined))
    return { plan_id: isPackage ? 'Izaberite paket.' : 'Vaučer nema paket.' };
  if (isPackage === (amount !== undefined)) return { amount: 'Iznos ima samo vaučer.' };
  if ((isPackage && method === null) !== (visits_left !== undefined))
    return { visits_left: 'Broj poseta ima samo paket koji već traje.' };
  const ways = [input.person_id, input.client_id, input.name ?? undefined].filter((way) => way !== undefined);
  if (ways.length > 1) return { person_id: 'Osoba se šalje u jednom polju.' };
  if (isPackage && ways.length === 0) return { person_id: 'Izaberite za koga je paket.' };
  return input.phone && !input.name ? { name: 'Unesite ime.' } : undefined;
}

const refuseClient = (field: string): never =>
  refuse('unknown_client', { fields: { [field]: errors.unknown_client.text } });

async function buyerOf(trx: Trx, { now }: UserContext, sale: Sale): Promise<PersonId | null> {
  const { person_id, client_id, phone = null, name = null } = sale;
  if (person_id !== undefined) return (await personCard(trx, person_id))?.id ?? refuseClient('person_id');
  if (client_id !== undefined) {
    const [id] = idsOf(
      await trx.selectFrom('people').select('id').where('user_id', '=', client_id).execute(),
    );
    return (id && (await personCard(trx, id))?.id) ?? refuseClient('client_id'); // an erased account has no card
  }
  if (name === null) return null;
  const number = phoneNumber(phone);
  if (number !== null) await lockPhone(trx, number);
  return personOfGuest(trx, { name, phone, nowMs: now.ms });
}

/** What a package takes from its plan, or a voucher from the request. */
async function contentOf(trx: Trx, sale: Sale) {
  const { kind, plan_id, amount = 0, method, visits_left } = sale;
  if (kind === 'VOUCHER' || plan_id === undefined) {
    const own = { plan_id: null, name: 'Poklon-vaučer', service_ids: '', visits: null, used_before: 0 };
    return { ...own, amount: toPara(amount), code: makeCode(randomInt), months: VOUCHER_MONTHS };
  }
  const plan = await planById(trx, plan_id);
  if (!plan || (plan.is_active === 0 && method !== null))
    return refuse('bad_input', { fields: { plan_id: 'Ovaj paket se više ne prodaje.' } });
  const { name, service_ids, visits, price, months } = plan;
  if (visits_left !== undefined && visits_left > visits)
    return refuse('bad_input', { fields: { visits_left: `Najviše ${visits}.` } });
  const used_before = visits_left === undefined ? 0 : visits - visits_left;
  return { plan_id, name, service_ids, visits, used_before, amount: price, code: null, months };
}

function assertAhead(expires_on: WallDate | undefined, today: WallDate): void {
  if (expires_on !== undefined && expires_on < today)
    refuse('bad_input', { fields: { expires_on: 'Rok je prošao.' } });
}

/** Sells a package or voucher, or takes over one that already runs on paper. docs/spec/behaviour.md §32.1 */
function sellHolding(context: KeyedContext, input: Sale): Promise<Holding> {
  const fields = saleRefusal(input);
  if (fields) refuse('bad_input', { fields });
  const { method, expires_on, receipt_number = null, for_name = null, from_name = null } = input;
  const today = dateOf(context.now.wall);
  assertAhead(expires_on, today);
  return inTransaction(context.db, async (trx) => {
    await lockSettings(trx); // payments must not be switched off while this transaction adds a holding
    await assertPaymentsOn(trx, context);
    const key = await lockedKey(trx, context, input);
    const sold =
      key.key_hash && (await selectHoldings(trx).where('key_hash', '=', key.key_hash).execute())[0];
    if (sold)
      return sold.request_hash === key.request_hash ? oneOf(trx, context, sold.id) : refuse('key_reused');
    const person_id = await buyerOf(trx, context, input);
    const { months, ...content } = await contentOf(trx, input);
    const row = { kind: input.kind, person_id, ...content, for_name, from_name, receipt_number, ...key };
    const { id } = await trx
      .insertInto('holdings')
      .values({
        ...row,
        expires_on: expires_on ?? addMonths(today, months),
        made_at: context.now.ms,
        by_user: context.user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    publishOnCommit(trx, { appointments: ['ADMIN'] });
    if (method !== null) {
      await lockOpenDay(trx, today);
      const sale = { holding_id: id, booking_id: null, kind: 'SALE', method, day: today } as const;
      await recordPayment(trx, context, { ...sale, amount: content.amount, note: null });
    }
    return oneOf(trx, context, id);
  });
}

/** A holding for the history: never its names, which go with the person. */
const recorded = ({ id, name, expires_on }: Balance) => ({ holding: `${name} ${id}, do ${expires_on}` });

function editHolding(context: UserContext, id: HoldingId, input: ParsedBody<'PUT /holdings/{id}'>) {
  assertAhead(input.expires_on, dateOf(context.now.wall));
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const before = await lockHolding(trx, id);
    if (input.person_id !== undefined && !(await personCard(trx, input.person_id))) refuseClient('person_id');
    await trx
      .updateTable('holdings')
      .set({ ...input, id })
      .where('id', '=', id)
      .execute();
    const after = await lockHolding(trx, id);
    await recordSettings(trx, context, recorded(before), recorded(after));
    publishOnCommit(trx, { appointments: ['ADMIN'] });
    return oneOf(trx, context, id);
  });
}

/** Makes the link of the printed voucher: always the same one, so that one that was sent before stays alive. */
async function linkHolding(context: UserContext, id: HoldingId) {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const { code } = await lockHolding(trx, id);
    if (code === null) return refuse('not_found');
    const token = await repeatableToken(trx, `voucher ${id} ${code}`, now.ms); // it shows only what its row says
    publishOnCommit(trx, { appointments: ['ADMIN'] });
    await trx
      .updateTable('holdings')
      .set({ link_hash: hashToken(token) })
      .where('id', '=', id)
      .execute();
    return { url: `/vaucer#${token}` };
  });
}

async function readVoucher({ db, body }: ValidatedRequest<'POST /voucher'>) {
  const found = await selectHoldings(db).where('link_hash', '=', hashToken(body.token)).execute();
  const [held] = await withBalances(db, found);
  if (!held || held.isClosed || held.code === null) return refuse('guest_link_dead');
  const { code, for_name, from_name, expires_on, amount } = held;
  const amount_left = toDinars(valueLeft(held, held.used));
  return { amount: toDinars(amount), amount_left, code, for_name, from_name, expires_on };
}

/** What a person may see of open holdings. docs/spec/behaviour.md §32.3 */
async function ownHoldings({ db, user, now }: UserContext) {
  if (isStaff(user)) return [];
  const own = await db.selectFrom('people').select('id').where('user_id', '=', user.id).execute();
  return ownHoldingsOf(db, idsOf(own), now);
}

export const holdingRoutes: RoutesOf<typeof holdingEndpoints> = {
  'GET /plans': (request) => listPlans(request),
  'POST /plans': (request) => addPlan(request, request.body),
  'PUT /plans/{id}': (request) => editPlan(request, request.params.id, request.body),
  'GET /holdings': (request) => listHoldings(request),
  'POST /holdings': (request) => sellHolding(request, request.body),
  'PUT /holdings/{id}': (request) => editHolding(request, request.params.id, request.body),
  'POST /holdings/{id}/link': (request) => linkHolding(request, request.params.id),
  'POST /voucher': (request) => readVoucher(request),
  'GET /auth/me/holdings': (request) => ownHoldings(request),
};
