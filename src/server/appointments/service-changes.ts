import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import {
  areSameLines,
  askedServices,
  linesAfter,
  minutesOfServices,
  type ServiceLine,
} from '#domain/appointments/lines.ts';
import { isShorterThan } from '#domain/appointments/service-fit.ts';
import type { AppointmentId } from '#domain/ids.ts';
import type { Settings } from '#domain/settings.ts';
import { endWith, restOf } from '#domain/times/rest.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { type Author, recordChange } from '../history/history.ts';
import { immediately, notifyOfChanges } from '../notifications/notifications.ts';
import {
  asTheyAre,
  clearGround,
  derivingSlots,
  type Ground,
  offerAgain,
  openSlotsOn,
} from '../openings/openings.ts';
import { askForDeposit } from '../payments/payments.ts';
import { assertMay, isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import { updateAppointment } from '../platform/db/appointments.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { recordUndoChanges, startUndo } from '../undo/undo.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { savedForSalon, savedForUser } from './appointments.ts';
import { assertNotTwice, countOwnChange } from './booking-limits.ts';
import { assertDoesLines, chosenLines, saveChoice } from './lines.ts';
import { lockAppointment } from './locks.ts';

type Services = ParsedBody<'POST /appointments/{id}/service'>;
/** A guest changes her booking by its link, without a user. */
type Changing = RequestContext & Pick<Author, 'linkBy'>;

/** Changes a booking's services. If the owner makes the change, notifies the client. docs/spec/behaviour.md §5.9 and §5.23 */
export function setServices(
  context: RequestContext<SessionUser>,
  id: AppointmentId,
  input: Services,
): Promise<VisibleAppointment> {
  const saving = inTransaction(context.db, async (trx) => {
    const row = await lockAppointment(trx, id);
    assertMay(context, 'changeBookings', [row]);
    await changeServices(trx, context, row, input);
    return savedForUser(trx, id, context);
  });
  return refusingDeleted(saving);
}

/** Refuses a service that was deleted during the request. */
export const refusingDeleted = <T>(saving: Promise<T>): Promise<T> =>
  refuseOnViolation(saving, { 'foreign-key': 'unknown_service' });

/** The caller has locked the row and checked whose it is. */
export async function changeServices(
  trx: Trx,
  context: Changing,
  row: AppointmentRow,
  input: Services,
): Promise<void> {
  const { user, now } = context;
  refuseIf(actionRefusal('change_service', row, isStaff(user) ? 'ADMIN' : 'CLIENT', now.wall));
  const ids = askedServices(input) ?? [];
  const chosen = await chosenLines(trx, context, ids, row.technician_id, row.services);
  const after = linesAfter(row.services, chosen);
  if (!areSameLines(row.services, after)) await saveServices(trx, context, row, after);
}

/** The end of the booking with these services. For clients: refuses services that the technician does not do or that take too long. docs/spec/behaviour.md §5.20, §16 and §26.5 */
async function endAfter(
  trx: Trx,
  { user }: Changing,
  booking: AppointmentRow,
  lines: readonly ServiceLine[],
  { split_slots, service_fit }: Settings,
): Promise<WallTime> {
  if (isStaff(user)) return booking.end_datetime;
  await assertDoesLines(trx, booking.technician_id, lines);
  if (split_slots === 1) {
    const end = endWith(booking, lines, await openSlotsOn(trx, [booking], booking.id));
    return end === 'service_too_long' ? refuse(end) : end;
  }
  if (service_fit === 'require' && isShorterThan(booking, minutesOfServices(lines)))
    refuse('service_too_long');
  return booking.end_datetime;
}

async function saveServices(
  trx: Trx,
  context: Changing,
  before: AppointmentRow,
  lines: readonly ServiceLine[],
): Promise<void> {
  await countOwnChange(trx, context, before, 'service');
  const settings = await currentSettings(trx, context.config);
  const end_datetime = await endAfter(trx, context, before, lines, settings);
  if (!isStaff(context.user)) await assertNotTwice(trx, before, { ...before, end_datetime }, before.id);
  const choose = async (ground: Ground) => {
    if (end_datetime > before.end_datetime)
      await clearGround(trx, ground, { ...before, end_datetime }, before.id);
    const raised = await updateAppointment(trx, before, { end_datetime });
    return saveChoice(trx, raised, { services: lines, price: null });
  };
  const isShorter = end_datetime < before.end_datetime;
  const save = () =>
    derivingSlots(trx, context, [before], choose, { plan: isShorter ? offerAgain : asTheyAre });
  const { result: after } = isShorter
    ? await servingWaitlists(trx, context, [before.day], save)
    : await save();
  if (!isStaff(context.user)) await askForDeposit(trx, context, after, settings);
  await recordChange(trx, context, 'appointment', { before, after });
  if (isStaff(context.user))
    await notifyOfChanges(trx, context, [{ before, after }], immediately(context.now));
}

/** Ends a booking with its services and offers the rest of its time. Tells nobody. docs/spec/behaviour.md §26.4 */
export function freeRest(
  context: RequestContext,
  id: AppointmentId,
): Promise<ResponseBody<'POST /appointments/{id}/free-rest'>> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const before = await lockAppointment(trx, id);
    assertMay(context, 'changeAppointments', [before]);
    const rest = restOf(before, now.wall) ?? refuse('nothing_to_free');
    const undo = await startUndo(trx, now, [id]);
    const end = () => updateAppointment(trx, before, { end_datetime: rest.start_datetime });
    const { result: after, derived } = await derivingSlots(trx, context, [before], end, { plan: offerAgain });
    await recordChange(trx, context, 'appointment', { before, after });
    await recordUndoChanges(trx, undo, { rows: [{ before, after }], derived: [derived] });
    const { technician_id } = before;
    const slot = await trx
      .selectFrom('appointments')
      .select('id')
      .where('technician_id', '=', technician_id)
      .where('status', '=', 'AVAILABLE')
      .where('start_datetime', '<=', rest.start_datetime)
      .where('end_datetime', '>', rest.start_datetime)
      .executeTakeFirst();
    if (!slot) refuse('nothing_to_free'); // too little of the rest lies within an opening
    const saved = (row: AppointmentId) => savedForSalon(trx, row, context);
    return { appointment: await saved(id), slot: await saved(slot.id), undo_token: undo.token };
  });
}
