import { useQuery } from '@tanstack/react-query';
import type { FreeSlot } from '#contract/appointments.ts';
import { firstFreeDay, type StripDay, stripDays, stripOf } from '#domain/booking.ts';
import type { ServiceMinutes } from '#domain/service-fit.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { useFreeSlots } from '../../lib/free-slots.ts';
import { absenceQueries } from '../../lib/queries.ts';
import { useSalon } from '../../lib/query-hooks.ts';

export type FreeDay = StripDay<FreeSlot>;

/** The next days with their free times that are long enough, whole or joined; a day that is not shown otherwise can be added. */
export function useFreeDays(minutes: ServiceMinutes, now: WallTime) {
  const { data: salon } = useSalon();
  const dates = stripDays(dateOf(now), salon?.booking_days);
  const [from = dateOf(now)] = dates;
  const { query, slots } = useFreeSlots({ from, to: dates.at(-1) ?? from });
  const absences = useQuery(absenceQueries.own()).data ?? [];
  const rules = { minutes, joins: salon?.join_slots !== 0 };
  const days: readonly FreeDay[] = stripOf(dates, slots, absences, rules).map((day) => ({
    ...day,
    offers: day.offers.filter(({ isTooShort }) => !isTooShort),
  }));
  return { query, days, first: firstFreeDay(days) ?? from, absences };
}
