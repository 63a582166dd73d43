import type { Appointment } from '#contract/appointments.ts';
import { notificationsOfChange, notificationsOfDelete } from '#domain/notifications.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { personOf, phoneOf } from '#domain/wording/appointments.ts';

/** A client and the message that they get when a change is saved. */
export interface Recipient {
  name: string;
  message: string;
}

/** A guest has no account: only the owner can tell them. */
export interface GuestToCall {
  name: string;
  phone: string | null;
}

export interface Recipients {
  clients: readonly Recipient[];
  guest: GuestToCall | null;
}

/** As much of an appointment as its notifications are about. */
export type NotifiableRow = Pick<
  Appointment,
  | 'start_datetime'
  | 'end_datetime'
  | 'status'
  | 'client_id'
  | 'client_name'
  | 'client_phone'
  | 'guest_name'
  | 'guest_phone'
  | 'service_id'
  | 'service_name'
  | 'cancel_reason'
>;

/** The guest of a booking without a client, while it is ahead. */
function guestOf(row: NotifiableRow, now: WallTime): GuestToCall | null {
  const isGuestOnly = row.status === 'BOOKED' && row.client_id === null && row.guest_name !== null;
  return isGuestOnly && row.start_datetime > now ? { name: personOf(row), phone: phoneOf(row) } : null;
}

const concernsGuest = (before: NotifiableRow, after: NotifiableRow): boolean =>
  before.start_datetime !== after.start_datetime ||
  before.end_datetime !== after.end_datetime ||
  before.guest_name !== after.guest_name ||
  after.status !== 'BOOKED';

/** Who is notified when `after` is saved over `before`, by the server's own table (docs/spec/behaviour.md §5.8). */
export function recipientsOfChange(before: NotifiableRow, after: NotifiableRow, now: WallTime): Recipients {
  const nameOf = (id: number) => (id === before.client_id ? before : after).client_name ?? '';
  const clients = notificationsOfChange(before, after, now).map(({ client_id, message }) => ({
    name: nameOf(client_id),
    message,
  }));
  return { clients, guest: concernsGuest(before, after) ? guestOf(before, now) : null };
}

/** Who is notified of a deletion. */
export function recipientsOfDelete(before: NotifiableRow, now: WallTime): Recipients {
  const clients = notificationsOfDelete(before, now).map(({ message }) => ({
    name: before.client_name ?? '',
    message,
  }));
  return { clients, guest: guestOf(before, now) };
}
