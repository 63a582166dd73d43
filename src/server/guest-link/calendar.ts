import { calendarFile } from '../mail/calendar-file.ts';
import type { AppointmentRow } from '../platform/db/schema.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import type { Caller } from '../platform/sessions/sessions.ts';
import { bookingByToken } from './booking-of-link.ts';

/** 'Dodaj u kalendar': a file for a calendar that asks nobody. */
function fileOf(
  { config, now }: Context,
  appointment: Pick<AppointmentRow, 'id' | 'start_datetime' | 'end_datetime' | 'service_name' | 'version'>,
  path: string,
): { ics: string } {
  const title = [config.salon.name, appointment.service_name].filter(Boolean).join(': ');
  return { ics: calendarFile({ method: 'PUBLISH', appointment, title, path }, config, now.ms) };
}

/** A guest's booking by her link, which stands in the file too: from her calendar she gets back to it. */
export async function calendarByLink(context: Context, token: string): Promise<{ ics: string }> {
  const row = await bookingByToken(context.db, token, context.now);
  if (row.status !== 'BOOKED') refuse('guest_link_dead');
  return fileOf(context, row, `/booking?termin=${token}`);
}

/** An own booking; the admin's file is of any. */
export async function calendarOfBooking(context: Context<Caller>, id: number): Promise<{ ics: string }> {
  const { db, who } = context;
  const row = await db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'BOOKED')
    .executeTakeFirst();
  if (!row || (who.role !== 'ADMIN' && row.client_id !== who.id)) refuse('not_found');
  return fileOf(context, row, '/appointments');
}
