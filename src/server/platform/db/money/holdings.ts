// Packages and vouchers: what remains of them, and their uses. docs/spec/behaviour.md §32
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { OwnHolding } from '#contract/payments/holdings.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import type { BookingId, HoldingId, PersonId, ServiceId } from '#domain/ids.ts';
import {
  coveredLines,
  holdingRefusal,
  nextVisitValue,
  type Used,
  valueLeft,
  visitsLeft,
} from '#domain/payments/holdings.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import type { SessionUser } from '../../auth/sessions.ts';
import type { Now } from '../../clock.ts';
import { refuse, refuseIf } from '../../errors.ts';
import type { AppointmentRow, Db, Trx } from '../schema.ts';
import { lockRows } from '../transaction.ts';
import { type LedgerRow, recordPayment } from './payments.ts';
import type { Holdings } from './tables.ts';

export type HoldingRow = Omit<Selectable<Holdings>, 'key_hash' | 'link_hash'>;
export const HOLDING_COLUMNS = [
  'id',
  'kind',
  'person_id',
  'plan_id',
  'name',
  'service_ids',
  'visits',
  'used_before',
  'amount',
  'code',
  'for_name',
  'from_name',
  'receipt_number',
  'expires_on',
  'made_at',
  'by_user',
  'closed_at',
  'request_hash',
] as const satisfies readonly (keyof HoldingRow)[];

/** A holding with its balance. */
export type Balance = HoldingRow & {
  readonly isClosed: boolean;
  readonly used: Used;
  /** Of the sale; null: it already ran on paper. */
  readonly payment_id: number | null;
  /** What was given back for it, in para. */
  readonly refunded: number;
};

/** The uses that are not voided. */
const liveUses = (db: Db | Trx) =>
  db
    .selectFrom('holding_uses')
    .innerJoin('payments', 'payments.id', 'holding_uses.payment_id')
    .where('payments.voided_at', 'is', null);

