import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ParsedBody } from '#contract/index.ts';
import { EDITABLE_FIELDS } from '#domain/appointments/edit.ts';
import type { AppointmentId, ClientNotificationId, UserId } from '#domain/ids.ts';
import { MAX_ACCOUNT_MAILS } from '#domain/limits.ts';
import { cancelByPerson, lockUpcomingBookings } from '../appointments/appointments.ts';
import { erasePerson } from '../clients/clients.ts';
import { appointmentsOf } from '../figures/figures.ts';
import { keepAccountMails, queueAccountMail } from '../mail/mail.ts';
import { hashesOf, lockNetworks } from '../platform/auth/counted-acts.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { type Clock, momentText } from '../platform/clock.ts';
import { withBookings } from '../platform/db/appointments.ts';
import { PLAIN_COLUMNS } from '../platform/db/columns.ts';
import { parseJson } from '../platform/db/json.ts';
import { SIGNABLE_COLUMNS, signed, signingKey } from '../platform/db/pictures.ts';
import type { AppointmentRow, Db, Schema } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { accountColumns } from '../platform/db/users.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/callers.ts';
import type { RequestContext, WrittenInParts } from '../platform/http/request.ts';
import { notificationOf, TOLD_COLUMNS, toldInWords } from '../told/told.ts';
import { servicesOfWaits } from '../waitlist/waitlist.ts';
import { checkOwnPassword, countInNetwork, isSameAccount } from './login.ts';

type Row = Record<string, unknown>;

/** Converts the columns `at` and `…_at` of a row to the salon's local time. docs/spec/behaviour.md §2.3 */
const inWallTime =
  (clock: Clock) =>
  (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) =>
        /(^|_)at$/.test(name) ? [name, momentText(value as number | null, clock)] : [name, value],
      ),
    );

const profileOf = (db: Db, id: UserId) =>
  db
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select(accountColumns('export'))
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();

const appointmentIdsOf = (db: Db, id: UserId) =>
  appointmentsOf(db, id).select('appointments.id').orderBy('start_datetime').execute();

const APPOINTMENT_FIELDS = [
  'id',
  ...EDITABLE_FIELDS.filter((field) => field !== 'client_id' && field !== 'service_id'),
  'service_name',
  'service_price',
  'guest_email',
  'cancelled_at',
  'cancelled_by',
  'is_late',
  'booked_at',
  'moved_at',
  'rules_accepted_at',
  'rules_text_at',
  'language',
  'services',
] as const satisfies readonly (keyof AppointmentRow)[];

async function appointmentsWith(db: Db, ids: readonly AppointmentId[]): Promise<Row[]> {
  const plain = await db.selectFrom('appointments').select(PLAIN_COLUMNS).where('id', 'in', ids).execute();
  const rows = await withBookings(db, plain);
  return rows.map((row) => Object.fromEntries(APPOINTMENT_FIELDS.map((field) => [field, row[field]])));
}

const notificationIdsOf = (db: Db, id: UserId, nowMs: number) =>
  db
    .selectFrom('client_notifications')
    .select('id')
    .where('user_id', '=', id)
    .where('visible_at', '<=', nowMs)
    .orderBy('id')
    .execute();

async function notificationsWith(db: Db, ids: readonly ClientNotificationId[]) {
  const rows = await db
    .selectFrom('client_notifications')
    .select(['id', ...TOLD_COLUMNS, 'created_at', 'read_at', 'appointment_id', 'appt_start'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ facts, reason, ...row }) => ({
    ...row,
    message: toldInWords(notificationOf({ ...row, facts, reason })),
  }));
}

/** The ids of history entries about the user or by the user. Omits the entries by a technician, because they concern clients. */
const historyIdsOf = (db: Db, { id, role }: SessionUser) =>
  db
    .selectFrom('history')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        ...(role === 'TECHNICIAN' ? [] : [eb('by_id', '=', id)]),
        and([eb('subject', '=', 'client'), eb('subject_id', '=', id)]),
      ]),
    )
    .orderBy('id')
    .execute();

async function historyWith(db: Db, ids: readonly number[], clock: Clock): Promise<Row[]> {
  const rows = await db
    .selectFrom('history')
    .select(['id', 'at', 'subject', 'subject_id', 'action', 'by_name', 'changes'])
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, at: momentText(row.at, clock), changes: parseJson(row.changes) }));
}

async function waitlistOf(db: Db, id: UserId): Promise<Row[]> {
  const rows = await db
    .selectFrom('waitlist_entries')
    .select(['id', 'day as date', 'created_at', 'technician_id', 'language'])
    .where('client_id', '=', id)
    .orderBy('day')
    .execute();
  const services = await servicesOfWaits(
    db,
    rows.map((row) => row.id),
  );
  return rows.map(({ id: wait, ...row }) => ({
    ...row,
    service_ids: services(wait).map((service) => service.id),
  }));
}

const AMOUNT = sql<number>`amount / 100.0`.as('amount');

