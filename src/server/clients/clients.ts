import { type RawBuilder, type Selectable, sql } from 'kysely';
import { errors } from '#contract/errors.ts';
import { emailKey, passwordRefusal } from '#domain/accounts.ts';
import { noShowsSince } from '#domain/appointments/attendance.ts';
import { ERASED_FIELDS, emptied } from '#domain/appointments/edit.ts';
import type { Person as BookedPerson } from '#domain/clients/booked-person.ts';
import { contactDigits, phoneDigits } from '#domain/clients/phone.ts';
import type { UserId } from '#domain/ids.ts';
import { searchText } from '#domain/search.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { type Author, eraseFromHistory, recordChange, recordChanges } from '../history/history.ts';
import { clearAttemptsOfAccount } from '../platform/auth/login-attempts.ts';
import type { Passwords } from '../platform/auth/passwords.ts';
import { endResetLinks, endSessionsOf } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { lockRows } from '../platform/db/transaction.ts';
import { ERASED_USER, type Users } from '../platform/db/users.ts';
import { refuse, refuseOnViolation } from '../platform/errors.ts';

type Person = Pick<Selectable<Users>, 'name' | 'email' | 'phone' | 'city'>;

/** The columns of `users` for a person, including columns derived from them, such as the search text. docs/spec/behaviour.md §6.7 */
export function personColumns({ name, email, phone, city }: Person) {
  return {
    name,
    email: email || null,
    email_key: email ? emailKey(email) : null,
    phone: phone || null,
    phone_digits: phone ? phoneDigits(phone) || null : null,
    city: city || null,
    search_text: searchText([name, email, city], phone),
  };
}

/** Maps a violation of the unique `users.email_key` to `email_taken`: an earlier check would miss concurrent requests. */
export const refuseTakenEmail = <T>(saving: Promise<T>): Promise<T> =>
  refuseOnViolation(saving, { unique: 'email_taken' });

/** Hashes the password in this field; undefined for a blank field. Slow: call it before the transaction. docs/spec/behaviour.md §6.4 */
export async function hashPasswordIfSet<Field extends string>(
  passwords: Passwords,
  input: { readonly [F in Field]?: string | null | undefined },
  field: Field,
): Promise<string | undefined> {
  const typed = input[field];
  if (!typed?.trim()) return undefined;
  const refusal = passwordRefusal(typed);
  if (refusal) refuse(refusal, { fields: { [field]: errors[refusal].text } });
  return passwords.hash(typed);
}

/** Selects one upcoming booking of the client. Lock the client's row first, so that no booking is added meanwhile. */
export const futureBooking = (trx: Trx, id: UserId, now: Now) =>
  trx
    .selectFrom('appointments')
    .select('id')
    .where('client_id', '=', id)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .limit(1);

/** True if the client has an upcoming booking, also one for another person. */
export const hasFutureBooking = async (trx: Trx, id: UserId, now: Now): Promise<boolean> =>
  (await futureBooking(trx, id, now).executeTakeFirst()) !== undefined;

const appointmentsOf = (trx: Trx, id: UserId) =>
  trx.selectFrom('appointments').select('appointments.id').where('client_id', '=', id);

/** Erases personal data from the client's appointments. Raises their versions, so that a dialog with the old note cannot save it again. */
async function eraseFromAppointments(trx: Trx, id: UserId): Promise<void> {
  await trx.deleteFrom('guest_links').where('appointment_id', 'in', appointmentsOf(trx, id)).execute();
  await trx
    .updateTable('appointments')
    .set(({ eb }) => ({
      ...emptied(ERASED_FIELDS),
      guest_phone_digits: null,
      guest_email: null,
      version: eb('version', '+', 1),
    }))
    .where('client_id', '=', id)
    .execute();
  await trx
    .updateTable('payments')
    .set({ note: null, void_reason: null })
    .where('appointment_id', 'in', appointmentsOf(trx, id))
    .execute();
}

async function eraseFromNotifications(trx: Trx, id: UserId): Promise<void> {
  await trx
    .updateTable('admin_notifications')
    .set({ guest_name: null, guest_phone: null, cancelled_reason: null })
    .where(({ or, eb }) =>
      or([eb('client_id', '=', id), eb('appointment_id', 'in', appointmentsOf(trx, id))]),
    )
    .execute();
  await trx.deleteFrom('client_notifications').where('user_id', '=', id).execute();
}

