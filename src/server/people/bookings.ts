import { sql } from 'kysely';
import type { PersonId, UserId } from '#domain/ids.ts';
import { lockAppointmentsOf } from '../appointments/appointments.ts';
import { type Author, giveHistory, recordChanges } from '../history/history.ts';
import { withBookings } from '../platform/db/appointments.ts';
import { PLAIN_COLUMNS } from '../platform/db/columns.ts';
import { NO_GUEST } from '../platform/db/people.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';

/** Whose bookings change hands, and who gets them. */
interface Handover {
  readonly people: readonly PersonId[];
  /** Accounts whose bookings the new one gets, also those for others. */
  readonly users?: readonly UserId[];
  readonly to: { readonly person_id: PersonId; readonly client_id: UserId | null };
}

/** Gives all bookings of people and accounts to one person and her account. Her own bookings lose the typed words. The caller has locked the people. docs/spec/behaviour.md §21.4 */
export async function giveBookings(trx: Trx, author: Author, handover: Handover): Promise<void> {
  const { people, users = [], to } = handover;
  const before = await lockAppointmentsOf(trx, people, users);
  await endUndoSteps(trx, handover);
  await saveBookings(trx, handover);
  if (before.length === 0) return;
  const ids = before.map(({ id }) => id);
  const plain = trx.selectFrom('appointments').select(PLAIN_COLUMNS).where('id', 'in', ids);
  const after = new Map((await withBookings(trx, await plain.execute())).map((row) => [row.id, row]));
  const changes = before
    .map((row) => ({ before: row, after: after.get(row.id) ?? row }))
    .filter((change) => isChanged(change.before, change.after));
  await raiseVersions(
    trx,
    changes.map((change) => change.after),
  );
  await recordChanges(trx, author, 'appointment', changes);
  if (to.client_id !== null) await giveHistory(trx, ofNobody(changes), to.client_id);
}

const isChanged = (a: AppointmentRow, b: AppointmentRow): boolean =>
  a.person_id !== b.person_id || a.client_id !== b.client_id || a.guest_name !== b.guest_name;

const ofNobody = (changes: readonly { before: AppointmentRow }[]): AppointmentRow[] =>
  changes.map(({ before }) => before).filter(({ client_id }) => client_id === null);

/** Also saves bookings that have no row, because their deletion can still be undone. */
async function saveBookings(trx: Trx, { people, users = [], to }: Handover): Promise<void> {
  const { person_id, client_id } = to;
  await trx.updateTable('bookings').set({ person_id }).where('person_id', 'in', people).execute();
  if (client_id === null) return;
  await trx.updateTable('bookings').set({ client_id }).where('client_id', 'in', users).execute();
  const ofPerson = trx.updateTable('bookings').where('person_id', '=', person_id);
  // a guest who has to be called about a cancellation stays one
  await ofPerson.set({ client_id }).where('client_id', 'is', null).where('called', 'is', null).execute();
  await ofPerson.set(NO_GUEST).where('client_id', '=', client_id).execute();
}

async function raiseVersions(trx: Trx, rows: readonly AppointmentRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const bookings = rows.flatMap(({ booking_id }) => booking_id ?? []);
  await trx
    .updateTable('appointments')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  await trx
    .updateTable('bookings')
    .set(({ eb }) => ({ sequence: eb('sequence', '+', 1) }))
    .where('id', 'in', bookings)
    .execute();
}

/** Ends the undo steps that know a booking or a waitlist entry of these people and accounts. */
export async function endUndoSteps(trx: Trx, { people, users = [] }: Pick<Handover, 'people' | 'users'>) {
  const names = [...people.map((id) => `"person_id":${id}`), ...users.map((id) => `"client_id":${id}`)];
  for (const name of names)
    await trx
      .deleteFrom('undo_steps')
      .where(sql<boolean>`(content like ${`%${name},%`} or content like ${`%${name}}%`})`)
      .execute();
}
