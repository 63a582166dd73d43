import { setImmediate as turn } from 'node:timers/promises';
import { type ExpressionBuilder, sql } from 'kysely';
import type {
  FreeSlot,
  ListedAppointment,
  SalonAppointment,
  VisibleAppointment,
} from '#contract/appointments.ts';
import type { ParsedQuery } from '#contract/index.ts';
import { may } from '#domain/accounts/roles.ts';
import { type AppointmentId, type TechnicianId, toId, type UserId } from '#domain/ids.ts';
import {
  CLOSED_RANGE_MAX_DAYS,
  FREE_SLOTS_RANGE_MAX_DAYS,
  LIST_MAX_COUNT,
  PAST_PAGE_COUNT,
} from '#domain/limits.ts';
import type { DepositState } from '#domain/payments/deposits.ts';
import { searchTerms } from '#domain/search.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import {
  addDays,
  dateOf,
  daysBetween,
  daysFromTo,
  isWallDate,
  startOfDay,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import { assertMay, isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { isUncounted } from '../platform/db/money/holdings.ts';
import { sameNumberThen } from '../platform/db/people.ts';
import type { Db, Schema } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { refuse } from '../platform/errors.ts';
import type {
  CacheableContext,
  ListContext,
  RequestContext,
  WrittenInParts,
} from '../platform/http/request.ts';
import { seesPhones } from '../roles/roles.ts';
import { freeSlotsBetween, inOpening } from '../slots/slots.ts';
import {
  appointmentJson,
  type Joined,
  type Query,
  selectAppointments,
  selectForSalon,
} from './appointments.ts';

/** Clients see only their own appointments; owner and technicians see all appointments or, with `technician`, this technician's. docs/spec/behaviour.md §5.3 */
const visible =
  ({ user }: Pick<ListContext<SessionUser>, 'user'>, technician: TechnicianId | undefined) =>
  ({ and }: ExpressionBuilder<Joined, 'appointments' | 'bookings'>) =>
    and(
      isStaff(user)
        ? { ...(technician && { technician_id: technician }) }
        : { 'bookings.client_id': user.id },
    );

const selectFor = (context: Pick<ListContext<SessionUser>, 'db' | 'user' | 'now'>) =>
  isStaff(context.user) ? selectForSalon(context.db, context) : selectAppointments(context.db);

/** Refuses ids of appointments that the user may not see. */
async function assertSeesAll(context: RequestContext, ids: readonly AppointmentId[]): Promise<void> {
  const rows = context.db.selectFrom('appointments').select('technician_id').where('id', 'in', ids);
  assertMay(context, 'seeAppointments', await rows.execute());
}

interface Ahead {
  readonly dawn: WallTime;
  readonly now: WallTime;
}

const upcoming = <Row>(list: Query<Row>, { dawn, now }: Ahead) =>
  list
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', dawn) // this condition only lets the database use the index; it excludes no upcoming booking, because no booking crosses midnight
    .where('end_datetime', '>', now)
    .orderBy('start_datetime')
    .orderBy('appointments.id');

// a literal: SQLite would prepare the query again for each value of a limit
const ownUpcoming = compiledOnce((db, { client_id, ...ahead }: Ahead & { client_id: UserId }) =>
  upcoming(selectAppointments(db), ahead)
    .where('bookings.client_id', '=', client_id)
    .limit(sql.lit(LIST_MAX_COUNT)),
);

/** Bookings that have not ended, soonest first. docs/spec/behaviour.md §5.3 */
export async function upcomingAppointments(
  context: ListContext<SessionUser>,
  { limit = LIST_MAX_COUNT, offset = 0, technician_id }: ParsedQuery<'GET /appointments/upcoming'>,
): Promise<VisibleAppointment[]> {
  const { db, user, now, setTotal } = context;
  const ahead = { dawn: startOfDay(dateOf(now.wall)), now: now.wall };
  const list = upcoming(selectFor(context).where(visible(context, technician_id)), ahead);
  const isOwnFirst = !isStaff(user) && limit === LIST_MAX_COUNT && offset === 0;
  const rows: Awaited<ReturnType<typeof ownUpcoming>> = isOwnFirst
    ? await ownUpcoming(db, { ...ahead, client_id: user.id })
    : await list.limit(limit).offset(offset).execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map((row) => appointmentJson(row, context));
}

/** Ended bookings, latest first; for clients also canceled appointments. docs/spec/behaviour.md §5.3 */
export async function pastAppointments(
  context: ListContext<SessionUser>,
  { limit = PAST_PAGE_COUNT, offset = 0, technician_id }: ParsedQuery<'GET /appointments/past'>,
): Promise<VisibleAppointment[]> {
  const { db, now, user, setTotal } = context;
  const statuses = ['BOOKED', 'CANCELLED'] as const;
  const list = db
    .selectFrom('appointments')
    .leftJoin('bookings', 'bookings.id', 'booking_id')
    .select('appointments.id')
    .where(visible(context, technician_id))
    .where(({ eb, and, or }) =>
      isStaff(user)
        ? and([
            eb('status', 'in', statuses),
            eb('day', '<=', dateOf(now.wall)), // lets counting use a covering index, without reading rows
            eb('start_datetime', '<', now.wall),
            eb('end_datetime', '<=', now.wall),
          ])
        : or([
            eb('status', '=', 'CANCELLED'),
            and([eb('status', '=', 'BOOKED'), eb('end_datetime', '<=', now.wall)]),
          ]),
    );
  // selects ids first, so that the engines sort ids instead of whole rows
  const ids = list
    .orderBy('start_datetime', 'desc')
    .orderBy('appointments.id', 'desc')
    .limit(limit)
    .offset(offset);
  const rows = await selectFor(context)
    .where('appointments.id', 'in', ids)
    .orderBy('start_datetime', 'desc')
    .orderBy('appointments.id', 'desc')
    .execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map((row) => appointmentJson(row, context));
}

/** The salon's next booking. docs/spec/behaviour.md §5.3 */
export async function nextBooked(
  context: RequestContext<SessionUser>,
  { technician_id }: ParsedQuery<'GET /appointments/next'>,
): Promise<SalonAppointment | null> {
  const { db, now } = context;
  const row = await selectForSalon(db, context)
    .where(visible(context, technician_id))
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .orderBy('start_datetime')
    .limit(1)
    .executeTakeFirst();
  return row ? appointmentJson(row, context) : null;
}

const withDeposit = (db: Db, state: DepositState) =>
  db.selectFrom('deposits').select('deposits.booking_id').where('state', '=', state);

/** Counts the booked appointments whose booking came from the same network. */
const bookedFromSameNetwork = ({ selectFrom }: ExpressionBuilder<Schema, 'bookings'>) =>
  selectFrom('bookings as other')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ or, eb, ref }) =>
      or(
        NETWORKS.flatMap((theirs) =>
          NETWORKS.map((own) => eb(`other.${theirs}`, '=', ref(`bookings.${own}`))),
        ),
      ),
    )
    .whereRef('other.id', '<>', 'bookings.id')
    // a subquery, because a join would make SQLite read all booked appointments for each row
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('appointments as theirs')
          .select('theirs.id')
          .whereRef('theirs.booking_id', '=', 'other.id')
          .where('theirs.status', '=', 'BOOKED'),
      ),
    )
    .as('same_address');

