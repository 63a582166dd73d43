import type { Appointment } from '#contract/appointments.ts';
import type { Times } from '#salon/slots/slot.ts';

/** A free slot as its row will be, before the server has made it. */
export const freeRow = (id: number, times: Times): Appointment => ({
  ...times,
  id,
  status: 'AVAILABLE',
  service_id: null,
  service_name: null,
  service_price: null,
  client_id: null,
  client_name: null,
  client_phone: null,
  client_email: null,
  guest_name: null,
  guest_phone: null,
  notes: null,
  cancel_reason: null,
  cancelled_at: null,
  version: 0,
});
