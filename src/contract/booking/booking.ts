import { z } from 'zod';
import {
  appointment,
  bookingFields,
  freeSlot,
  ofAppointment,
  ofOnePerson,
  personInBody,
  reason,
  visibleAppointment,
} from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import { ownHolding } from '../payments/holdings.ts';
import * as s from '../schemas.ts';

const seenSlot = {
  seen_start: s.wallTime.optional().describe('The start that the user saw; if it changed: `slot_gone`.'),
  seen_end: s.wallTime
    .optional()
    .describe('The end that the user saw; later than the end of the slot: join slots.'),
  technician_id: s.technicianId.optional().describe("Default: the slot's."),
  start_datetime: s.wallTime
    .optional()
    .describe(
      'Asks for an offered start, whatever became of the slot; without it `seen_start` and `seen_end` are needed (docs/spec/behaviour.md §26.1).',
    ),
};
const offeredTime = s.component('OfferedTime', 'A time that can be booked (docs/spec/behaviour.md §26.1).', {
  start_datetime: s.wallTime,
  end_datetime: s.wallTime,
  slot_id: s.appointmentId.nullable().describe('null: the own booking covers the start.'),
  technician_id: s.technicianId,
});
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
  'request_waiting',
  'slot_gone',
  'too_soon',
  'already_booked_then',
  'slots_not_joined',
  'service_too_long',
  'technician_service',
  'call_salon',
  'key_reused',
  'too_many_actions',
] as const;

/** The errors of 'Dolazim'. docs/spec/behaviour.md §29.3 */
const confirmErrors = [
  'appointment_not_booked',
  'appointment_over',
  'appointment_changed',
  'confirm_refused',
] as const;
const seenStart = s.wallTime.describe('The start that the person saw.');

const cancelErrors = [
  'appointment_over',
  'appointment_not_booked',
  'cancel_too_late',
  'too_many_actions',
] as const;

const namesServices = (body: { service_id?: unknown; service_ids?: unknown }): boolean =>
  body.service_id !== undefined || body.service_ids !== undefined;
const NO_SERVICES = { ...s.says('Izaberite usluge.'), path: ['service_ids'] };

const serviceErrors = [
  'unknown_service',
  'addon_alone',
  'service_too_long',
  'technician_service',
  'call_salon',
  'appointment_over',
  'appointment_not_booked',
  'too_many_actions',
] as const;

