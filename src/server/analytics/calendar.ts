import type { Appointment } from '#contract/appointments.ts';
import type { ReceivedQuery } from '#contract/index.ts';
import { addDays, daysBetween, wallTimeOn } from '#salon/salon-time.ts';
import { appointmentJson, selectAppointments } from '../appointments/appointment-row.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';

const RANGE_MAX_DAYS = 366; // a month grid is 42 days; a year at once is the most that anything shows
const MIDNIGHT = '00:00:00';

/** All appointments of these days, both included, of every status, by start. spec.md §7 */
export async function calendarAppointments(
  { db, clock }: Context,
  { from, to }: ReceivedQuery<'GET /analytics/calendar'>,
): Promise<Appointment[]> {
  if (to < from) refuse('range_reversed');
  if (daysBetween(from, to) >= RANGE_MAX_DAYS) refuse('range_too_long');
  const rows = await selectAppointments(db)
    .where('start_datetime', '>=', wallTimeOn(from, MIDNIGHT))
    .where('start_datetime', '<', wallTimeOn(addDays(to, 1), MIDNIGHT))
    .orderBy('start_datetime')
    .orderBy('appointments.id')
    .execute();
  return rows.map((row) => appointmentJson(row, clock));
}
