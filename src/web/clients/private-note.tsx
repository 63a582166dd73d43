import { StickyNote } from 'lucide-react';
import { cx } from '../ui/cx.ts';

/** The label of the note that everybody in the salon sees. */
export const FOR_STAFF = 'Za sve u salonu';

interface PrivateNoteProps {
  text: string;
  label: string;
  /** Whether the label is visible. */
  isLabelled?: boolean;
  className?: string;
}

/** A note about a person. Screen readers read `label` before it. */
export function PrivateNote({ text, label, isLabelled, className }: PrivateNoteProps) {
  return (
    <p className={cx('flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small', className)}>
      <StickyNote className="shrink-0 text-link" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">
        <span className={isLabelled ? 'text-soft' : 'sr-only'}>{label}: </span>
        {text}
      </span>
    </p>
  );
}
