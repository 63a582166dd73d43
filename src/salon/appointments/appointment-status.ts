/** The four states of an appointment and the one table of who may do what with it, read by server and screens alike. */
import type { WallTime } from '../salon-time.ts';

export const APPOINTMENT_STATUSES = ['AVAILABLE', 'BOOKED', 'BLOCKED', 'CANCELLED'] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** What a status is called on the screen. spec.md §4 */
export const STATUS_LABELS: Record<AppointmentStatus, string> = {
  AVAILABLE: 'Dostupan',
  BOOKED: 'Rezervisan',
  BLOCKED: 'Blokiran',
  CANCELLED: 'Otkazan',
};

/** A visitor acts as CLIENT. Whose appointment it is was settled before: another's is not found. */
export type Role = 'ADMIN' | 'CLIENT';

export type AppointmentAction =
  | 'book'
  | 'cancel'
  | 'change_service'
  | 'set_guest'
  | 'block'
  | 'unblock'
  | 'edit'
  | 'move'
  | 'swap'
  | 'delete';

export type ActionRefusal =
  | 'not_allowed'
  | 'slot_gone'
  | 'appointment_not_booked'
  | 'appointment_over'
  | 'status_not_toggled'
  | 'move_refused'
  | 'swap_refused';

type Terms = {
  statuses: readonly AppointmentStatus[];
  /** Why not, in any other status. */
  otherwise?: ActionRefusal;
  /** Why not, once it has begun; left out = time does not matter. */
  onceBegun?: ActionRefusal;
};

const ANY: Terms = { statuses: APPOINTMENT_STATUSES };
const FREE_AHEAD: Terms = { statuses: ['AVAILABLE'], otherwise: 'slot_gone', onceBegun: 'slot_gone' };
const BOOKED: Terms = { statuses: ['BOOKED'], otherwise: 'appointment_not_booked' };
const BOOKED_AHEAD: Terms = { ...BOOKED, onceBegun: 'appointment_over' };
// A lock that is already as asked is no conflict: asked twice, done once.
const LOCKABLE: Terms = { statuses: ['AVAILABLE', 'BLOCKED'], otherwise: 'status_not_toggled' };

const LIVE: readonly AppointmentStatus[] = ['AVAILABLE', 'BOOKED', 'BLOCKED'];

const ALLOWED: Record<AppointmentAction, Partial<Record<Role, Terms>>> = {
  book: { ADMIN: FREE_AHEAD, CLIENT: FREE_AHEAD },
  cancel: { ADMIN: BOOKED, CLIENT: BOOKED_AHEAD },
  change_service: { ADMIN: BOOKED, CLIENT: BOOKED_AHEAD },
  set_guest: { ADMIN: BOOKED, CLIENT: BOOKED_AHEAD },
  block: { ADMIN: LOCKABLE },
  unblock: { ADMIN: LOCKABLE },
  edit: { ADMIN: ANY },
  move: { ADMIN: { statuses: LIVE, otherwise: 'move_refused' } },
  swap: { ADMIN: { statuses: LIVE, otherwise: 'swap_refused' } },
  delete: { ADMIN: ANY },
};

/** Why this role may not do this to the appointment now, or undefined when it may. spec.md §6, behaviour.md §5 */
export function may(
  action: AppointmentAction,
  appointment: { status: AppointmentStatus; start_datetime: WallTime },
  role: Role,
  now: WallTime,
): ActionRefusal | undefined {
  const terms = ALLOWED[action][role];
  if (!terms) return 'not_allowed';
  if (!terms.statuses.includes(appointment.status)) return terms.otherwise;
  return now >= appointment.start_datetime ? terms.onceBegun : undefined;
}

/** What the lock button turns a status into; undefined where there is no lock to show. spec.md §2 (Admin Termini), behaviour.md §5 */
export function lockTarget(status: AppointmentStatus): 'AVAILABLE' | 'BLOCKED' | undefined {
  if (status === 'AVAILABLE') return 'BLOCKED';
  return status === 'BLOCKED' ? 'AVAILABLE' : undefined;
}
