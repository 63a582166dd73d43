import { X } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { cx } from '../../ui/cx.ts';
import { type GridScale, linesThatFit, placeOf, wordsPx } from '../grid-scale.ts';
import { EVENT_LOOKS, eventInWords, WITHHELD_LOOK } from './event-text.ts';
import { fittedLines, type Line } from './fitted-lines.ts';
import { widthsIn } from './text-width.ts';

export interface EventBlockProps {
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
export const EventBlock = memo(function EventBlock(props: EventBlockProps) {
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
