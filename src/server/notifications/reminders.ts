import type { AppointmentId, UserId } from '#domain/ids.ts';
import { MAIL_REMINDER_HOURS_BEFORE, REMINDER_HOURS_BEFORE } from '#domain/limits.ts';
import { isReminderDue } from '#domain/notifications.ts';
import { addMinutes, dateOf, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { reminderMessage } from '#domain/wording/notifications.ts';
import { queueMail, visitOf } from '../mail/mail.ts';
import { type Now, readClock } from '../platform/clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { pushReminder } from '../push/push.ts';
import type { OfferedTime } from '../slots/slots.ts';
import { technicianNamed } from '../technicians/technicians.ts';
import { immediately, notifyClient } from './notifications.ts';

type ReminderContext = Pick<Platform, 'db' | 'clock'>;

/** Finds the free time that a reminder offers. Only the reminder a day before the appointment offers one. */
type FindOffer = (booking: Booking) => Promise<OfferedTime | null>;
type Booking = AppointmentRow & { readonly client_id: number; readonly booked_at: number };

function isDue(
  row: AppointmentRow | undefined,
  kind: ReminderKind,
  now: Now,
  timeZone: string,
): row is Booking {
  if (row === undefined || row.booked_at === null) return false;
  const booked_at = wallTimeAt(row.moved_at ?? row.booked_at, timeZone);
  return isReminderDue({ ...row, booked_at }, now.wall, HOURS_BEFORE[kind]);
}

const GIVE_REMINDER: Record<
  ReminderKind,
  (trx: Trx, booking: Booking, now: Now, offer: OfferedTime | null) => Promise<void>
> = {
  NOTICE_2H: async (trx, booking, now) => {
    const named = { ...booking, ...(await technicianNamed(trx, booking)) };
    const notification = {
      client_id: booking.client_id,
      type: 'APPT_REMINDER_2H',
      message: reminderMessage(named, dateOf(now.wall)),
    } as const;
    return notifyClient(trx, notification, booking, immediately(now));
  },
  MAIL_24H: async (trx, booking, now, offer) => {
    const { id, client_id, start_datetime, booked_at } = booking;
    await pushReminder(trx, { ...booking, offer }, now.ms);
    await queueMail(trx, {
      kind: 'REMINDER_24H',
      onceKey: `REMINDER_24H:${id}:${start_datetime}:${booked_at}`,
      userId: client_id,
      appointmentId: id,
      content: { visit: visitOf(booking), booked_at, offer },
      nowMs: now.ms,
    });
  },
};

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
    if (await claimReminder(trx, kind, row, now.ms)) await GIVE_REMINDER[kind](trx, row, now, offer);
  });
}

async function giveAllDue(
  context: ReminderContext,
  kind: ReminderKind,
  now: Now,
  findOffer: FindOffer,
): Promise<void> {
  const rows = await unreminded(context.db, kind, now).execute();
  const due = rows.filter((row): row is Booking => isDue(row, kind, now, context.clock.timeZone));
  await forEachIsolated(due, async (row) => {
    const offer = kind === 'MAIL_24H' ? await findOffer(row) : null;
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

/** Clients' bookings that start within HOURS_BEFORE and had no reminder of this kind. `isDue` then checks when they were booked. */
const unreminded = (db: Db | Trx, kind: ReminderKind, now: Now) =>
  db
    .selectFrom('appointments')
    .select(APPOINTMENT_COLUMNS.map((column) => `appointments.${column}` as const))
    .where('status', '=', 'BOOKED')
    .where('appointments.start_datetime', '>', now.wall)
    .where('appointments.start_datetime', '<=', addMinutes(now.wall, HOURS_BEFORE[kind] * 60))
    .where('appointments.client_id', 'is not', null)
    .where('appointments.booked_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminders')
            .select('reminders.kind')
            .where('reminders.kind', '=', kind)
            .whereRef('reminders.appointment_id', '=', 'appointments.id')
            .whereRef('reminders.client_id', '=', 'appointments.client_id')
            .whereRef('reminders.start_datetime', '=', 'appointments.start_datetime')
            .whereRef('reminders.booked_at', '=', 'appointments.booked_at'),
        ),
      ),
    )
    .orderBy('appointments.start_datetime');

const lockedRow = (trx: Trx, id: AppointmentId): Promise<AppointmentRow | undefined> =>
  trx
    .selectFrom('appointments')
    .select(APPOINTMENT_COLUMNS)
    .where('id', '=', id)
    .$call(lockRows(trx))
    .executeTakeFirst();

/** Records that a reminder is sent. Returns false if this or another server has already recorded the reminder. */
async function claimReminder(
  trx: Trx,
  kind: ReminderKind,
  booking: { id: AppointmentId; client_id: UserId; start_datetime: WallTime; booked_at: number },
  nowMs: number,
): Promise<boolean> {
  const { id, client_id, start_datetime, booked_at } = booking;
  const claimed = await trx
    .insertInto('reminders')
    .values({ kind, appointment_id: id, client_id, start_datetime, booked_at, made_at: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'appointment_id', 'client_id', 'start_datetime', 'booked_at']).doNothing(),
    )
    .returning('kind')
    .executeTakeFirst();
  return claimed !== undefined;
}
