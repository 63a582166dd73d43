import { dateOf } from '#domain/wall-clock.ts';
import { displayDate, displayDateTime, timeRange } from '#domain/wording/dates.ts';
import type { AdminNotificationTab } from '../lib/notification-queries.ts';
import type { AdminNotification } from './inbox.ts';

/** '17/11/2026 13:00 - 14:00'; null where a notification is about no appointment. */
export const apptTimeOf = ({
  appt_start,
  appt_end,
}: Pick<AdminNotification, 'appt_start' | 'appt_end'>): string | null =>
  appt_start && appt_end ? `${displayDate(dateOf(appt_start))} ${timeRange(appt_start, appt_end)}` : null;

/** Of a booking that its client moved: where it was; its new time is `apptTimeOf`. */
export const timeBeforeOf = ({ from_start, from_end }: AdminNotification): string | null =>
  apptTimeOf({ appt_start: from_start, appt_end: from_end });

interface Moment {
  word: string;
  at: string;
}

/**
 * What a tab says of when things happened (docs/spec/product.md §2.16): cancelled on CANCELLED and ALL, booked on NEW_BOOKING
 * and ALL, registered on NEW_CLIENT and ALL. `own` is what the notification is about and stands on the card, the others are its
 * details.
 */
export function momentsOf(
  notification: AdminNotification,
  tab: AdminNotificationTab,
): { own: Moment[]; others: Moment[] } {
  const all = [
    { type: 'CANCELLED', word: 'Otkazano', wall: notification.cancelled_at },
    { type: 'NEW_BOOKING', word: 'Zakazano', wall: notification.appt_created },
    { type: 'NEW_CLIENT', word: 'Registracija', wall: notification.client_created },
  ];
  const own: Moment[] = [];
  const others: Moment[] = [];
  for (const { type, word, wall } of all) {
    if (wall === null || (tab !== 'ALL' && tab !== type)) continue;
    (type === notification.type ? own : others).push({ word, at: displayDateTime(wall) });
  }
  return { own, others };
}
