import type { ParsedBody, ParsedQuery, ResponseBody } from '#contract/index.ts';
import { actionRefusal, isLateCancellation, moveRefusal } from '#domain/appointments/appointments.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { noticeRefusal, waitingRefusal } from '#domain/appointments/requests.ts';
import { becomesActive, isBroughtAhead, swapTimes } from '#domain/appointments/reschedule.ts';
import type { TimesOfTechnician } from '#domain/appointments/slots.ts';
import type { AppointmentId, TechnicianId } from '#domain/ids.ts';
import { FREE_SLOTS_RANGE_MAX_DAYS } from '#domain/limits.ts';
import { notificationsOfSwap } from '#domain/notifications.ts';
import type { Settings } from '#domain/settings.ts';
import { spanOf } from '#domain/times/offers.ts';
import { withdrawn, withOpening } from '#domain/times/openings.ts';
import { dateOf, daysFromTo, type WallDate } from '#domain/wall-clock.ts';
import { type Author, recordChange, recordChanges } from '../history/history.ts';
import {
  listChangeToCall,
  notifyClient,
  notifyOfOwnMove,
  notifySalon,
} from '../notifications/notifications.ts';
import {
  clearGround,
  derivingSlots,
  type Ground,
  offerAgain,
  type Plan,
  withNotes,
} from '../openings/openings.ts';
import { askForDeposit, followMoney } from '../payments/payments.ts';
import { type CallerContext, hashesOf } from '../platform/auth/counted-acts.ts';
import { assertMay, lockActiveUser, type SessionUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { appointmentById, updateAppointment } from '../platform/db/appointments.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockDays } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { assertDoes } from '../technicians/technicians.ts';
import { recordUndoChanges, startUndo } from '../undo/undo.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedAppointment, savedForSalon } from './appointments.ts';
import { assertFewAfterMove, assertNotTwice, countCancellation } from './booking-limits.ts';
import { keyedRequest, respondOnce, storedAppointment } from './idempotency.ts';
import { assertDoesLines } from './lines.ts';
import { assertRange } from './lists.ts';
import { type LockedWithClients, lockAppointments, lockWithClients } from './locks.ts';
import { tellAccepted } from './requests.ts';
import { exchangePlaces, movedRow } from './rows.ts';
import {
  type AskedTime,
  endOf,
  leastBookedOf,
  lockLeastBooked,
  slotAt,
  slotsOfAnyTechnician,
  slotsOfTime,
  type TakenSlots,
  takenSlots,
  unseen,
} from './times/joined-slots.ts';
import { offersToMove } from './times/offered-times.ts';

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
      const own = (row: AppointmentRow | undefined) => {
        assertMay(context, 'changeBookings', row ? [row] : []);
        return row?.client_id === user.id ? row : refuse('not_found');
      };
      await moveByPerson(trx, context, { id, target }, own);
      return { appointmentId: id, response: await savedAppointment(trx, id, clock) };
    }),
  );
}

/** Moves the booking of a client or guest; the caller has locked the person. `bookingOf` refuses a row that belongs to somebody else. */
export async function moveByPerson(
  trx: Trx,
  context: RequestContext & CallerContext & Pick<Author, 'linkBy'>,
  { id, target: given }: { readonly id: AppointmentId; readonly target: Target },
  bookingOf: (row: AppointmentRow | undefined) => AppointmentRow,
): Promise<AppointmentRow> {
  const settings = await currentSettings(trx, context.config);
  const found = bookingOf(await appointmentById(trx, id));
  const networks = hashesOf(await countCancellation(trx, context, found));
  const unlocked = assertMovable(found, settings, context.now);
  if (settings.split_slots === 1) {
    const place = await lockTarget(trx, context, unlocked, given, settings);
    const [row] = await lockAppointments(trx, [id], [dateOf(place.start_datetime)]);
    const before = assertMovable(bookingOf(row), settings, context.now);
    return moveTo(trx, context, before, { place, slotCount: 1, networks, settings });
  }
  const target = await slotOfTarget(trx, context, given, unlocked, settings);
  // this check without a lock already rejects most of the concurrent requests for one slot
  const choices = await slotsOfTarget(trx, context, target, askedTime(target, unlocked));
  const rows = await lockAppointments(trx, [id, ...choices.flat().map((slot) => slot.id)]);
  const before = assertMovable(bookingOf(rows.find((row) => row.id === id)), settings, context.now);
  const asked = askedTime(target, before);
  const slots =
    choices[0]?.[0].id === target.to_id
      ? await takenSlots(trx, context, asked, rows, settings)
      : await lockLeastBooked(trx, context, asked, choices, settings);
  const isSameTechnician = slots[0].technician_id === before.technician_id;
  if (target.any_technician !== 1 && !isSameTechnician) refuse('slot_gone'); // only `any_technician` allows another technician (docs/spec/behaviour.md §16.3)
  const [{ start_datetime, technician_id }] = slots;
  const place = { start_datetime, end_datetime: endOf(slots), technician_id };
  return moveTo(trx, context, before, { place, slotCount: slots.length, networks, settings });
}

