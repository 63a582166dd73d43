import { useQuery } from '@tanstack/react-query';
import { offersFor } from '#domain/appointments/service-fit.ts';
import type { ServiceId, TechnicianId } from '#domain/ids.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { type DateRange, useSalon } from '../queries/queries.ts';
import { techniciansQuery } from '../queries/technicians.ts';
import { bookingPath } from '../routing/paths.ts';
import { useFreeSlots } from './free-slots.ts';
import { type FreeOffer, type Searched, slotsFor, useSplit } from './offers.ts';

/** The times of a range that can be booked: whole free slots, or with `split_slots` starts within them for the services. */
export function useOffers(range: DateRange | null) {
  const isSplit = useSalon().data?.split_slots === 1;
  const { query, slots: all } = useFreeSlots(range, isSplit);
  const { data: technicians = [], isLoading } = useQuery({
    ...techniciansQuery(),
    enabled: isSplit && all.some(({ technician_id }) => technician_id),
  });
  const split = useSplit(technicians);
  return {
    query,
    isSplit,
    isLoaded: !isSplit || (split !== undefined && !isLoading),
    /** Without `split_slots` all slots of the technician, whatever their length. */
    offersOf: (searched: Searched = { ids: [], technicianId: null }): FreeOffer[] => {
      if (isSplit) return split?.(searched.ids)?.(slotsFor({ all, technicians }, searched)) ?? [];
      return offersFor(slotsFor({ all, technicians: [] }, searched), { minutes: null, joins: false });
    },
  };
}

/** The booking page with an offer chosen: its slot, or with `split_slots` its start and technician. docs/spec/behaviour.md §26.1 */
export function pathOfOffer(
  { start_datetime, slots: [{ id, technician_id }] }: FreeOffer,
  isSplit: boolean,
  chosen: { readonly services?: readonly ServiceId[]; readonly technician?: TechnicianId | null } = {},
): string {
  const day = dateOf(start_datetime);
  return isSplit
    ? bookingPath({ ...chosen, day, time: clockOf(start_datetime), technician: technician_id ?? null })
    : bookingPath({ ...chosen, day, slot: id });
}