const depositsOf = (db: Db, id: UserId) =>
  appointmentsOf(db, id)
    .innerJoin('deposits', 'deposits.booking_id', 'bookings.id')
    .select(['appointments.id as appointment_id', AMOUNT, 'state', 'until_at', 'reference', 'made_at'])
    .orderBy('appointments.id')
    .execute();

const paymentsOf = (db: Db, id: UserId) =>
  appointmentsOf(db, id)
    .innerJoin('payments', 'payments.booking_id', 'bookings.id')
    .select(['appointments.id as appointment_id', AMOUNT, 'kind', 'method', 'payments.note', 'at'])
    .select(['voided_at', 'void_reason'])
    .orderBy('appointments.id')
    .orderBy('at')
    .execute();

const ofHolding = (db: Db, id: UserId) =>
  db
    .selectFrom('holdings')
    .innerJoin('people', 'people.id', 'holdings.person_id')
    .where('people.user_id', '=', id)
    .orderBy('holdings.id');

const holdingsOf = (db: Db, id: UserId) =>
  ofHolding(db, id)
    .select(['holdings.id', 'kind', 'holdings.name', 'visits', 'used_before', AMOUNT, 'code', 'for_name'])
    .select(['from_name', 'receipt_number', 'expires_on', 'made_at', 'closed_at'])
    .execute();

const holdingUsesOf = (db: Db, id: UserId) =>
  ofHolding(db, id)
    .innerJoin('holding_uses', 'holding_uses.holding_id', 'holdings.id')
    .innerJoin('payments', 'payments.id', 'holding_uses.payment_id')
    .select(['holdings.id as holding_id', 'holding_uses.visits', 'payments.at', 'payments.voided_at'])
    .select(sql<number>`holding_uses.amount / 100.0`.as('amount'))
    .execute();

/** What was done at her own visits, also at those that somebody else booked. */
const workOf = (db: Db, id: UserId) =>
  db
    .selectFrom('people')
    .innerJoin('bookings', 'bookings.person_id', 'people.id')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .innerJoin('work_values', 'work_values.booking_id', 'bookings.id')
    .innerJoin('work_fields', 'work_fields.id', 'field_id')
    .select(['appointments.id as appointment_id', 'work_fields.name as field', 'value', 'at'])
    .where('people.user_id', '=', id)
    .orderBy('appointments.id')
    .orderBy('work_fields.position')
    .execute();

/** The pictures of her own visits, and the wishes that she sent. */
const picturesOf = (db: Db, id: UserId) =>
  db
    .selectFrom('pictures')
    .innerJoin('bookings', 'bookings.id', 'pictures.booking_id')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .leftJoin('people', 'people.id', 'bookings.person_id')
    .select([...SIGNABLE_COLUMNS.map((column) => `pictures.${column}` as const), signingKey])
    .select(['appointments.id as appointment_id', 'made_at'])
    .where(({ or, and, eb }) =>
      or([eb('people.user_id', '=', id), and([eb('kind', '=', 'WISH'), eb('by_user', '=', id)])]),
    )
    .orderBy('pictures.id')
    .execute();

const remindersOf = (db: Db, id: UserId) =>
  db
    .selectFrom('reminders')
    .innerJoin('appointments', 'appointments.booking_id', 'reminders.booking_id')
    .select(['kind', 'appointments.id as appointment_id', 'reminders.start_datetime', 'made_at'])
    .where('client_id', '=', id)
    .orderBy('made_at')
    .execute();

const smsOf = (db: Db, id: UserId) =>
  appointmentsOf(db, id)
    .innerJoin('sms_outbox', 'sms_outbox.booking_id', 'bookings.id')
    .select(['appointments.id as appointment_id', 'kind', 'to_number', 'sms_outbox.created_at', 'sent_at'])
    .orderBy('sms_outbox.id')
    .execute();

/** How the salon reached her, and when she was told to come instead of the start. */
const reachedOf = (db: Db, id: UserId) =>
  appointmentsOf(db, id)
    .innerJoin('reached', 'reached.booking_id', 'bookings.id')
    .select(['appointments.id as appointment_id', 'what', 'channel', 'expected', 'at'])
    .orderBy('reached.id')
    .execute();

const dueMarksOf = (db: Db, id: UserId) =>
  db
    .selectFrom('due_marks')
    .innerJoin('people', 'people.id', 'due_marks.person_id')
    .select(['kind', 'at'])
    .where('people.user_id', '=', id)
    .orderBy('due_marks.id')
    .execute();

/** The rows of one table that belong to the user. */
const ofUser =
  <T extends 'sessions' | 'push_subscriptions' | 'outbox' | 'push_outbox'>(
    table: T,
    columns: readonly (keyof Schema[T] & string)[],
    order: keyof Schema[T] & string,
  ) =>
  (db: Db, id: UserId): Promise<Row[]> =>
    db
      .selectFrom(db.dynamic.table(table).as('list'))
      .select(columns.map((column) => db.dynamic.ref<string>(column)))
      .where(db.dynamic.ref('user_id'), '=', id)
      .orderBy(db.dynamic.ref(order))
      .execute();

