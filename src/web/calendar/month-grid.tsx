import './month.css';
import { memo, useMemo, useRef } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { CALENDAR_DAY_EVENTS_COUNT } from '#domain/limits.ts';
import { clockOf, dateOf, minutesBetween, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { dayInWords, SHORT_DAY_NAMES } from '#domain/wording/dates.ts';
import { counted } from '#domain/wording/numbers.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { cx } from '../ui/cx.ts';
import { initialsOf } from '../ui/list.tsx';
import { blockProps, eventText, isWithheld, phaseOf, technicianOf } from './day-column.tsx';
import { absenceText, nameOfEvent, prefixOfEvent } from './event-text.ts';
import { nowOn } from './grid-scale.ts';
import { isCancelled, placedOn } from './lanes.ts';
import type { AbsenceOn } from './queries.ts';
import { useChosenInView } from './view.ts';

export interface MonthGridProps {
  /** The chosen day in the visible month. */
  date: WallDate;
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  now: WallTime;
  absenceOn: AbsenceOn;
  /** The technicians whose appointments are shown together. */
  technicians: readonly Technician[];
  isPhone: boolean;
  onOpen: (id: number) => void;
  onOpenDay: (day: WallDate) => void;
  onChooseDay: (day: WallDate) => void;
}

const NOTHING: readonly SalonAppointment[] = [];

/** Six weeks, Monday first. On phones shows the booked share of each day, and a list of the chosen day. */
export default function MonthGrid(props: MonthGridProps) {
  const { date, days, rows, now, absenceOn, technicians, isPhone } = props;
  const { onOpen, onOpenDay, onChooseDay } = props;
  const today = dateOf(now);
  const byDay = useMemo(() => Map.groupBy(rows, (row) => dateOf(row.start_datetime)), [rows]);
  const cells = useRef<HTMLDivElement>(null);
  useChosenInView(cells, date);
  return (
    <>
      <div ref={cells} className="month-days">
        {SHORT_DAY_NAMES.map((name) => (
          <p
            key={name}
            className="sticky top-0 z-2 grid place-items-center border-b border-line bg-card text-small font-medium text-soft @max-[16.5rem]:text-[4cqi]"
          >
            {name}
          </p>
        ))}
        {days.map((day) => (
          <MonthCell
            key={day}
            day={day}
            rows={byDay.get(day) ?? NOTHING}
            today={today}
            now={nowOn(day, now)}
            isOutside={day.slice(0, 7) !== date.slice(0, 7)}
            isChosen={isPhone && day === date}
            {...{ absenceOn, technicians }}
            isPhone={isPhone}
            onOpen={onOpen}
            onOpenDay={isPhone ? onChooseDay : onOpenDay}
          />
        ))}
      </div>
      {isPhone && (
        <div className="border-t border-line p-3">
          <h2 className="text-body">
            <button type="button" onClick={() => onOpenDay(date)} className="min-h-11 text-left text-link">
              {dayInWords(date, today)}
            </button>
          </h2>
          <EventList
            rows={byDay.get(date) ?? NOTHING}
            now={nowOn(date, now)}
            {...{ absenceOn, technicians, onOpen }}
          />
        </div>
      )}
    </>
  );
}

export interface MonthCellProps {
  day: WallDate;
  rows: readonly SalonAppointment[];
  today: WallDate;
  /** The current time, clamped to the day. */
  now: WallTime;
  /** Whether the day is in the previous or the next month. */
  isOutside: boolean;
  isChosen: boolean;
  absenceOn: AbsenceOn;
  technicians: readonly Technician[];
  isPhone: boolean;
  onOpen: (id: number) => void;
  onOpenDay: (day: WallDate) => void;
}

/** Sorts by start, with canceled appointments last: a full day shows only the first ones. */
const inOrder = (a: SalonAppointment, b: SalonAppointment): number =>
  Number(isCancelled(a)) - Number(isCancelled(b)) || a.start_datetime.localeCompare(b.start_datetime);

interface MonthEventProps {
  row: SalonAppointment;
  now: WallTime;
  isUnoffered: boolean;
  technician: Technician | undefined;
  onOpen: (id: number) => void;
}

/** An appointment in the month view of wide screens: start and name. */
function MonthEvent({ row, now, isUnoffered, technician, onOpen }: MonthEventProps) {
  const clock = clockOf(row.start_datetime);
  const block = blockProps(row, phaseOf(row, now), isUnoffered, technician);
  return (
    <button
      {...block}
      type="button"
      aria-label={`${clock} ${block.title}`}
      onClick={() => onOpen(row.id)}
      className={cx(
        block.className,
        'pointer-events-auto block w-full truncate rounded-[5px] px-1.5 text-label/[1.1875rem] tabular-nums print:whitespace-normal',
      )}
    >
      {clock} {prefixOfEvent(row)}
      <b className="cal-name inline" data-initials={technician && initialsOf(technician.name)}>
        {nameOfEvent(row)}
      </b>
    </button>
  );
}

/** The booked minutes of a day, and the offered minutes: booked and free. */
function minutesOn(rows: readonly SalonAppointment[]): { booked: number; offered: number } {
  const minutesOf = (status: SalonAppointment['status']) =>
    rows
      .filter((row) => row.status === status)
      .reduce((sum, row) => sum + minutesBetween(row.start_datetime, row.end_datetime), 0);
  const booked = minutesOf('BOOKED');
  return { booked, offered: booked + minutesOf('AVAILABLE') };
}

/** A bar that shows how much of a day's offered time (booked and free) is booked, and the number of bookings. */
function MonthShare({ rows, count }: { rows: readonly SalonAppointment[]; count: number }) {
  const { booked, offered } = minutesOn(rows);
  if (offered === 0) return null;
  return (
    <span aria-hidden="true" className="month-share">
      <i className="month-bar">
        <i style={{ width: `${(100 * booked) / offered}%` }} />
      </i>
      {count}
    </span>
  );
}

interface DayButtonProps
  extends Pick<MonthCellProps, 'day' | 'today' | 'isOutside' | 'isChosen' | 'isPhone'> {
  absence: string | undefined;
  count: number;
  onOpenDay: (day: WallDate) => void;
}

/** The number of the day, as a button that fills the cell. */
function DayButton(props: DayButtonProps) {
  const { day, today, count, isOutside, isChosen, isPhone, absence, onOpenDay } = props;
  const isToday = day === today;
  const closed = absence === undefined ? null : absenceText(absence);
  const words = [dayInWords(day, today), counted(count, APPOINTMENTS), closed];
  return (
    <button
      type="button"
      aria-label={words.filter((one) => one !== null).join(', ')}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isPhone ? isChosen : undefined}
      onClick={() => onOpenDay(day)}
      title={closed ?? undefined}
      className={cx(
        'grid min-h-6 min-w-6 place-items-center rounded-pill font-display @max-[20rem]:min-w-0 md:px-1 text-body font-medium lining-nums',
        "after:absolute after:inset-0 after:content-['']",
        isToday ? 'bg-accent text-white' : isOutside ? 'text-soft' : 'text-ink',
      )}
    >
      {Number(day.slice(8))}
    </button>
  );
}

