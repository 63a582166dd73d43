import { ChevronLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { Lunula } from './brand.tsx';
import { cx } from './cx.ts';

const WIDTHS = {
  client: 'max-w-client',
  booking: 'max-w-client lg:max-w-admin',
  home: 'max-w-home',
  admin: 'max-w-admin',
} as const;
type Width = keyof typeof WIDTHS;

/** The column that holds a page: narrow for clients, wide for the owner. Leaves space below for the bottom navigation of phones. */
export function Page({ width = 'client', className, ...rest }: ComponentProps<'div'> & { width?: Width }) {
  return (
    <div
      {...rest}
      className={cx(
        'mx-auto px-(--gap) lg:mx-0 pt-3 pb-[calc(var(--nav)+32px+env(safe-area-inset-bottom))]',
        WIDTHS[width],
        className,
      )}
    />
  );
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 pr-2 text-small font-medium text-soft hover:text-link print:hidden"
    >
      <ChevronLeft />
      {children}
    </Link>
  );
}

export interface PageHeadProps {
  title: string;
  /** `isInRail`: the rail has this link too, so wide screens leave it out. */
  back?: { to: string; label: string; isInRail?: boolean };
  lead?: ReactNode;
  /** Shown next to the title on wide screens, under it on phones. */
  actions?: ReactNode;
  /** Whether low phones leave out the back link, to show more of the page. */
  isTight?: boolean;
}

/** The head of a page: back link, title, lead text. After navigation app/routes.tsx focuses the title. */
export function PageHead({ title, back, lead, actions, isTight }: PageHeadProps) {
  return (
    <header className="mb-5">
      {back && (
        <div className={cx('min-h-11', isTight && 'tight:hidden', back.isInRail && 'lg:hidden')}>
          <BackLink to={back.to}>{back.label}</BackLink>
        </div>
      )}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <div className="mt-1 text-soft">{lead}</div>}
        </div>
        {actions}
      </div>
    </header>
  );
}

export function Section(props: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const { title, aside, className, children } = props;
  return (
    <section className={cx('mt-8', className)}>
      <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-3">
        <h2>{title}</h2>
        {aside && <span className="text-small text-soft">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** Focuses the heading after the focused element was removed. An open dialog makes the page inert, so the focus moves when it closes. */
export const focusHeading = (): void =>
  afterDialog(() => document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true }));

export function afterDialog(focus: () => void): void {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', focus, { once: true });
  else focus();
}

export function Skeleton({ className }: { className?: string }) {
  return <span className={cx('block h-3.5 animate-breathe rounded-pill bg-line', className)} />;
}

/** Hides what follows (`after-skeleton`) until a part has loaded that may turn out to show nothing. */
export const Awaited = () => <span hidden data-loading="" />;

/** Wraps a skeleton. Screen readers announce 'Učitavanje…' once. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="status" data-loading="">
      <span className="sr-only">{t('Učitavanje…')}</span>
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

export function EmptyState(props: { title: string; children?: ReactNode; isCard?: boolean }) {
  const { title, children, isCard } = props;
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