export const bookingEndpoints = [
  endpoint('listFreeSlots', 'GET /appointments', 'seeSlots', {
    summary:
      'Free slots of the days from `from` to `to`, both included, at most 31 days (docs/spec/behaviour.md §5.3).',
    query: z.object({ from: s.wallDate, to: s.wallDate, technician_id: s.technicianInQuery }),
    response: z.array(freeSlot),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('listClosedDays', 'GET /appointments/closed', 'visit', {
    summary:
      'The absences on the days from `from` to `to`, both included, at most 62 days; without their reason (docs/spec/behaviour.md §5.3).',
    query: z.object({ from: s.wallDate, to: s.wallDate }),
    response: z.array(z.object({ date_from: s.wallDate, date_to: s.wallDate })),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('listEmptyDays', 'GET /appointments/empty-days', 'visit', {
    summary:
      'The days from `from` to `to`, both included, at most 62, that have no appointment of any status: nothing was ever offered (docs/spec/behaviour.md §5.3).',
    query: z.object({ from: s.wallDate, to: s.wallDate }),
    response: z.array(s.wallDate),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('bookAppointment', 'POST /appointments/{id}/book', 'book', {
    ...ofAppointment,
    summary:
      'Books a free slot atomically; a `seen_end` after its end joins it with the adjacent slots. Repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.4, §5.5 and §5.20).',
    body: ofOnePerson(
      z.strictObject({
        ...seenSlot,
        ...bookingFields,
        any_technician: anyTechnician,
        guest_email: s.orNull(s.email).optional().describe('Gets the link to the booking.'),
        client_id: s.userId.nullable().optional().describe('Only for the owner.'),
        person_id: personInBody,
        work_id: s.workId.optional().describe('A work that is the wish (docs/spec/behaviour.md §30.3).'),
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
      'too_soon',
      'slots_not_joined',
      'service_too_long',
      'technician_service',
      'guest_contact_missing',
      'unknown_client',
      'booking_limit',
      'call_salon',
      'work_gone',
      'already_booked_then',
      'rules_required',
      'unknown_service',
      'addon_alone',
      'key_reused',
      'too_many_actions',
    ],
  }),
  endpoint('listUpcomingAppointments', 'GET /appointments/upcoming', 'seeBookings', {
    summary:
      "The client's bookings that have not ended, soonest first; for the owner those of all clients (docs/spec/behaviour.md §5.3).",
    query: s.page.extend({ technician_id: s.technicianInQuery }),
    isCounted: true,
    response: z.array(visibleAppointment),
  }),
  endpoint('listPastAppointments', 'GET /appointments/past', 'seeBookings', {
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
  endpoint('setAppointmentGuest', 'POST /appointments/{id}/guest', 'changeBookings', {
    ...ofAppointment,
    summary: 'Sets the guest of a future booking, or clears it with two nulls (docs/spec/behaviour.md §5.9).',
    body: z.strictObject({
      guest_name: s.guestName,
      guest_phone: s.orNull(s.phone),
    }),
    example: s.guestExample,
    response: visibleAppointment,
    errors: [
      'guest_contact_missing',
      'appointment_over',
      'appointment_not_booked',
      'booked_needs_person',
      'already_booked_then',
      'too_many_actions',
    ],
  }),
  endpoint('setAppointmentService', 'POST /appointments/{id}/service', 'changeBookings', {
    ...ofAppointment,
    summary:
      'Changes the services of a future booking and copies their names and prices (docs/spec/behaviour.md §5.9 and §5.23).',
    body: s.withOneServicesKey(z.strictObject(s.servicesFields)).refine(namesServices, NO_SERVICES),
    example: { service_ids: [3, 5] },
    response: visibleAppointment,
    errors: [...serviceErrors, 'already_booked_then'],
  }),
  endpoint('cancelAppointment', 'POST /appointments/{id}/cancel', 'changeBookings', {
    ...ofAppointment,
    summary:
      'Cancels a booking with a reason; the owner and technicians may add `asked_by`, `offer_again` and `following` (docs/spec/behaviour.md §5.6).',
    body: z.strictObject({
      reason,
      asked_by: z
        .enum(['SALON', 'CLIENT'])
        .optional()
        .describe('Only for the owner and technicians; default SALON.'),
      following: s.flag
        .optional()
        .describe('1: also the later bookings of its series. Only for the owner and technicians; default 0.'),
      offer_again: s.flag
        .optional()
        .describe('1: the slot becomes free again. Only for the owner and technicians; default 0.'),
    }),
    query: z.object({ undo: s.undoRequested.shape.undo.describe('`1`: staff get an `undo_token`.') }),
    example: { reason: 'Ne mogu da dođem.' },
    response: visibleAppointment.extend(s.withUndo.partial().shape),
    errors: [...cancelErrors, 'not_allowed'],
  }),
  endpoint('listTimesForBooking', 'GET /appointments/{id}/free', 'seeBookings', {
    ...ofAppointment,
    summary:
      'The times to which a booking can be moved, also over its own time; at most 31 days (docs/spec/behaviour.md §26.1).',
    query: z.object({ from: s.wallDate, to: s.wallDate }),
    response: z.array(offeredTime),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('rescheduleAppointment', 'POST /appointments/{id}/reschedule', 'changeBookings', {
    ...ofAppointment,
    summary:
      "Moves a client's booking to a free slot atomically; repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.21).",
    body: moveTarget,
    example: { to_id: 18, ...s.seenExample },
    response: appointment,
    errors: [...moveErrors],
  }),
  endpoint('confirmAppointment', 'POST /appointments/{id}/confirm', 'changeBookings', {
    ...ofAppointment,
    summary:
      "Records that the person comes ('Dolazim'), for the start that she saw; repeatable (docs/spec/behaviour.md §29.3).",
    body: z.strictObject({ seen_start: seenStart }),
    response: visibleAppointment,
    errors: [...confirmErrors],
  }),
  endpoint('makeBookingLink', 'POST /appointments/{id}/link', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'A new link to a booking for its person, who needs no login; each request makes another one (docs/spec/behaviour.md §29.2).',
    status: 201,
    response: z.object({ url: z.string().describe('With the token in its fragment.') }),
    errors: ['appointment_not_booked', 'appointment_over'],
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
    pictures: true,
    request: true,
    confirmed_at: true,
    expected: true,
    technician_name: true,
  })
  .extend({
    technician_id: s.technicianId.optional(), // optional, because responses stored by older releases lack the field
    holdings: z
      .array(ownHolding)
      .optional()
      .describe('Her open packages, only by a link that the salon sent (docs/spec/behaviour.md §32.3).'),
  })
  .meta({
    id: 'GuestBooking',
    description: 'What a guest with the link sees (docs/spec/behaviour.md §5.17).',
  });
export type GuestBooking = z.infer<typeof guestBooking>;

// the token is sent in the body, because URLs end up in logs and browser histories
const token = z.string().max(200);

const calendarFile = z.object({
  ics: z.string(),
  url: z.string().describe('Serves the file without a login, for ten minutes.'),
});

export const guestLinkEndpoints = [
  endpoint('getGuestBooking', 'POST /guest-link/view', 'visit', {
    rateLimit: { max: 120, per: '10 minutes' },
    summary:
      "A guest's booking by the token of its link; an invalid token is always the same 404 (docs/spec/behaviour.md §5.17).",
    body: z.strictObject({ token }),
    response: guestBooking,
    errors: ['guest_link_dead'],
  }),
  endpoint('confirmGuestBooking', 'POST /guest-link/confirm', 'visit', {
    summary:
      "Records that the person of a link comes ('Dolazim'), for the start that she saw; repeatable (docs/spec/behaviour.md §29.3).",
    body: z.strictObject({ token, seen_start: seenStart }),
    response: guestBooking,
    errors: [...confirmErrors, 'guest_link_dead'],
  }),
  endpoint('cancelGuestBooking', 'POST /guest-link/cancel', 'visit', {
    summary:
      "Cancels a guest's booking with a reason; same rules and notifications as for a client (docs/spec/behaviour.md §5.6).",
    body: z.strictObject({ token, reason }),
    response: guestBooking,
    errors: [...cancelErrors, 'guest_link_dead'],
  }),
  endpoint('rescheduleGuestBooking', 'POST /guest-link/reschedule', 'visit', {
    summary:
      "Moves a guest's booking to a free slot; same rules and notifications as for a client, repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.21).",
    body: moveTarget.extend({ token }),
    response: guestBooking,
    errors: [...moveErrors, 'guest_link_dead'],
  }),
  endpoint('setGuestBookingService', 'POST /guest-link/service', 'visit', {
    summary:
      "Changes the services of a guest's future booking, with the rules for a client (docs/spec/behaviour.md §5.9).",
    body: s
      .withOneServicesKey(z.strictObject({ ...s.servicesFields, token }))
      .refine(namesServices, NO_SERVICES),
    response: guestBooking,
    errors: ['guest_link_dead', ...serviceErrors],
  }),
  endpoint('listTimesForGuestBooking', 'POST /guest-link/free', 'visit', {
    summary: "The times to which a guest's booking can be moved (docs/spec/behaviour.md §26.1).",
    body: z.strictObject({ token, from: s.wallDate, to: s.wallDate }),
    response: z.array(offeredTime),
    errors: ['guest_link_dead', 'range_reversed', 'range_too_long'],
  }),
  endpoint('getGuestCalendarFile', 'POST /guest-link/calendar', 'visit', {
    summary: "A guest's booking as a calendar file; `ics` is text/calendar (docs/spec/behaviour.md §5.19).",
    body: z.strictObject({ token }),
    response: calendarFile,
    errors: ['guest_link_dead'],
  }),
  endpoint('getCalendarFile', 'GET /appointments/{id}/calendar', 'seeBookings', {
    ...ofAppointment,
    summary: 'A booking as a calendar file; `ics` is text/calendar (docs/spec/behaviour.md §5.19).',
    response: calendarFile,
  }),
  endpoint('downloadCalendarFile', 'GET /calendar-files/{sealed}', 'visit', {
    summary:
      'The file behind `url` of a calendar file, for ten minutes; any other address is the same 404 (docs/spec/behaviour.md §5.19).',
    params: z.object({ sealed: z.string() }),
    fileType: 'text/calendar',
    response: z.unknown(),
    errors: ['unknown_path'],
  }),
] as const;
