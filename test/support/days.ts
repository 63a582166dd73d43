import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../src/domain/wall-clock.ts';
import { countOf } from './counters/counters.ts';

/** Returns a day within a year after NOW that no other test of the same file gets. */
export const freshDay = (): WallDate => addDays('2026-11-20', countOf('days') % 340);

/** Returns a time on the day: `atHour(day, 9)` is 09:00. */
export const atHour = (day: WallDate, hour: number, minute = 0): WallTime =>
  addMinutes(wallTimeOn(day, '00:00'), hour * 60 + minute);

/** Returns a phone number that no other test of the same file gets. */
export const freshPhone = (): string => `065 ${String(100_000 + countOf('phones'))}`;
