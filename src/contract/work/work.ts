import { z } from 'zod';
import { MAX_WORK_FIELDS_COUNT, NAME_MAX_CHARACTERS, WORK_VALUE_MAX_CHARACTERS } from '#domain/limits.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

export const workValue = s.component('WorkValue', 'What was done, in one field of the owner.', {
  field_id: s.workFieldId,
  value: z.string(),
});
export type WorkValue = z.infer<typeof workValue>;
export const workValues = z.array(workValue);
export const lastWork = s.component('LastWork', 'What was done at the latest earlier visit with values.', {
  date: s.wallDate,
  values: workValues,
});
export type LastWork = z.infer<typeof lastWork>;

/** The values of a request; an empty one clears its field. */
export const givenWorkValues = z
  .array(z.strictObject({ field_id: s.workFieldId, value: s.line(WORK_VALUE_MAX_CHARACTERS) }))
  .max(MAX_WORK_FIELDS_COUNT)
  .refine((values) => s.areDistinct(values.map(({ field_id }) => field_id)), 'Isto polje se šalje jednom.');

const workField = s.component('WorkField', 'A field in which the salon records what was done.', {
  id: s.workFieldId,
  name: z.string(),
  position: z.int(),
  is_active: s.flag.describe('0: hidden; its values are kept.'),
  suggestions: z.array(z.string()).describe('The values used most of late, most used first.'),
});
export type WorkField = z.infer<typeof workField>;

export const workEndpoints = [
  endpoint('listWorkFields', 'GET /work-fields', 'seeAppointments', {
    summary: 'The fields of work in their order, with suggestions (docs/spec/behaviour.md §30.1).',
    response: z.array(workField),
  }),
  endpoint('saveWorkFields', 'PUT /work-fields', 'manageSalon', {
    summary:
      'Saves all fields of work in this order; an entry without `id` is a new field, a missing id is a `conflict` (docs/spec/behaviour.md §30.1).',
    body: z
      .array(
        z.strictObject({
          id: s.workFieldId.optional(),
          name: s.line(NAME_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite naziv.'),
          is_active: s.flag,
        }),
      )
      .max(MAX_WORK_FIELDS_COUNT, `Najviše ${MAX_WORK_FIELDS_COUNT} polja.`),
    example: [
      { id: 1, name: 'Boja', is_active: 1 },
      { name: 'Dizajn', is_active: 1 },
    ],
    response: z.array(workField),
  }),
] as const;
