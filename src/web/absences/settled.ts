import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { type AbsenceDays, isAbsentOn } from '#domain/appointments/slots.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { errorStatus, request } from '../lib/api.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';

/** A conflict that is settled: the absence no longer affects the booking. */
export interface Settled {
  row: Appointment;
  /** How the conflict was settled: 'Pomeren'. */
  outcome: string;
  /** The time of the booking: 'uto 1. dec, 08:00'; for a moved booking the new time: 'na pon 7. dec, 15:00'. */
  when: string;
}

const momentOf = (at: WallTime, today: WallDate): string => `${shortDay(dateOf(at), today)}, ${clockOf(at)}`;

/** How a conflict was settled; null if the booking is unchanged. `now`: the current row, null if deleted. */
export function settledOf(
  row: Appointment,
  now: Pick<Appointment, 'status' | 'start_datetime' | 'technician_id' | 'technician_name'> | null,
  today: WallDate,
): Settled | null {
  const when = momentOf(row.start_datetime, today);
  if (now === null) return { row, outcome: 'Obrisan', when };
  if (now.status === 'CANCELLED') return { row, outcome: 'Otkazan', when };
  if (now.status !== 'BOOKED') return { row, outcome: 'Oslobođen', when };
  if (now.technician_id !== row.technician_id)
    return { row, outcome: 'Prebačen', when: `Radnica: ${now.technician_name ?? ''}` };
  if (now.start_datetime === row.start_datetime) return null;
  return { row, outcome: 'Pomeren', when: `na ${momentOf(now.start_datetime, today)}` };
}

async function rowNow(id: Appointment['id'], signal: AbortSignal): Promise<Appointment | null> {
  try {
    return await request('GET /appointments/{id}', { params: { id }, signal });
  } catch (error) {
    if (errorStatus(error) !== 404) throw error;
    return null;
  }
}

const rowsNow = (ids: readonly Appointment['id'][]) =>
  queryOptions({
    queryKey: ['absences', 'elsewhere', ids],
    queryFn: async ({ signal }) =>
      new Map(await Promise.all(ids.map(async (id) => [id, await rowNow(id, signal)] as const))),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

/** The conflicts that were shown and are settled now. Only rows that were moved out of the absence's days are fetched one by one. */
export function useSettled(conflicts: readonly Appointment[], days: AbsenceDays, today: WallDate): Settled[] {
  const [seen, setSeen] = useState<readonly Appointment[]>([]);
  const isConflict = ({ id }: Appointment) => conflicts.some((one) => one.id === id);
  const unknown = conflicts.filter(({ id }) => !seen.some((one) => one.id === id));
  if (unknown.length > 0) setSeen([...seen, ...unknown]);
  const gone = seen.filter((row) => isAbsentOn(dateOf(row.start_datetime), [days]) && !isConflict(row));
  const range = gone.length > 0 ? { from: days.date_from, to: days.date_to } : null;
  const here = useQuery(appointmentQueries.list(range)).data;
  const elsewhere = here ? gone.filter((row) => !here.some(({ id }) => id === row.id)) : [];
  const moved = useQuery(rowsNow(elsewhere.map(({ id }) => id))).data;
  const nowOf = ({ id }: Appointment) => here?.find((one) => one.id === id) ?? moved?.get(id);
  return gone.flatMap((row) => {
    const now = nowOf(row);
    return now === undefined ? [] : (settledOf(row, now, today) ?? []);
  });
}