/** The technician and start that the target asks for, by default those of its slot. No technician: any. docs/spec/behaviour.md §26.1 */
async function placeAsked(
  trx: Trx,
  { to_id, seen_start, start_datetime = seen_start, technician_id, any_technician }: Target,
  booking: AppointmentRow,
) {
  if (start_datetime === undefined) refuse('bad_input', { fields: unseen() });
  if (any_technician === 1) return { start_datetime, technician_id: undefined };
  const asked = technician_id ?? (await appointmentById(trx, to_id))?.technician_id;
  return { start_datetime, technician_id: asked ?? booking.technician_id };
}

/** Without `split_slots`, a start or technician that is asked for means the slot that begins then. */
async function slotOfTarget(
  trx: Trx,
  context: RequestContext,
  target: Target,
  booking: AppointmentRow,
  settings: Settings,
): Promise<Target> {
  if (target.start_datetime === undefined && target.technician_id === undefined) return target;
  const place = await placeAsked(trx, target, booking);
  const minutes = async () => minutesOfServices(booking.services);
  const { slot, seen } = (await slotAt(trx, context, { ...place, minutes }, settings)) ?? refuse('slot_gone');
  return { to_id: slot.id, ...seen, any_technician: slot.technician_id === booking.technician_id ? 0 : 1 };
}

/** True for the place where the booking already is. */
const isPlaceOf = (
  { start_datetime, technician_id }: AppointmentRow,
  place: Pick<TimesOfTechnician, 'start_datetime' | 'technician_id'>,
): boolean => place.start_datetime === start_datetime && place.technician_id === technician_id;

/** Locks the days of the move, and returns the offered time that the target asks for. Another technician needs no `any_technician`. */
async function lockTarget(
  trx: Trx,
  context: RequestContext,
  booking: AppointmentRow,
  target: Target,
  settings: Settings,
): Promise<TimesOfTechnician> {
  const { start_datetime, technician_id = null } = await placeAsked(trx, target, booking);
  await lockDays(trx, [booking.day, dateOf(start_datetime)]);
  const asked = offerFor(booking, technician_id);
  const day = dateOf(start_datetime);
  const offers = await offersToMove(trx, context, [day], asked, settings);
  if (typeof offers === 'string') refuse(offers);
  const fitting = offers.filter(
    (offer) => offer.start_datetime === start_datetime && !isPlaceOf(booking, offer),
  );
  const { slot_id: _, ...place } = (await leastBookedOf(trx, day, fitting)) ?? refuse('slot_gone');
  return place;
}

interface Move {
  readonly place: TimesOfTechnician;
  readonly slotCount: number;
  readonly networks: readonly string[];
  readonly settings: Settings;
}

/** Moves the locked booking of a person to a free time. */
async function moveTo(
  trx: Trx,
  context: RequestContext & CallerContext,
  before: AppointmentRow,
  { place, slotCount, networks, settings }: Move,
): Promise<AppointmentRow> {
  refuseIf(noticeRefusal(context.now.wall, place.start_datetime, settings));
  await assertNotTwice(trx, before, place, before.id);
  await assertFewAfterMove(trx, context, before, slotCount);
  const days = [before.day, dateOf(place.start_datetime)];
  const { late_cancel_hours } = settings;
  const isLate = isLateCancellation(context.now.wall, before.start_datetime, late_cancel_hours);
  const to = { place, isLate: isLate || before.is_late === 1 };
  const moved = await servingWaitlists(trx, context, days, () => moveToPlace(trx, context, before, to));
  await askForDeposit(trx, context, moved, settings);
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
  refuseIf(waitingRefusal(row.request_state));
  refuseIf(moveRefusal(now.wall, row.start_datetime, move_until_hours), move_until_hours);
  return row;
}

function askedTime(target: Target, { services }: AppointmentRow): AskedTime {
  const { to_id, start_datetime, any_technician } = target;
  const { seen_start = start_datetime, seen_end = start_datetime } = target;
  if (seen_start === undefined || seen_end === undefined) refuse('bad_input', { fields: unseen() });
  return {
    id: to_id,
    seen: { seen_start, seen_end },
    minutes: async () => minutesOfServices(services),
    // without `any_technician` the booking keeps its technician, so its services need no check
    serviceIds: any_technician === 1 ? services.flatMap(({ service_id }) => service_id ?? []) : [],
  };
}

/** Moves the booking and frees its old time. */
async function moveToPlace(
  trx: Trx,
  context: RequestContext,
  before: AppointmentRow,
  { place, isLate }: { readonly place: TimesOfTechnician; readonly isLate: boolean },
) {
  const move = async (ground: Ground) => {
    await clearGround(trx, ground, place, before.id);
    const moved = await updateAppointment(trx, before, {
      ...place,
      moved_at: nextMovedAt(before, context.now.ms),
      ...(place.start_datetime !== before.start_datetime && { confirmed_at: null }),
      is_late: isLate ? 1 : 0, // a later cancellation then counts as late: the move must not avoid the deadline
    });
    await recordChange(trx, context, 'appointment', { before, after: moved });
    return moved;
  };
  const { result } = await derivingSlots(trx, context, [before, place], move, { plan: offerAgain });
  await followMoney(trx, context, { before, after: result });
  return result;
}

