import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../src/domain/wall-clock.ts';

let given = 0;

/** A day that no other test of this file uses: tests of one salon do not see each other. Ahead of NOW, within the year. */
export const freshDay = (): WallDate => addDays('2026-11-20', given++ % 340);

/** A time of a day, counted from its midnight: `atHour(day, 9)` is its 09:00. */
export const atHour = (day: WallDate, hour: number, minute = 0): WallTime =>
  addMinutes(wallTimeOn(day, '00:00'), hour * 60 + minute);

let phones = 0;
/** A phone that nobody else has. */
export const freshPhone = (): string => `065 ${String(100_000 + phones++)}`;
