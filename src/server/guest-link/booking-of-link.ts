import type { GuestBooking } from '#contract/appointments/guest-link.ts';
import type { Now } from '../platform/clock.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/refuse.ts';
import { hashToken } from '../platform/sessions/tokens.ts';

export interface GuestLink {
  readonly appointment_id: number;
  readonly booked_at: number;
}

/** The link with this token; every other token is the same 404. */
export async function linkOf(db: Db | Trx, token: string): Promise<GuestLink> {
  const found = await db
    .selectFrom('guest_links')
    .select(['appointment_id', 'booked_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return found ?? refuse('guest_link_dead');
}

/** The link's own booking: dead after its end, and when the row has become another one's. */
export function bookingOfLink(link: GuestLink, row: AppointmentRow | undefined, now: Now): AppointmentRow {
  const isAlive = row && row.booked_at === link.booked_at && row.end_datetime > now.wall;
  return isAlive && (row.status === 'BOOKED' || row.status === 'CANCELLED') ? row : refuse('guest_link_dead');
}

export async function bookingByToken(db: Db, token: string, now: Now): Promise<AppointmentRow> {
  const link = await linkOf(db, token);
  const row = await db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', link.appointment_id)
    .executeTakeFirst();
  return bookingOfLink(link, row, now);
}

/** What a guest sees of her booking: nothing that leads to anyone else. */
export const guestBookingJson = (row: AppointmentRow): GuestBooking => ({
  start_datetime: row.start_datetime,
  end_datetime: row.end_datetime,
  status: row.status,
  service_name: row.service_name,
  service_price: row.service_price,
  guest_name: row.guest_name,
  guest_phone: row.guest_phone,
  notes: row.notes,
  cancel_reason: row.cancel_reason,
});
