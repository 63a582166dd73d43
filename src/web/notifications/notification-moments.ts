import { dateOf } from '#domain/wall-clock.ts';
import { displayDate, displayDateTime, timeRange } from '#domain/wording/dates.ts';
import type { AdminNotification } from './admin-queries.ts';
import type { AdminTab } from './admin-tabs.ts';

/** '17/11/2026 13:00 - 14:00'; null where a notice is about no appointment. */
export const apptTimeOf = ({ appt_start, appt_end }: AdminNotification): string | null =>
  appt_start && appt_end ? `${displayDate(dateOf(appt_start))} ${timeRange(appt_start, appt_end)}` : null;

interface Moment {
  word: string;
  at: string;
}

/**
 * What a tab tells of when things happened (docs/spec/product.md §2.16): cancelled on CANCELLED and ALL, booked on NEW_BOOKING
 * and ALL, registered on NEW_CLIENT and ALL. `own` is what the notice is about and stands on the card, the others are its
 * details.
 */
export function momentsOf(notice: AdminNotification, tab: AdminTab): { own: Moment[]; others: Moment[] } {
  const all = [
    { type: 'CANCELLED', word: 'Otkazano', wall: notice.cancelled_at },
    { type: 'NEW_BOOKING', word: 'Zakazano', wall: notice.appt_created },
    { type: 'NEW_CLIENT', word: 'Registracija', wall: notice.client_created },
  ];
  const own: Moment[] = [];
  const others: Moment[] = [];
  for (const { type, word, wall } of all) {
    if (wall === null || (tab !== 'ALL' && tab !== type)) continue;
    (type === notice.type ? own : others).push({ word, at: displayDateTime(wall) });
  }
  return { own, others };
}
