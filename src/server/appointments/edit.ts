import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import { actionRefusal, isUnbooked } from '#domain/appointments/appointments.ts';
import {
  type AppointmentFields,
  type AppointmentPatch,
  agreeIn,
  EDITABLE_FIELDS,
  editableFieldsOf,
  editedAppointment,
  isUndoable,
  priceRefusal,
} from '#domain/appointments/edit.ts';
import { areSameLines, type ServiceLine } from '#domain/appointments/lines.ts';
import {
  becomesActive,
  canTakeSlot,
  isBroughtAhead,
  isSamePlace,
  movedAlike,
} from '#domain/appointments/reschedule.ts';
import { slotTimesRefusal } from '#domain/appointments/slots.ts';
import { guestAfter } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { AppointmentId, ServiceId } from '#domain/ids.ts';
import { type EditedRow, editedOpenings, type Offering } from '#domain/times/edited-openings.ts';
import { addMinutes, dateOf, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { recordChange, recordChanges } from '../history/history.ts';
import { type BookingChange, immediately, notifyOfChanges } from '../notifications/notifications.ts';
import {
  type DerivedChanges,
  derivingSlots,
  type Ground,
  type Plan,
  withNotes,
} from '../openings/openings.ts';
import { followMoney } from '../payments/payments.ts';
import { actingRole, assertMay, isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import { appointmentById, updateAppointment } from '../platform/db/appointments.ts';
import type { PersonCard } from '../platform/db/people.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockPhone } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { type PendingUndo, recordUndoChanges, startUndo } from '../undo/undo.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon, savedForUser } from './appointments.ts';
import { assertNotTwice, countOwnChange } from './booking-limits.ts';
import {
  type BookedFields,
  bookedAs,
  chosenPerson,
  editBooking,
  editFreeRow,
  freeRow,
  keepsBooking,
  leaveRow,
  startBooking,
} from './bookings.ts';
import { makeRoom } from './create.ts';
import { assertDoesLines, type Choice, choiceOf, idsByOwner, linesByOwner, saveChoice } from './lines.ts';
import { laterInSeries, lockRowOnly, lockWithClients, withLater } from './locks.ts';
import { tellAccepted } from './requests.ts';
import { movedRow } from './rows.ts';

type Input = ParsedBody<'PUT /appointments/{id}'>;

interface SaveOptions {
  readonly canBeUndone: boolean;
  /** True for the calendar, which changes only times and technician of an appointment that is not CANCELLED. */
  readonly isMove?: boolean;
}

/** Edits any field and the status of an appointment for the salon. Notifies the affected clients. docs/spec/behaviour.md §5.8 */
export async function editAppointment(
  context: RequestContext,
  id: AppointmentId,
  input: Input,
  canBeUndone: boolean,
) {
  const { undo_token, ...saved } = await saveAppointment(context, id, input, { canBeUndone });
  return canBeUndone ? { ...saved, undo_token } : saved;
}

/** Moves or resizes an appointment in the calendar; the change can be undone for 10 seconds. docs/spec/behaviour.md §5.11 and §16 */
export const moveAppointment = (
  context: RequestContext,
  id: AppointmentId,
  input: ParsedBody<'PUT /analytics/appointments/{id}/move'>,
) =>
  refuseOnViolation(saveAppointment(context, id, input, { canBeUndone: true, isMove: true }), {
    overlap: 'move_refused',
  });

function saveAppointment(
  context: RequestContext,
  id: AppointmentId,
  input: Input,
  { canBeUndone, isMove = false }: SaveOptions,
) {
  return inTransaction(context.db, async (trx) => {
    const edit = await plannedEdit(trx, context, id, input, isMove);
    const { before, after, choice, isOther, later } = edit;
    const isOtherAddress = after.guest_email !== undefined && after.guest_email !== before.guest_email;
    const ids = [before, ...later].map((row) => row.id);
    const undo =
      canBeUndone && !isOther && !isOtherAddress && isUndoable(before, after)
        ? await startUndo(trx, context.now, ids)
        : undefined;
    const isChanged = isOther || isOtherAddress || !agreeIn(EDITABLE_FIELDS, before, after);
    if (choice || isChanged) await change(trx, context, edit, undo);
    return { ...(await savedForSalon(trx, id, context)), undo_token: undo?.token ?? null };
  });
}

/** A checked edit that is not saved yet. */
interface Edit {
  readonly before: AppointmentRow;
  readonly after: BookedFields;
  /** The services after the edit; undefined if they stay. */
  readonly choice: Choice | undefined;
  /** Whether the edit chooses another person by `person_id`. */
  readonly isOther: boolean;
  /** The later bookings of the series, which move by as much. */
  readonly later: readonly AppointmentRow[];
  /** Whether a time that is given up is offered again; undefined: as the setting says. */
  readonly offersAgain: boolean | undefined;
  readonly isSplit: boolean;
  /** The refusal if the new time is taken. */
  readonly taken: 'slot_overlaps' | 'move_refused';
}

/** Locks the rows of an edit. Refuses what its person, status, times, services or technician don't allow. */
async function plannedEdit(
  trx: Trx,
  context: RequestContext,
  id: AppointmentId,
  input: Input,
  isMove: boolean,
): Promise<Edit> {
  const { now } = context;
  const chosen = await chosenPerson(trx, input.person_id);
  const { before, later, slot, isErased } = await lockEdited(trx, context, id, input, chosen);
  if (isMove) refuseIf(actionRefusal('move', before, 'ADMIN', now.wall));
  const other = chosen?.id === before.person_id ? undefined : chosen;
  const after = editedFields(before, input, other, now.wall);
  assertMay(context, 'changeAppointments', [after]);
  const erased = isMove ? 'move_refused' : 'unknown_client';
  if (isErased(after) && needsClient(before, after, now.wall)) refuse(erased);
  refuseIf(priceRefusal(before, after, input.service_price));
  const choice = await otherChoice(trx, context, before, after.status, input);
  await assertTechnician(trx, [before, after], choice?.services ?? before.services, now.wall);
  for (const row of later) {
    const to = movedAlike(row, [before, after]);
    refuseIf(slotTimesRefusal(to));
    if (isErased(row) && isBroughtAhead(row, to, now.wall)) refuse(erased);
    await assertTechnician(trx, [row, to], row.services, now.wall);
  }
  const taken = isMove ? 'move_refused' : 'slot_overlaps';
  if (input.slot_id !== undefined && !(slot && canTakeSlot(after, slot))) refuse(taken);
  const { split_slots } = await currentSettings(trx, context.config);
  const offersAgain = input.offer_again === undefined ? undefined : input.offer_again === 1;
  const offering = { offersAgain, isSplit: split_slots === 1 };
  return { before, after, choice, isOther: other !== undefined, later, taken, ...offering };
}

/** The fields after an edit, for which the owner has chosen another person or not. Refuses an edit that they don't allow. */
function editedFields(
  before: AppointmentRow,
  input: Input,
  other: PersonCard | undefined,
  now: WallTime,
): BookedFields {
  const ids = idsByOwner(input);
  const service_id = ids && patchedService(before.services, ids);
  const patch = { ...input, ...(other && bookedAs(other)), service_id };
  const after = editedAppointment(editableFieldsOf(before), patch, dateOf(now));
  if (typeof after === 'string') refuse(after);
  if (other && after.status === 'CANCELLED') refuse('person_needs_booking');
  return { ...after, person_id: input.person_id, guest_email: input.guest_email };
}

/** Locks an appointment for an edit, with the free slot that it takes, its later bookings, and clients and people before and after. */
async function lockEdited(
  trx: Trx,
  context: RequestContext,
  id: AppointmentId,
  { version, following, slot_id, ...patch }: Input,
  person?: PersonCard,
) {
  const number = person ? person.number : await numberAfter(trx, id, patch);
  const ids = [id, ...(following === 1 ? await laterInSeries(trx, id, context.user) : [])];
  const days = await daysAfterMove(trx, ids, patch.start_datetime);
  const also = { days, clients: [patch.client_id], number, person };
  const { rows, isErased } = await lockWithClients(trx, [...ids, ...(slot_id ? [slot_id] : [])], also);
  const slot = rows.find((row) => row.id === slot_id);
  const [before, ...later] = withLater(
    rows.filter((row) => ids.includes(row.id)),
    id,
  );
  assertMay(context, 'changeAppointments', rows);
  if (version !== undefined && version !== before.version) refuse('appointment_changed');
  return { before, later, slot, isErased };
}

/** The guest's number after an edit. The edit may make a person with this number, so lock it first. */
async function numberAfter(trx: Trx, id: AppointmentId, { guest_phone }: AppointmentPatch) {
  if (guest_phone !== undefined) return phoneNumber(guest_phone);
  return (await appointmentById(trx, id))?.guest_number ?? null;
}

/** The new days of these bookings, which all move by the same time span as the first. */
async function daysAfterMove(trx: Trx, ids: readonly AppointmentId[], start: WallTime | undefined) {
  if (start === undefined) return [];
  if (ids.length === 1) return [dateOf(start)];
  const rows = await trx
    .selectFrom('appointments')
    .select(['id', 'start_datetime'])
    .where('id', 'in', ids)
    .execute();
  const first = rows.find((row) => row.id === ids[0])?.start_datetime ?? start;
  return rows.map((row) => dateOf(addMinutes(row.start_datetime, minutesBetween(first, start))));
}

type Placed = Pick<AppointmentFields, 'status' | 'technician_id' | 'start_datetime' | 'end_datetime'>;

/** Refuses a technician who has left, if the edit changes the technician or makes the booking upcoming. Another technician, and one whose booking is reopened, must do the services. docs/spec/behaviour.md §16.1 and §16.2 */
async function assertTechnician(
  trx: Trx,
  [before, after]: readonly [Placed, Placed],
  lines: readonly ServiceLine[],
  now: WallTime,
): Promise<void> {
  const { technician_id, status } = after;
  if (technician_id !== before.technician_id) await assertDoesLines(trx, technician_id, lines);
  else if (becomesActive(before, after, now))
    await assertDoesLines(trx, technician_id, status === before.status ? [] : lines);
}

/** True if the client must still exist: the edit gives a booking to a client, rebooks it, or moves it from the past to the future. */
const needsClient = (before: AppointmentFields, after: AppointmentFields, now: WallTime): boolean =>
  after.client_id !== before.client_id ||
  (after.status === 'BOOKED' && before.status !== 'BOOKED') ||
  isBroughtAhead(before, after, now);

/** Returns the one service that the edit rules compare: the row's first service if no service changes, otherwise a requested service that differs from the first. */
function patchedService(lines: readonly ServiceLine[], ids: readonly ServiceId[]): ServiceId | null {
  const first = lines[0]?.service_id ?? null;
  const before = lines.flatMap(({ service_id }) => service_id ?? []);
  const isSame = before.length === ids.length && before.every((id) => ids.includes(id));
  return isSame ? first : (ids.find((id) => id !== first) ?? null);
}

async function otherChoice(
  trx: Trx,
  context: RequestContext,
  before: AppointmentRow,
  status: AppointmentFields['status'],
  input: Input,
): Promise<Choice | undefined> {
  const { service_price } = input;
  if (isUnbooked(status) || (service_price === undefined && !idsByOwner(input))) return undefined;
  const technician = input.technician_id ?? before.technician_id;
  const choice = await linesByOwner(trx, context, choiceOf(before), input, technician);
  const isRepriced = service_price !== undefined && service_price !== before.service_price;
  if (!isRepriced && areSameLines(before.services, choice.services)) return undefined;
  return status === 'CANCELLED' ? refuse('person_needs_booking') : choice;
}

/** Saves an edit, and looks after a booking that has lost its row by it. docs/spec/behaviour.md §5.7 and §21.2 */
async function change(trx: Trx, context: RequestContext, edit: Edit, undo?: PendingUndo): Promise<void> {
  const { before, after, later } = edit;
  const all = [before, ...later];
  const days = all.flatMap((row) => [row.day, dateOf(movedAlike(row, [before, after]).start_datetime)]);
  const { changes, derived } = await servingWaitlists(
    trx,
    context,
    days,
    () => saveRows(trx, context, edit),
    undo,
  );
  await recordChanges(trx, context, 'appointment', changes);
  if (undo) await recordUndoChanges(trx, undo, { rows: changes, derived });
  await follow(trx, context, changes, undo?.timing);
}

/** Saves the edited row and moves the later ones. Free slots give way. */
async function saveRows(trx: Trx, context: RequestContext, edit: Edit) {
  const { before, after, later, taken, isSplit } = edit;
  const isMoved = !isSamePlace(before, after);
  const all = [before, ...(isMoved ? later : [])];
  const changes: BookingChange[] = [];
  const derived: DerivedChanges[] = [];
  // the latest booking first if they move later, else the earliest first: each moves to a time that is already free
  const isLater = after.start_datetime > before.start_datetime;
  for (const row of isLater ? all.toReversed() : all) {
    const to = row === before ? after : movedAlike(row, [before, after]);
    const saveIt = async (ground: Ground) => {
      const isTaking = to.status !== 'CANCELLED' && !(isSamePlace(row, to) && row.status !== 'CANCELLED');
      if (isTaking) await makeRoom(trx, ground, to, { ownId: row.id, refusal: taken, isSplit });
      return row === before
        ? save(trx, context, before, after, edit.choice)
        : updateAppointment(trx, row, movedRow(row, to, context.now));
    };
    const place = { plan: editPlan(row, row === before ? after : { ...row, ...to }, edit), own: [row.id] };
    const saved = await derivingSlots(trx, context, [row, to], saveIt, place);
    derived.push(saved.derived);
    // a row that has become free is now the part over its time
    const isFree = saved.result.status === 'AVAILABLE';
    changes.push({ before: row, after: (isFree && (await appointmentById(trx, row.id))) || saved.result });
  }
  return { changes: isLater ? changes.toReversed() : changes, derived };
}

/** What an edit by the salon does to the openings. docs/spec/behaviour.md §26.2 */
const editPlan =
  (before: EditedRow, after: EditedRow & Pick<AppointmentFields, 'notes'>, offering: Offering): Plan =>
  (changed) => {
    const openings = editedOpenings(changed, [before, after], offering);
    return after.status === 'AVAILABLE' && after.technician_id === changed.technician_id
      ? withNotes(openings, after)
      : openings;
  };

/** Everything that follows from saved and recorded changes. */
async function follow(
  trx: Trx,
  context: RequestContext,
  changes: readonly BookingChange[],
  timing = immediately(context.now),
) {
  const followed: BookingChange[] = [];
  for (const { before, after } of changes) {
    await followMoney(trx, context, { before, after });
    const isLeft = after.booking_id !== before.booking_id;
    const isGivenAway = after.booking_id !== null;
    const left = isLeft ? await leaveRow(trx, context, before, { isGivenAway }) : undefined;
    if (after.status === 'BOOKED' && (isLeft || before.status !== 'BOOKED')) await endWait(trx, after);
    followed.push({ before, after, historyId: left?.id });
  }
  await notifyOfChanges(trx, context, followed, timing);
  for (const change of changes) await tellAccepted(trx, context, change, timing);
}

async function save(
  trx: Trx,
  context: RequestContext,
  before: AppointmentRow,
  fields: BookedFields,
  choice: Choice | undefined,
): Promise<AppointmentRow> {
  if (isUnbooked(fields.status))
    return before.booking_id === null ? editFreeRow(trx, before, fields) : freeRow(trx, before, fields);
  const isKept = before.booking_id !== null && (await keepsBooking(trx, context, before, fields));
  if (!isKept) return startBooking(trx, context, before, fields, choice ?? choiceOf(before));
  const saved = await editBooking(trx, context, before, fields);
  return choice ? saveChoice(trx, saved, choice) : saved;
}

/** Sets or clears the guest of a booking. docs/spec/product.md §7.1, docs/spec/behaviour.md §5.9 */
export function setGuest(
  context: RequestContext<SessionUser>,
  id: AppointmentId,
  input: ParsedBody<'POST /appointments/{id}/guest'>,
): Promise<VisibleAppointment> {
  const { db, user, now } = context;
  return inTransaction(db, async (trx) => {
    const number = phoneNumber(input.guest_phone);
    if (number !== null) await lockPhone(trx, number);
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertMay(context, 'changeBookings', [row]);
    const guest = guestAfter(row, input);
    if (typeof guest === 'string') refuse(guest);
    refuseIf(actionRefusal('set_guest', row, actingRole(user), now.wall));
    const isChanged = guest.guest_name !== row.guest_name || guest.guest_phone !== row.guest_phone;
    if (isChanged) {
      await countOwnChange(trx, context, row, 'guest');
      if (!isStaff(user)) await assertNotTwice(trx, { ...row, ...guest }, row, id);
      const fields = { ...editableFieldsOf(row), ...guest };
      const after = await save(trx, context, row, fields, undefined);
      await recordChange(trx, context, 'appointment', { before: row, after });
      await follow(trx, context, [{ before: row, after }]);
    }
    return savedForUser(trx, id, context);
  });
}
