import type { ClockTime } from '../../src/domain/wall-clock.ts';

/** The demo salon's usual week: [start, minutes]. */
const WEEKDAY_SLOTS: readonly (readonly [ClockTime, number])[] = [
  ['08:00:00', 90],
  ['09:45:00', 75],
  ['11:15:00', 60],
  ['12:30:00', 60],
  ['14:00:00', 120],
  ['16:15:00', 90],
  ['18:00:00', 60],
  ['19:15:00', 60],
];
const SATURDAY_SLOTS: readonly (readonly [ClockTime, number])[] = [
  ['08:00:00', 120],
  ['10:15:00', 90],
  ['12:00:00', 60],
  ['13:15:00', 60],
  ['14:30:00', 60],
];

export const slotsOfWeekday = (weekday: number): readonly (readonly [ClockTime, number])[] => {
  if (weekday === 7) return [];
  return weekday === 6 ? SATURDAY_SLOTS : WEEKDAY_SLOTS;
};
