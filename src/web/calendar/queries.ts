import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { isAbsentOn } from '#domain/absences.ts';
import { POLL_MS } from '#domain/limits.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { toast } from '../ui/toast.ts';
import { daysOf, type Shown, stepped } from './view.ts';

const CALENDAR = 'calendar';
const SHOWN_FIRST_MS = 250; // what is asked for stands on the screen before its neighbours are fetched

interface Range {
  from: WallDate;
  to: WallDate;
}

function rangeOf(shown: Shown): Range {
  const days = daysOf(shown);
  return { from: days[0] ?? shown.date, to: days.at(-1) ?? shown.date };
}

const isIn = ({ start_datetime }: Appointment, { from, to }: Range): boolean =>
  dateOf(start_datetime) >= from && dateOf(start_datetime) <= to;

const queryOf = (range: Range) => ({
  queryKey: [CALENDAR, range] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request('GET /analytics/calendar', { query: { ...range }, signal }),
});

/** The range's appointments as far as a wider one that was asked before knows them: a day out of its week at once. */
function knownOf(queries: QueryClient, range: Range): Appointment[] | undefined {
  for (const [key, rows] of queries.getQueriesData<Appointment[]>({ queryKey: [CALENDAR] })) {
    const wider = key[1] as Range;
    if (rows && wider.from <= range.from && wider.to >= range.to)
      return rows.filter((row) => isIn(row, range));
  }
}

/** All appointments of what is shown; the days before and after are kept warm; asked again every 60 s and on return. */
export function useCalendarRows(shown: Shown) {
  const queries = useQueryClient();
  const range = rangeOf(shown);
  const query = useQuery({
    ...queryOf(range),
    placeholderData: () => knownOf(queries, range),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });
  const { isSuccess, error, errorUpdatedAt } = query;
  const { view, date } = shown;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => {
      for (const step of [1, -1] as const) {
        void queries.prefetchQuery(queryOf(rangeOf(stepped({ view, date }, step))));
      }
    }, SHOWN_FIRST_MS);
    return () => clearTimeout(timer);
  }, [queries, isSuccess, view, date]);
  useEffect(() => {
    if (error && errorUpdatedAt) toast('error', errorText(error, 'Greška pri učitavanju'));
  }, [error, errorUpdatedAt]);
  return query;
}

/** Puts changed rows where they belong in everything that was asked, before the server is asked again. */
export function usePutRows(): (changed: readonly Appointment[]) => void {
  const queries = useQueryClient();
  return (changed) => {
    const ids = new Set(changed.map(({ id }) => id));
    for (const [key] of queries.getQueriesData<Appointment[]>({ queryKey: [CALENDAR] })) {
      queries.setQueryData<Appointment[]>(
        key,
        (rows) =>
          rows && [
            ...rows.filter(({ id }) => !ids.has(id)),
            ...changed.filter((row) => isIn(row, key[1] as Range)),
          ],
      );
    }
  };
}

/** Why the salon is absent on a day, '' where no reason was given; undefined: it is not. */
export function useAbsences(): (day: WallDate) => string | undefined {
  const { data, error } = useQuery({
    queryKey: ['absences', 'mine'],
    queryFn: ({ signal }) => request('GET /annual/mine', { signal }),
  });
  useEffect(() => {
    if (error) toast('error', errorText(error, 'Greška pri učitavanju odsustava.'));
  }, [error]);
  return useCallback(
    (day) => {
      const absence = data?.find((one) => isAbsentOn(day, [one]));
      return absence && (absence.reason ?? '');
    },
    [data],
  );
}
