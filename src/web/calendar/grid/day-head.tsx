import type { WallDate } from '#salon/salon-time.ts';
import { shortDayName } from '#salon/serbian-dates.ts';
import { cx } from '../../ui/cx.ts';

/** The head of a day's column; among several it leads to its day, alone back to its week. */
export function DayHead({
  day,
  isToday,
  onOpen,
}: {
  day: WallDate;
  isToday: boolean;
  onOpen: (day: WallDate) => void;
}) {
  return (
    <button
      type="button"
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onOpen(day)}
      className={cx(
        'flex h-full w-full items-center justify-center gap-1.5 text-small font-medium whitespace-nowrap -outline-offset-4 transition-colors hover:bg-blush',
        isToday ? 'text-link' : 'text-soft',
      )}
    >
      {shortDayName(day)}{' '}
      <b
        className={cx(
          'font-display text-[1.25rem]/8 font-medium lining-nums',
          isToday ? 'grid min-w-8 place-items-center rounded-pill bg-accent text-white' : 'text-ink',
        )}
      >
        {Number(day.slice(8))}
      </b>
    </button>
  );
}
