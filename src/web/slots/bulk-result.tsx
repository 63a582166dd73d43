import { CircleCheck, X } from 'lucide-react';
import { displayDateTime } from '#domain/wording/dates.ts';
import { IconButton } from '../ui/button.tsx';
import type { BulkResponse } from './bulk.ts';

/** How many, in a sentence, and those that were not. */
export interface Outcome extends Pick<BulkResponse, 'refused'> {
  readonly text: string;
}

/** How many were changed, and which ones were not and why. */
export function BulkResult({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { text, refused } = outcome;
  return (
    <div
      role="status"
      className="mb-6 flex items-start gap-2.5 rounded-card border border-line bg-card py-2 pr-2 pl-4"
    >
      <CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} className="mt-3 shrink-0 text-ok" />
      <div className="min-w-0 flex-1 py-2.5">
        <p className="font-medium">{text}</p>
        <ul className="mt-1 text-small text-soft empty:hidden">
          {refused.map(({ id, start_datetime, error }) => (
            <li key={id}>
              {start_datetime && <span className="tabular-nums">{displayDateTime(start_datetime)}: </span>}
              {error}
            </li>
          ))}
        </ul>
      </div>
      <IconButton icon={X} label="Zatvori" onClick={onClose} />
    </div>
  );
}
