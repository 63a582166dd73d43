import { useLocation } from 'wouter';
import { useUnreadCount } from '../lib/queries/notification-queries.ts';
import { OWNER_PLACES } from '../lib/routing/owner-places.ts';
import { paths } from '../lib/routing/paths.ts';
import { Place } from './place.tsx';

/** The pages of the admin panel at the end of the rail. */
export default function OwnerPlaces() {
  const [pathname] = useLocation();
  const unread = useUnreadCount();
  return (
    <div className="mt-2 border-t border-line pt-2">
      {OWNER_PLACES.map(({ to, label, icon }) => (
        <Place
          key={to}
          to={to}
          icon={icon}
          label={label}
          isCurrent={pathname === to}
          unread={to === paths.adminNotifications ? unread : 0}
        />
      ))}
    </div>
  );
}
