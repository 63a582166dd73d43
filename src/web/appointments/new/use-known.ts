import { useQuery } from '@tanstack/react-query';
import type { FreeSlot, SalonAppointment } from '#contract/appointments.ts';
import type { ServiceMinutes } from '#domain/appointments/service-fit.ts';
import { firstFreeDay, type StripDay, stripDays, stripOf } from '#domain/booking.ts';
import { dateOf, isWallDate, type WallTime } from '#domain/wall-clock.ts';
import { useFreeSlots } from '../../lib/appointment/free-slots.ts';
import { clientQueries } from '../../lib/queries/admin-queries.ts';
import {
  absenceQueries,
  appointmentQueries,
  POLLED,
  useSalon,
  useServices,
} from '../../lib/queries/queries.ts';
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
