import { queryOptions } from '@tanstack/react-query';
import type { Payment } from '#contract/payments.ts';
import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { METHOD_LABELS } from '#domain/payments/ledger.ts';
import { addDays, addMonths, dateOf, type WallDate, type WallTime, yearsFrom } from '#domain/wall-clock.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { type DateRange, POLLED, queryOf } from '../lib/queries/queries.ts';

export const dinars = (amount: number): string => `${formatNumber(amount)} din`;

export const paymentQueries = {
  /** The payments of a period, oldest first, including voided payments. */
  within: ({ from, to }: DateRange) =>
    queryOf(['payments', from, to], 'GET /payments', { query: { from, to } }),
  /** The bookings that wait for a deposit, sorted by start. */
  awaited: (today: WallDate | null) =>
    queryOptions({
      ...queryOf(
        ['appointments', 'awaited', today],
        'GET /appointments/list',
        today && { query: { from: today, to: yearsFrom(today, SLOT_RANGE_YEARS), deposit: 'WAITING' } },
      ),
      ...POLLED,
    }),
  cashMonth: (first: WallDate) =>
    queryOf(['cash', 'month', first], 'GET /cash', {
      query: { from: first, to: addDays(addMonths(first, 1), -1) },
    }),
  cashDay: (date: WallDate) => queryOf(['cash', date], 'GET /cash/{date}', { params: { date } }),
};

const CHARGED_WITHIN_DAYS = 7;

/** The days on which an appointment is usually charged: its own day and the seven days after it. */
export const chargedWithin = (start: WallTime): DateRange => ({
  from: dateOf(start),
  to: addDays(dateOf(start), CHARGED_WITHIN_DAYS),
});

/** The payment methods of an appointment in words: 'kapara i gotovina'. */
export function methodsInWords(payments: readonly Payment[], id: number, hasDeposit: boolean): string {
  const charged = payments.filter(
    (payment) => payment.appointment_id === id && payment.kind === 'VISIT' && payment.voided_at === null,
  );
  const methods = charged.map(({ method }) =>
    method === 'IPS' ? 'IPS' : METHOD_LABELS[method].toLowerCase(),
  );
  return [...new Set([...(hasDeposit ? ['kapara'] : []), ...methods])].join(' i ');
}
