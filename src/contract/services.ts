import { z } from 'zod';
import { MAX_PRICE_DIN, MAX_SERVICE_MINUTES, NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { entry } from './endpoint.ts';
import { count, id, line, nothing, withId } from './schemas.ts';

/** spec.md §3. `duration_minutes` null = by agreement; `price` 0 = on request. */
export const service = z.object({
  id: z.int(),
  name: z.string(),
  duration_minutes: z.int().nullable(),
  price: z.number(),
});
export type Service = z.infer<typeof service>;

const name = line(NAME_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite naziv usluge.');
const price = z
  .number()
  .min(0, 'Cena ne može biti negativna.')
  .max(MAX_PRICE_DIN)
  .refine(
    (value) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6,
    'Cena ima najviše dve decimale.',
  );
const duration = z.int().min(1, 'Trajanje mora biti bar 1 minut.').max(MAX_SERVICE_MINUTES).nullable();

export const serviceEntries = [
  entry({
    method: 'GET',
    path: '/services',
    access: 'visitor',
    summary: 'The price list, in the order the salon gave it (spec.md §7).',
    status: 200,
    answer: z.array(service),
    refusals: [],
  }),
  entry({
    method: 'POST',
    path: '/services',
    access: 'ADMIN',
    summary: 'Adds a service at the end of the price list.',
    body: z.strictObject({ name, price: price.default(0), duration_minutes: duration.default(null) }),
    status: 201,
    answer: service,
    refusals: [],
  }),
  entry({
    method: 'PUT',
    path: '/services/order',
    access: 'ADMIN',
    summary: 'Sets the order of the price list: all ids, first to last.',
    body: z.strictObject({ ids: z.array(id).max(1000) }),
    status: 200,
    answer: count,
    refusals: ['conflict'],
  }),
  entry({
    method: 'PUT',
    path: '/services/{id}',
    access: 'ADMIN',
    summary: 'Edits a service; booked appointments keep the name and price they were booked with.',
    params: withId,
    body: z.strictObject({
      name: name.optional(),
      price: price.optional(),
      duration_minutes: duration.optional(),
    }),
    status: 200,
    answer: service,
    refusals: ['not_found'],
  }),
  entry({
    method: 'DELETE',
    path: '/services/{id}',
    access: 'ADMIN',
    summary: 'Deletes a service; appointments keep its copied name and price (behaviour.md §6).',
    params: withId,
    status: 204,
    answer: nothing,
    refusals: ['not_found'],
  }),
] as const;
