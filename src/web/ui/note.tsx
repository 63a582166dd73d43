import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { WordBadge } from './badge.tsx';
import { cx } from './cx.ts';

export interface NoteProps extends Omit<ComponentProps<'li'>, 'title' | 'className'> {
  icon: LucideIcon;
  /** What happened. */
  title: ReactNode;
  /** Its badge, where it has not been read: 'NOVO'. */
  newWord?: string | undefined;
  /** Something went wrong: the icon is red. */
  isAlarm?: boolean;
  /** Buttons, at the bottom. */
  actions?: ReactNode;
}

/** A piece of news in a list; what has been read steps back. */
export function Note({ icon: Icon, title, newWord, isAlarm, actions, children, ...rest }: NoteProps) {
  const isRead = newWord === undefined;
  const disc = isAlarm ? 'bg-error-tint text-error' : 'bg-blush text-link';
  return (
    <li
      {...rest}
      className={cx(
        'relative grid grid-cols-[40px_minmax(0,1fr)] gap-x-3 rounded-card border border-line p-4',
        !isRead && 'bg-card',
      )}
    >
      <span
        className={cx(
          'grid size-10 place-items-center rounded-full',
          isRead ? 'text-soft shadow-[inset_0_0_0_1px_var(--line)]' : disc,
        )}
      >
        <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 wrap-break-word">
        <div className={cx('flex min-h-6 items-start justify-between gap-3', !isRead && 'font-semibold')}>
          {title}
          {newWord && <WordBadge>{newWord}</WordBadge>}
        </div>
        <div className={cx('grid grid-cols-1 gap-0.5', isRead && 'text-soft')}>{children}</div>
        {actions}
      </div>
    </li>
  );
}
