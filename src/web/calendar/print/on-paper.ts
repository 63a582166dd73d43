import type { SalonAppointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { priceText } from '#domain/wording/numbers.ts';

/** The words of an appointment on paper. docs/spec/product.md §2.19 */

/** 'Ana Ilić', 'Ljubica Šarac, gost', 'Ana Ilić, za: Mila', 'Blokiran' */
export function personOnPaper({ status, client_name, guest_name }: SalonAppointment): string {
  if (status !== 'BOOKED') return STATUS_LABELS[status];
  if (client_name === null) return guest_name === null ? STATUS_LABELS.BOOKED : `${guest_name}, gost`;
  return guest_name === null ? client_name : `${client_name}, za: ${guest_name}`;
}

/** 'Gel lak, 1.800 din', 'Bez usluge' */
export function serviceOnPaper({ service_name, service_price }: SalonAppointment): string {
  const service = service_name ?? 'Bez usluge';
  return service_price ? `${service}, ${priceText(service_price)}` : service;
}

/** Whom to call: who comes, else who booked. */
export const phoneOnPaper = ({ status, guest_phone, client_phone }: SalonAppointment): string =>
  status === 'BOOKED' ? (guest_phone ?? client_phone ?? '') : '';
