import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { shortDayName } from '#domain/wording/dates.ts';
import { cx } from '../ui/cx.ts';
import { DayColumn } from './day-column.tsx';
import type { DragStore } from './drag/drag-store.ts';
import { DragPreviewTime } from './drag/preview.tsx';
import { type GridDragProps, useGridDrag } from './drag/use-grid-drag.ts';
import { HOURS, hoursSinceOpening, OPEN_MINUTES } from './grid-scale.ts';

export interface TimeGridProps extends Omit<GridDragProps, 'scroller' | 'onSwipe'> {
  now: WallTime;
  absenceOn: (day: WallDate) => string | undefined;
  pending: ReadonlySet<number>;
  isPhone: boolean;
  onOpenDay: (day: WallDate) => void;
  onOpenWeek: () => void;
  /** A finger went on to the next days or back. */
  onStep: (step: 1 | -1) => void;
}

const NOTHING: readonly SalonAppointment[] = [];

/** The columns follow a finger sideways, and the next ones come from where it went. */
function useSwipe(onStep: (step: 1 | -1) => void) {
  const track = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<'left' | 'right'>();
  const onSwipe = (px: number, step: 1 | -1 | 0 | null) => {
    if (track.current) track.current.style.translate = step === null ? `${px}px` : '';
    if (step !== 1 && step !== -1) return;
    setFrom(step === 1 ? 'right' : 'left');
    onStep(step);
  };
  return { track, from, onSwipe };
}

/** Days side by side over the hours 06:00-22:00. Another view is another grid: give it the view as key. */
export function TimeGrid({ onStep, ...props }: TimeGridProps) {
  const { days, rows, now, absenceOn, pending, isPhone, onOpen, onOpenDay, onOpenWeek } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(onStep);
  const store = useGridDrag({ ...props, scroller, onSwipe: swipe.onSwipe });
  const byDay = useMemo(() => Map.groupBy(rows, (row) => dateOf(row.start_datetime)), [rows]);
  const [arrival] = useState({ days, now });
  useEffect(() => {
    if (scroller.current) scrollToFirstHour(scroller.current, arrival.days, arrival.now);
  }, [arrival]);
  const today = dateOf(now);
  const isAlone = days.length === 1;
  const columns = { '--days': days.length } as CSSProperties;
  return (
    <div
      ref={scroller}
      className={cx('cal-surface h-full overflow-auto overscroll-contain', !isAlone && 'is-wide')}
    >
      <div style={columns} className="cal-row sticky top-0 z-5 h-(--head) border-b border-line bg-card">
        <span className="sticky left-0 z-1 bg-card" />
        {days.map((day) => (
          <DayHead key={day} day={day} isToday={day === today} onOpen={isAlone ? onOpenWeek : onOpenDay} />
        ))}
      </div>
      <div style={columns} className="cal-row overflow-x-clip">
        <Hours now={days.includes(today) ? now : null} store={store} />
        <div
          ref={swipe.track}
          key={days[0]}
          data-from={swipe.from}
          className="cal-arrive col-[2/-1] grid grid-cols-subgrid"
        >
          {days.map((day) => (
            <DayColumn
              key={day}
              day={day}
              rows={byDay.get(day) ?? NOTHING}
              today={today}
              now={day === today ? now : null}
              absence={absenceOn(day)}
              pending={pending}
              isPhone={isPhone}
              isAlone={isAlone}
              store={store}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const USUAL_HOURS = 1.5; // 07:30: the first appointments of a day come into view
const HOURS_BEFORE_NOW = 1;

/** Where the grid does not fit its box it begins at what matters: the present moment, else the morning. */
function scrollToFirstHour(scroller: HTMLElement, days: readonly WallDate[], now: WallTime): void {
  const columns = scroller.querySelectorAll<HTMLElement>('[data-date]');
  const today = days.indexOf(dateOf(now));
  const hourPx = (columns[0]?.offsetHeight ?? 0) / (OPEN_MINUTES / 60);
  const hours = today === -1 ? USUAL_HOURS : Math.max(0, hoursSinceOpening(now) - HOURS_BEFORE_NOW);
  scroller.scrollTop = hours * hourPx;
  if (today > 0) scroller.scrollLeft = today * (columns[0]?.offsetWidth ?? 0);
}

/** The head of a day's column; among several it leads to its day, alone back to its week. */
function DayHead({
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

const NEAR_HOURS = 0.35; // an hour's number under the present moment would be half covered

/** The hours, and the present moment among them when it is on the screen. */
function Hours({ now, store }: { now: WallTime | null; store: DragStore }) {
  const present = now === null ? null : hoursSinceOpening(now);
  return (
    <div className="sticky left-0 z-4 bg-card">
      <div className="cal-column border-l-0 before:hidden">
        {HOURS.map((clock, index) => (
          <span
            key={clock}
            style={{ '--s': index } as CSSProperties}
            className={cx(
              'cal-at right-2.5 -mt-2 text-label text-soft tabular-nums',
              present !== null && Math.abs(present - index) < NEAR_HOURS && 'invisible',
            )}
          >
            {clock}
          </span>
        ))}
        {now && present !== null && (
          <time
            style={{ '--s': present } as CSSProperties}
            className="cal-at right-1 -mt-2.25 rounded-pill bg-error px-1.5 text-label/[1.125rem] font-semibold text-card"
          >
            {clockOf(now)}
          </time>
        )}
        <DragPreviewTime store={store} />
      </div>
    </div>
  );
}
