import { type CSSProperties, memo } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { dateOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { cx } from '../ui/cx.ts';
import { EventBlock } from './block/event-block.tsx';
import type { DragStore } from './drag/drag-store.ts';
import { DragPreview } from './drag/preview.tsx';
import { type GridScale, hoursSinceOpening, isInHours } from './grid-scale.ts';
import { placedOn } from './lanes.ts';

export interface DayColumnProps {
  day: WallDate;
  rows: readonly SalonAppointment[];
  today: WallDate;
  /** The salon's clock, in today's column only. */
  now: WallTime | null;
  /** Why the salon is absent that day; undefined: it is not. */
  absence: string | undefined;
  /** Closed, and nothing stands on it. */
  isNarrow: boolean;
  /** Ids that are being saved. */
  pending: ReadonlySet<number>;
  scale: GridScale;
  store: DragStore;
  onOpen: (id: number) => void;
}

const isRunning = (
  { status, start_datetime, end_datetime }: SalonAppointment,
  now: WallTime | null,
): boolean => now !== null && status === 'BOOKED' && start_datetime <= now && now < end_datetime;

/** The present moment, behind the blocks: nothing crosses a name. */
function NowLine({ now }: { now: WallTime }) {
  return (
    <i
      aria-hidden="true"
      style={{ '--s': hoursSinceOpening(now) } as CSSProperties}
      className="cal-at pointer-events-none inset-x-0 -mt-px h-0.5 bg-error before:absolute before:-top-1 before:-left-[5px] before:size-2.5 before:rounded-pill before:bg-error before:content-['']"
    />
  );
}

/** A day of the time grid: its hours, what shades it, the present moment, its appointments by time. */
export const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { day, rows, today, now, absence, isNarrow, pending, scale, store, onOpen } = props;
  const isAbsent = absence !== undefined;
  return (
    <section
      data-date={day}
      aria-label={dayInWords(day, today)}
      className={cx(
        'cal-column',
        now && 'is-today',
        (isAbsent || isSunday(day)) && 'is-shut',
        isNarrow && 'is-narrow',
      )}
    >
      {now && dateOf(now) === day && isInHours(now) && <NowLine now={now} />}
      {placedOn(rows).map(({ row, lane, lanesBeside }) => (
        <EventBlock
          key={row.id}
          row={row}
          lane={lane}
          lanesBeside={lanesBeside}
          isNow={isRunning(row, now)}
          isPending={pending.has(row.id)}
          isWithheld={isAbsent && row.status === 'AVAILABLE'}
          scale={scale}
          onOpen={onOpen}
        />
      ))}
      <DragPreview store={store} day={day} />
    </section>
  );
});
