import { z } from 'zod';
import type { PaymentId } from '#domain/ids.ts';
import { MAX_PRICE_DIN, REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { PAYMENT_KINDS, PAYMENT_METHODS } from '#domain/payments/ledger.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const kind = z.enum(PAYMENT_KINDS).meta({
  id: 'PaymentKind',
  description:
    'VISIT: the price of an appointment. DEPOSIT and REFUND: its deposit. CASH_IN and CASH_OUT: moved cash.',
});
const method = z.enum(PAYMENT_METHODS).meta({ id: 'PaymentMethod' });
const dinars = z.number().describe('Dinars.');
const amount = s.price.refine((value) => value > 0, 'Unesite iznos.');

export const payment = s.component('Payment', 'A row of the ledger (docs/spec/behaviour.md §19.1).', {
  id: z.int(),
  appointment_id: s.appointmentId.nullable(),
  kind,
  method,
  amount: dinars,
  note: z.string().nullable(),
  at: s.wallTime,
  voided_at: s.wallTime.nullable(),
  void_reason: z.string().nullable(),
});
export type Payment = z.infer<typeof payment>;

const takings = z.object({ CASH: dinars, CARD: dinars, IPS: dinars, OTHER: dinars });
const cashDay = s.component('CashDay', 'The till of a day (docs/spec/behaviour.md §19.1).', {
  date: s.wallDate,
  state: z.enum(['OPEN', 'CLOSED']),
  opening: dinars,
  takings,
  cash_in: dinars,
  cash_out: dinars,
  expenses: dinars.describe('Of every method.'),
  expected: dinars.describe('The cash that must be in the drawer.'),
  counted: dinars.nullable().describe('null: the day is open.'),
  difference: dinars.nullable().describe('Counted minus expected.'),
});
export type CashDay = z.infer<typeof cashDay>;

const charged = s.component('Charged', 'What a period has brought in (docs/spec/behaviour.md §19.1).', {
  total: dinars,
  methods: takings,
  technicians: z
    .array(
      z.object({ technician_id: s.technicianId.nullable(), name: z.string().nullable(), amount: dinars }),
    )
    .describe('Most first; null: payments without an appointment.'),
});

const reason = s.line(REASON_MAX_CHARACTERS).refine((text) => text !== '', 'Unesite razlog.');
const dateParams = z.object({ date: s.wallDate });
const drawer = z.number().min(0, 'Iznos ne može biti negativan.').max(MAX_PRICE_DIN).pipe(s.price);

export const paymentEndpoints = [
  endpoint('listPayments', 'GET /payments', 'admin', {
    summary: 'The payments of a period, oldest first, with voided ones (docs/spec/behaviour.md §19.1).',
    query: z.object({ ...s.period.shape, ...s.page.shape }),
    response: z.array(payment),
    isCounted: true,
    errors: ['payments_off', 'range_reversed'],
  }),
  endpoint('addPayment', 'POST /payments', 'admin', {
    summary:
      'Records a payment of today; with a repeated Idempotency-Key it returns the first one (docs/spec/behaviour.md §19.1).',
    body: z.strictObject({
      appointment_id: s.appointmentId.nullable().optional(),
      kind,
      method,
      amount,
      note: s.orNull(s.line(REASON_MAX_CHARACTERS)).optional(),
    }),
    example: { appointment_id: 12, kind: 'VISIT', method: 'CASH', amount: 2400 },
    status: 201,
    response: payment,
    errors: ['payments_off', 'not_found', 'appointment_not_booked', 'day_closed', 'key_reused'],
  }),
  endpoint('voidPayment', 'POST /payments/{id}/void', 'admin', {
    summary: 'Voids a payment; the row stays (docs/spec/behaviour.md §19.1).',
    params: s.idParams<PaymentId>(),
    body: z.strictObject({ reason }),
    response: payment,
    errors: ['payments_off', 'not_found', 'payment_voided', 'day_closed', 'deposit_state'],
  }),
  endpoint('getCharged', 'GET /analytics/charged', 'admin', {
    summary: 'The takings of a period by method and technician (docs/spec/behaviour.md §19.1).',
    query: s.period.extend({
      technician_id: s.technicianInQuery.describe('Only the takings of her appointments.'),
    }),
    response: charged,
    errors: ['payments_off', 'range_reversed'],
  }),
  endpoint('listCashDays', 'GET /cash', 'admin', {
    summary: 'The tills of a period: days with payments or an opening (docs/spec/behaviour.md §19.1).',
    query: s.period,
    response: z.array(cashDay),
    errors: ['payments_off', 'range_reversed', 'range_too_long'],
  }),
  endpoint('getCashDay', 'GET /cash/{date}', 'admin', {
    summary: 'The till of a day (docs/spec/behaviour.md §19.1).',
    params: dateParams,
    response: cashDay,
    errors: ['payments_off', 'not_found'],
  }),
  endpoint('setCashOpening', 'PUT /cash/{date}', 'admin', {
    summary: 'Sets the cash in the drawer at the start of a day (docs/spec/behaviour.md §19.1).',
    params: dateParams,
    body: z.strictObject({ opening: drawer }),
    example: { opening: 5000 },
    response: cashDay,
    errors: ['payments_off', 'not_found', 'day_closed'],
  }),
  endpoint('closeCashDay', 'POST /cash/{date}/close', 'admin', {
    summary:
      'Closes a day with the counted cash: its payments no longer change (docs/spec/behaviour.md §19.1).',
    params: dateParams,
    body: z.strictObject({ counted: drawer }),
    example: { counted: 12_400 },
    response: cashDay,
    errors: ['payments_off', 'not_found', 'day_closed'],
  }),
  endpoint('reopenCashDay', 'POST /cash/{date}/reopen', 'admin', {
    summary: 'Opens a closed day again, with a reason for the history (docs/spec/behaviour.md §19.1).',
    params: dateParams,
    body: z.strictObject({ reason }),
    response: cashDay,
    errors: ['payments_off', 'not_found'],
  }),
] as const;
