import { type Appointment, appointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import { actionRefusal, moveRefusal } from '#domain/appointments/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import type { Settings } from '#domain/settings.ts';
import { recordChange } from '../history/history.ts';
import { notifyOfOwnMove } from '../notifications/notifications.ts';
import type { CallerContext } from '../platform/auth/counted-acts.ts';
import { lockActiveUser, type SessionUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedAppointment } from './appointments.ts';
import { answerOnce, keyedRequest } from './idempotency.ts';
import {
  type AskedTime,
  endOf,
  giveBack,
  joinedSlotsColumn,
  removeSlots,
  slotsOfTime,
  type TakenSlots,
  takenSlots,
} from './joined-slots.ts';
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
  await countCancellation(trx, context);
  // most of those who come too late find out here, without waiting for each other
  const settings = await currentSettings(trx, context.config);
  const unlocked = assertMovable(bookingOf(await bookingById(trx, id)), settings, context.now);
  const offered = await slotsOfTime(trx, context, askedTime(target, unlocked));
  if (typeof offered === 'string') refuse(offered);
  const rows = await lockAppointments(trx, [id, ...offered.map((slot) => slot.id)]);
  const before = assertMovable(bookingOf(rows.find((row) => row.id === id)), settings, context.now);
  const slots = await takenSlots(trx, context, askedTime(target, before), rows, settings);
  const days = [before.day, slots[0].day];
  const moved = await servingWaitlists(trx, context, days, () => takeSlots(trx, context, before, slots));
  await endWait(trx, moved);
  await notifyOfOwnMove(trx, context, before, moved, settings);
  return moved;
}

const bookingById = (trx: Trx, id: AppointmentId): Promise<AppointmentRow | undefined> =>
  trx.selectFrom('appointments').select(APPOINTMENT_COLUMNS).where('id', '=', id).executeTakeFirst();

/** The booking is judged before the time that is asked for. */
function assertMovable(row: AppointmentRow, { move_until_hours }: Settings, now: Now): AppointmentRow {
  refuseIf(actionRefusal('reschedule', row, 'CLIENT', now.wall));
  refuseIf(moveRefusal(now.wall, row.start_datetime, move_until_hours), move_until_hours);
  return row;
}

const askedTime = (
  { to_id, seen_start, seen_end }: Target,
  { service_id }: Pick<AppointmentRow, 'service_id'>,
): AskedTime => ({ id: to_id, seen: { seen_start, seen_end }, service_id });

/** The slots leave first, then the booking comes, then its old time is free: nothing overlaps at any moment. */
async function takeSlots(
  trx: Trx,
  context: RequestContext,
  before: AppointmentRow,
  slots: TakenSlots,
): Promise<AppointmentRow> {
  await removeSlots(trx, context, slots);
  const after = await trx
    .updateTable('appointments')
    .set(({ eb }) => ({
      start_datetime: slots[0].start_datetime,
      end_datetime: endOf(slots),
      joined_slots: joinedSlotsColumn(slots),
      moved_at: nextMovedAt(before, context.now.ms),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .returning(APPOINTMENT_COLUMNS)
    .executeTakeFirstOrThrow();
  await recordChange(trx, context, 'appointment', { before, after });
  await giveBack(trx, context, before);
  return after;
}

/** The moment that identifies a move among those of its booking: later than that of the one before it. */
const nextMovedAt = ({ moved_at }: AppointmentRow, nowMs: number): number =>
  Math.max(nowMs, (moved_at ?? 0) + 1);