/** A day of the month. Wide screens show up to four appointments and the number of further ones. */
const MonthCell = memo(function MonthCell(props: MonthCellProps) {
  const { day, rows, today, now, isOutside, isChosen, absenceOn, technicians, isPhone } = props;
  const { onOpen, onOpenDay } = props;
  const absence = absenceOn(day);
  const visible = isPhone ? NOTHING : [...rows].sort(inOrder).slice(0, CALENDAR_DAY_EVENTS_COUNT);
  const more = isPhone ? 0 : rows.length - visible.length;
  const count = rows.filter(({ status }) => status === 'BOOKED').length;
  return (
    <section
      data-date={day}
      aria-label={dayInWords(day, today)}
      className={cx(
        'month-cell relative min-w-0 p-1 transition-colors hover:bg-blush max-md:px-0.5',
        isOutside && 'bg-paper',
        day === today && 'is-today',
        isChosen && 'is-chosen',
        absence !== undefined && 'is-shut',
      )}
    >
      <div className="flex min-h-6 items-center justify-between max-md:justify-center">
        <DayButton {...{ day, today, count, isOutside, isChosen, isPhone, absence, onOpenDay }} />
        {more > 0 && (
          <button
            type="button"
            aria-label={`+${more}, ${counted(rows.length, APPOINTMENTS)} ukupno`}
            onClick={() => onOpenDay(day)}
            className="relative z-1 h-6 min-w-6 rounded-pill px-1.5 text-label font-semibold tracking-tighter text-link hover:underline"
          >
            +{more}
          </button>
        )}
      </div>
      {isPhone ? (
        <MonthShare rows={rows} count={count} />
      ) : (
        <div className="pointer-events-none relative z-1 mt-0.5 space-y-px">
          {visible.map((row) => (
            <MonthEvent
              key={row.id}
              row={row}
              now={now}
              isUnoffered={isWithheld(row, absenceOn)}
              technician={technicianOf(row, technicians)}
              onOpen={onOpen}
            />
          ))}
        </div>
      )}
    </section>
  );
});

interface EventListProps {
  rows: readonly SalonAppointment[];
  now: WallTime;
  absenceOn: AbsenceOn;
  /** The technicians whose appointments are shown together. */
  technicians: readonly Technician[];
  onOpen: (id: number) => void;
}

/** The appointments of a day as a list of blocks of equal height. */
function EventList({ rows, now, absenceOn, technicians, onOpen }: EventListProps) {
  if (rows.length === 0) return <p className="text-small text-soft">Nema termina.</p>;
  return (
    <ul className="grid gap-1.5">
      {placedOn(rows).map(({ row }) => {
        const isUnoffered = isWithheld(row, absenceOn);
        const technician = technicianOf(row, technicians);
        const block = blockProps(row, phaseOf(row, now), isUnoffered, technician);
        return (
          <li key={row.id}>
            <button
              {...block}
              type="button"
              onClick={() => onOpen(row.id)}
              className={cx(block.className, 'cal-event is-listed flex flex-col rounded-event')}
            >
              {eventText(row, isUnoffered, technician)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
