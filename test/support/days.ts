import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../src/domain/wall-clock.ts';

let given = 0;

/** A day that no other test of this file uses, within a year after NOW. */
export const freshDay = (): WallDate => addDays('2026-11-20', given++ % 340);

/** A time of the day: `atHour(day, 9)` is 09:00. */
export const atHour = (day: WallDate, hour: number, minute = 0): WallTime =>
  addMinutes(wallTimeOn(day, '00:00'), hour * 60 + minute);

let phones = 0;
/** An unused phone number. */
export const freshPhone = (): string => `065 ${String(100_000 + phones++)}`;