/** Appointments that start in a period, ordered by start. If `to` is a date, that day is included. docs/spec/product.md §7.1 */
export async function appointmentsWithin(
  context: ListContext,
  filter: ParsedQuery<'GET /appointments/list'>,
): Promise<ListedAppointment[]> {
  const { db, setTotal } = context;
  const { from, to, status, phone, same_address, without_service, technician_id, deposit, request } = filter;
  const { limit = LIST_MAX_COUNT, offset = 0, uncounted } = filter;
  const first = isWallDate(from) ? startOfDay(from) : from;
  const last = isWallDate(to) ? wallTimeOn(to, '23:59:59') : to;
  if (last < first) refuse('range_reversed');
  let query = selectAppointments(db).where('start_datetime', '>=', first).where('start_datetime', '<=', last);
  if (status !== undefined) query = query.where('status', '=', status);
  if (technician_id !== undefined) query = query.where('appointments.technician_id', '=', technician_id);
  if (phone !== undefined) query = query.where(hasPhone(context, phone));
  if (same_address !== undefined) {
    await assertSeesAll(context, [toId(same_address)]);
    query = query.where(isOfSameNetwork(toId(same_address)));
  }
  if (without_service !== undefined) query = query.where(hasNoService);
  if (deposit !== undefined) query = query.where('appointments.booking_id', 'in', withDeposit(db, deposit));
  if (request !== undefined)
    query = query.where('bookings.request_state', '=', request).where('status', '=', 'BOOKED');
  if (uncounted !== undefined) query = query.where(isUncounted);
  // selects ids first, so that rows before `offset` are read only from the index
  const ids = query
    .clearSelect()
    .select('appointments.id')
    .orderBy('start_datetime')
    .orderBy('appointments.id')
    .limit(limit)
    .offset(offset);
  const rows = await selectForSalon(db, context)
    .select(bookedFromSameNetwork)
    .where('appointments.id', 'in', ids)
    .orderBy('start_datetime')
    .orderBy('appointments.id')
    .execute();
  setTotal(await totalOf(query, rows.length, { limit, offset }));
  return rows.map((row) => ({ ...appointmentJson(row, context), same_address: row.same_address ?? 0 }));
}

