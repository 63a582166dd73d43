import { Bell, LayoutDashboard, User } from 'lucide-react';
import { useSession } from '../api/session/session.ts';
import { unreadInWords } from '../api/unread-in-words.ts';
import { useSalon } from '../api/use-salon.ts';
import { useUnreadCount } from '../api/use-unread.ts';
import { paths } from '../paths.ts';
import { IconLink } from '../ui/action/icon-button.tsx';
import { Badge } from '../ui/part/badge.tsx';
import { Brand } from '../ui/part/brand.tsx';

const APP_NAME = 'Lunula';

/** The shortcuts of spec.md §2: the owner's panel and notifications, the client's profile, with what is unread. */
function Shortcuts({ role }: { role: 'ADMIN' | 'CLIENT' }) {
  const unread = useUnreadCount();
  const words = unreadInWords(unread);
  const badge = <Badge count={unread} className="absolute top-0 left-6 ring-2 ring-paper" />;
  if (role === 'CLIENT') {
    return <IconLink icon={User} label="Profil" description={words} to={paths.profile} badge={badge} />;
  }
  return (
    <span className="flex">
      <IconLink icon={LayoutDashboard} label="Admin panel" to={paths.admin} />
      <IconLink
        icon={Bell}
        label="Notifikacije"
        description={words}
        to={paths.adminNotifications}
        badge={badge}
      />
    </span>
  );
}

export function BrandBar() {
  const session = useSession();
  const { data, isError } = useSalon();
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <Brand name={data?.name ?? (isError ? APP_NAME : undefined)} to={paths.home} />
      {session && <Shortcuts role={session.role} />}
    </div>
  );
}
