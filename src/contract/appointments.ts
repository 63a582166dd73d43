import { z } from 'zod';
import { APPOINTMENT_STATUSES } from '#domain/appointments/appointments.ts';
import { REQUEST_ACTIONS } from '#domain/appointments/requests.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { MAX_SERVICES_COUNT, NOTES_MAX_CHARACTERS, REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { DEPOSIT_ACTIONS, DEPOSIT_STATES } from '#domain/payments/deposits.ts';
import { isAnAmount } from '#domain/payments/money.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';
import { picture } from './work/pictures.ts';
import { givenWorkValues, lastWork, workValues } from './work/work.ts';

export const status = z.enum(APPOINTMENT_STATUSES).meta({
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
    cleanup_minutes: z
      .int()
      .optional()
      .describe('Minutes after it in which nobody is booked; missing: none (docs/spec/behaviour.md §26).'),
    name_en: z
      .string()
      .nullish()
      .describe('The name in English; missing: as `name` (docs/spec/behaviour.md §33.2).'),
    name_ru: z.string().nullish(),
  },
);
export const depositState = z.enum(DEPOSIT_STATES).meta({ id: 'DepositState' });
export const deposit = s.component('Deposit', 'The deposit of a booking (docs/spec/behaviour.md §19.2).', {
  amount: s.dinars,
  until: s.wallTime.describe('Until when it must be paid.'),
  state: depositState,
  reference: z.string().describe('The reference of the payment, with its model 97.'),
  qr: z.string().describe('The text of the IPS QR code.'),
});
export type Deposit = z.infer<typeof deposit>;

export type BookingRequest = z.infer<typeof s.bookingRequest>;

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
  booking_id: s.bookingId
    .nullable()
    .optional()
    .describe(
      'Of the booking, which keeps its id when it moves; null: a free slot (docs/spec/behaviour.md §21).',
    ),
  pictures: z
    .array(picture)
    .default([])
    .describe('WISH, for the salon also RESULT (docs/spec/behaviour.md §30.2).'),
  // the defaults are for stored responses of older releases
  deposit: deposit.nullable().default(null),
  request: s.bookingRequest.nullable().default(null).describe('null: the booking needed no acceptance.'),
  confirmed_at: s.wallTime
    .nullable()
    .default(null)
    .describe('When the person said that she comes, to this start (docs/spec/behaviour.md §29.3).'),
  expected: s.wallTime
    .nullable()
    .default(null)
    .describe('When she was told to come, because the salon is late (docs/spec/behaviour.md §29.6).'),
});
export type Appointment = z.infer<typeof appointment>;

const adminOnly = z.object({
  attended: s.flag.nullable().describe('Did the person come? null: unknown (docs/spec/behaviour.md §5.22).'),
  person_id: s.personId
    .nullable()
    .describe('Who comes; null: nobody, or forgotten (docs/spec/behaviour.md §21).'),
  guest_email: z.string().nullable().describe('Of a guest, for the owner only.'),
  staff_note: z.string().nullable().describe('The note about the person for everybody in the salon.'),
  client_notes: z.string().nullable().describe("The salon's private note."),
  client_no_shows: z
    .int()
    .describe('No-shows of the client, or of guests with this phone, within 12 months.'),
  work: workValues.optional().describe('What was done (docs/spec/behaviour.md §30.1).'),
  last_work: lastWork.nullable().optional(),
  paid: s.dinars
    .optional()
    .describe('What was paid in dinars, without tips; for the owner only (docs/spec/behaviour.md §19.1).'),
  package_visits: z.int().optional().describe('Used visits of packages; missing: none.'),
});
export const salonAppointment = s.component('SalonAppointment', 'An appointment, for the owner.', {
  ...appointment.shape,
  ...adminOnly.shape,
});
export type SalonAppointment = z.infer<typeof salonAppointment>;
export const visibleAppointment = s.component(
  'VisibleAppointment',
  'The last nine fields are for the owner and technicians, `paid` for the owner only.',
  {
    ...appointment.shape,
    ...adminOnly.partial().shape,
    in_opening: s.flag.optional().describe('1: its time is offered (docs/spec/behaviour.md §26.2).'),
    same_number_then: s.flag
      .optional()
      .describe('1: its number is booked twice then (docs/spec/behaviour.md §28.2).'),
  },
);
export type VisibleAppointment = z.infer<typeof visibleAppointment>;

export const listedAppointment = s.component('ListedAppointment', "An appointment in the owner's list.", {
  ...salonAppointment.shape,
  same_address: z.int().describe('Other upcoming bookings that visitors made from the same network.'),
});
export type ListedAppointment = z.infer<typeof listedAppointment>;

