import type { CompiledQuery } from 'kysely';
import type { FreeSlot } from '#contract/appointments.ts';
import { addDays, type WallDate, type WallTime, wallTimeOn } from '#domain/wall-clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import { isPostgres } from '../platform/db/locks.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';

const MIDNIGHT = '00:00:00';
// places in the compiled query, which each request fills with its own times
const AFTER = '0001-01-01 00:00:00';
const BEFORE = '9999-12-31 23:59:59';

/** AVAILABLE and not in an absence; the queries add the times. docs/spec/behaviour.md §5.2 and §6.6 */
const free = (db: Db | Trx) =>
  db
    .selectFrom('appointments')
    .where('status', '=', 'AVAILABLE')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('absences')
            .select('absences.id')
            .whereRef('absences.date_from', '<=', 'appointments.day')
            .whereRef('absences.date_to', '>=', 'appointments.day'),
        ),
      ),
    );

const compiledFor = new Map<boolean, CompiledQuery<FreeSlot>>();

/** The most frequent query, sent by everyone who opens the booking page: compiled once per engine. */
function compiled(db: Db | Trx): CompiledQuery<FreeSlot> {
  const engine = isPostgres(db);
  const cached = compiledFor.get(engine);
  if (cached) return cached;
  const query = free(db)
    .select(['id', 'start_datetime', 'end_datetime', 'status'])
    .where('start_datetime', '>', AFTER)
    .where('start_datetime', '<', BEFORE)
    .orderBy('start_datetime')
    .compile();
  compiledFor.set(engine, query);
  return query;
}

/** Free slots still ahead, of the days from `from` to `to`, both included, soonest first. docs/spec/behaviour.md §5.3 */
export async function freeSlotsBetween(
  db: Db | Trx,
  from: WallDate,
  to: WallDate,
  now: WallTime,
): Promise<FreeSlot[]> {
  const query = compiled(db);
  const dawn = wallTimeOn(from, MIDNIGHT);
  const after = now > dawn ? now : dawn; // no slot begins at midnight: the salon opens at six
  const before = wallTimeOn(addDays(to, 1), MIDNIGHT);
  const parameters = query.parameters.map((value) =>
    value === AFTER ? after : value === BEFORE ? before : value,
  );
  return (await db.executeQuery<FreeSlot>({ ...query, parameters })).rows;
}

/** Free slots still ahead, of these days only, as whole rows in no order. */
export const freeSlotsOn = (
  db: Db | Trx,
  days: readonly WallDate[],
  now: WallTime,
): Promise<AppointmentRow[]> =>
  free(db).select(APPOINTMENT_COLUMNS).where('day', 'in', days).where('start_datetime', '>', now).execute();
