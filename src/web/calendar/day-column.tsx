import { ArrowLeftRight, Check, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { isComing } from '#domain/appointments/attendance.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { clockOf, dateOf, isSunday, type WallTime } from '#domain/wall-clock.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { cx } from '../ui/cx.ts';
import { initialsOf } from '../ui/list.tsx';
import { type DragStore, useDrag } from './drag/use-grid-drag.ts';
import { absenceText, detailsOfEvent, eventInWords, nameOfEvent, prefixOfEvent } from './event-text.ts';
import { hoursShut, hoursSinceOpening, isInHours, placeOf } from './grid-scale.ts';
import { byTechnician, groupsInTime, isCancelled, type Placed, placedOn, thinOnes } from './lanes.ts';
import type { GridColumn, ViewProps } from './view.ts';

type Surroundings = Pick<ViewProps, 'now' | 'absenceOn' | 'technicians' | 'onOpen'>;

function phaseOf({ status, start_datetime, end_datetime }: SalonAppointment, now: WallTime) {
  if (end_datetime <= now) return 'past';
  return status === 'BOOKED' && start_datetime <= now ? 'now' : undefined;
}

/** Returns the HTML attributes, CSS class and initials of an appointment for all views, and whether an absence withholds this free slot. */
export function eventLook(row: SalonAppointment, { now, absenceOn, technicians, onOpen }: Surroundings) {
  const technician = technicians.find(({ id }) => id === row.technician_id);
  const isWithheld =
    row.status === 'AVAILABLE' && absenceOn(dateOf(row.start_datetime), row.technician_id) !== undefined;
  const words = eventInWords(row, isWithheld, technician?.name);
  const attributes = {
    type: 'button',
    'data-appointment-id': row.id,
    'data-status': row.status,
    'data-phase': phaseOf(row, now),
    'data-waiting': awaited(row.deposit) || awaited(row.request) ? '' : undefined,
    'data-hue': technician?.hue,
    'aria-label': words,
    title: words,
    onClick: () => onOpen(row.id),
  } as const;
  const className = cx('cal-look text-left hover:brightness-97', isWithheld && 'is-withheld');
  return { initials: technician && initialsOf(technician.name), isWithheld, attributes, className };
}

type EventLook = ReturnType<typeof eventLook>;

/** The text of a block, with spaces between its parts for screen readers. In low blocks event.css hides the last parts. */
export function eventText(row: SalonAppointment, { initials, isWithheld }: EventLook) {
  const prefix = prefixOfEvent(row);
  const details = detailsOfEvent(row, isWithheld);
  return (
    <span className="cal-lines">
      <b className="cal-name" data-initials={initials}>
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
const SHORT_MIXED_HOURS = 0.75; // a higher limit, because the technicians' initials would take one of the block's two lines
const LONG_HOURS = 2;

/** Whether a block has room for only one line of text ('short') or for four ('long'), whatever the height of an hour. */
function lengthOf(hours: number, count: number): 'short' | 'long' | undefined {
  if (hours <= (count > 1 ? SHORT_MIXED_HOURS : SHORT_HOURS)) return 'short';
  return hours >= LONG_HOURS ? 'long' : undefined;
}

/** The place of a block in its column; thin free slots are narrower than strips of canceled appointments. */
function styleOf({ row, lane, stripCount, index, count, thinCount }: PlacedInColumn) {
  const { top, hours } = placeOf(row);
  return {
    ...{ '--s': top, '--d': hours, '--strips': stripCount, '--strip': lane ?? 0 },
    ...(count > 1 && { '--index': index, '--count': count }),
    ...(thinCount > 0 && { '--to': `calc(4px + ${thinCount} * var(--thin))` }),
    ...(lane !== null && !isCancelled(row) && { '--lane': 'var(--thin)' }),
  } as CSSProperties;
}

function EventBlock(props: DayColumnProps & PlacedInColumn) {
  const { row, lane, count } = props;
  const isPending = props.pending.has(row.id); // an appointment that is being saved can't be opened
  const isStrip = lane !== null;
  const isStored = row.id > 0; // a new appointment has a negative id until the server has created it
  const canMove = isStored && actionRefusal('move', row, 'ADMIN', row.start_datetime) === undefined;
  const block = eventLook(row, props);
  const hasCheck = isComing(row) && !isStrip;
  return (
    <button
      {...block.attributes}
      data-length={lengthOf(placeOf(row).hours, count)}
      data-selected={row.id === props.selected || undefined}
      data-movable={canMove || undefined}
      data-coming={hasCheck || undefined}
      aria-busy={isPending || undefined}
      onClick={isPending ? undefined : block.attributes.onClick}
      style={styleOf(props)}
      className={cx(
        block.className,
        'cal-at cal-event flex flex-col rounded-event',
        isStrip ? 'is-strip z-2 pt-1' : 'z-1',
        isPending && 'animate-breathe',
      )}
    >
      {row.staff_note && (
        <i className="absolute top-0 right-0 rounded-tr-event border-5 border-t-current border-r-current border-b-transparent border-l-transparent" />
      )}
      {hasCheck && <Check size={16} strokeWidth={2} className="cal-check" />}
      {!isStrip && eventText(row, block)}
      {isStrip && isCancelled(row) && <X size={14} strokeWidth={2} className="self-center" />}
    </button>
  );
}

/** The style that places an element of the class `cal-at` at this time of the day. */
export const placeAt = (wall: WallTime) => ({ '--s': hoursSinceOpening(wall) }) as CSSProperties;

type PlacedInColumn = Placed & { index: number; count: number; thinCount: number };

/** The appointments of a column. Technicians who work at the same time share its width: `index` counts them from the left. Their free slots beside bookings are thin and stand at the right edge. */
function placedByTechnician({ column, technicians }: DayColumnProps): PlacedInColumn[] {
  return groupsInTime(column.rows).flatMap((group) => {
    const { others, thin, thinCount } = thinOnes(group, column.technician === null);
    const lanes = byTechnician(others, technicians);
    return [
      ...lanes.flatMap((own, index) =>
        placedOn(own).map((placed) => ({ ...placed, index, count: lanes.length, thinCount })),
      ),
      ...thin.map((placed) => ({ ...placed, index: 0, count: 1, thinCount: 0 })),
    ];
  });
}

/** A preview of the rows that a drop would place in the column. The first row can show a hint. */
function DragPreview({ store, column }: { store: DragStore; column: GridColumn }) {
  const isHere = ({ start_datetime, technician_id }: SalonAppointment) =>
    dateOf(start_datetime) === column.day &&
    (column.technician === null || column.technician.id === technician_id);
  const drag = useDrag(store, ({ shown }) => shown.some(isHere));
  return drag?.shown.map((row, index) => {
    const { top, hours } = placeOf(row);
    const isDashed = row.id === 0 || index > 0; // a new slot and the other appointment of a swap have a dashed frame
    return (
      isHere(row) && (
        <div
          key={row.id}
          aria-hidden="true"
          data-status={row.status}
          style={{ '--s': top, '--d': hours } as CSSProperties}
          className={cx(
            'cal-at cal-event cal-look cal-drag-preview pointer-events-none transform-gpu will-change-[top,height] z-3 overflow-visible rounded-event px-2 py-0.5 text-label/[1.0625rem] shadow-float',
            isDashed && 'outline-2 -outline-offset-2 outline-current/60 outline-dashed',
          )}
        >
          <b className="block text-small/[1.0625rem] font-bold tabular-nums">
            {timeRange(row.start_datetime, row.end_datetime)}
          </b>
          <span className="block truncate">{nameOfEvent(row)}</span>
          {index === 0 && drag.hint !== null && (
            <span className="mt-0.5 -ml-1 inline-flex items-center gap-1 rounded-pill bg-ink px-2 py-px text-paper">
              {drag.partner && <ArrowLeftRight size={14} strokeWidth={2} className="shrink-0" />}
              {drag.hint}
            </span>
          )}
        </div>
      )
    );
  });
}

const BAND = 'absolute inset-x-[0.25rem] top-[1.25rem] bg-card text-center text-label text-soft';

export interface DayColumnProps extends Surroundings {
  column: GridColumn;
  /** Whether the other columns show the same day, for other technicians. */
  isOfSeveral: boolean;
  pending: ReadonlySet<number>;
  /** The appointment in the side panel. */
  selected: number | null;
  store: DragStore;
}

export function DayColumn(props: DayColumnProps) {
  const { column, now, isOfSeveral, store } = props;
  const { day, technician, absence, isNarrow } = column;
  const isShut = absence !== undefined || isSunday(day);
  const today = dateOf(now);
  const shut = hoursShut(column.rows);
  return (
    <section
      data-date={day}
      data-technician={technician?.id}
      aria-label={[dayInWords(day, today), isOfSeveral && technician?.name].filter(Boolean).join(', ')}
      className={cx(
        'cal-column',
        day === today && !isOfSeveral && 'cal-today',
        isShut && 'closed-day',
        isNarrow && 'is-narrow',
      )}
    >
      {!isShut &&
        shut.map(([from, until]) => (
          <i
            key={from}
            aria-hidden="true"
            style={{ '--s': from, '--d': until - from } as CSSProperties}
            className="cal-at closed-day pointer-events-none inset-x-0 h-[calc(var(--d)*var(--hour))]"
          />
        ))}
      {day === today && isInHours(now) && (
        <i
          aria-hidden="true"
          style={placeAt(now)}
          className="cal-at pointer-events-none inset-x-0 -mt-px h-0.5 bg-error before:absolute before:-top-1 before:-left-[5px] before:size-2.5 before:rounded-pill before:bg-error before:content-['']"
        />
      )}
      {placedByTechnician(props).map((placed) => (
        <EventBlock key={placed.row.id} {...props} {...placed} />
      ))}
      {isNarrow && <span className={cx(BAND, 'hidden lg:block')}>ne radi</span>}
      {isOfSeveral && absence !== undefined && <span className={BAND}>{absenceText(absence)}</span>}
      <DragPreview store={store} column={column} />
    </section>
  );
}
