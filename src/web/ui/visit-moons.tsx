import { cx } from './cx.ts';

interface VisitMoonsProps {
  visits: number;
  left: number;
  /** Whether the next visit is about to be taken. */
  isNextMarked?: boolean;
}

/** The visits of a package as moons: used ones are empty, the others full. The text beside them says the same. */
export function VisitMoons({ visits, left, isNextMarked = false }: VisitMoonsProps) {
  const used = visits - left;
  return (
    <span aria-hidden="true" className="mt-1 flex flex-wrap gap-1.5">
      {Array.from({ length: visits }, (_, n) => n).map((n) => (
        <i
          key={n}
          className={cx(
            'size-3 rounded-full border-2',
            n < used ? 'border-edge' : n === used && isNextMarked ? 'border-link' : 'border-link bg-link',
          )}
        />
      ))}
    </span>
  );
}
