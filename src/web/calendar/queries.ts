import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { dateOf } from '#domain/wall-clock.ts';
import {
  absenceQueries,
  appointmentQueries,
  CALENDAR_KEY,
  calendarRangeOf,
  type DateRange,
  POLLED,
} from '../lib/queries/queries.ts';
import { type AbsenceOn, type CalendarPeriod, daysOf, steppedPeriod } from './view.ts';

const NEIGHBOURS_AFTER_MS = 250; // renders the period before it fetches the neighboring periods

function rangeOf(period: CalendarPeriod): DateRange {
  const days = daysOf(period);
  return { from: days[0] ?? period.date, to: days.at(-1) ?? period.date };
}

const isIn = ({ start_datetime }: SalonAppointment, { from, to }: DateRange): boolean =>
  dateOf(start_datetime) >= from && dateOf(start_datetime) <= to;

/** The appointments of a range, taken from a wider cached range: a day of a cached week opens at once. */
function cachedRows(queries: QueryClient, range: DateRange): SalonAppointment[] | undefined {
  for (const [key, rows] of queries.getQueriesData<SalonAppointment[]>({ queryKey: CALENDAR_KEY })) {
    const wider = calendarRangeOf(key);
    if (rows && wider.from <= range.from && wider.to >= range.to)
      return rows.filter((row) => isIn(row, range));
  }
}

/** All appointments of a period, polled. Prefetches the previous and the next period. */
export function useCalendarRows({ view, date }: CalendarPeriod) {
  const queries = useQueryClient();
  const range = rangeOf({ view, date });
  const query = useQuery({
    ...appointmentQueries.calendar(range),
    ...POLLED,
    placeholderData: () => cachedRows(queries, range),
    meta: { errorToast: 'Greška pri učitavanju' },
  });
  const { isSuccess } = query;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => {
      for (const step of [1, -1] as const) {
        const neighbour = rangeOf(steppedPeriod({ view, date }, step));
        void queries.prefetchQuery(appointmentQueries.calendar(neighbour));
      }
    }, NEIGHBOURS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [queries, isSuccess, view, date]);
  return query;
}

/** Returns a function that updates changed rows and removes deleted rows in all cached ranges until the refetch. */
export function usePutRows(): (changed: readonly SalonAppointment[], deletedIds: readonly number[]) => void {
  const queries = useQueryClient();
  return (changed, deletedIds) => {
    const ids = new Set([...deletedIds, ...changed.map(({ id }) => id)]);
    for (const [key] of queries.getQueriesData<SalonAppointment[]>({ queryKey: CALENDAR_KEY })) {
      const range = calendarRangeOf(key);
      queries.setQueryData<SalonAppointment[]>(
        key,
        (rows) =>
          rows && [...rows.filter(({ id }) => !ids.has(id)), ...changed.filter((row) => isIn(row, range))],
      );
    }
  };
}

export function useAbsenceOn(): AbsenceOn {
  const { data } = useQuery({
    ...absenceQueries.own(),
    meta: { errorToast: 'Greška pri učitavanju odsustava.' },
  });
  return useCallback(
    (day, technician) => {
      const absence = data?.find(
        (one) => (one.technician_id === null || one.technician_id === technician) && isAbsentOn(day, [one]),
      );
      return absence && (absence.reason ?? '');
    },
    [data],
  );
}
