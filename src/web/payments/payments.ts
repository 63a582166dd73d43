import { queryOptions, skipToken } from '@tanstack/react-query';
import type { RequestQuery } from '#contract/index.ts';
import type { Payment } from '#contract/payments.ts';
import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { METHOD_LABELS } from '#domain/payments/ledger.ts';
import { addDays, addMonths, dateOf, type WallDate, type WallTime, yearsFrom } from '#domain/wall-clock.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { type DateRange, POLLED, queryOf } from '../lib/queries/queries.ts';

export const dinars = (amount: number): string => `${formatNumber(amount)} din`;

export const paymentQueries = {
  /** The payments of a period, oldest first, including voided payments. */
  within: ({ from, to }: DateRange) =>
    queryOf(['payments', from, to], 'GET /payments', { query: { from, to } }),
  /** What may leave money open: the deposits by state, and the visits of the last days. docs/spec/behaviour.md §19.4 */
  open: (today: WallDate | null) =>
    queryOptions({
      queryKey: ['appointments', 'open money', today],
      queryFn: today
        ? async ({ signal }) => {
            const list = (query: RequestQuery<'GET /appointments/list'>) =>
              request('GET /appointments/list', { query, signal });
            const to = yearsFrom(today, SLOT_RANGE_YEARS);
            const [visits, uncounted, ...deposits] = await Promise.all([
              list({ from: addDays(today, -UNCHARGED_DAYS), to: today, status: 'BOOKED' }),
              list({ from: yearsFrom(today, -1), to, uncounted: '1' }),
              list({ from: today, to, deposit: 'WAITING' }),
              list({ from: addDays(today, -LATE_DAYS), to, deposit: 'EXPIRED' }),
              list({ from: yearsFrom(today, -1), to, deposit: 'TO_REFUND' }),
            ]);
            return { visits, uncounted, deposits: deposits.flat() };
          }
        : skipToken,
      ...POLLED,
    }),
  cashMonth: (first: WallDate) =>
    queryOf(['cash', 'month', first], 'GET /cash', {
      query: { from: first, to: addDays(addMonths(first, 1), -1) },
    }),
  cashDay: (date: WallDate) => queryOf(['cash', date], 'GET /cash/{date}', { params: { date } }),
};

export const holdingQueries = {
  plans: () => queryOf(['plans'], 'GET /plans'),
  ofAppointment: (id: number) =>
    queryOf(['appointments', 'holdings', id], 'GET /holdings', { query: { appointment_id: id } }),
  ofPerson: (id: number) =>
    queryOf(['appointments', 'holdings', 'person', id], 'GET /holdings', { query: { person_id: id } }),
  open: () => queryOf(['appointments', 'holdings', 'open'], 'GET /holdings', { query: { open: '1' } }),
};

/** How long an uncharged visit, and a deposit that a bank may still deliver, stand among the open money. */
const UNCHARGED_DAYS = 7;
const LATE_DAYS = 14;

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
