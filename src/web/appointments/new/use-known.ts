import { useQuery } from '@tanstack/react-query';
import type { SalonAppointment } from '#contract/appointments.ts';
import { isWallDate } from '#domain/wall-clock.ts';
import { clientQueries } from '../../lib/admin-queries.ts';
import { appointmentQueries, POLLED } from '../../lib/queries.ts';
import { useServices } from '../../lib/query-hooks.ts';
import type { PickedClient } from '../new-client-dialog.tsx';

const NO_ROWS: readonly SalonAppointment[] = [];
const ANY_DAY = '2000-01-01';

/** What stands on a day; nothing while that is not known. */
export function useDayRows(date: string) {
  const isDay = isWallDate(date);
  const day = isDay ? date : ANY_DAY;
  const { data, refetch } = useQuery({
    ...appointmentQueries.calendar({ from: day, to: day }),
    ...POLLED,
    enabled: isDay,
  });
  return { rows: data ?? NO_ROWS, refetch };
}

/** The client and their details, and the price list: what the form knows before anything is typed. */
export function useKnown(client: PickedClient | null) {
  const details = useQuery({ ...clientQueries.one(client?.id ?? 0), enabled: client !== null });
  const services = useServices();
  const list = services.data ?? [];
  const usual = client ? (details.data?.usual_service_id ?? null) : null;
  const serviceOf = (id: number | null) => list.find((one) => one.id === id) ?? null;
  return {
    details,
    services,
    serviceOf,
    usualServiceId: serviceOf(usual)?.id ?? null,
    minutesOf: (id: number | null) => serviceOf(id)?.duration_minutes ?? null,
  };
}
