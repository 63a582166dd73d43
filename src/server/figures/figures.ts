// What the bookings of accounts and people add up to. docs/spec/behaviour.md §5.22, §6.4 and §21.1
import { setImmediate as turn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { ClientDetails, ListedClient } from '#contract/clients.ts';
import { noShowsSince } from '#domain/appointments/attendance.ts';
import { mostTakenServices } from '#domain/appointments/lines.ts';
import type { Person as BookedPerson } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { PersonId, UserId } from '#domain/ids.ts';
import { RECENT_VISITS_COUNT } from '#domain/limits.ts';
import { wholePara } from '#domain/payments/money.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { Now } from '../platform/clock.ts';
import { linesJson, serviceName, servicePrice } from '../platform/db/appointments.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { valuesOf, workJson } from '../platform/db/work.ts';
import { linesFromJson } from '../services/services.ts';

/** Whose bookings count: those of an account, also for others, or those to which a person comes. */
type Whose = 'client_id' | 'person_id';

/** Bookings with their appointments. The cross join makes SQLite begin with the few bookings. */
const bookingsOf = (db: Db | Trx, whose: Whose, ids: readonly number[]) =>
  db
    .selectFrom('bookings')
    .crossJoin('appointments')
    .whereRef('appointments.booking_id', '=', 'bookings.id')
    .where(sql.ref<number>(`bookings.${whose}`), 'in', ids);

/** The appointments that a client booked, also for others. */
export const appointmentsOf = (db: Db | Trx, client: UserId) => bookingsOf(db, 'client_id', [client]);

/** The appointments to which a person comes, whoever booked them. */
export const appointmentsOfPerson = (db: Db | Trx, person: PersonId) => bookingsOf(db, 'person_id', [person]);

/** SQL condition: a visit. A person's missed booking is none. */
const isVisit = (whose: Whose) =>
  whose === 'client_id' ? sql<boolean>`1 = 1` : sql<boolean>`(attended is null or attended = 1)`;

/** SQL for the start of a booking; null unless it is BOOKED and has ended or not begun. A subquery, because for a join PostgreSQL would read the appointments of all years. */
const bookedAt = (now: WallTime) =>
  sql<WallTime>`(select start_datetime from appointments where booking_id = bookings.id and status = 'BOOKED'
    and (end_datetime <= ${now} or start_datetime > ${now}))`.as('start_datetime');

/** The bookings of these accounts or people by the joined names of their services. Reads each booking once. */
function visitsByService(db: Db, whose: Whose, ids: readonly number[], now: WallTime) {
  const visits = db
    .selectFrom('bookings')
    .where(sql.ref<number>(`bookings.${whose}`), 'in', ids)
    .where(isVisit(whose))
    .select([sql.ref<number>(`bookings.${whose}`).as('of_id'), serviceName(db, 'bookings.id').as('name')])
    .select(bookedAt(now));
  return db
    .with(
      (cte) => cte('visit').materialized(), // else SQLite would compute each name twice
      () => visits,
    )
    .selectFrom('visit')
    .where('start_datetime', 'is not', null)
    .select(({ fn }) => [
      'of_id',
      'name',
      fn.countAll<number>().filterWhere('start_datetime', '<=', now).as('visits'),
      fn.max<WallTime | null>('start_datetime').filterWhere('start_datetime', '<=', now).as('last_visit'),
      fn.min<WallTime | null>('start_datetime').filterWhere('start_datetime', '>', now).as('next_start'),
    ])
    .groupBy(['of_id', 'name'])
    .execute();
}

type VisitsByService = Awaited<ReturnType<typeof visitsByService>>;
type Figures = Pick<ListedClient, 'visits' | 'last_visit' | 'next_start' | 'usual_service'>;

function figuresIn(rows: VisitsByService): Figures {
  const inOrder = (times: readonly (WallTime | null)[]) => times.filter((time) => time !== null).sort();
  const [usual] = rows
    .filter(({ name, visits }) => name !== null && visits > 0)
    .sort((a, b) => b.visits - a.visits || ((b.last_visit ?? '') > (a.last_visit ?? '') ? 1 : -1));
  return {
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
    last_visit: inOrder(rows.map(({ last_visit }) => last_visit)).at(-1) ?? null,
    next_start: inOrder(rows.map(({ next_start }) => next_start))[0] ?? null,
    usual_service: usual?.name ?? null,
  };
}

const FIGURES_AT_ONCE = 500;

/** Adds the figures of its bookings to each account or person. Reads in parts, and lets other requests run in between. */
export async function withFigures<Row extends { readonly id: number }>(
  db: Db,
  whose: Whose,
  all: readonly Row[],
  now: WallTime,
): Promise<(Row & Figures)[]> {
  const rows: VisitsByService = [];
  for (let done = 0; done < all.length; done += FIGURES_AT_ONCE) {
    const ids = all.slice(done, done + FIGURES_AT_ONCE).map(({ id }) => id);
    rows.push(...(await visitsByService(db, whose, ids, now)));
    await turn();
  }
  const byId = Map.groupBy(rows, ({ of_id }) => of_id);
  return all.map((row) => ({ ...row, ...figuresIn(byId.get(row.id) ?? []) }));
}

/** Counts the cancellations by a client or guest. */
const cancellationsOf = (db: Db, whose: Whose, id: number) =>
  bookingsOf(db, whose, [id])
    .where('status', '=', 'CANCELLED')
    .where('cancelled_by', '=', 'CLIENT')
    .select(({ fn }) => [
      fn.countAll<number>().as('cancellations'),
      fn.countAll<number>().filterWhere('is_late', '=', 1).as('late_cancellations'),
    ])
    .executeTakeFirstOrThrow();

/** The services that a person takes most often. docs/spec/behaviour.md §6.4 */
async function usualServices(db: Db, person: PersonId) {
  const taken = await appointmentsOfPerson(db, person)
    .select(linesJson(db).as('services'))
    .where('status', '=', 'BOOKED')
    .where(isVisit('person_id'))
    .orderBy('start_datetime', 'desc')
    .limit(RECENT_VISITS_COUNT)
    .execute();
  return mostTakenServices(taken.map(({ services }) => ({ services: linesFromJson(services) })));
}

const summaryColumns = (db: Db) =>
  [serviceName(db).as('service_name'), servicePrice().as('service_price')] as const;

async function recentVisits(db: Db, whose: Whose, id: number, now: Now) {
  const rows = await bookingsOf(db, whose, [id])
    .select(['appointments.id', 'start_datetime', 'status', 'attended'])
    .select([...summaryColumns(db), workJson(db).as('work')])
    .where(({ eb, or, and }) =>
      or([
        eb('status', '=', 'CANCELLED'),
        and([eb('status', '=', 'BOOKED'), eb('start_datetime', '<=', now.wall)]),
      ]),
    )
    .orderBy('start_datetime', 'desc')
    .orderBy('appointments.id', 'desc')
    .limit(RECENT_VISITS_COUNT)
    .execute();
  return rows.map((row) => ({ ...row, work: valuesOf(row.work) }));
}

type Card = Pick<
  ClientDetails,
  | 'visits'
  | 'last_visit'
  | 'cancellations'
  | 'late_cancellations'
  | 'recent_visits'
  | 'revenue'
  | 'next_appointment'
  | 'usual_service_id'
  | 'usual_service_ids'
>;

/** The figures of the card of an account or a person, with the usual services of `person`. docs/spec/behaviour.md §6.4 */
export async function cardFigures(
  db: Db | Trx,
  whose: Whose,
  { id, person }: { readonly id: number; readonly person: PersonId },
  now: Now,
): Promise<Card> {
  const { visits, last_visit } = figuresIn(await visitsByService(db, whose, [id], now.wall));
  const { revenue } = await bookingsOf(db, whose, [id])
    .innerJoin('booking_lines as line', 'line.booking_id', 'bookings.id')
    .select(({ fn }) => fn.sum<number | null>('line.price').as('revenue'))
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '<=', now.wall)
    .where(isVisit('person_id'))
    .executeTakeFirstOrThrow();
  const next = await bookingsOf(db, whose, [id])
    .select(['appointments.id', 'start_datetime', 'end_datetime'])
    .select(summaryColumns(db))
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .orderBy('start_datetime')
    .limit(1)
    .executeTakeFirst();
  const usual = await usualServices(db, person);
  return {
    visits,
    last_visit,
    ...(await cancellationsOf(db, whose, id)),
    recent_visits: await recentVisits(db, whose, id, now),
    revenue: wholePara(revenue ?? 0),
    next_appointment: next ?? null,
    usual_service_id: usual[0] ?? null,
    usual_service_ids: [...usual],
  };
}

