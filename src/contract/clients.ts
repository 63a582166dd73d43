import { z } from 'zod';
import type { UserId } from '#domain/ids.ts';
import { IMPORT_BODY_MAX_BYTES, IMPORT_MAX_ROWS, NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import { appointment } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import {
  city,
  email,
  flag,
  idParams,
  line,
  noContent,
  orNull,
  page,
  password,
  phone,
  prose,
  requiredName,
  serviceId,
  userId,
  wallTime,
} from './schemas.ts';

/** A client as the admin sees them. docs/spec/product.md §3.4 */
export const client = z.object({
  id: userId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  notes: z.string().nullable(),
  active: flag,
  role: z.literal('CLIENT'),
  created_at: wallTime,
  /** How often the client did not come within 12 months (docs/spec/behaviour.md §5.22). */
  no_shows: z.int(),
});
export type Client = z.infer<typeof client>;
export const clientChoice = client.pick({ id: true, name: true, email: true, phone: true }).extend({
  /** Of the recent ones: the start of the booking by which they are recent. */
  recent_start: wallTime.optional(),
});
export type ClientChoice = z.infer<typeof clientChoice>;
/** With the visits and cancellations counted, for the dialog 'Klijent'. docs/spec/product.md §2.14 */
export const clientDetails = client.extend({
  visits: z.int(),
  cancellations: z.int(),
  late_cancellations: z.int(),
  last_visit: wallTime.nullable(),
  has_login: flag,
  /** Bookings that have begun and CANCELLED ones, latest first, at most 20. */
  recent_visits: z.array(
    appointment
      .pick({
        id: true,
        start_datetime: true,
        service_name: true,
        service_price: true,
        status: true,
      })
      .extend({ attended: flag.nullable() }),
  ),
  /** Dinars: the prices of the visits that have begun, without those to which the client did not come. */
  revenue: z.number(),
  next_appointment: appointment
    .pick({ id: true, start_datetime: true, end_datetime: true, service_name: true, service_price: true })
    .nullable(),
  /** The service that the client has taken most often of late. */
  usual_service_id: serviceId.nullable(),
});
export type ClientDetails = z.infer<typeof clientDetails>;

const SEARCH_MAX_CHARACTERS = 100;
const search = line(SEARCH_MAX_CHARACTERS).optional();
const contact = {
  phone: orNull(phone).optional(),
  email: orNull(email).optional(),
  city: orNull(city).optional(),
};
/** Carries a plain password over the wire (docs/spec/behaviour.md §6.4); blank = none, or unchanged. */
const passwordHash = password.nullable().optional();

/** One row of a list of clients, held against what adding by hand allows: one that does not fit is refused alone. */
export const importedPerson = z.object({
  name: requiredName,
  phone: orNull(phone),
  email: orNull(email),
  city: orNull(city),
  notes: orNull(prose(NOTES_MAX_CHARACTERS)),
});
export type ImportedPerson = z.output<typeof importedPerson>;

/** As it stands in the file: whether it is somebody is said for each row (docs/spec/behaviour.md §6.4). */
const cell = z
  .string()
  .overwrite((text) => text.replaceAll('\0', '\u0001')) // a NUL would refuse the whole list, another control character its row
  .nullable()
  .default(null);
const importRow = z.object({ name: cell, phone: cell, email: cell, city: cell, notes: cell });
export type ImportRow = z.output<typeof importRow>;

export const clientEndpoints = [
  endpoint({
    method: 'GET',
    path: '/users',
    access: 'admin',
    summary:
      'The client picker: at most 20 that match `q`, also inactive ones (docs/spec/product.md §7.3); with `recent=1` those of the latest bookings first and alone (docs/spec/behaviour.md §6.4).',
    query: z.object({ role: z.literal('CLIENT').optional(), q: search, recent: z.literal('1').optional() }),
    status: 200,
    response: z.array(clientChoice),
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/users/clients',
    access: 'admin',
    summary:
      'Clients by name; `q` searches name, email, phone and city with folding (docs/spec/behaviour.md §6.7).',
    query: page.extend({ q: search }),
    status: 200,
    isCounted: true,
    response: z.array(client),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/users/clients',
    access: 'admin',
    summary: 'Adds a client; without email or password they cannot log in (docs/spec/behaviour.md §6.4).',
    body: z.strictObject({
      name: requiredName,
      ...contact,
      notes: orNull(prose(NOTES_MAX_CHARACTERS)).optional(),
      password_hash: passwordHash,
    }),
    status: 201,
    response: client,
    errors: ['email_taken', 'password_too_short', 'server_busy'],
  }),
  endpoint({
    method: 'POST',
    path: '/users/clients/import',
    access: 'admin',
    summary:
      'Adds the clients of a list, each row with its own result; with `dry_run` it only says what it would do (docs/spec/behaviour.md §6.4).',
    body: z.strictObject({
      rows: z.array(importRow).max(IMPORT_MAX_ROWS),
      dry_run: z.union([z.boolean(), flag]).default(false),
    }),
    bodyMaxBytes: IMPORT_BODY_MAX_BYTES,
    status: 200,
    response: z.object({
      rows: z.array(
        z.object({
          /** Its place in the list, from 0. */
          index: z.int(),
          result: z.literal(['created', 'exists', 'refused']),
          /** Of the client who was made, or who is there already; null for one who would be made. */
          id: userId.nullable(),
          /** What is the same, or why the row is refused. */
          reason: z.string().nullable(),
        }),
      ),
      created: z.int(),
      exists: z.int(),
      refused: z.int(),
    }),
    errors: [],
  }),
  endpoint({
    method: 'PUT',
    path: '/users/clients/{id}',
    access: 'admin',
    summary: 'Edits a client in the list; a new password ends their sessions (docs/spec/behaviour.md §6.4).',
    params: idParams<UserId>(),
    body: z.strictObject({ name: requiredName.optional(), ...contact, password_hash: passwordHash }),
    status: 200,
    response: client,
    errors: ['not_found', 'email_taken', 'password_too_short', 'server_busy'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/clients/{id}',
    access: 'admin',
    summary:
      'Deletes a client without future bookings; statistics keep their sums (docs/spec/behaviour.md §6.5).',
    params: idParams<UserId>(),
    status: 204,
    response: noContent,
    errors: ['not_found', 'client_has_bookings'],
  }),
  endpoint({
    method: 'GET',
    path: '/users/{id}',
    access: 'admin',
    summary:
      'One client with their visits and cancellations counted; the admin is 404 (docs/spec/product.md §7.3).',
    params: idParams<UserId>(),
    status: 200,
    response: clientDetails,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'PUT',
    path: '/users/{id}',
    access: 'admin',
    summary:
      'Saves the dialog Klijent; a client made inactive, or with a new password, is logged out at once (docs/spec/behaviour.md §6.4).',
    params: idParams<UserId>(),
    body: z.strictObject({
      name: requiredName.optional(),
      ...contact,
      notes: orNull(prose(NOTES_MAX_CHARACTERS)).optional(),
      active: flag.optional(),
      password_hash: passwordHash,
    }),
    status: 200,
    response: client,
    errors: ['not_found', 'email_taken', 'password_too_short', 'server_busy'],
  }),
] as const;
