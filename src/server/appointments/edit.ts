import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import { actionRefusal, isUnbooked } from '#domain/appointments/appointments.ts';
import type { Attended } from '#domain/appointments/attendance.ts';
import {
  type AppointmentFields,
  type AppointmentPatch,
  agreeIn,
  EDITABLE_FIELDS,
  type EditOutcome,
  editableFieldsOf,
  editedAppointment,
  priceRefusal,
} from '#domain/appointments/edit.ts';
import {
  areSameLines,
  askedServices,
  linesAfter,
  minutesOfServices,
  type ServiceLine,
  serviceColumns,
} from '#domain/appointments/lines.ts';
import { becomesActive, isBroughtAhead } from '#domain/appointments/reschedule.ts';
import { isShorterThan } from '#domain/appointments/service-fit.ts';
import { guestAfter, keepsPerson, type Person } from '#domain/clients/booked-person.ts';
import type { AppointmentId, ServiceId } from '#domain/ids.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { moveGuestLinks } from '../guest-links/guest-links.ts';
import { recordChange } from '../history/history.ts';
import { immediately, notifyOfChange } from '../notifications/notifications.ts';
import { followDeposit } from '../payments/payments.ts';
import { actingRole, isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { linesOf } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon, savedForUser } from './appointments.ts';
import { countOwnChange } from './booking-limits.ts';
import { addFreeSlots, partsOf } from './joined-slots.ts';
import {
  assertDoesLines,
  chosenLines,
  idsByOwner,
  linesByOwner,
  replaceLines,
  restoreLines,
} from './lines.ts';
import { assertOwn, lockRowOnly, lockWithClients } from './locks.ts';
import { editedColumns, updateAppointment } from './rows.ts';

type Input = ParsedBody<'PUT /appointments/{id}'>;

/** Edits any field and the status of an appointment for the owner. Notifies the affected clients. docs/spec/behaviour.md §5.8 */
export function editAppointment(context: RequestContext, id: AppointmentId, input: Input) {
  const { version, service_price, service_id: _id, service_ids: _ids, services: _lines, ...fields } = input;
  return inTransaction(context.db, async (trx) => {
    const locked = await lockWithClients(trx, [id], { days: daysOf(fields), clients: [fields.client_id] });
    const before = locked.rows[0] ?? refuse('not_found');
    if (version !== undefined && version !== before.version) refuse('appointment_changed');
    const lines = await linesOf(trx, before);
    const ids = idsByOwner(input);
    const patch = { ...fields, service_id: ids && patchedService(lines, ids) };
    const outcome = outcomeOf(before, patch, context.now.wall);
    if (locked.isErased(outcome.after) && needsClient(before, outcome.after, context.now.wall))
      refuse('unknown_client');
    refuseIf(priceRefusal(before, outcome.after, service_price));
    const { status } = outcome.after;
    const choice = await otherChoice(trx, context, { before, lines, status }, input);
    await assertTechnician(trx, [before, outcome.after], choice?.lines ?? lines, context.now.wall);
    if (choice || !agreeIn(EDITABLE_FIELDS, before, outcome.after))
      await change(trx, context, before, { ...outcome, lines, choice });
    return savedForSalon(trx, id, context);
  });
}

/** Refuses a technician who has left or does not do the services, if the edit changes the technician or makes the booking upcoming. */
async function assertTechnician(
  trx: Trx,
  [before, after]: readonly [AppointmentFields, AppointmentFields],
  lines: readonly ServiceLine[],
  now: WallTime,
): Promise<void> {
  const { technician_id } = after;
  const isOther = technician_id !== before.technician_id;
  if (isOther || becomesActive(before, after, now)) await assertDoesLines(trx, technician_id, lines);
}

const daysOf = ({ start_datetime }: AppointmentPatch) => (start_datetime ? [dateOf(start_datetime)] : []);

/** True if the client must still exist: the edit gives a booking to a client, rebooks it, or moves it from the past to the future. */
const needsClient = (before: AppointmentFields, after: AppointmentFields, now: WallTime): boolean =>
  after.client_id !== before.client_id ||
  (after.status === 'BOOKED' && before.status !== 'BOOKED') ||
  isBroughtAhead(before, after, now);

