import type { VisibleAppointment } from '#contract/appointments.ts';
import type { AppointmentId, ServiceId } from '#domain/ids.ts';
import { queryOf } from '../lib/queries/queries.ts';

/** Query for the next time to offer: after `weeks` weeks, by default after the client's usual interval. docs/spec/behaviour.md §20.1 */
export const nextTimeQuery = (id: AppointmentId, weeks?: number) =>
  queryOf(['appointments', 'next-time', id, weeks ?? null], 'GET /appointments/{id}/next', {
    params: { id },
    query: weeks === undefined ? {} : { weeks },
  });

/** The services to book again, without deleted services. */
export const repeatedServices = ({ services }: Pick<VisibleAppointment, 'services'>): ServiceId[] =>
  services.flatMap(({ service_id }) => service_id ?? []);
