import type { SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import type { Attended } from '#domain/visits/attendance.ts';
import { recordChange } from '../history/history.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { savedForSalon } from './appointments.ts';
import { lockRowOnly } from './locks.ts';

/** The owner says whether the person came; said twice it is one change, and nobody is told. docs/spec/behaviour.md §5.22 */
export function markAttendance(
  context: RequestContext,
  id: AppointmentId,
  attended: Attended,
): Promise<SalonAppointment> {
  return inTransaction(context.db, async (trx) => {
    const before = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    refuseIf(actionRefusal('mark_attendance', before, 'ADMIN', context.now.wall));
    if (attended !== before.attended) {
      const after = await trx
        .updateTable('appointments')
        .set(({ eb }) => ({ attended, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .returning(APPOINTMENT_COLUMNS)
        .executeTakeFirstOrThrow();
      await recordChange(trx, context, 'appointment', { before, after });
    }
    return savedForSalon(trx, id, context);
  });
}
