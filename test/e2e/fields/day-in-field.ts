// What a field of a day holds: the salon's writing where it is typed, the browser's own where a finger has the device's picker.
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { displayDate } from '../../../src/domain/wording/dates.ts';

export const dayInField = (day: WallDate): RegExp => new RegExp(`^(${day}|${displayDate(day)})$`);
