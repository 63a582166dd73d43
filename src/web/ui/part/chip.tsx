import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

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

/** A word on a coloured ground. */
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
