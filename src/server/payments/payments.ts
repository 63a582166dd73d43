import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Deposit } from '#contract/appointments.ts';
import { payment } from '#contract/payments.ts';
import { appointmentId } from '#contract/schemas.ts';
import { keepsPerson } from '#domain/clients/booked-person.ts';
import type { AppointmentId } from '#domain/ids.ts';
import {
  DEPOSIT_STATES,
  type DepositEvent,
  type DepositState,
  depositAmount,
  depositUntil,
  movedDepositUntil,
  needsDeposit,
  nextDepositState,
} from '#domain/payments/deposits.ts';
import { depositPurpose, ipsCodeText, paymentReference } from '#domain/payments/ips-code.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import type { Settings } from '#domain/settings.ts';
import { addDays, type WallDate } from '#domain/wall-clock.ts';
import { noShowsOf } from '../clients/clients.ts';
import { recordDeposit } from '../history/history.ts';
import { isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import { type Clock, instantMs, momentText } from '../platform/clock.ts';
import { parseJson } from '../platform/db/json.ts';
import type { AppointmentRow, CashDayRow, Db, NewPayment, PaymentRow, Trx } from '../platform/db/schema.ts';
import { isPostgres, lockCashDay, lockSettings } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { publishOnCommit } from '../platform/events/publish.ts';
import type { ChangeContext, RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';

const SALTS = 10_000;

/** True if the client came to any appointment; for a guest's booking: if any guest with the same phone did. */
async function hasAttended(trx: Trx, { client_id, guest_phone_digits }: AppointmentRow): Promise<boolean> {
  const attended = trx.selectFrom('appointments').select('id').where('attended', '=', 1).limit(1);
  const ofPerson =
    client_id === null
      ? attended.where('client_id', 'is', null).where('guest_phone_digits', '=', guest_phone_digits)
      : attended.where('client_id', '=', client_id);
  return (await ofPerson.executeTakeFirst()) !== undefined;
}

/** Requests the deposit of a new booking by a client or guest. `minutes`: the services' total duration, if known. docs/spec/behaviour.md §19.2 */
export async function askForDeposit(
  trx: Trx,
  { now, user, clock, config }: RequestContext,
  booked: AppointmentRow,
  settings: Settings,
  minutes: number | null,
): Promise<void> {
  if (isStaff(user) || settings.payments === 0 || settings.deposit_for === 'NONE') return;
  const person = {
    hasAttended: await hasAttended(trx, booked),
    noShows: await noShowsOf(trx, booked, now.wall),
  };
  if (!needsDeposit(settings, person, minutes)) return;
  const amount = depositAmount(settings, booked.service_price === null ? null : toPara(booked.service_price));
  const until_at = depositUntil(
    now.ms,
    instantMs(booked.start_datetime, clock.timeZone),
    settings.deposit_hold_hours,
  );
  if (amount === 0 || until_at === undefined) return;
  await lockSettings(trx); // payments must not be switched off while this transaction adds a deposit
  if ((await currentSettings(trx, config)).payments === 0) return;
  const reference = paymentReference(booked.id, randomInt(SALTS));
  await trx
    .insertInto('deposits')
    .values({
      appointment_id: booked.id,
      amount,
      until_at,
      state: 'WAITING',
      reference,
      qr: codeText(settings, { amount, reference, day: booked.day }),
      made_at: now.ms,
    })
    .execute();
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
  appointment_id: appointmentId,
  amount: z.int(),
  until_at: z.int(),
  state: z.enum(DEPOSIT_STATES),
  reference: z.string(),
  qr: z.string(),
  made_at: z.int(),
});
const DEPOSIT_COLUMNS = depositRow.keyof().options;
export type DepositRow = z.infer<typeof depositRow>;

/** The deposit of an appointment. To change the deposit, first lock the appointment's row, then call this function. */
export const depositOf = (trx: Db | Trx, id: AppointmentId): Promise<DepositRow | undefined> =>
  trx.selectFrom('deposits').select(DEPOSIT_COLUMNS).where('appointment_id', '=', id).executeTakeFirst();

export const depositsOf = (trx: Trx, ids: readonly AppointmentId[]): Promise<DepositRow[]> =>
  trx.selectFrom('deposits').select(DEPOSIT_COLUMNS).where('appointment_id', 'in', ids).execute();

/** Inserts deleted deposits again. If a deposit still exists and is unpaid, restores its deadline and QR code. docs/spec/behaviour.md §5.14 */
export async function restoreDeposits(trx: Trx, deposits: readonly DepositRow[]): Promise<void> {
  for (const { until_at, qr, ...deposit } of deposits)
    await trx
      .insertInto('deposits')
      .values({ ...deposit, until_at, qr })
      .onConflict((conflict) =>
        conflict
          .column('appointment_id')
          .doUpdateSet({ until_at, qr })
          .where('deposits.state', '=', 'WAITING'),
      )
      .execute();
}

/** Saves the deposit's next state after an event. Keeps the state if the event does not change it. */
export async function advanceDeposit(
  trx: Trx,
  author: Pick<ChangeContext, 'now' | 'user'>,
  { appointment, state, event }: { appointment: AppointmentRow; state: DepositState; event: DepositEvent },
): Promise<void> {
  const next = nextDepositState(state, event);
  if (next === undefined) return;
  const { id } = appointment;
  await trx.updateTable('deposits').set({ state: next }).where('appointment_id', '=', id).execute();
  await recordDeposit(trx, author, { appointment, from: state, to: next });
}

function eventOf(before: AppointmentRow, after: AppointmentRow): DepositEvent | undefined {
  if (before.status !== 'BOOKED') return undefined;
  if (after.status === 'CANCELLED')
    return after.cancelled_by === 'CLIENT' && after.is_late === 1 ? 'CANCELLED_LATE' : 'CANCELLED';
  if (after.status !== 'BOOKED' || !keepsPerson(before, after)) return 'GIVEN_AWAY';
  return after.attended === 1 && before.attended !== 1 ? 'ATTENDED' : undefined;
}

interface AppointmentChange {
  readonly before: AppointmentRow;
  readonly after: AppointmentRow;
  /** The id of the CANCELLED copy that an edit adds when it turns a booking into a slot. The copy gets the deposit and payments. */
  readonly copyId?: AppointmentId | undefined;
}

/** Updates the deposit after its appointment was canceled, attended, moved or given to another person. docs/spec/behaviour.md §19.2 */
export async function followDeposit(
  trx: Trx,
  context: Pick<ChangeContext, 'now' | 'user' | 'clock'>,
  { before, after, copyId }: AppointmentChange,
): Promise<void> {
  const found = await depositOf(trx, before.id);
  const event = eventOf(before, after);
  if (found && event) await advanceDeposit(trx, context, { appointment: before, state: found.state, event });
  if (found?.state === 'WAITING' && before.start_datetime !== after.start_datetime) {
    const startMs = instantMs(after.start_datetime, context.clock.timeZone);
    const qr = found.qr.replace(depositPurpose(before.day), depositPurpose(after.day));
    const until_at = movedDepositUntil(found.until_at, startMs, context.now.ms);
    await trx.updateTable('deposits').set({ until_at, qr }).where('appointment_id', '=', after.id).execute();
  }
  if (copyId === undefined) return;
  for (const table of ['deposits', 'payments'] as const)
    await trx
      .updateTable(table)
      .set({ appointment_id: copyId })
      .where('appointment_id', '=', before.id)
      .execute();
}

/** SQL for the deposit of an appointment as JSON text, or null. Only the salon sees a deposit that is older than the current booking. */
export const depositJson = (db: Db | Trx, isForSalon: boolean): RawBuilder<string | null> =>
  sql`(select ${isPostgres(db) ? sql`json_build_object(${FIELDS})::text` : sql`json_object(${FIELDS})`}
    from deposits where deposits.appointment_id = appointments.id
    ${isForSalon ? sql`` : sql`and deposits.made_at >= appointments.booked_at`})`;
const FIELDS = sql`'amount', amount, 'until_at', until_at, 'state', state, 'reference', reference, 'qr', qr`;
type Stored = Omit<DepositRow, 'appointment_id' | 'made_at'>;

const responseOf = ({ amount, until_at, state, reference, qr }: Stored, clock: Clock): Deposit => ({
  amount: toDinars(amount),
  until: momentText(until_at, clock),
  state,
  reference,
  qr,
});

export const depositFromJson = (text: string | null, clock: Clock): Deposit | null =>
  text === null ? null : responseOf(parseJson(text) as Stored, clock);

export async function depositForResponse(db: Db | Trx, id: AppointmentId, clock: Clock) {
  const found = await depositOf(db, id);
  return found ? responseOf(found, clock) : null;
}

/** The dinars paid for an appointment, without tips: the column `paid` of the owner's queries. */
export const paidOf = (db: Db | Trx): RawBuilder<number> => {
  const paid = db
    .selectFrom('payments')
    .select(
      sql<number>`coalesce(sum(case kind when 'TIP' then 0 when 'REFUND' then -amount else amount end), 0)`.as(
        'sum',
      ),
    )
    .where('payments.appointment_id', '=', sql.ref<AppointmentId>('appointments.id'))
    .where('voided_at', 'is', null);
  return sql<number>`(${paid}) / 100.0`;
};

/** Deletes the unpaid deposit of an appointment that will be deleted. Returns `has_payments` if the appointment has payments. */
export async function removeDeposit(trx: Trx, id: AppointmentId): Promise<'has_payments' | undefined> {
  const paid = await trx
    .selectFrom('payments')
    .select('id')
    .where('appointment_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (paid) return 'has_payments';
  await trx.deleteFrom('deposits').where('appointment_id', '=', id).execute();
  return undefined;
}

export const PAYMENT_COLUMNS = [...payment.keyof().options, 'day', 'request_hash'] as const;

/** Appends a payment to the ledger. The caller must first lock the payment's day with `lockOpenDay` or `lockNextOpenDay`. */
export const recordPayment = (
  trx: Trx,
  { now, user }: Pick<RequestContext<SessionUser>, 'now' | 'user'>,
  payment: Omit<NewPayment, 'at' | 'by_user'> & { readonly day: WallDate },
): Promise<Pick<PaymentRow, (typeof PAYMENT_COLUMNS)[number]>> => {
  publishOnCommit(trx, { appointments: ['ADMIN'] });
  return trx
    .insertInto('payments')
    .values({ ...payment, at: now.ms, by_user: user.id })
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
};

export type Till = Omit<CashDayRow, 'day'>;

/** The till of a day for which the owner has stored no amounts. */
export const UNTOUCHED: Till = { opening: 0, counted: null, closed_at: null };

export async function tillOf(db: Db | Trx, day: WallDate): Promise<Till> {
  const row = await db
    .selectFrom('cash_days')
    .select(['opening', 'counted', 'closed_at'])
    .where('day', '=', day)
    .executeTakeFirst();
  return row ?? UNTOUCHED;
}

/** Locks a day, so that the owner can't close its till meanwhile. Refuses if the till is closed. Call it after locking appointments. */
export async function lockOpenDay(trx: Trx, day: WallDate): Promise<Till> {
  await lockCashDay(trx, day);
  const till = await tillOf(trx, day);
  return till.counted === null ? till : refuse('day_closed');
}

/** Locks and returns `day` or, if its till is closed, the first later day whose till is open. */
export async function lockNextOpenDay(trx: Trx, day: WallDate): Promise<WallDate> {
  await lockCashDay(trx, day);
  const { counted } = await tillOf(trx, day);
  return counted === null ? day : lockNextOpenDay(trx, addDays(day, 1));
}
