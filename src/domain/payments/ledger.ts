/** The ledger of payments and the close of a day (docs/spec/behaviour.md §19.1). Amounts are in para (1/100 dinar); voided rows do not count. */
export const PAYMENT_KINDS = [
  'VISIT',
  'TIP',
  'DEPOSIT',
  'REFUND',
  'EXPENSE',
  'CASH_IN',
  'CASH_OUT',
  'SALE',
] as const;
/** What a technician may record of her own bookings. docs/spec/behaviour.md §16.11 */
export const CHARGED_BY_TECHNICIANS: readonly PaymentKind[] = ['VISIT', 'TIP'];
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
export const PAYMENT_METHODS = ['CASH', 'CARD', 'IPS', 'OTHER'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const HOLDING_KINDS = ['PACKAGE', 'VOUCHER'] as const;
/** The kind of a holding is also the method of the ledger by which it pays. */
export type HoldingKind = (typeof HOLDING_KINDS)[number];

/** Packages and vouchers settle what is due, but stand outside the till: their money came when they were sold. docs/spec/behaviour.md §32.2 */
export const LEDGER_METHODS = [...PAYMENT_METHODS, ...HOLDING_KINDS] as const;
export type LedgerMethod = (typeof LEDGER_METHODS)[number];
export const isHoldingMethod = (method: LedgerMethod): method is HoldingKind =>
  (HOLDING_KINDS as readonly string[]).includes(method);

export const METHOD_LABELS = {
  CASH: 'Gotovina',
  CARD: 'Kartica',
  IPS: 'IPS',
  OTHER: 'Drugo',
  PACKAGE: 'Paket',
  VOUCHER: 'Vaučer',
} as const;

export interface Payment {
  readonly kind: PaymentKind;
  readonly method: LedgerMethod;
  readonly amount: number;
  readonly voided_at: unknown;
}

/** How a payment of each kind changes takings and cash in the drawer (1: adds, -1: subtracts), and whether it belongs to an appointment. */
const KINDS: Readonly<
  Record<PaymentKind, { takings: number; drawer: number; appointment: 'always' | 'never' | 'either' }>
> = {
  VISIT: { takings: 1, drawer: 1, appointment: 'either' },
  TIP: { takings: 1, drawer: 1, appointment: 'either' },
  DEPOSIT: { takings: 1, drawer: 1, appointment: 'always' },
  REFUND: { takings: -1, drawer: -1, appointment: 'either' }, // of an appointment or a holding
  EXPENSE: { takings: 0, drawer: -1, appointment: 'never' },
  CASH_IN: { takings: 0, drawer: 1, appointment: 'never' },
  CASH_OUT: { takings: 0, drawer: -1, appointment: 'never' },
  SALE: { takings: 1, drawer: 1, appointment: 'never' },
};

const sumOf = (payments: readonly Payment[], by: 'takings' | 'drawer'): number =>
  payments.reduce(
    (sum, { kind, method, amount, voided_at }) =>
      sum + (voided_at === null && !isHoldingMethod(method) ? KINDS[kind][by] * amount : 0),
    0,
  );

/** The takings. Expenses, and cash put into or taken from the drawer, do not count. */
export const takingsOf = (payments: readonly Payment[]): number => sumOf(payments, 'takings');

const ofMethod = (payments: readonly Payment[], method: PaymentMethod): Payment[] =>
  payments.filter((payment) => payment.method === method);
const ofKind = (payments: readonly Payment[], kind: PaymentKind): Payment[] =>
  payments.filter((payment) => payment.kind === kind && payment.voided_at === null);
const amountsOf = (payments: readonly Payment[]): number =>
  payments.reduce((sum, { amount }) => sum + amount, 0);

export const takingsByMethod = (payments: readonly Payment[]) =>
  Object.fromEntries(
    PAYMENT_METHODS.map((method) => [method, takingsOf(ofMethod(payments, method))]),
  ) as Record<PaymentMethod, number>;

/** The sums of a day. `expected`: the cash that must be in the drawer; payments by card don't change it. */
export const daySums = (payments: readonly Payment[], opening: number) => ({
  takings: takingsByMethod(payments),
  cash_in: amountsOf(ofKind(payments, 'CASH_IN')),
  cash_out: amountsOf(ofKind(payments, 'CASH_OUT')),
  expenses: amountsOf(ofKind(payments, 'EXPENSE')),
  expected: opening + sumOf(ofMethod(payments, 'CASH'), 'drawer'),
});

interface Asked extends Pick<Payment, 'kind' | 'method'> {
  readonly hasAppointment: boolean;
  readonly hasHolding?: boolean;
}
type FieldRefusal = Record<string, string> | undefined;

/** Names the fields of a payment that don't fit its kind. docs/spec/behaviour.md §19.1 and §32.2 */
export function paymentRefusal({ kind, method, hasAppointment, hasHolding = false }: Asked): FieldRefusal {
  if ((kind === 'CASH_IN' || kind === 'CASH_OUT') && method !== 'CASH') return { method: 'Samo gotovina.' };
  const ofHolding = holdingFieldRefusal({ kind, method, hasAppointment, hasHolding });
  if (ofHolding) return ofHolding;
  const isRefundOfHolding = kind === 'REFUND' && hasHolding;
  const { appointment } = KINDS[kind];
  if ((appointment === 'always' || (kind === 'REFUND' && !hasHolding)) && !hasAppointment)
    return { appointment_id: 'Izaberite termin.' };
  const isOfNone = appointment === 'never' || isRefundOfHolding;
  return isOfNone && hasAppointment ? { appointment_id: 'Ne odnosi se na termin.' } : undefined;
}

/** A package or voucher pays for a service of an appointment; only it and a refund name a holding. */
function holdingFieldRefusal({ kind, method, hasAppointment, hasHolding }: Asked): FieldRefusal {
  if (!isHoldingMethod(method))
    return hasHolding && kind !== 'REFUND' ? { holding_id: NO_HOLDING } : undefined;
  if (kind !== 'VISIT') return { method: 'Paketom i vaučerom se plaća samo usluga.' };
  if (!hasHolding) return { holding_id: WHICH };
  return hasAppointment ? undefined : { appointment_id: 'Izaberite termin.' };
}
const WHICH = 'Izaberite paket ili vaučer.';
const NO_HOLDING = 'Ne odnosi se na paket ili vaučer.';

interface Charged {
  readonly service_price: number | null;
  readonly paid?: number | undefined;
  readonly deposit?: { readonly state: string; readonly amount: number } | null | undefined;
}

/** The amount paid toward the price, in the unit of the arguments. A deposit that must be refunded does not count. */
export const paidToward = ({ paid = 0, deposit }: Omit<Charged, 'service_price'>): number =>
  deposit?.state === 'TO_REFUND' ? Math.max(0, paid - deposit.amount) : paid;

/** The amount still owed for an appointment, in the unit of the arguments; null without a price. */
export const dueOf = (row: Charged): number | null =>
  row.service_price ? Math.max(0, row.service_price - paidToward(row)) : null;