function outcomeOf(before: AppointmentRow, patch: AppointmentPatch, now: WallTime): EditOutcome {
  const outcome = editedAppointment(editableFieldsOf(before), patch, dateOf(now));
  return typeof outcome === 'string' ? refuse(outcome) : outcome;
}

/** Returns the one service that the edit rules compare: the row's first service if no service changes, otherwise a requested service that differs from the first. */
function patchedService(lines: readonly ServiceLine[], ids: readonly ServiceId[]): ServiceId | null {
  const first = lines[0]?.service_id ?? null;
  const before = lines.flatMap(({ service_id }) => service_id ?? []);
  const isSame = before.length === ids.length && before.every((id) => ids.includes(id));
  return isSame ? first : (ids.find((id) => id !== first) ?? null);
}

type Choice = Awaited<ReturnType<typeof linesByOwner>>;

async function otherChoice(
  trx: Trx,
  context: RequestContext,
  {
    before,
    lines,
    status,
  }: Pick<AppointmentFields, 'status'> & { before: AppointmentRow; lines: readonly ServiceLine[] },
  input: Input,
): Promise<Choice | undefined> {
  const { service_price } = input;
  if (isUnbooked(status) || (service_price === undefined && !idsByOwner(input))) return undefined;
  const choice = await linesByOwner(trx, context, lines, input);
  const isRepriced = service_price !== undefined && service_price !== before.service_price;
  if (!isRepriced && areSameLines(lines, choice.lines)) return undefined;
  return status === 'CANCELLED' ? refuse('person_needs_booking') : choice;
}

type Edit = EditOutcome & {
  readonly lines: readonly ServiceLine[];
  readonly choice: Choice | undefined;
};

async function change(
  trx: Trx,
  context: RequestContext,
  before: AppointmentRow,
  { after: fields, leavesHistory, lines, choice }: Edit,
): Promise<void> {
  const { now } = context;
  const columns = editedColumns(before, fields, choice?.columns, now.ms);
  const days = [before.day, dateOf(fields.start_datetime)];
  // joined slots become separate slots again, and the row keeps the first of them
  const isFree = columns.status === 'AVAILABLE';
  const [times, ...others] = isFree ? partsOf(columns, before.joined_slots) : [columns];
  const after = await servingWaitlists(trx, context, days, async () => {
    const { start_datetime, end_datetime } = times;
    const saved = await updateAppointment(trx, before.id, { ...columns, start_datetime, end_datetime });
    if (choice) await replaceLines(trx, before.id, choice.lines);
    await addFreeSlots(trx, context, saved, others);
    return saved;
  });
  await recordChange(trx, context, 'appointment', { before, after });
  const historyId = leavesHistory ? await copyToHistory(trx, context, before, lines) : undefined;
  await followDeposit(trx, context, { before, after, copyId: historyId });
  const isNewBooking = after.status === 'BOOKED' && after.booked_at !== before.booked_at;
  if (isNewBooking && keepsPerson(before, after)) await moveGuestLinks(trx, before, after);
  if (isNewBooking) await endWait(trx, after);
  await notifyOfChange(trx, context, { before, after, historyId, timing: immediately(now) });
}

/** When a booking's row becomes a slot: copies the booking to a new CANCELLED row and moves its guest links there. docs/spec/behaviour.md §5.7 */
async function copyToHistory(
  trx: Trx,
  context: RequestContext,
  before: AppointmentRow,
  lines: readonly ServiceLine[],
): Promise<AppointmentId> {
  const { id, day: _generated, version: _restarted, ...columns } = before;
  const wasCancelled = before.status === 'CANCELLED';
  const copy = await trx
    .insertInto('appointments')
    .values({
      ...columns,
      attended: null,
      called: null,
      status: 'CANCELLED',
      cancelled_at: wasCancelled ? before.cancelled_at : context.now.ms,
      cancelled_by: wasCancelled ? before.cancelled_by : 'ADMIN',
    })
    .returning(APPOINTMENT_COLUMNS)
    .executeTakeFirstOrThrow();
  await restoreLines(trx, copy.id, lines);
  await recordChange(trx, context, 'appointment', { before: null, after: copy, action: 'kept' });
  await moveGuestLinks(trx, { id, booked_at: before.booked_at }, copy);
  return copy.id;
}