const ofFreeSlot = { id: true, start_datetime: true, end_datetime: true, status: true } as const;
const ofSeveral = { technician_id: s.technicianId.optional().describe('Only with several technicians.') };
const ofOpening = {
  opening_start: s.wallTime.optional().describe('Only with `split_slots`, like the next three.'),
  opening_end: s.wallTime.optional(),
  next_booked: s.wallTime.nullable().optional().describe('The start of the next booking in the opening.'),
  is_used: s.flag.optional().describe('1: the opening holds a booking.'),
};
export const freeSlot = appointment.pick(ofFreeSlot).extend(ofSeveral).extend(ofOpening).meta({
  id: 'FreeSlot',
  description: 'A slot that can be booked; never has data of a person (docs/spec/behaviour.md §5.2).',
});
export type FreeSlot = z.infer<typeof freeSlot>;

export const reason = s
  .prose(REASON_MAX_CHARACTERS)
  .refine((text) => text !== '', s.says('Unesite razlog otkazivanja.'));

/** Fields of a booking that every user may set. */
export const bookingFields = {
  notes: s.orNull(s.prose(NOTES_MAX_CHARACTERS)).optional(),
  ...s.servicesFields,
  guest_name: s.guestName.optional(),
  guest_phone: s.orNull(s.phone).optional().describe('6 to 15 digits, spaces and `+ - / ( )`.'),
};
const TYPED_PERSON = ['client_id', 'guest_name', 'guest_phone'];

/** Refuses a body that names its services, or its person, in more than one way. */
export const ofOnePerson = <S extends z.ZodType<object>>(body: S): S =>
  s
    .withOneServicesKey(body)
    .refine((value) => !('person_id' in value && TYPED_PERSON.some((key) => key in value)), {
      error: 'Osoba se šalje u jednom polju.',
      path: ['person_id'],
    });

/** The person of a booking by the salon. docs/spec/behaviour.md §21.2 */
export const personInBody = s.personId
  .optional()
  .describe('Instead of `client_id` and the guest fields: a person, with or without an account.');
