import { sql } from 'kysely';
import type { DuePerson, dueEndpoints, rhythmEndpoints } from '#contract/booking/rhythm.ts';
import type { ParsedQuery } from '#contract/index.ts';
import type { EmptyHour, Retention, retentionEndpoints } from '#contract/statistics.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { minutesOf } from '#domain/appointments/service-fit.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { emptyHoursOf, retentionOf } from '#domain/clients/retention.ts';
import {
  type DueAction,
  type DueMark,
  dueDate,
  dueDay,
  hiddenSince,
  isHiddenFromDue,
  listedUntil,
  nearestOffer,
  nearestRoom,
  returnWeeks,
  sameTimeLater,
} from '#domain/clients/rhythm.ts';
import { type AppointmentId, toId, type UserId } from '#domain/ids.ts';
import { LIST_MAX_COUNT, MAX_RETURN_WEEKS } from '#domain/limits.ts';
import { technicianRefusal } from '#domain/technicians.ts';
import { addDays, dateOf, dayNumber, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { messageText } from '#domain/wording/messages.ts';
import { recordDue } from '../history/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { momentText, type Now, readClock } from '../platform/clock.ts';
import { pagesAddress } from '../platform/config.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, isPostgres } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { ListContext, Platform, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { DAY_MS } from '../platform/jobs/retention.ts';
import { currentSettings } from '../settings/settings.ts';
import { absencesOf, freeSlotsOn, type OfferedTime } from '../slots/slots.ts';
import { appointmentsIn, assertPeriod } from '../statistics/statistics.ts';
import { activeTechnicians } from '../technicians/technicians.ts';
import { type Person, peopleWithVisits } from './people.ts';

type Context = RequestContext<SessionUser>;

/** Proposes a time for the next appointment: after `asked` weeks, or when the client usually returns. docs/spec/behaviour.md §20.1 */
async function nextTime(context: Context, id: AppointmentId, asked: number | undefined) {
  const { db, now, user } = context;
  const row = await db
    .selectFrom('appointments')
    .select(APPOINTMENT_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || (user.role === 'CLIENT' && row.client_id !== user.id)) refuse('not_found');
  const wish = await wishAfter(db, row, now.wall, asked);
  if (!wish.isPossible) return { time: null, weeks: wish.weeks };
  const free = await freeTime(context, row, wish);
  const made = free || user.role === 'CLIENT' ? null : await roomFor(context, row, wish);
  return { time: free ?? made, weeks: wish.weeks };
}

/** The free time that the reminder of a client's own booking offers. docs/spec/behaviour.md §20.1 */
export async function sameTimeAgain(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  booking: AppointmentRow,
): Promise<OfferedTime | null> {
  if (booking.guest_name !== null) return null;
  const now = readClock(clock);
  const wish = await wishAfter(db, booking, now.wall);
  const free = wish.isPossible ? await freeTime({ db, now, config }, booking, wish) : null;
  return free && { ...free, weeks: wish.weeks };
}

interface Wish {
  readonly weeks: number;
  readonly wanted: WallTime;
  readonly minutes: number | null;
  /** Whether the technician still works in the salon and does the services. */
  readonly isPossible: boolean;
}

/** The wanted time and length of the person's next appointment: after `asked` weeks, or when the person usually returns. */
async function wishAfter(db: Db, row: AppointmentRow, now: WallTime, asked?: number): Promise<Wish> {
  const lines = (await linesOf(db, [row.id])).get(row.id) ?? [];
  const days = asked === undefined ? await daysOfPerson(db, row, now) : [];
  const weeks = asked ?? Math.min(returnWeeks(lines, days), MAX_RETURN_WEEKS);
  const technician = (await activeTechnicians(db)).find(({ id }) => id === row.technician_id);
  const serviceIds = lines.flatMap(({ service_id }) => service_id ?? []);
  return {
    weeks,
    wanted: sameTimeLater(row.start_datetime, weeks, now),
    minutes: minutesOfServices(lines),
    isPossible: technician !== undefined && !technicianRefusal(technician.service_ids, serviceIds),
  };
}

async function freeTime(
  { db, now, config }: Pick<Context, 'db' | 'now' | 'config'>,
  { technician_id }: AppointmentRow,
  { wanted, minutes }: Wish,
) {
  const { join_slots } = await currentSettings(db, config);
  const free = await freeSlotsOn(db, [dateOf(wanted)], now.wall);
  const ofTechnician = free.filter((slot) => slot.technician_id === technician_id);
  const offer = nearestOffer(wanted, ofTechnician, { minutes, joins: join_slots === 1 });
  if (!offer) return null;
  const { start_datetime, end_datetime, slots } = offer;
  return { start_datetime, end_datetime, slot_id: slots[0].id };
}

async function roomFor({ db, now }: Context, row: AppointmentRow, { wanted, minutes }: Wish) {
  const day = dateOf(wanted);
  if (isSunday(day) || isAbsentOn(day, await absencesOf(db, row.technician_id, day))) return null;
  const rows = await db
    .selectFrom('appointments')
    .select(['start_datetime', 'end_datetime', 'status'])
    .where('day', '=', day)
    .where('technician_id', '=', row.technician_id)
    .execute();
  const times = nearestRoom(wanted, minutes ?? minutesOf(row), rows, now.wall);
  return times ? { ...times, slot_id: null } : null;
}

/** The days of the past bookings of this appointment's person, without no-shows. */
async function daysOfPerson(db: Db, { client_id, guest_phone_digits }: AppointmentRow, now: WallTime) {
  if (client_id === null && guest_phone_digits === null) return [];
  const past = db
    .selectFrom('appointments')
    .select('day')
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '<=', now)
    .where(({ eb, or }) => or([eb('attended', 'is', null), eb('attended', '=', 1)]));
  const own =
    client_id === null
      ? past.where('guest_phone_digits', '=', guest_phone_digits).where('client_id', 'is', null)
      : past.where('client_id', '=', client_id).where('guest_name', 'is', null);
  return (await own.execute()).map(({ day }) => day);
}

