import { useQuery } from '@tanstack/react-query';
import { type CountedWord, counted } from '#domain/wording/numbers.ts';
import { notificationQueries } from './notification-queries.ts';
import { appointmentQueries, salonQueries, serviceQueries } from './queries.ts';
import { useSession } from './session.ts';

export const useSalon = () => useQuery(salonQueries.salon());

export const useServices = () => useQuery(serviceQueries.list());

/** The user's own booked appointments, soonest first. */
export const useUpcoming = () => useQuery(appointmentQueries.upcoming(useSession()));

/** Unread notifications of the user; 0 for visitors. */
export function useUnreadCount(): number {
  const role = useSession()?.role;
  const { data } = useQuery(notificationQueries.unreadCount(role));
  return role === undefined ? 0 : (data ?? 0);
}

const UNREAD: CountedWord = [
  'nepročitana notifikacija',
  'nepročitane notifikacije',
  'nepročitanih notifikacija',
];

/** A badge's description for screen readers: '2 nepročitane notifikacije'. */
export const unreadInWords = (count: number): string | undefined =>
  count > 0 ? counted(count, UNREAD) : undefined;
