import { useSearchParams } from 'wouter';
import type { RequestQuery } from '#contract/index.ts';
import { APPOINTMENT_STATUSES, type AppointmentStatus } from '#domain/appointments/appointments.ts';
import { ADMIN_LIST_DAYS_AHEAD, ADMIN_LIST_DAYS_BACK } from '#domain/limits.ts';
import { addDays, isWallDate, type WallDate } from '#domain/wall-clock.ts';

/** The filter of the list; '' and null mean all. */
export interface ListFilter {
  from: WallDate;
  to: WallDate;
  status: AppointmentStatus | '';
  phone: string;
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
    sameAddress: Number(address.get('same_address')) || null,
    isWithoutService: address.get('without_service') === '1',
  };
}

/** The filter, kept in the page's address. */
export function useListFilter(today: WallDate): [ListFilter, (filter: ListFilter) => void] {
  const [address, setAddress] = useSearchParams();
  const change = ({ from, to, status, phone, sameAddress, isWithoutService }: ListFilter) => {
    const next = new URLSearchParams(address);
    next.set('from', from);
    next.set('to', to);
    const others = {
      status,
      phone,
      same_address: sameAddress === null ? '' : String(sameAddress),
      without_service: isWithoutService ? '1' : '',
    };
    for (const [name, value] of Object.entries(others)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
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
  sameAddress,
  isWithoutService,
}: ListFilter): RequestQuery<'GET /appointments/list'> => ({
  from,
  to,
  ...(status && { status }),
  ...(phone && { phone }),
  ...(sameAddress && { same_address: String(sameAddress) }),
  ...(isWithoutService && { without_service: '1' as const }),
});
