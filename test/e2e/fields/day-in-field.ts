// The value of a date field: as displayed in the salon, or ISO in the native picker of a touch device.
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { displayDate } from '../../../src/domain/wording/dates.ts';

export const dayInField = (day: WallDate): RegExp => new RegExp(`^(${day}|${displayDate(day)})$`);
