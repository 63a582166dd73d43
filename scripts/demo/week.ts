import type { ClockTime } from '../../src/domain/wall-clock.ts';

/**
 * The demo salon's slots on a weekday: [start, minutes]. Pairs of slots are adjacent, so that a long service can take
 * two of them.
 */
const WEEKDAY_SLOTS: readonly (readonly [ClockTime, number])[] = [
  ['08:00:00', 90],
  ['09:30:00', 75],
  ['11:15:00', 60],
  ['12:15:00', 60],
  ['14:00:00', 120],
  ['16:00:00', 90],
  ['18:00:00', 60],
  ['19:00:00', 75],
];
const SATURDAY_SLOTS: readonly (readonly [ClockTime, number])[] = [
  ['08:00:00', 120],
  ['10:00:00', 90],
  ['12:00:00', 60],
  ['13:00:00', 60],
  ['14:30:00', 60],
];

export const slotsOfWeekday = (weekday: number): readonly (readonly [ClockTime, number])[] => {
  if (weekday === 7) return [];
  return weekday === 6 ? SATURDAY_SLOTS : WEEKDAY_SLOTS;
};
