import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Lunula } from './lunula.tsx';

export interface EmptyStateProps {
  title: string;
  /** What to do about it: a line, a button. */
  children?: ReactNode;
  /** In a card of its own. */
  isCard?: boolean;
}

/** Nothing there yet. */
export function EmptyState({ title, children, isCard }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'grid justify-items-center gap-2 px-5 py-8 text-center text-balance',
        isCard && 'rounded-card border border-line bg-card',
      )}
    >
      <Lunula className="mb-2 w-16 text-[color-mix(in_srgb,var(--accent)_28%,var(--paper))]" />
      <p className="font-display text-h3 font-[460]">{title}</p>
      {children}
    </div>
  );
}
