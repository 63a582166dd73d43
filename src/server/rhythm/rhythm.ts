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
  isSeenSince,
  listedUntil,
  nearestOffer,
  nearestRoom,
  returnWeeks,
  sameTimeLater,
} from '#domain/clients/rhythm.ts';
import { type AppointmentId, type PersonId, toId, type UserId } from '#domain/ids.ts';
import { languageToSend } from '#domain/language/languages.ts';
import { LIST_MAX_COUNT, MAX_RETURN_WEEKS } from '#domain/limits.ts';
import { endsSoon, visitsLeft } from '#domain/payments/holdings.ts';
import { technicianRefusal } from '#domain/technicians.ts';
import { offerRules, spanOf } from '#domain/times/offers.ts';
import { addDays, dateOf, dayNumber, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { messageText } from '#domain/wording/messages.ts';
import { recordDue } from '../history/history.ts';
import { type OfferedTime, offeringOf, offersIn } from '../offers/offers.ts';
import { assertMay, type SessionUser } from '../platform/auth/sessions.ts';
import { momentText, type Now, readClock } from '../platform/clock.ts';
import { pagesAddress } from '../platform/config.ts';
import { appointmentById } from '../platform/db/appointments.ts';
import { openHoldingsOf } from '../platform/db/money/holdings.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { ListContext, Platform, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { inLanguage } from '../platform/language.ts';

import { currentSettings } from '../settings/settings.ts';
import { absencesOf, offeredSlotsOn, rowsOnDays } from '../slots/slots.ts';
import { appointmentsIn, assertPeriod } from '../statistics/statistics.ts';
import { activeTechnicians } from '../technicians/technicians.ts';
import {
  dueResults,
  isCounted,
  isOneOf,
  lastStartsByNumber,
  type Person,
  peopleWithVisits,
} from './people.ts';

type Context = RequestContext<SessionUser>;

/** Proposes a time for the next appointment: after `asked` weeks, or when the client usually returns. docs/spec/behaviour.md §20.1 */
async function nextTime(context: Context, id: AppointmentId, asked: number | undefined) {
  const { db, now, user } = context;
  const isForClient = user.role === 'CLIENT';
  const row = (await appointmentById(db, id)) ?? refuse('not_found');
  assertMay(context, 'seeBookings', [row]);
  const wish = await wishAfter(db, row, now.wall, { asked, isForClient });
  if (!wish.isPossible) return { time: null, weeks: wish.weeks };
  const free = await freeTime(context, row, wish);
  const made = free || isForClient ? null : await roomFor(context, row, wish);
  return { time: free ?? made, weeks: wish.weeks };
}

/** The free time that the reminder of a client's own booking offers. docs/spec/behaviour.md §20.1 */
export async function sameTimeAgain(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  booking: AppointmentRow,
): Promise<OfferedTime | null> {
  if (booking.guest_name !== null) return null;
  const now = readClock(clock);
  const wish = await wishAfter(db, booking, now.wall, { isForClient: true });
  const free = wish.isPossible ? await freeTime({ db, now, config }, booking, wish) : null;
  return free && { ...free, weeks: wish.weeks };
}

interface Wish {
  readonly weeks: number;
  readonly wanted: WallTime;
  readonly lines: readonly Line[];
  /** Whether the technician still works in the salon and does the services. */
  readonly isPossible: boolean;
}

/** The wanted time and length of the person's next appointment: after `asked` weeks, or when the person usually returns. */
async function wishAfter(
  db: Db,
  row: AppointmentRow,
  now: WallTime,
  { asked, isForClient }: { asked?: number | undefined; isForClient: boolean },
): Promise<Wish> {
  const lines = (await linesOf(db, [row.id])).get(row.id) ?? [];
  const days = asked === undefined ? await daysOfPerson(db, row, now, isForClient) : [];
  const weeks = asked ?? Math.min(returnWeeks(lines, days), MAX_RETURN_WEEKS);
  const technician = (await activeTechnicians(db)).find(({ id }) => id === row.technician_id);
  const serviceIds = lines.flatMap(({ service_id }) => service_id ?? []);
  return {
    weeks,
    wanted: sameTimeLater(row.start_datetime, weeks, now),
    lines,
    isPossible: technician !== undefined && !technicianRefusal(technician.service_ids, serviceIds),
  };
}

/** The offer of the technician that is nearest to the wanted time. With `split_slots` services last as long as they do now. */
async function freeTime(
  { db, now, config }: Pick<Context, 'db' | 'now' | 'config'>,
  { technician_id }: AppointmentRow,
  { wanted, lines }: Wish,
) {
  const settings = await currentSettings(db, config);
  const offering = await offeringOf(db, now.wall, settings);
  const ids = lines.flatMap(({ service_id }) => service_id ?? []);
  const isSplit = settings.split_slots === 1;
  const span = isSplit
    ? ids.length === lines.length
      ? offerRules(offering, technician_id, ids).span
      : spanOf(lines)
    : { minutes: minutesOfServices(lines), cleanup: 0 };
  const free = await offeredSlotsOn(db, [dateOf(wanted)], now.wall, settings);
  const hers = free.filter((slot) => slot.technician_id === technician_id);
  const offer = nearestOffer(wanted, offersIn(hers, offering, span));
  if (!offer) return null;
  const { start_datetime, end_datetime, slots } = offer;
  const named = isSplit && { technician_id, span };
  return { start_datetime, end_datetime, slot_id: slots[0].row.id, ...named };
}

async function roomFor({ db, now }: Context, row: AppointmentRow, { wanted, lines }: Wish) {
  const day = dateOf(wanted);
  if (isSunday(day) || isAbsentOn(day, await absencesOf(db, row.technician_id, day))) return null;
  const rows = await rowsOnDays(db, row.technician_id, [day]);
  const minutes = minutesOfServices(lines) ?? minutesOf(row);
  const times = nearestRoom(wanted, { minutes, cleanup: spanOf(lines).cleanup }, rows, now.wall);
  return times ? { ...times, slot_id: null } : null;
}

/** The days of the past bookings of this appointment's person, without no-shows; for a client only those that the account booked for itself, because an account must learn nothing about other people. The cross join makes SQLite begin with the few bookings. */
async function daysOfPerson(
  db: Db,
  { client_id, person_id }: AppointmentRow,
  now: WallTime,
  isForClient: boolean,
): Promise<WallDate[]> {
  const past = db
    .selectFrom('bookings')
    .crossJoin('appointments')
    .whereRef('appointments.booking_id', '=', 'bookings.id')
    .select('day')
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '<=', now)
    .where(({ eb, or }) => or([eb('attended', 'is', null), eb('attended', '=', 1)]));
  const own = isForClient
    ? past.where('client_id', '=', client_id).where('guest_name', 'is', null)
    : past.where('person_id', '=', person_id);
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

type Line = Awaited<ReturnType<typeof linesOf>> extends Map<AppointmentId, (infer One)[]> ? One : never;

interface Due extends Person {
  readonly weeks: number;
  /** The due date as a day number, because formatting thousands of dates is slow. */
  readonly dueDay: number;
  readonly marks: readonly (DueMark & { readonly appointment_id: AppointmentId | null })[];
}

/** The services of these appointments, in order, with their `return_weeks`. */
async function linesOf(db: Db | Trx, ids: readonly AppointmentId[]) {
  const lines = await db
    .selectFrom('appointments')
    .innerJoin('booking_lines as line', 'line.booking_id', 'appointments.booking_id')
    .leftJoin('services', 'services.id', 'line.service_id')
    .select(['appointments.id', 'line.service_id', 'line.name'])
    .select(['line.duration_minutes', 'line.cleanup_minutes'])
    .select('services.return_weeks')
    .where(isOneOf(db, 'appointments.id', ids))
    .orderBy('line.position')
    .execute();
  return Map.groupBy(lines, ({ id }) => id);
}

async function marksOf(db: Db | Trx, ids: readonly PersonId[]) {
  const marks = await db
    .selectFrom('due_marks')
    .select(['person_id', 'kind', 'at', 'appointment_id'])
    .where(isOneOf(db, 'person_id', ids))
    .execute();
  return Map.groupBy(marks, ({ person_id }) => person_id);
}

/** Returns the people who are due for their next appointment, most overdue first. docs/spec/behaviour.md §20.3 */
export async function dueAmong(db: Db | Trx, now: Now, people: readonly Person[]): Promise<Due[]> {
  const until = dayNumber(listedUntil(dateOf(now.wall)));
  const waiting = people.filter((person) => !person.isAhead && !person.isErased);
  const lines = await linesOf(
    db,
    waiting.map(({ last_id }) => last_id),
  );
  const due = waiting
    .map((person) => {
      const weeks = returnWeeks(lines.get(person.last_id) ?? [], person.days);
      return { ...person, weeks, dueDay: dueDay(dateOf(person.last_start), weeks) };
    })
    .filter((person) => person.dueDay <= until)
    .sort((a, b) => a.dueDay - b.dueDay || a.last_id - b.last_id);
  const clients = due.flatMap(({ id, client_id }) => (client_id === null ? [] : id));
  const ids = due.map(({ id }) => id);
  const [marks, byNumber] = await Promise.all([marksOf(db, ids), lastStartsByNumber(db, clients)]);
  return due
    .filter(({ id, last_start }) => !isSeenSince(last_start, byNumber.get(id) ?? null))
    .map((person) => ({ ...person, marks: marks.get(person.id) ?? [] }));
}

const keyOf = ({ client_id, last_id }: Person) => (client_id === null ? `g${last_id}` : `c${client_id}`);

/** The last appointments of the people on one page of the list, with their services. */
async function lastVisits(db: Db, people: readonly Due[]) {
  const ids = people.map(({ last_id }) => last_id);
  const lines = await linesOf(db, ids);
  const rows = await db
    .selectFrom('appointments')
    .leftJoin('bookings', 'bookings.id', 'booking_id')
    .select(['appointments.id', 'start_datetime', 'bookings.language'])
    .where('appointments.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, services: lines.get(row.id) ?? [] }]));
}

async function cardsById(db: Db, rows: readonly Due[]) {
  const ids = rows.map(({ id }) => id);
  const found = await db
    .selectFrom('people')
    .leftJoin('users', 'users.id', 'people.user_id')
    .select(['people.id', 'name', 'phone', 'users.language'])
    .where('people.id', 'in', ids)
    .execute();
  return new Map(found.map((card) => [card.id, card]));
}

const lastMessage = (marks: readonly DueMark[]): number =>
  Math.max(0, ...marks.flatMap(({ kind, at }) => (kind === 'STOP' ? [] : at)));

/** Adds names, services and message texts to the people on one page of the list. */
async function described(context: RequestContext, rows: readonly Due[]): Promise<DuePerson[]> {
  if (rows.length === 0) return [];
  const { db, clock, config, now } = context;
  const visits = await lastVisits(db, rows);
  const cards = await cardsById(db, rows);
  const { message_return, salon_name, languages } = await currentSettings(db, config);
  const packages = await endingPackages(db, rows, dateOf(now.wall));
  const sender = { salon: salon_name, address: pagesAddress(config), today: dateOf(now.wall) };
  return rows.flatMap((row): DuePerson[] => {
    const visit = visits.get(row.last_id);
    const card = cards.get(row.id);
    if (!visit || !card) return []; // the appointment was deleted after the first query
    const { start_datetime, services } = visit;
    const { name, phone } = card;
    const facts = { name, isClient: false, start_datetime, service_name: null, services };
    const language = languageToSend((row.client_id === null ? visit : card).language, languages);
    const contacted = lastMessage(row.marks);
    const ending = packages.get(row.id);
    return [
      {
        key: keyOf(row),
        client_id: row.client_id,
        person_id: row.id,
        name,
        phone,
        last_datetime: start_datetime,
        service_names: services.map((line) => line.name),
        interval_weeks: row.weeks,
        due_date: dueDate(dateOf(row.last_start), row.weeks),
        contacted_at: contacted === 0 ? null : momentText(contacted, clock),
        text: inLanguage(language, () => messageText(message_return, facts, sender)),
        ...(ending && { package: ending }),
      },
    ];
  });
}

/** The package of each person that ends first, if it ends soon. */
async function endingPackages(db: Db, rows: readonly Due[], today: WallDate) {
  const ids = rows.map(({ id }) => id);
  const held = await openHoldingsOf(db, ids, today);
  const soon = held.filter(({ kind, expires_on }) => kind === 'PACKAGE' && endsSoon(expires_on, today));
  return new Map(
    soon.toReversed().map((one) => {
      const { person_id, name, expires_on } = one;
      return [person_id, { name, visits_left: visitsLeft(one, one.used), expires_on }] as const;
    }),
  );
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

/** Finds a person: 'c12' is the client with id 12, 'g12' the person without an account who came to appointment 12. */
async function personOfKey(trx: Trx, key: string) {
  const [, kind, digits] = /^([cg])(\d{1,9})$/.exec(key) ?? [];
  if (kind === undefined) return undefined;
  const id = Number(digits);
  const found = trx
    .selectFrom('people')
    .leftJoin('users', 'users.id', 'people.user_id')
    .select(['people.id as person_id', 'user_id as client_id'])
    .where(isCounted)
    .where('deleted_at', 'is', null);
  const isTheirs =
    kind === 'c'
      ? found.where('user_id', '=', toId<UserId>(id))
      : found
          .where('user_id', 'is', null)
          .where('people.id', '=', ({ selectFrom }) =>
            selectFrom('appointments')
              .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
              .select('bookings.person_id')
              .where('appointments.id', '=', toId<AppointmentId>(id)),
          );
  const person = await isTheirs.executeTakeFirst();
  return person && { ...person, appointment_id: kind === 'c' ? null : toId<AppointmentId>(id) };
}

/** Deletes the marks that hide the person. Keeps SENT marks, which prevent a second message, but moves their time back, so that they no longer hide the person. */
async function resume(trx: Trx, person: PersonId, now: Now): Promise<void> {
  const before = hiddenSince(now.ms);
  await trx
    .deleteFrom('due_marks')
    .where('person_id', '=', person)
    .where(({ eb, or, and }) =>
      or([eb('kind', '=', 'STOP'), and([eb('kind', '=', 'CONTACTED'), eb('at', '>', before)])]),
    )
    .execute();
  await trx
    .updateTable('due_marks')
    .set({ at: before })
    .where('person_id', '=', person)
    .where('kind', '=', 'SENT')
    .where('at', '>', before)
    .execute();
}

/** CONTACTED and STOP hide a person from the list of people who are due for an appointment; RESUME shows the person again. docs/spec/behaviour.md §20.3 */
function markDue(context: RequestContext, key: string, action: DueAction): Promise<void> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const { client_id, ...of } = (await personOfKey(trx, key)) ?? refuse('not_found');
    if (action === 'RESUME') await resume(trx, of.person_id, now);
    else
      await trx
        .insertInto('due_marks')
        .values({ ...of, kind: action, at: now.ms })
        .execute();
    await recordDue(trx, context, { ...of, client_id }, action);
  });
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
