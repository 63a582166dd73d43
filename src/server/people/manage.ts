import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import type { PersonDetails } from '#contract/people.ts';
import { isOwnOnly, type Owned } from '#domain/accounts/roles.ts';
import { isSameName } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { PersonId } from '#domain/ids.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { hashPasswordIfSet, refuseTakenEmail, saveClient, savedClient } from '../clients/clients.ts';
import { bookingOfGuestLink, isLinkAlive } from '../guest-links/guest-links.ts';
import { recordChange } from '../history/history.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { assertMay } from '../platform/auth/sessions.ts';
import { merged } from '../platform/db/columns.ts';
import { addPerson, giveAccount, lockPeople, type PersonCard, updatePerson } from '../platform/db/people.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { numberOfBooking } from '../reached/reached.ts';
import { giveBookings } from './bookings.ts';
import { type PersonWithAccount, personDetails, personWithAccount } from './read.ts';

/** Adds a person without an account, also a second one with a number. docs/spec/behaviour.md §21.1 */
export async function addByHand(
  context: RequestContext,
  input: ParsedBody<'POST /people'>,
): Promise<PersonDetails> {
  const { db, now } = context;
  const { name, phone = null, email = null, city = null, notes = null, staff_note = null } = input;
  const { call_only, no_sms } = input;
  const person = { name, phone, email, city, notes, staff_note };
  const id = await inTransaction(db, async (trx) => {
    const number = phoneNumber(phone);
    await lockPeople(trx, [], [number]);
    const added = await addPerson(trx, { ...person, created_at: now.ms });
    if (number !== null) await takeBookings(trx, { id: added, name, number });
    await recordChange(trx, context, 'person', { before: null, after: { ...person, id: added } });
    await saveMarks(trx, context, [{ id: added, call_only: 0, no_sms: 0 }], { call_only, no_sms });
    return added;
  });
  return personDetails(db, context, id);
}

/** Gives a new person the bookings of those without an account and with her number that were typed with her folded name. The caller has locked the number. */
async function takeBookings(trx: Trx, { id, name, number }: Pick<PersonCard, 'id' | 'name' | 'number'>) {
  const others = trx
    .selectFrom('people')
    .select('people.id')
    .where('number', '=', number)
    .where('user_id', 'is', null);
  const typed = await trx
    .selectFrom('bookings')
    .select(['id', 'guest_name'])
    .where('guest_number', '=', number)
    .where('person_id', 'in', others)
    .execute();
  const hers = typed.filter(({ guest_name }) => isSameName(guest_name, name)).map((booking) => booking.id);
  await trx
    .updateTable('bookings')
    .set({ person_id: id })
    .where('id', 'in', hers)
    .where('person_id', 'is not', null) // retention may have forgotten it meanwhile
    .execute();
}

async function lockOne(
  trx: Trx,
  id: PersonId,
  numbers: readonly (string | null)[] = [],
): Promise<PersonCard> {
  const [person] = await lockPeople(trx, [id], numbers);
  return person ?? refuse('not_found');
}

/** Edits the card of a person; the account's email is the login. docs/spec/behaviour.md §21.1 */
export async function editPerson(
  context: RequestContext,
  id: PersonId,
  input: ParsedBody<'PUT /people/{id}'>,
): Promise<ResponseBody<'PUT /people/{id}'>> {
  if (isOwnOnly(context.user, 'noteOnPeople')) return noteByTechnician(context, id, input);
  const saving = inTransaction(context.db, async (trx) => {
    const { user_id } = await lockOne(trx, id, [phoneNumber(input.phone)]);
    const before = (await personWithAccount(trx, id)) ?? refuse('not_found');
    const { call_only, no_sms, ...card } = input;
    await saveMarks(trx, context, [before], { call_only, no_sms });
    if (user_id !== null) return void (await saveClient(trx, context, user_id, card));
    const after = merged(before, card);
    const { name, phone, email, city, notes, staff_note } = after;
    await updatePerson(trx, id, { name, phone, email, city, notes, staff_note });
    await recordChange(trx, context, 'person', { before, after });
  });
  await refuseTakenEmail(saving);
  return personDetails(context.db, context, id);
}

/** Saves the note for everybody in the salon, of a person with a booking of the technician's that somebody else made. docs/spec/behaviour.md §16.11 */
function noteByTechnician(context: RequestContext, id: PersonId, input: ParsedBody<'PUT /people/{id}'>) {
  const { staff_note, ...others } = input;
  if (Object.keys(others).length > 0) refuse('not_allowed');
  return inTransaction(context.db, async (trx) => {
    await lockOne(trx, id);
    assertMay(context, 'noteOnPeople', [await bookingWith(trx, context, id)]);
    const before = (await personWithAccount(trx, id)) ?? refuse('not_found');
    const after = merged(before, { staff_note });
    await updatePerson(trx, id, after);
    await recordChange(trx, context, 'person', { before, after });
    return { id, name: after.name, staff_note: after.staff_note };
  });
}

