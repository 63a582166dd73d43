import { z } from 'zod';
import { NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import {
  appointment,
  bookingFields,
  freeSlot,
  ofAppointment,
  reason,
  visibleAppointment,
} from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

const seenSlot = {
  seen_start: s.wallTime.describe('The start that the user saw; if it changed: `slot_gone`.'),
  seen_end: s.wallTime.describe('The end that the user saw; later than the end of the slot: join slots.'),
};
const anyTechnician = s.flag
  .optional()
  .describe('1: any technician who is free then (docs/spec/behaviour.md §16).');
const moveTarget = z.strictObject({
  to_id: s.appointmentId.describe('A free slot.'),
  ...seenSlot,
  any_technician: anyTechnician,
});

/** The errors of moving a booking: first errors about the booking, then errors about the new slot. */
const moveErrors = [
  'not_active',
  'move_too_late',
  'slot_gone',
  'slots_not_joined',
  'service_too_long',
  'technician_service',
  'key_reused',
  'too_many_actions',
] as const;

const cancelErrors = [
  'appointment_over',
  'appointment_not_booked',
  'cancel_too_late',
  'too_many_actions',
] as const;

export const bookingEndpoints = [
  endpoint('listFreeSlots', 'GET /appointments', 'public', {
    summary:
      'Free slots of the days from `from` to `to`, both included, at most 31 days (docs/spec/behaviour.md §5.3).',
    query: z.object({ from: s.wallDate, to: s.wallDate, technician_id: s.technicianInQuery }),
    response: z.array(freeSlot),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('listClosedDays', 'GET /appointments/closed', 'public', {
    summary:
      'The absences on the days from `from` to `to`, both included, at most 62 days; without their reason (docs/spec/behaviour.md §5.3).',
    query: z.object({ from: s.wallDate, to: s.wallDate }),
    response: z.array(z.object({ date_from: s.wallDate, date_to: s.wallDate })),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('listEmptyDays', 'GET /appointments/empty-days', 'public', {
    summary:
      'The days from `from` to `to`, both included, at most 62, that have no appointment of any status: nothing was ever offered (docs/spec/behaviour.md §5.3).',
    query: z.object({ from: s.wallDate, to: s.wallDate }),
    response: z.array(s.wallDate),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('bookAppointment', 'POST /appointments/{id}/book', 'public', {
    ...ofAppointment,
    summary:
      'Books a free slot atomically; a `seen_end` after its end joins it with the adjacent slots. Repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.4, §5.5 and §5.20).',
    body: s.withOneServicesKey(
      z.strictObject({
        ...seenSlot,
        ...bookingFields,
        any_technician: anyTechnician,
        guest_email: s.orNull(s.email).optional().describe('Gets the link to the booking.'),
        client_id: s.userId.nullable().optional().describe('Only for the owner.'),
        rules_accepted: s.flag
          .optional()
          .describe("1: the person accepts the salon's rules (docs/spec/behaviour.md §20.6)."),
      }),
    ),
    example: { ...s.seenExample, ...s.guestExample, service_ids: [3], notes: 'Kasnim pet minuta.' },
    response: visibleAppointment.extend({
      guest_link: z.string().nullable().describe("The token of a visitor's link; null for users."),
    }),
    errors: [
      'slot_gone',
      'slots_not_joined',
      'service_too_long',
      'technician_service',
      'guest_contact_missing',
      'unknown_client',
      'booking_limit',
      'call_salon',
      'rules_required',
      'unknown_service',
      'addon_alone',
      'key_reused',
      'login_required',
      'too_many_actions',
    ],
  }),
  endpoint('listUpcomingAppointments', 'GET /appointments/upcoming', 'user', {
    summary:
      "The client's bookings that have not ended, soonest first; for the owner those of all clients (docs/spec/behaviour.md §5.3).",
    query: s.page.extend({ technician_id: s.technicianInQuery }),
    isCounted: true,
    response: z.array(visibleAppointment),
  }),
  endpoint('listPastAppointments', 'GET /appointments/past', 'user', {
    summary:
      "The client's past and cancelled appointments, latest first; for the owner the past ones of all clients (docs/spec/behaviour.md §5.3).",
    query: z.object({
      limit: s.queryNumber(1, 200).optional(),
      offset: s.queryNumber(0, 100_000).optional(),
      technician_id: s.technicianInQuery,
    }),
    isCounted: true,
    response: z.array(visibleAppointment),
  }),
  endpoint('setAppointmentGuest', 'POST /appointments/{id}/guest', 'user', {
    ...ofAppointment,
    summary: 'Sets the guest of a future booking, or clears it with two nulls (docs/spec/behaviour.md §5.9).',
    body: z.strictObject({
      guest_name: s.orNull(s.line(NAME_MAX_CHARACTERS)),
      guest_phone: s.orNull(s.phone),
    }),
    example: s.guestExample,
    response: visibleAppointment,
    errors: [
      'not_found',
      'guest_contact_missing',
      'appointment_over',
      'appointment_not_booked',
      'booked_needs_person',
      'too_many_actions',
    ],
  }),
  endpoint('setAppointmentService', 'POST /appointments/{id}/service', 'user', {
    ...ofAppointment,
    summary:
      'Changes the services of a future booking and copies their names and prices (docs/spec/behaviour.md §5.9 and §5.23).',
    body: s
      .withOneServicesKey(z.strictObject(s.servicesFields))
      .refine(({ service_id, service_ids }) => service_id !== undefined || service_ids !== undefined, {
        error: 'Izaberite usluge.',
        path: ['service_ids'],
      }),
    example: { service_ids: [3, 5] },
    response: visibleAppointment,
    errors: [
      'not_found',
      'unknown_service',
      'addon_alone',
      'service_too_long',
      'technician_service',
      'appointment_over',
      'appointment_not_booked',
      'too_many_actions',
    ],
  }),
  endpoint('cancelAppointment', 'POST /appointments/{id}/cancel', 'user', {
    ...ofAppointment,
    summary:
      'Cancels a booking with a reason; the owner may add `asked_by`, `offer_again` and `following` (docs/spec/behaviour.md §5.6).',
    body: z.strictObject({
      reason,
      asked_by: z.enum(['SALON', 'CLIENT']).optional().describe('Only for the owner; default SALON.'),
      following: s.flag
        .optional()
        .describe('1: also the later bookings of its series. Only for the owner; default 0.'),
      offer_again: s.flag
        .optional()
        .describe('1: the slot becomes free again. Only for the owner; default 0.'),
    }),
    example: { reason: 'Ne mogu da dođem.' },
    response: visibleAppointment,
    errors: [...cancelErrors, 'not_found', 'not_allowed'],
  }),
  endpoint('rescheduleAppointment', 'POST /appointments/{id}/reschedule', 'user', {
    ...ofAppointment,
    summary:
      "Moves a client's booking to a free slot atomically; repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.21).",
    body: moveTarget,
    example: { to_id: 18, ...s.seenExample },
    response: appointment,
    errors: [...moveErrors, 'not_found'],
  }),
] as const;

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
  .extend({ technician_id: s.technicianId.optional() }) // optional, because responses stored by older releases lack the field
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
