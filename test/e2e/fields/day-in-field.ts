// The value of a date field is a Serbian date, or an ISO date if a touch device shows its native picker.
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { displayDate } from '../../../src/domain/wording/dates.ts';

export const dayInField = (day: WallDate): RegExp => new RegExp(`^(${day}|${displayDate(day)})$`);
