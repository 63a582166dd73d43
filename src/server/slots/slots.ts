import { sql } from 'kysely';
import { z } from 'zod';
import type { FreeSlot } from '#contract/appointments.ts';
import { appointmentId, wallTime } from '#contract/schemas.ts';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import type { AppointmentId, TechnicianId } from '#domain/ids.ts';
import { addDays, startOfDay, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { sameTimeMessage } from '#domain/wording/notifications.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { technicianOfSeveral } from '../technicians/technicians.ts';

/** Selects AVAILABLE appointments of active technicians, also those that an absence hides. docs/spec/behaviour.md §16.1 */
export const availableSlots = (db: Db | Trx) =>
  db
    .selectFrom('appointments')
    .where('status', '=', 'AVAILABLE')
    .where('appointments.technician_id', 'in', ({ selectFrom }) =>
      selectFrom('technicians').select('technicians.id').where('is_active', '=', 1),
    );

/** SQL condition: the absence is of the whole salon or of the technician in this column. docs/spec/behaviour.md §16.5 */
export const isAbsenceOf = (technician: 'appointments.technician_id' | 'technicians.id') =>
  sql<boolean>`(absences.technician_id is null or absences.technician_id = ${sql.ref(technician)})`;

/** Selects AVAILABLE appointments of active technicians outside absences. docs/spec/behaviour.md §5.2 and §6.6 */
const free = (db: Db | Trx) =>
  availableSlots(db).where(({ not, exists, selectFrom }) =>
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
  readonly after: WallTime;
  readonly before: WallTime;
}
type FoundSlot = Omit<FreeSlot, 'technician_id'> & { technician_id: TechnicianId | null };

/** The query for free slots, compiled once: the booking page makes it the most frequent query. */
const freeSlots = compiledOnce<FoundSlot, Between>((db, { after, before }) =>
  free(db)
    .select(['id', 'start_datetime', 'end_datetime', 'status', technicianOfSeveral().as('technician_id')])
    .where('start_datetime', '>', after)
    .where('start_datetime', '<', before)
    .orderBy('start_datetime')
    .orderBy('appointments.technician_id'),
);

/** Free slots from `from` to `to` (inclusive), soonest first, each with its technician if the salon has several. docs/spec/behaviour.md §5.3 */
export async function freeSlotsBetween(
  db: Db | Trx,
  from: WallDate,
  to: WallDate,
  now: WallTime,
): Promise<FreeSlot[]> {
  const dawn = startOfDay(from);
  const after = now > dawn ? now : dawn; // the query excludes this time itself: a slot that starts now cannot be booked, and no slot starts at midnight
  const found = await freeSlots(db, { after, before: startOfDay(addDays(to, 1)) });
  return found.map(({ technician_id, ...slot }) =>
    technician_id === null ? slot : { ...slot, technician_id },
  );
}

/** Future free slots of these days as complete rows, in no order. */
export const freeSlotsOn = (db: Db | Trx, days: readonly WallDate[], now: WallTime) =>
  free(db).select(APPOINTMENT_COLUMNS).where('day', 'in', days).where('start_datetime', '>', now).execute();

/** True if a slot that a message names still starts at this time and is free. A message may be sent hours after it was queued. */
export async function isStillFree(
  db: Db,
  id: AppointmentId | null,
  start: WallTime | null,
): Promise<boolean> {
  const found = free(db).select('id').where('id', '=', id).where('start_datetime', '=', start);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The absences of the salon and of this technician that end on `day` or later. */
export const absencesOf = (db: Db | Trx, technician: TechnicianId, day: WallDate): Promise<AbsenceDays[]> =>
  db
    .selectFrom('absences')
    .select(['date_from', 'date_to'])
    .where('date_to', '>=', day)
    .where(({ eb, or }) => or([eb('technician_id', 'is', null), eb('technician_id', '=', technician)]))
    .execute();

/** The free time that a reminder offers. Queued mails and pushes contain this value, so that the worker can check whether the time is still free. */
export const offeredTime = z.object({ slot_id: appointmentId, start_datetime: wallTime, weeks: z.int() });
export type OfferedTime = z.infer<typeof offeredTime>;

/** The sentence that offers a time; no sentence if the time is no longer free. docs/spec/behaviour.md §20.1 */
export async function offerInWords(
  db: Db,
  offer: OfferedTime | null | undefined,
  today: WallDate,
): Promise<string[]> {
  const isFree = offer && (await isStillFree(db, offer.slot_id, offer.start_datetime));
  return isFree ? [sameTimeMessage(offer, today)] : [];
}
