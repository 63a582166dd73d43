import type { Generated, Selectable } from 'kysely';
import type { Role } from '#domain/accounts/roles.ts';
import type { PersonId, UserId } from '#domain/ids.ts';
import type { Language } from '#domain/language/languages.ts';

type Flag = 0 | 1;

/** Accounts. The name and the contact of an account are in its row of `people`. */
export interface Users {
  id: Generated<UserId>;
  role: Role;
  /** The folded email address of the login. */
  email_key: string | null;
  active: Generated<Flag>;
  mail_on: Generated<Flag>;
  push_on: Generated<Flag>;
  /** 0: no SMS. */
  sms_on: Generated<Flag>;
  /** 1: the client agreed to automatic messages when an appointment is due. */
  marketing_on: Generated<Flag>;
  /** What the client has chosen or read when she registered; null: nothing. */
  language: Generated<Language | null>;
  password_hash: string | null;
  created_at: number;
  /** Keyed hash of the IP network where the account registered, for 30 days; null if the salon made the account. */
  registered_network: string | null;
  deleted_at: number | null;
}

/** Everybody who ever came or will, and everybody with an account. */
export interface People {
  id: Generated<PersonId>;
  /** The account; null: none. */
  user_id: UserId | null;
  name: string;
  /** The phone as it was typed. */
  phone: string | null;
  /** The phone in E.164, or its digits. Null for the owner and technicians, to whom no guest's number belongs. */
  number: string | null;
  email: string | null;
  city: string | null;
  /** The owner's note. */
  notes: string | null;
  /** The note for everybody in the salon. */
  staff_note: string | null;
  /** 1: only the salon books her. */
  call_only: Generated<Flag>;
  /** 1: she gets no SMS. */
  no_sms: Generated<Flag>;
  /** 1: the owner made the person by hand. */
  is_by_hand: Generated<Flag>;
  /** The folded text for searches; null: no search finds the person (staff, erased accounts). */
  search_text: string | null;
  created_at: number;
}

/** Uses of a column. `client`: the owner's client lists; `export`: the user's download; `personal`: erased from the history with the user; `switch`: what a client switches. */
type Use = 'profile' | 'client' | 'export' | 'history' | 'personal' | 'switch';

interface Column {
  readonly of: 'users' | 'people';
  readonly in: readonly Use[];
}

/** The columns of an account and of its person, and where they are used, in the order of the data export. How to add one: docs/how-to/add-a-column.md */
const COLUMNS = {
  id: { of: 'users', in: ['profile', 'client', 'export'] },
  role: { of: 'users', in: ['profile', 'export'] },
  name: { of: 'people', in: ['profile', 'client', 'export', 'history', 'personal'] },
  email: { of: 'people', in: ['profile', 'client', 'export', 'history', 'personal'] },
  phone: { of: 'people', in: ['profile', 'client', 'export', 'history', 'personal'] },
  city: { of: 'people', in: ['profile', 'client', 'export', 'history', 'personal'] },
  notes: { of: 'people', in: ['client', 'export', 'history', 'personal'] },
  staff_note: { of: 'people', in: ['export', 'history', 'personal'] },
  active: { of: 'users', in: ['client', 'export', 'history'] },
  mail_on: { of: 'users', in: ['profile', 'export', 'history', 'switch'] },
  push_on: { of: 'users', in: ['profile', 'export', 'history', 'switch'] },
  sms_on: { of: 'users', in: ['profile', 'export', 'history', 'switch'] },
  marketing_on: { of: 'users', in: ['profile', 'export', 'history', 'switch'] },
  language: { of: 'users', in: ['profile', 'export'] },
  created_at: { of: 'users', in: ['client', 'export'] },
} as const satisfies Readonly<Record<string, Column>>;

type Table = typeof COLUMNS;
type NameWith<U extends Use> = {
  [Name in keyof Table]: U extends Table[Name]['in'][number] ? Name : never;
}[keyof Table];
type ColumnWith<U extends Use> = {
  [Name in NameWith<U>]: `${Table[Name]['of']}.${Name}`;
}[NameWith<U>];

/** What a client switches on and off. */
export type Switch = NameWith<'switch'>;

const entries = Object.entries(COLUMNS) as [keyof Table, Column][];

/** The names of the columns with this use. */
export const accountFields = <U extends Use>(use: U): NameWith<U>[] =>
  entries.flatMap(([name, column]) => (column.in.includes(use) ? [name as NameWith<U>] : []));

/** The columns with this use, for a query on `users` joined with `people`. */
export const accountColumns = <U extends Use>(use: U): ColumnWith<U>[] =>
  entries.flatMap(([name, column]) =>
    column.in.includes(use) ? [`${column.of}.${name}` as ColumnWith<U>] : [],
  );

const ERASED_NAME = 'Obrisan klijent';

/** What erasing an account leaves of its row. docs/spec/behaviour.md §6.5 */
export const ERASED_USER = {
  email_key: null,
  active: 0,
  mail_on: 0,
  push_on: 0,
  sms_on: 0,
  marketing_on: 0,
  language: null,
  password_hash: null,
  registered_network: null,
} as const satisfies Partial<Selectable<Users>>;

/** What erasing an account leaves of its person, who is kept for the statistics. */
export const ERASED_PERSON = {
  name: ERASED_NAME,
  phone: null,
  number: null,
  email: null,
  city: null,
  notes: null,
  staff_note: null,
  call_only: 0,
  no_sms: 0,
  search_text: null,
} as const satisfies Partial<Selectable<People>>;
