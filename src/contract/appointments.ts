import { z } from 'zod';
import { APPOINTMENT_STATUSES } from '#domain/appointments/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import {
  LIST_MAX_COUNT,
  MAX_SERVICES_COUNT,
  NAME_MAX_CHARACTERS,
  NOTES_MAX_CHARACTERS,
  REASON_MAX_CHARACTERS,
} from '#domain/limits.ts';
import { DEPOSIT_ACTIONS, DEPOSIT_STATES } from '#domain/payments/deposits.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const status = z.enum(APPOINTMENT_STATUSES).meta({
  id: 'AppointmentStatus',
  description: 'AVAILABLE: a free slot. BOOKED: a booking. BLOCKED: not offered. CANCELLED: kept as history.',
});

export const serviceLine = s.component(
  'ServiceLine',
  'A service of an appointment, as it was when it was chosen (docs/spec/behaviour.md §5.23).',
  {
    service_id: s.serviceId.nullable().describe('null: deleted since.'),
    name: z.string(),
    price: z.number().nullable().describe('In dinars; 0: on request, null: unknown.'),
    duration_minutes: z.int().nullable(),
  },
);
const dinars = z.number().describe('Dinars.');
const depositState = z.enum(DEPOSIT_STATES).meta({ id: 'DepositState' });
export const deposit = s.component('Deposit', 'The deposit of a booking (docs/spec/behaviour.md §19.2).', {
  amount: dinars,
  until: s.wallTime.describe('Until when it must be paid.'),
  state: depositState,
  reference: z.string().describe('The reference of the payment, with its model 97.'),
  qr: z.string().describe('The text of the IPS QR code.'),
});
export type Deposit = z.infer<typeof deposit>;

export const appointment = s.component('Appointment', 'For its client (docs/spec/product.md §3.1).', {
  id: s.appointmentId,
  start_datetime: s.wallTime,
  end_datetime: s.wallTime,
  status,
  service_id: s.serviceId.nullable().describe('Of the first service; null: none, or a deleted one.'),
  service_name: z.string().nullable().describe('The names of the services, joined by ` + `.'),
  service_price: z.number().nullable().describe('The sum of the known prices in dinars; null: none known.'),
  // the default is needed because responses stored by older releases lack this field
  services: z.array(serviceLine).default([]).describe('In the order of the price list.'),
  client_id: s.userId.nullable().describe('null: a guest or nobody.'),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  client_email: z.string().nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  notes: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  cancelled_at: s.wallTime.nullable(),
  technician_id: s.technicianId.describe("1: the owner's technician."),
  technician_name: z.string().optional().describe('Only while the salon has several technicians.'),
  series_id: s.appointmentId
    .nullable()
    .default(null)
    .describe('The first appointment of its series (docs/spec/behaviour.md §20.2).'),
  version: z.int().describe('Rises with every change.'),
  deposit: deposit.nullable().default(null), // the default is for stored responses of older releases
});
export type Appointment = z.infer<typeof appointment>;

const adminOnly = z.object({
  attended: s.flag.nullable().describe('Did the person come? null: unknown (docs/spec/behaviour.md §5.22).'),
  client_notes: z.string().nullable().describe("The salon's private note."),
  client_no_shows: z
    .int()
    .describe('No-shows of the client, or of guests with this phone, within 12 months.'),
  paid: dinars
    .optional()
    .describe('What was paid in dinars, without tips; for the owner only (docs/spec/behaviour.md §19.1).'),
});
export const salonAppointment = s.component('SalonAppointment', 'An appointment, for the owner.', {
  ...appointment.shape,
  ...adminOnly.shape,
});
export type SalonAppointment = z.infer<typeof salonAppointment>;
export const visibleAppointment = s.component(
  'VisibleAppointment',
  'The last four fields are for the owner and technicians, `paid` for the owner only.',
  {
    ...appointment.shape,
    ...adminOnly.partial().shape,
  },
);
export type VisibleAppointment = z.infer<typeof visibleAppointment>;

export const listedAppointment = s.component('ListedAppointment', "An appointment in the owner's list.", {
  ...salonAppointment.shape,
  same_address: z.int().describe('Other upcoming bookings that visitors made from the same network.'),
});
export type ListedAppointment = z.infer<typeof listedAppointment>;

const guestToCall = s.component('GuestToCall', "A guest's cancelled booking, for the owner.", {
  ...salonAppointment.shape,
  called: s.flag.nullable().describe('1: the guest was called.'),
});

const ofFreeSlot = { id: true, start_datetime: true, end_datetime: true, status: true } as const;
const ofSeveral = { technician_id: s.technicianId.optional().describe('Only with several technicians.') };
export const freeSlot = appointment.pick(ofFreeSlot).extend(ofSeveral).meta({
  id: 'FreeSlot',
  description: 'A slot that can be booked; never has data of a person (docs/spec/behaviour.md §5.2).',
});
export type FreeSlot = z.infer<typeof freeSlot>;

export const reason = s
  .prose(REASON_MAX_CHARACTERS)
  .refine((text) => text !== '', 'Unesite razlog otkazivanja.');