/** A booking of the person with this technician that somebody else made, locked. Without one, a row of nobody. */
async function bookingWith(trx: Trx, { user }: RequestContext, person: PersonId): Promise<Owned> {
  const booked = trx.selectFrom('bookings').innerJoin('appointments', 'booking_id', 'bookings.id');
  const found = await booked
    .select('technician_id')
    .where('person_id', '=', person)
    .where('status', '=', 'BOOKED')
    .where('technician_id', '=', user?.technician_id ?? null)
    .where('booked_by_id', 'is distinct from', user?.id ?? null)
    .limit(1)
    .$call(lockRows(trx))
    .executeTakeFirst();
  return found ?? {};
}

type Marks = Pick<ParsedBody<'PUT /phone-marks'>, 'call_only' | 'no_sms'>;
type Marked = Pick<PersonWithAccount, 'id' | 'call_only' | 'no_sms'>;

/** Saves whom only the salon books, and who gets no SMS. docs/spec/behaviour.md §28.2 */
async function saveMarks(trx: Trx, context: RequestContext, people: readonly Marked[], marks: Marks) {
  for (const before of people) {
    const { call_only, no_sms } = merged(before, marks);
    if (call_only === before.call_only && no_sms === before.no_sms) continue;
    await trx.updateTable('people').set({ call_only, no_sms }).where('id', '=', before.id).execute();
    const after = { id: before.id, call_only, no_sms };
    await recordChange(trx, context, 'person', { before, after: { ...before, ...after } });
  }
}

const MARK_COLUMNS = ['phone', 'name', 'call_only', 'no_sms'] as const;

/** Everybody with a number and a mark, by name. docs/spec/behaviour.md §28.2 */
export async function phoneMarks({ db }: RequestContext) {
  const rows = await db
    .selectFrom('people')
    .select(MARK_COLUMNS)
    .where(({ eb, or }) => or([eb('call_only', '=', 1), eb('no_sms', '=', 1)]))
    .where('number', 'is not', null)
    .orderBy('search_text')
    .orderBy('id')
    .execute();
  return rows.map(({ phone, ...row }) => ({ ...row, phone: phone ?? '' }));
}

/** Marks everybody with a number; without anybody a new person. docs/spec/behaviour.md §28.2 */
export function markPhone(
  context: RequestContext,
  { phone, name, ...marks }: ParsedBody<'PUT /phone-marks'>,
) {
  const { db, now } = context;
  const number = phoneNumber(phone);
  return inTransaction(db, async (trx) => {
    await lockPeople(trx, [], [number]);
    const withNumber = trx
      .selectFrom('people')
      .select(['id', ...MARK_COLUMNS])
      .where('number', '=', number)
      .orderBy('id');
    if ((await withNumber.execute()).length === 0) {
      const person = { name: name ?? NAMELESS_GUEST, phone, email: null, city: null };
      await addPerson(trx, { ...person, created_at: now.ms });
    }
    const people = await withNumber.$call(lockRows(trx)).execute();
    await saveMarks(trx, context, people, marks);
    const [first] = await withNumber.execute();
    if (!first) throw new Error('the marked person is missing');
    const { id: _, ...mark } = first;
    return { ...mark, phone: mark.phone ?? phone };
  });
}

/** 'Bez SMS poruka': binds the number of a link's booking. docs/spec/behaviour.md §29.8 */
export async function refuseSms(
  context: RequestContext,
  { token }: ParsedBody<'POST /guest-link/no-sms'>,
): Promise<void> {
  const { db, now } = context;
  const link = await bookingOfGuestLink(db, hashToken(token));
  if (!link || !(await isLinkAlive(db, token, now))) refuse('guest_link_dead');
  const phone = await numberOfBooking(db, link.booking_id);
  if (phone !== null) await markPhone(context, { phone, no_sms: 1 });
}

/** 'Napravi nalog': makes an account for a person without one, and gives it her bookings. docs/spec/behaviour.md §21.1 */
export async function makeAccount(
  context: RequestContext,
  id: PersonId,
  input: ParsedBody<'POST /people/{id}/account'>,
): Promise<PersonDetails> {
  const { db, now, passwords } = context;
  const password_hash = await hashPasswordIfSet(passwords, input, 'password_hash');
  await inTransaction(db, async (trx) => {
    if ((await lockOne(trx, id)).user_id !== null) refuse('conflict');
    const { name, phone, city } = (await personWithAccount(trx, id)) ?? refuse('not_found');
    const person = { name, phone, city, email: input.email };
    const account = { role: 'CLIENT', person, password_hash, created_at: now.ms } as const;
    const client_id = (await giveAccount(trx, id, account)) ?? refuse('email_taken');
    await giveBookings(trx, context, { people: [id], to: { person_id: id, client_id } });
    const after = await savedClient(trx, client_id);
    await recordChange(trx, context, 'client', { before: null, after });
  });
  return personDetails(db, context, id);
}
