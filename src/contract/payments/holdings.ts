import { z } from 'zod';
import type { AppointmentId, HoldingId, PlanId } from '#domain/ids.ts';
import {
  MAX_PLAN_MONTHS,
  MAX_PLAN_VISITS,
  NAME_MAX_CHARACTERS,
  RECEIPT_MAX_CHARACTERS,
} from '#domain/limits.ts';
import { HOLDING_KINDS, PAYMENT_METHODS } from '#domain/payments/ledger.ts';
import { isAnAmount } from '#domain/payments/money.ts';
import { salonAppointment } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

const name = s.line(NAME_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite naziv.');
const visits = z.int().min(1).max(MAX_PLAN_VISITS);
const sum = s.price.refine(isAnAmount, 'Unesite iznos.');
const service_ids = z
  .array(s.serviceId)
  .min(1, 'Izaberite uslugu.')
  .max(1000)
  .refine(s.areDistinct, s.REPEATED_SERVICE);

const planFields = {
  name,
  service_ids,
  visits,
  price: sum,
  months: z.int().min(1).max(MAX_PLAN_MONTHS),
};
const plan = s.component('Plan', "What the salon sells as a package: '10 + 1 gel lak'.", {
  id: s.planId,
  name: z.string(),
  service_ids: z.array(s.serviceId).describe('The services that a visit covers.'),
  visits: z.int(),
  price: s.dinars,
  months: z.int().describe('How long a package is valid.'),
  is_active: s.flag.describe('0: no longer sold.'),
});
export type Plan = z.infer<typeof plan>;

const kind = z.enum(HOLDING_KINDS).meta({ id: 'HoldingKind' });
const soldPlan = s.component('SoldPlan', 'The plan of a package, as it was when it was sold.', {
  id: s.planId.nullable(),
  name: z.string(),
  service_ids: z.array(s.serviceId),
  price: s.dinars,
});
const use = s.component('HoldingUse', 'A use that is not voided.', {
  payment_id: z.int(),
  appointment_id: s.appointmentId.nullable(),
  start_datetime: s.wallTime.nullable(),
  service_name: z.string().nullable(),
  visits: z.int(),
  amount: s.dinars.describe('Its value.'),
  is_counted: s.flag.describe('1: of a missed visit or a late cancellation.'),
});
export const holding = s.component('Holding', 'A package or voucher (docs/spec/behaviour.md §32.1).', {
  id: s.holdingId,
  kind,
  code: z.string().nullable().describe('Ten signs of a voucher; a package has none.'),
  person_id: s.personId.nullable(),
  person_name: z.string().nullable(),
  plan: soldPlan.nullable().describe('null: a voucher.'),
  visits: z.int().nullable().describe('null: a voucher.'),
  visits_left: z.int().nullable(),
  amount: s.dinars.nullable().describe('Of a voucher; null: a package.'),
  amount_left: s.dinars.nullable(),
  expires_on: s.wallDate.describe('The last day.'),
  payment_id: z.int().nullable().describe('Of the sale; null: it already ran on paper.'),
  for_name: z.string().nullable(),
  from_name: z.string().nullable(),
  receipt_number: z.string().nullable(),
  sold_at: s.wallTime,
  state: z.enum(['OPEN', 'USED_UP', 'EXPIRED', 'CLOSED']).describe('CLOSED: voided, refunded or erased.'),
  owed: s.dinars.describe('Price minus used value; 0: closed.'),
  uses: z.array(use).describe('Latest first; a technician gets only those of the asked appointment.'),
});
export type Holding = z.infer<typeof holding>;
const holdings = s.component(
  'Holdings',
  'Packages and vouchers, and what the salon owes for the open ones.',
  {
    holdings: z.array(holding),
    owed: s.dinars,
  },
);

/** What the person of a package sees of it. */
export const ownHolding = holding
  .pick({ id: true, kind: true, visits: true, visits_left: true, amount: true, amount_left: true })
  .extend({
    name: z.string(),
    service_ids: z.array(s.serviceId),
    expires_on: s.wallDate,
    visits_free: z
      .int()
      .nullable()
      .describe('Visits that no coming booking will take: while there are some, they ask for no deposit.'),
  })
  .meta({ id: 'OwnHolding', description: 'An open package or voucher, for its person.' });
export type OwnHolding = z.infer<typeof ownHolding>;

const voucherPage = s.component('VoucherPage', 'What stands on the printed voucher.', {
  amount: s.dinars,
  amount_left: s.dinars,
  code: z.string(),
  for_name: z.string().nullable(),
  from_name: z.string().nullable(),
  expires_on: s.wallDate,
});

const names = { for_name: s.orNull(s.name).optional(), from_name: s.orNull(s.name).optional() };
const receipt_number = s.orNull(s.line(RECEIPT_MAX_CHARACTERS)).optional();
const off = ['payments_off'] as const;

export const holdingEndpoints = [
  endpoint('listPlans', 'GET /plans', 'manageSalon', {
    summary: 'What the salon sells as packages, also what it no longer sells (docs/spec/behaviour.md §32.1).',
    response: z.array(plan),
    errors: off,
  }),
  endpoint('addPlan', 'POST /plans', 'manageSalon', {
    summary: 'Adds a plan (docs/spec/behaviour.md §32.1).',
    body: z.strictObject({ ...planFields, is_active: s.flag.default(1) }),
    example: { name: '10 + 1 gel lak', service_ids: [1], visits: 11, price: 18_000, months: 12 },
    status: 201,
    response: plan,
    errors: [...off, 'unknown_service'],
  }),
  endpoint('updatePlan', 'PUT /plans/{id}', 'manageSalon', {
    summary: 'Edits a plan; packages that were sold stay as they are (docs/spec/behaviour.md §32.1).',
    params: s.idParams<PlanId>(),
    body: z.strictObject({ ...planFields, is_active: s.flag }).partial(),
    response: plan,
    errors: [...off, 'unknown_service'],
  }),
  endpoint('listHoldings', 'GET /holdings', 'charge', {
    summary:
      'Packages and vouchers by person, account, phone, code or appointment, latest first; `open=1`: only what can be used. A technician with `can_charge` asks by her own appointment or by code, 30 codes an hour (docs/spec/behaviour.md §32.3).',
    query: z.object({
      person_id: s.personInQuery,
      client_id: s.clientInQuery,
      appointment_id: s.appointmentInQuery,
      phone: z.string().max(50).optional(),
      code: z.string().max(50).optional(),
      open: z.literal('1').optional(),
    }),
    response: holdings,
    errors: [...off, 'not_found', 'too_many_actions'],
  }),
  endpoint('sellHolding', 'POST /holdings', 'manageSalon', {
    summary:
      'Sells a package or voucher; `method` null: one that already runs on paper, with `visits_left` or `amount`. Repeatable with an Idempotency-Key (docs/spec/behaviour.md §32.1).',
    body: z.strictObject({
      kind,
      plan_id: s.planId.optional(),
      amount: sum.optional(),
      person_id: s.personId.optional(),
      client_id: s.userId.optional(),
      phone: s.orNull(s.phone).optional(),
      name: s.orNull(s.name).optional(),
      ...names,
      method: z.enum(PAYMENT_METHODS).nullable(),
      expires_on: s.wallDate.optional(),
      receipt_number,
      visits_left: visits.optional(),
    }),
    example: { kind: 'VOUCHER', amount: 5000, method: 'CARD', for_name: 'Mira Savin', from_name: 'Vesna' },
    status: 201,
    response: holding,
    errors: [...off, 'unknown_client', 'day_closed', 'key_reused'],
  }),
  endpoint('updateHolding', 'PUT /holdings/{id}', 'manageSalon', {
    summary: 'Extends a package or voucher, or changes its person and names (docs/spec/behaviour.md §32.1).',
    params: s.idParams<HoldingId>(),
    body: z.strictObject({
      expires_on: s.wallDate.optional(),
      person_id: s.personId.optional(),
      ...names,
      receipt_number,
    }),
    response: holding,
    errors: [...off, 'unknown_client'],
  }),
  endpoint('linkHolding', 'POST /holdings/{id}/link', 'manageSalon', {
    summary: 'The link of the printed voucher, whose token is not the code (docs/spec/behaviour.md §32.3).',
    params: s.idParams<HoldingId>(),
    status: 201,
    response: z.object({ url: z.string().describe('`/vaucer#<token>` of this salon.') }),
    errors: [...off],
  }),
  endpoint('readVoucher', 'POST /voucher', 'visit', {
    summary: 'What stands on the printed voucher of a link (docs/spec/behaviour.md §32.3).',
    body: z.strictObject({ token: z.string().max(100) }),
    rateLimit: { max: 30, per: '1 minute' },
    response: voucherPage,
    errors: ['guest_link_dead'],
  }),
  endpoint('ownHoldings', 'GET /auth/me/holdings', 'useAccount', {
    summary: 'The open packages and vouchers of a client (docs/spec/behaviour.md §32.3).',
    response: z.array(ownHolding),
  }),
] as const;

export const countedEndpoints = [
  endpoint('countVisit', 'POST /appointments/{id}/counted', 'manageSalon', {
    summary:
      'Takes a visit of a package for a missed visit or late cancellation; `holding_id` null: it costs none (docs/spec/behaviour.md §32.2).',
    params: s.idParams<AppointmentId>(),
    body: z.strictObject({ holding_id: s.holdingId.nullable() }),
    example: { holding_id: null },
    response: salonAppointment,
    errors: [
      ...off,
      'appointment_not_booked',
      'deposit_state',
      'nothing_to_cover',
      'holding_empty',
      'holding_expired',
    ],
  }),
] as const;