/** Sets or clears the guest of a booking. docs/spec/product.md §7.1, docs/spec/behaviour.md §5.9 */
export function setGuest(
  context: RequestContext<SessionUser>,
  id: AppointmentId,
  input: ParsedBody<'POST /appointments/{id}/guest'>,
): Promise<VisibleAppointment> {
  const { db, user, now } = context;
  return inTransaction(db, async (trx) => {
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertOwn(row, user);
    const guest = guestAfter(row, input);
    if (typeof guest === 'string') refuse(guest);
    refuseIf(actionRefusal('set_guest', row, actingRole(user), now.wall));
    const isChanged = guest.guest_name !== row.guest_name || guest.guest_phone !== row.guest_phone;
    if (isChanged) await saveGuest(trx, context, row, guest);
    return savedForUser(trx, id, context);
  });
}

async function saveGuest(
  trx: Trx,
  context: RequestContext<SessionUser>,
  row: AppointmentRow,
  guest: Omit<Person, 'client_id'>,
): Promise<void> {
  await countOwnChange(trx, context, row, 'guest');
  const fields = { ...editableFieldsOf(row), ...guest };
  const after = await updateAppointment(trx, row.id, editedColumns(row, fields, undefined, context.now.ms));
  await recordChange(trx, context, 'appointment', { before: row, after });
  await followDeposit(trx, context, { before: row, after });
}

/** Changes a booking's services. If the owner makes the change, notifies the client. docs/spec/behaviour.md §5.9 and §5.23 */
export function setServices(
  context: RequestContext<SessionUser>,
  id: AppointmentId,
  input: ParsedBody<'POST /appointments/{id}/service'>,
): Promise<VisibleAppointment> {
  const { db, user, now } = context;
  const saving = inTransaction(db, async (trx) => {
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertOwn(row, user);
    refuseIf(actionRefusal('change_service', row, actingRole(user), now.wall));
    const before = await linesOf(trx, row);
    const after = linesAfter(before, await chosenLines(trx, context, askedServices(input) ?? []));
    if (!areSameLines(before, after)) await saveServices(trx, context, row, after);
    return savedForUser(trx, id, context);
  });
  return refuseOnViolation(saving, { 'foreign-key': 'unknown_service' }); // a service was deleted during this request
}

/** For clients: refuses services that the technician does not do or, with `service_fit` 'require', that take longer than the booking. docs/spec/behaviour.md §5.20 and §16 */
async function assertFits(
  trx: Trx,
  { user, config }: RequestContext<SessionUser>,
  booking: AppointmentRow,
  lines: readonly ServiceLine[],
): Promise<void> {
  if (isStaff(user)) return;
  await assertDoesLines(trx, booking.technician_id, lines);
  const { service_fit } = await currentSettings(trx, config);
  if (service_fit === 'require' && isShorterThan(booking, minutesOfServices(lines)))
    refuse('service_too_long');
}

async function saveServices(
  trx: Trx,
  context: RequestContext<SessionUser>,
  before: AppointmentRow,
  lines: readonly ServiceLine[],
): Promise<void> {
  await countOwnChange(trx, context, before, 'service');
  await assertFits(trx, context, before, lines);
  const after = await updateAppointment(trx, before.id, serviceColumns(lines));
  await replaceLines(trx, before.id, lines);
  await recordChange(trx, context, 'appointment', { before, after });
  if (isStaff(context.user))
    await notifyOfChange(trx, context, { before, after, timing: immediately(context.now) });
}

/** Records whether the client or guest came. Notifies nobody. docs/spec/behaviour.md §5.22 */
export function markAttendance(context: RequestContext, id: AppointmentId, attended: Attended) {
  return inTransaction(context.db, async (trx) => {
    const before = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    refuseIf(actionRefusal('mark_attendance', before, 'ADMIN', context.now.wall));
    if (attended !== before.attended) {
      const after = await updateAppointment(trx, id, { attended });
      await recordChange(trx, context, 'appointment', { before, after });
      await followDeposit(trx, context, { before, after });
    }
    return savedForSalon(trx, id, context);
  });
}
