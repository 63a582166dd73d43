/** The ledger of payments and the close of a day (docs/spec/behaviour.md §19.1). Amounts are in para (1/100 dinar); voided rows do not count. */
export const PAYMENT_KINDS = ['VISIT', 'TIP', 'DEPOSIT', 'REFUND', 'EXPENSE', 'CASH_IN', 'CASH_OUT'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
export const PAYMENT_METHODS = ['CASH', 'CARD', 'IPS', 'OTHER'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const METHOD_LABELS = { CASH: 'Gotovina', CARD: 'Kartica', IPS: 'IPS', OTHER: 'Drugo' } as const;

export interface Payment {
  readonly kind: PaymentKind;
  readonly method: PaymentMethod;
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
  REFUND: { takings: -1, drawer: -1, appointment: 'always' },
  EXPENSE: { takings: 0, drawer: -1, appointment: 'never' },
  CASH_IN: { takings: 0, drawer: 1, appointment: 'never' },
  CASH_OUT: { takings: 0, drawer: -1, appointment: 'never' },
};

const sumOf = (payments: readonly Payment[], by: 'takings' | 'drawer'): number =>
  payments.reduce(
    (sum, { kind, amount, voided_at }) => sum + (voided_at === null ? KINDS[kind][by] * amount : 0),
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

/** Names the fields of a payment that don't fit its kind. docs/spec/behaviour.md §19.1 */
export function paymentRefusal({
  kind,
  method,
  hasAppointment,
}: Pick<Payment, 'kind' | 'method'> & { readonly hasAppointment: boolean }):
  | Record<string, string>
  | undefined {
  if ((kind === 'CASH_IN' || kind === 'CASH_OUT') && method !== 'CASH') return { method: 'Samo gotovina.' };
  const { appointment } = KINDS[kind];
  if (appointment === 'always' && !hasAppointment) return { appointment_id: 'Izaberite termin.' };
  if (appointment === 'never' && hasAppointment) return { appointment_id: 'Ne odnosi se na termin.' };
  return undefined;
}

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
