import { type ExpressionBuilder, sql } from 'kysely';
import { errors } from '#contract/errors.ts';
import type { ParsedBody } from '#contract/index.ts';
import { emailKey, passwordRefusal } from '#domain/accounts/accounts.ts';
import { ERASED_FIELDS, emptied } from '#domain/appointments/edit.ts';
import type { UserId } from '#domain/ids.ts';
import { searchTerms } from '#domain/search.ts';
import { appointmentsOf } from '../figures/figures.ts';
import {
  type Author,
  eraseFromHistory,
  erasePersonFromHistory,
  recordChange,
  recordChanges,
} from '../history/history.ts';
import { clearAttemptsOfAccount } from '../platform/auth/login-attempts.ts';
import type { Passwords } from '../platform/auth/passwords.ts';
import { endResetLinks, endSessionsOf } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { withBookings } from '../platform/db/appointments.ts';
import { merged, PLAIN_COLUMNS } from '../platform/db/columns.ts';
import { forgetHoldings } from '../platform/db/money/holdings.ts';
import { personOfClient, updateAccount } from '../platform/db/people.ts';
import { erasePictures } from '../platform/db/pictures.ts';
import type { Db, Schema, Trx } from '../platform/db/schema.ts';
import { lockRows } from '../platform/db/transaction.ts';
import { accountColumns, ERASED_PERSON, ERASED_USER } from '../platform/db/users.ts';
import { forgetWork } from '../platform/db/work.ts';
import { refuse, refuseOnViolation } from '../platform/errors.ts';
import { forgetMessages } from '../reached/reached.ts';

// both SQLite and PostgreSQL accept '!' as the escape character
const contains = (term: string) =>
  sql<boolean>`people.search_text like ${`%${term.replace(/[%_!]/g, '!$&')}%`} escape '!'`;

/** SQL condition: `search_text` contains every term of the query. docs/spec/behaviour.md §6.7 */
export const isMatch = (query: string) => (is: ExpressionBuilder<Schema, 'people'>) =>
  is.and(searchTerms(query).map(contains));

export const accounts = (db: Db | Trx) =>
  db.selectFrom('users').where('users.role', '=', 'CLIENT').where('users.deleted_at', 'is', null);

/** Clients by name. The cross join makes SQLite begin with people, whose index has the order of the lists. */
export const clients = (db: Db | Trx) =>
  db
    .selectFrom('people')
    .crossJoin('users')
    .whereRef('users.id', '=', 'people.user_id')
    .where('users.role', '=', 'CLIENT')
    .where('users.deleted_at', 'is', null);

export const CLIENT_COLUMNS = [...accountColumns('client'), 'people.id as person_id'] as const;

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

/** True if the client has an upcoming booking, also one for another person. Lock the client's row first, so that no booking is added meanwhile. */
export async function hasFutureBooking(trx: Trx, id: UserId, now: Now): Promise<boolean> {
  const ahead = appointmentsOf(trx, id).where('status', '=', 'BOOKED').where('start_datetime', '>', now.wall);
  return (await ahead.select('appointments.id').limit(1).executeTakeFirst()) !== undefined;
}

const bookingIds = (trx: Trx, id: UserId) =>
  trx.selectFrom('bookings').select('bookings.id').where('bookings.client_id', '=', id);
const appointmentIds = (trx: Trx, id: UserId) => appointmentsOf(trx, id).select('appointments.id');

/** Erases personal data from the client's bookings. Raises the versions, so that a dialog with the old note cannot save it again. */
async function eraseFromBookings(trx: Trx, id: UserId): Promise<void> {
  await trx.deleteFrom('guest_links').where('booking_id', 'in', bookingIds(trx, id)).execute();
  const person = await personOfClient(trx, id);
  const gone = await trx
    .selectFrom('bookings')
    .select('bookings.id')
    .where(({ or, eb }) => or([eb('client_id', '=', id), eb('person_id', '=', person)]))
    .execute();
  const bookings = gone.map((booking) => booking.id);
  await forgetMessages(trx, bookings);
  await forgetWork(trx, bookings);
  await erasePictures(trx, bookings);
  const { notes, ...fields } = emptied(ERASED_FIELDS);
  await trx
    .updateTable('bookings')
    .set({ ...fields, note: notes, guest_number: null, guest_email: null, language: null })
    .where('client_id', '=', id)
    .execute();
  await trx
    .updateTable('bookings')
    .set({ person_id: null, is_forgotten: 1 }) // of others, whom no word in the booking names any more
    .where('client_id', '=', id)
    .where('person_id', '<>', person)
    .execute();
  await trx
    .updateTable('appointments')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('booking_id', 'in', bookingIds(trx, id))
    .execute();
  await trx
    .updateTable('payments')
    .set({ note: null, void_reason: null })
    .where('booking_id', 'in', bookingIds(trx, id))
    .execute();
}