/** What a booking asks of a technician to whom it moves; null: of any. */
const offerFor = (
  { id, services, technician_id: own }: AppointmentRow,
  technician_id: TechnicianId | null,
) => ({
  technician_id,
  movedId: id,
  serviceIds: technician_id === own ? [] : services.flatMap(({ service_id }) => service_id ?? []),
  span: spanOf(services),
});

/** The times to which a booking can be moved, soonest first; its own start is not one of them. docs/spec/behaviour.md §26.1 */
export async function freeForBooking(
  db: Db,
  context: RequestContext,
  booking: AppointmentRow,
  { from, to }: { readonly from: WallDate; readonly to: WallDate },
): Promise<ResponseBody<'GET /appointments/{id}/free'>> {
  assertRange({ from, to }, FREE_SLOTS_RANGE_MAX_DAYS);
  const settings = await currentSettings(db, context.config);
  const offers = await offersToMove(db, context, daysFromTo(from, to), offerFor(booking, null), settings);
  if (typeof offers === 'string') return [];
  return offers.filter(
    (offer) =>
      noticeRefusal(context.now.wall, offer.start_datetime, settings) === undefined &&
      !isPlaceOf(booking, offer),
  );
}

/** The times to which the client's booking can be moved. */
export async function freeForOwn(
  context: RequestContext<SessionUser>,
  id: AppointmentId,
  days: ParsedQuery<'GET /appointments/{id}/free'>,
) {
  const row = await appointmentById(context.db, id);
  if (row?.status !== 'BOOKED') refuse('not_found');
  assertMay(context, 'seeBookings', [row]);
  return freeForBooking(context.db, context, row, days);
}

/** The new `moved_at`. It identifies the move, so it must differ from the previous `moved_at` even if the clock was set back. */
const nextMovedAt = ({ moved_at }: AppointmentRow, nowMs: number) => Math.max(nowMs, (moved_at ?? 0) + 1);

type Pair = { readonly a: AppointmentRow; readonly b: AppointmentRow };

/** Swaps the starts of two appointments. Each keeps its length. docs/spec/behaviour.md §5.12 */
export function swapAppointments(
  context: RequestContext,
  { a_id, b_id }: ParsedBody<'PUT /analytics/appointments/swap'>,
): Promise<ResponseBody<'PUT /analytics/appointments/swap'>> {
  const { db, now } = context;
  const swapping = inTransaction(db, async (trx) => {
    const locked = await lockWithClients(trx, [a_id, b_id]);
    assertMay(context, 'changeAppointments', locked.rows);
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
  await assertDoesLines(trx, a.technician_id, b.services);
  await assertDoesLines(trx, b.technician_id, a.services);
}

/** A swapped free slot takes its minutes out of other openings and is one itself; what nobody holds any more is withdrawn. */
const swapPlan =
  (rows: readonly AppointmentRow[], places: readonly TimesOfTechnician[]): Plan =>
  ({ openings, freed, technician_id }) => {
    const isHers = (place: TimesOfTechnician) => place.technician_id === technician_id;
    const slots = rows.flatMap((row, n) =>
      row.status === 'AVAILABLE' ? [{ row, to: places[n] ?? row }] : [],
    );
    const left = withdrawn(openings, [...freed, ...slots.map(({ row }) => row).filter(isHers)]);
    return slots
      .filter(({ to }) => isHers(to))
      .reduce<ReturnType<Plan>>(
        (all, { row, to }) => withNotes(withOpening(all, to), { ...to, notes: row.notes }),
        left,
      );
  };

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
  const days = [before.a.day, before.b.day];
  const places = [
    { ...times.a, technician_id: before.b.technician_id },
    { ...times.b, technician_id: before.a.technician_id },
  ] as const;
  const rows = [before.a, before.b] as const;
  const plan = swapPlan(rows, places);
  const save = () =>
    exchangePlaces(
      trx,
      rows.map((row, n) => ({ row, to: movedRow(row, places[n] ?? row, context.now) })),
    );
  const swapping = () =>
    derivingSlots(trx, context, [...rows, ...places], save, { plan, own: [before.a.id, before.b.id] });
  const { result: after, derived } = await servingWaitlists(trx, context, days, swapping, undo);
  const changes = rows.map((row, n) => ({ before: row, after: after[n] ?? row }));
  await recordChanges(trx, context, 'appointment', changes);
  for (const change of changes) await followMoney(trx, context, change);
  await recordUndoChanges(trx, undo, { rows: changes, derived: [derived] });
  for (const change of changes) {
    await notifySalon(trx, context, change, undo.timing);
    await listChangeToCall(trx, context, change, undo.timing);
    await tellAccepted(trx, context, change, undo.timing);
    for (const notification of notificationsOfSwap(change.before, change.after, context.now.wall))
      await notifyClient(trx, notification, change.after, undo.timing);
  }
  return undo.token;
}
