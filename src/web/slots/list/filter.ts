import { APPOINTMENT_STATUSES, type AppointmentStatus } from '#salon/appointments/appointment-status.ts';
import { ADMIN_LIST_DAYS_AHEAD, ADMIN_LIST_DAYS_BACK } from '#salon/limits.ts';
import { addDays, isWallDate, type WallDate } from '#salon/salon-time.ts';

/** Which appointments the list shows; status '' = all. */
export interface ListFilter {
  from: WallDate;
  to: WallDate;
  status: AppointmentStatus | '';
}

/** The filter in the page's address; what is not said there is 7 days back to 30 ahead, every status. spec.md §9 */
export function filterOf(address: URLSearchParams, today: WallDate): ListFilter {
  const day = (name: string, usual: WallDate): WallDate => {
    const asked = address.get(name);
    return asked !== null && isWallDate(asked) ? asked : usual;
  };
  return {
    from: day('from', addDays(today, -ADMIN_LIST_DAYS_BACK)),
    to: day('to', addDays(today, ADMIN_LIST_DAYS_AHEAD)),
    status: APPOINTMENT_STATUSES.find((status) => status === address.get('status')) ?? '',
  };
}
