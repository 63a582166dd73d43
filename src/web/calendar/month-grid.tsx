import { memo, useMemo } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { CALENDAR_DAY_EVENTS_COUNT } from '#domain/limits.ts';
import { clockOf, dateOf, type WallDate } from '#domain/wall-clock.ts';
import { dayInWords, SHORT_DAY_NAMES } from '#domain/wording/dates.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { cx } from '../ui/cx.ts';
import { EVENT_LOOKS, eventInWords, titleOfEvent } from './event-text.ts';

export interface MonthGridProps {
  /** A day of the month that is meant. */
  date: WallDate;
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  today: WallDate;
  absenceOn: (day: WallDate) => string | undefined;
  onOpen: (id: number) => void;
  onOpenDay: (day: WallDate) => void;
}

const NOTHING: readonly SalonAppointment[] = [];

/** Six weeks, Monday first. */
export function MonthGrid({ date, days, rows, today, absenceOn, onOpen, onOpenDay }: MonthGridProps) {
  const byDay = useMemo(() => Map.groupBy(rows, (row) => dateOf(row.start_datetime)), [rows]);
  return (
    <div className="grid h-full grid-cols-7 grid-rows-[var(--month-head)_repeat(6,minmax(7rem,1fr))] overflow-y-auto">
      {SHORT_DAY_NAMES.map((name) => (
        <p
          key={name}
          className="sticky top-0 z-2 grid place-items-center border-b border-line bg-card text-small font-medium text-soft"
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
          isOutside={day.slice(0, 7) !== date.slice(0, 7)}
          absence={absenceOn(day)}
          onOpen={onOpen}
          onOpenDay={onOpenDay}
        />
      ))}
    </div>
  );
}

export interface MonthCellProps {
  day: WallDate;
  rows: readonly SalonAppointment[];
  today: WallDate;
  /** Of the month before or after. */
  isOutside: boolean;
  absence: string | undefined;
  onOpen: (id: number) => void;
  onOpenDay: (day: WallDate) => void;
}

const isCancelled = ({ status }: SalonAppointment): boolean => status === 'CANCELLED';

/** By time, cancelled ones last: they are the first to go when there is no room. */
const inOrder = (a: SalonAppointment, b: SalonAppointment): number =>
  Number(isCancelled(a)) - Number(isCancelled(b)) || a.start_datetime.localeCompare(b.start_datetime);

function MonthEvent({ row, onOpen }: { row: SalonAppointment; onOpen: (id: number) => void }) {
  return (
    <button
      type="button"
      data-appointment-id={row.id}
      aria-label={`${clockOf(row.start_datetime)} ${eventInWords(row)}`} // begins as it looks
      title={eventInWords(row)}
      onClick={() => onOpen(row.id)}
      className={cx(
        'pointer-events-auto block w-full overflow-hidden rounded-[5px] text-center text-label/[1.1875rem] whitespace-nowrap tabular-nums hover:brightness-105 max-md:pointer-events-none max-md:tracking-tighter md:truncate md:px-1.5 md:text-left',
        EVENT_LOOKS[row.status],
        isCancelled(row) && 'line-through',
      )}
    >
      {clockOf(row.start_datetime)}
      <span className="font-semibold max-md:hidden"> {titleOfEvent(row)}</span>
    </button>
  );
}

/** A day of the month: up to four appointments, the number of the rest, and the way to the day. */
const MonthCell = memo(function MonthCell(props: MonthCellProps) {
  const { day, rows, today, isOutside, absence, onOpen, onOpenDay } = props;
  const visible = [...rows].sort(inOrder).slice(0, CALENDAR_DAY_EVENTS_COUNT);
  const more = rows.length - visible.length;
  const isAbsent = absence !== undefined;
  const isToday = day === today;
  return (
    <section
      data-date={day}
      aria-label={dayInWords(day, today)}
      className={cx(
        'month-cell relative min-w-0 p-1 transition-colors hover:bg-blush',
        isOutside && 'bg-paper',
        isToday && 'is-today',
        isAbsent && 'is-shut',
      )}
    >
      <div className="flex h-6 items-center justify-between">
        <button
          type="button"
          aria-current={isToday ? 'date' : undefined}
          onClick={() => onOpenDay(day)}
          title={isAbsent ? `Odsustvo${absence && `: ${absence}`}` : undefined}
          className={cx(
            'grid h-6 min-w-6 place-items-center rounded-pill font-display md:px-1 text-body font-medium lining-nums',
            "after:absolute after:inset-0 after:content-['']", // the whole cell leads to the day
            isToday ? 'bg-accent text-white' : isOutside ? 'text-soft' : 'text-ink',
          )}
        >
          <span className="sr-only">{dayInWords(day, today).split(' ')[0]} </span>
          {Number(day.slice(8))}
        </button>
        {more > 0 && (
          <button
            type="button"
            aria-label={`+${more}, ${counted(rows.length, APPOINTMENTS)} ukupno`}
            onClick={() => onOpenDay(day)}
            className="relative z-1 rounded-pill text-label tracking-tighter md:px-1.5 font-semibold text-link hover:underline"
          >
            +{more}
          </button>
        )}
      </div>
      <div className="pointer-events-none relative z-1 mt-0.5 space-y-px">
        {visible.map((row) => (
          <MonthEvent key={row.id} row={row} onOpen={onOpen} />
        ))}
      </div>
    </section>
  );
});