/** Deletes queued and sent mails to the client and the client's guests. Mails to the owner contain no personal data and stay. */
async function eraseFromOutbox(trx: Trx, id: UserId): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where(({ or, and, eb }) =>
      or([
        eb('user_id', '=', id),
        and([eb('to_email', 'is not', null), eb('appointment_id', 'in', appointmentsOf(trx, id))]),
      ]),
    )
    .execute();
}

async function eraseFromResponsesAndUndoSteps(trx: Trx, id: UserId): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb('appointment_id', 'in', appointmentsOf(trx, id))]))
    .execute();
  await trx
    .deleteFrom('undo_steps')
    .where(({ or, eb }) =>
      or([eb('content', 'like', `%"client_id":${id},%`), eb('content', 'like', `%"client_id":${id}}%`)]),
    )
    .execute();
}

async function recordErasure(trx: Trx, author: Author, id: UserId): Promise<void> {
  const rows = await trx
    .selectFrom('appointments')
    .select(APPOINTMENT_COLUMNS)
    .where('client_id', '=', id)
    .execute();
  const erased = rows.map((row) => ({ before: row, after: row, action: 'erased' as const }));
  await recordChanges(trx, author, 'appointment', erased);
  await recordChange(trx, author, 'client', { before: { id }, after: { id }, action: 'erased' });
}

export const recordNewPassword = (trx: Trx, author: Author, id: UserId): Promise<void> =>
  recordChange(trx, author, 'client', { before: { id }, after: { id }, action: 'password' });

/** Erases the personal data of a client without upcoming bookings; the row stays for statistics. docs/spec/behaviour.md §6.5 */
export async function erasePerson(trx: Trx, author: Author, id: UserId): Promise<void> {
  const person = await trx
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', id)
    .$call(lockRows(trx))
    .executeTakeFirstOrThrow();
  if (person.email_key) await clearAttemptsOfAccount(trx, person.email_key);
  await endSessionsOf(trx, id);
  await endResetLinks(trx, id);
  await trx.deleteFrom('waitlist_entries').where('client_id', '=', id).execute();
  await trx.deleteFrom('due_marks').where('client_id', '=', id).execute();
  await eraseFromResponsesAndUndoSteps(trx, id);
  await eraseFromOutbox(trx, id);
  await eraseFromNotifications(trx, id);
  await eraseFromAppointments(trx, id);
  await trx
    .updateTable('users')
    .set({ ...ERASED_USER, deleted_at: author.now.ms })
    .where('id', '=', id)
    .execute();
  await recordErasure(trx, author, id);
  await eraseFromHistory(trx, id, ERASED_USER.name);
}

/** Counts no-shows (docs/spec/behaviour.md §5.22). SQLite uses the partial indexes only if `attended = 0` is a literal. */
const missed = (db: Db | Trx, now: WallTime) =>
  db
    .selectFrom('appointments as missed')
    .where('missed.attended', '=', sql.lit(0))
    .where('missed.start_datetime', '>=', noShowsSince(now))
    .select(({ fn }) => fn.countAll<number>().as('count'));

export const noShowsOfUser = (db: Db | Trx, now: WallTime): RawBuilder<number> =>
  sql<number>`(${missed(db, now).where('missed.client_id', '=', sql.ref<UserId>('users.id'))})`;

/** A column for queries on `appointments`: the number of no-shows of the client, or of guests with the same phone. */
export function noShowsOfPerson(db: Db | Trx, now: WallTime): RawBuilder<number> {
  const ofClient = missed(db, now).where('missed.client_id', '=', sql.ref<UserId>('appointments.client_id'));
  const ofPhone = missed(db, now)
    .where('missed.client_id', 'is', null)
    .where('missed.guest_phone_digits', '=', sql.ref<string>('appointments.guest_phone_digits'));
  return sql<number>`case when appointments.client_id is not null then (${ofClient}) else (${ofPhone}) end`;
}

/** The number of no-shows of a client; for a guest, of all guests and clients with the same phone. docs/spec/behaviour.md §5.22 */
export async function noShowsOf(db: Db | Trx, { client_id, guest_phone }: BookedPerson, now: WallTime) {
  const rows = missed(db, now);
  if (client_id !== null)
    return (await rows.where('missed.client_id', '=', client_id).executeTakeFirstOrThrow()).count;
  const digits = contactDigits(guest_phone);
  const withPhone = db.selectFrom('users').select('users.id').where('users.phone_digits', '=', digits);
  const found = await rows
    .where(({ or, and, eb }) =>
      or([
        and([eb('missed.client_id', 'is', null), eb('missed.guest_phone_digits', '=', digits)]),
        eb('missed.client_id', 'in', withPhone),
      ]),
    )
    .executeTakeFirstOrThrow();
  return found.count;
}
