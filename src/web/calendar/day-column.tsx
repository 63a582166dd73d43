import { X } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { clockOf, dateOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { cx } from '../ui/cx.ts';
import { initialsOf } from '../ui/list.tsx';
import type { DragStore } from './drag/drag-store.ts';
import { DragPreview } from './drag/preview.tsx';
import { absenceText, detailsOfEvent, eventInWords, nameOfEvent, prefixOfEvent } from './event-text.ts';
import { hoursSinceOpening, isInHours, placeOf } from './grid-scale.ts';
import { type Placed, placedOn } from './lanes.ts';
import type { AbsenceOn } from './queries.ts';
import type { GridColumn } from './view.ts';

/** The text of a block, with spaces between its parts for screen readers. In low blocks event.css hides the last parts. */
export function eventText(row: SalonAppointment, isWithheld: boolean, technician?: Technician) {
  const prefix = prefixOfEvent(row);
  const details = detailsOfEvent(row, isWithheld);
  return (
    <span className="cal-lines">
      <b className="cal-name" data-initials={technician && initialsOf(technician.name)}>
        {prefix && <span className="font-normal">{prefix}</span>}
        {`${nameOfEvent(row)} `}
      </b>
      <span className="cal-time">{`${clockOf(row.start_datetime)} `}</span>
      <span className="cal-end">{`- ${clockOf(row.end_datetime)} `}</span>
      {details && <span className="cal-rest">{details}</span>}
    </span>
  );
}

const SHORT_HOURS = 0.5;
const SHORT_MIXED_HOURS = 0.75; // in two lines, the initials would fill one of them
const LONG_HOURS = 2;

/** Whether a block is short (one line of text) or long (four lines), at any height of the hours. */
function lengthOf(hours: number, count: number): 'short' | 'long' | undefined {
  if (hours <= (count > 1 ? SHORT_MIXED_HOURS : SHORT_HOURS)) return 'short';
  return hours >= LONG_HOURS ? 'long' : undefined;
}

type Phase = 'past' | 'now' | undefined;

/** The attributes of an appointment's block in every view: look by status and time, and accessible name. */
export function blockProps(
  row: SalonAppointment,
  phase: Phase,
  isWithheld: boolean,
  technician?: Technician,
) {
  const words = eventInWords(row, isWithheld, technician?.name);
  return {
    'data-appointment-id': row.id,
    'data-status': row.status,
    'data-phase': phase,
    'data-deposit': awaited(row.deposit) ? '' : undefined,
    'data-hue': technician?.hue,
    'aria-label': words,
    title: words,
    className: cx('cal-look text-left hover:brightness-97', isWithheld && 'is-withheld'),
  };
}

interface EventBlockProps extends Placed {
  /** The technician, in a column with the appointments of several technicians. */
  technician: Technician | undefined;
  /** The block's position from the left among `count` technicians of the column. */
  index: number;
  count: number;
  phase: Phase;
  isSelected: boolean;
  /** Whether the appointment is being saved; it can't be opened then. */
  isPending: boolean;
  /** Whether the block is a free slot in an absence, which clients are not offered. */
  isWithheld: boolean;
  onOpen: (id: number) => void;
}

/** An appointment in the time grid. CSS variables place it, so that dragging another block does not render it again. */
const EventBlock = memo(function EventBlock(props: EventBlockProps) {
  const { row, lane, stripCount, technician, index, count } = props;
  const { phase, isSelected, isPending, isWithheld, onOpen } = props;
  const { top, hours } = placeOf(row);
  const isStrip = lane !== null;
  const isStored = row.id > 0; // a row that is being created has a temporary id
  const canMove = isStored && actionRefusal('move', row, 'ADMIN', row.start_datetime) === undefined;
  const place = { '--s': top, '--d': hours, '--strips': stripCount, '--strip': lane ?? 0 };
  const among = count > 1 && { '--index': index, '--count': count };
  const block = blockProps(row, phase, isWithheld, technician);
  return (
    <button
      {...block}
      type="button"
      data-length={lengthOf(hours, count)}
      data-selected={isSelected || undefined}
      data-movable={canMove || undefined}
      aria-busy={isPending || undefined}
      onClick={() => !isPending && onOpen(row.id)}
      style={{ ...place, ...among } as CSSProperties}
      className={cx(
        block.className,
        'cal-at cal-event flex flex-col rounded-event',
        isStrip ? 'is-strip z-2 pt-1' : 'z-1',
        isPending && 'animate-breathe',
      )}
    >
      {isStrip ? (
        <X aria-hidden="true" size={14} className="self-center" />
      ) : (
        eventText(row, isWithheld, technician)
      )}
    </button>
  );
});

/** Whether a free slot is hidden from clients by an absence of the salon or of its technician. */
export const isWithheld = (row: SalonAppointment, absenceOn: AbsenceOn): boolean =>
  row.status === 'AVAILABLE' && absenceOn(dateOf(row.start_datetime), row.technician_id) !== undefined;

export const technicianOf = ({ technician_id }: SalonAppointment, technicians: readonly Technician[]) =>
  technicians.find(({ id }) => id === technician_id);

export interface DayColumnProps {
  column: GridColumn;
  /** The technicians whose appointments share the column. */
  technicians: readonly Technician[];
  /** Whether the other columns show the same day, for other technicians. */
  isOfSeveral: boolean;
  rows: readonly SalonAppointment[];
  today: WallDate;
  /** The current time, clamped to the day. */
  now: WallTime;
  absenceOn: AbsenceOn;
  /** A closed day without appointments. */
  isNarrow: boolean;
  /** Ids of the appointments that are being saved. */
  pending: ReadonlySet<number>;
  /** The appointment in the side panel. */
  selected: number | null;
  store: DragStore;
  onOpen: (id: number) => void;
}

/** 'past' after the end of an appointment, 'now' during a booking. */
export function phaseOf({ status, start_datetime, end_datetime }: SalonAppointment, now: WallTime): Phase {
  if (end_datetime <= now) return 'past';
  return status === 'BOOKED' && start_datetime <= now ? 'now' : undefined;
}

/** The CSS variable that places an element at a time, for the class `cal-at`. */
export const placeAt = (wall: WallTime) => ({ '--s': hoursSinceOpening(wall) }) as CSSProperties;

function NowLine({ now }: { now: WallTime }) {
  return (
    <i
      aria-hidden="true"
      style={placeAt(now)}
      className="cal-at pointer-events-none inset-x-0 -mt-px h-0.5 bg-error before:absolute before:-top-1 before:-left-[5px] before:size-2.5 before:rounded-pill before:bg-error before:content-['']"
    />
  );
}

/** The appointments of a column, placed separately for each technician. */
function placedByTechnician(rows: readonly SalonAppointment[], technicians: readonly Technician[]) {
  const present = technicians.filter(({ id }) => rows.some(({ technician_id }) => technician_id === id));
  if (present.length === 0) return [{ technician: undefined, index: 0, count: 1, placed: placedOn(rows) }];
  return present.map((technician, index) => {
    const own = rows.filter(({ technician_id }) => technician_id === technician.id);
    return { technician, index, count: present.length, placed: placedOn(own) };
  });
}

/** A column of the time grid: appointments by start, and the current time. */
export const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { column, technicians, isOfSeveral, rows, today, now, absenceOn } = props;
  const { isNarrow, pending, selected, store, onOpen } = props;
  const { day, technician: of } = column;
  const absence = absenceOn(day, of?.id);
  return (
    <section
      data-date={day}
      data-technician={of?.id}
      aria-label={[dayInWords(day, today), isOfSeveral && of?.name].filter(Boolean).join(', ')}
      className={cx(
        'cal-column',
        day === today && !isOfSeveral && 'is-today',
        (absence !== undefined || isSunday(day)) && 'is-shut',
        isNarrow && 'is-narrow',
      )}
    >
      {day === today && isInHours(now) && <NowLine now={now} />}
      {placedByTechnician(rows, technicians).flatMap(({ placed, ...among }) =>
        placed.map((place) => (
          <EventBlock
            key={place.row.id}
            {...place}
            {...among}
            phase={phaseOf(place.row, now)}
            isSelected={place.row.id === selected}
            isPending={pending.has(place.row.id)}
            isWithheld={isWithheld(place.row, absenceOn)}
            onOpen={onOpen}
          />
        )),
      )}
      {isNarrow && <span className="cal-band hidden lg:block">ne radi</span>}
      {isOfSeveral && absence !== undefined && <span className="cal-band">{absenceText(absence)}</span>}
      <DragPreview store={store} column={column} />
    </section>
  );
});
