import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { WordBadge } from './badge.tsx';
import { cx } from './cx.ts';

/** A framed card. `isBooked` adds a gold edge. */
export function Card({ isBooked, className, ...rest }: ComponentProps<'article'> & { isBooked?: boolean }) {
  return (
    <article
      {...rest}
      className={cx(
        'rounded-card border border-line bg-card p-5',
        isBooked &&
          "relative overflow-hidden pl-6.5 before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:bg-booked before:content-['']",
        className,
      )}
    />
  );
}

/** The actions of a card in cells of equal width; an odd last one fills its row. `hasMenu`: two actions and a narrow cell for a menu. */
export function CardFoot({ hasMenu, className, ...rest }: ComponentProps<'div'> & { hasMenu?: boolean }) {
  return (
    <div
      {...rest}
      className={cx(
        '-mx-5 mt-5 -mb-5 grid gap-px bg-line pt-px print:hidden',
        '*:min-h-12 *:rounded-none *:border-0 *:bg-card *:px-2 *:-outline-offset-2 *:hover:bg-blush',
        hasMenu
          ? 'grid-cols-[1fr_1fr_56px]'
          : 'max-md:grid-cols-2 max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:auto-cols-fr md:grid-flow-col',
        className,
      )}
    />
  );
}

export type ChipTone = 'plain' | 'line' | 'gold' | 'dark' | 'red' | 'grey' | 'ok' | 'warn';

const TONES: Record<ChipTone, string> = {
  plain: 'bg-blush text-ink',
  line: 'text-soft shadow-[inset_0_0_0_1px_var(--line)]',
  gold: 'bg-booked text-on-booked',
  dark: 'bg-available text-white',
  red: 'bg-blocked text-white',
  grey: 'bg-cancelled text-on-cancelled',
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
};

export function Chip({ tone = 'plain', className, ...rest }: ComponentProps<'span'> & { tone?: ChipTone }) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex min-h-7 items-center gap-1.5 rounded-pill px-3 py-1 text-small font-medium',
        TONES[tone],
        className,
      )}
    />
  );
}

export interface NoteProps extends Omit<ComponentProps<'li'>, 'title' | 'className'> {
  icon: LucideIcon;
  title: ReactNode;
  /** The text of the badge for an unread notification: 'NOVO'. */
  newWord?: string | undefined;
  /** Makes the icon red. */
  isAlarm?: boolean;
  actions?: ReactNode;
}

/** A notification in a list. Read notifications are less prominent. */
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
        <div className={cx('flex min-h-6 flex-wrap items-start gap-x-3', !isRead && 'font-semibold')}>
          <span className="min-w-0 flex-1 basis-[min(100%,7rem)]">{title}</span>
          {newWord && <WordBadge>{newWord}</WordBadge>}
        </div>
        <div className={cx('grid grid-cols-1 gap-0.5', isRead && 'text-soft')}>{children}</div>
        {actions}
      </div>
    </li>
  );
}
