import { z } from 'zod';
import { PAYMENT_METHODS } from '#domain/payments/ledger.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

const payout = s.component(
  'Payout',
  'Days of a technician that were paid out (docs/spec/behaviour.md §32.4).',
  {
    id: s.payoutId,
    technician_id: s.technicianId,
    from: s.wallDate,
    to: s.wallDate,
    amount: s.dinars,
    method: z.enum(PAYMENT_METHODS),
    at: s.wallTime,
    voided_at: s.wallTime.nullable().describe('When its EXPENSE was voided.'),
  },
);
export type Payout = z.infer<typeof payout>;

const sums = {
  base: s.dinars.describe('Money, vouchers and package values, without tips.'),
  share: s.dinars,
  tips: s.dinars.describe('All hers.'),
  amount: s.dinars.describe('Share and tips.'),
  count: z.int().describe('Bookings.'),
};
const shares = s.component('Shares', 'What a technician earned (docs/spec/behaviour.md §32.4).', {
  technician_id: s.technicianId,
  name: z.string(),
  percent: z.int().nullable().describe('Now; null: no share.'),
  ...sums,
  money: s.dinars,
  packages: s.dinars,
  vouchers: s.dinars,
  services: z.array(
    z.object({
      service_id: s.serviceId.nullable(),
      name: z.string(),
      count: z.int(),
      base: s.dinars,
      share: s.dinars,
    }),
  ),
  days: z.array(z.object({ date: s.wallDate, ...sums })),
  payout: payout.nullable().describe('Of days in the period, the latest; null: none.'),
});
export type Shares = z.infer<typeof shares>;

export const shareEndpoints = [
  endpoint('getShares', 'GET /analytics/shares', 'seeShares', {
    summary:
      'What each technician earned in a period, also who has left; a technician reads her own (docs/spec/behaviour.md §32.4).',
    query: s.period.extend({ technician_id: s.technicianInQuery.describe('Only hers.') }),
    response: z.array(shares),
    errors: ['payments_off', 'range_reversed', 'range_too_long'],
  }),
  endpoint('listPayouts', 'GET /shares/payouts', 'seeShares', {
    summary: 'What was paid out, latest first; a technician reads her own (docs/spec/behaviour.md §32.4).',
    query: z.object({ technician_id: s.technicianInQuery.describe('Only hers.') }),
    response: z.array(payout),
    errors: ['payments_off'],
  }),
  endpoint('addPayout', 'POST /shares/payouts', 'manageSalon', {
    summary:
      'Records that the days of a technician were paid out, as an EXPENSE of whole dinars (docs/spec/behaviour.md §32.4).',
    body: z.strictObject({
      technician_id: s.technicianId,
      from: s.wallDate,
      to: s.wallDate,
      method: z.enum(PAYMENT_METHODS),
    }),
    example: { technician_id: 2, from: '2026-10-01', to: '2026-10-31', method: 'CASH' },
    status: 201,
    response: payout,
    errors: [
      'payments_off',
      'range_reversed',
      'range_too_long',
      'unknown_technician',
      'nothing_to_pay',
      'period_paid',
      'day_closed',
    ],
  }),
] as const;
