/** Packages and vouchers: what remains, what a use is worth, and what settles a bill. Amounts are in para (1/100 dinar). docs/spec/behaviour.md §32.1 */
import { addDays, type WallDate } from '../wall-clock.ts';
import type { HoldingKind } from './ledger.ts';

/** A voucher without a date is valid for this long. */
export const VOUCHER_MONTHS = 12;
/** A package that ends within so many days is named in 'Vreme je'. */
const ENDS_SOON_DAYS = 30;

export interface Held {
  readonly kind: HoldingKind;
  /** The price of a package, the amount of a voucher. */
  readonly amount: number;
  /** null: a voucher. */
  readonly visits: number | null;
  /** The visits taken before Lunula knew the package. */
  readonly used_before: number;
  /** The last day on which it is valid. */
  readonly expires_on: WallDate;
  /** Not voided, refunded or closed by an erasure. */
  readonly isClosed: boolean;
}

/** What the uses that are not voided have taken. */
export interface Used {
  readonly visits: number;
  readonly amount: number;
}

const visitValue = ({ amount, visits }: Pick<Held, 'amount' | 'visits'>): number =>
  visits === null ? 0 : Math.floor(amount / visits);

export const visitsLeft = ({ visits, used_before }: Held, used: Used): number =>
  Math.max(0, (visits ?? 0) - used_before - used.visits);

/** The value that is used, with that of the visits before Lunula. */
export const usedValue = (held: Held, used: Used): number =>
  used.amount + held.used_before * visitValue(held);

/** What the salon owes for a holding: its price without the used value. */
export const valueLeft = (held: Held, used: Used): number => Math.max(0, held.amount - usedValue(held, used));

/** The value of the next visit: an equal part of the price; the last visit gets what is left. */
export const nextVisitValue = (held: Held, used: Used): number =>
  visitsLeft(held, used) === 1 ? valueLeft(held, used) : visitValue(held);

const hasLeft = (held: Held, used: Used): boolean =>
  held.kind === 'PACKAGE' ? visitsLeft(held, used) > 0 : valueLeft(held, used) > 0;

export const isOpen = (held: Held, used: Used, today: WallDate): boolean =>
  !held.isClosed && held.expires_on >= today && hasLeft(held, used);

/** Refuses a use on `day`: the day of the appointment for a package, today for a voucher, which gives `amount`. */
export function holdingRefusal(
  held: Held,
  used: Used,
  day: WallDate,
  amount = 0,
): 'holding_empty' | 'holding_expired' | undefined {
  if (held.isClosed) return 'holding_empty';
  if (held.expires_on < day) return 'holding_expired';
  return hasLeft(held, used) && amount <= valueLeft(held, used) ? undefined : 'holding_empty';
}

export const endsSoon = (expires_on: WallDate, today: WallDate): boolean =>
  expires_on <= addDays(today, ENDS_SOON_DAYS);

interface BillLine {
  /** In para; 0: on request, null: unknown. */
  readonly price: number | null;
  readonly isCovered: boolean;
}

/** A booking to be paid. A booking without services has one line with its price. */
export interface Bill<Line extends BillLine = BillLine> {
  readonly lines: readonly Line[];
  /** Money and vouchers, without packages, and without a deposit that is to be refunded. */
  readonly paid: number;
}

const openPrices = ({ lines }: Bill): readonly (number | null)[] =>
  lines.filter(({ isCovered }) => !isCovered).map(({ price }) => price);

const sumOf = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);

/** What is still due; null if no price of what packages don't cover is known, or the whole booking has none ('Cena na upit'). */
export function dueOfBill(bill: Bill): number | null {
  const prices = openPrices(bill);
  const hasPrice = bill.lines.some(({ price }) => price !== null && price > 0);
  const isUnknown = prices.length > 0 && (!hasPrice || prices.every((price) => price === null));
  return isUnknown ? null : Math.max(0, sumOf(prices) - bill.paid);
}

/** What was paid beyond the prices, to be offered back. */
export const surplusOf = (bill: Bill): number =>
  dueOfBill(bill) === null ? 0 : Math.max(0, bill.paid - sumOf(openPrices(bill)));

/** The lines that a visit of a package covers; refuses if there are none or nothing is due. */
export function coveredLines<L extends BillLine & { readonly service_id: number | null }>(
  bill: Bill<L>,
  services: readonly number[],
): readonly L[] | 'nothing_to_cover' {
  const fitting = bill.lines.filter(
    ({ isCovered, service_id }) => !isCovered && service_id !== null && services.includes(service_id),
  );
  return fitting.length === 0 || dueOfBill(bill) === 0 ? 'nothing_to_cover' : fitting;
}

interface OpenPackage {
  readonly kind: HoldingKind;
  readonly service_ids: readonly number[];
  readonly expires_on: WallDate;
  /** The visits that no other coming booking will take; null: a voucher. */
  readonly visits_free: number | null;
}

/** The lines of a client's booking for herself that no open package of hers covers on its day: only for them a deposit is asked. docs/spec/behaviour.md §32.2 */
export const uncoveredLines = <L extends { readonly service_id: number | null }>(
  lines: readonly L[],
  packages: readonly OpenPackage[],
  day: WallDate,
): readonly L[] =>
  lines.filter(
    ({ service_id }) =>
      !packages.some(
        ({ service_ids, expires_on, visits_free }) =>
          service_id !== null &&
          service_ids.includes(service_id) &&
          expires_on >= day &&
          (visits_free ?? 0) > 0,
      ),
  );

/** The amount that a voucher pays; without `asked` as much as is due. undefined: no such amount can be paid. */
export function voucherAmount(bill: Bill, left: number, asked: number | undefined): number | undefined {
  const due = dueOfBill(bill);
  if (due === 0 || (due === null && asked === undefined)) return undefined;
  if (asked !== undefined) return due !== null && asked > due ? undefined : asked;
  return Math.min(left, due ?? 0);
}

const CODE_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 10;

/** A code of ten signs that nobody confuses; `random` gives a whole number below its argument. */
export const makeCode = (random: (below: number) => number): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[random(CODE_SIGNS.length)]).join('');

/** A typed code as it is stored: case, spaces and dashes don't matter. */
export const readCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** A code as it is printed: K7M2-RXD9-4H. */
export const codeText = (code: string): string => code.replace(/^(.{4})(.{4})/, '$1-$2-');
