import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import type { Attended } from '#domain/appointments/attendance.ts';
import {
  areSameLines,
  askedServices,
  linesAfter,
  minutesOfServices,
  type ServiceLine,
  serviceColumns,
} from '#domain/appointments/lines.ts';
import { isShorterThan } from '#domain/appointments/service-fit.ts';
import { guestAfter, keepsPerson, type Person } from '#domain/clients/booked-person.ts';
import { contactDigits } from '#domain/clients/phone.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { recordChange } from '../history/history.ts';
import { immediately, notifyOfChange } from '../notifications/notifications.ts';
import { followDeposit } from '../payments/payments.ts';
import { actingRole, isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { linesOf } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { savedForSalon, savedForUser } from './appointments.ts';
import { countOwnChange } from './booking-limits.ts';
import { assertDoesLines, chosenLines, saveLines } from './lines.ts';
import { assertOwn, lockRowOnly } from './locks.ts';
import { nextBookedAt, updateAppointment } from './rows.ts';

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
  const isSameGuest = keepsPerson(row, { ...guest, client_id: row.client_id });
  const after = await updateAppointment(trx, row.id, {
    ...guest,
    guest_phone_digits: contactDigits(guest.guest_phone),
    // the columns of the previous guest; a new `booked_at` ends that guest's link
    ...(!isSameGuest && {
      booked_at: nextBookedAt(row, context.now.ms),
      guest_email: null,
      booker_network: null,
      account_network: null,
      moved_at: null,
      attended: null,
    }),
  });
  await recordChange(trx, context, 'appointment', { before: row, after });
}

/** * Changes a booking's services (clients: own only); the owner's change sends notifications. docs/spec/behaviour.md §5.9 and §5.23 */
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

/** Refuses services that the technician does not do, or that are too long under 'require'. docs/spec/behaviour.md §5.20 and §16 */
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
  await saveLines(trx, before.id, lines);
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
