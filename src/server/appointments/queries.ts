import type { ExpressionBuilder, Nullable } from 'kysely';
import type { Appointment, ListedAppointment } from '#contract/appointments.ts';
import type { ParsedQuery } from '#contract/index.ts';
import { type AppointmentId, toId } from '#domain/ids.ts';
import { FREE_SLOTS_RANGE_MAX_DAYS, PAST_PAGE_COUNT } from '#domain/limits.ts';
import { searchTerms } from '#domain/search.ts';
import { addDays, daysBetween, isWallDate, wallTimeOn } from '#domain/wall-clock.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { Schema } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { freeSlotsBetween } from '../slots/slots.ts';
import { appointmentById, appointmentJson, selectAppointments } from './appointments.ts';
import { assertOwn } from './locks.ts';

type Listed = Omit<Schema, 'users'> & { users: Nullable<Schema['users']> };

const MIDNIGHT = '00:00:00';
const ALL_ROWS = 2 ** 31 - 1; // SQLite has no OFFSET without a LIMIT

/** Own BOOKED that have not ended, soonest first. docs/spec/behaviour.md §5.3 */
export async function ownUpcoming({
  db,
  now,
  user,
  clock,
}: RequestContext<SessionUser>): Promise<Appointment[]> {
  const rows = await selectAppointments(db)
    .where('client_id', '=', user.id)
    .where('status', '=', 'BOOKED')
    .where('end_datetime', '>', now.wall)
    .orderBy('start_datetime')
    .execute();
  return rows.map((row) => appointmentJson(row, clock));
}

/** Own ended BOOKED and own CANCELLED, latest first. docs/spec/behaviour.md §5.3 */
export async function ownPast(
  { db, now, user, clock }: RequestContext<SessionUser>,
  { limit = PAST_PAGE_COUNT, offset = 0 }: ParsedQuery<'GET /appointments/past'>,
): Promise<Appointment[]> {
  const rows = await selectAppointments(db)
    .where('client_id', '=', user.id)
    .where(({ eb, and, or }) =>
      or([
        eb('status', '=', 'CANCELLED'),
        and([eb('status', '=', 'BOOKED'), eb('end_datetime', '<=', now.wall)]),
      ]),
    )
    .orderBy('start_datetime', 'desc')
    .orderBy('appointments.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => appointmentJson(row, clock));
}

/** The soonest BOOKED that has not started. docs/spec/behaviour.md §5.3 */
export async function nextBooked({ db, now, clock }: RequestContext): Promise<Appointment | null> {
  const row = await selectAppointments(db)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .orderBy('start_datetime')
    .limit(1)
    .executeTakeFirst();
  return row ? appointmentJson(row, clock) : null;
}

/** All that start within a period, by start; a date as `to` includes that day. docs/spec/product.md §7.1 */
export async function appointmentsWithin(
  { db, clock }: RequestContext,
  { from, to, status, phone, same_address, limit, offset }: ParsedQuery<'GET /appointments/list'>,
): Promise<ListedAppointment[]> {
  const first = isWallDate(from) ? wallTimeOn(from, MIDNIGHT) : from;
  const last = isWallDate(to) ? wallTimeOn(to, '23:59:59') : to;
  if (last < first) refuse('range_reversed');
  let query = selectAppointments(db).where('start_datetime', '>=', first).where('start_datetime', '<=', last);
  if (status !== undefined) query = query.where('status', '=', status);
  if (phone !== undefined) query = query.where(hasPhone(phone));
  if (same_address !== undefined) query = query.where(isOfSameNetwork(toId(same_address)));
  const rows = await query
    .select(({ selectFrom }) =>
      selectFrom('appointments as other')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('other.booker_network', '=', 'appointments.booker_network')
        .whereRef('other.id', '<>', 'appointments.id')
        .where('other.status', '=', 'BOOKED')
        .as('same_address'),
    )
    .orderBy('start_datetime')
    .orderBy('appointments.id')
    .limit(limit ?? ALL_ROWS)
    .offset(offset ?? 0)
    .execute();
  return rows.map((row) => ({ ...appointmentJson(row, clock), same_address: row.same_address ?? 0 }));
}

/** The guest's or the client's phone holds these digits. A text without a digit filters nothing. */
const hasPhone =
  (phone: string) =>
  ({ eb, or, lit }: ExpressionBuilder<Listed, 'appointments' | 'users'>) => {
    const [digits] = /\d/.test(phone) ? searchTerms(phone) : [];
    if (digits === undefined) return eb(lit(1), '=', 1);
    const part = `%${digits}%`;
    return or([eb('appointments.guest_phone_digits', 'like', part), eb('users.phone_digits', 'like', part)]);
  };

/** Of one that was not booked by a visitor, or is over, there are none. */
const isOfSameNetwork =
  (id: AppointmentId) =>
  ({ eb, selectFrom }: ExpressionBuilder<Listed, 'appointments' | 'users'>) =>
    eb(
      'appointments.booker_network',
      '=',
      selectFrom('appointments as asked').select('asked.booker_network').where('asked.id', '=', id),
    );

/** What the booking page offers. docs/spec/behaviour.md §5.3 */
export function offeredSlots({ db, now }: RequestContext, { from, to }: ParsedQuery<'GET /appointments'>) {
  if (to < from) refuse('range_reversed');
  if (daysBetween(from, to) >= FREE_SLOTS_RANGE_MAX_DAYS) refuse('range_too_long');
  return freeSlotsBetween(db, from, to, now.wall);
}

/** An appointment that the user may see, else 404. */
export async function visibleAppointment(
  { db, user, clock }: RequestContext<SessionUser>,
  id: AppointmentId,
): Promise<Appointment> {
  const found = (await appointmentById(db, id, clock)) ?? refuse('not_found');
  assertOwn(found, user);
  return found;
}

const RANGE_MAX_DAYS = 366; // a month grid is 42 days; no screen shows more than a year at once

/** All appointments of these days, both included, of every status, by start. docs/spec/product.md §7.6 */
export async function calendarAppointments(
  { db, clock }: RequestContext,
  { from, to }: ParsedQuery<'GET /analytics/calendar'>,
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
