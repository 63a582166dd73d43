import type { Absence, AbsenceWithConflicts } from '#contract/absences.ts';
import { dateOf, wallTimeOn } from '#salon/salon-time.ts';
import { appointmentJson, selectAppointments } from '../appointments/appointment-row.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import type { Context } from '../platform/http/call.ts';

// by start_datetime too, not only by the absence's days: so both engines take the index of status and time
const midnightOf = ({ now }: Context) => wallTimeOn(dateOf(now.wall), '00:00:00');

/** Bookings that have not ended, each beside the absence in which it stands. */
const bookingsInside = (db: Db | Trx, context: Context, absenceIds: readonly number[]) =>
  selectAppointments(db)
    .innerJoin('absences', (join) =>
      join
        .onRef('absences.date_from', '<=', 'appointments.day')
        .onRef('absences.date_to', '>=', 'appointments.day'),
    )
    .select('absences.id as absence_id')
    .where('absences.id', 'in', absenceIds)
    .where('appointments.status', '=', 'BOOKED')
    .where('appointments.start_datetime', '>=', midnightOf(context))
    .where('appointments.end_datetime', '>', context.now.wall)
    .orderBy('appointments.start_datetime')
    .execute();

const freeSlotsInside = (db: Db | Trx, { now }: Context, absenceIds: readonly number[]) =>
  db
    .selectFrom('appointments')
    .innerJoin('absences', (join) =>
      join
        .onRef('absences.date_from', '<=', 'appointments.day')
        .onRef('absences.date_to', '>=', 'appointments.day'),
    )
    .select(({ fn }) => ['absences.id as absence_id', fn.countAll<number>().as('count')])
    .where('absences.id', 'in', absenceIds)
    .where('status', '=', 'AVAILABLE')
    .where('start_datetime', '>', now.wall)
    .groupBy('absences.id')
    .execute();

/** Looks into these absences once; the answer adds to each the bookings inside it and how many free slots it hides. behaviour.md §6 */
export async function conflictsOf(
  db: Db | Trx,
  context: Context,
  absenceIds: readonly number[],
): Promise<(absence: Absence) => AbsenceWithConflicts> {
  const bookings = await bookingsInside(db, context, absenceIds);
  const slots = await freeSlotsInside(db, context, absenceIds);
  return (absence) => ({
    ...absence,
    conflicts: bookings
      .filter(({ absence_id }) => absence_id === absence.id)
      .map(({ absence_id: _, ...row }) => appointmentJson(row, context.clock)),
    hidden_slots: slots.find(({ absence_id }) => absence_id === absence.id)?.count ?? 0,
  });
}
