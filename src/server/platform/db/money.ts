import type { Generated } from 'kysely';
import type { AppointmentId, PaymentId, UserId } from '#domain/ids.ts';
import type { DepositState } from '#domain/payments/deposits.ts';
import type { PaymentKind, PaymentMethod } from '#domain/payments/ledger.ts';
import type { WallDate } from '#domain/wall-clock.ts';

// The tables of money. Amounts are in para (1/100 dinar).
type Ms = number;

/** The ledger: rows are only added and voided. */
export interface Payments {
  id: Generated<PaymentId>;
  appointment_id: AppointmentId | null;
  kind: PaymentKind;
  method: PaymentMethod;
  amount: number;
  note: string | null;
  at: Ms;
  /** The day of the till for which the payment counts. */
  day: WallDate;
  by_user: UserId | null;
  voided_at: Ms | null;
  void_reason: string | null;
  key_hash: string | null;
  request_hash: string | null;
}

/** The till of a day; `counted` is null while the day is open. */
export interface CashDays {
  day: WallDate;
  opening: Generated<number>;
  counted: number | null;
  closed_at: Ms | null;
}

export interface Deposits {
  appointment_id: AppointmentId;
  amount: number;
  until_at: Ms;
  state: DepositState;
  reference: string;
  /** The text of the IPS QR code, with the account that the salon had when the deposit was requested. */
  qr: string;
  made_at: Ms;
}