/** The holdings with their balances, in the same order. */
export async function withBalances(db: Db | Trx, rows: readonly HoldingRow[]): Promise<Balance[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const uses = await liveUses(db)
    .select(({ fn }) => [
      'holding_uses.holding_id',
      fn.sum<number>('holding_uses.visits').as('visits'),
      fn.sum<number>('holding_uses.amount').as('amount'),
    ])
    .where('holding_uses.holding_id', 'in', ids)
    .groupBy('holding_uses.holding_id')
    .execute();
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'holding_id', 'kind', 'amount', 'voided_at'])
    .where('holding_id', 'in', ids)
    .where('kind', 'in', ['SALE', 'REFUND'])
    .execute();
  return rows.map((row) => {
    const use = uses.find(({ holding_id }) => holding_id === row.id);
    const own = payments.filter(({ holding_id }) => holding_id === row.id);
    const sale = own.find(({ kind }) => kind === 'SALE');
    const refunds = own.filter(({ kind, voided_at }) => kind === 'REFUND' && voided_at === null);
    const isVoided = sale !== undefined && sale.voided_at !== null;
    return {
      ...row,
      isClosed: row.closed_at !== null || isVoided || refunds.length > 0,
      used: { visits: Number(use?.visits ?? 0), amount: Number(use?.amount ?? 0) },
      payment_id: sale?.id ?? null,
      refunded: isVoided ? row.amount : refunds.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
}

/** What remains, as responses say it. */
export function leftOf(held: Balance) {
  const isPackage = held.kind === 'PACKAGE';
  return {
    visits: held.visits,
    visits_left: isPackage ? visitsLeft(held, held.used) : null,
    amount: isPackage ? null : toDinars(held.amount),
    amount_left: isPackage ? null : toDinars(valueLeft(held, held.used)),
  };
}

/** Locks a holding, so that no concurrent request takes what this one takes. Lock it after appointments and days. */
export async function lockHolding(trx: Trx, id: HoldingId): Promise<Balance> {
  const rows = await trx
    .selectFrom('holdings')
    .select(HOLDING_COLUMNS)
    .where('id', '=', id)
    .$call(lockRows(trx))
    .execute();
  const [balance] = await withBalances(trx, rows);
  return balance ?? refuse('not_found');
}

/** SQL condition: a row of `line` (`booking_lines`) is covered by a visit of a package. */
const IS_COVERED = sql<boolean>`exists (select 1 from holding_uses as cover
  join payments as covering on covering.id = cover.payment_id and covering.voided_at is null
  join covered_lines as covered on covered.use_id = cover.id
  where cover.booking_id = line.booking_id and (covered.service_id = line.service_id
    or (line.service_id is null and covered.name = line.name)))`;

/** SQL for the prices of an appointment's lines that packages cover, in dinars. */
export const coveredPrice = (): RawBuilder<number> =>
  sql`(select coalesce(sum(line.price), 0) from booking_lines as line
    where line.booking_id = appointments.booking_id and ${IS_COVERED})`;

/** SQL for the visits of packages that an appointment has used. */
export const packageVisits = (): RawBuilder<number> =>
  sql`(select count(*) from holding_uses as taken join payments as taking on taking.id = taken.payment_id
    where taken.booking_id = appointments.booking_id and taken.visits = 1 and taking.voided_at is null)`;

/** The bill of a booking: its lines, and what money and vouchers have paid. The caller has locked the row. */
export async function billOf(db: Db | Trx, row: AppointmentRow) {
  const { booking_id, services, service_price } = row;
  if (booking_id === null) return refuse('appointment_not_booked');
  const lines = await db
    .selectFrom('booking_lines as line')
    .select(['line.service_id', 'line.name', 'line.price', IS_COVERED.as('isCovered')])
    .where('line.booking_id', '=', booking_id)
    .orderBy('line.position')
    .execute();
  const { paid } = await db
    .selectFrom('payments')
    .leftJoin('deposits', 'deposits.booking_id', 'payments.booking_id')
    .select(
      sql<number>`coalesce(sum(case when kind = 'TIP' or method = 'PACKAGE' or (kind = 'DEPOSIT' and state = 'TO_REFUND')
        then 0 when kind = 'REFUND' then -payments.amount else payments.amount end), 0)`.as('paid'),
    )
    .where('payments.booking_id', '=', booking_id)
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow();
  const para = (price: number | null) => (price === null ? null : toPara(price));
  const listed = lines.map((line) => ({
    ...line,
    price: para(line.price),
    isCovered: Boolean(line.isCovered),
  }));
  const alone = { service_id: null, name: '', price: para(service_price), isCovered: false };
  return { lines: services.length > 0 ? listed : [alone], paid: Number(paid) };
}

/** Who uses a holding, when, and the hashes of the request's key. */
interface UseContext {
  readonly now: Now;
  readonly user: SessionUser;
  readonly key?: { readonly key_hash: string | null; readonly request_hash: string | null };
}

interface NewUse {
  readonly row: AppointmentRow;
  readonly held: Balance;
  /** What the ledger says was settled, and the value of the use. */
  readonly settled: number;
  readonly value: number;
  readonly note?: string | null;
  readonly covers?: readonly { readonly service_id: ServiceId | null; readonly name: string }[];
}

/** Records a use with its row of the ledger, which stands outside the till. */
async function addUse(trx: Trx, context: UseContext, use: NewUse): Promise<LedgerRow> {
  const { row, held, settled, value, note = null, covers = [] } = use;
  const { booking_id } = row;
  if (booking_id === null) return refuse('appointment_not_booked');
  const day = dateOf(context.now.wall);
  const of = { booking_id, holding_id: held.id, note, day, ...context.key };
  const payment = await recordPayment(trx, context, {
    ...of,
    kind: 'VISIT',
    method: held.kind,
    amount: settled,
  });
  const visits = held.kind === 'PACKAGE' ? 1 : 0;
  const { id: use_id } = await trx
    .insertInto('holding_uses')
    .values({ holding_id: held.id, booking_id, payment_id: payment.id, visits, amount: value })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lines = covers.flatMap(({ service_id, name }) =>
    service_id === null ? [] : [{ use_id, service_id, name }],
  );
  if (lines.length > 0) await trx.insertInto('covered_lines').values(lines).execute();
  return payment;
}

/** Takes a visit of a package for a booking. The caller has locked row and holding. docs/spec/behaviour.md §32.2 */
export async function takeVisit(
  trx: Trx,
  context: UseContext,
  row: AppointmentRow,
  held: Balance,
  note: string | null = null,
): Promise<LedgerRow> {
  refuseIf(holdingRefusal(held, held.used, row.day));
  const covers = coveredLines(await billOf(trx, row), serviceIdsIn(held.service_ids));
  if (typeof covers === 'string') return refuse(covers);
  const settled = covers.reduce((sum, { price }) => sum + (price ?? 0), 0);
  return addUse(trx, context, { row, held, settled, value: nextVisitValue(held, held.used), note, covers });
}

/** Pays a part of a bill by a voucher. The caller has locked row and holding. */
export async function takeAmount(
  trx: Trx,
  context: UseContext,
  row: AppointmentRow,
  held: Balance,
  { amount, note = null }: { readonly amount: number; readonly note?: string | null },
): Promise<LedgerRow> {
  refuseIf(holdingRefusal(held, held.used, dateOf(context.now.wall), amount));
  return addUse(trx, context, { row, held, settled: amount, value: amount, note });
}

/** True if one of the appointments has used a package or voucher, which its end gives back. */
export const haveUses = async (trx: Trx, rows: readonly AppointmentRow[]): Promise<boolean> => {
  const bookings = rows.flatMap(({ booking_id }) => booking_id ?? []);
  const uses = liveUses(trx).select('holding_uses.id').where('holding_uses.booking_id', 'in', bookings);
  return (await uses.limit(1).execute()).length > 0;
};

/** Gives back what a booking has used, because it ended for its person. */
export const voidUses = (trx: Trx, { ms }: Now, booking_id: BookingId) =>
  trx
    .updateTable('payments')
    .set({ voided_at: ms, void_reason: 'Termin je otkazan.' })
    .where('booking_id', '=', booking_id)
    .where('method', 'in', ['PACKAGE', 'VOUCHER'])
    .where('voided_at', 'is', null)
    .execute();

export const hasUses = async (trx: Trx, { id }: { readonly id: HoldingId }): Promise<boolean> =>
  (await liveUses(trx).select('holding_uses.id').where('holding_uses.holding_id', '=', id).limit(1).execute())
    .length > 0;

/** SQL condition: a row of `holdings` can be used on a day. */
export const isOpenHolding = (day: RawBuilder<WallDate> | WallDate) => sql<boolean>`holdings.closed_at is null
  and holdings.expires_on >= ${day}
  and not exists (select 1 from payments as own where own.holding_id = holdings.id
    and ((own.kind = 'SALE' and own.voided_at is not null) or (own.kind = 'REFUND' and own.voided_at is null)))
  and coalesce(holdings.visits - holdings.used_before, holdings.amount) >
    (select coalesce(sum(case when holdings.visits is null then uses.amount else uses.visits end), 0)
      from holding_uses as uses join payments as paying on paying.id = uses.payment_id
      where uses.holding_id = holdings.id and paying.voided_at is null)`;

/** SQL condition: a missed visit or late cancellation for which a package of the person could pay, not one sold later, and nobody has decided yet. docs/spec/behaviour.md §32.2 */
export const isUncounted = sql<boolean>`
  ((appointments.status = 'BOOKED' and bookings.attended = 0) or (appointments.status = 'CANCELLED' and bookings.is_late = 1))
  and not exists (select 1 from deposits where deposits.booking_id = bookings.id and deposits.state = 'KEPT')
  and not exists (select 1 from holding_uses as decided left join payments as paying on paying.id = decided.payment_id
    where decided.booking_id = bookings.id and paying.voided_at is null and (decided.visits = 1 or decided.payment_id is null))
  and exists (select 1 from holdings join booking_lines as line on line.booking_id = bookings.id
    where holdings.person_id = bookings.person_id and holdings.kind = 'PACKAGE'
      and not exists (select 1 from payments as sold
        where sold.holding_id = holdings.id and sold.kind = 'SALE' and sold.day > appointments.day)
      and ${isOpenHolding(sql.ref<WallDate>('appointments.day'))}
      and ',' || holdings.service_ids || ',' like '%,' || line.service_id || ',%')`;

/** Whose packages may pay for an appointment without a question: the person who comes, and the person of the account. */
export async function payersOf(
  db: Db | Trx,
  { person_id, client_id }: Pick<AppointmentRow, 'person_id' | 'client_id'>,
): Promise<PersonId[]> {
  const found = await db
    .selectFrom('people')
    .select('id')
    .where(({ eb, or }) => or([eb('id', '=', person_id), eb('user_id', '=', client_id)]))
    .execute();
  return found.map(({ id }) => id);
}

/** The open holdings of people, those that end first before others. */
export const openHoldingsOf = async (
  db: Db | Trx,
  people: readonly PersonId[],
  today: WallDate,
): Promise<Balance[]> =>
  people.length === 0
    ? []
    : withBalances(
        db,
        await db
          .selectFrom('holdings')
          .select(HOLDING_COLUMNS)
          .where('person_id', 'in', people)
          .where(isOpenHolding(today))
          .orderBy('expires_on')
          .orderBy('id')
          .execute(),
      );

/** The coming bookings of a person, but one, for which a package can pay. */
async function comingFor(db: Db | Trx, held: Balance, now: Now, except: BookingId | null): Promise<number> {
  const coming = await db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .innerJoin('booking_lines', 'booking_lines.booking_id', 'bookings.id')
    .select('bookings.id')
    .distinct()
    .where('person_id', '=', held.person_id)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .where('day', '<=', held.expires_on)
    .where('booking_lines.service_id', 'in', serviceIdsIn(held.service_ids))
    .execute();
  return coming.filter(({ id }) => id !== except).length;
}

/** What people may see of their open holdings; `except`: a booking that takes none of the free visits. docs/spec/behaviour.md §32.3 */
export async function ownHoldingsOf(
  db: Db | Trx,
  people: readonly PersonId[],
  now: Now,
  except: BookingId | null = null,
): Promise<OwnHolding[]> {
  const own: OwnHolding[] = [];
  for (const held of await openHoldingsOf(db, people, dateOf(now.wall))) {
    const { id, kind, name, expires_on } = held;
    const free = visitsLeft(held, held.used) - (await comingFor(db, held, now, except));
    own.push({
      ...leftOf(held),
      ...{ id, kind, name, expires_on },
      service_ids: serviceIdsIn(held.service_ids),
      visits_free: kind === 'PACKAGE' ? Math.max(0, free) : null,
    });
  }
  return own;
}

/** Erases the names in the holdings of a person; erasing her also closes her packages, and leaves her vouchers to their codes. docs/spec/behaviour.md §32.5 */
export async function forgetHoldings(trx: Trx, person: PersonId, closed_at: number | null): Promise<void> {
  const own = trx.updateTable('holdings').where('person_id', '=', person);
  if (closed_at !== null) await own.set({ closed_at }).where('kind', '=', 'PACKAGE').execute();
  await own.set({ for_name: null, from_name: null, person_id: null }).execute();
}

export const moveHoldings = (trx: Trx, from: PersonId, to: PersonId) =>
  trx.updateTable('holdings').set({ person_id: to }).where('person_id', '=', from).execute();
