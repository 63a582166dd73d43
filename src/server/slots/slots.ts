import { sql } from 'kysely';
import type { FreeSlot } from '#contract/appointments.ts';
import { later } from '#domain/appointments/room.ts';
import type { AbsenceDays, Times, TimesOfTechnician } from '#domain/appointments/slots.ts';
import type { AbsenceId, AppointmentId, TechnicianId } from '#domain/ids.ts';
import type { Settings } from '#domain/settings.ts';
import type { OpenSlot } from '#domain/times/offers.ts';
import { addDays, dateOf, startOfDay, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { recordChange } from '../history/history.ts';
import { withBookings } from '../platform/db/appointments.ts';
import { NO_BOOKING, PLAIN_COLUMNS } from '../platform/db/columns.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { technicianOfSeveral } from '../technicians/technicians.ts';

/** Selects AVAILABLE appointments of active technicians, also those that an absence hides. docs/spec/behaviour.md §16.1 */
export const availableSlots = (db: Db | Trx) =>
  db
    .selectFrom('appointments')
    .where('status', '=', 'AVAILABLE')
    .where('appointments.technician_id', 'in', ({ selectFrom }) =>
      selectFrom('technicians').select('technicians.id').where('is_active', '=', 1),
    );

const bookableSlots = (db: Db | Trx) =>
  availableSlots(db).where('appointments.technician_id', 'in', ({ selectFrom }) =>
    selectFrom('technicians').select('technicians.id').where('bookable', '=', 1),
  );

/** SQL condition: the absence is of the whole salon or of the technician in this column. docs/spec/behaviour.md §16.5 */
export const isAbsenceOf = (technician: 'appointments.technician_id' | 'technicians.id') =>
  sql<boolean>`(absences.technician_id is null or absences.technician_id = ${sql.ref(technician)})`;

/** Selects AVAILABLE appointments of active technicians outside absences; for clients only of those whom they may choose. docs/spec/behaviour.md §5.2, §6.6 and §26.3 */
const free = (db: Db | Trx, isForStaff = false) =>
  (isForStaff ? availableSlots(db) : bookableSlots(db)).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('absences')
          .select('absences.id')
          .whereRef('absences.date_from', '<=', 'appointments.day')
          .whereRef('absences.date_to', '>=', 'appointments.day')
          .where(isAbsenceOf('appointments.technician_id')),
      ),
    ),
  );

interface Between {
  /** The start of the day of `after`. */
  readonly dawn: WallTime;
  /** Slots that end by then are over. */
  readonly after: WallTime;
  readonly before: WallTime;
}
type FoundSlot = Omit<FreeSlot, 'technician_id'> & { technician_id: TechnicianId | null };

/** The query for free slots that are not over, with the saved `split_slots`: a query for the setting would be another round trip. Compiled once, because the booking page makes it the most frequent query. */
const freeSlots = compiledOnce<FoundSlot & { split: string | null }, Between>((db, { dawn, after, before }) =>
  free(db)
    .select(['id', 'start_datetime', 'end_datetime', 'status', technicianOfSeveral().as('technician_id')])
    .select(sql<string | null>`(select value from settings where name = 'split_slots')`.as('split'))
    .where('start_datetime', '>=', dawn)
    .where('end_datetime', '>', after)
    .where('start_datetime', '<', before)
    .orderBy('start_datetime')
    .orderBy('appointments.technician_id'),
);

/** SQL for a column of the opening that contains a free slot. */
const ofOpening = (column: 'start_datetime' | 'end_datetime') =>
  sql<WallTime>`(select o.${sql.ref(column)} from openings o where o.technician_id = appointments.technician_id
    and o.day = appointments.day and o.start_datetime <= appointments.start_datetime
    and o.end_datetime >= appointments.end_datetime)`;

/** SQL for the bookings in the opening of a free slot. */
const bookedInOpening = sql`from appointments b, openings o where o.technician_id = appointments.technician_id
    and o.day = appointments.day and o.start_datetime <= appointments.start_datetime
    and o.end_datetime >= appointments.end_datetime and b.status = 'BOOKED' and b.day = o.day
    and b.technician_id = o.technician_id and b.start_datetime < o.end_datetime and b.end_datetime > o.start_datetime`;

