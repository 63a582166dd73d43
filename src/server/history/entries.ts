import type { Insertable, Selectable } from 'kysely';
import { EDITABLE_FIELDS } from '#domain/appointments/edit.ts';
import type { UserId } from '#domain/ids.ts';
import type { Settings } from '#domain/settings.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import type { HistoryAction, HistoryChange, HistoryRole, HistorySubject } from '#domain/wording/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import type { AppointmentRow, Schema } from '../platform/db/schema.ts';
import { userColumns } from '../platform/db/users.ts';

/** Who works: a user; null is a visitor, a guest of the salon; 'LUNULA' what happens by itself. */
export interface Author {
  readonly now: Now;
  readonly user: Pick<SessionUser, 'id' | 'role' | 'name'> | 'LUNULA' | null;
}

type Users = Selectable<Schema['users']>;
/** What of each subject is kept of its changes: never a password, a hash or a token. */
const FIELDS = {
  appointment: [
    ...EDITABLE_FIELDS.filter((field) => field !== 'service_id'),
    'service_name',
    'service_price',
    'attended',
  ],
  client: userColumns('history'),
  service: ['name', 'duration_minutes', 'price', 'position'],
  template: ['weekday', 'time_start', 'duration_minutes', 'active'],
  absence: ['date_from', 'date_to', 'reason'],
} as const;

interface Rows {
  appointment: AppointmentRow;
  client: Pick<Users, 'id' | 'name' | 'email' | 'phone'> & Partial<Users>;
  service: Pick<Selectable<Schema['services']>, 'id'> & Partial<Selectable<Schema['services']>>;
  template: Pick<Selectable<Schema['templates']>, 'id'> & Partial<Selectable<Schema['templates']>>;
  absence: Pick<Selectable<Schema['absences']>, 'id' | 'date_from' | 'date_to'> &
    Partial<Selectable<Schema['absences']>>;
}
export type Subject = keyof Rows;
export type Row<S extends Subject> = Rows[S];
export type NewEntry = Insertable<Schema['history']>;

/** A row as it was (null = it was not there) and as it is (null = it is gone). */
export interface Change<S extends Subject> {
  readonly before: Rows[S] | null;
  readonly after: Rows[S] | null;
  /** What was done, where it is more than that a row was made, changed or deleted. */
  readonly action?: HistoryAction;
}

type Value = string | number | null;
type Values = Readonly<Record<string, unknown>>;

function changesBetween(
  fields: readonly string[],
  before: Values | null,
  after: Values | null,
): HistoryChange[] {
  const value = (row: Values | null, field: string) => (row?.[field] ?? null) as Value;
  return fields
    .map((field) => ({ field, from: value(before, field), to: value(after, field) }))
    .filter(({ from, to }) => from !== to);
}

const LUNULA = { by_role: 'LUNULA', by_id: null, by_name: 'Lunula' } as const;

function authorOf(user: Author['user'], guestName: string | null | undefined) {
  if (user === 'LUNULA') return LUNULA;
  if (user === null)
    return { by_role: 'GUEST' as HistoryRole, by_id: null, by_name: guestName ?? NAMELESS_GUEST };
  return { by_role: user.role, by_id: user.id, by_name: user.name };
}

type Persons = Partial<Pick<AppointmentRow, 'client_id' | 'guest_name' | 'start_datetime'>>;

/** Whose texts an appointment's or client's side of the change holds: they go with that client, or with the guest. */
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

/** The row of one change, as a list; empty where nothing that is kept has changed. */
export function entryOf<S extends Subject>(
  { now, user }: Author,
  subject: S,
  { before, after, action }: Change<S>,
): NewEntry[] {
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

/** The settings that were changed: one row for all of them. */
export function settingsEntryOf({ now, user }: Author, before: Settings, after: Settings): NewEntry[] {
  const changes = changesBetween(Object.keys(after), { ...before }, { ...after });
  const of = { subject: 'setting', subject_id: null, action: 'changed' } as const;
  const entry = { at: now.ms, ...of, ...authorOf(user, null), changes: JSON.stringify(changes) };
  return changes.length === 0 ? [] : [entry];
}