/** A condition: the booking has no services. A line keeps its name when its service is deleted. */
const hasNoService = ({ not, exists, selectFrom }: ExpressionBuilder<Joined, 'appointments'>) =>
  not(
    exists(
      selectFrom('booking_lines')
        .select('booking_lines.id')
        .whereRef('booking_lines.booking_id', '=', 'appointments.booking_id'),
    ),
  );

/** Returns a condition: the guest's or client's phone contains these digits. It is true for a text without digits. */
function hasPhone(context: ListContext, phone: string) {
  if (!may(context.user, 'seePhones')) refuse('not_allowed');
  // otherwise the filter would reveal a hidden phone digit by digit
  const [seesGuest, seesClient] = [seesPhones(context), seesPhones(context, 'client.id')];
  const [digits] = /\d/.test(phone) ? searchTerms(phone) : [];
  const part = `%${digits?.replace(/^00?/, '')}%`; // the stored number begins with +381 instead of the 0
  return ({ eb, and, or, lit }: ExpressionBuilder<Joined, 'bookings' | 'client'>) =>
    digits === undefined
      ? eb(lit(1), '=', 1)
      : or([
          and([seesGuest, eb('bookings.guest_number', 'like', part)]),
          and([seesClient, eb('client.number', 'like', part)]),
        ]);
}

/** The IP networks of a booking: of its request, and of the registration if the client's account was new. docs/spec/behaviour.md §4.4 */
const NETWORKS = ['booker_network', 'account_network'] as const;

/** The condition that a booking shares an IP network with the appointment `id`; false if the appointment's networks are unknown. */
const isOfSameNetwork =
  (id: AppointmentId) =>
  ({ eb, or, selectFrom }: ExpressionBuilder<Joined, 'bookings'>) =>
    or(
      NETWORKS.flatMap((theirs) =>
        NETWORKS.map((own) =>
          eb(
            `bookings.${theirs}`,
            '=',
            selectFrom('bookings as asked')
              .innerJoin('appointments as row', 'row.booking_id', 'asked.id')
              .select(`asked.${own}`)
              .where('row.id', '=', id),
          ),
        ),
      ),
    );

/** Free slots for the booking page. The response may be cached until the first of the slots starts. docs/spec/behaviour.md §5.3 */
export async function offeredSlots(
  { db, now, config, cacheUntil }: CacheableContext,
  { from, to, technician_id }: ParsedQuery<'GET /appointments'>,
): Promise<FreeSlot[]> {
  assertRange({ from, to }, FREE_SLOTS_RANGE_MAX_DAYS);
  const { split_slots } = { ...DEFAULT_SETTINGS, ...config.firstSettings };
  const { slots: all, isSplit } = await freeSlotsBetween(db, { from, to }, now.wall, split_slots);
  // in a salon with one technician the slots name no technician, so the filter keeps all of them
  const slots =
    technician_id === undefined
      ? all
      : all.filter((slot) => (slot.technician_id ?? technician_id) === technician_id);
  // with `split_slots` a slot that has begun stays until its end
  const changes = slots.map((slot) => (isSplit ? slot.end_datetime : slot.start_datetime)).sort();
  cacheUntil(changes[0] ?? null);
  return slots;
}