const adminFields = {
  status: status.optional(),
  technician_id: s.technicianId.optional(),
  client_id: s.userId.nullable().optional(),
  person_id: personInBody,
  guest_email: s
    .orNull(s.email)
    .optional()
    .describe('Of a guest, who gets the mail a day before (docs/spec/behaviour.md §29.1).'),
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

/** What a move may take besides times and technician. docs/spec/behaviour.md §5.11 */
export const moveFields = {
  slot_id: s.appointmentId
    .optional()
    .describe('A free slot around these times, which gives way to a booking.'),
  following: s.flag
    .optional()
    .describe(
      '1: also times and technician of the later bookings of its series (docs/spec/behaviour.md §20.2).',
    ),
  offer_again: s.flag
    .optional()
    .describe(
      '1: a time that a booking or block gives up is offered again. Default: 0; with `split_slots`, 1 inside one opening (docs/spec/behaviour.md §26.2).',
    ),
};

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

export const ofAppointment = { params: s.idParams<AppointmentId>() } as const;

export const appointmentEndpoints = [
  endpoint('listAppointments', 'GET /appointments/list', 'seeAppointments', {
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
      request: s.requestState.optional().describe('Only BOOKED ones with a request in this state.'),
      uncounted: z.literal('1').optional().describe('`1`: see docs/spec/behaviour.md §32.2.'),
      ...s.page.shape,
    }),
    response: z.array(listedAppointment),
    isCounted: true,
    errors: ['range_reversed'],
  }),
  endpoint('getNextAppointment', 'GET /appointments/next', 'seeAppointments', {
    query: z.object({ technician_id: s.technicianInQuery }),
    summary: 'The soonest BOOKED appointment that has not started, or null (docs/spec/behaviour.md §5.3).',
    response: salonAppointment.nullable(),
  }),
  endpoint('getAppointment', 'GET /appointments/{id}', 'seeBookings', {
    ...ofAppointment,
    summary: 'One appointment; 404 for an appointment of another client (docs/spec/behaviour.md §5.3).',
    response: visibleAppointment,
  }),
  endpoint('updateAppointment', 'PUT /appointments/{id}', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'Edits an appointment, also its times and technician, in one transaction; an omitted field keeps its value, null clears it. Without its client it loses note and guest, unless the request has them (docs/spec/behaviour.md §5.8).',
    query: z.object({
      undo: z.literal('1').optional().describe('`1`: an `undo_token`, null if person or status changes.'),
    }),
    body: ofOnePerson(
      z.strictObject({
        start_datetime: s.wallTime.optional(),
        end_datetime: s.wallTime.optional(),
        ...moveFields,
        ...adminFields,
        ...bookingFields,
        cancel_reason: s.orNull(s.prose(REASON_MAX_CHARACTERS)).optional(),
        version: z.int().optional().describe('Rejects the edit if the appointment has another version.'),
      }),
    ),
    example: { notes: 'Alergija na akril.', version: 4 },
    response: salonAppointment.extend(s.withUndo.partial().shape),
    errors: [...badTimes, ...badBooking, ...notEditable, 'appointment_changed'],
  }),
  endpoint('createAppointment', 'POST /appointments', 'changeAppointments', {
    summary:
      'Creates an appointment: BOOKED with a person, else AVAILABLE, unless `status` is given. Deletes free slots under a booking; `slot_overlaps` names the appointment in the way in `conflict` (docs/spec/behaviour.md §5.18).',
    query: s.undoRequested,
    body: ofOnePerson(
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
    response: salonAppointment.extend(s.withUndo.shape),
    errors: [...badTimes, ...badBooking, ...notEditable],
  }),
  endpoint('deleteAppointment', 'DELETE /appointments/{id}', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'Deletes an appointment; notifies the client of a future booking. Returns 204, or with `undo=1` 200 and an undo token (docs/spec/behaviour.md §5.13).',
    query: s.undoRequested,
    response: s.withUndo.optional(),
    errors: ['has_payments'],
  }),
  endpoint('setAppointmentStatus', 'POST /appointments/{id}/status', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'Blocks a free slot or frees a blocked one (docs/spec/product.md §4.2, docs/spec/behaviour.md §5.10).',
    body: z.strictObject({ status: z.enum(['AVAILABLE', 'BLOCKED']) }),
    response: salonAppointment,
    errors: ['status_not_toggled'],
  }),
  endpoint('setAttendance', 'POST /appointments/{id}/attendance', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'Sets whether the person came; only for a booking that has begun, null clears it (docs/spec/behaviour.md §5.22).',
    body: z.strictObject({ attended: s.flag.nullable() }),
    response: salonAppointment,
    errors: ['appointment_not_booked', 'appointment_not_begun'],
  }),
  endpoint('answerRequest', 'POST /appointments/{id}/request', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'Accepts or declines a booking that waits for the salon; only while it waits (docs/spec/behaviour.md §28.3).',
    body: z.strictObject({
      action: z.enum(REQUEST_ACTIONS),
      reason: s
        .orNull(s.prose(REASON_MAX_CHARACTERS))
        .optional()
        .describe('Of DECLINE; by default that the salon has no time.'),
    }),
    example: { action: 'ACCEPT' },
    response: salonAppointment,
    errors: ['request_state'],
  }),
  endpoint('freeRest', 'POST /appointments/{id}/free-rest', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'Offers the rest of a booking whose services end before it, at least 15 minutes; tells nobody (docs/spec/behaviour.md §26.4).',
    response: z.object({
      appointment: salonAppointment,
      slot: salonAppointment.describe('The free slot that now contains the rest.'),
      ...s.withUndo.shape,
    }),
    errors: ['nothing_to_free'],
  }),
  endpoint('setWork', 'PUT /appointments/{id}/work', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'Records what was done; only for a booking that has begun. An empty or omitted value clears its field, an omitted hidden field keeps its value (docs/spec/behaviour.md §30.1).',
    body: z.strictObject({ values: givenWorkValues }),
    example: { values: [{ field_id: 1, value: 'OPI N25' }] },
    response: salonAppointment,
    errors: ['appointment_not_booked', 'appointment_not_begun'],
  }),
  endpoint('changeDeposit', 'POST /appointments/{id}/deposit', 'manageSalon', {
    summary:
      'Records that a deposit was received, waived, refunded or kept, or takes the last step back with a reason; money goes to the ledger (docs/spec/behaviour.md §19.2).',
    params: s.idParams<AppointmentId>(),
    body: z.strictObject({
      action: z.enum(DEPOSIT_ACTIONS),
      amount: s.price
        .refine(isAnAmount, 'Unesite iznos.')
        .optional()
        .describe('Dinars; by default the amount of the deposit.'),
      reason: s.line(REASON_MAX_CHARACTERS).optional().describe('Only with TAKEN_BACK, where it is needed.'),
    }),
    response: salonAppointment,
    errors: ['payments_off', 'deposit_state', 'refund_exceeds', 'day_closed'],
  }),
] as const;