/** SQL: 1 if the salon offers the time of an appointment, or a part of it. docs/spec/behaviour.md §26.2 */
export const inOpening = () => sql<0 | 1>`case when exists (select 1 from openings o
    where o.technician_id = appointments.technician_id and o.day = appointments.day
    and o.start_datetime < appointments.end_datetime and o.end_datetime > appointments.start_datetime) then 1 else 0 end`;

/** What the opening of a free slot holds. */
const openingColumns = () =>
  [
    ofOpening('start_datetime').as('opening_start'),
    ofOpening('end_datetime').as('opening_end'),
    sql<WallTime | null>`(select min(b.start_datetime) ${bookedInOpening}
      and b.start_datetime >= appointments.end_datetime)`.as('next_booked'),
    sql<0 | 1>`case when exists (select 1 ${bookedInOpening}) then 1 else 0 end`.as('is_used'),
  ] as const;

/** The query for free slots with what their openings hold; slots that have begun are offered until their end. docs/spec/behaviour.md §26.1 */
const openSlots = compiledOnce<FoundSlot, Between>((db, { dawn, after, before }) =>
  free(db)
    .select(['id', 'start_datetime', 'end_datetime', 'status', technicianOfSeveral().as('technician_id')])
    .select(openingColumns())
    .where('start_datetime', '>=', dawn)
    .where('end_datetime', '>', after)
    .where('start_datetime', '<', before)
    .orderBy('start_datetime')
    .orderBy('appointments.technician_id'),
);

/**
 * Free slots from `from` to `to` (inclusive), soonest first, each with its technician if the salon has several. `splits`: the value of
 * `split_slots` if none is saved; with 1, slots that have begun are offered until their end. docs/spec/behaviour.md §5.3 and §26.1
 */
export async function freeSlotsBetween(
  db: Db | Trx,
  { from, to }: { readonly from: WallDate; readonly to: WallDate },
  now: WallTime,
  splits: 0 | 1,
): Promise<{ readonly slots: FreeSlot[]; readonly isSplit: boolean }> {
  const first = startOfDay(from);
  const after = now > first ? now : first;
  const between = { dawn: startOfDay(dateOf(after)), after, before: startOfDay(addDays(to, 1)) };
  const found = await freeSlots(db, between);
  const isSplit = (found[0]?.split ?? String(splits)) === '1';
  const shown: FoundSlot[] = isSplit
    ? await openSlots(db, between)
    : found.flatMap(({ split: _, ...slot }) => (slot.start_datetime > now ? [slot] : []));
  const slots = shown.map(({ technician_id, ...slot }) =>
    technician_id === null ? slot : { ...slot, technician_id },
  );
  return { slots, isSplit };
}

interface Which {
  readonly isForStaff?: boolean;
  /** Also slots that have begun. */
  readonly withBegun?: boolean;
}

const freeOn = (db: Db | Trx, days: readonly WallDate[], now: WallTime, { isForStaff, withBegun }: Which) =>
  free(db, isForStaff)
    .select(PLAIN_COLUMNS)
    .where('day', 'in', days)
    .where(withBegun ? 'end_datetime' : 'start_datetime', '>', now);

/** Future free slots of these days as complete rows, in no order. */
export const freeSlotsOn = async (
  db: Db | Trx,
  days: readonly WallDate[],
  now: WallTime,
  which: Which = {},
) => withBookings(db, await freeOn(db, days, now, which).execute());

/** A free slot that clients may book, with what its opening holds. */
export interface OfferedSlot extends OpenSlot, TimesOfTechnician {
  readonly technician_id: TechnicianId;
  readonly row: AppointmentRow;
}

type OpenRow = PlainSlot & Pick<OpenSlot, 'opening_start' | 'opening_end' | 'next_booked' | 'is_used'>;
type PlainSlot = Awaited<ReturnType<ReturnType<typeof freeOn>['execute']>>[number];