type Period = { readonly from: WallDate; readonly to: WallDate };

async function retentionIn({ db, now }: RequestContext, period: Period): Promise<Retention> {
  assertPeriod(period);
  return retentionOf(await peopleWithVisits(db, now.wall), period, dateOf(now.wall));
}

const EMPTY_HOURS_DAYS = 56;

/** The hours that were offered but not booked in the 8 weeks before today. */
async function emptyHours({ db, now }: RequestContext): Promise<EmptyHour[]> {
  const today = dateOf(now.wall);
  const period = { from: addDays(today, -EMPTY_HOURS_DAYS), to: addDays(today, -1) };
  const columns = ['start_datetime', 'end_datetime', 'status'] as const;
  return emptyHoursOf(await appointmentsIn(db, period).select(columns).execute());
}

interface Due extends Person {
  readonly weeks: number;
  /** The due date as a day number, because formatting thousands of dates is slow. */
  readonly dueDay: number;
  readonly marks: readonly (DueMark & { readonly appointment_id: AppointmentId | null })[];
}

/** The services of these appointments, in order, with their `return_weeks`. Passes thousands of ids as one parameter. */
async function linesOf(db: Db, ids: readonly AppointmentId[]) {
  const isOne = isPostgres(db)
    ? sql<boolean>`line.appointment_id = any(${`{${ids.join()}}`}::int[])`
    : sql<boolean>`line.appointment_id in (select value from json_each(${JSON.stringify(ids)}))`;
  const lines = await db
    .selectFrom('appointment_services as line')
    .leftJoin('services', 'services.id', 'line.service_id')
    .select(['line.appointment_id', 'line.service_id', 'line.name', 'line.duration_minutes'])
    .select('services.return_weeks')
    .where(isOne)
    .orderBy('line.position')
    .execute();
  return Map.groupBy(lines, ({ appointment_id }) => appointment_id);
}

const markKey = ({ client_id, phone_digits }: Pick<Person, 'client_id' | 'phone_digits'>): string =>
  client_id === null ? `phone ${phone_digits}` : `client ${client_id}`;

async function marksByPerson(db: Db) {
  const marks = await db
    .selectFrom('due_marks')
    .select(['client_id', 'phone_digits', 'kind', 'at', 'appointment_id'])
    .execute();
  return Map.groupBy(marks, markKey);
}

