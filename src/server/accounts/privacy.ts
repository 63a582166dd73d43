import type { ParsedBody } from '#contract/index.ts';
import { EDITABLE_FIELDS } from '#domain/appointment-edit.ts';
import type { UserId } from '#domain/ids.ts';
import { cancelByPerson, lockUpcomingBookings } from '../appointments/appointments.ts';
import { erasePerson } from '../clients/clients.ts';
import { queueAccountMail } from '../mail/mail.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { type Clock, momentText } from '../platform/clock.ts';
import type { Db } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { checkOwnPassword, isSameAccount } from './verify-password.ts';

type Row = Record<string, unknown>;

/** Moments leave as the salon's wall clock, like everywhere else. docs/spec/behaviour.md §2.3 */
const inWallTime =
  (clock: Clock) =>
  (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) =>
        name.endsWith('_at') ? [name, momentText(value as number | null, clock)] : [name, value],
      ),
    );

const profileOf = (db: Db, id: UserId) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'name', 'email', 'phone', 'city', 'notes', 'active', 'mail_on', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const appointmentsOf = (db: Db, id: UserId) =>
  db
    .selectFrom('appointments')
    .select(['id', ...EDITABLE_FIELDS, 'service_name', 'service_price', 'guest_email'])
    .select(['cancelled_at', 'cancelled_by', 'is_late', 'booked_at'])
    .where('client_id', '=', id)
    .orderBy('start_datetime')
    .execute();

const notificationsOf = (db: Db, id: UserId, nowMs: number) =>
  db
    .selectFrom('client_notifications')
    .select(['id', 'type', 'message', 'created_at', 'read_at', 'appointment_id', 'appt_start'])
    .where('user_id', '=', id)
    .where('visible_at', '<=', nowMs)
    .orderBy('id')
    .execute();

const waitlistOf = (db: Db, id: UserId) =>
  db
    .selectFrom('waitlist_entries')
    .select(['day as date', 'created_at'])
    .where('client_id', '=', id)
    .orderBy('day')
    .execute();

const sessionsOf = (db: Db, id: UserId) =>
  db
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();

const mailsOf = (db: Db, id: UserId) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'appointment_id', 'created_at', 'sent_at'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();

const remindersOf = (db: Db, id: UserId) =>
  db
    .selectFrom('reminders')
    .select(['kind', 'appointment_id', 'start_datetime', 'made_at'])
    .where('client_id', '=', id)
    .orderBy('made_at')
    .execute();

/** All that is stored on the user, with the salon's note; never a hash. 'Preuzmi moje podatke' */
export async function exportOwn({ db, clock, now, user: { id } }: RequestContext<SessionUser>): Promise<Row> {
  const inWallTimes = inWallTime(clock);
  return {
    exported_at: now.wall,
    profile: inWallTimes(await profileOf(db, id)),
    appointments: (await appointmentsOf(db, id)).map(({ client_id, service_id, ...row }) => inWallTimes(row)),
    notifications: (await notificationsOf(db, id, now.ms)).map(inWallTimes),
    waitlist: (await waitlistOf(db, id)).map(inWallTimes),
    sessions: (await sessionsOf(db, id)).map(inWallTimes),
    mails: (await mailsOf(db, id)).map(inWallTimes),
    reminders: (await remindersOf(db, id)).map(inWallTimes),
  };
}

/** The reason that the owner reads at the cancelled bookings. */
const REASON = 'Nalog je obrisan.';

/**
 * Deletes the user's own account: bookings ahead are cancelled as by the client, if the request says so, then everything personal
 * is erased and statistics stay. All or nothing. The admin's account cannot be deleted. docs/spec/behaviour.md §7.4
 */
export async function deleteAccount(
  context: RequestContext<SessionUser>,
  input: ParsedBody<'POST /auth/me/delete'> & { address: string },
): Promise<undefined> {
  const { db, now, user } = context;
  if (user.role === 'ADMIN') refuse('not_allowed');
  const checked = await checkOwnPassword(context, input.password, input.address);
  return inTransaction(db, async (trx) => {
    if (!(await isSameAccount(trx, checked))) refuse('login_required');
    const bookings = await lockUpcomingBookings(trx, now, user.id);
    if (bookings.length > 0 && !input.cancel_bookings) refuse('client_has_bookings');
    for (const row of bookings) await cancelByPerson(trx, context, row, REASON);
    await erasePerson(trx, user.id, now);
    // without a mail server it would keep the address of somebody who is gone
    if (context.config.mail.smtpUrl !== undefined)
      await queueAccountMail(trx, {
        userId: null,
        toEmail: user.email,
        changes: ['DELETION'],
        nowMs: now.ms,
      });
    return undefined;
  });
}
