import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import { historyChange, type historyEndpoints } from '#contract/history.ts';
import { EDITABLE_FIELDS, ERASED_FIELDS } from '#domain/appointments/edit.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import type { DueAction } from '#domain/clients/rhythm.ts';
import type { AppointmentId, UserId } from '#domain/ids.ts';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { SETTINGS, type Settings } from '#domain/settings.ts';
import { addDays, dateOf, daysFromTo, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import type {
  HistoryAction,
  HistoryChange,
  HistoryEntry,
  HistoryRole,
  HistorySubject,
} from '#domain/wording/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { momentText, type Now } from '../platform/clock.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import type { AppointmentRow, Db, Schema, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { userColumns } from '../platform/db/users.ts';
import { refuse } from '../platform/errors.ts';
import { type Affected, publishOnCommit, technicianUser } from '../platform/events/publish.ts';
import type { RoutesOf, ValidatedRequest } from '../platform/http/request.ts';
import { showsPhones } from '../platform/http/technician-scope.ts';

/** The author of a change, and the time. `user` is null for a visitor and 'LUNULA' for a background job. */
export interface Author {
  readonly now: Now;
  readonly user: Pick<SessionUser, 'id' | 'role' | 'name'> | 'LUNULA' | null;
}

type Users = Selectable<Schema['users']>;

/** The fields whose changes are recorded. They never include a password, a hash or a token. */
const FIELDS = {
  appointment: [
    ...EDITABLE_FIELDS.filter((field) => field !== 'service_id'),
    'service_name',
    'service_price',
    'attended',
    'rules_accepted_at',
  ],
  client: userColumns('history'),
  service: ['name', 'duration_minutes', 'price', 'position', 'is_addon', 'return_weeks'],
  template: ['weekday', 'time_start', 'duration_minutes', 'active', 'technician_id'],
  absence: ['date_from', 'date_to', 'reason', 'technician_id'],
  technician: ['name', 'position', 'is_active', 'hue', 'service_ids', 'email'],
} as const;

interface Rows {
  appointment: AppointmentRow;
  client: Pick<Users, 'id'> & Partial<Users>;
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
  const value = (row: Values | null, field: string) => (row?.[field] ?? null) as Value;
  return (
    fields
      .map((field) => ({ field, from: value(before, field), to: value(after, field) }))
      .filter(({ from, to }) => from !== to)
      // does not list the technician of a new or deleted appointment as a change
      .filter(({ field }) => field !== 'technician_id' || (before && after) || !fields.includes('status'))
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

function entryOf<S extends Subject>({ now, user }: Author, subject: S, { before, after, action }: Change<S>) {
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
      changes: JSON.stringify(changes),
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

const ROWS_AT_ONCE = 500; // rows per statement: both engines limit the number of parameters

const saveOne = compiledOnce<unknown, NewEntry>((trx, entry) => trx.insertInto('history').values(entry));

async function save(trx: Trx, entries: readonly NewEntry[]): Promise<void> {
  const [entry, ...others] = entries;
  if (entry && others.length === 0) return void (await saveOne(trx, entry));
  for (let done = 0; done < entries.length; done += ROWS_AT_ONCE)
    await trx
      .insertInto('history')
      .values(entries.slice(done, done + ROWS_AT_ONCE))
      .execute();
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

export const recordSettings = (trx: Trx, author: Author, before: Settings, after: Settings) => {
  const changes = changesBetween(Object.keys(after), { ...before }, { ...after });
  return recordFields(trx, author, { subject: 'setting', subject_id: null }, changes);
};

const PERSONAL: ReadonlySet<string> = new Set([...ERASED_FIELDS, ...userColumns('personal')]);
const COLUMNS = ['id', 'by_role', 'by_id', 'by_name', 'from_client_id', 'to_client_id', 'changes'] as const;

const changesOf = (text: string): HistoryChange[] => readJson(z.array(historyChange), text) ?? [];

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

/** The value of a field once the guest is erased: the name becomes 'Gost', phone and notes null. Notes of clients' bookings are kept. */
function withoutGuest({ field }: HistoryChange, value: HistoryChange['from'], clientId: UserId | null) {
  if (field === 'guest_name') return value === null ? null : NAMELESS_GUEST;
  if (field === 'guest_phone') return null;
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
  for (const { id, by_role, by_name, from_client_id, to_client_id, changes } of rows) {
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
  return rows.length;
}

/** Fields whose values are ids. Each line lists the field, the table that contains the name, and the response field that shows the name. */
const NAMED = [
  ['client_id', 'users', 'client'],
  ['technician_id', 'technicians', 'technician'],
] as const;

/** Returns a function that replaces an id in a change by the name of the row with this id. */
async function namesOf(db: Db, changes: readonly HistoryChange[]) {
  const named = new Map<string, { readonly field: string; readonly names: ReadonlyMap<unknown, string> }>();
  for (const [idField, table, field] of NAMED) {
    const ids = changes.flatMap((change) => (change.field === idField ? [change.from, change.to] : []));
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', ids.filter((id) => id !== null) as never[])
      .execute();
    named.set(idField, { field, names: new Map(rows.map(({ id, name }) => [id, name])) });
  }
  return (change: HistoryChange): HistoryChange => {
    const { field, names } = named.get(change.field) ?? {};
    if (!field || !names) return change;
    return { field, from: names.get(change.from) ?? null, to: names.get(change.to) ?? null };
  };
}

/** The changes of an appointment, newest first. Throws 404 for a deleted appointment. docs/spec/behaviour.md §12.2 */
async function historyOfAppointment({
  db,
  clock,
  user,
  params: { id },
  query: { limit = LIST_MAX_COUNT, offset = 0 },
  setTotal,
}: ValidatedRequest<'GET /appointments/{id}/history'>): Promise<HistoryEntry[]> {
  const found = await db.selectFrom('appointments').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) refuse('not_found');
  const rows = await entriesOf(db, id).limit(limit).offset(offset).execute();
  setTotal(await totalOf(entriesOf(db, id), rows.length, { limit, offset }));
  const entries = rows.map((row) => ({ ...row, changes: changesOf(row.changes) }));
  const withName = await namesOf(
    db,
    entries.flatMap(({ changes }) => changes),
  );
  const hasPhones = await showsPhones(db, user);
  return entries.map(({ at, by_role, by_name, action, changes }) => ({
    at: momentText(at, clock),
    by: { role: by_role, name: by_name },
    action,
    changes: changes.filter(({ field }) => hasPhones || field !== 'guest_phone').map(withName),
  }));
}

const entriesOf = (db: Db, id: AppointmentId) =>
  db
    .selectFrom('history')
    .select(['at', 'by_role', 'by_name', 'action', 'changes'])
    .where('subject', '=', 'appointment')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc');

export const historyRoutes: RoutesOf<typeof historyEndpoints> = {
  'GET /appointments/{id}/history': (request) => historyOfAppointment(request),
};
