import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Deposit } from '#contract/appointments.ts';
import { bookingId } from '#contract/schemas.ts';
import { minutesOfServices, priceOf } from '#domain/appointments/lines.ts';
import { depositAskedFrom } from '#domain/clients/request-until.ts';
import type { AppointmentId, BookingId } from '#domain/ids.ts';
import {
  DEPOSIT_STATES,
  type DepositEvent,
  type DepositState,
  depositAmount,
  depositUntil,
  movedDepositUntil,
  needsDeposit,
  nextDepositState,
  raisedDepositRefusal,
  renewedDepositUntil,
  stepBack,
} from '#domain/payments/deposits.ts';
import { uncoveredLines } from '#domain/payments/holdings.ts';
import { depositPurpose, ipsCodeFields, ipsCodeText, paymentReference } from '#domain/payments/ips-code.ts';
import { HOLDING_KINDS } from '#domain/payments/ledger.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import type { Settings } from '#domain/settings.ts';
import { addDays, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { numberTyped } from '#domain/wording/numbers.ts';
import { noShowsOf } from '../figures/figures.ts';
import { recordDeposit } from '../history/history.ts';
import { type Clock, instantMs, momentText } from '../platform/clock.ts';
import { parseJson } from '../platform/db/json.ts';
import { coveredPrice, ownHoldingsOf, packageVisits, voidUses } from '../platform/db/money/holdings.ts';
import { assertPaymentOpen, assertSharesStay, voidRow } from '../platform/db/money/payments.ts';
import { knownPerson } from '../platform/db/people.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { isPostgres, lockCashDay, lockSettings } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { ChangeContext, RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { lockOpenDay, tillOf } from './till.ts';

const SALTS = 10_000;

/** Refuses requests while payments are off. docs/spec/behaviour.md §19.1 */
export async function assertPaymentsOn(
  db: Db | Trx,
  { config }: Pick<RequestContext, 'config'>,
): Promise<void> {
  const { payments } = await currentSettings(db, config);
  if (payments === 0) refuse('payments_off');
}

type Booker = Pick<AppointmentRow, 'client_id' | 'guest_name' | 'guest_number'>;

/** True if the client had an appointment that was not missed. A visitor is known only if number and name are those of exactly one person, who had one. docs/spec/behaviour.md §21.1 and §28.3 */
export async function hasCome(trx: Trx, { client_id, guest_name, guest_number }: Booker, now: WallTime) {
  const past = trx
    .selectFrom('bookings')
    .innerJoin('appointments', 'booking_id', 'bookings.id')
    .select('bookings.id')
    .where('status', '=', 'BOOKED')
    .where('end_datetime', '<=', now)
    .where(({ eb, or }) => or([eb('attended', 'is', null), eb('attended', '=', 1)]))
    .limit(1);
  if (client_id !== null)
    return (await past.where('client_id', '=', client_id).executeTakeFirst()) !== undefined;
  const known = await knownPerson(trx, { name: guest_name, number: guest_number });
  return known !== undefined && (await past.where('person_id', '=', known).executeTakeFirst()) !== undefined;
}

/** The lowest price of a service that is no add-on, in para: the price of a booking without a service, for a percentage. */
async function lowestPrice(trx: Trx): Promise<number | null> {
  const { price } = await trx
    .selectFrom('services')
    .select(({ fn }) => fn.min('price').as('price'))
    .where('is_addon', '=', 0)
    .where('price', '>', 0)
    .executeTakeFirstOrThrow();
  return price === null ? null : toPara(Number(price));
}

const priceForDeposit = async (trx: Trx, price: number | null): Promise<number | null> =>
  price === null ? lowestPrice(trx) : toPara(price);

/** Requests the deposit that a booking by a client or guest needs, new or accepted now, or raises the one that waits. Refuses if a deposit that no longer waits is too small. docs/spec/behaviour.md §19.2 and §28.3 */
export async function askForDeposit(
  trx: Trx,
  { now, clock, config }: ChangeContext,
  booked: AppointmentRow,
  settings: Settings,
): Promise<void> {
  if (settings.payments === 0 || settings.deposit_for === 'NONE' || booked.request_state === 'WAITING')
    return;
  const person = {
    hasCome: await hasCome(trx, booked, now.wall),
    noShows: await noShowsOf(trx, booked, now.wall),
  };
  const { client_id, guest_name, person_id, booking_id } = booked;
  const payer = client_id === null || guest_name !== null || person_id === null ? [] : [person_id];
  const own = await ownHoldingsOf(trx, payer, now, booking_id);
  const lines = uncoveredLines(booked.services, own, booked.day);
  const isCovered = lines.length === 0 && booked.services.length > 0;
  if (isCovered || !needsDeposit(settings, person, minutesOfServices(lines))) return;
  const price = lines.length === booked.services.length ? booked.service_price : priceOf(lines);
  const amount = depositAmount(settings, await priceForDeposit(trx, price));
  const asked = await depositOf(trx, booked);
  if (asked) return raiseDeposit(trx, settings, { booked, asked, amount });
  const from = booked.request_state === 'ACCEPTED' ? depositAskedFrom(now.wall) : now.wall;
  const until_at = depositUntil(
    from === now.wall ? now.ms : instantMs(from, clock.timeZone),
    instantMs(booked.start_datetime, clock.timeZone),
    settings.deposit_hold_hours,
  );
  if (amount === 0 || until_at === undefined) return;
  await lockSettings(trx); // payments must not be switched off while this transaction adds a deposit
  if ((await currentSettings(trx, config)).payments === 0) return;
  if (booking_id === null) return;
  const reference = paymentReference(booked.id, randomInt(SALTS));
  await trx
    .insertInto('deposits')
    .values({
      booking_id,
      amount,
      until_at,
      state: 'WAITING',
      reference,
      qr: codeText(settings, { amount, reference, day: booked.day }),
      made_at: now.ms,
    })
    .execute();
}

interface Raised {
  readonly booked: AppointmentRow;
  readonly asked: DepositRow;
  readonly amount: number;
}

async function raiseDeposit(trx: Trx, settings: Settings, { booked, asked, amount }: Raised): Promise<void> {
  refuseIf(raisedDepositRefusal(asked, amount));
  if (amount <= asked.amount) return;
  const qr = codeText(settings, { amount, reference: asked.reference, day: booked.day });
  const { booking_id } = asked;
  await trx.updateTable('deposits').set({ amount, qr }).where('booking_id', '=', booking_id).execute();
}

const codeText = (
  { account_number, account_name, account_owner }: Settings,
  { amount, reference, day }: Pick<DepositRow, 'amount' | 'reference'> & Pick<AppointmentRow, 'day'>,
): string =>
  ipsCodeText({
    account: account_number,
    name: account_name,
    owner: account_owner,
    amount,
    purpose: depositPurpose(day),
    reference,
  });

/** A row of `deposits`, also as stored in JSON by an undo step. */
export const depositRow = z.object({
  booking_id: bookingId,
  amount: z.int(),
  until_at: z.int(),
  state: z.enum(DEPOSIT_STATES),
  reference: z.string(),
  qr: z.string(),
  made_at: z.int(),
});
const DEPOSIT_COLUMNS = depositRow.keyof().options;
export type DepositRow = z.infer<typeof depositRow>;

type Booked = Pick<AppointmentRow, 'booking_id'>;

/** The deposit of an appointment's booking. To change the deposit, first lock the appointment's row, then call this function. */
export const depositOf = (trx: Db | Trx, { booking_id }: Booked): Promise<DepositRow | undefined> =>
  trx.selectFrom('deposits').select(DEPOSIT_COLUMNS).where('booking_id', '=', booking_id).executeTakeFirst();

/** The deposits of these appointments' bookings. */
export const depositsOf = (trx: Trx, ids: readonly AppointmentId[]): Promise<DepositRow[]> =>
  trx
    .selectFrom('deposits')
    .innerJoin('appointments', 'appointments.booking_id', 'deposits.booking_id')
    .select(DEPOSIT_COLUMNS.map((column) => `deposits.${column}` as const))
    .where('appointments.id', 'in', ids)
    .execute();

/** A deposit before an undoable change, and its state after the change. */
export const depositChange = depositRow.extend({ left_in: z.enum(DEPOSIT_STATES).default('WAITING') });

/** The given deposits with the states that they have now. */
export async function depositsLeft(trx: Trx, before: readonly DepositRow[]) {
  const left: z.infer<typeof depositChange>[] = [];
  for (const deposit of before) {
    const now = await depositOf(trx, deposit);
    if (now) left.push({ ...deposit, left_in: now.state });
  }
  return left;
}

/**
 * Restores states, deadlines and QR codes of deposits. One that was paid meanwhile keeps its own; refuses if its state
 * was to be restored too. docs/spec/behaviour.md §5.14
 */
export async function restoreDeposits(
  trx: Trx,
  author: Pick<ChangeContext, 'now' | 'user'>,
  rows: readonly AppointmentRow[],
  deposits: readonly z.infer<typeof depositChange>[],
): Promise<void> {
  for (const { booking_id, until_at, qr, state, left_in } of deposits) {
    const { numUpdatedRows } = await trx
      .updateTable('deposits')
      .set({ until_at, qr, state })
      .where('booking_id', '=', booking_id)
      .where('state', '=', left_in)
      .executeTakeFirst();
    if (state === left_in) continue;
    if (numUpdatedRows === 0n) refuse('undo_refused');
    const appointment = rows.find((row) => row.booking_id === booking_id);
    if (appointment) await recordDeposit(trx, author, { appointment, from: left_in, to: state });
  }
}

/** Saves the deposit's next state after an event. Keeps the state if the event does not change it. */
export async function advanceDeposit(
  trx: Trx,
  author: Pick<ChangeContext, 'now' | 'user'>,
  { appointment, state, event }: { appointment: AppointmentRow; state: DepositState; event: DepositEvent },
): Promise<void> {
  const next = nextDepositState(state, event);
  if (next === undefined) return;
  const { booking_id } = appointment;
  await trx.updateTable('deposits').set({ state: next }).where('booking_id', '=', booking_id).execute();
  await recordDeposit(trx, author, { appointment, from: state, to: next });
}

function eventOf(before: AppointmentRow, after: AppointmentRow): DepositEvent | undefined {
  const isKept = after.booking_id === before.booking_id;
  if (before.status !== 'BOOKED') return isKept && after.status === 'BOOKED' ? 'REOPENED' : undefined;
  if (!isKept) return 'GIVEN_AWAY';
  if (after.status === 'CANCELLED')
    return after.cancelled_by === 'CLIENT' && after.is_late === 1 ? 'CANCELLED_LATE' : 'CANCELLED';
  return after.attended === 1 && before.attended !== 1 ? 'ATTENDED' : undefined;
}

interface AppointmentChange {
  readonly before: AppointmentRow;
  readonly after: AppointmentRow;
}

/**
 * Updates the deposit after its booking was canceled, reopened, attended or moved, or has lost its row to another booking, and gives
 * back what a booking that ended had used. Refuses a change of days that were paid out. docs/spec/behaviour.md §19.2, §32.2 and §32.4
 */
export async function followMoney(
  trx: Trx,
  context: Pick<ChangeContext, 'now' | 'user' | 'clock'>,
  { before, after }: AppointmentChange,
): Promise<void> {
  if (before.booking_id === null) return;
  await assertSharesStay(trx, context.now, { before, after });
  const found = await depositOf(trx, before);
  const event = eventOf(before, after);
  if (event === 'CANCELLED' || event === 'GIVEN_AWAY') await voidUses(trx, context.now, before.booking_id);
  if (found && event) await advanceDeposit(trx, context, { appointment: before, state: found.state, event });
  if (found?.state === 'WAITING' && before.start_datetime !== after.start_datetime) {
    const startMs = instantMs(after.start_datetime, context.clock.timeZone);
    const qr = found.qr.replace(depositPurpose(before.day), depositPurpose(after.day));
    const until_at = movedDepositUntil(found.until_at, startMs, context.now.ms);
    const { booking_id } = found;
    await trx.updateTable('deposits').set({ until_at, qr }).where('booking_id', '=', booking_id).execute();
  }
}

/** Takes the owner's last step with a deposit back: voids its payment and restores the state before it. Refuses if the till of the payment's day is closed. */
export async function takeDepositBack(
  trx: Trx,
  context: Pick<ChangeContext, 'now' | 'user'>,
  { appointment, deposit, reason }: { appointment: AppointmentRow; deposit: DepositRow; reason: string },
): Promise<void> {
  const { booking_id, state, until_at, qr } = deposit;
  const step = stepBack(state, appointment.status === 'BOOKED') ?? refuse('deposit_state');
  if (step.voids) await voidLast(trx, context, { booking_id, kind: step.voids, reason });
  const isOpen = step.to === 'WAITING' || step.to === 'EXPIRED';
  const after = {
    state: step.to,
    ...(isOpen && { amount: toPara(numberTyped(ipsCodeFields(qr).amount) ?? 0) }), // another amount may have arrived
    ...(step.to === 'WAITING' && { until_at: renewedDepositUntil(until_at, context.now.ms) }),
  };
  await trx.updateTable('deposits').set(after).where('booking_id', '=', booking_id).execute();
  await recordDeposit(trx, context, { appointment, from: state, to: step.to });
}

/** Voids the last payment of this kind for the booking. */
async function voidLast(
  trx: Trx,
  { now }: Pick<ChangeContext, 'now'>,
  { booking_id, kind, reason }: { booking_id: BookingId; kind: 'DEPOSIT' | 'REFUND'; reason: string },
): Promise<void> {
  const last = await trx
    .selectFrom('payments')
    .select(['id', 'day', 'booking_id'])
    .where('booking_id', '=', booking_id)
    .where('kind', '=', kind)
    .where('voided_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!last) return;
  await lockOpenDay(trx, last.day);
  await assertPaymentOpen(trx, now, last);
  await voidRow(trx, now, last.id, reason);
  await assertPaid(trx, last, 0);
}

/** Refuses to give back `amount`, or 0 to keep what was given back, if less money came for the booking, tips apart. The caller has locked its row. */
export async function assertPaid(trx: Trx, { booking_id }: Booked, amount: number): Promise<void> {
  const { paid } = await trx
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(case when kind = 'REFUND' then -amount else amount end), 0)`.as('paid'))
    .where('booking_id', '=', booking_id)
    .where('method', 'not in', HOLDING_KINDS)
    .where('kind', '<>', 'TIP')
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (amount > Number(paid)) refuse('refund_exceeds');
}

/** SQL for the deposit of an appointment as JSON text, or null. */
export const depositJson = (db: Db | Trx): RawBuilder<string | null> =>
  sql`(select ${isPostgres(db) ? sql`json_build_object(${FIELDS})::text` : sql`json_object(${FIELDS})`}
    from deposits where deposits.booking_id = appointments.booking_id)`;
const FIELDS = sql`'amount', amount, 'until_at', until_at, 'state', state, 'reference', reference, 'qr', qr`;
type Stored = Omit<DepositRow, 'booking_id' | 'made_at'>;

const responseOf = ({ amount, until_at, state, reference, qr }: Stored, clock: Clock): Deposit => ({
  amount: toDinars(amount),
  until: momentText(until_at, clock),
  state,
  reference,
  qr,
});

export const depositFromJson = (text: string | null, clock: Clock): Deposit | null =>
  text === null ? null : responseOf(parseJson(text) as Stored, clock);

export async function depositForResponse(db: Db | Trx, row: Booked, clock: Clock) {
  const found = await depositOf(db, row);
  return found ? responseOf(found, clock) : null;
}

/**
 * The dinars paid for a booking, without tips: the column `paid` of the owner's queries. A deposit that was kept counts only while its
 * booking is BOOKED; a line that a package covers counts as paid, whatever its price. docs/spec/behaviour.md §21.2 and §32.2
 */
const paidOf = (db: Db | Trx): RawBuilder<number> => {
  const paid = db
    .selectFrom('payments')
    .leftJoin('deposits', 'deposits.booking_id', 'payments.booking_id')
    .select(
      sql<number>`coalesce(sum(case
        when kind = 'TIP' or method = 'PACKAGE' or (kind = 'DEPOSIT' and state = 'KEPT' and appointments.status <> 'BOOKED') then 0
        when kind = 'REFUND' then -payments.amount else payments.amount end), 0)`.as('sum'),
    )
    .where('payments.booking_id', '=', sql.ref<BookingId>('appointments.booking_id'))
    .where('voided_at', 'is', null);
  return sql<number>`round((${paid}) / 100.0 + ${coveredPrice()}, 2)`;
};

/** What was paid for an appointment, and the visits of packages that it has used. */
export const paidColumns = (db: Db | Trx) =>
  [paidOf(db).as('paid'), packageVisits().as('package_visits')] as const;

/** True if money was recorded for the booking, also if it was voided. */
export async function hasPayments(trx: Trx, { booking_id }: Booked): Promise<boolean> {
  const paid = trx.selectFrom('payments').select('id').where('booking_id', '=', booking_id).limit(1);
  return (await paid.executeTakeFirst()) !== undefined;
}

/** Refuses to delete an appointment whose booking has payments. */
export const paymentsRefusal = async (trx: Trx, row: Booked): Promise<'has_payments' | undefined> =>
  (await hasPayments(trx, row)) ? 'has_payments' : undefined;

/** Locks and returns `day` or, if its till is closed, the first later day whose till is open. */
export async function lockNextOpenDay(trx: Trx, day: WallDate): Promise<WallDate> {
  await lockCashDay(trx, day);
  const { counted } = await tillOf(trx, day);
  return counted === null ? day : lockNextOpenDay(trx, addDays(day, 1));
}
