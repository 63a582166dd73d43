import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { cx } from './cx.ts';

const SHAPE =
  'relative inline-grid size-11 shrink-0 place-items-center rounded-card border transition-colors hover:bg-blush disabled:text-soft disabled:hover:bg-transparent';
const PLAIN = 'border-transparent';
const EDGED = 'border-edge bg-card';

interface Look {
  icon: LucideIcon;
  /** Its name: an icon says nothing to a screen reader. */
  label: string;
  /** What the badge says, or whom it is about; beside the name, not part of it. */
  description?: string;
  isEdged?: boolean;
  className?: string;
}

const looks = (isEdged: boolean | undefined, className: string | undefined): string =>
  cx(SHAPE, isEdged ? EDGED : PLAIN, className);

export function IconButton({
  icon: Icon,
  label,
  description,
  isEdged,
  className,
  ...rest
}: Look & Omit<ComponentProps<'button'>, 'aria-label' | 'aria-description'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-description={description}
      className={looks(isEdged, className)}
    >
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
    </button>
  );
}

/** Its name is text, not aria-label: beside a badge's number a label would contradict what is seen (WCAG 2.5.3). */
export function IconLink({
  icon: Icon,
  label,
  description,
  isEdged,
  className,
  badge,
  to,
}: Look & { to: To; badge?: ReactNode }) {
  return (
    <Link to={to} aria-description={description} className={looks(isEdged, className)}>
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
      <span className="sr-only">{label}</span>
      {badge}
    </Link>
  );
}

/** For `tel:` and other addresses outside the app. */
export function IconAnchor({
  icon: Icon,
  label,
  description,
  isEdged,
  className,
  href,
}: Look & { href: string }) {
  return (
    <a href={href} aria-label={label} aria-description={description} className={looks(isEdged, className)}>
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
    </a>
  );
}
