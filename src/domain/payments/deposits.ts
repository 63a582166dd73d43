/** Deposits, paid by IPS (instant bank transfer): who must pay, how much, until when, and the states. Amounts are in para (1/100 dinar). docs/spec/behaviour.md §19.2 */
import { UNDO_SECONDS } from '../limits.ts';
import type { Settings } from '../settings.ts';
import { addMinutes, minutesBetween, type WallTime } from '../wall-clock.ts';
import { toDinars, toPara } from './money.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long before the appointment a deposit must have arrived. */
const ENDS_BEFORE_START_MS = 2 * HOUR_MS;

/** The minimum time to pay. With less time left, the booking needs no deposit. */
const MIN_TIME_TO_PAY_MS = HOUR_MS;

/** A deposit that is a percentage of the price is rounded to a multiple of this amount, half up. */
const ROUNDED_TO = toPara(100);

export interface DepositPerson {
  /** Had an appointment that was not missed. */
  readonly hasCome: boolean;
  /** The number of no-shows within 12 months. */
  readonly noShows: number;
}

/** Whether a booking needs a deposit. `minutes`: the total duration of its services; null: unknown. */
export function needsDeposit(
  { deposit_for, deposit_min_minutes }: Pick<Settings, 'deposit_for' | 'deposit_min_minutes'>,
  { hasCome, noShows }: DepositPerson,
  minutes: number | null,
): boolean {
  switch (deposit_for) {
    case 'NONE':
      return false;
    case 'NEW':
      return !hasCome;
    case 'NO_SHOW':
      return noShows > 0;
    case 'LONG':
      return minutes !== null && minutes >= deposit_min_minutes;
    case 'ALL':
      return true;
  }
}

/** The deposit; 0: none. A percentage needs a known price, is rounded half up to 100 din, and never exceeds the price. */
export function depositAmount(
  { deposit_amount, deposit_percent }: Pick<Settings, 'deposit_amount' | 'deposit_percent'>,
  price: number | null,
): number {
  if (deposit_amount > 0) return toPara(deposit_amount);
  if (!price) return 0;
  const share = (price * deposit_percent) / 100;
  return Math.min(price, Math.round(share / ROUNDED_TO) * ROUNDED_TO);
}

/** The deadline for the deposit of a new booking; undefined when too little time is left to request a deposit. */
export function depositUntil(nowMs: number, startMs: number, holdHours: number): number | undefined {
  const until = Math.min(nowMs + holdHours * HOUR_MS, startMs - ENDS_BEFORE_START_MS);
  return until - nowMs >= MIN_TIME_TO_PAY_MS ? until : undefined;
}

export interface DepositRule {
  readonly for: Settings['deposit_for'];
  readonly min_minutes: number;
  readonly amount: number;
  readonly percent: number;
  readonly hold_hours: number;
}

interface Planned {
  readonly minutes: number | null;
  /** In dinars; null: unknown. */
  readonly price: number | null;
  readonly now: WallTime;
  readonly start: WallTime;
}

/** The deposit that a booking will need, as far as the page can know: whoever has been here or missed an appointment is known only to the server. */
export function expectedDeposit(
  rule: DepositRule,
  { minutes, price, now, start }: Planned,
): { readonly amount: number; readonly until: WallTime; readonly isSure: boolean } | null {
  const settings = { deposit_for: rule.for, deposit_min_minutes: rule.min_minutes };
  if (!needsDeposit(settings, { hasCome: false, noShows: 1 }, minutes)) return null;
  const share = { deposit_amount: rule.amount, deposit_percent: rule.percent };
  const amount = depositAmount(share, price === null ? null : toPara(price));
  const leftMs = minutesBetween(now, start) * MINUTE_MS;
  const untilMs = depositUntil(0, leftMs, rule.hold_hours);
  if (amount === 0 || untilMs === undefined) return null;
  const isSure = rule.for === 'ALL' || rule.for === 'LONG';
  return { amount: toDinars(amount), until: addMinutes(now, Math.floor(untilMs / MINUTE_MS)), isSure };
}

/** The deposit's deadline after a move: two hours before the new start, but not before the undo period ends, and never later than the old deadline. */
export const movedDepositUntil = (until: number, startMs: number, nowMs: number): number =>
  Math.min(until, Math.max(startMs - ENDS_BEFORE_START_MS, nowMs + UNDO_SECONDS * 1000));

