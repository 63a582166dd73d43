import { X } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { dateOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { cx } from '../ui/cx.ts';
import { EVENT_LOOKS, eventInWords, WITHHELD_LOOK } from './block/event-text.ts';
import { fittedLines, type Line } from './block/fitted-lines.ts';
import { widthsIn } from './block/text-width.ts';
import type { DragStore } from './drag/drag-store.ts';
import { DragPreview } from './drag/preview.tsx';
import {
  type GridScale,
  hoursSinceOpening,
  isInHours,
  linesThatFit,
  placeOf,
  wordsPx,
} from './grid-scale.ts';
import { placedOn } from './lanes.ts';

interface EventBlockProps {
  row: SalonAppointment;
  lane: number | null;
  lanesBeside: number;
  isNow: boolean;
  /** Not saved yet: it can't be dragged. */
  isPending: boolean;
  /** A free one that nobody is offered. */
  isWithheld: boolean;
  scale: GridScale;
  onOpen: (id: number) => void;
}

/** In rem, as the classes below have them. */
const LARGE_FACES = { name: 1, text: 0.875 };
const SMALL_FACES = { name: 0.875, text: 0.8125 };

function linesOf({ row, lanesBeside, isWithheld, scale }: EventBlockProps, maxLines: number): Line[] {
  const { isLarge, remPx, family } = scale;
  const faces = isLarge ? LARGE_FACES : SMALL_FACES;
  const widthOf = widthsIn({ family, namePx: faces.name * remPx, textPx: faces.text * remPx });
  return fittedLines(row, { px: wordsPx(lanesBeside, scale), lines: maxLines, isLarge, widthOf }, isWithheld);
}

/** Lines that were chosen to fit: none is broken again, and only what was left over is cut. */
function Lines({
  lines,
  isLarge,
  isStruck,
}: {
  lines: readonly Line[];
  isLarge: boolean;
  isStruck: boolean;
}) {
  const nameFace = cx(
    isLarge ? 'text-body/[1.125rem]' : 'text-small/[1rem] md:text-small/[1.0625rem]',
    isStruck ? 'font-medium line-through' : 'font-bold',
  );
  return (
    <span
      className={cx(
        'cal-lines',
        lines.length === 1 && 'is-one',
        isLarge ? 'text-small/[1.125rem]' : 'text-label/[1rem] md:text-label/[1.0625rem]',
      )}
    >
      {lines.map((line) => (
        <span key={line.map(({ text }) => text).join(' ')} className="block truncate tabular-nums">
          {line.map(({ text, face }) => (
            <span key={text} className={face === 'name' ? nameFace : undefined}>
              {`${text} `}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}

/** One appointment in the time grid. Its place is CSS, so that a drag of another one does not draw it anew. */
const EventBlock = memo(function EventBlock(props: EventBlockProps) {
  const { row, lane, lanesBeside, isNow, isPending, isWithheld, scale, onOpen } = props;
  const { isLarge } = scale;
  const { top, hours } = placeOf(row);
  const maxLines = linesThatFit(hours, scale);
  const isStrip = lane !== null;
  const isStored = row.id > 0; // one that is just being added has no id yet
  const canMove = isStored && actionRefusal('move', row, 'ADMIN', row.start_datetime) === undefined;
  const place = { '--s': top, '--d': hours, '--beside': lanesBeside, '--strip': lane ?? 0 } as CSSProperties;
  const words = eventInWords(row, isWithheld);
  return (
    <button
      type="button"
      data-appointment-id={row.id}
      data-movable={canMove || undefined}
      aria-label={words}
      aria-busy={isPending || undefined}
      title={isStrip || !isLarge ? words : undefined}
      onClick={() => !isPending && onOpen(row.id)}
      style={place}
      className={cx(
        'cal-at cal-event flex flex-col rounded-event text-left hover:brightness-105',
        isWithheld ? WITHHELD_LOOK : EVENT_LOOKS[row.status],
        isStrip ? 'is-strip z-2 justify-start pt-1' : 'z-1',
        !isStrip && (maxLines === 1 ? 'py-0' : isLarge ? 'py-0.5 max-md:py-1.5' : 'py-0.5'),
        isNow && 'outline-2 -outline-offset-2 outline-error',
        isPending && 'animate-breathe',
      )}
    >
      {isStrip ? (
        <X aria-hidden="true" size={14} className="self-center" />
      ) : (
        <Lines lines={linesOf(props, maxLines)} isLarge={isLarge} isStruck={row.status === 'CANCELLED'} />
      )}
    </button>
  );
});

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