/** Fields of a booking that every user may set. */
export const bookingFields = {
  notes: s.orNull(s.prose(NOTES_MAX_CHARACTERS)).optional(),
  ...s.servicesFields,
  guest_name: s.orNull(s.line(NAME_MAX_CHARACTERS)).optional(),
  guest_phone: s.orNull(s.phone).optional().describe('6 to 15 digits, spaces and `+ - / ( )`.'),
};
const adminFields = {
  status: status.optional(),
  technician_id: s.technicianId.optional(),
  client_id: s.userId.nullable().optional(),
  service_price: s.price
    .nullable()
    .optional()
    .describe('Dinars, for exactly one service. Omitted with a new service: its price in the price list.'),
  services: z
    .array(z.strictObject({ service_id: s.serviceId, price: s.price.nullable().optional() }))
    .max(MAX_SERVICES_COUNT, `Najviše ${MAX_SERVICES_COUNT} usluga.`)
    .refine((lines) => s.areDistinct(lines.map(({ service_id }) => service_id)), s.REPEATED_SERVICE)
    .optional()
    .describe('Instead of `service_ids`, with prices. Omitted: the line keeps its price.'),
};

/** A response with the token that undoes the change. docs/spec/behaviour.md §5.14 */
export const withUndo = z.object({
  undo_token: z
    .string()
    .nullable()
    .describe('For `undoChange` within 10 seconds, once; null: not requested.'),
});
const undoRequested = z.object({ undo: z.literal('1').optional().describe('`1`: return an `undo_token`.') });
export const slotMinutes = z.int().max(1440);
const dateOrTime = z.union([s.wallDate, s.wallTime]);

export const badTimes = [
  'slot_outside_hours',
  'slot_not_on_step',
  'slot_too_short',
  'slot_across_days',
  'slot_date_out_of_range',
] as const;

export const badBooking = [
  'booked_needs_person',
  'unknown_service',
  'unknown_client',
  'unknown_technician',
  'technician_service',
] as const;
const notEditable = ['person_needs_booking', 'slot_overlaps'] as const;

/** An endpoint for one appointment; a technician may access only her own. */
export const ofAppointment = { rows: 'appointments', params: s.idParams<AppointmentId>() } as const;

