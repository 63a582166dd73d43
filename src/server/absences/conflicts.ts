import type { AbsenceWithConflicts, WhatItMeets } from '#contract/absences.ts';
import type { Appointment } from '#contract/appointments.ts';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import type { AbsenceId } from '#domain/ids.ts';
import { dateOf, wallTimeOn } from '#domain/wall-clock.ts';
import { appointmentJson, selectAppointments } from '../appointments/appointments.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import type { RequestContext } from '../platform/http/request.ts';

/** The bookings that stand in an absence, and the free slots that it hides. docs/spec/behaviour.md §6.6 */

// by start_datetime too, not only by the absence's days: so both engines take the index of status and time
const midnightOf = ({ now }: RequestContext) => wallTimeOn(dateOf(now.wall), '00:00:00');

/** Bookings that have not ended, soonest first. */
const openBookings = (db: Db | Trx, context: RequestContext) =>
  selectAppointments(db)
    .where('appointments.status', '=', 'BOOKED')
    .where('appointments.start_datetime', '>=', midnightOf(context))
    .where('appointments.end_datetime', '>', context.now.wall)
    .orderBy('appointments.start_datetime');

const freeSlots = (db: Db | Trx, { now }: RequestContext) =>
  db.selectFrom('appointments').where('status', '=', 'AVAILABLE').where('start_datetime', '>', now.wall);

/** What an absence of these days would meet. */
export async function whatIsMet(
  db: Db | Trx,
  context: RequestContext,
  { date_from, date_to }: AbsenceDays,
): Promise<WhatItMeets> {
  const bookings = await openBookings(db, context)
    .where('appointments.day', '>=', date_from)
    .where('appointments.day', '<=', date_to)
    .execute();
  const { count } = await freeSlots(db, context)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '>=', date_from)
    .where('day', '<=', date_to)
    .executeTakeFirstOrThrow();
  return {
    conflicts: bookings.map((row): Appointment => appointmentJson(row, context.clock)),
    hidden_slots: count,
  };
}

const bookingsInside = (db: Db | Trx, context: RequestContext, absenceIds: readonly AbsenceId[]) =>
  openBookings(db, context)
    .innerJoin('absences', (join) =>
      join
        .onRef('absences.date_from', '<=', 'appointments.day')
        .onRef('absences.date_to', '>=', 'appointments.day'),
    )
    .select('absences.id as absence_id')
    .where('absences.id', 'in', absenceIds)
    .execute();

const freeSlotsInside = (db: Db | Trx, context: RequestContext, absenceIds: readonly AbsenceId[]) =>
  freeSlots(db, context)
    .innerJoin('absences', (join) =>
      join
        .onRef('absences.date_from', '<=', 'appointments.day')
        .onRef('absences.date_to', '>=', 'appointments.day'),
    )
    .select(({ fn }) => ['absences.id as absence_id', fn.countAll<number>().as('count')])
    .where('absences.id', 'in', absenceIds)
    .groupBy('absences.id')
    .execute();

/** Each of these absences with what it meets; one query for all. */
export async function withConflicts(
  db: Db | Trx,
  context: RequestContext,
  absences: readonly Omit<AbsenceWithConflicts, keyof WhatItMeets>[],
): Promise<AbsenceWithConflicts[]> {
  const ids = absences.map(({ id }) => id);
  const bookings = await bookingsInside(db, context, ids);
  const slots = await freeSlotsInside(db, context, ids);
  return absences.map((absence) => ({
    ...absence,
    conflicts: bookings
      .filter(({ absence_id }) => absence_id === absence.id)
      .map(({ absence_id: _, ...row }) => appointmentJson(row, context.clock)),
    hidden_slots: slots.find(({ absence_id }) => absence_id === absence.id)?.count ?? 0,
  }));
}
