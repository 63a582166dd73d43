import { z } from 'zod';
import { appointment, reason } from './appointments.ts';
import { entry } from './endpoint.ts';
import { withId } from './schemas.ts';

/** What a guest sees of her own booking by her link. */
export const guestBooking = appointment.pick({
  start_datetime: true,
  end_datetime: true,
  status: true,
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

export const guestLinkEntries = [
  entry({
    method: 'POST',
    path: '/guest-link/view',
    access: 'visitor',
    summary: "A guest's own booking by the token of her link; any other token is the same 404.",
    body: z.strictObject({ token }),
    status: 200,
    answer: guestBooking,
    refusals: ['guest_link_dead'],
  }),
  entry({
    method: 'POST',
    path: '/guest-link/cancel',
    access: 'visitor',
    summary: 'Cancels it with a reason: same rules and notifications as for a client.',
    body: z.strictObject({ token, reason }),
    status: 200,
    answer: guestBooking,
    refusals: ['guest_link_dead', 'appointment_over', 'appointment_not_booked'],
  }),
  entry({
    method: 'POST',
    path: '/guest-link/calendar',
    access: 'visitor',
    summary: "Her booking as a calendar file (text/calendar) in the field `ics`: 'Dodaj u kalendar'.",
    body: z.strictObject({ token }),
    status: 200,
    answer: z.object({ ics: z.string() }),
    refusals: ['guest_link_dead'],
  }),
  entry({
    method: 'GET',
    path: '/appointments/{id}/calendar',
    access: 'logged-in',
    summary: "An own booking as a calendar file (text/calendar) in the field `ics`: 'Dodaj u kalendar'.",
    params: withId,
    status: 200,
    answer: z.object({ ics: z.string() }),
    refusals: ['not_found'],
  }),
] as const;
