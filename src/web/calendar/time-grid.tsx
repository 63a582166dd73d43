import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { clockOf, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { shortDayName } from '#domain/wording/dates.ts';
import { counted } from '#domain/wording/numbers.ts';
import { useSalon } from '../lib/queries/queries.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { TechnicianDisc } from '../technicians/technicians.tsx';
import { cx } from '../ui/cx.ts';
import { DayColumn, type DayColumnProps, placeAt } from './day-column.tsx';
import { type DragStore, type GridDragProps, useDrag, useGridDrag } from './drag/use-grid-drag.ts';
import { absenceText } from './event-text.ts';
import { firstHour, HOURS, hoursSinceOpening, isInHours, OPEN_HOURS } from './grid-scale.ts';
import { afterLayout, type GridColumn, type Steps, type ViewProps } from './view.ts';

export interface TimeGridProps
  extends ViewProps,
    Pick<DayColumnProps, 'pending' | 'selected'>,
    Omit<GridDragProps, 'onSwipe' | 'isSplit'> {
  columns: readonly GridColumn[];
  isLoaded: boolean;
}

/** Lets the columns follow a finger. After a swipe the new columns slide in, starting at the offset `from`. */
function useSwipe(go: Steps) {
  const track = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<string>();
  const onSwipe = (px: number, step: 1 | -1 | 0 | null) => {
    if (track.current) track.current.style.translate = step === null ? `${px}px` : '';
    if (step !== 1 && step !== -1) return;
    setFrom(step === 1 ? '48px' : '-48px');
    go.step(step);
  };
  return { track, from, onSwipe };
}

const widthsOf = (columns: readonly GridColumn[]): CSSProperties => ({
  gridTemplateColumns: [
    'var(--times)',
    ...columns.map(({ isNarrow }) => (isNarrow ? 'var(--closed)' : 'minmax(var(--column, 0), 1fr)')),
  ].join(' '),
  ...{ '--columns': columns.length },
});

/** Scrolls to the first relevant hour and the chosen day, once per period, after its appointments have loaded. */
function useFirstHour(
  scroller: RefObject<HTMLElement | null>,
  { date, days, rows, now, isLoaded }: TimeGridProps,
): void {
  const openedFor = useRef<readonly WallDate[]>(null);
  useEffect(() => {
    const box = scroller.current;
    if (!box || openedFor.current === days) return;
    return afterLayout(box, () => {
      if (isLoaded) openedFor.current = days;
      const column = box.querySelector<HTMLElement>('[data-date]:not(.is-narrow)');
      if (!column) return;
      const hourPx = column.offsetHeight / OPEN_HOURS;
      box.scrollTop = firstHour({ days, rows, now }, box.clientHeight / hourPx) * hourPx;
      box.scrollLeft = days.indexOf(date) * column.offsetWidth;
    });
  }, [scroller, date, days, rows, now, isLoaded]);
}

/** The days as columns, with the hours 06:00-22:00. The parent must pass the view as React key. */
export function TimeGrid(props: TimeGridProps) {
  const { days, columns, rows, now, isPhone } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(props.go);
  const isSplit = useSalon().data?.split_slots === 1;
  const store = useGridDrag(scroller, { ...props, isSplit, onSwipe: swipe.onSwipe });
  useFirstHour(scroller, props);
  const today = dateOf(now);
  const isAlone = columns.length === 1;
  const isOfSeveral = columns.length > days.length;
  const widths = widthsOf(columns);
  const row = cx(
    'grid',
    isOfSeveral ? 'min-w-[calc(var(--times)+var(--columns)*var(--column))]' : !isAlone && 'min-w-max',
  );
  // on a phone the toolbar names the day, so a column needs a head only to show an absence or a holiday
  const hasHeads = !(isAlone && isPhone) || columns.some(({ absence, holiday }) => absence ?? holiday);
  const present = days.includes(today) && isInHours(now) ? now : null;
  const hasStops = hasHeads || rows.length > 0; // this focusable element lets the keyboard scroll the grid
  return (
    <div
      ref={scroller}
      tabIndex={hasStops ? undefined : 0}
      className={cx(
        'h-full touch-pan-y data-dragging:cursor-ns-resize data-[dragging=move]:cursor-grabbing overflow-auto select-none [-webkit-touch-callout:none]',
        !isAlone && 'touch-pan-x',
        isOfSeveral && '[--column:7rem] max-md:[--column:calc((100vw-var(--times))/3)]',
      )}
    >
      {hasHeads && (
        <div
          style={widths}
          className={cx(
            'sticky top-0 z-5 min-h-(--head) border-b border-line bg-card',
            isAlone && 'max-md:min-h-[2.5rem]',
            row,
          )}
        >
          <span className="sticky left-0 z-1 bg-card" />
          {columns.map((column) =>
            isOfSeveral && column.technician ? (
              <TechnicianHead key={column.key} technician={column.technician} rows={column.rows} />
            ) : (
              <DayHead key={column.key} {...props} {...{ column, isAlone }} />
            ),
          )}
        </div>
      )}
      <div style={widths} className={cx('relative overflow-x-clip', row)}>
        {present && !isAlone && (
          <i aria-hidden="true" style={placeAt(now)} className="cal-at inset-x-0 h-px bg-error/35" />
        )}
        <Hours now={present} store={store} />
        <div
          ref={swipe.track}
          key={days[0]}
          style={{ '--arrive': swipe.from } as CSSProperties}
          className={cx(
            'col-[2/-1] grid grid-cols-subgrid',
            swipe.from && 'motion-safe:animate-[cal-arrive_160ms_ease-out]',
          )}
        >
          {columns.map((column) => (
            <DayColumn key={column.key} {...props} {...{ column, isOfSeveral, store }} />
          ))}
        </div>
      </div>
    </div>
  );
}

function TechnicianHead({ technician, rows }: Pick<TimeGridProps, 'rows'> & { technician: Technician }) {
  return (
    <div
      data-hue={technician.hue}
      className="@container flex min-w-0 items-center gap-x-2 border-b-3 border-(--hue) max-md:flex-wrap max-md:py-1 border-l border-l-line px-2 lg:px-3"
    >
      <TechnicianDisc technician={technician} />
      <b className="line-clamp-2 min-w-0 font-display text-body/[1.25rem] font-medium wrap-break-word max-md:max-w-full max-md:min-w-min max-md:flex-1 max-md:basis-[2.5rem] @max-[4rem]:line-clamp-3 @max-[4rem]:min-w-0 @max-[4rem]:basis-full @max-[4rem]:text-small lg:text-h3">
        {technician.name}
      </b>
      <span className="ml-auto text-small whitespace-nowrap text-soft max-md:sr-only">
        {counted(rows.filter(({ status }) => status === 'BOOKED').length, APPOINTMENTS)}
      </span>
    </div>
  );
}

const shortReason = ({ absence, holiday }: GridColumn) => (absence ? 'Odsustvo' : holiday);

/** The header of a day column with its absence or holiday. A click opens the day, or the week if the day is the only column. */
function DayHead({ column, isAlone, now, go }: TimeGridProps & { column: GridColumn; isAlone: boolean }) {
  const { day, absence, holiday, isNarrow } = column;
  const isToday = day === dateOf(now);
  const reasons = [absence && absenceText(absence), holiday].filter(Boolean).join(', ');
  const isStacked = isNarrow || (reasons !== '' && !isAlone);
  return (
    <button
      type="button"
      aria-current={isToday ? 'date' : undefined}
      title={reasons || undefined}
      onClick={() => (isAlone ? go.toView('week') : go.openDay(day))}
      className={cx(
        'flex h-full w-full min-w-0 flex-wrap content-center items-center justify-center gap-x-1.5 text-small font-medium whitespace-nowrap -outline-offset-4 transition-colors hover:bg-blush',
        isToday ? 'text-link' : 'text-soft',
        isNarrow && 'flex-col lg:flex-row',
      )}
    >
      <span
        className={cx(
          'flex items-center gap-1.5',
          isAlone && 'max-md:hidden',
          isNarrow && 'flex-col gap-0 text-label/[1rem] lg:flex-row lg:gap-1.5',
        )}
      >
        {shortDayName(day)}{' '}
        <b
          className={cx(
            'font-display font-medium lining-nums',
            isStacked ? 'text-body/[1.25rem] lg:text-[1.25rem]' : 'text-[1.25rem]/[2rem]',
            isToday ? 'grid min-w-[2rem] place-items-center rounded-pill bg-accent text-white' : 'text-ink',
          )}
        >
          {Number(day.slice(8))}
        </b>
      </span>
      {reasons && !isNarrow && (
        <span
          className={cx(
            'min-w-0 max-w-full truncate px-1 text-label font-medium text-link',
            !isAlone && 'w-full contain-inline-size',
          )}
        >
          {isAlone ? reasons : shortReason(column)}
        </span>
      )}
    </button>
  );
}

const NEAR_HOURS = 0.35; // an hour's label this close to the current time is hidden, because the label 'now' would cover half of it

function Hours({ now, store }: { now: WallTime | null; store: DragStore }) {
  const present = now && hoursSinceOpening(now);
  const dragged = useDrag(store)?.shown[0].start_datetime;
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
        {now && (
          <time
            style={placeAt(now)}
            className="cal-at right-1 -mt-2.25 rounded-pill bg-error px-1.5 text-label/[1.125rem] font-semibold text-card"
          >
            {clockOf(now)}
          </time>
        )}
        {dragged && (
          <span
            aria-hidden="true"
            style={placeAt(dragged)}
            className="cal-at right-1 z-2 -mt-2.25 rounded-pill bg-ink px-1.5 text-label/[1.125rem] font-semibold text-paper tabular-nums shadow-[0_0_0_3px_var(--color-card)]"
          >
            {clockOf(dragged)}
          </span>
        )}
      </div>
    </div>
  );
}
