import type { ParsedBody } from '#contract/index.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import type { Attended } from '#domain/appointments/attendance.ts';
import type { AppointmentId, BookingId, HoldingId } from '#domain/ids.ts';
import { workText } from '#domain/work/work.ts';
import { recordChange } from '../history/history.ts';
import { immediately, notifySalon } from '../notifications/notifications.ts';
import { assertPaymentsOn, depositOf, followMoney } from '../payments/payments.ts';
import { assertMay } from '../platform/auth/sessions.ts';
import { updateAppointment } from '../platform/db/appointments.ts';
import { lockHolding, takeVisit } from '../platform/db/money/holdings.ts';
import type { UserContext } from '../platform/db/money/payments.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { valuesOf, workJson } from '../platform/db/work.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import { publishOnCommit } from '../platform/events/publish.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { savedForSalon } from './appointments.ts';
import { lockRowOnly } from './locks.ts';
import { acceptedBy } from './rows.ts';

type Values = ParsedBody<'PUT /appointments/{id}/work'>['values'];

const UNKNOWN_FIELD = 'Ovo polje ne postoji.';

/** Records whether the client or guest came. Notifies only the owner, of a technician's mark. docs/spec/behaviour.md §5.22 */
export function markAttendance(context: RequestContext, id: AppointmentId, attended: Attended) {
  return inTransaction(context.db, async (trx) => {
    const before = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertMay(context, 'changeAppointments', [before]);
    refuseIf(actionRefusal(attended === 0 ? 'mark_missed' : 'mark_came', before, 'ADMIN', context.now.wall));
    if (attended !== before.attended) {
      const after = await updateAppointment(trx, before, { attended, ...acceptedBy(before, context.now) });
      await recordChange(trx, context, 'appointment', { before, after });
      await followMoney(trx, context, { before, after });
      await notifySalon(trx, context, { before, after }, immediately(context.now));
    }
    return savedForSalon(trx, id, context);
  });
}

/** Records what was done at a visit: the visible fields get these values or none, a hidden field keeps its value unless it is named. docs/spec/behaviour.md §30.1 */
export function setWork(context: RequestContext, id: AppointmentId, { values }: { readonly values: Values }) {
  return inTransaction(context.db, async (trx) => {
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertMay(context, 'changeAppointments', [row]);
    refuseIf(actionRefusal('record_work', row, 'ADMIN', context.now.wall));
    const { booking_id } = row;
    if (booking_id === null) return refuse('appointment_not_booked');
    const before = await workOf(trx, booking_id);
    await replaceValues(trx, booking_id, values, context.now.ms);
    const after = await workOf(trx, booking_id);
    const change = { before: { ...row, work: before }, after: { ...row, work: after } };
    await recordChange(trx, context, 'appointment', change);
    return savedForSalon(trx, id, context);
  });
}

async function workOf(trx: Trx, booking_id: BookingId): Promise<string | null> {
  const { work } = await trx
    .selectFrom('bookings')
    .select(workJson(trx, 'bookings.id').as('work'))
    .where('bookings.id', '=', booking_id)
    .executeTakeFirstOrThrow();
  return workText(valuesOf(work)) || null;
}

/** Keeps the time of a value that stays the same, because suggestions go by it. */
async function replaceValues(trx: Trx, booking_id: BookingId, values: Values, at: number): Promise<void> {
  const fields = await trx.selectFrom('work_fields').select(['id', 'is_active']).execute();
  const given = new Map(values.map(({ field_id, value }) => [field_id, value]));
  if ([...given.keys()].some((field_id) => fields.every((field) => field.id !== field_id)))
    refuse('bad_input', { fields: { values: UNKNOWN_FIELD } });
  for (const { id: field_id, is_active } of fields) {
    const value = given.get(field_id) ?? (is_active === 1 ? '' : undefined);
    if (value === undefined) continue;
    const gone = trx.deleteFrom('work_values').where('booking_id', '=', booking_id);
    await gone.where('field_id', '=', field_id).where('value', '<>', value).execute();
    if (value === '') continue;
    const row = { booking_id, field_id, value, at };
    await trx
      .insertInto('work_values')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** A missed visit, or a late cancellation. */
const mayCost = ({ status, attended, is_late }: AppointmentRow): boolean =>
  status === 'BOOKED' ? attended === 0 : status === 'CANCELLED' && is_late === 1;

/** Takes a visit of a package for a missed visit or late cancellation, or decides that it costs none. docs/spec/behaviour.md §32.2 */
export function countVisit(context: UserContext, id: AppointmentId, holding_id: HoldingId | null) {
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    const { booking_id } = row;
    if (booking_id === null || !mayCost(row)) return refuse('appointment_not_booked');
    if ((await depositOf(trx, row))?.state === 'KEPT') refuse('deposit_state');
    publishOnCommit(trx, { appointments: ['ADMIN'] });
    await forgetDecision(trx, booking_id);
    if (holding_id === null) await saveDecision(trx, booking_id);
    else await takeVisit(trx, context, row, await lockHolding(trx, holding_id));
    return savedForSalon(trx, id, context);
  });
}

const forgetDecision = (trx: Trx, booking_id: BookingId) =>
  trx
    .deleteFrom('holding_uses')
    .where('booking_id', '=', booking_id)
    .where('holding_id', 'is', null)
    .execute();

const saveDecision = (trx: Trx, booking_id: BookingId) =>
  trx
    .insertInto('holding_uses')
    .values({ booking_id, holding_id: null, payment_id: null, visits: 0, amount: 0 })
    .execute();