/** The shorter parts of the export. The list 'devices' leaves out endpoint and keys, which are secrets. */
const LISTS: Readonly<Record<string, (db: Db, id: UserId) => Promise<readonly Row[]>>> = {
  waitlist: waitlistOf,
  deposits: depositsOf,
  payments: paymentsOf,
  holdings: holdingsOf,
  holding_uses: holdingUsesOf,
  work: workOf,
  sessions: ofUser('sessions', ['created_at', 'last_used_at', 'expires_at'], 'created_at'),
  devices: ofUser('push_subscriptions', ['created_at'], 'id'),
  mails: ofUser('outbox', ['kind', 'appointment_id', 'created_at', 'sent_at'], 'id'),
  pushes: ofUser('push_outbox', ['kind', 'created_at', 'sent_at'], 'id'),
  reminders: remindersOf,
  sms: smsOf,
  messages: reachedOf,
  due_marks: dueMarksOf,
};

const AT_ONCE = 100;

/** Reads the rows in batches, in the order of the ids, and lets other requests run between two batches. */
async function* inParts<I extends number>(
  ids: readonly { id: I }[],
  rowsOf: (ids: readonly I[]) => Promise<readonly Row[]>,
): AsyncIterable<Row[]> {
  for (let done = 0; done < ids.length; done += AT_ONCE) {
    const wanted = ids.slice(done, done + AT_ONCE).map(({ id }) => id);
    const found = new Map<unknown, Row>((await rowsOf(wanted)).map((row) => [row.id, row]));
    yield wanted.map((id) => found.get(id)).filter((row) => row !== undefined); // rows may have been deleted meanwhile
    await turn();
  }
}

/** Converts rows in batches and lets other requests run in between: converting takes longer than reading. */
async function* slicesOf(rows: readonly Row[], written: (row: Row) => Row): AsyncIterable<Row[]> {
  for (let done = 0; done < rows.length; done += AT_ONCE) {
    yield rows.slice(done, done + AT_ONCE).map(written);
    await turn();
  }
}

async function* jsonList(name: string, parts: AsyncIterable<Row[]>): AsyncIterable<string> {
  let before = '';
  yield `,"${name}":[`;
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join();
    before = ',';
  }
  yield ']';
}

/** The download 'Preuzmi moje podatke': streams all data of the user, including the salon's note but no hashes. */
export function exportOwn(context: RequestContext<SessionUser>): WrittenInParts {
  return { parts: exportParts(context) };
}

async function* exportParts({ db, clock, now, user }: RequestContext<SessionUser>) {
  const { id } = user;
  const inWallTimes = inWallTime(clock);
  const profile = inWallTimes(await profileOf(db, id));
  yield JSON.stringify({ exported_at: now.wall, profile }).slice(0, -1);
  const appointments = inParts(await appointmentIdsOf(db, id), async (ids) =>
    (await appointmentsWith(db, ids)).map(inWallTimes),
  );
  yield* jsonList('appointments', appointments);
  const notifications = inParts(await notificationIdsOf(db, id, now.ms), async (ids) =>
    (await notificationsWith(db, ids)).map(inWallTimes),
  );
  yield* jsonList('notifications', notifications);
  const history = inParts(await historyIdsOf(db, user), (ids) => historyWith(db, ids, clock));
  yield* jsonList('history', history);
  for (const [name, listOf] of Object.entries(LISTS))
    yield* jsonList(name, slicesOf(await listOf(db, id), inWallTimes));
  const pictures = (await picturesOf(db, id)).map(({ appointment_id, made_at, ...picture }) => ({
    ...signed(picture, now.ms),
    appointment_id,
    made_at,
  }));
  yield* jsonList('pictures', slicesOf(pictures, inWallTimes));
  yield '}';
}

const REASON = 'Nalog je obrisan.';

/** Deletes the user's own account: cancels upcoming bookings and erases personal data; statistics stay. docs/spec/behaviour.md §7.4 */
export async function deleteAccount(
  context: RequestContext<SessionUser> & Caller,
  input: ParsedBody<'POST /auth/me/delete'>,
): Promise<void> {
  const { db, now, user } = context;
  if (user.role !== 'CLIENT') refuse('not_allowed');
  const checked = await checkOwnPassword(context, input.password);
  return inTransaction(db, async (trx) => {
    if (!(await isSameAccount(trx, checked))) refuse('login_required');
    const networks = hashesOf(await lockNetworks(trx, context));
    if (user.email !== null) await countInNetwork(trx, context, 'mailed change', MAX_ACCOUNT_MAILS);
    const bookings = await lockUpcomingBookings(trx, now, user.id);
    if (bookings.length > 0 && !input.cancel_bookings) refuse('client_has_bookings');
    for (const row of bookings) await cancelByPerson(trx, { ...context, networks }, row, REASON);
    // without a mail server no report stays in the outbox, because it would keep the deleted user's addresses
    const isMailing = context.config.mail.smtpUrl !== undefined;
    if (isMailing) await keepAccountMails(trx, user.id);
    await erasePerson(trx, context, user.id);
    if (isMailing)
      await queueAccountMail(trx, {
        userId: null,
        toEmail: user.email,
        language: context.language,
        changes: ['DELETION'],
        nowMs: now.ms,
        isLimited: true,
      });
  });
}
