import type { WallDate } from '#domain/wall-clock.ts';
import { shortTimes, whenTold } from '#domain/wording/near-days.ts';
import type { AdminNotificationTab } from '../lib/queries/notification-queries.ts';
import type { AdminCard } from './admin-notifications.ts';
import type { AdminNotification } from './inbox.ts';

/** The appointment's time: 'uto 17. nov, 13:00 - 14:00'; null without an appointment. */
export const apptTimeOf = (
  { appt_start, appt_end }: Pick<AdminNotification, 'appt_start' | 'appt_end'>,
  today: WallDate,
): string | null => (appt_start && appt_end ? shortTimes(appt_start, appt_end, today) : null);

/** The old time of a moved booking; `apptTimeOf` returns the new time. */
export const timeBeforeOf = ({ from_start, from_end }: AdminNotification, today: WallDate): string | null =>
  apptTimeOf({ appt_start: from_start, appt_end: from_end }, today);

interface Moment {
  word: string;
  at: string;
}

/**
 * The times that a card shows on a tab (docs/spec/product.md §2.16): canceled on CANCELLED and ALL, booked on NEW_BOOKING and ALL,
 * registered on NEW_CLIENT and ALL. `own` is shown on the card (both times for a cancellation with its booking), `others` in the details.
 */
export function momentsOf(
  { notification, booking }: Pick<AdminCard, 'notification' | 'booking'>,
  tab: AdminNotificationTab,
  today: WallDate,
): { own: Moment[]; others: Moment[] } {
  const { type: main, created_at, cancelled_at, appt_created, client_created } = notification;
  const all = [
    { type: 'MOVED', word: 'Pomereno', wall: main === 'MOVED' ? created_at : null },
    { type: 'FREE_SLOT_GUEST', word: 'Oslobodio se', wall: main === 'FREE_SLOT_GUEST' ? created_at : null },
    { type: 'CANCELLED', word: 'Otkazano', wall: cancelled_at },
    { type: 'NEW_BOOKING', word: 'Zakazano', wall: appt_created },
    { type: 'NEW_CLIENT', word: 'Registracija', wall: client_created },
  ];
  const own: Moment[] = [];
  const others: Moment[] = [];
  for (const { type, word, wall } of all) {
    if (wall === null || (tab !== 'ALL' && tab !== type)) continue;
    (type === main ? own : others).push({ word, at: whenTold(wall, today) });
  }
  if (booking === null || appt_created === null || cancelled_at === null) return { own, others };
  const at = `${whenTold(appt_created, today)}, otkazano ${whenTold(cancelled_at, today)}`;
  return { own: [{ word: 'Zakazano', at }], others: others.filter(({ word }) => word !== 'Zakazano') };
}
