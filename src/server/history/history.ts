import type { Insertable, Selectable } from 'kysely';
import { ERASED_FIELDS } from '#domain/appointments/edit.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import type { DueAction } from '#domain/clients/rhythm.ts';
import type { AppointmentId, PersonId, UserId } from '#domain/ids.ts';
import { SETTINGS } from '#domain/settings.ts';
import { addDays, dateOf, daysFromTo, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import type { HistoryAction, HistoryChange, HistoryRole, HistorySubject } from '#domain/wording/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { batchesOf } from '../platform/db/columns.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { AppointmentRow, Schema, Trx } from '../platform/db/schema.ts';
import type { People } from '../platform/db/users.ts';
import { type Affected, publishOnCommit, technicianUser } from '../platform/events/publish.ts';
import { COLUMNS, changesOf, FIELDS } from './changes.ts';

/** The author of a change, and the time. `user` is null for a visitor and 'LUNULA' for a background job. */
export interface Author {
  readonly now: Now;
  readonly user: Pick<SessionUser, 'id' | 'role' | 'name'> | 'LUNULA' | null;
  /** The name of the user who sent the link by which a guest or client made the change. */
  readonly linkBy?: string | null;
}

type Account = Selectable<Schema['users']> & Omit<Selectable<People>, 'id' | 'created_at'>;

interface Rows {
  appointment: AppointmentRow & { readonly work?: string | null };
  client: Pick<Account, 'id'> & Partial<Account>;
  /** Somebody without an account. `merged_person`: the name of the person who was joined into this one. */
  person: Pick<Selectable<People>, 'id'> & Partial<Selectable<People>> & { readonly merged_person?: string };
  service: Pick<Selectable<Schema['services']>, 'id'> & Partial<Selectable<Schema['services']>>;
  template: Pick<Selectable<Schema['templates']>, 'id'> & Partial<Selectable<Schema['templates']>>;
  absence: Pick<Selectable<Schema['absences']>, 'id' | 'date_from' | 'date_to'> &
    Partial<Selectable<Schema['absences']>>;
  technician: Pick<Selectable<Schema['technicians']>, 'id' | 'name'>;
}
type Subject = keyof Rows;
type Row<S extends Subject> = Rows[S];
type NewEntry = Insertable<Schema['history']>;

/** A row before the change (null = created) and after it (null = deleted). */
interface Change<S extends Subject> {
  readonly before: Rows[S] | null;
  readonly after: Rows[S] | null;
  /** The recorded action; by default created, changed or deleted. */
  readonly action?: HistoryAction;
}

type Value = string | number | null;
type Values = Readonly<Record<string, unknown>>;

function changesBetween(fields: readonly string[], before: Values | null, after: Values | null) {
  const value = (row: Values | null, field: string): Value => {
    const found = row?.[field] ?? null;
    return Array.isArray(found) ? found.join(', ') : (found as Value);
  };
  return (
    fields
      .map((field) => ({ field, from: value(before, field), to: value(after, field) }))
      .filter(({ from, to }) => from !== to)
      // does not list the technician of a new appointment as a change
      .filter(({ field }) => field !== 'technician_id' || before || !fields.includes('status'))
  );
}

const LUNULA = { by_role: 'LUNULA', by_id: null, by_name: 'Lunula' } as const;

function authorOf(user: Author['user'], guestName: string | null | undefined) {
  if (user === 'LUNULA') return LUNULA;
  if (user === null)
    return { by_role: 'GUEST' as HistoryRole, by_id: null, by_name: guestName ?? NAMELESS_GUEST };
  return { by_role: user.role, by_id: user.id, by_name: user.name };
}

type Persons = Partial<Pick<AppointmentRow, 'client_id' | 'guest_name' | 'start_datetime'>>;

/** The columns by which erasure finds the entries that contain a person's data: ids of clients, and the start of a guest's appointment. */
function personsOf(
  subject: HistorySubject,
  before: Persons | null,
  after: Persons | null,
  id: number | null,
) {
  if (subject === 'client') {
    const client = { from_client_id: id as UserId, to_client_id: id as UserId };
    return { ...client, guest_visit: null };
  }
  const withGuest = [after, before].find((row) => row?.guest_name != null);
  return {
    from_client_id: before?.client_id ?? null,
    to_client_id: after?.client_id ?? null,
    guest_visit: withGuest?.start_datetime ?? null,
  };
}

function entryOf<S extends Subject>(
  { now, user, linkBy = null }: Author,
  subject: S,
  { before, after, action }: Change<S>,
) {
  const changes = changesBetween(FIELDS[subject], before as Values | null, after as Values | null);
  const isEmpty = changes.length === 0 && (action === undefined || action === 'changed');
  const id = after?.id ?? before?.id ?? null;
  if (isEmpty) return [];
  const persons = [before, after] as (Persons | null)[];
  const [was = null, is = null] = subject === 'appointment' || subject === 'client' ? persons : [];
  return [
    {
      at: now.ms,
      subject,
      subject_id: id,
      action: action ?? (before === null ? 'created' : after === null ? 'deleted' : 'changed'),
      ...authorOf(user, is?.guest_name ?? was?.guest_name),
      ...personsOf(subject, was, is, id),
      changes: JSON.stringify(
        linkBy === null ? changes : [...changes, { field: 'link', from: null, to: linkBy }],
      ),
    },
  ];
}

function recordFields(
  trx: Trx,
  { now, user }: Author,
  subject: { readonly subject: HistorySubject; readonly subject_id: number | null },
  changes: HistoryChange[],
): Promise<void> {
  const entry = { at: now.ms, ...subject, action: 'changed', ...authorOf(user, null) } as const;
  return save(trx, changes.length === 0 ? [] : [{ ...entry, changes: JSON.stringify(changes) }]);
}

/** Records a change of a day's till; `subject_id` is the date as a number, such as 20261124. docs/spec/behaviour.md §19.1 */
export function recordCashDay(
  trx: Trx,
  author: Author,
  change: { day: WallDate; before: object; after: object; reason: string | undefined },
): Promise<void> {
  const { day, before, after, reason } = change;
  const changes = changesBetween(['opening', 'counted', 'reason'], { ...before }, { ...after, reason });
  return recordFields(trx, author, { subject: 'cash', subject_id: Number(day.replaceAll('-', '')) }, changes);
}

/** Records the new state of a deposit in the history of its appointment, and publishes the change. docs/spec/behaviour.md §19.2 */
export function recordDeposit(
  trx: Trx,
  author: Author,
  change: { appointment: AppointmentRow; from: string; to: string },
): Promise<void> {
  const { appointment, from, to } = change;
  publishOnCommit(trx, AFFECTED.appointment([appointment], dateOf(author.now.wall)));
  const of = { subject: 'appointment', subject_id: appointment.id } as const;
  return recordFields(trx, author, of, [{ field: 'deposit', from, to }]);
}

/** Records an action about a person who is due for the next appointment, in the history of the client or of the guest's last appointment. docs/spec/behaviour.md §20.3 */
export function recordDue(
  trx: Trx,
  author: Author,
  { client_id, appointment_id }: { client_id: UserId | null; appointment_id: AppointmentId | null },
  action: DueAction,
): Promise<void> {
  publishOnCommit(trx, { appointments: ['ADMIN'] });
  const subject = client_id === null ? 'appointment' : 'client';
  const of = { subject, subject_id: client_id ?? appointment_id ?? 0 } as const;
  return recordFields(trx, author, of, [{ field: 'due', from: null, to: action }]);
}

const saveOne = compiledOnce<unknown, NewEntry>((trx, entry) => trx.insertInto('history').values(entry));

async function save(trx: Trx, entries: readonly NewEntry[]): Promise<void> {
  const [entry, ...others] = entries;
  if (entry && others.length === 0) return void (await saveOne(trx, entry));
  for (const batch of batchesOf(entries)) await trx.insertInto('history').values(batch).execute();
}

/** The users and days that a change affects: users who see the row, and days whose free slots change. docs/spec/behaviour.md §13 */
const AFFECTED: { readonly [S in Subject]: (rows: readonly Row<S>[], today: WallDate) => Affected } = {
  appointment: (rows, today) => ({
    appointments: [
      'ADMIN',
      ...rows.flatMap(({ client_id, technician_id }) =>
        [client_id ?? [], technicianUser(technician_id)].flat(),
      ),
    ],
    slots: rows
      .filter(({ status }) => status === 'AVAILABLE')
      .map(({ start_datetime }) => dateOf(start_datetime))
      .filter((day) => day >= today), // clients are never offered past slots
  }),
  absence: (rows, today) => ({
    appointments: ['ADMIN', ...rows.map(({ technician_id = null }) => technicianUser(technician_id))],
    slots: daysFromTo(today, addDays(today, SETTINGS.booking_days.max)).filter((day) =>
      isAbsentOn(day, rows),
    ), // later days do not matter: clients are never offered slots on them
  }),
  client: () => ({ appointments: ['ADMIN'] }),
  person: () => ({ appointments: ['ADMIN'] }),
  service: () => ({}),
  template: () => ({}),
  technician: () => ({ everything: true }),
};

/** Records a change in its transaction and publishes it to event streams on commit. docs/spec/behaviour.md §12.1 */
export const recordChange = <S extends Subject>(trx: Trx, author: Author, subject: S, change: Change<S>) =>
  recordChanges(trx, author, subject, [change]);

export const recordChanges = <S extends Subject>(
  trx: Trx,
  author: Author,
  subject: S,
  changes: readonly Change<S>[],
): Promise<void> => {
  const rows = changes.flatMap(({ before, after }) => [before, after].filter((row) => row !== null));
  publishOnCommit(trx, AFFECTED[subject](rows, dateOf(author.now.wall)));
  return save(
    trx,
    changes.flatMap((change) => entryOf(author, subject, change)),
  );
};

export const recordSettings = (trx: Trx, author: Author, before: object, after: object) => {
  const changes = changesBetween(Object.keys(after), { ...before }, { ...after });
  return recordFields(trx, author, { subject: 'setting', subject_id: null }, changes);
};

const PERSONAL: ReadonlySet<string> = new Set([...ERASED_FIELDS, ...FIELDS.person, 'work']);
/** Erases a client's personal values from the history and replaces the client's name by `name`. docs/spec/behaviour.md §6.5 */
export async function eraseFromHistory(trx: Trx, id: UserId, name: string): Promise<void> {
  const rows = await trx
    .selectFrom('history')
    .select(COLUMNS)
    .where(({ or, eb }) =>
      or([eb('from_client_id', '=', id), eb('to_client_id', '=', id), eb('by_id', '=', id)]),
    )
    .execute();
  for (const { id: entryId, by_id, by_name, from_client_id, to_client_id, changes } of rows) {
    const emptied = changesOf(changes).map((change) => {
      if (!PERSONAL.has(change.field)) return change;
      const from = from_client_id === id ? null : change.from;
      return { ...change, from, to: to_client_id === id ? null : change.to };
    });
    await trx
      .updateTable('history')
      .set({ by_name: by_id === id ? name : by_name, changes: JSON.stringify(emptied) })
      .where('id', '=', entryId)
      .execute();
  }
}

/** The value of a field once the guest is erased: the name becomes 'Gost', phone, work and notes null. Notes of clients' bookings are kept. */
function withoutGuest({ field }: HistoryChange, value: HistoryChange['from'], clientId: UserId | null) {
  if (field === 'guest_name') return value === null ? null : NAMELESS_GUEST;
  if (field === 'guest_phone' || field === 'work') return null;
  return PERSONAL.has(field) && clientId === null ? null : value;
}

/** Erases the guests' personal data in at most `most` history entries of appointments that started before `before`. Returns the number of changed entries. */
export async function forgetGuestsInHistory(trx: Trx, before: WallTime, most: number): Promise<number> {
  const rows = await trx
    .selectFrom('history')
    .select(COLUMNS)
    .where('guest_visit', '<', before)
    .orderBy('guest_visit')
    .limit(most)
    .execute();
  await forgetGuestsIn(trx, rows);
  return rows.length;
}

type StoredEntry = Pick<Selectable<Schema['history']>, (typeof COLUMNS)[number]>;

async function forgetGuestsIn(trx: Trx, entries: readonly StoredEntry[]): Promise<void> {
  for (const { id, by_role, by_name, from_client_id, to_client_id, changes } of entries) {
    const forgotten = changesOf(changes).map((change) => ({
      ...change,
      from: withoutGuest(change, change.from, from_client_id),
      to: withoutGuest(change, change.to, to_client_id),
    }));
    await trx
      .updateTable('history')
      .set({
        by_name: by_role === 'GUEST' ? NAMELESS_GUEST : by_name,
        changes: JSON.stringify(forgotten),
        guest_visit: null,
      })
      .where('id', '=', id)
      .execute();
  }
}

/** Erases a guest: from the entries of her appointments since they were booked, and at the same times from those of rows that she has left, from the first to the last with one of her words. docs/spec/behaviour.md §21.1 */
export async function eraseGuestFromHistory(
  trx: Trx,
  rows: readonly Pick<AppointmentRow, 'id' | 'start_datetime' | 'booked_at'>[],
  words: readonly string[],
): Promise<void> {
  const since = new Map<number | null, number>(rows.map(({ id, booked_at }) => [id, booked_at ?? 0]));
  const ids = rows.map(({ id }) => id);
  const starts = rows.map(({ start_datetime }) => start_datetime);
  const entries = await trx
    .selectFrom('history')
    .select([...COLUMNS, 'subject_id', 'at'])
    .where('subject', '=', 'appointment')
    .where(({ or, eb }) => or([eb('subject_id', 'in', ids), eb('guest_visit', 'in', starts)]))
    .orderBy('id')
    .execute();
  type Entry = (typeof entries)[number];
  const hasWord = ({ changes, by_name }: Entry) =>
    words.some((word) => `${changes}"${by_name}"`.includes(JSON.stringify(word)));
  const named = Map.groupBy(entries.filter(hasWord), ({ subject_id }) => subject_id);
  const isBetween = ({ id, subject_id, changes }: Entry) => {
    const hers = named.get(subject_id) ?? [];
    const isInside = id > (hers[0]?.id ?? id) && id < (hers.at(-1)?.id ?? id);
    return isInside && !changes.includes('"guest_'); // another guest's entry names the other
  };
  const isSince = ({ subject_id, at }: Entry) => at >= (since.get(subject_id) ?? Number.POSITIVE_INFINITY);
  const isHers = (entry: Entry) => isSince(entry) || hasWord(entry) || isBetween(entry);
  await forgetGuestsIn(trx, entries.filter(isHers));
}

/** Erases the personal values of a person without an account from the history of the card. */
export async function erasePersonFromHistory(trx: Trx, id: PersonId): Promise<void> {
  const ofPerson = trx.selectFrom('history').select(['id', 'changes']).where('subject', '=', 'person');
  for (const { id: entryId, changes } of await ofPerson.where('subject_id', '=', id).execute()) {
    const emptied = changesOf(changes).map(({ field }) => ({ field, from: null, to: null }));
    await trx
      .updateTable('history')
      .set({ changes: JSON.stringify(emptied) })
      .where('id', '=', entryId)
      .execute();
  }
}

/** Makes the history of bookings that an account gets its own, so that it is erased with the account. */
export async function giveHistory(
  trx: Trx,
  rows: readonly Pick<AppointmentRow, 'id' | 'booked_at'>[],
  user: UserId,
): Promise<void> {
  for (const { id, booked_at } of rows)
    await trx
      .updateTable('history')
      .set(({ fn, val }) => ({
        from_client_id: fn.coalesce('from_client_id', val(user)),
        to_client_id: fn.coalesce('to_client_id', val(user)),
      }))
      .where('subject', '=', 'appointment')
      .where('subject_id', '=', id)
      .where('at', '>=', booked_at ?? 0)
      .execute();
}

/** Moves the history of an account to the one into which it is joined, together with the ids in the changes. */
export async function moveHistory(trx: Trx, from: UserId, to: UserId): Promise<void> {
  const moved = <T>(id: T | UserId) => (id === from ? to : id) as T;
  const entries = await trx
    .selectFrom('history')
    .select([...COLUMNS, 'subject', 'subject_id'])
    .where(({ or, eb }) =>
      or([eb('from_client_id', '=', from), eb('to_client_id', '=', from), eb('by_id', '=', from)]),
    )
    .execute();
  for (const { id, subject, changes, ...ids } of entries) {
    const renamed = changesOf(changes).map((change) =>
      change.field === 'client_id' ? { ...change, from: moved(change.from), to: moved(change.to) } : change,
    );
    await trx
      .updateTable('history')
      .set({
        from_client_id: moved(ids.from_client_id),
        to_client_id: moved(ids.to_client_id),
        by_id: moved(ids.by_id),
        subject_id: subject === 'client' ? moved(ids.subject_id) : ids.subject_id,
        changes: JSON.stringify(renamed),
      })
      .where('id', '=', id)
      .execute();
  }
}
