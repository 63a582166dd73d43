/** What each technician earned: the shares of payments by their lines. Amounts are in para (1/100 dinar). docs/spec/behaviour.md §32.4 */
import type { ServiceId } from '../ids.ts';
import type { WallDate } from '../wall-clock.ts';
import type { PaymentKind } from './ledger.ts';

export interface SharedLine {
  readonly service_id: ServiceId | null;
  readonly name: string;
  /** null: unknown. */
  readonly price: number | null;
  /** Of the technician for this service; null: she has no share. */
  readonly percent: number | null;
  /** Whether a visit of a package covers it, whichever. */
  readonly isCovered: boolean;
}

/** A row of the ledger or a use of a package with its value; negative: money that went back. */
export interface SharedPayment<Line extends SharedLine = SharedLine> {
  readonly source: 'MONEY' | 'VOUCHER' | 'PACKAGE';
  readonly amount: number;
  /** The lines that this use of a package covers. */
  readonly covers: (line: Line) => boolean;
}

/** A part of a payment: what a line of the booking brought, and the share of it. */
export interface SharePart {
  readonly service_id: ServiceId | null;
  readonly name: string;
  readonly base: number;
  readonly percent: number | null;
  readonly share: number;
}

/** Rounds half up to the para; money that goes back takes the same share with it. */
export function shareOf(base: number, percent: number | null): number {
  const rounded = Math.floor((Math.abs(base) * (percent ?? 0) + 50) / 100);
  return base < 0 ? -rounded : rounded;
}

/** Divides an amount by prices, rounded down; equally if none is known. The last one with a price gets the rest. */
export function dividedBy(amount: number, prices: readonly (number | null)[]): number[] {
  const total = prices.reduce<number>((sum, price) => sum + (price ?? 0), 0);
  const weights = total === 0 ? prices.map(() => 1) : prices.map((price) => price ?? 0);
  const all = total === 0 ? prices.length : total;
  // BigInt, because a product of two amounts can exceed 2^53
  const parts = weights.map((weight) => Number((BigInt(Math.abs(amount)) * BigInt(weight)) / BigInt(all)));
  const last = weights.findLastIndex((weight) => weight > 0);
  const rest = Math.abs(amount) - parts.reduce((sum, part) => sum + part, 0);
  const sign = amount < 0 ? -1 : 1;
  return parts.map((part, n) => sign * (n === last ? part + rest : part));
}

/** The lines to which a payment goes: a package value to its covered ones, all else to the others; none of them: all. */
function linesFor<L extends SharedLine>(payment: SharedPayment<L>, lines: readonly L[]): readonly L[] {
  const own = lines.filter((line) => (payment.source === 'PACKAGE' ? payment.covers(line) : !line.isCovered));
  return own.length > 0 ? own : lines;
}

/** The parts of a payment by the lines of its booking, which has at least one. */
export function partsOf<L extends SharedLine>(payment: SharedPayment<L>, lines: readonly L[]): SharePart[] {
  const taking = linesFor(payment, lines);
  const bases = dividedBy(
    payment.amount,
    taking.map(({ price }) => price),
  );
  return taking.map(({ service_id, name, percent }, n) => {
    const base = bases[n] ?? 0;
    return { service_id, name, base, percent, share: shareOf(base, percent) };
  });
}

/** How a kind of payment counts in the base (1, -1), or as a tip. */
const IN_BASE: Partial<Record<PaymentKind, 1 | -1>> = { VISIT: 1, DEPOSIT: 1, REFUND: -1 };
export const signOf = (kind: PaymentKind): 1 | -1 | undefined => IN_BASE[kind];

/** The day for which a payment counts: the later of its own and that of the start. */
export const sharedOn = (start: WallDate, day: WallDate): WallDate => (start > day ? start : day);

/** A payment of a booking of a technician, divided. */
export interface SharedRow {
  readonly booking_id: number;
  readonly day: WallDate;
  readonly source: SharedPayment['source'] | 'TIP';
  readonly amount: number;
  /** Of a tip none. */
  readonly parts: readonly SharePart[];
}

const baseOf = (rows: readonly SharedRow[], source?: SharedRow['source']): number =>
  rows.reduce(
    (sum, row) => sum + (row.source !== 'TIP' && row.source === (source ?? row.source) ? row.amount : 0),
    0,
  );
const sharesIn = (parts: readonly SharePart[]): number => parts.reduce((sum, { share }) => sum + share, 0);
const tipsIn = (rows: readonly SharedRow[]): number =>
  rows.reduce((sum, { source, amount }) => sum + (source === 'TIP' ? amount : 0), 0);
const bookingsIn = (rows: readonly SharedRow[]): number =>
  new Set(rows.flatMap(({ booking_id, source }) => (source === 'TIP' ? [] : booking_id))).size;

function sums(rows: readonly SharedRow[]) {
  const share = sharesIn(rows.flatMap(({ parts }) => parts));
  const tips = tipsIn(rows);
  return { base: baseOf(rows), share, tips, amount: share + tips, count: bookingsIn(rows) };
}

/** The sums of a technician's payments, also by service and by day. */
export function sharesOf(rows: readonly SharedRow[]) {
  const parts = rows.flatMap((row) => row.parts.map((part) => ({ ...part, booking_id: row.booking_id })));
  const services = Map.groupBy(parts, ({ service_id, name }) => service_id ?? name);
  return {
    ...sums(rows),
    money: baseOf(rows, 'MONEY'),
    vouchers: baseOf(rows, 'VOUCHER'),
    packages: baseOf(rows, 'PACKAGE'),
    services: [...services.values()].map((own) => ({
      service_id: own[0]?.service_id ?? null,
      name: own[0]?.name ?? '',
      count: new Set(own.map(({ booking_id }) => booking_id)).size,
      base: own.reduce((sum, { base }) => sum + base, 0),
      share: sharesIn(own),
    })),
    days: [...Map.groupBy(rows, ({ day }) => day)]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([date, own]) => ({ date, ...sums(own) })),
  };
}
