import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './cx.ts';

/** The header of a page: crescent logo and salon name. On screens from 1180 px, the navigation rail shows them instead. */
export function Brand({ name, to }: { name: string | undefined; to: string }) {
  return (
    <Link
      to={to}
      className="mr-auto inline-flex min-h-11 items-center gap-2.5 font-display text-h2 font-medium wrap-anywhere min-[73.75rem]:hidden"
    >
      <Lunula />
      {name}
    </Link>
  );
}

/** The salon's logo: the crescent of a nail, in the text color. `className` sets the width; the ratio is 2 : 1. */
export function Lunula({ className = 'w-7 text-accent' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 20"
      aria-hidden="true"
      className={cx('block aspect-2/1 shrink-0 fill-current', className)}
    >
      <path d="M.6 20A19.4 19.4 0 0 1 39.4 20 21.3 21.3 0 0 0 .6 20Z" />
    </svg>
  );
}

/** A crescent at the top edge that marks the current item by shape, not only by color. The parent must be `relative`. */
export function HangingLunula({ className }: { className?: string }) {
  return <Lunula className={cx('tip', className)} />;
}

export function LunulaRule() {
  return (
    <div className="my-8 flex items-center gap-4 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <Lunula className="w-5 text-accent" />
    </div>
  );
}

export function HeroCrescent() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 -z-1 h-140 overflow-x-clip"
    >
      <Lunula className="absolute top-0.5 -right-28 w-86 rotate-46 text-blush md:top-11 md:-right-62 md:w-140" />
    </div>
  );
}

/** The large header of a page. `hasMark` shows the crescent above the title. */
export function Hero({ title, lead, hasMark }: { title: ReactNode; lead: ReactNode; hasMark?: boolean }) {
  return (
    <header className={cx('pb-1 md:pt-6', hasMark ? 'pt-13' : 'pt-11')}>
      <HeroCrescent />
      {hasMark && <Lunula className="mb-5 w-12 text-accent" />}
      <h1 tabIndex={-1} className="hero-title">
        {title}
      </h1>
      {lead && <p className="mt-3 max-w-[32ch] text-soft">{lead}</p>}
    </header>
  );
}
