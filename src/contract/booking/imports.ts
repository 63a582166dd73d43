import { z } from 'zod';
import { IMPORT_STATES, IMPORTED_STATUSES } from '#domain/imports/appointments.ts';
import {
  APPOINTMENT_IMPORT_MAX_BYTES,
  APPOINTMENT_IMPORT_MAX_ROWS,
  NOTES_MAX_CHARACTERS,
} from '#domain/limits.ts';
import { slotMinutes } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

/** A value that a file may leave out, or leave empty. */
const orMissing = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());

const SERVICE_MAX_CHARACTERS = 100;
const TEXT_MAX_CHARACTERS = 500;

/** One imported appointment without its time, checked row by row: a bad value is the result of its row. */
export const importedAppointment = z.object({
  name: orMissing(s.name),
  phone: orMissing(s.phone),
  person_id: orMissing(s.personId),
  duration_minutes: orMissing(slotMinutes.min(1)),
  services: orMissing(z.array(s.line(SERVICE_MAX_CHARACTERS))),
  price: orMissing(s.price),
  technician: orMissing(s.line(TEXT_MAX_CHARACTERS)),
  notes: orMissing(s.prose(NOTES_MAX_CHARACTERS)),
  status: orMissing(z.enum(IMPORTED_STATUSES)),
  uid: orMissing(z.string().max(4 * TEXT_MAX_CHARACTERS)),
  series: orMissing(z.string().max(TEXT_MAX_CHARACTERS)),
});
export type ImportedAppointment = z.output<typeof importedAppointment>;

/** A row as the page sends it. */
export type AppointmentToImport = Partial<ImportedAppointment> & {
  index?: number;
  start_datetime?: string | null;
};

/** Replaces NUL, for which the server would refuse the whole import, by a character for which it refuses only the row. */
const withoutNul = (row: unknown): unknown =>
  JSON.parse(JSON.stringify(row), (_, value) =>
    typeof value === 'string' ? value.replaceAll('\0', '\u0001') : value,
  );

const row = z
  .unknown()
  .overwrite(withoutNul)
  .describe(
    '`{ index, name, phone?, person_id?, start_datetime, duration_minutes?, services?, price?, technician?, notes?, status?, uid?, series? }`; a bad value is the result of its row.',
  ) as z.ZodType<unknown, AppointmentToImport>;

export const importId = z.guid().describe('Made by the page and sent with every part.');
/** Undoing an import. */
export const ofImport = {
  params: z.object({ import_id: z.guid() }),
  response: z.object({
    removed: z.int(),
    kept: z.int().describe('Changed, recorded or told since.'),
  }),
  errors: ['not_found', 'import_closed'],
} as const;

export const importEndpoints = [
  endpoint('importAppointments', 'POST /appointments/import', 'manageSalon', {
    summary:
      'Imports appointments with a result for each row, without telling anybody; a repeated row is not booked again (docs/spec/behaviour.md §31.1).',
    body: z.strictObject({
      import_id: importId.optional(),
      rows: z.array(row).max(APPOINTMENT_IMPORT_MAX_ROWS),
      dry_run: z.union([z.boolean(), s.flag]).default(false).describe('Changes nothing.'),
    }),
    bodyMaxBytes: APPOINTMENT_IMPORT_MAX_BYTES,
    example: {
      rows: [{ index: 0, name: 'Ana', phone: '064 1234567', start_datetime: '2026-11-19 10:00:00' }],
      dry_run: 1,
    },
    response: z.object({
      import_id: z.string(),
      rows: z.array(
        z.object({
          index: z.int(),
          state: z.enum(IMPORT_STATES).describe('READY: a dry run would create it.'),
          reason: z.string().nullable().describe('In Serbian.'),
          appointment_id: s.appointmentId.nullable().describe('Of the new or existing appointment.'),
        }),
      ),
    }),
  }),
  endpoint('undoAppointmentImport', 'DELETE /appointments/import/{import_id}', 'manageSalon', {
    summary:
      'Removes what an import has added and nobody has changed since, until 24 hours after its last part (docs/spec/behaviour.md §31.2).',
    ...ofImport,
  }),
] as const;
