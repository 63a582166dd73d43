import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { type AppointmentId, toId } from '#domain/ids.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { SUNDAY_WARNING } from '#domain/wording/appointments.ts';
import { errorText } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { conflictOf, inTheWayText } from '../lib/in-the-way.ts';
import {
  absenceQueries,
  appointmentQueries,
  CALENDAR_KEY,
  calendarRangeOf,
  type DateRange,
  POLLED,
} from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { isTechnician } from '../lib/session/session.ts';
import { toast } from '../ui/toasts/toast.ts';
import type { Change } from './drag/drag.ts';
import { isUnseenSlot } from './event-text.ts';
import { type AbsenceOn, type CalendarPeriod, daysOf, steppedPeriod } from './view.ts';

const NEIGHBOURS_AFTER_MS = 250; // the neighboring periods are fetched this much later, so that the shown period renders first

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

export function useAbsenceOn(): AbsenceOn {
  const { data } = useQuery({
    ...absenceQueries.own(),
    meta: { errorToast: 'Greška pri učitavanju odsustava.' },
  });
  return useCallback(
    (day, technician) => {
      // to a technician the server returns only the technician's own absences
      const absence = data?.find(
        (one) =>
          (one.technician_id === null || one.technician_id === technician || isTechnician()) &&
          isAbsentOn(day, [one]),
      );
      return absence && (absence.reason ?? '');
    },
    [data],
  );
}

/** Updates changed rows and removes deleted rows in all cached ranges until the refetch. */
function putRows(queries: QueryClient, changed: readonly SalonAppointment[], deletedId: number | undefined) {
  const ids = new Set([deletedId, ...changed.map(({ id }) => id)]);
  for (const [key, rows] of queries.getQueriesData<SalonAppointment[]>({ queryKey: CALENDAR_KEY })) {
    const range = calendarRangeOf(key);
    const kept = rows?.filter(({ id }) => !ids.has(id));
    if (kept) queries.setQueryData(key, [...kept, ...changed.filter((row) => isIn(row, range))]);
  }
}

/** The rows from the server, overridden by the rows of changes that are still being saved. */
function withRunning(rows: readonly SalonAppointment[], running: readonly Change[]) {
  if (running.length === 0) return rows;
  const over = new Map(running.flatMap((change) => change.rows).map((row) => [row.id, row]));
  const deleted = new Set(running.map(({ deletedId }) => deletedId));
  return [...rows, ...over.values()].filter(
    (row) => !deleted.has(row.id) && (over.get(row.id) ?? row) === row,
  );
}

/** Shows a change at once, and reverts it if the server refuses it. Saves changes in order, because a change may need a time that an earlier change frees. docs/spec/product.md §2.19 and §8 */
export function useOptimisticCalendar(saved: readonly SalonAppointment[]) {
  const [running, setRunning] = useState<readonly Change[]>([]);
  const lastSave = useRef(Promise.resolve());
  const savedVersions = useRef(new Map<number, number>());
  const queries = useQueryClient();
  const invalidate = useInvalidateAppointments();
  const toastUndo = useUndoToast();
  const isSaving = running.length > 0;
  useEffect(() => {
    if (!isSaving) return;
    const askBeforeLeaving = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    window.addEventListener('beforeunload', askBeforeLeaving);
    return () => window.removeEventListener('beforeunload', askBeforeLeaving);
  }, [isSaving]);
  const versionOf = ({ id, version }: SalonAppointment) =>
    Math.max(version, savedVersions.current.get(id) ?? 0);
  const save = async (change: Change) => {
    try {
      const { rows, undo_token } = await change.send(versionOf);
      for (const { id, version } of rows) savedVersions.current.set(id, version);
      putRows(queries, rows, change.deletedId);
      toastUndo(change.done, undo_token, change.title);
      if (rows.some(isUnseenSlot)) toast('warning', SUNDAY_WARNING);
    } catch (error) {
      const text = errorText(error, change.fallback);
      const inTheWay = conflictOf(error);
      if (inTheWay) toast('error', inTheWayText(inTheWay), { title: text });
      else toast('error', text);
    }
    setRunning((before) => before.filter((other) => other !== change));
    invalidate();
  };
  const run = ({ rows, ...rest }: Change) => {
    const id = toId<AppointmentId>(-Date.now()); // a new row's id is negative, so that it never equals an id of the server
    const change = { ...rest, rows: rows.map((row) => ({ ...row, id: row.id || id })) };
    setRunning((before) => [...before, change]);
    lastSave.current = lastSave.current.then(() => save(change));
  };
  const pending = new Set(running.flatMap((change) => change.rows).map(({ id }) => id));
  return { rows: withRunning(saved, running), pending, run };
}