/** Counts no-shows (docs/spec/behaviour.md §5.22). SQLite uses the partial indexes only if `attended = 0` is a literal, and reads them first because of the cross join. */
const missed = (db: Db | Trx, now: WallTime) =>
  db
    .selectFrom('bookings as missed')
    .crossJoin('appointments as visit')
    .whereRef('visit.booking_id', '=', 'missed.id')
    .where('missed.attended', '=', sql.lit(0))
    .where('visit.status', '=', 'BOOKED')
    .where('visit.start_datetime', '>=', noShowsSince(now))
    .select(({ fn }) => fn.countAll<number>().as('count'));

export const noShowsOfUser = (db: Db | Trx, now: WallTime): RawBuilder<number> =>
  sql<number>`(${missed(db, now).where('missed.client_id', '=', sql.ref<UserId>('users.id'))})`;

/** A column: the number of no-shows of the account whose id is in one column or, if it is null, of the person whose id is in the other. */
export function noShowsColumn(db: Db | Trx, now: WallTime, user: string, person: string): RawBuilder<number> {
  const ofUser = missed(db, now).where('missed.client_id', '=', sql.ref<UserId>(user));
  const ofPerson = missed(db, now).where('missed.person_id', '=', sql.ref<PersonId>(person));
  return sql<number>`case when ${sql.ref(user)} is not null then (${ofUser}) else (${ofPerson}) end`;
}

/** The number of no-shows of a client; for a guest, of all bookings with the same typed number and of all people with the number. docs/spec/behaviour.md §5.22 */
export async function noShowsOf(
  db: Db | Trx,
  { client_id, guest_phone }: Pick<BookedPerson, 'client_id' | 'guest_phone'>,
  now: WallTime,
): Promise<number> {
  const number = phoneNumber(guest_phone);
  const withNumber = db.selectFrom('people').select('people.id').where('people.number', '=', number);
  const { count } = await missed(db, now)
    .where(({ or, eb }) =>
      client_id === null
        ? or([eb('missed.guest_number', '=', number), eb('missed.person_id', 'in', withNumber)])
        : eb('missed.client_id', '=', client_id),
    )
    .executeTakeFirstOrThrow();
  return count;
}
