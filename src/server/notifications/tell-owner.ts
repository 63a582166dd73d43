import { queueMail } from '../mail/queue.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import type { Context } from '../platform/http/call.ts';
import { tellAdmin } from './tell-admin.ts';

const visitOf = ({ start_datetime, end_datetime, service_name, version }: AppointmentRow) => ({
  start_datetime,
  end_datetime,
  service_name,
  version,
});

async function tellOwner(
  trx: Trx,
  { now, config, who }: Context,
  row: AppointmentRow,
  type: 'NEW_BOOKING' | 'CANCELLED',
): Promise<void> {
  await tellAdmin(trx, { type, nowMs: now.ms, appointment: row });
  if (who?.role === 'ADMIN') return; // no mail about what she has just done herself
  const kind = type === 'NEW_BOOKING' ? 'BOOKED_ADMIN' : 'CANCELLED_ADMIN';
  await queueMail(trx, {
    kind,
    onceKey: `${kind}:${row.id}:${row.version}`,
    appointmentId: row.id,
    adminMail: config.mail.adminMail,
    content: { visit: visitOf(row), booked_at: row.booked_at ?? now.ms },
    nowMs: now.ms,
    visibleAtMs: now.ms,
  });
}

/** NEW_BOOKING, and a mail. behaviour.md §5 Book */
export const tellOwnerOfBooking = (trx: Trx, context: Context, booked: AppointmentRow): Promise<void> =>
  tellOwner(trx, context, booked, 'NEW_BOOKING');

/** CANCELLED, with `is_late`, and a mail. behaviour.md §5 Cancel */
export const tellOwnerOfCancellation = (
  trx: Trx,
  context: Context,
  cancelled: AppointmentRow,
): Promise<void> => tellOwner(trx, context, cancelled, 'CANCELLED');
