import { z } from 'zod';
import type { UserId } from '#domain/ids.ts';
import { IMPORT_BODY_MAX_BYTES, IMPORT_MAX_ROWS, NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import { appointment, salonAppointment } from './appointments.ts';
import { importId, ofImport } from './booking/imports.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

export const client = s.component('Client', 'A client, for the owner (docs/spec/product.md §3.4).', {
  id: s.userId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  notes: z.string().nullable(),
  active: s.flag.describe('0: cannot log in.'),
  role: z.literal('CLIENT'),
  created_at: s.wallTime,
  person_id: s.personId.describe('The person of the account (docs/spec/behaviour.md §21.1).'),
  no_shows: z.int().describe('Within 12 months (docs/spec/behaviour.md §5.22).'),
});
export type Client = z.infer<typeof client>;
const listedClient = s.component('ListedClient', 'A client in the list, with their bookings.', {
  ...client.shape,
  visits: z.int().describe('Bookings that have ended.'),
  last_visit: s.wallTime.nullable(),
  next_start: s.wallTime.nullable().describe('Of the next booking.'),
  usual_service: z
    .string()
    .nullable()
    .describe('The most frequent service of their bookings that have ended.'),
});
export type ListedClient = z.infer<typeof listedClient>;
export const clientChoice = s.component('ClientChoice', 'A client in the picker.', {
  ...client.pick({ id: true, person_id: true, name: true, email: true, phone: true }).shape,
  recent_start: s.wallTime.optional().describe('With `recent=1`: the start of their latest booking.'),
});
export type ClientChoice = z.infer<typeof clientChoice>;
export const clientDetails = s.component(
  'ClientDetails',
  'A client with figures (docs/spec/product.md §2.14).',
  {
    ...client.shape,
    visits: z.int().describe('Bookings that have ended.'),
    cancellations: z.int(),
    late_cancellations: z.int().describe('Later than `late_cancel_hours` before the start.'),
    last_visit: s.wallTime.nullable(),
    has_login: s.flag.describe('1: can log in.'),
    recent_visits: z
      .array(
        salonAppointment.pick({
          id: true,
          start_datetime: true,
          service_name: true,
          service_price: true,
          status: true,
          attended: true,
          work: true,
        }),
      )
      .describe('Past bookings and cancellations, latest first, at most 20.'),
    revenue: z.number().describe('Dinars: past bookings without no-shows.'),
    next_appointment: appointment
      .pick({ id: true, start_datetime: true, end_datetime: true, service_name: true, service_price: true })
      .nullable(),
    usual_service_id: s.serviceId.nullable().describe('The first of `usual_service_ids`.'),
    usual_service_ids: z.array(s.serviceId).describe('The most frequent recent services of one appointment.'),
  },
);
export type ClientDetails = z.infer<typeof clientDetails>;

const SEARCH_MAX_CHARACTERS = 100;
export const search = s.line(SEARCH_MAX_CHARACTERS).optional();
export const contact = {
  phone: s.orNull(s.phone).optional(),
  email: s.orNull(s.email).optional(),
  city: s.orNull(s.city).optional(),
};
export const passwordHash = s.password
  .nullable()
  .optional()
  .describe('A plain password, despite its name; blank: none, or unchanged (docs/spec/behaviour.md §6.4).');

/** One row of an imported file, validated like a client that the owner adds. An invalid row does not reject the others. */
export const importedPerson = z.object({
  name: s.requiredName,
  phone: s.orNull(s.phone),
  email: s.orNull(s.email),
  city: s.orNull(s.city),
  notes: s.orNull(s.prose(NOTES_MAX_CHARACTERS)),
});
export type ImportedPerson = z.output<typeof importedPerson>;

/** A cell of the imported file. `importedPerson` validates it later, row by row (docs/spec/behaviour.md §6.4). */
const cell = z
  .string()
  .overwrite((text) => text.replaceAll('\0', '\u0001')) // for a NUL the server would refuse the whole import; for U+0001 it refuses only the row
  .nullable()
  .default(null);
const importRow = z.object({ name: cell, phone: cell, email: cell, city: cell, notes: cell });
export type ImportRow = z.output<typeof importRow>;

const edited = {
  params: s.idParams<UserId>(),
  response: client,
  errors: ['email_taken', 'password_too_short', 'server_busy'],
} as const;

export const clientEndpoints = [
  endpoint('searchClients', 'GET /users', 'findPeople', {
    summary:
      'Searches clients for a picker: at most 20, also inactive ones (docs/spec/product.md §7.3); `recent=1` returns only the clients of the latest bookings (docs/spec/behaviour.md §6.4).',
    query: z.object({
      role: z.literal('CLIENT').optional(),
      q: search,
      recent: z.literal('1').optional(),
      technician_id: s.technicianInQuery,
    }),
    response: z.array(clientChoice),
  }),
  endpoint('listClients', 'GET /users/clients', 'manageSalon', {
    summary:
      'Clients by name; `q` searches name, email, phone and city, ignoring case and accents (docs/spec/behaviour.md §6.7).',
    query: s.page.extend({ q: search }),
    isCounted: true,
    response: z.array(listedClient),
  }),
  endpoint('addClient', 'POST /users/clients', 'manageSalon', {
    summary: 'Adds a client; without email or password they cannot log in (docs/spec/behaviour.md §6.4).',
    body: z.strictObject({
      name: s.requiredName,
      ...contact,
      notes: s.orNull(s.prose(NOTES_MAX_CHARACTERS)).optional(),
      password_hash: passwordHash,
    }),
    status: 201,
    response: client,
    errors: ['email_taken', 'password_too_short', 'server_busy'],
  }),
  endpoint('importClients', 'POST /users/clients/import', 'manageSalon', {
    summary: 'Imports a list of clients, with a result for each row (docs/spec/behaviour.md §6.4).',
    body: z.strictObject({
      import_id: importId.optional(),
      rows: z.array(importRow).max(IMPORT_MAX_ROWS),
      dry_run: z.union([z.boolean(), s.flag]).default(false).describe('Changes nothing.'),
    }),
    bodyMaxBytes: IMPORT_BODY_MAX_BYTES,
    response: z.object({
      import_id: z.string().optional().describe('Of the request; an import without one cannot be undone.'),
      rows: z.array(
        z.object({
          index: z.int().describe('From 0.'),
          result: z.literal(['created', 'exists', 'refused']),
          id: s.userId.nullable().describe('Of the new or existing client; null: refused or not created.'),
          reason: z.string().nullable().describe('The matching data, or why the row is refused.'),
        }),
      ),
      created: z.int(),
      exists: z.int(),
      refused: z.int(),
    }),
  }),
  endpoint('undoClientImport', 'DELETE /users/clients/import/{import_id}', 'manageSalon', {
    summary:
      'Removes clients whom an import has added and who have nothing else, until 24 hours after its last part (docs/spec/behaviour.md §31.2).',
    ...ofImport,
  }),
  endpoint('updateClientInList', 'PUT /users/clients/{id}', 'manageSalon', {
    summary:
      'Edits contact data of a client; a new password ends their sessions (docs/spec/behaviour.md §6.4).',
    ...edited,
    body: z.strictObject({ name: s.requiredName.optional(), ...contact, password_hash: passwordHash }),
  }),
  endpoint('deleteClient', 'DELETE /users/clients/{id}', 'manageSalon', {
    summary:
      'Deletes a client without future bookings; statistics keep their sums (docs/spec/behaviour.md §6.5).',
    params: s.idParams<UserId>(),
    errors: ['client_has_bookings'],
  }),
  endpoint('getClient', 'GET /users/{id}', 'manageSalon', {
    summary: "One client with figures; 404 for the owner's account (docs/spec/product.md §7.3).",
    params: s.idParams<UserId>(),
    response: clientDetails,
  }),
  endpoint('updateClient', 'PUT /users/{id}', 'manageSalon', {
    summary:
      'Edits a client; `active` 0 or a new password ends their sessions (docs/spec/behaviour.md §6.4).',
    ...edited,
    body: z.strictObject({
      name: s.requiredName.optional(),
      ...contact,
      notes: s.orNull(s.prose(NOTES_MAX_CHARACTERS)).optional(),
      active: s.flag.optional(),
      password_hash: passwordHash,
    }),
  }),
] as const;
