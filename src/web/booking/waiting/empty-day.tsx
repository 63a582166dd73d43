import type { WallDate } from '#salon/salon-time.ts';
import { dayInWords } from '#salon/serbian-dates.ts';
import { EmptyState } from '../../ui/part/empty-state.tsx';
import type { Guest } from '../choose/use-guest.ts';
import { WaitForDay } from './wait-for-day.tsx';

export interface EmptyDayProps {
  date: WallDate;
  firstFree: WallDate | undefined;
  guest: Guest;
  onJump: (date: WallDate) => void;
}

/** A day without free slots: where there are some, and the waiting list. */
export function EmptyDay({ date, firstFree, guest, onJump }: EmptyDayProps) {
  return (
    <div className="-mx-5 pt-2">
      <EmptyState title="Nema slobodnih termina za izabrani datum.">
        {firstFree && (
          <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-soft">
            Prvi slobodan dan:{' '}
            <button
              type="button"
              onClick={() => onJump(firstFree)}
              className="min-h-11 whitespace-nowrap text-link-inline"
            >
              {dayInWords(firstFree)}
            </button>
          </p>
        )}
        <WaitForDay key={date} date={date} guest={guest} />
      </EmptyState>
    </div>
  );
}
