import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { useServices } from '../query-hooks.ts';

const NO_SERVICE = { value: '', label: NO_SERVICE_LABEL };

/** The price list for a select, 'Bez usluge za sada' first; `find` gives the service behind a chosen value. */
export function useServiceOptions() {
  const services = useServices().data ?? [];
  const listed = services.map((service) => ({ value: String(service.id), label: serviceInList(service) }));
  return {
    options: [NO_SERVICE, ...listed],
    find: (value: string) => services.find(({ id }) => String(id) === value),
  };
}
