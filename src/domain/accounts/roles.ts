import type { TechnicianId, UserId } from '../ids.ts';
import { addMinutes, type WallTime } from '../wall-clock.ts';

export const ROLES = ['ADMIN', 'TECHNICIAN', 'CLIENT'] as const;
export type Role = (typeof ROLES)[number];

/** What the owner allows each technician. docs/spec/behaviour.md §16.11 */
export const TECHNICIAN_SWITCHES = ['sees_phones', 'can_charge', 'can_take_days_off'] as const;
export type TechnicianSwitch = (typeof TECHNICIAN_SWITCHES)[number];

/** Allows a role an action on all rows or only on its own: a client's bookings, a technician's appointments. */
interface Grant {
  readonly rows: 'all' | 'own';
  /** Only for technicians whom the owner has allowed it. */
  readonly needs?: TechnicianSwitch;
  /** Only rows that began at most this many days ago. */
  readonly days?: number;
}

/** A technician changes only appointments that began at most this many days ago. docs/spec/behaviour.md §16.11 */
export const TECHNICIAN_CHANGES_DAYS_BACK = 7;

const ALL = { rows: 'all' } as const;
const NONE: Grant = { rows: 'own' };
const OWN = { rows: 'own' } as const;
const OWN_OF_LATE = { rows: 'own', days: TECHNICIAN_CHANGES_DAYS_BACK } as const;

/** Which role may do what to which rows. A role that an action does not name may not do it. docs/spec/behaviour.md §4.1 and §16.11 */
export const ACTIONS = {
  visit: { VISITOR: ALL, CLIENT: ALL, TECHNICIAN: ALL, ADMIN: ALL },
  seeSlots: { VISITOR: ALL, CLIENT: ALL, TECHNICIAN: OWN, ADMIN: ALL },
  book: { VISITOR: ALL, CLIENT: ALL, TECHNICIAN: OWN_OF_LATE, ADMIN: ALL },
  useAccount: { CLIENT: ALL, TECHNICIAN: ALL, ADMIN: ALL },
  seeBookings: { CLIENT: OWN, TECHNICIAN: OWN, ADMIN: ALL },
  changeBookings: { CLIENT: OWN, TECHNICIAN: OWN_OF_LATE, ADMIN: ALL },
  seeAppointments: { TECHNICIAN: OWN, ADMIN: ALL },
  changeAppointments: { TECHNICIAN: OWN_OF_LATE, ADMIN: ALL },
  undo: { TECHNICIAN: OWN, ADMIN: ALL },
  callGuests: { TECHNICIAN: OWN, ADMIN: ALL },
  planWeeks: { TECHNICIAN: OWN, ADMIN: ALL },
  seeAbsences: { TECHNICIAN: OWN, ADMIN: ALL },
  takeDaysOff: { TECHNICIAN: { rows: 'own', needs: 'can_take_days_off' }, ADMIN: ALL },
  seeWaitlist: { TECHNICIAN: OWN, ADMIN: ALL },
  changeWaitlist: { TECHNICIAN: OWN, ADMIN: ALL },
  readInbox: { TECHNICIAN: ALL, ADMIN: ALL }, // each notification of the salon has one recipient
  useCalendarFeed: { TECHNICIAN: OWN, ADMIN: ALL },
  findPeople: { TECHNICIAN: OWN, ADMIN: ALL }, // all people by name; 'own' are those with whom she was last
  seePhones: { TECHNICIAN: { rows: 'own', needs: 'sees_phones' }, ADMIN: ALL },
  noteOnPeople: { TECHNICIAN: OWN, ADMIN: ALL },
  charge: { TECHNICIAN: { rows: 'own', needs: 'can_charge' }, ADMIN: ALL },
  seeShares: { TECHNICIAN: OWN, ADMIN: ALL },
  manageSalon: { ADMIN: ALL },
} as const satisfies Record<string, Partial<Record<Role | 'VISITOR', Grant>>>;
export type Action = keyof typeof ACTIONS;

/** A user as the table sees her. Only technicians have switches. */
export interface Actor extends Partial<Readonly<Record<TechnicianSwitch, 0 | 1 | null | undefined>>> {
  readonly id: UserId;
  readonly role: Role;
  readonly technician_id: TechnicianId | null;
}

/** The roles that may do this at least to their own rows; 'VISITOR' is nobody who has logged in. */
export const rolesWith = (action: Action) => Object.keys(ACTIONS[action]) as (Role | 'VISITOR')[];

/** What the table allows a role; undefined: nothing. A switch may still forbid it to a technician. */
export const grantOf = (role: Role | 'VISITOR', action: Action): Grant | undefined => {
  const grants: Partial<Record<Role | 'VISITOR', Grant>> = ACTIONS[action];
  return grants[role];
};

/** True if the user may do this to all rows or to some. `user`: null for a visitor. */
export function may(user: Actor | null, action: Action): boolean {
  const grant = grantOf(user?.role ?? 'VISITOR', action);
  return grant !== undefined && (grant.needs === undefined || user?.[grant.needs] === 1);
}

/** True if the user may do this only to rows of her own. */
export const isOwnOnly = (user: Pick<Actor, 'role'> | null, action: Action): boolean =>
  grantOf(user?.role ?? 'VISITOR', action)?.rows !== 'all';

/** A row: its technician, its client and its start, if it has them. */
export interface Owned {
  readonly technician_id?: TechnicianId | null;
  readonly client_id?: UserId | null;
  readonly start_datetime?: WallTime;
}

const owns = (user: Actor | null, row: Owned): boolean =>
  user?.role === 'CLIENT'
    ? row.client_id === user.id
    : user?.role === 'TECHNICIAN' && row.technician_id === user.technician_id;

/** Refuses an action on a row. A client does not learn that another client's row exists. docs/spec/behaviour.md §4.1 and §16.11 */
export function rowRefusal(
  user: Actor | null,
  action: Action,
  row: Owned,
  now: WallTime,
): 'not_allowed' | 'not_found' | undefined {
  if (!may(user, action)) return 'not_allowed';
  const { rows, days } = grantOf(user?.role ?? 'VISITOR', action) ?? NONE;
  if (rows === 'own' && !owns(user, row)) return user?.role === 'CLIENT' ? 'not_found' : 'not_allowed';
  const isOld = days !== undefined && row.start_datetime && row.start_datetime < daysBefore(now, days);
  return isOld ? 'not_allowed' : undefined;
}

/** The same time some days ago. */
export const daysBefore = (now: WallTime, days: number): WallTime => addMinutes(now, -days * 24 * 60);
