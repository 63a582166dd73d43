import type { Attended } from '../appointments/attendance.ts';
import { dateOf, type WallTime } from '../wall-clock.ts';
import { dueOf } from './ledger.ts';

interface Visit {
  readonly status: string;
  readonly start_datetime: WallTime;
  readonly end_datetime: WallTime;
  readonly attended?: Attended;
  readonly service_price: number | null;
  readonly paid?: number | undefined;
  readonly package_visits?: number | undefined;
  readonly deposit?: { readonly state: string; readonly amount: number } | null | undefined;
}

/**
 * Whether a visit still has to be charged: the person is marked as present, or the visit of today is over and not marked
 * as missed. Without a known price only a visit without any payment or use of a package is open. docs/spec/behaviour.md §19.4
 */
export function isUncharged(visit: Visit, now: WallTime): boolean {
  const { status, attended, paid = 0, package_visits = 0, start_datetime, end_datetime } = visit;
  const isOver = end_datetime <= now && dateOf(start_datetime) === dateOf(now);
  if (status !== 'BOOKED' || attended === 0 || (attended !== 1 && !isOver)) return false;
  const due = dueOf(visit);
  return due === null ? visit.service_price === null && paid + package_visits === 0 : due > 0;
}
