import { sql } from 'kysely';
import { type PersonId, toId } from '#domain/ids.ts';
import { addMonths, dateOf, startOfDay, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { erasePersonFromHistory, forgetGuestsInHistory, recordChanges } from '../history/history.ts';
import { instantMs, type Now } from '../platform/clock.ts';
import { withBookings } from '../platform/db/appointments.ts';
import { PLAIN_COLUMNS } from '../platform/db/columns.ts';
import { forgetHoldings, isOpenHolding } from '../platform/db/money/holdings.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockPhone, lockRows } from '../platform/db/transaction.ts';
import { type DeleteOutdated, deleteInBatches, inBatches } from '../platform/jobs/retention.ts';
import { currentSettings } from '../settings/settings.ts';
import { forgetGuest } from './appointments.ts';

const AT_ONCE = 100; // rows per transaction; few, because each row needs its own statement

// these conditions must equal the conditions of the partial indexes, so that both engines use the indexes
const namesGuest = sql<boolean>`(guest_name <> 'Gost' or guest_phone is not null or guest_email is not null)`;
const namesGuestToOwner = sql<boolean>`(guest_name <> 'Gost' or guest_phone is not null)`;

/** Removes personal data of guests `guest_retention_months` after the appointment (0 = never), then the people whom nothing keeps any more. docs/spec/behaviour.md §10.1 */
export const forgetGuests: DeleteOutdated = async (db, now, config) => {
  const { guest_retention_months } = await currentSettings(db, config);
  const before =
    guest_retention_months > 0 ? startOfDay(addMonths(dateOf(now.wall), -guest_retention_months)) : undefined;
  if (before) await forgetBefore(db, now, before);
  await forgetPeople(db, dateOf(now.wall), before && instantMs(before, config.timeZone));
};

async function forgetBefore(db: Db, now: Now, before: WallTime): Promise<void> {
  const inOwnTransaction = (work: (trx: Trx, most: number) => Promise<number>) =>
    inBatches((most) => inTransaction(db, (trx) => work(trx, most)), { atOnce: AT_ONCE });
  await inOwnTransaction((trx, most) => forgetInBookings(trx, now, before, most));
  await inOwnTransaction((trx, most) => forgetInNotifications(trx, before, most));
  await inOwnTransaction((trx, most) => forgetGuestsInHistory(trx, before, most));
}

/** Erases guests from old bookings. Locks the rows before reading, because an appointment may have moved to the future. */
async function forgetInBookings(trx: Trx, now: Now, before: WallTime, most: number): Promise<number> {
  const found = await trx
    .selectFrom('bookings')
    .innerJoin('appointments', 'booking_id', 'bookings.id')
    .select('appointments.id')
    .where('start_datetime', '<', before)
    .where(namesGuest)
    .orderBy('start_datetime')
    .limit(most)
    .execute();
  const ids = found.map(({ id }) => id);
  const locked = await trx
    .selectFrom('appointments')
    .select(PLAIN_COLUMNS)
    .where('id', 'in', ids)
    .where('start_datetime', '<', before)
    .$call(lockRows(trx))
    .execute();
  const rows = await withBookings(trx, locked);
  for (const row of rows) await forgetGuest(trx, row);
  const forgotten = rows.map((row) => ({ before: row, after: row, action: 'erased' as const }));
  await recordChanges(trx, { now, user: 'LUNULA' }, 'appointment', forgotten);
  return found.length;
}

/** What keeps a person without an account: a booking, a note, a mark, or an open package or voucher. One made by hand is also kept as long as guests are. */
const isKeptByNothing = (madeBefore: number | undefined, today: WallDate) => sql<boolean>`user_id is null
  and notes is null and staff_note is null and call_only = 0 and no_sms = 0 and (is_by_hand = 0 or created_at < ${madeBefore ?? 0})
  and not exists (select 1 from bookings where bookings.person_id = people.id)
  and not exists (select 1 from holdings where holdings.person_id = people.id and ${isOpenHolding(today)})`;

/** Deletes people whom nothing keeps, with their marks of 'Vreme je', and the marks of people without a booking. docs/spec/behaviour.md §21.1 */
async function forgetPeople(db: Db, today: WallDate, madeBefore: number | undefined): Promise<void> {
  const isFree = isKeptByNothing(madeBefore, today);
  let last: PersonId | undefined;
  do {
    const gone = await db
      .selectFrom('people')
      .select(['id', 'number'])
      .where(isFree)
      .where('id', '>', last ?? toId<PersonId>(0))
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const person of gone) await inTransaction(db, (trx) => forgetPerson(trx, person, today, madeBefore));
    last = gone.at(-1)?.id;
  } while (last !== undefined);
  const isWithoutBooking = sql<boolean>`exists (select 1 from people where people.id = due_marks.person_id
    and people.user_id is null) and not exists (select 1 from bookings where bookings.person_id = due_marks.person_id)`;
  await deleteInBatches(db, 'due_marks', isWithoutBooking);
}

/** Deletes a person without an account whom nothing keeps. Returns whether it did. */
export async function forgetPerson(
  trx: Trx,
  { id, number }: { readonly id: PersonId; readonly number: string | null },
  today: WallDate,
  madeBefore?: number,
): Promise<boolean> {
  if (number !== null) await lockPhone(trx, number); // a booking with this number may be under way
  const isFree = isKeptByNothing(madeBefore, today);
  const found = trx.selectFrom('people').select('id').where('id', '=', id).where(isFree);
  if ((await found.execute()).length === 0) return false;
  await forgetHoldings(trx, id, null);
  await trx.deleteFrom('people').where('id', '=', id).execute();
  await erasePersonFromHistory(trx, id);
  return true;
}

async function forgetInNotifications(trx: Trx, before: WallTime, most: number): Promise<number> {
  const rows = await trx
    .selectFrom('admin_notifications')
    .select('id')
    .where('appt_start', '<', before)
    .where(namesGuestToOwner)
    .orderBy('appt_start')
    .limit(most)
    .execute();
  await trx
    .updateTable('admin_notifications')
    .set(({ eb, ref }) => ({
      guest_name: NAMELESS_GUEST,
      guest_phone: null,
      cancelled_reason: eb
        .case()
        .when('client_id', 'is', null)
        .then(null)
        .else(ref('cancelled_reason'))
        .end(),
    }))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.length;
}