/** Returns the people who are due for their next appointment, most overdue first. docs/spec/behaviour.md §20.3 */
export async function dueAmong(db: Db, now: Now, people: readonly Person[]): Promise<Due[]> {
  const until = dayNumber(listedUntil(dateOf(now.wall)));
  const waiting = people.filter((person) => !person.isAhead && !person.isErased);
  const lastIds = waiting.map(({ last_id }) => last_id);
  const [marks, lines] = await Promise.all([marksByPerson(db), linesOf(db, lastIds)]);
  return waiting
    .map((person) => {
      const weeks = returnWeeks(lines.get(person.last_id) ?? [], person.days);
      const ofPhone = person.client_id === null ? undefined : marks.get(`phone ${person.phone_digits}`);
      const own = [...(marks.get(markKey(person)) ?? []), ...(ofPhone ?? [])];
      return { ...person, weeks, dueDay: dueDay(person.last_day, weeks), marks: own };
    })
    .filter((person) => person.dueDay <= until)
    .sort((a, b) => a.dueDay - b.dueDay || a.last_id - b.last_id);
}

const keyOf = ({ client_id, last_id }: Person) => (client_id === null ? `g${last_id}` : `c${client_id}`);

/** The last appointments of the people on one page of the list, with their services. */
async function lastVisits(db: Db, people: readonly Due[]) {
  const ids = people.map(({ last_id }) => last_id);
  const lines = await linesOf(db, ids);
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'start_datetime', 'guest_name', 'guest_phone'])
    .where('id', 'in', ids)
    .execute();
  const services = (id: AppointmentId) => (lines.get(id) ?? []).map((line) => line.name);
  return new Map(rows.map((row) => [row.id, { ...row, service_names: services(row.id) }]));
}

async function clientsById(db: Db, rows: readonly Due[]) {
  const ids = rows.flatMap(({ client_id }) => client_id ?? []);
  const found = await db.selectFrom('users').select(['id', 'name', 'phone']).where('id', 'in', ids).execute();
  return new Map(found.map((client) => [client.id, client]));
}

const lastMessage = (marks: readonly DueMark[]): number =>
  Math.max(0, ...marks.flatMap(({ kind, at }) => (kind === 'STOP' ? [] : at)));

/** Adds names, services and message texts to the people on one page of the list. */
async function described(context: RequestContext, rows: readonly Due[]): Promise<DuePerson[]> {
  if (rows.length === 0) return [];
  const { db, clock, config, now } = context;
  const visits = await lastVisits(db, rows);
  const clients = await clientsById(db, rows);
  const { message_return, salon_name } = await currentSettings(db, config);
  const sender = { salon: salon_name, address: pagesAddress(config), today: dateOf(now.wall) };
  return rows.flatMap((row): DuePerson[] => {
    const visit = visits.get(row.last_id);
    if (!visit) return []; // the appointment was deleted after the first query
    const { start_datetime, service_names } = visit;
    const client = row.client_id === null ? undefined : clients.get(row.client_id);
    const name = client?.name ?? visit.guest_name ?? NAMELESS_GUEST;
    const service_name = service_names.join(' + ') || null;
    const contacted = lastMessage(row.marks);
    return [
      {
        key: keyOf(row),
        client_id: row.client_id,
        name,
        phone: client?.phone ?? visit.guest_phone,
        last_datetime: start_datetime,
        service_names,
        interval_weeks: row.weeks,
        due_date: dueDate(row.last_day, row.weeks),
        contacted_at: contacted === 0 ? null : momentText(contacted, clock),
        text: messageText(message_return, { name, isClient: false, start_datetime, service_name }, sender),
      },
    ];
  });
}

async function dueList(
  context: ListContext,
  { limit = LIST_MAX_COUNT, offset = 0, hidden }: ParsedQuery<'GET /clients/due'>,
): Promise<DuePerson[]> {
  const { db, now } = context;
  const due = await dueAmong(db, now, await peopleWithVisits(db, now.wall));
  const shown = due.filter(({ marks }) => isHiddenFromDue(marks, now.ms) === (hidden === '1'));
  context.setTotal(shown.length);
  return described(context, shown.slice(offset, offset + limit));
}

