import { minutesOf, type ServiceMinutes } from '../appointments/service-fit.ts';
import type { Times } from '../appointments/slots.ts';
import { NO_SERVICE_LABEL } from './appointments.ts';
import { priceText } from './numbers.ts';
import { sumText } from './services.ts';

type ServiceBooked = {
  service_name: string | null;
  service_price: number | null;
  services?: readonly { readonly price: number | null }[];
};

/** Services and price: 'Gel lak, 1.800 din', without the guest and the length, which are shown separately. */
export function serviceInFull(appointment: ServiceBooked): string {
  const { service_name, service_price, services = [] } = appointment;
  if (service_name === null) return NO_SERVICE_LABEL;
  return `${service_name}, ${services.length > 1 ? sumText(services) : priceText(service_price)}`;
}

/** A warning on the booking page when the chosen service is longer than the slot. docs/spec/product.md §2.3 */
export function longServiceHint(serviceMinutes: ServiceMinutes, slot: Times, servicesCount = 1) {
  const slotMinutes = minutesOf(slot);
  if (serviceMinutes === null || serviceMinutes <= slotMinutes) return undefined;
  const services = servicesCount > 1 ? 'Usluge traju' : 'Usluga traje';
  return `${services} ${serviceMinutes} min, a termin ${slotMinutes} min.`;
}

/** Warns clients and visitors that the services take longer than the slot and the salon may call. docs/spec/behaviour.md §5.20 */
export function longServiceWarning(...service: Parameters<typeof longServiceHint>): string | undefined {
  const hint = longServiceHint(...service);
  return hint && `${hint} Salon će vas možda pozvati.`;
}
