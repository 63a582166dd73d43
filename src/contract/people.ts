import { z } from 'zod';
import type { PersonId } from '#domain/ids.ts';
import { NOTES_MAX_CHARACTERS, STAFF_NOTE_MAX_CHARACTERS } from '#domain/limits.ts';
import { depositState, visibleAppointment } from './appointments.ts';
import { clientDetails, contact, passwordHash, search } from './clients.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const listedPerson = s.component(
  'ListedPerson',
  'Somebody who came or will, with or without an account (docs/spec/behaviour.md §21.1).',
  {
    id: s.personId,
    client_id: s.userId.nullable().describe('The account; null: none.'),
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    city: z.string().nullable(),
    notes: z.string().nullable(),
    active: s.flag.describe('0: has an account that cannot log in.'),
    visits: z.int().describe('Bookings that have ended, without those that were missed.'),
    no_shows: z.int().describe('Within 12 months (docs/spec/behaviour.md §5.22).'),
    last_visit: s.wallTime.nullable(),
    next_start: s.wallTime.nullable().describe('Of the next booking.'),
    usual_service: z.string().nullable().describe('The most frequent service of the visits.'),
    is_shared_number: s.flag.describe('1: somebody else has the same number (`isti telefon`).'),
  },
);
export type ListedPerson = z.infer<typeof listedPerson>;
/** Of a technician only the required fields. */
const foundPerson = listedPerson.partial().required({ id: true, name: true, phone: true }).meta({
  id: 'FoundPerson',
  description: 'A listed person; a technician reads only id, name and, of people who come to her, the phone.',
});

export const personDetails = s.component(
  'PersonDetails',
  'The card of a person (docs/spec/behaviour.md §21.1).',
  {
    ...clientDetails.omit({ id: true, role: true, person_id: true }).shape,
    id: s.personId,
    client_id: s.userId.nullable().describe('The account; null: none.'),
    role: z.literal('CLIENT').nullable().describe('null: without an account.'),
    staff_note: z.string().nullable().describe('For everybody in the salon; the person never sees it.'),
    call_only: s.flag.describe('1: only the salon books her (docs/spec/behaviour.md §28.2).'),
    no_sms: s.flag.describe('1: she gets no SMS.'),
    marks: z
      .array(z.object({ kind: z.enum(['CONTACTED', 'STOP', 'SENT']), at: s.wallTime }))
      .describe("What was done in 'Vreme je', latest first (docs/spec/behaviour.md §20.3)."),
    deposits: z
      .array(
        z.object({
          appointment_id: s.appointmentId,
          start_datetime: s.wallTime,
          amount: z.number().describe('Dinars.'),
          state: depositState,
          reference: z.string(),
        }),
      )
      .describe('Of the bookings of the person, latest start first.'),
  },
);
export type PersonDetails = z.infer<typeof personDetails>;

const notes = {
  notes: s.orNull(s.prose(NOTES_MAX_CHARACTERS)).optional().describe("The owner's own note."),
  staff_note: s
    .orNull(s.prose(STAFF_NOTE_MAX_CHARACTERS))
    .optional()
    .describe('For everybody in the salon, such as an allergy.'),
};
/** Of a technician only the required fields. */
const notedPerson = personDetails.partial().required({ id: true, name: true, staff_note: true }).meta({
  id: 'NotedPerson',
  description: 'The card of a person; a technician reads only id, name and staff_note.',
});

const marks = {
  call_only: s.flag.optional().describe('1: only the salon books her; she is never told.'),
  no_sms: s.flag.optional().describe('1: she gets no SMS.'),
};
const phoneMark = s.component('PhoneMark', 'What holds for a number (docs/spec/behaviour.md §28.2).', {
  phone: z.string(),
  name: z.string(),
  call_only: s.flag,
  no_sms: s.flag,
});
const ofPerson = { params: s.idParams<PersonId>() } as const;