async function eraseFromNotifications(trx: Trx, id: UserId): Promise<void> {
  await trx
    .updateTable('admin_notifications')
    .set({ guest_name: null, guest_phone: null, cancelled_reason: null })
    .where(({ or, eb }) =>
      or([eb('client_id', '=', id), eb('appointment_id', 'in', appointmentIds(trx, id))]),
    )
    .execute();
  await trx.deleteFrom('client_notifications').where('user_id', '=', id).execute();
}

/** Deletes queued and sent mails to the client and the client's guests. Mails to the owner contain no personal data and stay. */
async function eraseFromOutbox(trx: Trx, id: UserId): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where(({ or, and, eb }) => {
      // mails that were sent before bookings had an id name only the appointment
      const ofAppointments = and([
        eb('booking_id', 'is', null),
        eb('appointment_id', 'in', appointmentIds(trx, id)),
      ]);
      const ofBookings = or([eb('booking_id', 'in', bookingIds(trx, id)), ofAppointments]);
      return or([eb('user_id', '=', id), and([eb('to_email', 'is not', null), ofBookings])]);
    })
    .execute();
}

async function eraseFromResponsesAndUndoSteps(trx: Trx, id: UserId): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb('appointment_id', 'in', appointmentIds(trx, id))]))
    .execute();
  await trx
    .deleteFrom('undo_steps')
    .where(({ or, eb }) =>
      or([eb('content', 'like', `%"client_id":${id},%`), eb('content', 'like', `%"client_id":${id}}%`)]),
    )
    .execute();
}

async function recordErasure(trx: Trx, author: Author, id: UserId): Promise<void> {
  const plain = await trx
    .selectFrom('appointments')
    .select(PLAIN_COLUMNS)
    .where('booking_id', 'in', bookingIds(trx, id))
    .execute();
  const rows = await withBookings(trx, plain);
  const erased = rows.map((row) => ({ before: row, after: row, action: 'erased' as const }));
  await recordChanges(trx, author, 'appointment', erased);
  await recordChange(trx, author, 'client', { before: { id }, after: { id }, action: 'erased' });
}

export const recordNewPassword = (trx: Trx, author: Author, id: UserId): Promise<void> =>
  recordChange(trx, author, 'client', { before: { id }, after: { id }, action: 'password' });

/** Erases the personal data of a client without upcoming bookings; account and person stay for statistics. Touches no person for whom the client booked. docs/spec/behaviour.md §6.5 */
export async function erasePerson(trx: Trx, author: Author, id: UserId): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', id)
    .$call(lockRows(trx))
    .executeTakeFirstOrThrow();
  if (account.email_key) await clearAttemptsOfAccount(trx, account.email_key);
  await endSessionsOf(trx, id);
  await endResetLinks(trx, id);
  await trx.deleteFrom('waitlist_entries').where('client_id', '=', id).execute();
  await eraseFromResponsesAndUndoSteps(trx, id);
  await eraseFromOutbox(trx, id);
  await eraseFromNotifications(trx, id);
  await eraseFromBookings(trx, id);
  await trx
    .updateTable('users')
    .set({ ...ERASED_USER, deleted_at: author.now.ms })
    .where('id', '=', id)
    .execute();
  const { id: person_id } = await trx
    .updateTable('people')
    .set(ERASED_PERSON)
    .where('user_id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('due_marks').where('person_id', '=', person_id).execute();
  await forgetHoldings(trx, person_id, author.now.ms);
  await recordErasure(trx, author, id);
  await eraseFromHistory(trx, id, ERASED_PERSON.name);
  await erasePersonFromHistory(trx, person_id);
}

export const savedClient = (trx: Trx, id: UserId) =>
  clients(trx)
    .where('users.id', '=', id)
    .select([...CLIENT_COLUMNS, 'people.staff_note'])
    .executeTakeFirstOrThrow();

/** Locks the account of a client before its person is read, and returns its login. */
export async function lockClient(trx: Trx, id: UserId) {
  const account = accounts(trx).select('email_key').where('id', '=', id).$call(lockRows(trx));
  return (await account.executeTakeFirst()) ?? refuse('not_found');
}

type Input = Omit<ParsedBody<'PUT /users/{id}'> & ParsedBody<'PUT /people/{id}'>, 'password_hash'>;

/** Saves a client. Deactivation or a new password ends sessions; a new password or email deletes reset links. docs/spec/behaviour.md §6.4 */
export async function saveClient(trx: Trx, author: Author, id: UserId, input: Input, password_hash?: string) {
  const { email_key } = await lockClient(trx, id);
  const before = await savedClient(trx, id);
  const { name, email, phone, city, notes, staff_note, active } = merged(before, input);
  const person = { name, email, phone, city, notes, staff_note };
  await updateAccount(trx, id, { role: 'CLIENT', person, active, password_hash });
  const isOtherLogin = password_hash !== undefined || (email && emailKey(email)) !== email_key;
  if (password_hash !== undefined || active === 0) await endSessionsOf(trx, id);
  if (isOtherLogin) await endResetLinks(trx, id);
  const saved = await savedClient(trx, id);
  await recordChange(trx, author, 'client', { before, after: saved });
  if (password_hash !== undefined) await recordNewPassword(trx, author, id);
  return saved;
}
