import type { ComponentProps } from 'react';
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

/** The actions of a card in cells of equal width; on phones an odd last action fills its row. `hasMenu`: the last cell is narrow. */
export function CardFoot({ hasMenu, className, ...rest }: ComponentProps<'div'> & { hasMenu?: boolean }) {
  return (
    <div
      {...rest}
      className={cx(
        '-mx-5 mt-5 -mb-5 grid gap-px bg-line pt-px print:hidden',
        '*:min-h-12 *:rounded-none *:border-0 *:bg-card *:px-2 *:-outline-offset-2 *:hover:bg-blush',
        hasMenu
          ? 'grid-cols-[1fr_56px] has-[>:nth-child(3)]:grid-cols-[1fr_1fr_56px]'
          : 'max-md:grid-cols-2 max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:auto-cols-fr md:grid-flow-col',
        className,
      )}
    />
  );
}

export type ChipTone = 'plain' | 'line' | 'gold' | 'onGold' | 'dark' | 'red' | 'grey' | 'ok' | 'warn';

const TONES: Record<ChipTone, string> = {
  plain: 'bg-blush text-ink',
  line: 'text-soft shadow-[inset_0_0_0_1px_var(--color-line)]',
  gold: 'bg-booked text-on-booked',
  onGold: 'bg-white/35 text-on-booked',
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
