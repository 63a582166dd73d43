/**
 * The salon's absences (annual leave): whole days, both ends included (docs/spec/product.md §3.6, docs/spec/behaviour.md §6.6).
 */
import type { WallDate } from './wall-clock.ts';

export type AbsenceDays = { date_from: WallDate; date_to: WallDate };

/** Is the salon absent on this day? docs/spec/behaviour.md §6.6 */
export const isAbsentOn = (date: WallDate, absences: readonly AbsenceDays[]): boolean =>
  absences.some(({ date_from, date_to }) => date_from <= date && date <= date_to);

/** Why an absence can't have these days: its end lies before its start. docs/spec/product.md §5.7 */
export const absenceRefusal = ({ date_from, date_to }: AbsenceDays): 'range_reversed' | undefined =>
  date_to < date_from ? 'range_reversed' : undefined;
