import { z } from 'zod';
import type { ServiceId } from '#domain/ids.ts';
import { MAX_RETURN_WEEKS, MAX_SERVICE_MINUTES, NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

export const service = s.component('Service', 'A service of the price list (docs/spec/product.md §3.2).', {
  id: s.serviceId,
  name: z.string(),
  duration_minutes: z.int().nullable().describe('null: by agreement.'),
  price: z.number().describe('Dinars; 0: on request.'),
  is_addon: s.flag.describe('1: clients choose it only together with another service.'),
  return_weeks: z.int().nullable().describe('Weeks until clients usually repeat it; null: unknown.'),
});
export type Service = z.infer<typeof service>;

const name = s.line(NAME_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite naziv usluge.');
const duration = z.int().min(1, 'Trajanje mora biti bar 1 minut.').max(MAX_SERVICE_MINUTES).nullable();
const WEEKS_RANGE = `Od 1 do ${MAX_RETURN_WEEKS} nedelja.`;
const returnWeeks = z.int().min(1, WEEKS_RANGE).max(MAX_RETURN_WEEKS, WEEKS_RANGE).nullable();

export const serviceEndpoints = [
  endpoint('listServices', 'GET /services', 'public', {
    summary: "The price list in the salon's order (docs/spec/product.md §7.3).",
    isCounted: true,
    response: z.array(service),
  }),
  endpoint('addService', 'POST /services', 'admin', {
    summary: 'Adds a service at the end of the price list (docs/spec/product.md §7.3).',
    body: z.strictObject({
      name,
      price: s.price.default(0),
      duration_minutes: duration.default(null),
      is_addon: s.flag.default(0),
      return_weeks: returnWeeks.default(null),
    }),
    example: { name: 'Gel lak', price: 1800, duration_minutes: 60 },
    status: 201,
    response: service,
  }),
  endpoint('orderServices', 'PUT /services/order', 'admin', {
    summary:
      'Sets the order of the price list: all ids, first to last; a different set of ids is a `conflict` (docs/spec/behaviour.md §6.3).',
    body: z.strictObject({ ids: z.array(s.serviceId).max(1000) }),
    response: s.count,
    errors: ['conflict'],
  }),
  endpoint('updateService', 'PUT /services/{id}', 'admin', {
    summary: 'Edits a service; bookings keep their copied name and price (docs/spec/behaviour.md §6.3).',
    params: s.idParams<ServiceId>(),
    body: z.strictObject({
      name: name.optional(),
      price: s.price.optional(),
      duration_minutes: duration.optional(),
      is_addon: s.flag.optional(),
      return_weeks: returnWeeks.optional(),
    }),
    response: service,
    errors: ['not_found'],
  }),
  endpoint('deleteService', 'DELETE /services/{id}', 'admin', {
    summary: 'Deletes a service; appointments keep its copied name and price (docs/spec/behaviour.md §6.3).',
    params: s.idParams<ServiceId>(),
    errors: ['not_found'],
  }),
] as const;
