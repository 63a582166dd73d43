import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Lunula } from './lunula.tsx';

/** The large crescent behind the top right corner of a welcome. */
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

export interface HeroProps {
  title: ReactNode;
  lead?: ReactNode;
  /** The mark above the title. */
  hasMark?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A page's large beginning: crescent, title, a line, what to do. */
export function Hero({ title, lead, hasMark, className = 'pt-11 md:pt-6', children }: HeroProps) {
  return (
    <header className={cx('pb-1', className)}>
      <HeroCrescent />
      {hasMark && <Lunula className="mb-5 w-12 text-accent" />}
      <h1 tabIndex={-1} className="hero-title">
        {title}
      </h1>
      {lead && <p className="mt-3 max-w-[32ch] text-soft">{lead}</p>}
      {children && <div className="mt-6">{children}</div>}
    </header>
  );
}
