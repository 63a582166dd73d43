import { namesOf } from '../appointments/lines.ts';
import { minutesOf, type ServiceMinutes } from '../appointments/service-fit.ts';
import type { Times } from '../appointments/slots.ts';
import type { NamedService } from '../language/service-name.ts';
import { t } from '../language/translate.ts';
import { SLOT_STEP_MINUTES } from '../limits.ts';
import { clockOf } from '../wall-clock.ts';
import { NO_SERVICE_LABEL } from './appointments.ts';
import { timeRange } from './dates.ts';
import { priceText } from './numbers.ts';
import { sumText } from './services.ts';

type ServiceBooked = {
  service_name: string | null;
  service_price: number | null;
  services?: readonly (NamedService & { readonly price: number | null })[];
};

/** Services and price: 'Gel lak, 1.800 din', without the guest and the length, which are shown separately. */
export function serviceInFull(appointment: ServiceBooked): string {
  const { service_name, service_price, services = [] } = appointment;
  const name = namesOf(services) ?? service_name;
  if (name === null) return t(NO_SERVICE_LABEL);
  return `${name}, ${services.length > 1 ? sumText(services) : priceText(service_price)}`;
}

/** A booking's time for its client: the slot's times, or, for services shorter than the slot, '10:00, oko 60 min'. docs/spec/product.md §2.3 */
export function ownTimeText(times: Times, minutes: ServiceMinutes): string {
  const { start_datetime, end_datetime } = times;
  if (minutes === null || minutes > minutesOf(times) - SLOT_STEP_MINUTES)
    return timeRange(start_datetime, end_datetime);
  return t('{clock}, oko {minutes} min', { clock: clockOf(start_datetime), minutes });
}

/** A warning on the booking page when the chosen service is longer than the slot. docs/spec/product.md §2.3 */
export function longServiceHint(serviceMinutes: ServiceMinutes, slot: Times, servicesCount = 1) {
  const minutes = { service: serviceMinutes ?? 0, slot: minutesOf(slot) };
  if (minutes.service <= minutes.slot) return undefined;
  return servicesCount > 1
    ? t('Usluge traju {service} min, a termin {slot} min.', minutes)
    : t('Usluga traje {service} min, a termin {slot} min.', minutes);
}

/** Warns clients and visitors that the services take longer than the slot and the salon must agree first. docs/spec/behaviour.md §5.20 */
export function longServiceWarning(...service: Parameters<typeof longServiceHint>): string | undefined {
  const hint = longServiceHint(...service);
  return hint && `${hint} ${t('Termin je prekratak: salon mora prvo da potvrdi.')}`;
}
