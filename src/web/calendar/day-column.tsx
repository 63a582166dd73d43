import { X } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { clockOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { cx } from '../ui/cx.ts';
import type { DragStore } from './drag/drag-store.ts';
import { DragPreview } from './drag/preview.tsx';
import { detailsOfEvent, eventInWords, nameOfEvent, prefixOfEvent } from './event-text.ts';
import { hoursSinceOpening, isInHours, placeOf } from './grid-scale.ts';
import { placedOn } from './lanes.ts';

/** The words of a block. Without room for all, calendar.css hides the last ones first and never the name. */
const eventText = (row: SalonAppointment, isWithheld: boolean) => (
  <span className="cal-lines">
    <b className="cal-name">
      {prefixOfEvent(row) && <span className="font-normal">{prefixOfEvent(row)}</span>}
      {nameOfEvent(row)}
    </b>{' '}
    <span className="cal-time">{clockOf(row.start_datetime)}</span>{' '}
    <span className="cal-end">{`- ${clockOf(row.end_datetime)}`}</span>{' '}
    <span className="cal-rest">{detailsOfEvent(row, isWithheld)}</span>
  </span>
);

const SHORT_HOURS = 0.5;
const LONG_HOURS = 2;

/** At any height of the hours, a short block has room for one line, and a long one for four. */
function lengthOf(hours: number): 'short' | 'long' | undefined {
  if (hours <= SHORT_HOURS) return 'short';
  return hours >= LONG_HOURS ? 'long' : undefined;
}

interface EventBlockProps {
  row: SalonAppointment;
  lane: number | null;
  lanesBeside: number;
  phase: 'past' | 'now' | undefined;
  isSelected: boolean;
  /** Being saved; it can't be opened. */
  isPending: boolean;
  /** A free slot in an absence, which clients are not offered. */
  isWithheld: boolean;
  onOpen: (id: number) => void;
}

/** An appointment in the time grid. CSS variables place it, so that dragging another block does not render it again. */
const EventBlock = memo(function EventBlock(props: EventBlockProps) {
  const { row, lane, lanesBeside, phase, isSelected, isPending, isWithheld, onOpen } = props;
  const { top, hours } = placeOf(row);
  const isStrip = lane !== null;
  const isStored = row.id > 0; // a row that is being created has a temporary id
  const canMove = isStored && actionRefusal('move', row, 'ADMIN', row.start_datetime) === undefined;
  const place = { '--s': top, '--d': hours, '--beside': lanesBeside, '--strip': lane ?? 0 } as CSSProperties;
  const words = eventInWords(row, isWithheld);
  return (
    <button
      type="button"
      data-appointment-id={row.id}
      data-status={row.status}
      data-phase={phase}
      data-length={lengthOf(hours)}
      data-selected={isSelected || undefined}
      data-movable={canMove || undefined}
      aria-label={words}
      aria-busy={isPending || undefined}
      title={words}
      onClick={() => !isPending && onOpen(row.id)}
      style={place}
      className={cx(
        'cal-at cal-event cal-look flex flex-col rounded-event text-left hover:brightness-97',
        isWithheld && 'is-withheld',
        isStrip ? 'is-strip z-2 pt-1' : 'z-1',
        isPending && 'animate-breathe',
      )}
    >
      {isStrip ? <X aria-hidden="true" size={14} className="self-center" /> : eventText(row, isWithheld)}
    </button>
  );
});

interface EventListProps {
  rows: readonly SalonAppointment[];
  now: WallTime;
  /** Whether free slots are withheld from clients, as the salon is absent. */
  isWithheld: boolean;
  onOpen: (id: number) => void;
}

/** The appointments of a day as a list of blocks of one height. */
export function EventList({ rows, now, isWithheld, onOpen }: EventListProps) {
  if (rows.length === 0) return <p className="text-small text-soft">Nema termina.</p>;
  return (
    <ul className="grid gap-1.5">
      {placedOn(rows).map(({ row }) => (
        <li key={row.id}>
          <button
            type="button"
            data-appointment-id={row.id}
            data-status={row.status}
            data-phase={phaseOf(row, now)}
            aria-label={eventInWords(row, isWithheld && row.status === 'AVAILABLE')}
            onClick={() => onOpen(row.id)}
            className={cx(
              'cal-event is-listed cal-look flex flex-col rounded-event text-left hover:brightness-97',
              isWithheld && row.status === 'AVAILABLE' && 'is-withheld',
            )}
          >
            {eventText(row, isWithheld && row.status === 'AVAILABLE')}
          </button>
        </li>
      ))}
    </ul>
  );
}

export interface DayColumnProps {
  day: WallDate;
  rows: readonly SalonAppointment[];
  today: WallDate;
  /** The current time, clamped to the day. */
  now: WallTime;
  /** The reason of an absence on that day; undefined without an absence. */
  absence: string | undefined;
  /** A closed day without appointments. */
  isNarrow: boolean;
  /** Ids of the appointments that are being saved. */
  pending: ReadonlySet<number>;
  /** The appointment in the side panel. */
  selected: number | null;
  store: DragStore;
  onOpen: (id: number) => void;
}

/** Whether an appointment is over, or a booking is in progress. */
export function phaseOf(
  { status, start_datetime, end_datetime }: SalonAppointment,
  now: WallTime,
): 'past' | 'now' | undefined {
  if (end_datetime <= now) return 'past';
  return status === 'BOOKED' && start_datetime <= now ? 'now' : undefined;
}

function NowLine({ now }: { now: WallTime }) {
  return (
    <i
      aria-hidden="true"
      style={{ '--s': hoursSinceOpening(now) } as CSSProperties}
      className="cal-at pointer-events-none inset-x-0 -mt-px h-0.5 bg-error before:absolute before:-top-1 before:-left-[5px] before:size-2.5 before:rounded-pill before:bg-error before:content-['']"
    />
  );
}

/** The column of a day: its appointments by start, and the current time. */
export const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { day, rows, today, now, absence, isNarrow, pending, selected, store, onOpen } = props;
  const isAbsent = absence !== undefined;
  return (
    <section
      data-date={day}
      aria-label={dayInWords(day, today)}
      className={cx(
        'cal-column',
        day === today && 'is-today',
        (isAbsent || isSunday(day)) && 'is-shut',
        isNarrow && 'is-narrow',
      )}
    >
      {day === today && isInHours(now) && <NowLine now={now} />}
      {placedOn(rows).map(({ row, lane, lanesBeside }) => (
        <EventBlock
          key={row.id}
          row={row}
          lane={lane}
          lanesBeside={lanesBeside}
          phase={phaseOf(row, now)}
          isSelected={row.id === selected}
          isPending={pending.has(row.id)}
          isWithheld={isAbsent && row.status === 'AVAILABLE'}
          onOpen={onOpen}
        />
      ))}
      {isNarrow && (
        <span className="absolute inset-x-1 top-5 hidden bg-card text-center text-label text-soft lg:block">
          ne radi
        </span>
      )}
      <DragPreview store={store} day={day} />
    </section>
  );
});
