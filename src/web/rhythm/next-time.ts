import type { AppointmentId } from '#domain/ids.ts';
import { queryOf } from '../lib/queries/queries.ts';

/** Queries the time to offer for the client's next appointment, `weeks` weeks after this one. docs/spec/behaviour.md §20.1 */
export const nextTimeQuery = (id: AppointmentId, weeks?: number) =>
  queryOf(['appointments', 'next-time', id, weeks ?? null], 'GET /appointments/{id}/next', {
    params: { id },
    query: weeks === undefined ? {} : { weeks },
  });
