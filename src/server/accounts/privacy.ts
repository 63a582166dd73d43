import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ParsedBody } from '#contract/index.ts';
import { EDITABLE_FIELDS } from '#domain/appointments/edit.ts';
import type { AppointmentId, ClientNotificationId, UserId } from '#domain/ids.ts';
import { MAX_ACCOUNT_MAILS } from '#domain/limits.ts';
import { cancelByPerson, lockUpcomingBookings } from '../appointments/appointments.ts';
import { erasePerson } from '../clients/clients.ts';
import { keepAccountMails, queueAccountMail } from '../mail/mail.ts';
import { hashesOf, lockNetworks } from '../platform/auth/counted-acts.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { type Clock, momentText } from '../platform/clock.ts';
import { parseJson } from '../platform/db/json.ts';
import type { Db, Schema } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { userColumns } from '../platform/db/users.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/callers.ts';
import type { RequestContext, WrittenInParts } from '../platform/http/request.ts';
import { linesFromJson, linesJson } from '../services/services.ts';
import { waitedServices } from '../waitlist/waitlist.ts';
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
  db.selectFrom('users').select(userColumns('export')).where('id', '=', id).executeTakeFirstOrThrow();

const appointmentIdsOf = (db: Db, id: UserId) =>
  db.selectFrom('appointments').select('id').where('client_id', '=', id).orderBy('start_datetime').execute();

const OWN_FIELDS = EDITABLE_FIELDS.filter((field) => field !== 'client_id' && field !== 'service_id');

const appointmentsWith = (db: Db, ids: readonly AppointmentId[]) =>
  db
    .selectFrom('appointments')
    .select([
      'id',
      ...OWN_FIELDS,
      'service_name',
      'service_price',
      'guest_email',
      'cancelled_at',
      'cancelled_by',
      'is_late',
      'booked_at',
      'moved_at',
    ])
    .select(['rules_accepted_at', 'rules_text_at'])
    .select(linesJson(db).as('services'))
    .where('id', 'in', ids)
    .execute();

const notificationIdsOf = (db: Db, id: UserId, nowMs: number) =>
  db
    .selectFrom('client_notifications')
    .select('id')
    .where('user_id', '=', id)
    .where('visible_at', '<=', nowMs)
    .orderBy('id')
    .execute();

const notificationsWith = (db: Db, ids: readonly ClientNotificationId[]) =>
  db
    .selectFrom('client_notifications')
    .select(['id', 'type', 'message', 'created_at', 'read_at', 'appointment_id', 'appt_start'])
    .where('id', 'in', ids)
    .execute();

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

async function waitlistOf(db: Db, id: UserId) {
  const rows = await db
    .selectFrom('waitlist_entries')
    .select(['day as date', 'created_at', 'service_id', 'service_ids', 'technician_id'])
    .where('client_id', '=', id)
    .orderBy('day')
    .execute();
  return rows.map(({ service_id, service_ids, ...row }) => ({
    ...row,
    service_ids: waitedServices({ service_id, service_ids }),
  }));
}

/** The deposits or payments of the client's appointments, except rows from before the client's booking: another person may have booked the same appointment. */
const ofAppointmentsOf = (db: Db, table: 'deposits' | 'payments', id: UserId) =>
  db
    .selectFrom(table)
    .innerJoin('appointments', 'appointments.id', 'appointment_id')
    .select(['appointment_id', sql<number>`amount / 100.0`.as('amount')])
    .where('client_id', '=', id)
    .where(sql<boolean>`${sql.ref(table === 'deposits' ? 'made_at' : 'at')} >= coalesce(booked_at, 0)`)
    .orderBy('appointment_id');

const depositsOf = (db: Db, id: UserId) =>
  ofAppointmentsOf(db, 'deposits', id).select(['state', 'until_at', 'reference', 'made_at']).execute();

const paymentsOf = (db: Db, id: UserId) =>
  ofAppointmentsOf(db, 'payments', id)
    .select(['kind', 'method', 'note', 'at', 'voided_at', 'void_reason'])
    .orderBy('at')
    .execute();

type Column<T extends keyof Schema> = keyof Schema[T] & string;
type List<T extends keyof Schema> = readonly [T, readonly Column<T>[], ofUser: Column<T>, order: Column<T>];

/** Parts of the export that are rows of one table. The list 'devices' leaves out endpoint and keys, which are secrets. */
const LISTS: Readonly<Record<string, { [T in keyof Schema]: List<T> }[keyof Schema]>> = {
  sessions: ['sessions', ['created_at', 'last_used_at', 'expires_at'], 'user_id', 'created_at'],
  devices: ['push_subscriptions', ['created_at'], 'user_id', 'id'],
  mails: ['outbox', ['kind', 'appointment_id', 'created_at', 'sent_at'], 'user_id', 'id'],
  pushes: ['push_outbox', ['kind', 'created_at', 'sent_at'], 'user_id', 'id'],
  reminders: ['reminders', ['kind', 'appointment_id', 'start_datetime', 'made_at'], 'client_id', 'made_at'],
  due_marks: ['due_marks', ['kind', 'at'], 'client_id', 'id'],
};

const rowsOf = (db: Db, [table, columns, ofUser, order]: (typeof LISTS)[string], id: UserId) =>
  db
    .selectFrom(db.dynamic.table(table).as('list'))
    .select(columns.map((column) => db.dynamic.ref<string>(column)))
    .where(db.dynamic.ref(ofUser), '=', id)
    .orderBy(db.dynamic.ref(order))
    .execute();

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
    (await appointmentsWith(db, ids)).map((row) =>
      inWallTimes({ ...row, services: linesFromJson(row.services) }),
    ),
  );
  yield* jsonList('appointments', appointments);
  const notifications = inParts(await notificationIdsOf(db, id, now.ms), async (ids) =>
    (await notificationsWith(db, ids)).map(inWallTimes),
  );
  yield* jsonList('notifications', notifications);
  const history = inParts(await historyIdsOf(db, user), (ids) => historyWith(db, ids, clock));
  yield* jsonList('history', history);
  yield* jsonList('waitlist', slicesOf(await waitlistOf(db, id), inWallTimes));
  yield* jsonList('deposits', slicesOf(await depositsOf(db, id), inWallTimes));
  yield* jsonList('payments', slicesOf(await paymentsOf(db, id), inWallTimes));
  for (const [name, list] of Object.entries(LISTS))
    yield* jsonList(name, slicesOf(await rowsOf(db, list, id), inWallTimes));
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
        changes: ['DELETION'],
        nowMs: now.ms,
        isLimited: true,
      });
  });
}
