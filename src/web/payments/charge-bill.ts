import type { VisibleAppointment } from '#contract/appointments.ts';
import type { Holding } from '#contract/payments/holdings.ts';
import { type Bill, coveredLines, dueOfBill, surplusOf } from '#domain/payments/holdings.ts';
import { paidToward } from '#domain/payments/ledger.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import { dateOf } from '#domain/wall-clock.ts';

interface Line {
  readonly service_id: number | null;
  /** In para; null: unknown. */
  readonly price: number | null;
  readonly isCovered: boolean;
}

const isIn = (held: Holding | undefined, { service_id }: Pick<Line, 'service_id'>): boolean =>
  service_id !== null && held?.plan?.service_ids.some((id) => id === service_id) === true;

/** The bill of an appointment: packages that were used for it cover their services. */
export function billOf(row: VisibleAppointment, holdings: readonly Holding[]): Bill<Line> {
  const used = holdings.filter(({ uses }) => uses.some(({ appointment_id }) => appointment_id === row.id));
  const services = row.services.length > 0 ? row.services : [{ service_id: null, price: row.service_price }];
  const lines = services.map(({ service_id, price }) => ({
    service_id,
    price: price === null ? null : toPara(price),
    isCovered: used.some((held) => isIn(held, { service_id })),
  }));
  const covered = lines.reduce((sum, { price, isCovered }) => sum + (isCovered ? (price ?? 0) : 0), 0);
  return { lines, paid: Math.max(0, toPara(paidToward(row)) - covered) };
}

/** The bill once a visit of the package is taken. */
const withVisit = (bill: Bill<Line>, held: Holding | undefined): Bill<Line> => ({
  ...bill,
  lines: bill.lines.map((line) => (isIn(held, line) ? { ...line, isCovered: true } : line)),
});

/** The packages that can pay for something of the bill, of those asked for its appointment. */
export const fittingPackages = (bill: Bill<Line>, holdings: readonly Holding[]) =>
  holdings.filter(
    ({ kind, state, plan }) =>
      kind === 'PACKAGE' &&
      state === 'OPEN' &&
      typeof coveredLines(bill, plan?.service_ids ?? []) !== 'string',
  );

/** The package that may pay for a missed visit or late cancellation: one that was sold by its day. docs/spec/behaviour.md §32.2 */
export const packageToCount = (
  row: Pick<VisibleAppointment, 'start_datetime'>,
  bill: Bill<Line>,
  holdings: readonly Holding[],
) =>
  fittingPackages(bill, holdings).find(
    ({ payment_id, sold_at }) => payment_id === null || dateOf(sold_at) <= dateOf(row.start_datetime),
  );

interface Settled {
  /** What the package pays, in dinars. */
  readonly byPackage: number;
  readonly byVoucher: number;
  /** What is left for money, in dinars; null: the price is unknown. */
  readonly due: number | null;
  /** What was paid too much, to be given back. */
  readonly surplus: number;
}

/** What a chosen package and voucher pay, in that order, and what is left for money. docs/spec/behaviour.md §32.2 */
export function settledBy(
  bill: Bill<Line>,
  chosen: { readonly held: Holding | undefined; readonly voucher: Holding | undefined },
): Settled {
  const after = withVisit(bill, chosen.held);
  const due = dueOfBill(after);
  const byVoucher =
    due === null || !chosen.voucher ? 0 : Math.min(due, toPara(chosen.voucher.amount_left ?? 0));
  const sum = ({ lines }: Bill<Line>) =>
    lines.reduce((total, { price, isCovered }) => total + (isCovered ? (price ?? 0) : 0), 0);
  return {
    byPackage: toDinars(sum(after) - sum(bill)),
    byVoucher: toDinars(byVoucher),
    due: due === null ? null : toDinars(due - byVoucher),
    surplus: toDinars(surplusOf(after)),
  };
}
