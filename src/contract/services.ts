import { z } from 'zod';
import type { ServiceId } from '#domain/ids.ts';
import { MAX_SERVICE_MINUTES, NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { count, idParams, line, noContent, price, serviceId } from './schemas.ts';

/** docs/spec/product.md §3.2. `duration_minutes` null = by agreement; `price` 0 = on request. */
export const service = z.object({
  id: serviceId,
  name: z.string(),
  duration_minutes: z.int().nullable(),
  price: z.number(),
});
export type Service = z.infer<typeof service>;

const name = line(NAME_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite naziv usluge.');
const duration = z.int().min(1, 'Trajanje mora biti bar 1 minut.').max(MAX_SERVICE_MINUTES).nullable();

export const serviceEndpoints = [
  endpoint({
    method: 'GET',
    path: '/services',
    access: 'public',
    summary: 'The price list, in the order the salon gave it (docs/spec/product.md §7.3).',
    status: 200,
    isCounted: true,
    response: z.array(service),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/services',
    access: 'admin',
    summary: 'Adds a service at the end of the price list (docs/spec/product.md §7.3).',
    body: z.strictObject({ name, price: price.default(0), duration_minutes: duration.default(null) }),
    status: 201,
    response: service,
    errors: [],
  }),
  endpoint({
    method: 'PUT',
    path: '/services/order',
    access: 'admin',
    summary:
      'Sets the order of the price list: all ids, first to last; another set of ids is `conflict` (docs/spec/behaviour.md §6.3).',
    body: z.strictObject({ ids: z.array(serviceId).max(1000) }),
    status: 200,
    response: count,
    errors: ['conflict'],
  }),
  endpoint({
    method: 'PUT',
    path: '/services/{id}',
    access: 'admin',
    summary:
      'Edits a service; booked appointments keep the name and price they were booked with (docs/spec/behaviour.md §6.3).',
    params: idParams<ServiceId>(),
    body: z.strictObject({
      name: name.optional(),
      price: price.optional(),
      duration_minutes: duration.optional(),
    }),
    status: 200,
    response: service,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/services/{id}',
    access: 'admin',
    summary: 'Deletes a service; appointments keep its copied name and price (docs/spec/behaviour.md §6.3).',
    params: idParams<ServiceId>(),
    status: 204,
    response: noContent,
    errors: ['not_found'],
  }),
] as const;
