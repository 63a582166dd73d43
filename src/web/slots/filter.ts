import { useSearchParams } from 'wouter';
import type { RequestQuery } from '#contract/index.ts';
import { APPOINTMENT_STATUSES } from '#domain/appointments/appointments.ts';
import { ADMIN_LIST_DAYS_AHEAD, ADMIN_LIST_DAYS_BACK } from '#domain/limits.ts';
import { addDays, isWallDate, type WallDate } from '#domain/wall-clock.ts';

/** The filter of the list, which is also the query of the request. */
export interface ListFilter
  extends Pick<RequestQuery<'GET /appointments/list'>, 'status' | 'without_service'> {
  from: WallDate;
  to: WallDate;
  phone?: string;
  technician_id?: string;
  /** The id of an appointment; filters the list to appointments booked from the same IP address. */
  same_address?: string;
}

/** The filter in the page's address. The default is all statuses, from 7 days ago to 30 days ahead. docs/spec/product.md §9.2 */
export function filterOf(address: URLSearchParams, today: WallDate): ListFilter {
  const { from, to, status, phone, technician_id, same_address, without_service } = Object.fromEntries(
    address,
  ) as Partial<Record<string, string>>;
  const known = APPOINTMENT_STATUSES.find((one) => one === status);
  return {
    from: from && isWallDate(from) ? from : addDays(today, -ADMIN_LIST_DAYS_BACK),
    to: to && isWallDate(to) ? to : addDays(today, ADMIN_LIST_DAYS_AHEAD),
    ...(known && { status: known }),
    ...(phone && { phone }),
    ...(Number(technician_id) && technician_id && { technician_id }),
    ...(Number(same_address) && same_address && { same_address }),
    ...(without_service === '1' && { without_service }),
  };
}

/** Changes of the filter; '' removes a value. */
export type FilterChange = Partial<Record<keyof ListFilter, string>>;

export function useListFilter(today: WallDate): [ListFilter, (change: FilterChange) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (changed: FilterChange) => {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(changed)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setAddress(next, { replace: true });
  };
  return [filterOf(address, today), change];
}
