import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { actionRefusal, moveRefusal } from '#domain/appointments/appointments.ts';
import { isSameVisit } from '#domain/appointments/attendance.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { becomesActive, isBroughtAhead, isWithinSlot, swapTimes } from '#domain/appointments/reschedule.ts';
import { areSameTimes, slotRefusal, slotTimesRefusal, type Times } from '#domain/appointments/slots.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { notificationsOfSwap } from '#domain/notifications.ts';
import type { Settings } from '#domain/settings.ts';
import { addMinutes, dateOf, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import {
  notifyClient,
  notifyOfOwnMove,
  notifyOfSeries,
  notifySalon,
} from '../notifications/notifications.ts';
import { followDeposit } from '../payments/payments.ts';
import { type CallerContext, hashesOf } from '../platform/auth/counted-acts.ts';
import { lockActiveUser, type SessionUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { linesOf } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { assertDoes } from '../technicians/technicians.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedAppointment, savedForSalon } from './appointments.ts';
import { assertFewAfterMove, countCancellation } from './booking-limits.ts';
import { cutSlots, lockRowsUnder } from './create.ts';
import { keyedRequest, respondOnce, storedAppointment } from './idempotency.ts';
import {
  type AskedTime,
  endOf,
  giveBack,
  joinedSlotsColumn,
  lockLeastBooked,
  removeSlots,
  slotsOfAnyTechnician,
  slotsOfTime,
  type TakenSlots,
  takenSlots,
} from './joined-slots.ts';
import { assertDoesLines } from './lines.ts';
import {
  type LockedWithClients,
  laterInSeries,
  lockAppointments,
  lockWithClients,
  withLater,
} from './locks.ts';
import { appointmentById, exchangePlaces, saveTimes, updateAppointment } from './rows.ts';
import { type PendingUndo, type RowChange, recordUndoChanges, startUndo } from './undo.ts';

type Target = ParsedBody<'POST /appointments/{id}/reschedule'>;
export type RepeatableContext<W> = RequestContext<W> &
  CallerContext & { readonly idempotencyKey: string | undefined };

/** Moves a client's booking to free slots; a repeated request returns the first response. docs/spec/behaviour.md §5.21 */
export function moveOwnBooking(context: RepeatableContext<SessionUser>, id: AppointmentId, target: Target) {
  const { db, user, now, clock } = context;
  const asked = ['POST /appointments/{id}/reschedule', id, target];
  const request = keyedRequest(context.idempotencyKey, user, asked);
  return inTransaction(db, (trx) =>
    respondOnce(trx, request, { schema: storedAppointment, now }, async () => {
      await lockActiveUser(trx, user.id);
      const isOwn = (row: AppointmentRow | undefined) =>
        row?.client_id === user.id ? row : refuse('not_found');
      await moveByPerson(trx, context, { id, target }, isOwn);
      return { appointmentId: id, response: await savedAppointment(trx, id, clock) };
    }),
  );
}

/** Moves the booking of a client or guest; the caller has locked the person. `bookingOf` refuses a row that belongs to somebody else. */
export async function moveByPerson(
  trx: Trx,
  context: RequestContext & CallerContext,
  { id, target }: { readonly id: AppointmentId; readonly target: Target },
  bookingOf: (row: AppointmentRow | undefined) => AppointmentRow,
): Promise<AppointmentRow> {
  const settings = await currentSettings(trx, context.config);
  const found = bookingOf(await appointmentById(trx, id));
  const networks = hashesOf(await countCancellation(trx, context, found));
  // this check without a lock already rejects most of the concurrent requests for one slot
  const unlocked = assertMovable(found, settings, context.now);
  const choices = await slotsOfTarget(trx, context, target, await askedTime(trx, target, unlocked));
  const rows = await lockAppointments(trx, [id, ...choices.flat().map((slot) => slot.id)]);
  const before = assertMovable(bookingOf(rows.find((row) => row.id === id)), settings, context.now);
  const asked = await askedTime(trx, target, before);
  const slots =
    choices[0]?.[0].id === target.to_id
      ? await takenSlots(trx, context, asked, rows, settings)
      : await lockLeastBooked(trx, context, asked, choices, settings);
  const isSameTechnician = slots[0].technician_id === before.technician_id;
  if (target.any_technician !== 1 && !isSameTechnician) refuse('slot_gone'); // only `any_technician` allows another technician (docs/spec/behaviour.md §16.3)
  await assertFewAfterMove(trx, context, before, slots.length);
  const days = [before.day, slots[0].day];
  const moved = await servingWaitlists(trx, context, days, () => takeSlots(trx, context, before, slots));
  await endWait(trx, moved);
  await notifyOfOwnMove(trx, { ...context, networks }, before, moved, settings);
  return moved;
}

/** The chosen slots or, if they are gone and `any_technician` is set, other technicians' slots at the same times. docs/spec/behaviour.md §16.3 */
async function slotsOfTarget(
  trx: Trx,
  context: RequestContext,
  { any_technician }: Target,
  asked: AskedTime,
): Promise<readonly TakenSlots[]> {
  const offered = await slotsOfTime(trx, context, asked);
  if (typeof offered !== 'string') return offered;
  if (offered !== 'slot_gone' || any_technician !== 1) refuse(offered);
  const others = await slotsOfAnyTechnician(trx, context, asked);
  return typeof others === 'string' ? refuse(others) : others;
}

function assertMovable(row: AppointmentRow, { move_until_hours }: Settings, now: Now): AppointmentRow {
  refuseIf(actionRefusal('reschedule', row, 'CLIENT', now.wall));
  refuseIf(moveRefusal(now.wall, row.start_datetime, move_until_hours), move_until_hours);
  return row;
}

async function askedTime(trx: Trx, target: Target, booking: AppointmentRow) {
  const { to_id, seen_start, seen_end, any_technician } = target;
  const lines = await linesOf(trx, booking);
  return {
    id: to_id,
    seen: { seen_start, seen_end },
    minutes: async () => minutesOfServices(lines),
    // without `any_technician` the booking keeps its technician, so its services need no check
    serviceIds: any_technician === 1 ? lines.flatMap(({ service_id }) => service_id ?? []) : [],
  };
}

/** Removes the slots, moves the booking, then frees its old time. In this order rows never overlap. */
async function takeSlots(trx: Trx, context: RequestContext, before: AppointmentRow, slots: TakenSlots) {
  await removeSlots(trx, context, slots);
  const after = await updateAppointment(trx, before.id, {
    start_datetime: slots[0].start_datetime,
    end_datetime: endOf(slots),
    technician_id: slots[0].technician_id,
    joined_slots: joinedSlotsColumn(slots),
    moved_at: nextMovedAt(before, context.now.ms),
  });
  await recordChange(trx, context, 'appointment', { before, after });
  await followDeposit(trx, context, { before, after });
  await giveBack(trx, context, before);
  return after;
}

/** The new `moved_at`. It identifies the move, so it must differ from the previous `moved_at` even if the clock was set back. */
const nextMovedAt = ({ moved_at }: AppointmentRow, nowMs: number) => Math.max(nowMs, (moved_at ?? 0) + 1);

type MoveInput = ParsedBody<'PUT /analytics/appointments/{id}/move'>;
type Place = Times & Pick<AppointmentRow, 'technician_id'>;

/** Moves or resizes an appointment in the calendar; the change can be undone for 10 seconds. docs/spec/behaviour.md §5.11 and §16 */
export function moveAppointment(context: RequestContext, id: AppointmentId, input: MoveInput) {
  const { db, now } = context;
  const moving = inTransaction(db, async (trx) => {
    const { before, ...locked } = await lockForMove(trx, context, id, input);
    const { place } = locked;
    const ids = [before, ...locked.later].map((row) => row.id);
    const undo = await startUndo(trx, now, ids);
    const isSamePlace = areSameTimes(before, place) && place.technician_id === before.technician_id;
    if (!isSamePlace) await move(trx, context, { before, ...locked, undo });
    return { ...(await savedForSalon(trx, id, context)), undo_token: undo.token };
  });
  return refuseOnViolation(moving, { overlap: 'move_refused' });
}

/** Locks the appointment and the slots that it replaces. Refuses a move that the appointment, its services or the slots don't allow. */
async function lockForMove(
  trx: Trx,
  { now, user }: RequestContext,
  id: AppointmentId,
  { version, slot_id, technician_id, following, ...times }: MoveInput,
): Promise<Omit<Move, 'undo'>> {
  const room = slot_id === undefined ? [] : [slot_id];
  const ids = [id, ...(following === 1 ? await laterInSeries(trx, id, user) : [])];
  const days = await daysAfterMove(trx, ids, times.start_datetime);
  const locked = await lockWithClients(trx, [...ids, ...room], { days });
  const [before, ...later] = withLater(
    locked.rows.filter((row) => ids.includes(row.id)),
    id,
  );
  if (version !== undefined && version !== before.version) refuse('appointment_changed');
  refuseIf(actionRefusal('move', before, 'ADMIN', now.wall));
  const place = { ...times, technician_id: technician_id ?? before.technician_id };
  for (const row of [before, ...later]) {
    const to = movedAlike(row, { before, place });
    if (locked.isErased(row) && isBroughtAhead(row, { ...row, ...to }, now.wall)) refuse('move_refused');
    await assertTakes(trx, now, row, to);
  }
  const chosen = locked.rows.filter((row) => row.id === slot_id);
  if (slot_id !== undefined && !hasRoom(before, place, chosen)) refuse('move_refused');
  const slots = isTakenOver(before, place) ? await slotsAt(trx, before, place) : chosen;
  return { before, place, slots, later };
}

/** Refuses another technician who has left or does not do the services, and an upcoming booking of a technician who has left. docs/spec/behaviour.md §16.1 */
async function assertTakes(trx: Trx, now: Now, row: AppointmentRow, to: Place): Promise<void> {
  if (to.technician_id !== row.technician_id)
    await assertDoesLines(trx, to.technician_id, await linesOf(trx, row));
  else if (becomesActive(row, { ...row, ...to }, now.wall)) await assertDoes(trx, to.technician_id, []);
}

/** The new days of these bookings. All of them move by the same time span as the first booking. */
async function daysAfterMove(trx: Trx, [id, ...later]: readonly AppointmentId[], start: WallTime) {
  if (later.length === 0) return [dateOf(start)];
  const rows = await trx
    .selectFrom('appointments')
    .select(['id', 'start_datetime'])
    .where('id', 'in', [id as AppointmentId, ...later])
    .execute();
  const first = rows.find((row) => row.id === id)?.start_datetime ?? start;
  return rows.map((row) => dateOf(addMinutes(row.start_datetime, minutesBetween(first, start))));
}

/** True if a booking keeps its times and gets another technician, whose free slots at these times are then removed. docs/spec/behaviour.md §16.5 */
const isTakenOver = (before: AppointmentRow, place: Place): boolean =>
  before.status === 'BOOKED' && areSameTimes(before, place) && place.technician_id !== before.technician_id;

const hasRoom = (before: AppointmentRow, place: Place, slots: readonly AppointmentRow[]): boolean =>
  before.status === 'BOOKED' &&
  slots.some((slot) => slot.technician_id === place.technician_id && isWithinSlot(place, slot));

interface Move {
  readonly before: AppointmentRow;
  readonly place: Place;
  readonly slots: readonly AppointmentRow[];
  readonly later: readonly AppointmentRow[];
  readonly undo: PendingUndo;
}

/** The new times and technician of a later booking in the series, moved by the same time span as the first. docs/spec/behaviour.md §20.2 */
const movedAlike = (row: AppointmentRow, { before, place }: Pick<Move, 'before' | 'place'>): Place => ({
  start_datetime: addMinutes(row.start_datetime, minutesBetween(before.start_datetime, place.start_datetime)),
  end_datetime: addMinutes(row.end_datetime, minutesBetween(before.end_datetime, place.end_datetime)),
  technician_id: place.technician_id === before.technician_id ? row.technician_id : place.technician_id,
});

/** Locks and returns the free slots at a booking's new place. Refuses if its times overlap another appointment. The caller has locked the day. */
async function slotsAt(trx: Trx, { id }: AppointmentRow, place: Place): Promise<AppointmentRow[]> {
  const rows = (await lockRowsUnder(trx, place)).filter((row) => row.id !== id);
  return rows.every(({ status }) => status === 'AVAILABLE') ? rows : refuse('move_refused');
}

/** The columns of a row at another place. A new start clears the attendance mark. docs/spec/behaviour.md §5.22 */
const placedAt = (row: AppointmentRow, place: Place) => ({
  ...place,
  id: row.id,
  attended: isSameVisit(row, { ...row, ...place }) ? row.attended : null,
});

async function move(trx: Trx, context: RequestContext, moved: Move): Promise<void> {
  const { before, place, slots, later, undo } = moved;
  refuseIf(slotRefusal(place, dateOf(context.now.wall)));
  const all = [before, ...later].map((row) => ({ row, to: row === before ? place : movedAlike(row, moved) }));
  for (const { to } of all) refuseIf(slotTimesRefusal(to));
  const days = all.flatMap(({ row, to }) => [row.day, dateOf(to.start_datetime)]);
  // the latest booking first if they move later, else the earliest first: each moves to a time that is already free
  const ordered = place.start_datetime > before.start_datetime ? all.toReversed() : all;
  const save = async () => {
    const rows: RowChange[] = [];
    for (const { row, to } of ordered) {
      const under = row === before ? slots : await slotsAt(trx, row, to);
      rows.push(...(await cutSlots(trx, to, under, context.now.ms)));
      rows.push({ before: row, after: await saveTimes(trx, row.id, placedAt(row, to)) });
    }
    return rows;
  };
  const rows = await servingWaitlists(trx, context, days, save, undo);
  await recordChanges(trx, context, 'appointment', rows);
  await recordUndoChanges(trx, undo, { rows });
  const changes = all.flatMap(({ row }) => {
    const after = rows.find((change) => change.before === row)?.after;
    return after ? [{ before: row, after }] : [];
  });
  for (const change of changes) await followDeposit(trx, context, change);
  await notifyOfSeries(trx, context, changes, undo.timing);
}

type Pair = { readonly a: AppointmentRow; readonly b: AppointmentRow };

/** Swaps the starts of two appointments. Each keeps its length. docs/spec/behaviour.md §5.12 */
export function swapAppointments(
  context: RequestContext,
  { a_id, b_id }: ParsedBody<'PUT /analytics/appointments/swap'>,
): Promise<ResponseBody<'PUT /analytics/appointments/swap'>> {
  const { db, now } = context;
  const swapping = inTransaction(db, async (trx) => {
    const locked = await lockWithClients(trx, [a_id, b_id]);
    const find = (id: number) => locked.rows.find((row) => row.id === id) ?? refuse('not_found');
    const before = { a: find(a_id), b: find(b_id) };
    refuseIf(
      actionRefusal('swap', before.a, 'ADMIN', now.wall) ??
        actionRefusal('swap', before.b, 'ADMIN', now.wall),
    );
    const undo_token = await swap(trx, context, before, locked);
    const saved = (id: AppointmentId) => savedForSalon(trx, id, context);
    return { a: await saved(a_id), b: await saved(b_id), undo_token };
  });
  return refuseOnViolation(swapping, { overlap: 'swap_refused' });
}

async function assertBothDoBoth(trx: Trx, { a, b }: Pair): Promise<void> {
  if (a.technician_id === b.technician_id) return;
  await assertDoesLines(trx, a.technician_id, await linesOf(trx, b));
  await assertDoesLines(trx, b.technician_id, await linesOf(trx, a));
}

async function swap(trx: Trx, context: RequestContext, before: Pair, { isErased }: LockedWithClients) {
  const times = swapTimes(before.a, before.b);
  if (times === 'swap_refused') refuse(times);
  await assertBothDoBoth(trx, before);
  for (const side of ['a', 'b'] as const) {
    const after = { ...before[side], ...times[side] };
    if (isErased(after) && isBroughtAhead(before[side], after, context.now.wall)) refuse('swap_refused');
    if (becomesActive(before[side], after, context.now.wall)) await assertDoes(trx, after.technician_id, []); // refuses if the technician has left
  }
  const undo = await startUndo(trx, context.now, [before.a.id, before.b.id]);
  const a = placedAt(before.a, { ...times.a, technician_id: before.b.technician_id });
  const b = placedAt(before.b, { ...times.b, technician_id: before.a.technician_id });
  const days = [before.a.day, before.b.day];
  const save = () => exchangePlaces(trx, [a, b]);
  const after = await servingWaitlists(trx, context, days, save, undo);
  const changes = [before.a, before.b].map((row, n) => ({ before: row, after: after[n] ?? row }));
  await recordChanges(trx, context, 'appointment', changes);
  for (const change of changes) await followDeposit(trx, context, change);
  await recordUndoChanges(trx, undo, { rows: changes });
  for (const change of changes) {
    await notifySalon(trx, context, { ...change, timing: undo.timing });
    for (const notification of notificationsOfSwap(change.before, change.after, context.now.wall))
      await notifyClient(trx, notification, change.after, undo.timing);
  }
  return undo.token;
}
