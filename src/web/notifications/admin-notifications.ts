import { infiniteQueryOptions } from '@tanstack/react-query';
import type { WallDate } from '#domain/wall-clock.ts';
import { shortTimes, whenTold } from '#domain/wording/near-days.ts';
import { request } from '../lib/api.ts';
import { ADMIN_NOTIFICATIONS_KEY, type AdminNotificationTab } from '../lib/queries/notification-queries.ts';
import { POLLED } from '../lib/queries/queries.ts';
import type { AdminNotification } from './inbox.ts';

export const PAGE_COUNT = 50;

/** Each page also contains this many rows of the next page. They show that a next page exists, and replace deleted rows. */
const OVERLAP_COUNT = 5;

type Pages = readonly (readonly AdminNotification[])[];

/** The rows of all pages without duplicates: a row added between two requests makes another row appear in both pages. */
export function rowsOf(pages: Pages): AdminNotification[] {
  const byId = new Map(pages.flat().map((row) => [row.id, row]));
  const hasMore = (pages.at(-1)?.length ?? 0) > PAGE_COUNT;
  return [...byId.values()].slice(0, hasMore ? pages.length * PAGE_COUNT : undefined);
}

export const adminNotificationsQuery = (tab: AdminNotificationTab) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN_NOTIFICATIONS_KEY, tab],
    queryFn: ({ pageParam, signal }) =>
      request('GET /notifications', {
        query: { type: tab, limit: PAGE_COUNT + OVERLAP_COUNT, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last: readonly AdminNotification[], pages: Pages) =>
      last.length > PAGE_COUNT ? pages.length * PAGE_COUNT : undefined,
    select: ({ pages }) => rowsOf(pages),
    staleTime: 0,
    ...POLLED,
  });

/** The content of a card: one notification, or a cancellation together with the notification of its booking. */
export interface AdminCard {
  id: number;
  notification: AdminNotification;
  booking: AdminNotification | null;
}

export const idsOf = ({ id, booking }: AdminCard): number[] => (booking === null ? [id] : [id, booking.id]);
export const isUnread = ({ notification, booking }: AdminCard): boolean =>
  notification.read_at === null || booking?.read_at === null;

/** The key of a booking: a slot that is booked again has the same id, but another `appt_created`. Null if the appointment was deleted. */
const bookingKey = ({ appointment_id, appt_created }: AdminNotification): string | null =>
  appointment_id === null || appt_created === null ? null : `${appointment_id} ${appt_created}`;

/** Makes one card per notification, newest first. A cancellation shares its card with its booking. docs/spec/product.md §2.16 */
export function cardsOf(rows: readonly AdminNotification[]): AdminCard[] {
  const bookings = new Map<string, AdminNotification>();
  for (const row of rows) {
    const key = bookingKey(row);
    if (row.type === 'NEW_BOOKING' && key !== null) bookings.set(key, row);
  }
  const included = new Set<AdminNotification>();
  const cards = rows.map((notification): AdminCard => {
    const key = notification.type === 'CANCELLED' ? bookingKey(notification) : null;
    const booking = (key !== null && bookings.get(key)) || null;
    if (booking !== null) included.add(booking);
    return { id: notification.id, notification, booking };
  });
  return cards.filter(({ notification }) => !included.has(notification));
}

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
 * The moments of a card (booking, move, cancellation, registration …): on the tab ALL all of them, on another tab only that tab's moment.
 * `own`: the moment of the notification itself, shown on the card; `others`: shown only in the details. docs/spec/product.md §2.16
 */
export function momentsOf(
  { notification, booking }: Pick<AdminCard, 'notification' | 'booking'>,
  tab: AdminNotificationTab,
  today: WallDate,
): { own: Moment[]; others: Moment[] } {
  const { type: main, created_at, cancelled_at, appt_created, client_created } = notification;
  const all = [
    { type: 'MOVED', word: 'Pomereno', wall: main === 'MOVED' ? created_at : null },
    { type: main, word: 'Izmenjeno', wall: main.startsWith('BEGUN_') ? created_at : null },
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
