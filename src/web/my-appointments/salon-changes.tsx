import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { notificationQueries } from '../lib/queries/notification-queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';

const salonChanges = lazyPage(() => import('../notifications/salon-changes.tsx'));

/**
 * What the salon has changed, as the part that stands above the bookings. While it `isAwaited`, they keep their skeleton, because it would
 * move them. `key` is for their section: once all is known, a new one replaces the skeleton.
 */
export function useSalonChanges() {
  const { data: unread = 0, isLoading } = useQuery(notificationQueries.unreadCount('CLIENT'));
  const [isKnown, setIsKnown] = useState(false);
  const onKnown = useCallback(() => setIsKnown(true), []);
  if (!isKnown && !isLoading && unread === 0) setIsKnown(true);
  return {
    isAwaited: !isKnown,
    key: isKnown ? 'bookings' : 'skeleton',
    changes: unread > 0 && <LazyPart part={salonChanges} props={{ onKnown }} />,
  };
}
