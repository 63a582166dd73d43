import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Hourglass } from 'lucide-react';
import { Link } from 'wouter';
import type { WallDate } from '#domain/wall-clock.ts';
import { WAITING } from '#domain/wording/counted-words.ts';
import { counted } from '#domain/wording/numbers.ts';
import { useToday } from '../lib/clock/clock.ts';
import { waitingDays, waitingQueries } from '../lib/queries/admin-queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

export interface WaitingLinkProps {
  day?: WallDate;
  /** 'button': next to a title, with a border; 'text': the same without a border; 'row': a row of full width. */
  look?: 'button' | 'text' | 'row';
  className?: string;
}

export function WaitingLink({ day, look = 'button', className }: WaitingLinkProps) {
  const today = useToday();
  const { data: count = 0 } = useQuery(waitingQueries.count(today && waitingDays(today, day)));
  if (count === 0) return null;
  const to = day === undefined ? paths.adminWaitlist : `${paths.adminWaitlist}?dan=${day}`;
  const words = counted(count, WAITING);
  const icon = <Hourglass size={18} className="shrink-0" />;
  if (look !== 'row') {
    return (
      <ButtonLink to={to} variant={look === 'text' ? 'text' : 'quiet'} isSmall className={className}>
        {icon}
        {words}
      </ButtonLink>
    );
  }
  return (
    <Link
      to={to}
      className={cx(
        'flex min-h-14 items-center gap-3 rounded-card border border-line bg-card px-4 py-3 transition-colors hover:border-link hover:bg-blush',
        className,
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">{`${words} na termin`}</span>
      <ChevronRight size={18} strokeWidth={2} className="shrink-0 text-soft" />
    </Link>
  );
}
