import { CircleCheck, X } from 'lucide-react';
import { dateOf } from '#domain/wall-clock.ts';
import { shortMoment } from '#domain/wording/near-days.ts';
import { useToday } from '../lib/clock/clock.ts';
import { IconButton } from '../ui/button.tsx';
import type { BulkResponse } from './bulk.ts';

/** The result of an action on several appointments: a sentence, and the refused appointments. */
export interface Outcome extends Pick<BulkResponse, 'refused'> {
  readonly text: string;
}

/** Shows the result, and why each refused appointment was not changed. */
export function BulkResult({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { text, refused } = outcome;
  const today = useToday();
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
              {start_datetime && (
                <span className="tabular-nums">
                  {shortMoment(start_datetime, today ?? dateOf(start_datetime))}:{' '}
                </span>
              )}
              {error}
            </li>
          ))}
        </ul>
      </div>
      <IconButton icon={X} label="Zatvori" onClick={onClose} />
    </div>
  );
}
