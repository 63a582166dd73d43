import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { clockOf, dateOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { shortDayName } from '#domain/wording/dates.ts';
import { counted } from '#domain/wording/numbers.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { TechnicianDisc } from '../technicians/technicians.tsx';
import { cx } from '../ui/cx.ts';
import { DayColumn, placeAt } from './day-column.tsx';
import type { DragStore } from './drag/drag-store.ts';
import { DragPreviewTime } from './drag/preview.tsx';
import { type GridDragProps, useGridDrag } from './drag/use-grid-drag.ts';
import { absenceText } from './event-text.ts';
import { firstHour, HOURS, hoursSinceOpening, isInHours, nowOn, OPEN_MINUTES } from './grid-scale.ts';
import type { AbsenceOn } from './queries.ts';
import type { GridColumn } from './view.ts';

export interface TimeGridProps extends Omit<GridDragProps, 'scroller' | 'onSwipe'> {
  now: WallTime;
  date: WallDate;
  days: readonly WallDate[];
  columns: readonly GridColumn[];
  /** The technicians whose appointments share a column. */
  technicians: readonly Technician[];
  absenceOn: AbsenceOn;
  pending: ReadonlySet<number>;
  /** The id of the appointment in the side panel. */
  selected: number | null;
  /** Whether the appointments of these days are loaded. */
  isLoaded: boolean;
  isPhone: boolean;
  onOpenDay: (day: WallDate) => void;
  onOpenWeek: () => void;
  /** Called after a swipe to the next or the previous days. */
  onStep: (step: 1 | -1) => void;
}

const NOTHING: readonly SalonAppointment[] = [];

/** Moves the columns with a finger. After a swipe the new columns slide in. */
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

/** The widths of the columns: the hours first, then the days or technicians. */
const widthsOf = (
  columns: readonly GridColumn[],
  isNarrow: (column: GridColumn) => boolean,
): CSSProperties => ({
  gridTemplateColumns: [
    'var(--times)',
    ...columns.map((column) => (isNarrow(column) ? 'var(--closed)' : 'minmax(var(--column, 0), 1fr)')),
  ].join(' '),
  ...{ '--columns': columns.length },
});

const keyOf = ({ day, technician }: GridColumn): string => `${day} ${technician?.id ?? ''}`;

/** The appointments of each column, by its key. */
function useRowsByColumn(columns: readonly GridColumn[], rows: readonly SalonAppointment[]) {
  return useMemo(() => {
    const byDay = Map.groupBy(rows, (row) => dateOf(row.start_datetime));
    const rowsOf = ({ day, technician }: GridColumn) =>
      (byDay.get(day) ?? []).filter((row) => technician === null || row.technician_id === technician.id);
    return new Map(columns.map((column) => [keyOf(column), rowsOf(column)]));
  }, [columns, rows]);
}

type Arrival = Pick<TimeGridProps, 'date' | 'days' | 'rows' | 'now' | 'isLoaded'>;

/** Scrolls to the first relevant hour and the chosen day, once per period, after its appointments have loaded. */
function useFirstHour(
  scroller: RefObject<HTMLElement | null>,
  { date, days, rows, now, isLoaded }: Arrival,
): void {
  const openedFor = useRef<readonly WallDate[]>(null);
  useEffect(() => {
    const box = scroller.current;
    if (!box || openedFor.current === days) return;
    if (isLoaded) openedFor.current = days;
    const column = box.querySelector<HTMLElement>('[data-date]:not(.is-narrow)');
    const hourPx = (column?.offsetHeight ?? 0) / (OPEN_MINUTES / 60);
    if (hourPx === 0) return;
    box.scrollTop = firstHour({ days, rows, now, hoursSeen: box.clientHeight / hourPx }) * hourPx;
    box.scrollLeft = days.indexOf(date) * (column?.offsetWidth ?? 0);
  }, [scroller, date, days, rows, now, isLoaded]);
}

/** The days as columns, with the hours 06:00-22:00. The parent must pass the view as key. */
export function TimeGrid({ onStep, ...props }: TimeGridProps) {
  const { date, days, columns, technicians, rows, now, isLoaded, absenceOn } = props;
  const { pending, selected, isPhone, onOpen, onOpenDay, onOpenWeek } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(onStep);
  const store = useGridDrag({ ...props, scroller, onSwipe: swipe.onSwipe });
  const byColumn = useRowsByColumn(columns, rows);
  useFirstHour(scroller, { date, days, rows, now, isLoaded });
  const today = dateOf(now);
  const isAlone = columns.length === 1;
  const isOfSeveral = columns.length > days.length;
  const rowsOf = (column: GridColumn) => byColumn.get(keyOf(column)) ?? NOTHING;
  const absenceIn = ({ day, technician }: GridColumn) => absenceOn(day, technician?.id);
  const isNarrow = (column: GridColumn) =>
    days.length > 1 &&
    rowsOf(column).length === 0 &&
    (isSunday(column.day) || absenceIn(column) !== undefined);
  const widths = widthsOf(columns, isNarrow);
  // a phone's toolbar already names the day, so the head only shows an absence
  const hasHeads = !(isAlone && isPhone) || columns.some((column) => absenceIn(column) !== undefined);
  const present = days.includes(today) && isInHours(now) ? now : null;
  const hasStops = hasHeads || rows.length > 0; // a focusable element that lets the keyboard scroll the grid
  return (
    <div
      ref={scroller}
      tabIndex={hasStops ? undefined : 0}
      className={cx(
        'cal-surface h-full overflow-auto',
        !isAlone && 'is-wide',
        isOfSeveral && 'is-of-several',
      )}
    >
      {hasHeads && (
        <div style={widths} className="cal-row cal-heads sticky top-0 z-5 border-b border-line bg-card">
          <span className="sticky left-0 z-1 bg-card" />
          {columns.map((column) =>
            isOfSeveral && column.technician ? (
              <TechnicianHead
                key={keyOf(column)}
                technician={column.technician}
                count={rowsOf(column).filter(({ status }) => status === 'BOOKED').length}
              />
            ) : (
              <DayHead
                key={keyOf(column)}
                day={column.day}
                isToday={column.day === today}
                isAlone={isAlone}
                isNarrow={isNarrow(column)}
                absence={absenceIn(column)}
                onOpen={isAlone ? onOpenWeek : onOpenDay}
              />
            ),
          )}
        </div>
      )}
      <div style={widths} className="cal-row relative overflow-x-clip">
        {present && !isAlone && (
          <i aria-hidden="true" style={placeAt(now)} className="cal-at inset-x-0 h-px bg-error/35" />
        )}
        <Hours now={present} store={store} />
        <div
          ref={swipe.track}
          key={days[0]}
          data-from={swipe.from}
          className="cal-arrive col-[2/-1] grid grid-cols-subgrid"
        >
          {columns.map((column) => (
            <DayColumn
              key={keyOf(column)}
              {...{ column, technicians, isOfSeveral, today, absenceOn, pending, selected, store, onOpen }}
              rows={rowsOf(column)}
              now={nowOn(column.day, now)}
              isNarrow={isNarrow(column)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The head of a technician's column. */
function TechnicianHead({ technician, count }: { technician: Technician; count: number }) {
  return (
    <div
      data-hue={technician.hue}
      className="flex min-w-0 items-center gap-2 border-b-3 border-(--hue) border-l border-l-line px-2 lg:px-3"
    >
      <TechnicianDisc technician={technician} />
      <b className="line-clamp-2 min-w-0 font-display text-body/5 font-medium wrap-break-word lg:text-h3">
        {technician.name}
      </b>
      <span className="ml-auto text-small whitespace-nowrap text-soft max-md:sr-only">
        {counted(count, APPOINTMENTS)}
      </span>
    </div>
  );
}

interface DayHeadProps {
  day: WallDate;
  isToday: boolean;
  isAlone: boolean;
  isNarrow: boolean;
  absence: string | undefined;
  onOpen: (day: WallDate) => void;
}

/** The header of a day column with its absence. A click opens the day, or the week if it is the only column. */
function DayHead({ day, isToday, isAlone, isNarrow, absence, onOpen }: DayHeadProps) {
  const isAbsent = absence !== undefined;
  const isStacked = isNarrow || (isAbsent && !isAlone);
  return (
    <button
      type="button"
      aria-current={isToday ? 'date' : undefined}
      title={isAbsent ? absenceText(absence) : undefined}
      onClick={() => onOpen(day)}
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
      {isAbsent && !isNarrow && (
        <span className="min-w-0 max-w-full truncate px-1 text-label font-medium text-link">
          {isAlone ? absenceText(absence) : 'Odsustvo'}
        </span>
      )}
    </button>
  );
}

const NEAR_HOURS = 0.35; // hides an hour's label this close to the current time, which would cover half of it

/** The labels of the hours, and the current time if one of the days is today. */
function Hours({ now, store }: { now: WallTime | null; store: DragStore }) {
  const present = now && hoursSinceOpening(now);
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
            style={placeAt(now)}
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