const openOn = (db: Db | Trx, days: readonly WallDate[], now: WallTime, withBegun: boolean) =>
  freeOn(db, days, now, { withBegun })
    .select(openingColumns())
    .orderBy('start_datetime')
    .orderBy('appointments.technician_id');

interface OfDay {
  readonly day: WallDate;
  readonly dawn: WallTime;
  readonly after: WallTime;
  readonly before: WallTime;
}
// the redundant conditions make SQLite use the index of days, not that of the status
const openOnDay = compiledOnce<OpenRow, OfDay>((db, { day, dawn, after, before }) =>
  openOn(db, [day], after, true)
    .where('day', '=', day)
    .where('start_datetime', '>=', dawn)
    .where('start_datetime', '<', before),
);

const offeredSlot = ({ opening_start, opening_end, next_booked, is_used, ...row }: OpenRow): OfferedSlot => {
  const { start_datetime, end_datetime, technician_id } = row;
  const times = { start_datetime, end_datetime, technician_id };
  return { ...times, opening_start, opening_end, next_booked, is_used, row: { ...NO_BOOKING, ...row } };
};

/** The free slots of one day that clients may book and that have a minute between these times, also those that have begun, in order of start. */
export async function offeredSlotsAt(
  db: Db | Trx,
  { start_datetime, end_datetime }: Times,
  now: WallTime,
): Promise<OfferedSlot[]> {
  const day = dateOf(start_datetime);
  const after = later(now, start_datetime);
  const rows = await openOnDay(db, { day, dawn: startOfDay(day), after, before: end_datetime });
  return rows.map(offeredSlot);
}

/** The free slots of these days that clients may book, in order of start; with `split_slots` also those that have begun. */
export async function offeredSlotsOn(
  db: Db | Trx,
  days: readonly WallDate[],
  now: WallTime,
  { split_slots }: Pick<Settings, 'split_slots'>,
): Promise<OfferedSlot[]> {
  const [day, ...others] = days;
  if (split_slots === 1 && day !== undefined && others.length === 0) {
    const times = { start_datetime: startOfDay(day), end_datetime: startOfDay(addDays(day, 1)) };
    return offeredSlotsAt(db, times, now);
  }
  return (await openOn(db, days, now, split_slots === 1).execute()).map(offeredSlot);
}

interface NamedSlot {
  readonly id: AppointmentId | null;
  readonly start: WallTime | null;
}

/** True if a slot that a message names still starts at this time and is free. */
export async function isStillFree(db: Db, { id, start }: NamedSlot): Promise<boolean> {
  const found = free(db).select('id').where('id', '=', id).where('start_datetime', '=', start);
  return (await found.executeTakeFirst()) !== undefined;
}

/** All rows of a technician's days with their services. */
export const rowsOnDays = async (db: Db | Trx, technician: TechnicianId, days: readonly WallDate[]) =>
  withBookings(
    db,
    await db
      .selectFrom('appointments')
      .select(PLAIN_COLUMNS)
      .where('day', 'in', days)
      .where('technician_id', '=', technician)
      .execute(),
  );

/** The absences of the salon and of this technician that end on `day` or later. */
export const absencesOf = (db: Db | Trx, technician: TechnicianId, day: WallDate): Promise<AbsenceDays[]> =>
  db
    .selectFrom('absences')
    .select(['date_from', 'date_to'])
    .where('date_to', '>=', day)
    .where(({ eb, or }) => or([eb('technician_id', 'is', null), eb('technician_id', '=', technician)]))
    .execute();

/** Deletes an absence and returns it; undefined if there is none. The caller has locked its days. */
export async function removeAbsence(trx: Trx, context: RequestContext, id: AbsenceId) {
  const gone = await trx
    .deleteFrom('absences')
    .where('id', '=', id)
    .returning(['id', 'date_from', 'date_to', 'reason', 'technician_id'])
    .executeTakeFirst();
  if (gone) await recordChange(trx, context, 'absence', { before: gone, after: null });
  return gone;
}
