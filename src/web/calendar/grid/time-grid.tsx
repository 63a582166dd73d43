import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf, type WallDate, type WallTime } from '#salon/salon-time.ts';
import { cx } from '../../ui/cx.ts';
import { type GridDragProps, useGridDrag } from '../drag/use-grid-drag.ts';
import { showWhatMatters } from './arrival.ts';
import { DayColumn } from './day-column.tsx';
import { DayHead } from './day-head.tsx';
import { Hours } from './hours.tsx';

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

const NOTHING: readonly Appointment[] = [];

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
    if (scroller.current) showWhatMatters(scroller.current, arrival.days, arrival.now);
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
