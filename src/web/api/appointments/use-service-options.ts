import { NO_SERVICE_LABEL } from '#salon/appointments/appointment-in-words.ts';
import { serviceInList } from '#salon/serbian.ts';
import { useServices } from '../use-services.ts';

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
