import { z } from 'zod';
import { APPOINTMENT_STATUSES } from '#domain/appointments.ts';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { prose } from './schemas.ts';

export const status = z.enum(APPOINTMENT_STATUSES);

/** An appointment as its owner and the admin see it (docs/spec/product.md §3.1). `version` rises with every change. */
export const appointment = z.object({
  id: z.int(),
  start_datetime: z.string(),
  end_datetime: z.string(),
  status,
  service_id: z.int().nullable(),
  service_name: z.string().nullable(),
  /** The price copied at booking, in dinars. */
  service_price: z.number().nullable(),
  client_id: z.int().nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  client_email: z.string().nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  notes: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  version: z.int(),
});
export type Appointment = z.infer<typeof appointment>;

/** What anybody may see of a free slot: never a person. */
export const freeSlot = appointment.pick({
  id: true,
  start_datetime: true,
  end_datetime: true,
  status: true,
});
export type FreeSlot = z.infer<typeof freeSlot>;

/** Blank and too long are told apart from each other, both before anything is looked up. */
export const reason = prose(REASON_MAX_CHARACTERS).refine(
  (text) => text !== '',
  'Unesite razlog otkazivanja.',
);
