import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FactProps {
  icon: LucideIcon;
  /** Small, under it. */
  note?: ReactNode;
  children: ReactNode;
}

/** A line of a list of facts: icon, words, a note. */
export function Fact({ icon: Icon, note, children }: FactProps) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-soft" />
      <span className="min-w-0 wrap-break-word">
        {children}
        {note && <span className="block text-small text-soft">{note}</span>}
      </span>
    </li>
  );
}
