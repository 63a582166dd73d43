import type { ReactNode } from 'react';
import { t } from '#domain/language/translate.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { dayInWords, dayInWordsWithYear } from '#domain/wording/dates.ts';
import { cx } from '../../ui/cx.ts';
import { useToday } from '../clock/clock.ts';

const POINT = 'absolute left-1 size-2.75 rounded-full';

/** The old and the new time of a moved booking, one below the other on a rail. */
export function Rail({
  from,
  to,
  day,
  children,
}: Record<'from' | 'to', string> & { day: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <div className="relative pl-9 text-soft">
        <i aria-hidden="true" className={cx(POINT, 'top-1.5 shadow-[inset_0_0_0_1.5px_var(--color-edge)]')} />
        <i
          aria-hidden="true"
          className="absolute top-5 -bottom-7 left-[calc(var(--spacing)*2.375-0.75px)] border-l-[1.5px] border-dotted border-edge"
        />
        <p>
          <span className="sr-only">{`${t('Od')} `}</span>
          <s className="decoration-1 tabular-nums">{from}</s>
        </p>
        <p className="text-small">{day}</p>
      </div>
      <div className="relative pl-9">
        <i aria-hidden="true" className={cx(POINT, 'top-3.5 bg-accent')} />
        <p className="time-xl">
          <span className="sr-only">{`${t('Do')} `}</span>
          {to}
        </p>
        {children}
      </div>
    </div>
  );
}

/** From which start to which the salon has moved a booking. */
export function MovedRail({ from, to }: Record<'from' | 'to', WallTime>) {
  const today = useToday();
  return (
    <Rail from={clockOf(from)} to={clockOf(to)} day={dayInWords(dateOf(from), today)}>
      <p>{dayInWordsWithYear(dateOf(to))}</p>
    </Rail>
  );
}
