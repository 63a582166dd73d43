import { ChevronLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './cx.ts';

const WIDTHS = {
  client: 'max-w-client',
  booking: 'max-w-client lg:max-w-admin',
  home: 'max-w-home',
  admin: 'max-w-admin',
} as const;
type Width = keyof typeof WIDTHS;

/** The column that holds a page: narrow for clients, wide for the owner. Starts at the rail, or leaves space for the bottom bar. */
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
      <ChevronLeft aria-hidden="true" size={20} strokeWidth={1.75} />
      {children}
    </Link>
  );
}

export interface PageHeadProps {
  title: string;
  back?: { to: string; label: string };
  lead?: ReactNode;
  /** Shown next to the title on wide screens, under it on phones. */
  actions?: ReactNode;
}

/** The head of a page: back link, title, lead text. After navigation app/focus.tsx focuses the title. */
export function PageHead({ title, back, lead, actions }: PageHeadProps) {
  return (
    <header className="mb-5">
      {back && (
        <div className="min-h-11">
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

/** Focuses the heading after the focused element was removed; waits for an open dialog, which makes the page inert. */
export function focusHeading(): void {
  const focus = () =>
    document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', focus, { once: true });
  else focus();
}
