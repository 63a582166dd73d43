import { z } from 'zod';
import type { TechnicianId } from '#domain/ids.ts';
import { MAX_SERVICE_MINUTES } from '#domain/limits.ts';
import { TECHNICIAN_MAX_HUE, TECHNICIAN_NAME_MAX_CHARACTERS } from '#domain/technicians.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const percent = z.int().min(0).max(100);
const technicianTerm = z.strictObject({
  service_id: s.serviceId,
  duration_minutes: z
    .int()
    .min(1, 'Trajanje mora biti bar 1 minut.')
    .max(MAX_SERVICE_MINUTES)
    .nullable()
    .default(null)
    .describe("null: the service's."),
  price: s.price.nullable().default(null).describe("null: the service's."),
  percent: percent.nullable().optional().describe('Her share of this service, for the owner; missing: hers.'),
});
const technician = s.component('Technician', 'A person who does the work (docs/spec/behaviour.md §16).', {
  id: s.technicianId,
  name: z.string(),
  service_ids: z.array(s.serviceId).nullable().describe('null: she does every service.'),
});
const ownersColumns = z.object({
  terms: z
    .array(technicianTerm)
    .describe('What she needs and costs for services; for everybody (docs/spec/behaviour.md §26.3).'),
  bookable: s.flag.describe('0: only the salon books her. For everybody.'),
  position: z.int(),
  is_active: s.flag,
  hue: z.int().describe('Her color, 0 to 5. Also for technicians.'),
  email: z.string().nullable().describe('The address of her login; null: she has none.'),
  sees_phones: s.flag.describe('1: she sees phones of people who came to her and of her bookings.'),
  can_charge: s.flag.describe('1: she records VISIT and TIP of her own bookings.'),
  percent: percent.nullable().optional().describe('Her share of what she earns; missing: none.'),
  can_take_days_off: s.flag.describe('1: she adds and deletes her own absences.'),
});
export const salonTechnician = s.component('SalonTechnician', 'A technician, for the owner.', {
  ...technician.shape,
  ...ownersColumns.shape,
});
export type SalonTechnician = z.infer<typeof salonTechnician>;

const name = s.line(TECHNICIAN_NAME_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite ime.');
const fields = {
  hue: z.int().min(0).max(TECHNICIAN_MAX_HUE).optional(),
  service_ids: z.array(s.serviceId).max(1000).nullable().optional().describe('null: every service.'),
  email: s.orNull(s.email).optional().describe('The address of her login; empty or null: she has no login.'),
  password: s.password.nullish().describe('Empty or null: unchanged.'),
  terms: z
    .array(technicianTerm)
    .max(1000)
    .refine((terms) => s.areDistinct(terms.map((term) => term.service_id)), 'Svaka usluga jednom.')
    .optional(),
  bookable: s.flag.optional().describe('Default of a new one: 1.'),
  sees_phones: s.flag.optional().describe('Default of a new one: `technicians_see_phones`.'),
  can_charge: s.flag.optional().describe('Default of a new one: 0.'),
  percent: percent.nullable().optional().describe('Her share (docs/spec/behaviour.md §32.4); null: none.'),
  can_take_days_off: s.flag.optional().describe('Default of a new one: 1.'),
};

export const technicianEndpoints = [
  endpoint('listTechnicians', 'GET /technicians', 'visit', {
    summary:
      'The active technicians in their order; an empty list while there is one. The owner always gets all active ones, with `all=1` also inactive ones (docs/spec/behaviour.md §16).',
    query: z.object({ all: z.literal('1').optional() }),
    response: z.array(technician.extend(ownersColumns.partial().shape)),
  }),
  endpoint('addTechnician', 'POST /technicians', 'manageSalon', {
    summary:
      'Adds a technician at the end; `email` and `password` are her login (docs/spec/behaviour.md §16).',
    body: z.strictObject({ name, is_active: s.flag.default(1), ...fields }),
    example: { name: 'Mina', hue: 1, email: 'mina@primer.rs', password: 'lozinka-od-6-ili-više' },
    status: 201,
    response: salonTechnician,
    errors: ['unknown_service', 'email_taken', 'password_too_short', 'server_busy'],
  }),
  endpoint('orderTechnicians', 'PUT /technicians/order', 'manageSalon', {
    summary:
      'Sets the order: the ids of all active technicians; a different set is a `conflict` (docs/spec/behaviour.md §16).',
    body: z.strictObject({ ids: z.array(s.technicianId).max(1000) }),
    response: s.count,
  }),
  endpoint('updateTechnician', 'PUT /technicians/{id}', 'manageSalon', {
    summary:
      'Edits a technician. `is_active` 0 hides her and her free slots; refused while she has bookings ahead (docs/spec/behaviour.md §16).',
    params: s.idParams<TechnicianId>(),
    body: z.strictObject({ name: name.optional(), is_active: s.flag.optional(), ...fields }),
    response: salonTechnician,
    errors: [
      'unknown_service',
      'technician_has_bookings',
      'technician_is_owner',
      'email_taken',
      'password_too_short',
      'server_busy',
    ],
  }),
  endpoint('removeTechnician', 'DELETE /technicians/{id}', 'manageSalon', {
    summary: 'Deactivates a technician; history and statistics keep her name (docs/spec/behaviour.md §16).',
    params: s.idParams<TechnicianId>(),
    errors: ['technician_has_bookings', 'technician_is_owner'],
  }),
] as const;
