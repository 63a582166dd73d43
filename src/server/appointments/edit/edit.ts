import type { Appointment } from '#contract/appointments.ts';
import type { ReceivedBody } from '#contract/index.ts';
import {
  type AppointmentFields,
  type AppointmentPatch,
  type EditOutcome,
  editedAppointment,
} from '#salon/appointments/appointment-edit.ts';
import { keepsPerson } from '#salon/appointments/booking.ts';
import { isBroughtAhead } from '#salon/appointments/reschedule.ts';
import { dateOf, type WallTime } from '#salon/salon-time.ts';
import { moveGuestLinks } from '../../guest-link/move.ts';
import { tellingNow } from '../../notifications/telling.ts';
import type { AppointmentRow, Trx } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Context } from '../../platform/http/call.ts';
import { refuse } from '../../platform/refuse.ts';
import { endWaitFor } from '../../waitlist/end-wait.ts';
import { withFreeSlotsOffered } from '../../waitlist/offer-free-slots.ts';
import { savedAppointment } from '../appointment-row.ts';
import { copiedService } from '../chosen-service.ts';
import { lockWithClients } from '../lock-with-clients.ts';
import { tellOfChange } from '../tell-of-change.ts';
import { editedColumns } from './edited-columns.ts';
import { keepHistory } from './history-copy.ts';

type Given = ReceivedBody<'PUT /appointments/{id}'>;

/** The admin's edit of all fields and all four statuses; what it changes is told to the clients concerned. behaviour.md §5 */
export function editAppointment(context: Context, id: number, given: Given): Promise<Appointment> {
  const { version, ...patch } = given;
  return inTransaction(context.db, async (trx) => {
    const locked = await lockWithClients(trx, [id], { days: daysOf(patch), clients: [patch.client_id] });
    const before = locked.rows[0] ?? refuse('not_found');
    if (version !== undefined && version !== before.version) refuse('appointment_changed');
    const outcome = outcomeOf(before, patch, context.now.wall);
    if (locked.isGone(outcome.after) && needsClient(before, outcome.after, context.now.wall))
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
  context: Context,
  before: AppointmentRow,
  { after: fields, leavesHistory }: EditOutcome,
): Promise<void> {
  const { now } = context;
  const isOtherService = fields.service_id !== before.service_id;
  const service = isOtherService ? await copiedService(trx, fields.service_id) : undefined;
  const columns = editedColumns(before, fields, service, now.ms);
  const days = [before.day, dateOf(fields.start_datetime)];
  const after = await withFreeSlotsOffered(trx, context, days, () => save(trx, before.id, columns));
  const historyId = leavesHistory ? await keepHistory(trx, before, now.ms) : undefined;
  const isNewlyHers = after.status === 'BOOKED' && after.booked_at !== before.booked_at;
  if (isNewlyHers && keepsPerson(before, after)) await moveGuestLinks(trx, before, after);
  if (isNewlyHers) await endWaitFor(trx, after);
  await tellOfChange(trx, context, { before, after, historyId, telling: tellingNow(now) });
}

const save = (trx: Trx, id: number, columns: ReturnType<typeof editedColumns>): Promise<AppointmentRow> =>
  trx
    .updateTable('appointments')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
