import { z } from 'zod';
import type { PaymentId } from '#domain/ids.ts';
import { MAX_PRICE_DIN, REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { LEDGER_METHODS, PAYMENT_KINDS } from '#domain/payments/ledger.ts';
import { isAnAmount } from '#domain/payments/money.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const kind = z.enum(PAYMENT_KINDS).meta({
  id: 'PaymentKind',
  description:
    'VISIT: the price of an appointment. DEPOSIT and REFUND: its deposit. CASH_IN and CASH_OUT: moved cash. SALE: of a package or voucher, only by `POST /holdings`.',
});
const method = z.enum(LEDGER_METHODS).meta({
  id: 'PaymentMethod',
  description: 'PACKAGE and VOUCHER stand outside the till (docs/spec/behaviour.md §32.2).',
});
const amount = s.price.refine(isAnAmount, 'Unesite iznos.');

export const payment = s.component('Payment', 'A row of the ledger (docs/spec/behaviour.md §19.1).', {
  id: z.int(),
  appointment_id: s.appointmentId.nullable(),
  holding_id: s.holdingId.optional().describe('What was sold, refunded or used.'),
  kind,
  method,
  amount: s.dinars,
  note: z.string().nullable(),
  at: s.wallTime,
  voided_at: s.wallTime.nullable(),
  void_reason: z.string().nullable(),
});
export type Payment = z.infer<typeof payment>;

const takings = z.object({ CASH: s.dinars, CARD: s.dinars, IPS: s.dinars, OTHER: s.dinars });
const cashDay = s.component('CashDay', 'The till of a day (docs/spec/behaviour.md §19.1).', {
  date: s.wallDate,
  state: z.enum(['OPEN', 'CLOSED']),
  opening: s.dinars,
  takings,
  cash_in: s.dinars,
  cash_out: s.dinars,
  expenses: s.dinars.describe('Of every method.'),
  expected: s.dinars.describe('The cash that must be in the drawer.'),
  counted: s.dinars.nullable().describe('null: the day is open.'),
  difference: s.dinars.nullable().describe('Counted minus expected.'),
});
export type CashDay = z.infer<typeof cashDay>;

const charged = s.component('Charged', 'What a period has brought in (docs/spec/behaviour.md §19.1).', {
  total: s.dinars,
  methods: takings,
  technicians: z
    .array(
      z.object({ technician_id: s.technicianId.nullable(), name: z.string().nullable(), amount: s.dinars }),
    )
    .describe('Most first; null: payments without an appointment.'),
});

const reason = s.line(REASON_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite razlog.');
const dateParams = z.object({ date: s.wallDate });
const drawer = z.number().min(0, 'Iznos ne može biti negativan.').max(MAX_PRICE_DIN).pipe(s.price);

export const paymentEndpoints = [
  endpoint('listPayments', 'GET /payments', 'manageSalon', {
    summary: 'The payments of a period, oldest first, with voided ones (docs/spec/behaviour.md §19.1).',
    query: z.object({ ...s.period.shape, ...s.page.shape }),
    response: z.array(payment),
    isCounted: true,
    errors: ['payments_off', 'range_reversed'],
  }),
  endpoint('addPayment', 'POST /payments', 'charge', {
    summary:
      'Records a payment of today, a technician with `can_charge` only VISIT and TIP of her own bookings; with a repeated Idempotency-Key it returns the first one (docs/spec/behaviour.md §19.1 and §32.2).',
    body: z.strictObject({
      appointment_id: s.appointmentId.nullable().optional(),
      kind: kind.exclude(['SALE']),
      method,
      holding_id: s.holdingId.optional().describe('With PACKAGE, VOUCHER, or the REFUND of a holding.'),
      amount: amount.optional().describe('Never with PACKAGE; with VOUCHER by default what is due.'),
      note: s.orNull(s.line(REASON_MAX_CHARACTERS)).optional(),
    }),
    example: { appointment_id: 12, kind: 'VISIT', method: 'CASH', amount: 2400 },
    status: 201,
    response: payment,
    errors: [
      'payments_off',
      'not_found',
      'appointment_not_booked',
      'refund_exceeds',
      'day_closed',
      'key_reused',
      'nothing_to_cover',
      'holding_empty',
      'holding_expired',
    ],
  }),
  endpoint('voidPayment', 'POST /payments/{id}/void', 'manageSalon', {
    summary: 'Voids a payment; the row stays (docs/spec/behaviour.md §19.1).',
    params: s.idParams<PaymentId>(),
    body: z.strictObject({ reason }),
    response: payment,
    errors: [
      'payments_off',
      'payment_voided',
      'day_closed',
      'deposit_state',
      'refund_exceeds',
      'holding_used',
      'period_paid',
    ],
  }),
  endpoint('getCharged', 'GET /analytics/charged', 'manageSalon', {
    summary: 'The takings of a period by method and technician (docs/spec/behaviour.md §19.1).',
    query: s.period.extend({
      technician_id: s.technicianInQuery.describe('Only the takings of her appointments.'),
    }),
    response: charged,
    errors: ['payments_off', 'range_reversed'],
  }),
  endpoint('listCashDays', 'GET /cash', 'manageSalon', {
    summary: 'The tills of a period: days with payments or an opening (docs/spec/behaviour.md §19.1).',
    query: s.period,
    response: z.array(cashDay),
    errors: ['payments_off', 'range_reversed', 'range_too_long'],
  }),
  endpoint('getCashDay', 'GET /cash/{date}', 'manageSalon', {
    summary: 'The till of a day (docs/spec/behaviour.md §19.1).',
    params: dateParams,
    response: cashDay,
    errors: ['payments_off', 'not_found'],
  }),
  endpoint('setCashOpening', 'PUT /cash/{date}', 'manageSalon', {
    summary: 'Sets the cash in the drawer at the start of a day (docs/spec/behaviour.md §19.1).',
    params: dateParams,
    body: z.strictObject({ opening: drawer }),
    example: { opening: 5000 },
    response: cashDay,
    errors: ['payments_off', 'not_found', 'day_closed'],
  }),
  endpoint('closeCashDay', 'POST /cash/{date}/close', 'manageSalon', {
    summary:
      'Closes a day with the counted cash: its payments no longer change (docs/spec/behaviour.md §19.1).',
    params: dateParams,
    body: z.strictObject({ counted: drawer }),
    example: { counted: 12_400 },
    response: cashDay,
    errors: ['payments_off', 'not_found', 'day_closed'],
  }),
  endpoint('reopenCashDay', 'POST /cash/{date}/reopen', 'manageSalon', {
    summary: 'Opens a closed day again, with a reason for the history (docs/spec/behaviour.md §19.1).',
    params: dateParams,
    body: z.strictObject({ reason }),
    response: cashDay,
    errors: ['payments_off', 'not_found'],
  }),
] as const;
