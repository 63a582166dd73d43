import type { ReactNode } from 'react';
import { Lunula } from './brand.tsx';
import { cx } from './cx.ts';

export function Skeleton({ className }: { className?: string }) {
  return <span className={cx('block h-3.5 animate-breathe rounded-pill bg-line', className)} />;
}

/** Wraps a skeleton. Screen readers announce 'Učitavanje…' once. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="status" data-loading="">
      <span className="sr-only">Učitavanje…</span>
      <div aria-hidden="true" className={className}>
        {children}
      </div>
    </div>
  );
}

export function ListSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <Loading className="divide-y divide-line rounded-card border border-line bg-card">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex min-h-17 items-center gap-4 px-4 py-3">
          <span className="grid flex-1 gap-2.5">
            <Skeleton className={row % 2 ? 'w-1/2' : 'w-3/5'} />
            <Skeleton className="h-2.5 w-1/3" />
          </span>
          <Skeleton className="w-18" />
        </div>
      ))}
    </Loading>
  );
}

export function CardOutline({ className }: { className?: string }) {
  return (
    <div className={cx('rounded-card border border-line bg-card p-5', className)}>
      <Skeleton className="h-7 w-44" />
      <Skeleton className="mt-5 h-8 w-3/5" />
      <Skeleton className="mt-4 w-2/5" />
      <Skeleton className="mt-3 h-2.5 w-1/3" />
    </div>
  );
}

export function CardSkeleton() {
  return (
    <Loading>
      <CardOutline />
    </Loading>
  );
}

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  isCard?: boolean;
}

export function EmptyState({ title, children, isCard }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'grid justify-items-center gap-2 px-5 py-8 text-center text-balance',
        isCard && 'rounded-card border border-line bg-card',
      )}
    >
      <Lunula className="mb-2 w-16 text-accent opacity-28" />
      <p className="font-display text-h3 font-[460]">{title}</p>
      {children}
    </div>
  );
}
