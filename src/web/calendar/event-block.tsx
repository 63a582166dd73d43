import { X } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments.ts';
import { cx } from '../ui/cx.ts';
import { detailsOfEvent, EVENT_LOOKS, eventInWords, timeOfEvent, titleOfEvent } from './event-text.ts';
import { placeOf } from './grid-scale.ts';

export interface EventBlockProps {
  row: Appointment;
  lane: number | null;
  lanesBeside: number;
  isNow: boolean;
  /** Not saved yet: it can't be taken hold of. */
  isPending: boolean;
  /** Up to so many minutes there is room for one line only. */
  oneLineMinutes: number;
  isLarge: boolean;
  onOpen: (id: number) => void;
}

const SEPARATE_FROM_HOURS = 1.5;

interface LinesProps {
  row: Appointment;
  hours: number;
  isOneLine: boolean;
  isLarge: boolean;
}

/** Under the name: a line each, or all in one where the block is wide and low. */
function linesUnderName({ row, hours, isOneLine, isLarge }: LinesProps): string[] {
  const lines = [timeOfEvent(row, isOneLine), ...detailsOfEvent(row)];
  if (isOneLine && !isLarge) return lines.slice(0, 1);
  return isLarge && hours < SEPARATE_FROM_HOURS ? [lines.join(' · ')] : lines;
}

/** The name first and whole where there is room, then the time, then the rest: as many whole lines as fit. */
function Lines(props: LinesProps) {
  const { row, isOneLine, isLarge } = props;
  return (
    <span className={cx('cal-lines', isOneLine && 'is-one', isLarge ? 'text-small/4.5' : 'text-label/4.25')}>
      <b
        className={cx(
          'font-bold',
          isOneLine ? 'truncate' : 'wrap-break-word',
          isLarge ? 'text-body/4.5' : 'text-small/4.25',
          row.status === 'CANCELLED' && 'font-medium line-through',
        )}
      >
        {titleOfEvent(row)}
      </b>
      {linesUnderName(props).map((line) => (
        <span key={line} className="truncate tabular-nums">
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
  oneLineMinutes,
  isLarge,
  onOpen,
}: EventBlockProps) {
  const { top, hours } = placeOf(row);
  const isStrip = lane !== null;
  const isStored = row.id > 0; // one that is just being added has no id yet
  const mayMove = isStored && actionRefusal('move', row, 'ADMIN', row.start_datetime) === undefined;
  const place = { '--s': top, '--d': hours, '--beside': lanesBeside, '--strip': lane ?? 0 } as CSSProperties;
  return (
    <button
      type="button"
      data-appointment-id={row.id}
      data-movable={mayMove || undefined}
      aria-label={eventInWords(row)}
      aria-busy={isPending || undefined}
      title={isStrip ? eventInWords(row) : undefined}
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
        <Lines row={row} hours={hours} isOneLine={hours * 60 <= oneLineMinutes} isLarge={isLarge} />
      )}
    </button>
  );
});
