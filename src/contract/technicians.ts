import { z } from 'zod';
import type { TechnicianId } from '#domain/ids.ts';
import { TECHNICIAN_MAX_HUE, TECHNICIAN_NAME_MAX_CHARACTERS } from '#domain/technicians.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const technician = s.component('Technician', 'A person who does the work (docs/spec/behaviour.md §16).', {
  id: s.technicianId,
  name: z.string(),
  service_ids: z.array(s.serviceId).nullable().describe('null: she does every service.'),
});
const ownersColumns = z.object({
  position: z.int(),
  is_active: s.flag,
  hue: z.int().describe('Her color, 0 to 5. Also for technicians.'),
  email: z.string().nullable().describe('The address of her login; null: she has none.'),
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
};

export const technicianEndpoints = [
  endpoint('listTechnicians', 'GET /technicians', 'public', {
    summary:
      'The active technicians in their order; an empty list while there is one. The owner always gets all active ones, with `all=1` also inactive ones (docs/spec/behaviour.md §16).',
    query: z.object({ all: z.literal('1').optional() }),
    response: z.array(technician.extend(ownersColumns.partial().shape)),
  }),
  endpoint('addTechnician', 'POST /technicians', 'admin', {
    summary:
      'Adds a technician at the end; `email` and `password` are her login (docs/spec/behaviour.md §16).',
    body: z.strictObject({ name, is_active: s.flag.default(1), ...fields }),
    example: { name: 'Mina', hue: 1, email: 'mina@primer.rs', password: 'lozinka-od-6-ili-više' },
    status: 201,
    response: salonTechnician,
    errors: ['unknown_service', 'email_taken', 'password_too_short', 'server_busy'],
  }),
  endpoint('orderTechnicians', 'PUT /technicians/order', 'admin', {
    summary:
      'Sets the order: the ids of all active technicians; a different set is a `conflict` (docs/spec/behaviour.md §16).',
    body: z.strictObject({ ids: z.array(s.technicianId).max(1000) }),
    response: s.count,
    errors: ['conflict'],
  }),
  endpoint('updateTechnician', 'PUT /technicians/{id}', 'admin', {
    summary:
      'Edits a technician. `is_active` 0 hides her and her free slots; refused while she has bookings ahead (docs/spec/behaviour.md §16).',
    params: s.idParams<TechnicianId>(),
    body: z.strictObject({ name: name.optional(), is_active: s.flag.optional(), ...fields }),
    response: salonTechnician,
    errors: [
      'not_found',
      'unknown_service',
      'technician_has_bookings',
      'technician_is_owner',
      'email_taken',
      'password_too_short',
      'server_busy',
    ],
  }),
  endpoint('removeTechnician', 'DELETE /technicians/{id}', 'admin', {
    summary: 'Deactivates a technician; history and statistics keep her name (docs/spec/behaviour.md §16).',
    params: s.idParams<TechnicianId>(),
    errors: ['not_found', 'technician_has_bookings', 'technician_is_owner'],
  }),
] as const;
