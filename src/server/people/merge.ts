import type { PersonDetails } from '#contract/people.ts';
import { emailKey } from '#domain/accounts/accounts.ts';
import { isSameName } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { PersonId, UserId } from '#domain/ids.ts';
import { STAFF_NOTE_MAX_CHARACTERS } from '#domain/limits.ts';
import { erasePerson } from '../clients/clients.ts';
import { moveHistory, recordChange } from '../history/history.ts';
import { queueAccountMail } from '../mail/mail.ts';
import { moveHoldings } from '../platform/db/money/holdings.ts';
import { lockPeople, NO_GUEST, updateAccount, updatePerson } from '../platform/db/people.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction, lockDays } from '../platform/db/transaction.ts';
import type { Switch } from '../platform/db/users.ts';
import { refuse } from '../platform/errors.ts';
import { publishOnCommit } from '../platform/events/publish.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { giveBookings } from './bookings.ts';
import { hasLogin, type PersonWithAccount, personDetails, personWithAccount, SWITCHES } from './read.ts';

/** The account that stays, and the one that is emptied. */
interface Accounts {
  readonly kept: UserId | null;
  readonly dropped: UserId | null;
}

/** 'Spoji': joins the person `from_person_id` into another one. Cannot be undone. docs/spec/behaviour.md §21.4 */
export function mergePeople(
  context: RequestContext,
  id: PersonId,
  from_person_id: PersonId,
): Promise<PersonDetails> {
  const otherPerson = 'Izaberite drugu osobu.';
  if (id === from_person_id) refuse('bad_input', { fields: { from_person_id: otherPerson } });
  return inTransaction(context.db, async (trx) => {
    await lockPeople(trx, [id, from_person_id]);
    const keep = (await personWithAccount(trx, id)) ?? refuse('not_found');
    const from = (await personWithAccount(trx, from_person_id)) ?? refuse('not_found');
    await merge(trx, context, keep, from);
    return personDetails(trx, context, id); // after the commit the person may be joined into somebody else
  });
}

/** The login of the kept person stays; without one, that of the other. */
function accountsOf(keep: PersonWithAccount, from: PersonWithAccount): Accounts {
  const staysKept = keep.user_id !== null && (hasLogin(keep) || !hasLogin(from));
  return staysKept
    ? { kept: keep.user_id, dropped: from.user_id }
    : { kept: from.user_id, dropped: keep.user_id };
}

async function merge(
  trx: Trx,
  context: RequestContext,
  keep: PersonWithAccount,
  from: PersonWithAccount,
): Promise<void> {
  const { kept, dropped } = accountsOf(keep, from);
  const card = await mergedCard(trx, keep, from, kept);
  const waits = await lockWaits(trx, [keep, from]);
  await attachAccounts(trx, { keep: keep.id, from: from.id }, { kept, dropped });
  const people = [keep.id, from.id];
  const users = dropped === null ? [] : [dropped];
  await giveBookings(trx, context, { people, users, to: { person_id: keep.id, client_id: kept } });
  await mergeWaits(trx, waits, { ...card, user_id: kept });
  await moveMarks(trx, from.id, keep.id);
  await moveHoldings(trx, from.id, keep.id);
  await trx
    .updateTable('history')
    .set({ subject_id: keep.id })
    .where('subject', '=', 'person')
    .where('subject_id', '=', from.id)
    .execute();
  if (dropped !== null && kept !== null) await emptyAccount(trx, context, dropped, kept);
  else await trx.deleteFrom('people').where('id', '=', from.id).execute();
  await saveCard(trx, { keep, from }, card, kept);
  const after = { ...card, id: keep.id, merged_person: from.name };
  await recordChange(trx, context, 'person', { before: keep, after });
  if (dropped === from.user_id && hasLogin(from)) await reportTo(trx, context, from);
}

/** The card after a merge: empty fields are filled, notes are appended. */
async function mergedCard(trx: Trx, keep: PersonWithAccount, from: PersonWithAccount, kept: UserId | null) {
  const [first, second] = kept !== null && kept === from.user_id ? [from, keep] : [keep, from];
  const staff_note = joined(keep.staff_note, from.staff_note);
  const fits = (staff_note?.length ?? 0) <= STAFF_NOTE_MAX_CHARACTERS;
  const notes = joined(keep.notes, from.notes);
  return {
    name: keep.name,
    phone: keep.phone ?? from.phone,
    city: keep.city ?? from.city,
    email: first.email ?? (await freeEmail(trx, second, kept)), // that of the account is its login
    // nothing is lost of a note that is too long for everybody
    notes: fits ? notes : joined(notes, from.staff_note),
    staff_note: fits ? staff_note : keep.staff_note,
    call_only: keep.call_only || from.call_only,
    no_sms: keep.no_sms || from.no_sms,
  };
}

const joined = (a: string | null, b: string | null): string | null =>
  a === null || b === null || a === b ? (a ?? b) : `${a}\n${b}`;

/** The email of a person; null if it would be the login of a kept account and is somebody else's. */
async function freeEmail(trx: Trx, { email, user_id }: PersonWithAccount, kept: UserId | null) {
  if (email === null || kept === null) return email;
  const users = trx.selectFrom('users').select('id').where('email_key', '=', emailKey(email));
  const owner = await users.executeTakeFirst();
  return owner === undefined || owner.id === user_id || owner.id === kept ? email : null;
}

/** Gives the kept account to the kept person and the dropped one to the other, who is emptied with it. */
async function attachAccounts(
  trx: Trx,
  { keep, from }: { readonly keep: PersonId; readonly from: PersonId },
  { kept, dropped }: Accounts,
): Promise<void> {
  const attach = (id: PersonId, user_id: UserId | null) =>
    trx.updateTable('people').set({ user_id }).where('id', '=', id).execute();
  await attach(from, null); // an account has one person
  await attach(keep, kept);
  await attach(from, dropped);
}

