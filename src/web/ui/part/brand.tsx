import { Link, type To } from 'react-router';
import { Lunula } from './lunula.tsx';

/** The mark and the name, at the top of a page. Without a name yet it keeps its room. */
export function Brand({ name, to }: { name: string | undefined; to: To }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 min-w-0 items-center gap-2.5 font-display text-h2 font-medium tracking-[-0.01em]"
    >
      <Lunula />
      <span className="min-w-0 wrap-break-word">{name}</span>
    </Link>
  );
}
