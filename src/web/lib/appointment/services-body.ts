import type { Appointment } from '#contract/appointments.ts';
import { namesOf } from '#domain/appointments/lines.ts';
import type { ServiceId } from '#domain/ids.ts';

/** The services of an appointment, without deleted services. */
export const serviceIdsOf = ({ services }: Pick<Appointment, 'services'>): ServiceId[] =>
  services.flatMap(({ service_id }) => service_id ?? []);

interface Booked {
  service_name: string | null;
  /** Missing in a booking that an older release has stored on the device. */
  services?: readonly { readonly name: string }[];
}

/** The names of a booking's services in the reader's language; null without a service. */
export const serviceNamesOf = ({ service_name, services = [] }: Booked): string | null =>
  namesOf(services) ?? service_name;

/** The service fields of a request. Sends a single service as `service_id`, which older servers also accept. */
export const servicesBody = <Id extends number>(ids: readonly Id[]) =>
  ids.length > 1 ? { service_ids: [...ids] } : { service_id: ids[0] ?? null };

/** The form value if one of the appointment's services was deleted from the price list and has no id any more, only a name. */
export const DELETED_SERVICE = 'deleted';

/** The form value of an appointment's services: '1,4' or DELETED_SERVICE. */
export const servicesText = ({ services }: Pick<Appointment, 'services'>): string =>
  services.some(({ service_id }) => service_id === null)
    ? DELETED_SERVICE
    : services.map(({ service_id }) => service_id).join();
