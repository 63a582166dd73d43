import { X } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments.ts';
import { cx } from '../ui/cx.ts';
import {
  detailsOfEvent,
  EVENT_LOOKS,
  eventInWords,
  factsInLines,
  timeOfEvent,
  titleOfEvent,
} from './event-text.ts';
import { type BlockSize, linesThatFit, placeOf } from './grid-scale.ts';

export interface EventBlockProps extends BlockSize {
  row: SalonAppointment;
  lane: number | null;
  lanesBeside: number;
  isNow: boolean;
  /** Not saved yet: it can't be dragged. */
  isPending: boolean;
  onOpen: (id: number) => void;
}

interface LinesProps {
  row: SalonAppointment;
  /** How many lines fit in the block. */
  maxLines: number;
  isLarge: boolean;
}

/** Under the name: where a block is wide all of it, else as much as fits. */
function linesUnderName({ row, maxLines, isLarge }: LinesProps): string[] {
  if (isLarge) return factsInLines(row, Math.max(1, maxLines - 1));
  return maxLines === 1 ? [timeOfEvent(row)] : [timeOfEvent(row), ...detailsOfEvent(row)];
}

/** The name first, whole where there is room, then the time, then the rest: as many whole lines as fit. */
function Lines(props: LinesProps) {
  const { row, maxLines, isLarge } = props;
  const isOneLine = maxLines === 1;
  const lines = linesUnderName(props);
  const nameLines = Math.max(1, maxLines - (isLarge ? lines.length : 1)); // the time is never pushed out
  return (
    <span
      className={cx(
        'cal-lines',
        isOneLine && 'is-one',
        isLarge ? 'text-small/[1.125rem]' : 'text-label/[1rem] md:text-label/[1.0625rem]',
      )}
    >
      <b
        style={{ '--name-lines': nameLines } as CSSProperties}
        className={cx(
          'font-bold',
          nameLines === 1 || !/[\s-]/.test(titleOfEvent(row))
            ? 'truncate'
            : 'line-clamp-(--name-lines) wrap-break-word',
          isOneLine && isLarge && 'max-w-1/2 shrink-0',
          isLarge ? 'text-body/[1.125rem]' : 'text-small/[1rem] md:text-small/[1.0625rem]',
          row.status === 'CANCELLED' && 'font-medium line-through',
        )}
      >
        {titleOfEvent(row)}
      </b>
      {lines.map((line) => (
        <span key={line} className={cx('truncate tabular-nums', isOneLine && !isLarge && 'shrink-0')}>
          {' '}
          {line}
        </span>
      ))}
    </span>
  );
}

/** One appointment in the time grid. Its place is CSS, so that a drag of another one does not draw it anew. */
export const EventBlock = memo(function EventBlock({
  row,
  lane,
  lanesBeside,
  isNow,
  isPending,
  isPhone,
  isLarge,
  onOpen,
}: EventBlockProps) {
  const { top, hours } = placeOf(row);
  const isStrip = lane !== null;
  const isStored = row.id > 0; // one that is just being added has no id yet
  const canMove = isStored && actionRefusal('move', row, 'ADMIN', row.start_datetime) === undefined;
  const place = { '--s': top, '--d': hours, '--beside': lanesBeside, '--strip': lane ?? 0 } as CSSProperties;
  const words = eventInWords(row);
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
        'cal-at cal-event z-1 flex flex-col rounded-event text-left hover:brightness-105',
        EVENT_LOOKS[row.status],
        isStrip ? 'is-strip grid justify-center pt-1' : isLarge ? 'px-3 py-0.5 max-md:py-1.5' : 'px-2 py-0.5',
        isNow && 'outline-2 -outline-offset-2 outline-error',
        isPending && 'animate-breathe',
      )}
    >
      {isStrip ? (
        <X aria-hidden="true" size={14} />
      ) : (
        <Lines row={row} maxLines={linesThatFit(hours, { isPhone, isLarge })} isLarge={isLarge} />
      )}
    </button>
  );
});
