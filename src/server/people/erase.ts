import { sql } from 'kysely';
import { isSameName } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import { type AdminNotificationId, type PersonId, toId, type WaitId } from '#domain/ids.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { forgetGuest, lockAppointmentsOf } from '../appointments/appointments.ts';
import {
  eraseGuestFromHistory,
  erasePersonFromHistory,
  recordChange,
  recordChanges,
} from '../history/history.ts';
import { forgetHoldings } from '../platform/db/money/holdings.ts';
import { isSharedNumber, lockPeople, type PersonCard } from '../platform/db/people.ts';
import { erasePictures } from '../platform/db/pictures.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { endUndoSteps } from './bookings.ts';

/** Erases a person without an account and without upcoming bookings. Her bookings stay for the statistics, as those that retention has forgotten. docs/spec/behaviour.md §21.1 */
export function eraseGuest(context: RequestContext, id: PersonId): Promise<void> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const [person] = await lockPeople(trx, [id]);
    if (person?.user_id !== null) refuse('not_found');
    const rows = await lockAppointmentsOf(trx, [id]);
    const isAhead = ({ status, start_datetime }: AppointmentRow) =>
      status === 'BOOKED' && start_datetime > now.wall;
    if (rows.some(isAhead)) refuse('client_has_bookings');
    const words = wordsOf(person, rows);
    await endUndoSteps(trx, { people: [id] });
    await eraseFromNotifications(trx, rows, words);
    await endWaits(trx, person);
    await eraseFromBookings(trx, id, rows);
    await eraseGuestFromHistory(trx, rows, words);
    await erasePersonFromHistory(trx, id);
    await forgetHoldings(trx, id, now.ms);
    await trx.deleteFrom('people').where('id', '=', id).execute();
    const erased = rows.map((row) => ({ before: row, after: row, action: 'erased' as const }));
    await recordChanges(trx, context, 'appointment', erased);
    await recordChange(trx, context, 'person', { before: { id }, after: { id }, action: 'erased' });
  });
}

/** The names and phones by which stored texts name the person. */
function wordsOf({ name, phone }: PersonCard, rows: readonly AppointmentRow[]): string[] {
  const typed = rows.flatMap((row) => [row.guest_name, row.guest_phone]);
  const words = [name, phone, ...typed].filter((word) => word !== null);
  return [...new Set(words)].filter((word) => word !== NAMELESS_GUEST);
}

async function eraseFromBookings(trx: Trx, id: PersonId, rows: readonly AppointmentRow[]): Promise<void> {
  const bookings = trx.selectFrom('bookings').select('bookings.id').where('person_id', '=', id);
  await trx.deleteFrom('guest_links').where('booking_id', 'in', bookings).execute();
  await erasePictures(
    trx,
    (await bookings.execute()).map((booking) => booking.id),
  );
  for (const row of rows) await forgetGuest(trx, row);
  // the bookings that are left have no row, and recurring work deletes them
  const nobody = { person_id: null, is_forgotten: 1, guest_name: null, guest_email: null } as const;
  const empty = { ...nobody, guest_phone: null, guest_number: null, language: null, note: null };
  await trx.updateTable('bookings').set(empty).where('person_id', '=', id).execute();
}

/** Erases the owner's notifications about her appointments since they were booked, and those at the same times with her words. */
async function eraseFromNotifications(trx: Trx, rows: readonly AppointmentRow[], words: readonly string[]) {
  const unnamed = { guest_name: NAMELESS_GUEST, guest_phone: null };
  const starts = rows.map(({ start_datetime }) => start_datetime);
  await trx
    .updateTable('admin_notifications')
    .set(({ eb }) => ({
      ...unnamed,
      cancelled_reason: sql<
        string | null
      >`case when ${eb('client_id', 'is', null)} then null else cancelled_reason end`,
    }))
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('appt_start', 'in', starts),
          or([eb('guest_name', 'in', words), eb('guest_phone', 'in', words)]),
        ]),
        ...rows.map(({ id, booked_at }) =>
          and([
            eb('appointment_id', '=', id),
            eb('created_at', '>=', booked_at ?? 0),
            eb('guest_name', 'is not', null),
          ]),
        ),
      ]),
    )
    .execute();
}

/** Deletes what her number waits for, and erases the notifications of free slots for it; of a number that several people share, only those with her name. */
async function endWaits(trx: Trx, { number, name }: PersonCard): Promise<void> {
  if (number === null) return;
  const isShared = await isSharedNumber(trx, number);
  const hersAmong = (
    rows: readonly (Pick<AppointmentRow, 'guest_name' | 'guest_phone'> & { id: number })[],
  ) =>
    rows
      .filter(({ guest_phone }) => phoneNumber(guest_phone) === number)
      .filter(({ guest_name }) => !isShared || isSameName(guest_name, name));
  const columns = ['id', 'guest_name', 'guest_phone'] as const;
  const waits = await trx
    .selectFrom('waitlist_entries')
    .select(columns)
    .where('guest_number', '=', number)
    .execute();
  const ended = hersAmong(waits).map(({ id }) => toId<WaitId>(id));
  await trx.deleteFrom('waitlist_entries').where('id', 'in', ended).execute();
  const told = trx.selectFrom('admin_notifications').select(columns).where('type', '=', 'FREE_SLOT_GUEST');
  const ids = hersAmong(await told.where('guest_phone', 'is not', null).execute()).map(({ id }) =>
    toId<AdminNotificationId>(id),
  );
  await trx
    .updateTable('admin_notifications')
    .set({ guest_name: NAMELESS_GUEST, guest_phone: null })
    .where('id', 'in', ids)
    .execute();
}
