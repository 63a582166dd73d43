import { type Appointment, appointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import { actionRefusal, moveRefusal } from '#domain/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { slotsTaken, timesGivenBack } from '#domain/service-fit.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import { notifyOfOwnMove } from '../notifications/notifications.ts';
import type { CallerContext } from '../platform/auth/counted-acts.ts';
import { lockActiveUser, type SessionUser } from '../platform/auth/sessions.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { freeSlotsOn } from '../slots/slots.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { offerAgain, savedAppointment } from './appointments.ts';
import { serviceMinutes } from './columns.ts';
import { answerOnce, keyedRequest } from './idempotency.ts';
import { lockAppointments } from './locks.ts';
import { countCancellation } from './visitor-limits.ts';

type Target = ParsedBody<'POST /appointments/{id}/reschedule'>;
export type RepeatableContext<W> = RequestContext<W> &
  CallerContext & { readonly idempotencyKey: string | undefined };

/**
 * A client moves an own booking to a free time, in one atomic step; anybody else's, for the admin too, is not found. Repeated
 * with its Idempotency-Key it gives the first response again. docs/spec/behaviour.md §5.21
 */
export function moveOwnBooking(
  context: RepeatableContext<SessionUser>,
  id: AppointmentId,
  target: Target,
): Promise<Appointment> {
  const { db, user, now, clock } = context;
  const asked = ['POST /appointments/{id}/reschedule', id, target];
  const request = keyedRequest(context.idempotencyKey, user, asked);
  return inTransaction(db, (trx) =>
    answerOnce(trx, request, { schema: appointment, now }, async () => {
      await lockActiveUser(trx, user.id);
      const isOwn = (row: AppointmentRow | undefined) =>
        row?.client_id === user.id ? row : refuse('not_found');
      await moveByPerson(trx, context, { id, target }, isOwn);
      return { appointmentId: id, answer: await savedAppointment(trx, id, clock) };
    }),
  );
}

/** Moved by its client, or by a guest with the link, who is locked. `bookingOf` refuses a row that is not theirs. */
export async function moveByPerson(
  trx: Trx,
  context: RequestContext & CallerContext,
  { id, target }: { readonly id: AppointmentId; readonly target: Target },
  bookingOf: (row: AppointmentRow | undefined) => AppointmentRow,
): Promise<AppointmentRow> {
  const { now, config } = context;
  await countCancellation(trx, context);
  const rows = await lockBookingAndTarget(trx, id, target);
  const before = bookingOf(rows.find((row) => row.id === id));
  refuseIf(actionRefusal('reschedule', before, 'CLIENT', now.wall));
  const { move_until_hours } = await currentSettings(trx, config);
  refuseIf(moveRefusal(now.wall, before.start_datetime, move_until_hours), move_until_hours);
  const slots = await targetSlots(trx, context, { before, target, rows });
  const moved = await servingWaitlists(trx, context, [before.day, slots[0].day], () =>
    takeSlots(trx, context, before, slots),
  );
  await endWait(trx, moved);
  await notifyOfOwnMove(trx, context, before, moved);
  return moved;
}