export const appointmentEndpoints = [
  endpoint('listAppointments', 'GET /appointments/list', 'staff', {
    rows: 'appointments',
    summary:
      'Appointments that start within a period, by start; a date as `to` includes that day (docs/spec/product.md §7.1).',
    query: z.object({
      from: dateOrTime.describe('A date means its first second.'),
      to: dateOrTime.describe('A date means its last second.'),
      status: status.optional(),
      phone: s.phonePart.optional().describe('Any part of the number, in any format.'),
      same_address: s
        .queryNumber(1, 999_999_999)
        .optional()
        .describe('An appointment id: bookings that visitors made from the same network.'),
      without_service: z.literal('1').optional().describe('`1`: only without a service.'),
      technician_id: s.technicianInQuery,
      deposit: depositState.optional().describe('Only with a deposit in this state.'),
      ...s.page.shape,
    }),
    response: z.array(listedAppointment),
    isCounted: true,
    errors: ['range_reversed'],
  }),
  endpoint('getNextAppointment', 'GET /appointments/next', 'staff', {
    query: z.object({ technician_id: s.technicianInQuery }),
    summary: 'The soonest BOOKED appointment that has not started, or null (docs/spec/behaviour.md §5.3).',
    response: salonAppointment.nullable(),
  }),
  endpoint('getAppointment', 'GET /appointments/{id}', 'user', {
    ...ofAppointment,
    summary: 'One appointment; 404 for an appointment of another client (docs/spec/behaviour.md §5.3).',
    response: visibleAppointment,
    errors: ['not_found'],
  }),
  endpoint('updateAppointment', 'PUT /appointments/{id}', 'staff', {
    ...ofAppointment,
    summary:
      'Edits an appointment; an omitted field keeps its value, null clears it. Without its client it loses note and guest, unless the request has them (docs/spec/behaviour.md §5.8).',
    body: s.withOneServicesKey(
      z.strictObject({
        start_datetime: s.wallTime.optional(),
        end_datetime: s.wallTime.optional(),
        ...adminFields,
        ...bookingFields,
        cancel_reason: s.orNull(s.prose(REASON_MAX_CHARACTERS)).optional(),
        version: z.int().optional().describe('Rejects the edit if the appointment has another version.'),
      }),
    ),
    example: { notes: 'Alergija na akril.', version: 4 },
    response: salonAppointment,
    errors: ['not_found', ...badTimes, ...badBooking, ...notEditable, 'appointment_changed'],
  }),
  endpoint('createAppointment', 'POST /appointments', 'staff', {
    summary:
      'Creates an appointment: BOOKED with a person, else AVAILABLE, unless `status` is given. Deletes free slots under a booking; `slot_overlaps` names the appointment in the way in `conflict` (docs/spec/behaviour.md §5.18).',
    query: undoRequested,
    body: s.withOneServicesKey(
      z.strictObject({
        start_datetime: s.wallTime,
        duration_minutes: slotMinutes.optional(),
        ...adminFields,
        ...bookingFields,
      }),
    ),
    example: {
      start_datetime: '2026-11-19 10:00:00',
      duration_minutes: 90,
      service_id: 3,
      ...s.guestExample,
    },
    status: 201,
    response: salonAppointment.extend(withUndo.shape),
    errors: [...badTimes, ...badBooking, ...notEditable],
  }),
  endpoint('deleteAppointment', 'DELETE /appointments/{id}', 'staff', {
    ...ofAppointment,
    summary:
      'Deletes an appointment; notifies the client of a future booking. Returns 204, or with `undo=1` 200 and an undo token (docs/spec/behaviour.md §5.13).',
    query: undoRequested,
    response: withUndo.optional(),
    errors: ['not_found', 'has_payments'],
  }),
  endpoint('setAppointmentStatus', 'POST /appointments/{id}/status', 'staff', {
    ...ofAppointment,
    summary:
      'Blocks a free slot or frees a blocked one (docs/spec/product.md §4.2, docs/spec/behaviour.md §5.10).',
    body: z.strictObject({ status: z.enum(['AVAILABLE', 'BLOCKED']) }),
    response: salonAppointment,
    errors: ['not_found', 'status_not_toggled'],
  }),
  endpoint('setAttendance', 'POST /appointments/{id}/attendance', 'staff', {
    ...ofAppointment,
    summary:
      'Sets whether the person came; only for a booking that has begun, null clears it (docs/spec/behaviour.md §5.22).',
    body: z.strictObject({ attended: s.flag.nullable() }),
    response: salonAppointment,
    errors: ['not_found', 'appointment_not_booked', 'appointment_not_begun'],
  }),
  endpoint('changeDeposit', 'POST /appointments/{id}/deposit', 'admin', {
    summary:
      'Records that a deposit was received, waived, refunded or kept; money goes to the ledger (docs/spec/behaviour.md §19.2).',
    params: s.idParams<AppointmentId>(),
    body: z.strictObject({
      action: z.enum(DEPOSIT_ACTIONS),
      amount: s.price
        .refine((value) => value > 0, 'Unesite iznos.')
        .optional()
        .describe('Dinars; by default the amount of the deposit.'),
    }),
    response: salonAppointment,
    errors: ['payments_off', 'not_found', 'deposit_state'],
  }),
  endpoint('addSlot', 'POST /appointments/slot', 'staff', {
    summary: 'Adds a free slot; `duration_minutes` defaults to 120 (docs/spec/behaviour.md §5.2).',
    query: undoRequested,
    body: z.strictObject({
      start_datetime: s.wallTime,
      duration_minutes: slotMinutes.optional(),
      technician_id: s.technicianId.optional(),
    }),
    example: { start_datetime: '2026-11-19 10:00:00', duration_minutes: 120 },
    status: 201,
    response: salonAppointment.extend(withUndo.shape),
    errors: [...badTimes, 'unknown_technician', 'slot_overlaps'],
  }),
  endpoint('changeSlots', 'POST /appointments/bulk', 'staff', {
    rows: 'appointments',
    summary:
      'Blocks, unblocks or deletes several free slots; `refused` lists the others with the reason (docs/spec/behaviour.md §5.10).',
    body: z.strictObject({
      ids: z.array(s.appointmentId).min(1).max(500),
      action: z.enum(['BLOCK', 'UNBLOCK', 'DELETE']),
    }),
    example: { ids: [17, 18], action: 'BLOCK' },
    response: z.object({
      count: z.int(),
      refused: z.array(
        z.object({
          id: s.appointmentId,
          start_datetime: s.wallTime.nullable().describe('null: there is no such slot.'),
          error: z.string().describe('In Serbian.'),
        }),
      ),
    }),
  }),
  endpoint('cancelAppointments', 'POST /appointments/cancel-many', 'staff', {
    rows: 'appointments',
    summary:
      'Cancels several bookings with one reason, in one transaction; `offer_again` 1 frees their slots; `skipped` lists the others (docs/spec/behaviour.md §5.6).',
    body: z.strictObject({
      ids: z.array(s.appointmentId).min(1).max(200),
      reason,
      offer_again: s.flag.default(0),
    }),
    response: z.object({
      cancelled: z.int(),
      skipped: z.array(z.object({ id: s.appointmentId, code: z.string().describe('An `ErrorCode`.') })),
    }),
  }),
  endpoint('listGuestsToCall', 'GET /appointments/to-call', 'staff', {
    query: z.object({ technician_id: s.technicianInQuery }),
    summary:
      'Guests to call because the salon cancelled several bookings, by start; also called ones whose time is ahead (docs/spec/behaviour.md §5.6).',
    response: z.array(guestToCall),
  }),
  endpoint('markGuestsCalled', 'POST /appointments/called', 'staff', {
    rows: 'appointments',
    summary:
      'Records that these guests were called, or were not; ignores other appointments (docs/spec/behaviour.md §5.6).',
    body: z.strictObject({ ids: z.array(s.appointmentId).min(1).max(LIST_MAX_COUNT), called: s.flag }),
    example: { ids: [17], called: 1 },
  }),
] as const;