/** Finds a person: 'c12' is the client with id 12, 'g12' the guest of appointment 12. Returns the columns that identify the person in `due_marks`. */
async function personOfKey(trx: Trx, key: string) {
  const [, kind, digits] = /^([cg])(\d{1,9})$/.exec(key) ?? [];
  const id = Number(digits);
  if (kind === 'g')
    return trx
      .selectFrom('appointments')
      .select(['id as appointment_id', 'client_id', 'guest_phone_digits as phone_digits'])
      .where('id', '=', toId<AppointmentId>(id))
      .where('client_id', 'is', null)
      .where('guest_phone_digits', 'is not', null)
      .executeTakeFirst();
  if (kind !== 'c') return undefined;
  const client = await trx
    .selectFrom('users')
    .select('id as client_id')
    .where('id', '=', toId<UserId>(id))
    .where('role', '=', 'CLIENT')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return client && { ...client, phone_digits: null, appointment_id: null };
}

/** Deletes the marks that hide the person. Keeps SENT marks, which prevent a second message, but moves their time back, so that they no longer hide the person. */
async function resume(
  trx: Trx,
  { client_id, phone_digits }: Pick<Person, 'client_id' | 'phone_digits'>,
  now: Now,
) {
  const before = hiddenSince(now.ms);
  await trx
    .deleteFrom('due_marks')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('client_id', '=', client_id),
        eb('phone_digits', '=', phone_digits),
        // also deletes marks with the client's phone, made before the guest became a client
        eb(
          'phone_digits',
          'in',
          selectFrom('users').select('users.phone_digits').where('id', '=', client_id),
        ),
      ]),
    )
    .where(({ eb, or, and }) =>
      or([eb('kind', '=', 'STOP'), and([eb('kind', '=', 'CONTACTED'), eb('at', '>', before)])]),
    )
    .execute();
  await trx
    .updateTable('due_marks')
    .set({ at: before })
    .where('client_id', '=', client_id)
    .where('kind', '=', 'SENT')
    .where('at', '>', before)
    .execute();
}

/** CONTACTED and STOP hide a person from the list of people who are due for an appointment; RESUME shows the person again. docs/spec/behaviour.md §20.3 */
function markDue(context: RequestContext, key: string, action: DueAction): Promise<void> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const person = (await personOfKey(trx, key)) ?? refuse('not_found');
    if (action === 'RESUME') await resume(trx, person, now);
    else
      await trx
        .insertInto('due_marks')
        .values({ ...person, kind: action, at: now.ms })
        .execute();
    await recordDue(trx, context, person, action);
  });
}

const RESULTS_DAYS = 90;
const RETURN_DAYS = 14;

/** Counts the messages of the last 90 days, and those that led to a booking within 14 days. docs/spec/behaviour.md §20.3 */
async function dueResults({ db, now }: RequestContext): Promise<{ messages: number; returned: number }> {
  const isBooked = sql`appointments.status = 'BOOKED' and appointments.booked_at > mark.at
    and appointments.booked_at <= mark.at + ${RETURN_DAYS * DAY_MS}`;
  const messages = await db
    .selectFrom('due_marks as mark')
    .select(
      sql<boolean>`exists (select 1 from appointments where appointments.client_id = mark.client_id and ${isBooked})
        or exists (select 1 from appointments where appointments.guest_phone_digits = mark.phone_digits
          and appointments.client_id is null and ${isBooked})`.as('has_returned'),
    )
    .where('kind', '<>', 'STOP')
    .where('at', '>', now.ms - RESULTS_DAYS * DAY_MS)
    .execute();
  return { messages: messages.length, returned: messages.filter((row) => row.has_returned).length };
}

export const rhythmRoutes: RoutesOf<
  typeof rhythmEndpoints | typeof dueEndpoints | typeof retentionEndpoints
> = {
  'GET /analytics/retention': (request) => retentionIn(request, request.query),
  'GET /analytics/empty-hours': emptyHours,
  'GET /appointments/{id}/next': (request) => nextTime(request, request.params.id, request.query.weeks),
  'GET /clients/due': (request) => dueList(request, request.query),
  'GET /clients/due/results': dueResults,
  'POST /clients/due/{key}': (request) => markDue(request, request.params.key, request.body.action),
};