export const DEPOSIT_STATES = [
  'WAITING',
  'RECEIVED',
  'WAIVED',
  'EXPIRED',
  'TO_REFUND',
  'REFUNDED',
  'KEPT',
] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/** The deposit or request of a booking if it is WAITING, otherwise null. */
export const awaited = <D extends { readonly state: string }>(awaits: D | null | undefined): D | null =>
  awaits?.state === 'WAITING' ? awaits : null;

export const DEPOSIT_ACTIONS = ['RECEIVED', 'WAIVED', 'REFUNDED', 'KEPT', 'TAKEN_BACK'] as const;
export type DepositAction = (typeof DEPOSIT_ACTIONS)[number];

/** What changes a deposit: the owner's actions, a missed deadline and changes of the booking. GIVEN_AWAY: the booking now has another person, or none. */
export type DepositEvent =
  | Exclude<DepositAction, 'TAKEN_BACK'>
  | 'HOLD_ENDED'
  | 'CANCELLED'
  | 'CANCELLED_LATE'
  | 'REOPENED'
  | 'ATTENDED'
  | 'GIVEN_AWAY';

/** The next state per state and event. An event that a state does not list changes nothing. */
const TRANSITIONS: Readonly<Record<DepositState, Partial<Record<DepositEvent, DepositState>>>> = {
  WAITING: {
    RECEIVED: 'RECEIVED',
    WAIVED: 'WAIVED',
    HOLD_ENDED: 'EXPIRED',
    CANCELLED: 'EXPIRED',
    CANCELLED_LATE: 'EXPIRED',
    ATTENDED: 'WAIVED',
    GIVEN_AWAY: 'WAIVED',
  },
  RECEIVED: {
    REFUNDED: 'REFUNDED',
    KEPT: 'KEPT',
    CANCELLED: 'TO_REFUND',
    CANCELLED_LATE: 'KEPT',
    GIVEN_AWAY: 'TO_REFUND',
  },
  EXPIRED: { RECEIVED: 'TO_REFUND' }, // a payment that arrives after the deposit has expired must be refunded
  TO_REFUND: { REFUNDED: 'REFUNDED', KEPT: 'KEPT', REOPENED: 'RECEIVED' }, // a reopened booking still has its money
  REFUNDED: {},
  WAIVED: {},
  KEPT: {},
};

/** The state after an event; undefined if the event does not change the state. */
export const nextDepositState = (state: DepositState, event: DepositEvent): DepositState | undefined =>
  TRANSITIONS[state][event];

export const depositActionRefusal = (
  state: DepositState,
  action: DepositEvent,
): 'deposit_state' | undefined =>
  nextDepositState(state, action) === undefined ? 'deposit_state' : undefined;

/** The state to which the owner takes a mistaken step back, and the kind of the payment that is voided with it; undefined if there is no step. docs/spec/behaviour.md §19.2 */
export function stepBack(
  state: DepositState,
  isBooked: boolean,
): { readonly to: DepositState; readonly voids?: 'DEPOSIT' | 'REFUND' } | undefined {
  const unsettled = isBooked ? 'RECEIVED' : 'TO_REFUND';
  switch (state) {
    case 'RECEIVED':
      return { to: 'WAITING', voids: 'DEPOSIT' };
    case 'TO_REFUND':
      return { to: 'EXPIRED', voids: 'DEPOSIT' };
    case 'REFUNDED':
      return { to: unsettled, voids: 'REFUND' };
    case 'KEPT':
      return { to: unsettled };
    case 'WAIVED':
      return isBooked ? { to: 'WAITING' } : undefined;
    default:
      return undefined;
  }
}

/** The deadline of a deposit that waits again: the former one, but at least an hour from now. */
export const renewedDepositUntil = (until: number, nowMs: number): number =>
  Math.max(until, nowMs + MIN_TIME_TO_PAY_MS);

/** Refuses a change by the client or guest after which a deposit that no longer waits is less than the booking needs. */
export const raisedDepositRefusal = (
  { state, amount }: { readonly state: DepositState; readonly amount: number },
  needed: number,
): 'call_salon' | undefined => (state !== 'WAITING' && amount < needed ? 'call_salon' : undefined);
