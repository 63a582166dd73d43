import type { Generated, Selectable } from 'kysely';
import type { UserId } from '#domain/ids.ts';

type Flag = 0 | 1;

/** ADMIN is the owner; a TECHNICIAN is linked to a row of `technicians`. */
export type Role = 'ADMIN' | 'CLIENT' | 'TECHNICIAN';

export interface Users {
  id: Generated<UserId>;
  role: Role;
  name: string;
  email: string | null;
  email_key: string | null;
  phone: string | null;
  phone_digits: string | null;
  city: string | null;
  notes: string | null;
  active: Generated<Flag>;
  mail_on: Generated<Flag>;
  push_on: Generated<Flag>;
  /** 1: the client agreed to automatic messages when an appointment is due. */
  marketing_on: Generated<Flag>;
  password_hash: string | null;
  search_text: string;
  created_at: number;
  /** Keyed hash of the IP network where the account registered, for 30 days; null if the salon made the account. */
  registered_network: string | null;
  deleted_at: number | null;
}

/** Uses of a column. `client`: the owner's client lists; `export`: the user's download; `personal`: erased from the history with the user. */
type Use = 'profile' | 'client' | 'export' | 'history' | 'personal';

interface Column<Value> {
  readonly in: readonly Use[];
  /** The value that erasing an account sets; without this property the column keeps its value. docs/spec/behaviour.md §6.5 */
  readonly erased?: Value;
}

/** Every column of `users` and where it is used, in the order of the data export. How to add one: docs/how-to/add-a-column.md */
const USERS = {
  id: { in: ['profile', 'client', 'export'] },
  role: { in: ['profile', 'export'] },
  name: { in: ['profile', 'client', 'export', 'history', 'personal'], erased: 'Obrisan klijent' },
  email: { in: ['profile', 'client', 'export', 'history', 'personal'], erased: null },
  email_key: { in: [], erased: null },
  phone: { in: ['profile', 'client', 'export', 'history', 'personal'], erased: null },
  phone_digits: { in: [], erased: null },
  city: { in: ['profile', 'client', 'export', 'history', 'personal'], erased: null },
  notes: { in: ['client', 'export', 'history', 'personal'], erased: null },
  active: { in: ['client', 'export', 'history'], erased: 0 },
  mail_on: { in: ['profile', 'export', 'history'], erased: 0 },
  push_on: { in: ['profile', 'export', 'history'], erased: 0 },
  marketing_on: { in: ['profile', 'export', 'history'], erased: 0 },
  password_hash: { in: [], erased: null },
  search_text: { in: [], erased: '' },
  created_at: { in: ['client', 'export'] },
  registered_network: { in: [], erased: null },
  deleted_at: { in: [] },
} as const satisfies { readonly [Name in keyof Users]: Column<Selectable<Users>[Name]> };

type Table = typeof USERS;
type ColumnWith<U extends Use> = {
  [Name in keyof Table]: U extends Table[Name]['in'][number] ? Name : never;
}[keyof Table];
type ErasedColumn = {
  [Name in keyof Table]: Table[Name] extends { erased: unknown } ? Name : never;
}[keyof Table];

const entries = Object.entries(USERS) as [keyof Users, Column<unknown>][];

export const userColumns = <U extends Use>(use: U): ColumnWith<U>[] =>
  entries.flatMap(([name, column]) => (column.in.includes(use) ? [name as ColumnWith<U>] : []));

export const ERASED_USER = Object.fromEntries(
  entries.flatMap(([name, column]) => ('erased' in column ? [[name, column.erased]] : [])),
) as Pick<Selectable<Users>, ErasedColumn>;
