import type { Generated } from 'kysely';
import type {
  BookingId,
  HoldingId,
  PaymentId,
  PayoutId,
  PersonId,
  PlanId,
  ServiceId,
  TechnicianId,
  UserId,
} from '#domain/ids.ts';
import type { DepositState } from '#domain/payments/deposits.ts';
import type { HoldingKind, LedgerMethod, PaymentKind } from '#domain/payments/ledger.ts';
import type { WallDate } from '#domain/wall-clock.ts';

type Ms = number;

/** Packages, each a copy of its plan, and vouchers. What remains is computed from the uses. */
export interface Holdings {
  id: Generated<HoldingId>;
  kind: HoldingKind;
  person_id: PersonId | null;
  plan_id: PlanId | null;
  name: string;
  service_ids: string;
  visits: number | null;
  used_before: Generated<number>;
  amount: number;
  code: string | null;
  for_name: string | null;
  from_name: string | null;
  receipt_number: string | null;
  expires_on: WallDate;
  made_at: Ms;
  by_user: UserId | null;
  /** Set when its person was erased. */
  closed_at: Ms | null;
  link_hash: string | null;
  key_hash: string | null;
  request_hash: string | null;
}

/** The tables of money, as the schema names them. */
export interface MoneyTables {
  /** The ledger: rows are only added and voided. Amounts are in para (1/100 dinar). */
  payments: {
    id: Generated<PaymentId>;
    booking_id: BookingId | null;
    /** What is sold, refunded or used. */
    holding_id: HoldingId | null;
    kind: PaymentKind;
    method: LedgerMethod;
    amount: number;
    note: string | null;
    at: Ms;
    /** The day whose till total includes the payment. */
    day: WallDate;
    by_user: UserId | null;
    voided_at: Ms | null;
    void_reason: string | null;
    key_hash: string | null;
    request_hash: string | null;
  };

  /** The till of a day; `counted`, the cash that the owner counted, is null while the till is not closed. */
  cash_days: {
    day: WallDate;
    opening: Generated<number>;
    counted: number | null;
    closed_at: Ms | null;
  };

  /** Amounts are in para (1/100 dinar). */
  deposits: {
    booking_id: BookingId;
    amount: number;
    until_at: Ms;
    state: DepositState;
    reference: string;
    /** The text of the IPS QR code, with the account that the salon had when the deposit was requested. */
    qr: string;
    made_at: Ms;
  };
  plans: {
    id: Generated<PlanId>;
    name: string;
    /** Joined by commas. */
    service_ids: string;
    visits: number;
    price: number;
    months: number;
    is_active: Generated<0 | 1>;
  };

  /** A use is void if its payment is. Without a holding: the salon decided that the booking costs no visit. */
  holding_uses: {
    id: Generated<number>;
    holding_id: HoldingId | null;
    booking_id: BookingId;
    payment_id: PaymentId | null;
    visits: number;
    amount: number;
  };

  /** The services of a booking that a visit of a package covers. */
  covered_lines: {
    use_id: number;
    service_id: ServiceId;
    name: string;
  };

  /** The days of a technician that were paid out by an EXPENSE. */
  payouts: {
    id: Generated<PayoutId>;
    technician_id: TechnicianId;
    date_from: WallDate;
    date_to: WallDate;
    payment_id: PaymentId;
  };

  /** The shares that a payout paid for, as they were then. */
  payout_rows: {
    id: Generated<number>;
    payout_id: PayoutId;
    payment_id: PaymentId;
    service_id: ServiceId | null;
    name: string;
    base: number;
    percent: number | null;
    share: number;
  };
  holdings: Holdings;
}