/** The waitlist entries of both people, of numbers that others share only those with their names. Locks the days. */
async function lockWaits(trx: Trx, people: readonly PersonWithAccount[]) {
  const users = people.flatMap(({ user_id }) => user_id ?? []);
  const numbers = people.flatMap(({ user_id, phone }) => (user_id === null && phoneNumber(phone)) || []);
  const others = await trx
    .selectFrom('people')
    .select('number')
    .where('number', 'in', numbers)
    .where('user_id', 'is', null)
    .where(
      'id',
      'not in',
      people.map(({ id }) => id),
    )
    .execute();
  const shared = new Set(others.map(({ number }) => number));
  const waits = trx
    .selectFrom('waitlist_entries')
    .select(['id', 'day', 'guest_name', 'guest_number'])
    .where(({ or, eb }) => or([eb('client_id', 'in', users), eb('guest_number', 'in', numbers)]))
    .orderBy('created_at')
    .orderBy('id');
  await lockDays(
    trx,
    (await waits.execute()).map(({ day }) => day),
  );
  const isTheirs = ({
    guest_name,
    guest_number,
  }: {
    guest_name: string | null;
    guest_number: string | null;
  }) => !shared.has(guest_number) || people.some(({ name }) => isSameName(name, guest_name));
  return (await waits.execute()).filter(isTheirs);
}

/** Gives the entries to the kept person; of two for one day the earlier one stays. */
async function mergeWaits(
  trx: Trx,
  waits: Awaited<ReturnType<typeof lockWaits>>,
  { user_id, name, phone }: Pick<PersonWithAccount, 'user_id' | 'name' | 'phone'>,
): Promise<void> {
  const guest = { guest_name: name, guest_phone: phone, guest_number: phoneNumber(phone) };
  const owner = user_id === null ? guest : { client_id: user_id, ...NO_GUEST, joiner_network: null };
  for (const [first, ...later] of Map.groupBy(waits, ({ day }) => day).values()) {
    const ids = later.map(({ id }) => id);
    await trx.deleteFrom('waitlist_entries').where('id', 'in', ids).execute();
    const isSame = user_id === null && first?.guest_number === owner.guest_number; // keeps the typed words
    if (first === undefined || isSame) continue;
    await trx.updateTable('waitlist_entries').set(owner).where('id', '=', first.id).execute();
  }
}

async function moveMarks(trx: Trx, from: PersonId, to: PersonId): Promise<void> {
  const ofOther = trx.selectFrom('due_marks as other').select('other.appointment_id');
  await trx
    .deleteFrom('due_marks')
    .where('person_id', '=', from)
    .where('kind', '=', 'SENT')
    .where('appointment_id', 'in', ofOther.where('other.person_id', '=', to).where('other.kind', '=', 'SENT'))
    .execute();
  await trx.updateTable('due_marks').set({ person_id: to }).where('person_id', '=', from).execute();
}

/** Moves what belongs to an account and not to its bookings, then erases the account like a deleted one. */
async function emptyAccount(trx: Trx, context: RequestContext, dropped: UserId, kept: UserId): Promise<void> {
  const client = { client_id: kept };
  const user = { user_id: kept };
  await trx.updateTable('client_notifications').set(user).where('user_id', '=', dropped).execute();
  await trx.updateTable('admin_notifications').set(client).where('client_id', '=', dropped).execute();
  await trx.updateTable('reminders').set(client).where('client_id', '=', dropped).execute();
  await trx.updateTable('pictures').set({ by_user: kept }).where('by_user', '=', dropped).execute();
  await trx
    .updateTable('outbox')
    .set(user)
    .where('user_id', '=', dropped)
    .where('kind', '<>', 'RESET_LINK')
    .execute();
  await trx
    .updateTable('bookings')
    .set({ booked_by_id: kept })
    .where('client_id', '=', kept)
    .where('booked_by_role', '=', 'CLIENT')
    .where('booked_by_id', '=', dropped)
    .execute();
  publishOnCommit(trx, { notifications: [[context.now.ms, [kept]]] });
  await moveHistory(trx, dropped, kept);
  await erasePerson(trx, context, dropped);
}

async function saveCard(
  trx: Trx,
  { keep, from }: { readonly keep: PersonWithAccount; readonly from: PersonWithAccount },
  card: Awaited<ReturnType<typeof mergedCard>>,
  kept: UserId | null,
): Promise<void> {
  const lower = (name: Switch) =>
    keep[name] === null || from[name] === null ? {} : { [name]: Math.min(keep[name], from[name]) };
  const switches = Object.assign({}, ...SWITCHES.map(lower));
  const language = keep.language ?? from.language;
  if (kept === null) await updatePerson(trx, keep.id, card);
  else await updateAccount(trx, kept, { role: 'CLIENT', person: card, language, ...switches });
  const is_by_hand = keep.is_by_hand === 1 || from.is_by_hand === 1 ? 1 : 0;
  await trx
    .updateTable('people')
    .set({ is_by_hand, call_only: card.call_only, no_sms: card.no_sms })
    .where('id', '=', keep.id)
    .execute();
}

/** Tells the address of a dropped login. Without a mail server nothing is queued, because it would keep the address. */
async function reportTo(
  trx: Trx,
  { config, now }: RequestContext,
  { email: toEmail, language }: PersonWithAccount,
): Promise<void> {
  if (config.mail.smtpUrl === undefined) return;
  const report = { userId: null, toEmail, language, changes: ['MERGE' as const], nowMs: now.ms };
  await queueAccountMail(trx, { ...report, isLimited: false });
}
