import type { Appointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import {
  type AppointmentFields,
  type AppointmentPatch,
  type EditOutcome,
  editedAppointment,
} from '#domain/appointment-edit.ts';
import { keepsPerson } from '#domain/booking.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { isBroughtAhead } from '#domain/reschedule.ts';
import { contactDigits } from '#domain/search.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { moveGuestLinks } from '../guest-links/guest-links.ts';
import { immediately } from '../notifications/notifications.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { endWait, servingWaitlists } from '../waitlist/waitlist.ts';
import { savedAppointment } from './appointments.ts';
import { nextBookedAt } from './booking-identity.ts';
import { type CopiedService, copiedService, NO_SERVICE } from './copied-service.ts';
import { lockWithClients } from './locks.ts';
import { notifyOfChange } from './notify.ts';

type Given = ParsedBody<'PUT /appointments/{id}'>;

/**
 * The admin's edit of all fields and all four statuses; what it changes is told to the clients concerned.
 * docs/spec/behaviour.md §5.8
 */
export function editAppointment(
  context: RequestContext,
  id: AppointmentId,
  given: Given,
): Promise<Appointment> {
  const { version, ...patch } = given;
  return inTransaction(context.db, async (trx) => {
    const locked = await lockWithClients(trx, [id], { days: daysOf(patch), clients: [patch.client_id] });
    const before = locked.rows[0] ?? refuse('not_found');
    if (version !== undefined && version !== before.version) refuse('appointment_changed');
    const outcome = outcomeOf(before, patch, context.now.wall);
    if (locked.isErased(outcome.after) && needsClient(before, outcome.after, context.now.wall))
      refuse('unknown_client');
    if (isChanged(before, outcome.after)) await change(trx, context, before, outcome);
    return savedAppointment(trx, id, context.clock);
  });
}

const daysOf = ({ start_datetime }: AppointmentPatch) => (start_datetime ? [dateOf(start_datetime)] : []);

/** She gets an appointment: a new one, one of hers that was cancelled and is booked again, or one that is ahead again. */
const needsClient = (before: AppointmentFields, after: AppointmentFields, now: WallTime): boolean =>
  after.client_id !== before.client_id ||
  (after.status === 'BOOKED' && before.status !== 'BOOKED') ||
  isBroughtAhead(before, after, now);

const fieldsOf = (row: AppointmentRow): AppointmentFields => ({
  start_datetime: row.start_datetime,
  end_datetime: row.end_datetime,
  status: row.status,
  service_id: row.service_id,
  client_id: row.client_id,
  guest_name: row.guest_name,
  guest_phone: row.guest_phone,
  notes: row.notes,
  cancel_reason: row.cancel_reason,
});

function outcomeOf(before: AppointmentRow, patch: AppointmentPatch, now: WallTime): EditOutcome {
  const outcome = editedAppointment(fieldsOf(before), patch, dateOf(now));
  return typeof outcome === 'string' ? refuse(outcome) : outcome;
}

const isChanged = (before: AppointmentRow, after: AppointmentFields): boolean =>
  Object.entries(after).some(([field, value]) => before[field as keyof AppointmentFields] !== value);

async function change(
  trx: Trx,
  context: RequestContext,
  before: AppointmentRow,
  { after: fields, leavesHistory }: EditOutcome,
): Promise<void> {
  const { now } = context;
  const isOtherService = fields.service_id !== before.service_id;
  const service = isOtherService ? await copiedService(trx, fields.service_id) : undefined;
  const columns = editedColumns(before, fields, service, now.ms);
  const days = [before.day, dateOf(fields.start_datetime)];
  const after = await servingWaitlists(trx, context, days, () => save(trx, before.id, columns));
  const historyId = leavesHistory ? await copyToHistory(trx, before, now.ms) : undefined;
  const isNewlyHers = after.status === 'BOOKED' && after.booked_at !== before.booked_at;
  if (isNewlyHers && keepsPerson(before, after)) await moveGuestLinks(trx, before, after);
  if (isNewlyHers) await endWait(trx, after);
  await notifyOfChange(trx, context, { before, after, historyId, timing: immediately(now) });
}

const save = (
  trx: Trx,
  id: AppointmentId,
  columns: ReturnType<typeof editedColumns>,
): Promise<AppointmentRow> =>
  trx
    .updateTable('appointments')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

type Columns = Omit<AppointmentRow, 'id' | 'day' | 'created_at' | 'version'>;

/** When it was booked: a new booking begins when somebody gets it, and begins anew when another one does. */
function bookedAt(before: AppointmentRow, after: AppointmentFields, nowMs: number): number | null {
  if (after.status === 'CANCELLED') return before.booked_at;
  if (after.status !== 'BOOKED') return null;
  const goesOn = before.status === 'BOOKED' && keepsPerson(before, after);
  return goesOn ? before.booked_at : nextBookedAt(before, nowMs);
}

const NOT_CANCELLED = { cancelled_at: null, cancelled_by: null, is_late: 0 } as const;

function cancellationOf(before: AppointmentRow, after: AppointmentFields, nowMs: number) {
  if (after.status !== 'CANCELLED') return NOT_CANCELLED;
  if (before.status !== 'CANCELLED')
    return { cancelled_at: nowMs, cancelled_by: 'ADMIN', is_late: 0 } as const;
  const { cancelled_at, cancelled_by, is_late } = before;
  return { cancelled_at, cancelled_by, is_late };
}

/** All columns of the row after an edit, those that follow from others with them. `service` is the copied one if it changed. */
function editedColumns(
  before: AppointmentRow,
  after: AppointmentFields,
  service: CopiedService | undefined,
  nowMs: number,
): Columns {
  const isOpen = after.status === 'AVAILABLE' || after.status === 'BLOCKED';
  const { service_id, service_name, service_price } = service ?? before;
  return {
    ...after,
    ...(isOpen ? NO_SERVICE : { service_id, service_name, service_price }),
    ...cancellationOf(before, after, nowMs),
    guest_phone_digits: contactDigits(after.guest_phone),
    guest_email: !isOpen && keepsPerson(before, after) ? before.guest_email : null,
    booked_at: bookedAt(before, after, nowMs),
  };
}

/**
 * Who was on a row that turns AVAILABLE or BLOCKED keeps it in her history: a CANCELLED copy with a new id, written after the
 * row let go of her. A guest's link leads to the copy. docs/spec/behaviour.md §5.7
 */
async function copyToHistory(trx: Trx, before: AppointmentRow, nowMs: number): Promise<AppointmentId> {
  const { id, day: _generated, version: _startsAnew, ...columns } = before;
  const wasCancelled = before.status === 'CANCELLED';
  const copy = await trx
    .insertInto('appointments')
    .values({
      ...columns,
      status: 'CANCELLED',
      cancelled_at: wasCancelled ? before.cancelled_at : nowMs,
      cancelled_by: wasCancelled ? before.cancelled_by : 'ADMIN',
    })
    .returning(['id', 'booked_at'])
    .executeTakeFirstOrThrow();
  await moveGuestLinks(trx, { id, booked_at: before.booked_at }, copy);
  return copy.id;
}
