import { memo, useMemo, useRef } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { CALENDAR_DAY_EVENTS_COUNT } from '#domain/limits.ts';
import { clockOf, dateOf, type WallDate } from '#domain/wall-clock.ts';
import { dayInWords, SHORT_DAY_NAMES } from '#domain/wording/dates.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { cx } from '../ui/cx.ts';
import { EVENT_LOOKS, eventInWords, guestOf, titleOfEvent, WITHHELD_LOOK } from './block/event-text.ts';
import { shortenedNames } from './block/fitted-lines.ts';
import { widthsIn } from './block/text-width.ts';
import type { GridScale } from './grid-scale.ts';
import { useGridScale } from './use-grid-scale.ts';
import './month.css';

export interface MonthGridProps {
  /** A day of the month that is meant. */
  date: WallDate;
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  today: WallDate;
  absenceOn: (day: WallDate) => string | undefined;
  isPhone: boolean;
  onOpen: (id: number) => void;
  onOpenDay: (day: WallDate) => void;
}

const NOTHING: readonly SalonAppointment[] = [];

/** Six weeks, Monday first. */
export function MonthGrid({
  date,
  days,
  rows,
  today,
  absenceOn,
  isPhone,
  onOpen,
  onOpenDay,
}: MonthGridProps) {
  const byDay = useMemo(() => Map.groupBy(rows, (row) => dateOf(row.start_datetime)), [rows]);
  const cells = useRef<HTMLDivElement>(null);
  const scale = useGridScale(cells, { days, isPhone });
  return (
    <div
      ref={cells}
      className="grid h-full grid-cols-7 grid-rows-[var(--month-head)_repeat(6,minmax(var(--month-cell),1fr))] overflow-y-auto"
    >
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
          isOutside={day.slice(0, 7) !== date.slice(0, 7)}
          absence={absenceOn(day)}
          isPhone={isPhone}
          scale={scale}
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
  isPhone: boolean;
  scale: GridScale;
  onOpen: (id: number) => void;
  onOpenDay: (day: WallDate) => void;
}

const isCancelled = ({ status }: SalonAppointment): boolean => status === 'CANCELLED';

/** By time, cancelled ones last: they are the first to go when there is no room. */
const inOrder = (a: SalonAppointment, b: SalonAppointment): number =>
  Number(isCancelled(a)) - Number(isCancelled(b)) || a.start_datetime.localeCompare(b.start_datetime);

interface MonthEventProps {
  row: SalonAppointment;
  /** A free one that nobody is offered. */
  isWithheld: boolean;
  scale: GridScale;
  onOpen: (id: number) => void;
}

const CHIP_REM = 13 / 16;
const AROUND_PX = 2 * (4 + 6) + 2; // the cell's padding and the chip's, and what rounding takes

/** The name as far as there is room beside the time: whole, else with the surname's initial. */
function nameInMonth(row: SalonAppointment, { columnPx, remPx, family }: GridScale): string {
  const names = shortenedNames(guestOf(row)?.replace(/^za: /, '') ?? titleOfEvent(row));
  const facePx = CHIP_REM * remPx;
  const widthOf = widthsIn({ family, namePx: facePx, textPx: facePx });
  const roomPx = columnPx - AROUND_PX - widthOf(`${clockOf(row.start_datetime)} `, 'text');
  return names.find((name) => widthOf(name, 'name') <= roomPx) ?? names.at(-1) ?? '';
}

/** An appointment of a month on a desktop: its start and its name. */
function MonthEvent({ row, isWithheld, scale, onOpen }: MonthEventProps) {
  const words = eventInWords(row, isWithheld);
  return (
    <button
      type="button"
      data-appointment-id={row.id}
      aria-label={`${clockOf(row.start_datetime)} ${words}`} // begins as it looks
      title={words}
      onClick={() => onOpen(row.id)}
      className={cx(
        'pointer-events-auto block w-full truncate rounded-[5px] px-1.5 text-left text-label/[1.1875rem] tabular-nums hover:brightness-105',
        isWithheld ? WITHHELD_LOOK : EVENT_LOOKS[row.status],
        isCancelled(row) && 'line-through',
      )}
    >
      {clockOf(row.start_datetime)}
      <span className="font-bold"> {nameInMonth(row, scale)}</span>
    </button>
  );
}

/** On a phone: its start beside a mark that says the status by colour and by shape. The cell is the button. */
function MonthMark({ row }: { row: SalonAppointment }) {
  return (
    <span
      data-appointment-id={row.id}
      aria-hidden="true"
      className={cx(
        'flex items-center gap-0.5 text-label/[1.1875rem] tracking-tighter tabular-nums @max-[16.5rem]:text-[6cqi]',
        isCancelled(row) ? 'text-soft line-through' : 'text-ink',
      )}
    >
      <i data-status={row.status} className="month-mark" />
      {clockOf(row.start_datetime).slice(0, 2)}
      <span className="@max-[20rem]:hidden">{clockOf(row.start_datetime).slice(2)}</span>
    </span>
  );
}

interface DayButtonProps {
  day: WallDate;
  today: WallDate;
  count: number;
  isOutside: boolean;
  absence: string | undefined;
  onOpenDay: (day: WallDate) => void;
}

/** The number of the day; all of its cell leads there. How many appointments there are is said to who cannot see them. */
function DayButton({ day, today, count, isOutside, absence, onOpenDay }: DayButtonProps) {
  const isToday = day === today;
  const closed = absence === undefined ? null : `Odsustvo${absence && `: ${absence}`}`;
  const words = [dayInWords(day, today), counted(count, APPOINTMENTS), closed];
  return (
    <button
      type="button"
      aria-label={words.filter((one) => one !== null).join(', ')}
      aria-current={isToday ? 'date' : undefined}
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

/** A day of the month: up to four appointments, the number of the rest, and the way to the day. */
const MonthCell = memo(function MonthCell(props: MonthCellProps) {
  const { day, rows, today, isOutside, absence, isPhone, scale, onOpen, onOpenDay } = props;
  const visible = [...rows].sort(inOrder).slice(0, CALENDAR_DAY_EVENTS_COUNT);
  const more = rows.length - visible.length;
  const isAbsent = absence !== undefined;
  const count = rows.filter(({ status }) => status === 'BOOKED').length;
  return (
    <section
      data-date={day}
      aria-label={dayInWords(day, today)}
      className={cx(
        'month-cell relative min-w-0 p-1 transition-colors hover:bg-blush max-md:px-0.5',
        isOutside && 'bg-paper',
        day === today && 'is-today',
        isAbsent && 'is-shut',
      )}
    >
      <div className="flex min-h-6 items-center justify-between @max-[16.5rem]:flex-col @max-[16.5rem]:items-start">
        <DayButton {...{ day, today, count, isOutside, absence, onOpenDay }} />
        {more > 0 && (
          <button
            type="button"
            aria-label={`+${more}, ${counted(rows.length, APPOINTMENTS)} ukupno`}
            onClick={() => onOpenDay(day)}
            className="relative z-1 h-6 rounded-pill md:min-w-6 text-label tracking-tighter md:px-1.5 font-semibold text-link after:absolute after:-inset-x-1 after:-top-1 after:-bottom-4 after:content-[''] hover:underline md:after:hidden"
          >
            +{more}
          </button>
        )}
      </div>
      <div className="pointer-events-none relative z-1 mt-0.5 space-y-px">
        {visible.map((row) =>
          isPhone ? (
            <MonthMark key={row.id} row={row} />
          ) : (
            <MonthEvent
              key={row.id}
              row={row}
              isWithheld={isAbsent && row.status === 'AVAILABLE'}
              scale={scale}
              onOpen={onOpen}
            />
          ),
        )}
      </div>
    </section>
  );
});
