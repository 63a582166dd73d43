import type { Appointment } from '#contract/appointments.ts';
import { may } from '#salon/appointments/appointment-status.ts';
import { tellingNow } from '../../notifications/telling.ts';
import type { AppointmentRow, Trx } from '../../platform/db/schema.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Context } from '../../platform/http/call.ts';
import { refuse, refuseIf } from '../../platform/refuse.ts';
import { refuseClash } from '../../platform/refuse-clash.ts';
import type { Caller } from '../../platform/sessions/sessions.ts';
import { savedAppointment } from '../appointment-row.ts';
import { copiedService } from '../chosen-service.ts';
import { assertOwn, lockRowOnly } from '../lock-appointment.ts';
import { tellOfChange } from '../tell-of-change.ts';

/** Changes the service of a booking, her own or as the admin anybody's; the admin's change is told. behaviour.md §5 */
export function setService(
  context: Context<Caller>,
  id: number,
  serviceId: number | null,
): Promise<Appointment> {
  const { db, who, now } = context;
  const saving = inTransaction(db, async (trx) => {
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertOwn(row, who);
    refuseIf(may('change_service', row, who.role, now.wall));
    if (isOther(row, serviceId)) await save(trx, context, row, serviceId);
    return savedAppointment(trx, id, context.clock);
  });
  return refuseClash(saving, { 'foreign-key': 'unknown_service' }); // deleted between the look and the change
}

/** Of a service that was deleted the row still has the copy, without an id: to choose none takes that off too. */
const isOther = ({ service_id, service_name }: AppointmentRow, serviceId: number | null): boolean =>
  service_id !== serviceId || (serviceId === null && service_name !== null);

async function save(
  trx: Trx,
  context: Context<Caller>,
  before: AppointmentRow,
  serviceId: number | null,
): Promise<void> {
  const service = await copiedService(trx, serviceId);
  const after = await trx
    .updateTable('appointments')
    .set(({ eb }) => ({ ...service, version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (context.who.role === 'ADMIN')
    await tellOfChange(trx, context, { before, after, telling: tellingNow(context.now) });
}
