import { z } from 'zod';
import type { ServiceId } from '#domain/ids.ts';
import {
  DESCRIPTION_MAX_CHARACTERS,
  GROUP_MAX_CHARACTERS,
  MAX_CLEANUP_MINUTES,
  MAX_RETURN_WEEKS,
  MAX_SERVICE_MINUTES,
  MAX_SHORT_WORDS_COUNT,
  NAME_MAX_CHARACTERS,
  SHORT_WORD_MAX_CHARACTERS,
  SLOT_STEP_MINUTES,
} from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

export const service = s.component('Service', 'A service of the price list (docs/spec/product.md §3.2).', {
  id: s.serviceId,
  name: z.string(),
  duration_minutes: z.int().nullable().describe('null: by agreement.'),
  price: z.number().describe('Dinars; 0: on request.'),
  is_addon: s.flag.describe('1: clients choose it only together with another service.'),
  return_weeks: z.int().nullable().describe('Weeks until clients usually repeat it; null: unknown.'),
  cleanup_minutes: z
    .int()
    .describe('Minutes after it in which nobody is booked (docs/spec/behaviour.md §26).'),
  short_words: z
    .array(z.string())
    .describe('What the salon types for it in one line (docs/spec/behaviour.md §24.4).'),
  group_name: z.string().nullable().describe('The price list groups by it once two groups exist.'),
  description: z.string().nullable(),
  is_offered: s.flag.describe('0: only staff see and book it.'),
  name_en: z.string().nullable().describe('In English; null: as `name` (docs/spec/behaviour.md §33.2).'),
  name_ru: z.string().nullable().describe('In Russian; null: as `name`.'),
});
export type Service = z.infer<typeof service>;

const name = s.line(NAME_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite naziv usluge.');
const duration = z.int().min(1, 'Trajanje mora biti bar 1 minut.').max(MAX_SERVICE_MINUTES).nullable();
const WEEKS_RANGE = `Od 1 do ${MAX_RETURN_WEEKS} nedelja.`;
const CLEANUP_RANGE = `Od 0 do ${MAX_CLEANUP_MINUTES}, u koracima od ${SLOT_STEP_MINUTES}.`;
const cleanup = z
  .int(CLEANUP_RANGE)
  .min(0, CLEANUP_RANGE)
  .max(MAX_CLEANUP_MINUTES, CLEANUP_RANGE)
  .multipleOf(SLOT_STEP_MINUTES, CLEANUP_RANGE);
const shortWords = z
  .array(
    s.line(SHORT_WORD_MAX_CHARACTERS).refine((word) => word !== '' && !word.includes(','), 'Reč bez zareza.'),
  )
  .max(MAX_SHORT_WORDS_COUNT, `Najviše ${MAX_SHORT_WORDS_COUNT} kratke reči.`);
const returnWeeks = z.int().min(1, WEEKS_RANGE).max(MAX_RETURN_WEEKS, WEEKS_RANGE).nullable();

const translatedName = s.orNull(s.line(NAME_MAX_CHARACTERS));
const fields = z.strictObject({
  name,
  price: s.price,
  duration_minutes: duration,
  is_addon: s.flag,
  return_weeks: returnWeeks,
  cleanup_minutes: cleanup,
  short_words: shortWords,
  group_name: s.orNull(s.line(GROUP_MAX_CHARACTERS)),
  description: s.orNull(s.prose(DESCRIPTION_MAX_CHARACTERS)),
  is_offered: s.flag,
  name_en: translatedName,
  name_ru: translatedName,
});

export const serviceEndpoints = [
  endpoint('listServices', 'GET /services', 'visit', {
    summary:
      "The price list in the salon's order; services that are not offered only for staff, for a technician with her own minutes and prices (docs/spec/product.md §7.3, docs/spec/behaviour.md §26.3).",
    isCounted: true,
    response: z.array(
      service.extend({
        price_from: z
          .number()
          .optional()
          .describe('The lowest price, if technicians have different ones (docs/spec/behaviour.md §26.3).'),
      }),
    ),
  }),
  endpoint('addService', 'POST /services', 'manageSalon', {
    summary: 'Adds a service at the end of the price list (docs/spec/product.md §7.3).',
    body: fields.extend({
      price: s.price.default(0),
      duration_minutes: duration.default(null),
      is_addon: s.flag.default(0),
      return_weeks: returnWeeks.default(null),
      cleanup_minutes: cleanup.default(0),
      short_words: shortWords.default([]),
      group_name: fields.shape.group_name.default(null),
      description: fields.shape.description.default(null),
      is_offered: s.flag.default(1),
      name_en: translatedName.default(null),
      name_ru: translatedName.default(null),
    }),
    example: { name: 'Gel lak', price: 1800, duration_minutes: 60 },
    status: 201,
    response: service,
  }),
  endpoint('orderServices', 'PUT /services/order', 'manageSalon', {
    summary:
      'Sets the order of the price list: all ids, first to last; a different set of ids is a `conflict` (docs/spec/behaviour.md §6.3).',
    body: z.strictObject({ ids: z.array(s.serviceId).max(1000) }),
    response: s.count,
  }),
  endpoint('updateService', 'PUT /services/{id}', 'manageSalon', {
    summary: 'Edits a service; bookings keep their copied name and price (docs/spec/behaviour.md §6.3).',
    params: s.idParams<ServiceId>(),
    body: fields.partial(),
    response: service,
  }),
  endpoint('deleteService', 'DELETE /services/{id}', 'manageSalon', {
    summary: 'Deletes a service; appointments keep its copied name and price (docs/spec/behaviour.md §6.3).',
    params: s.idParams<ServiceId>(),
  }),
] as const;
