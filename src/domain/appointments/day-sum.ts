import { APPOINTMENTS } from '../wording/counted-words.ts';
import { counted, priceText } from '../wording/numbers.ts';
import type { AppointmentStatus } from './appointments.ts';
import type { Attended } from './attendance.ts';

type Visit = { status: AppointmentStatus; service_price: number | null; attended: Attended };

export interface DaySum {
  readonly count: number;
  readonly din: number;
  readonly withoutPrice: number;
}

/** The number of a day's bookings and the sum of their prices, without no-shows. A price of 0 counts as missing. docs/spec/behaviour.md §7.9 */
export function daySum(visits: readonly Visit[]): DaySum {
  const counting = visits.filter(({ status, attended }) => status === 'BOOKED' && attended !== 0);
  const din = counting.reduce((sum, { service_price }) => sum + (service_price ?? 0), 0);
  const withoutPrice = counting.filter(({ service_price }) => !service_price).length;
  return { count: counting.length, din: Math.round(din * 100) / 100, withoutPrice };
}

/** The sum in words: '4 termina, 5.500 din + 1 bez cene'; only the count when no booking has a price. docs/spec/texts.md §7 */
export function daySumText({ count, din, withoutPrice }: DaySum): string {
  const visits = counted(count, APPOINTMENTS);
  if (din === 0) return visits;
  const others = withoutPrice > 0 ? ` + ${withoutPrice} bez cene` : '';
  return `${visits}, ${priceText(din)}${others}`;
}
