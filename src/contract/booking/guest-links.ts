import { z } from 'zod';
import { appointment, ofAppointment, reason } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';
import { cancelErrors, moveErrors, moveTarget } from './booking.ts';

export const guestBooking = appointment
  .pick({
    start_datetime: true,
    end_datetime: true,
    status: true,
    service_id: true,
    service_name: true,
    service_price: true,
    services: true,
    guest_name: true,
    guest_phone: true,
    notes: true,
    cancel_reason: true,
    deposit: true,
    technician_name: true,
  })
  .extend({ technician_id: s.technicianId.optional().describe('Only with several technicians.') })
  .meta({
    id: 'GuestBooking',
    description: 'What a guest with the link sees (docs/spec/behaviour.md §5.17).',
  });
export type GuestBooking = z.infer<typeof guestBooking>;

// the token is sent in the body, because URLs end up in logs and browser histories
const token = z.string().max(200);

export const guestLinkEndpoints = [
  endpoint('getGuestBooking', 'POST /guest-link/view', 'public', {
    rateLimit: { max: 120, per: '10 minutes' },
    summary:
      "A guest's booking by the token of its link; an invalid token is always the same 404 (docs/spec/behaviour.md §5.17).",
    body: z.strictObject({ token }),
    response: guestBooking,
    errors: ['guest_link_dead'],
  }),
  endpoint('cancelGuestBooking', 'POST /guest-link/cancel', 'public', {
    summary:
      "Cancels a guest's booking with a reason; same rules and notifications as for a client (docs/spec/behaviour.md §5.6).",
    body: z.strictObject({ token, reason }),
    response: guestBooking,
    errors: [...cancelErrors, 'guest_link_dead'],
  }),
  endpoint('rescheduleGuestBooking', 'POST /guest-link/reschedule', 'public', {
    summary:
      "Moves a guest's booking to a free slot; same rules and notifications as for a client, repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.21).",
    body: moveTarget.extend({ token }),
    response: guestBooking,
    errors: [...moveErrors, 'guest_link_dead'],
  }),
  endpoint('getGuestCalendarFile', 'POST /guest-link/calendar', 'public', {
    summary: "A guest's booking as a calendar file; `ics` is text/calendar (docs/spec/behaviour.md §5.19).",
    body: z.strictObject({ token }),
    response: z.object({ ics: z.string() }),
    errors: ['guest_link_dead'],
  }),
  endpoint('getCalendarFile', 'GET /appointments/{id}/calendar', 'user', {
    ...ofAppointment,
    summary: 'A booking as a calendar file; `ics` is text/calendar (docs/spec/behaviour.md §5.19).',
    response: z.object({ ics: z.string() }),
    errors: ['not_found'],
  }),
] as const;
