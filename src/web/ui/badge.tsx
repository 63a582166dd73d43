import { BADGE_MAX_COUNT } from '#domain/limits.ts';
import { cx } from './cx.ts';

const SHAPE =
  'inline-grid min-h-5 min-w-5 shrink-0 place-items-center rounded-pill px-1.5 text-label/[1.25rem] font-semibold tabular-nums';

/** A count: nothing for 0, '99+' above 99 (docs/spec/product.md §9.2). Hidden from screen readers: the label describes it. */
export function Badge(props: { count: number; isQuiet?: boolean; className?: string }) {
  const { count, isQuiet, className } = props;
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className={cx(SHAPE, isQuiet ? 'bg-line text-ink' : 'bg-accent text-white', className)}
    >
      {count > BADGE_MAX_COUNT ? `${BADGE_MAX_COUNT}+` : count}
    </span>
  );
}
