import { useSearchParams } from 'wouter';
import type { RequestQuery } from '#contract/index.ts';
import { APPOINTMENT_STATUSES, type AppointmentStatus } from '#domain/appointments/appointments.ts';

import { type TechnicianId, toId } from '#domain/ids.ts';
import { ADMIN_LIST_DAYS_AHEAD, ADMIN_LIST_DAYS_BACK } from '#domain/limits.ts';
import { addDays, isWallDate, type WallDate } from '#domain/wall-clock.ts';

/** The filter of the list; '' and null mean all. */
export interface ListFilter {
  from: WallDate;
  to: WallDate;
  status: AppointmentStatus | '';
  phone: string;
  technicianId: TechnicianId | null;
  /** The id of an appointment: shows those booked from the same IP address. */
  sameAddress: number | null;
  /** Only those without a service. */
  isWithoutService: boolean;
}

/** The filter in the page's address, by default 7 days back to 30 ahead and every status. docs/spec/product.md §9.2 */
export function filterOf(address: URLSearchParams, today: WallDate): ListFilter {
  const day = (name: string, usual: WallDate): WallDate => {
    const date = address.get(name);
    return date !== null && isWallDate(date) ? date : usual;
  };
  return {
    from: day('from', addDays(today, -ADMIN_LIST_DAYS_BACK)),
    to: day('to', addDays(today, ADMIN_LIST_DAYS_AHEAD)),
    status: APPOINTMENT_STATUSES.find((status) => status === address.get('status')) ?? '',
    phone: address.get('phone') ?? '',
    technicianId: toId(Number(address.get('technician_id'))) || null,
    sameAddress: Number(address.get('same_address')) || null,
    isWithoutService: address.get('without_service') === '1',
  };
}

const NAMES = ['from', 'to', 'status', 'phone', 'technician_id', 'same_address', 'without_service'];

/** The filter, kept in the page's address. */
export function useListFilter(today: WallDate): [ListFilter, (filter: ListFilter) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (filter: ListFilter) => {
    const next = new URLSearchParams(address);
    for (const name of NAMES) next.delete(name);
    for (const [name, value] of Object.entries(listQueryOf(filter))) next.set(name, String(value));
    setAddress(next, { replace: true });
  };
  return [filterOf(address, today), change];
}

/** The request query of a filter, without its empty values. */
export const listQueryOf = ({
  from,
  to,
  status,
  phone,
  technicianId,
  sameAddress,
  isWithoutService,
}: ListFilter): RequestQuery<'GET /appointments/list'> => ({
  from,
  to,
  ...(status && { status }),
  ...(phone && { phone }),
  ...(technicianId && { technician_id: String(technicianId) }),
  ...(sameAddress && { same_address: String(sameAddress) }),
  ...(isWithoutService && { without_service: '1' as const }),
});
