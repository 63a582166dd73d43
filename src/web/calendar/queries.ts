import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import {
  absenceQueries,
  appointmentQueries,
  CALENDAR_KEY,
  calendarRangeOf,
  type DateRange,
  POLLED,
} from '../lib/queries/queries.ts';
import { type CalendarPeriod, daysOf, steppedPeriod } from './view.ts';

const NEIGHBOURS_AFTER_MS = 250; // the period itself is drawn before its neighbours are fetched

function rangeOf(period: CalendarPeriod): DateRange {
  const days = daysOf(period);
  return { from: days[0] ?? period.date, to: days.at(-1) ?? period.date };
}

const isIn = ({ start_datetime }: SalonAppointment, { from, to }: DateRange): boolean =>
  dateOf(start_datetime) >= from && dateOf(start_datetime) <= to;

/** The range's appointments where a wider cached range knows them: a day out of its week is there at once. */
function cachedRows(queries: QueryClient, range: DateRange): SalonAppointment[] | undefined {
  for (const [key, rows] of queries.getQueriesData<SalonAppointment[]>({ queryKey: CALENDAR_KEY })) {
    const wider = calendarRangeOf(key);
    if (rows && wider.from <= range.from && wider.to >= range.to)
      return rows.filter((row) => isIn(row, range));
  }
}

/** All appointments of a period, polled; those before and after it are fetched ahead. */
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

/** Puts changed rows into every cached range and takes deleted ones out, before these are fetched again. */
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

/** Why the salon is absent on a day, '' where no reason was given; undefined: it is not. */
export function useAbsenceOn(): (day: WallDate) => string | undefined {
  const { data } = useQuery({
    ...absenceQueries.own(),
    meta: { errorToast: 'Greška pri učitavanju odsustava.' },
  });
  return useCallback(
    (day) => {
      const absence = data?.find((one) => isAbsentOn(day, [one]));
      return absence && (absence.reason ?? '');
    },
    [data],
  );
}