export const peopleEndpoints = [
  endpoint('listPeople', 'GET /people', 'findPeople', {
    summary:
      'Everybody, with and without an account, by name; `q` searches name, phone, email and city, and only then finds people without a number. A technician searches names only (docs/spec/behaviour.md §21.1).',
    query: s.page.extend({ q: search }),
    isCounted: true,
    response: z.array(foundPerson),
  }),
  endpoint('getPerson', 'GET /people/{id}', 'manageSalon', {
    ...ofPerson,
    summary: 'The card of a person (docs/spec/behaviour.md §21.1).',
    response: personDetails,
  }),
  endpoint('addPerson', 'POST /people', 'manageSalon', {
    summary:
      'Adds a person without an account, also a second one with a known number; the bookings with this number and her name become hers (docs/spec/behaviour.md §21.1).',
    body: z.strictObject({ name: s.requiredName, ...contact, ...notes, ...marks }),
    example: { name: 'Lela Ilić', phone: '064 555 0110' },
    status: 201,
    response: personDetails,
  }),
  endpoint('updatePerson', 'PUT /people/{id}', 'noteOnPeople', {
    ...ofPerson,
    summary:
      'Edits the card of a person; the words typed for bookings stay. A technician changes only `staff_note`, of people with a booking of hers that somebody else made (docs/spec/behaviour.md §21.1).',
    body: z.strictObject({ name: s.requiredName.optional(), ...contact, ...notes, ...marks }),
    example: { staff_note: 'Alergija na akril.' },
    response: notedPerson,
    errors: ['email_taken'],
  }),
  endpoint('listPhoneMarks', 'GET /phone-marks', 'manageSalon', {
    summary: 'Everybody with a number and a mark, by name (docs/spec/behaviour.md §28.2).',
    response: z.array(phoneMark),
  }),
  endpoint('setPhoneMark', 'PUT /phone-marks', 'manageSalon', {
    summary:
      'Marks everybody with this number; without anybody it makes a person (docs/spec/behaviour.md §28.2).',
    body: z.strictObject({
      phone: s.phone.refine((text) => text !== '', 'Unesite broj telefona.'),
      name: s.orNull(s.name).optional(),
      ...marks,
    }),
    example: { phone: '064 555 0110', name: 'Lela Ilić', call_only: 1 },
    response: phoneMark,
  }),
  endpoint('deletePerson', 'DELETE /people/{id}', 'manageSalon', {
    ...ofPerson,
    summary:
      'Erases a person without an account and without future bookings; statistics keep their sums (docs/spec/behaviour.md §21.1).',
    errors: ['client_has_bookings'],
  }),
  endpoint('addAccount', 'POST /people/{id}/account', 'manageSalon', {
    ...ofPerson,
    summary:
      "Makes an account for a person without one ('Napravi nalog'); her bookings become the account's (docs/spec/behaviour.md §21.1).",
    body: z.strictObject({
      email: s.email.refine((text) => text !== '', 'Unesite email adresu.'),
      password_hash: passwordHash,
    }),
    example: { email: 'lela@primer.rs' },
    status: 201,
    response: personDetails,
    errors: ['email_taken', 'password_too_short', 'server_busy'],
  }),
  endpoint('mergePeople', 'POST /people/{id}/merge', 'manageSalon', {
    ...ofPerson,
    summary:
      "Joins another person into this one ('Spoji'); it cannot be undone (docs/spec/behaviour.md §21.4).",
    body: z.strictObject({ from_person_id: s.personId }),
    example: { from_person_id: 12 },
    response: personDetails,
  }),
] as const;

export const ticketEndpoint = endpoint('takeTicket', 'POST /auth/me/tickets', 'useAccount', {
  summary:
    "Takes the booking of a guest's link into the client's account, if it belongs to no account yet; else `guest_link_dead` (docs/spec/behaviour.md §21.1).",
  body: z.strictObject({ token: z.string().max(200) }),
  response: visibleAppointment,
  errors: ['guest_link_dead', 'not_allowed'],
});

/** 'Bez SMS poruka' on the page of a link. */
export const noSmsEndpoint = endpoint('refuseSms', 'POST /guest-link/no-sms', 'visit', {
  summary: 'The number of the booking gets no SMS any more; repeatable (docs/spec/behaviour.md §29.8).',
  body: z.strictObject({ token: z.string().max(200) }),
  errors: ['guest_link_dead'],
});
