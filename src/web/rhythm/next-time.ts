import { queryOptions } from '@tanstack/react-query';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { AppointmentId, ServiceId } from '#domain/ids.ts';
import { request } from '../lib/api.ts';

/** The time to offer for the next appointment; without `weeks`, when the client usually returns. docs/spec/behaviour.md §20.1 */
export const nextTimeQuery = (id: AppointmentId, weeks?: number) =>
  queryOptions({
    queryKey: ['appointments', 'next-time', id, weeks ?? null],
    queryFn: ({ signal }) =>
      request('GET /appointments/{id}/next', {
        params: { id },
        query: weeks === undefined ? {} : { weeks },
        signal,
      }),
  });

/** The services to book again; those that were deleted are left out. */
export const repeatedServices = ({ services }: Pick<VisibleAppointment, 'services'>): ServiceId[] =>
  services.flatMap(({ service_id }) => service_id ?? []);
