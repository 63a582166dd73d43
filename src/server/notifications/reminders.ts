import { sql } from 'kysely';
import type { AppointmentId, BookingId } from '#domain/ids.ts';
import { MAIL_REMINDER_HOURS_BEFORE, REMINDER_HOURS_BEFORE } from '#domain/limits.ts';
import { factsOf, isReminderDue, reminderFrom } from '#domain/notifications.ts';
import { addMinutes, dateOf, wallTimeAt } from '#domain/wall-clock.ts';
import { queueMail, visitOf } from '../mail/mail.ts';
import type { OfferedTime } from '../offers/offers.ts';
import { type Now, readClock } from '../platform/clock.ts';
import { withBookings } from '../platform/db/appointments.ts';
import { PLAIN_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { pushReminder } from '../push/push.ts';
import { isInHand, isUnknown, unknownSince } from '../reached/reached.ts';
import { technicianNamed } from '../technicians/technicians.ts';
import { immediately, notifyClient } from './notifications.ts';

type ReminderContext = Pick<Platform, 'db' | 'clock'>;

/** Finds the free time that a reminder offers. Only the reminder a day before the appointment offers one. */
type FindOffer = (booking: Booking) => Promise<OfferedTime | null>;
type Booking = AppointmentRow & { readonly booking_id: BookingId };

function isDue(
  row: AppointmentRow | undefined,
  kind: ReminderKind,
  now: Now,
  timeZone: string,
): row is Booking {
  if (row?.booked_at == null || row.request_state === 'WAITING') return false;
  if (row.client_id === null && (kind === 'NOTICE_2H' || row.guest_email === null)) return false;
  const booked_at = wallTimeAt(Math.max(row.moved_at ?? row.booked_at, row.accepted_at ?? 0), timeZone);
  return isReminderDue({ ...row, booked_at }, now.wall, HOURS_BEFORE[kind]);
}

const GIVE_REMINDER: Record<
  ReminderKind,
  (trx: Trx, booking: Booking, now: Now, offer: OfferedTime | null) => Promise<void>
> = {
  NOTICE_2H: async (trx, booking, now) => {
    const { client_id } = booking;
    if (client_id === null) return;
    const named = { ...booking, ...(await technicianNamed(trx, booking)) };
    const notification = {
      client_id,
      type: 'APPT_REMINDER_2H',
      facts: factsOf(named, dateOf(now.wall)),
    } as const;
    return notifyClient(trx, notification, booking, immediately(now));
  },
  MAIL_24H: async (trx, booking, now, offer) => {
    const { id, booking_id, client_id, guest_email, start_datetime } = booking;
    const content = { visit: visitOf(booking), offer };
    const mail = { appointmentId: id, bookingId: booking_id, content, nowMs: now.ms };
    const onceKey = `${MAIL_KEY}${booking_id}:${start_datetime}`;
    if (client_id !== null) {
      await pushReminder(trx, { ...booking, client_id, offer }, now.ms);
      await queueMail(trx, { ...mail, kind: 'REMINDER_24H', onceKey, userId: client_id });
    } else if (guest_email !== null) {
      const isLimited = !(await isTrusted(trx, booking));
      await queueMail(trx, { ...mail, kind: 'REMINDER_GUEST', onceKey, toEmail: guest_email, isLimited });
    }
  },
};

/** The key of the mail a day before, without booking and start. */
const MAIL_KEY = 'booking:REMINDER_24H:';

/** True if the client was told of the salon's move to this start within 24 hours before it: that is the reminder. */
async function wasToldOfMove(
  trx: Trx,
  { id, client_id, start_datetime }: Booking,
  timeZone: string,
): Promise<boolean> {
  const told = await trx
    .selectFrom('client_notifications')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('user_id', '=', client_id)
    .where('appointment_id', '=', id)
    .where('appt_start', '=', start_datetime)
    .where('type', 'in', ['APPT_TIME_CHANGED', 'APPT_CLIENT_MOVE'])
    .executeTakeFirst();
  const at = told?.at ?? null;
  return at !== null && wallTimeAt(at, timeZone) >= reminderFrom(start_datetime, MAIL_REMINDER_HOURS_BEFORE);
}

/** True if the salon booked, or the guest has come with this address: then no stranger has typed it. docs/spec/behaviour.md §9.3 */
async function isTrusted(trx: Trx, { booked_by_role, guest_email }: Booking): Promise<boolean> {
  if (booked_by_role === 'ADMIN' || booked_by_role === 'TECHNICIAN') return true;
  const came = trx.selectFrom('bookings').select('id').where('guest_email', '=', guest_email);
  return (await came.where('attended', '=', 1).executeTakeFirst()) !== undefined;
}

/** Sends a booking's reminder. Reads the row again under a lock, because the booking may have been canceled. */
function giveOne(
  { db, clock }: ReminderContext,
  kind: ReminderKind,
  id: AppointmentId,
  now: Now,
  offer: OfferedTime | null,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const row = await lockedRow(trx, id);
    if (!isDue(row, kind, now, clock.timeZone)) return;
    if (kind === 'MAIL_24H' && (await isTakenInHand(trx, row, now.ms))) return;
    if (!(await claimReminder(trx, kind, row, now.ms))) return;
    const isTold = kind === 'MAIL_24H' && (await wasToldOfMove(trx, row, clock.timeZone));
    if (!isTold) await GIVE_REMINDER[kind](trx, row, now, offer);
  });
}

