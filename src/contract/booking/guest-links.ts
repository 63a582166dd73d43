import { z } from 'zod';
import type { AppointmentId } from '#domain/ids.ts';
import { appointment, reason } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../schemas.ts';
import { cancelErrors, moveErrors, moveTarget } from './booking.ts';

/** What a guest sees of their own booking by its link. docs/spec/behaviour.md §5.17 */
export const guestBooking = appointment.pick({
  start_datetime: true,
  end_datetime: true,
  status: true,
  service_id: true,
  service_name: true,
  service_price: true,
  guest_name: true,
  guest_phone: true,
  notes: true,
  cancel_reason: true,
});
export type GuestBooking = z.infer<typeof guestBooking>;

// the token travels in the body: an address ends up in logs and histories
const token = z.string().max(200);

export const guestLinkEndpoints = [
  endpoint({
    method: 'POST',
    path: '/guest-link/view',
    access: 'public',
    rateLimit: { max: 120, per: '10 minutes' },
    summary:
      "A guest's own booking by the token of its link; any other token is the same 404 (docs/spec/behaviour.md §5.17).",
    body: z.strictObject({ token }),
    status: 200,
    response: guestBooking,
    errors: ['guest_link_dead'],
  }),
  endpoint({
    method: 'POST',
    path: '/guest-link/cancel',
    access: 'public',
    summary:
      "Cancels a guest's own booking with a reason: same rules and notifications as for a client (docs/spec/behaviour.md §5.6).",
    body: z.strictObject({ token, reason }),
    status: 200,
    response: guestBooking,
    errors: [...cancelErrors, 'guest_link_dead'],
  }),
  endpoint({
    method: 'POST',
    path: '/guest-link/reschedule',
    access: 'public',
    summary:
      "Moves a guest's own booking to a free time: same rules and notifications as for a client; repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.21).",
    body: moveTarget.extend({ token }),
    status: 200,
    response: guestBooking,
    errors: [...moveErrors, 'guest_link_dead'],
  }),
  endpoint({
    method: 'POST',
    path: '/guest-link/calendar',
    access: 'public',
    summary:
      "A guest's own booking as a calendar file (text/calendar) in the field `ics`: 'Dodaj u kalendar' (docs/spec/behaviour.md §5.19).",
    body: z.strictObject({ token }),
    status: 200,
    response: z.object({ ics: z.string() }),
    errors: ['guest_link_dead'],
  }),
  endpoint({
    method: 'GET',
    path: '/appointments/{id}/calendar',
    access: 'user',
    summary:
      "An own booking as a calendar file (text/calendar) in the field `ics`: 'Dodaj u kalendar' (docs/spec/behaviour.md §5.19).",
    params: idParams<AppointmentId>(),
    status: 200,
    response: z.object({ ics: z.string() }),
    errors: ['not_found'],
  }),
] as const;