type Days = ParsedQuery<'GET /appointments/closed'>;

export function assertRange({ from, to }: Days, maxDays: number): void {
  if (to < from) refuse('range_reversed');
  if (daysBetween(from, to) >= maxDays) refuse('range_too_long');
}

/** Days without an appointment of any status. docs/spec/behaviour.md §5.3 */
export async function emptyDays({ db }: RequestContext, { from, to }: Days): Promise<WallDate[]> {
  assertRange({ from, to }, CLOSED_RANGE_MAX_DAYS);
  const rows = await db
    .selectFrom('appointments')
    .select('day')
    .distinct()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  const used = new Set(rows.map(({ day }) => day));
  return daysFromTo(from, to).filter((day) => !used.has(day));
}

/** The absences of the whole salon in a period, soonest first, without their reasons. docs/spec/behaviour.md §5.3 */
export function closedDays({ db }: RequestContext, { from, to }: Days) {
  assertRange({ from, to }, CLOSED_RANGE_MAX_DAYS);
  return db
    .selectFrom('absences')
    .select(['date_from', 'date_to'])
    .where('date_from', '<=', to)
    .where('date_to', '>=', from)
    .where('technician_id', 'is', null)
    .orderBy('date_from')
    .orderBy('id')
    .execute();
}

export async function appointmentFor(context: RequestContext<SessionUser>, id: AppointmentId) {
  if (isStaff(context.user)) return appointmentForSalon(context, id);
  const one = selectAppointments(context.db).where('appointments.id', '=', id);
  const found = (await one.executeTakeFirst()) ?? refuse('not_found');
  assertMay(context, 'seeBookings', [found]);
  return appointmentJson(found, context);
}

/** With the signs of the owner's form, which are left out unless they are set. */
async function appointmentForSalon(context: RequestContext<SessionUser>, id: AppointmentId) {
  const one = selectForSalon(context.db, context)
    .select([inOpening().as('in_opening'), sameNumberThen('appointments.id').as('same_number_then')])
    .where('appointments.id', '=', id);
  const { in_opening, same_number_then, ...found } = (await one.executeTakeFirst()) ?? refuse('not_found');
  assertMay(context, 'seeBookings', [found]);
  const signs = { ...(in_opening && { in_opening }), ...(same_number_then && { same_number_then }) };
  return { ...appointmentJson(found, context), ...signs };
}

const AT_ONCE_DAYS = 62; // longer periods are streamed in parts: a whole year would block other requests
const STEP_DAYS = 31;
const RANGE_MAX_DAYS = 366; // a request may ask for at most a year, because no screen shows more

async function* monthByMonth(
  from: WallDate,
  to: WallDate,
  within: (first: WallDate, last: WallDate) => Promise<SalonAppointment[]>,
): AsyncIterable<string> {
  let before = '';
  yield '[';
  for (let day = from; day <= to; day = addDays(day, STEP_DAYS)) {
    const last = addDays(day, STEP_DAYS - 1);
    const rows = await within(day, last < to ? last : to);
    if (rows.length > 0) {
      yield before + rows.map((row) => JSON.stringify(row)).join();
      before = ',';
    }
    await turn();
  }
  yield ']';
}

/** All appointments from `from` to `to` (inclusive), of every status, by start. docs/spec/product.md §7.6 */
export async function calendarAppointments(
  context: RequestContext<SessionUser>,
  { from, to, technician_id }: ParsedQuery<'GET /analytics/calendar'>,
): Promise<SalonAppointment[] | WrittenInParts> {
  assertRange({ from, to }, RANGE_MAX_DAYS);
  const within = async (first: WallDate, last: WallDate): Promise<SalonAppointment[]> => {
    const rows = await selectForSalon(context.db, context)
      .where('start_datetime', '>=', startOfDay(first))
      .where('start_datetime', '<', startOfDay(addDays(last, 1)))
      .where(visible(context, technician_id))
      .orderBy('start_datetime')
      .orderBy('appointments.id')
      .execute();
    return rows.map((row) => appointmentJson(row, context));
  };
  return daysBetween(from, to) < AT_ONCE_DAYS ? within(from, to) : { parts: monthByMonth(from, to, within) };
}