/** True if somebody of the salon writes, or has written, the reminder of this start. */
async function isTakenInHand(trx: Trx, { id }: Booking, nowMs: number): Promise<boolean> {
  const rows = trx
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('appointments.id');
  const taken = rows.where('appointments.id', '=', id).where(isInHand(nowMs));
  return (await taken.executeTakeFirst()) !== undefined;
}

async function giveAllDue(
  context: ReminderContext,
  kind: ReminderKind,
  now: Now,
  findOffer: FindOffer,
): Promise<void> {
  const rows = await withBookings(context.db, await unreminded(context.db, kind, now).execute());
  const since = await unknownSince(context.db, context.clock);
  const due = rows.filter(
    (row): row is Booking =>
      isDue(row, kind, now, context.clock.timeZone) && !(kind === 'MAIL_24H' && isUnknown(row, since)),
  );
  await forEachIsolated(due, async (row) => {
    const offer = kind === 'MAIL_24H' && row.client_id !== null ? await findOffer(row) : null;
    await giveOne(context, kind, row.id, now, offer);
  });
}

const KINDS: readonly ReminderKind[] = ['MAIL_24H', 'NOTICE_2H'];

/** Sends due reminders, once per booking and start even with several servers. A failure does not stop the rest. docs/spec/behaviour.md §5.16 */
export async function remindClients(
  context: ReminderContext,
  findOffer: FindOffer = () => Promise.resolve(null),
): Promise<void> {
  const now = readClock(context.clock);
  await forEachIsolated(KINDS, (kind) => giveAllDue(context, kind, now, findOffer));
}

/** The reminders: a notification 2 hours before (`NOTICE_2H`), a mail and a push a day before (`MAIL_24H`). docs/spec/behaviour.md §5.16 */
export const HOURS_BEFORE = {
  NOTICE_2H: REMINDER_HOURS_BEFORE,
  MAIL_24H: MAIL_REMINDER_HOURS_BEFORE,
} as const;
export type ReminderKind = keyof typeof HOURS_BEFORE;

/** Bookings of clients, and for a mail of guests with an address, that start within HOURS_BEFORE and had no reminder of this kind. `isDue` then checks when they were booked. */
const unreminded = (db: Db | Trx, kind: ReminderKind, now: Now) =>
  db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .select(PLAIN_COLUMNS.map((column) => `appointments.${column}` as const))
    .where('status', '=', 'BOOKED')
    .where('appointments.start_datetime', '>', now.wall)
    .where('appointments.start_datetime', '<=', addMinutes(now.wall, HOURS_BEFORE[kind] * 60))
    .where(({ eb, or }) => {
      const hasAddress = kind === 'MAIL_24H' ? [eb('bookings.guest_email', 'is not', null)] : [];
      return or([eb('bookings.client_id', 'is not', null), ...hasAddress]);
    })
    .where('bookings.booked_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminders')
            .select('reminders.kind')
            .where('reminders.kind', '=', kind)
            .whereRef('reminders.booking_id', '=', 'bookings.id')
            .whereRef('reminders.start_datetime', '=', 'appointments.start_datetime'),
        ),
      ),
    )
    .where(
      sql<boolean>`not (bookings.client_id is null and exists (select 1 from outbox
        where once_key = ${MAIL_KEY} || bookings.id || ':' || appointments.start_datetime))`,
    )
    .$if(kind === 'MAIL_24H', (query) => query.where(({ not }) => not(isInHand(now.ms))))
    .orderBy('appointments.start_datetime');

async function lockedRow(trx: Trx, id: AppointmentId): Promise<AppointmentRow | undefined> {
  const row = trx.selectFrom('appointments').select(PLAIN_COLUMNS).where('id', '=', id).$call(lockRows(trx));
  return (await withBookings(trx, await row.execute()))[0];
}

/** Records that a client's reminder is sent. Returns false if this or another server has already recorded it. A guest's is recorded by its mail. */
async function claimReminder(
  trx: Trx,
  kind: ReminderKind,
  { booking_id, client_id, start_datetime }: Booking,
  nowMs: number,
): Promise<boolean> {
  if (client_id === null) return true;
  const claimed = await trx
    .insertInto('reminders')
    .values({ kind, booking_id, client_id, start_datetime, made_at: nowMs })
    .onConflict((conflict) => conflict.columns(['booking_id', 'kind', 'start_datetime']).doNothing())
    .returning('kind')
    .executeTakeFirst();
  return claimed !== undefined;
}
