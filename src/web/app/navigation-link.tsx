import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { BADGE_MAX_COUNT } from '#domain/limits.ts';
import { unreadInWords } from '../lib/queries/notification-queries.ts';
import { Badge } from '../ui/badge.tsx';
import { HangingLunula } from '../ui/brand.tsx';

interface NavigationLinkProps {
  to: string;
  icon: LucideIcon;
  label: string;
  isCurrent: boolean;
  unread?: number;
  className?: string;
}

export function NavigationLink({
  to,
  icon: Icon,
  label,
  isCurrent,
  unread = 0,
  className,
}: NavigationLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      aria-description={unreadInWords(unread)}
      className={className}
    >
      {isCurrent && <HangingLunula />}
      <Icon size={22} />
      <span className="word">{label}</span>
      <Badge
        count={unread}
        className={unread > BADGE_MAX_COUNT ? 'count left-1/2' : 'count'} // moves the badge to the left: in its usual place, '99+' would not fit on the screen
      />
    </Link>
  );
}
