import { useMemo, useRef } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { dateOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { dayInWords, shortDayName, timeRange } from '#domain/wording/dates.ts';
import { counted, priceText } from '#domain/wording/numbers.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { initialsOf } from '../ui/list.tsx';
import { isWithheld, technicianOf } from './day-column.tsx';
import { absenceText, eventInWords } from './event-text.ts';
import { HOURS, hoursSinceOpening, isInHours, nowOn, placeOf } from './grid-scale.ts';
import type { AbsenceOn } from './queries.ts';
import { useChosenInView } from './view.ts';

interface WeekListProps {
  date: WallDate;
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  now: WallTime;
  absenceOn: AbsenceOn;
  /** The technicians whose appointments are shown together. */
  technicians: readonly Technician[];
  onOpen: (id: number) => void;
  onOpenDay: (day: WallDate) => void;
}

const NOTHING: readonly SalonAppointment[] = [];
const MAX_SLOTS = 3;
const LABEL_EVERY_HOURS = 3;
const USUAL_HOURS = { from: 2, to: 14 }; // after 06:00: 08:00-20:00

/** The hours that the bars show, counted from 06:00: the usual hours, extended for earlier or later appointments. */
const barHours = (rows: readonly SalonAppointment[]) => ({
  from: Math.floor(Math.min(USUAL_HOURS.from, ...rows.map((row) => hoursSinceOpening(row.start_datetime)))),
  to: Math.ceil(Math.max(USUAL_HOURS.to, ...rows.map((row) => hoursSinceOpening(row.end_datetime)))),
});

type BarHours = ReturnType<typeof barHours>;

const percent = (hours: number, { from, to }: BarHours): string => `${(100 * hours) / (to - from)}%`;

/** The week on a phone: each day with number and sum of its bookings, a bar, and the upcoming free slots. */
export default function WeekList(props: WeekListProps) {
  const { date, days, rows, now, absenceOn, technicians, onOpen, onOpenDay } = props;
  const live = useMemo(() => rows.filter(({ status }) => status !== 'CANCELLED'), [rows]);
  const byDay = useMemo(() => Map.groupBy(live, (row) => dateOf(row.start_datetime)), [live]);
  const hours = barHours(live);
  const list = useRef<HTMLDivElement>(null);
  useChosenInView(list, date);
  return (
    <div ref={list} className="px-3">
      <div
        aria-hidden="true"
        className="relative mt-2 ml-[calc(2.75rem+12px)] h-[1.25rem] text-label/[1.25rem] text-soft tabular-nums"
      >
        {HOURS.slice(hours.from, hours.to).map(
          (clock, index) =>
            index % LABEL_EVERY_HOURS === 0 && (
              <span key={clock} style={{ left: percent(index, hours) }} className="absolute">
                {clock.slice(0, 2)}
              </span>
            ),
        )}
      </div>
      {days.map((day) => (
        <DayRow
          key={day}
          {...{ day, hours, absenceOn, technicians, onOpen, onOpenDay }}
          rows={byDay.get(day) ?? NOTHING}
          today={dateOf(now)}
          now={nowOn(day, now)}
        />
      ))}
    </div>
  );
}

interface DayRowProps extends Omit<WeekListProps, 'date' | 'days'> {
  day: WallDate;
  hours: BarHours;
  today: WallDate;
}

function DayRow({ day, rows, hours, now, today, absenceOn, technicians, onOpen, onOpenDay }: DayRowProps) {
  const absence = absenceOn(day);
  const booked = rows.filter(({ status }) => status === 'BOOKED');
  const sum = booked.reduce((total, { service_price }) => total + (service_price ?? 0), 0);
  const closed = absence === undefined ? 'Salon ne radi' : absenceText(absence);
  const isShut = absence !== undefined || (isSunday(day) && rows.length === 0);
  return (
    <section
      data-date={day}
      aria-label={dayInWords(day, today)}
      className="relative flex gap-3 border-t border-line py-3"
    >
      <DayName day={day} isToday={day === today} onOpen={onOpenDay} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-2 text-small">
          {isShut && <span className="basis-full text-soft">{closed}</span>}
          {(rows.length > 0 || !isShut) && <b>{counted(booked.length, APPOINTMENTS)}</b>}
          {sum > 0 && <span className="text-soft tabular-nums">{priceText(sum)}</span>}
        </p>
        <DayBar {...{ rows, hours, now, technicians, isShut }} isToday={day === today} />
        <FreeSlots
          {...{ rows, now, absenceOn, technicians, onOpen }}
          most={MAX_SLOTS}
          onMore={() => onOpenDay(day)}
        />
      </div>
    </section>
  );
}

interface DayNameProps {
  day: WallDate;
  isToday: boolean;
  onOpen: (day: WallDate) => void;
}

/** The weekday and the day's number, as a button that fills the row. */
function DayName({ day, isToday, onOpen }: DayNameProps) {
  return (
    <button
      type="button"
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onOpen(day)}
      className={cx(
        "flex w-[2.75rem] flex-none flex-col items-center self-start text-small after:absolute after:inset-0 after:content-['']",
        isToday ? 'text-link' : 'text-soft',
      )}
    >
      {shortDayName(day)}{' '}
      <b
        className={cx(
          'font-display text-[1.25rem]/[2rem] font-medium lining-nums',
          isToday ? 'min-w-[2rem] rounded-pill bg-accent text-center text-white' : 'text-ink',
        )}
      >
        {Number(day.slice(8))}
      </b>
    </button>
  );
}

interface DayBarProps extends Pick<DayRowProps, 'rows' | 'hours' | 'now' | 'technicians'> {
  isShut: boolean;
  isToday: boolean;
}

/** A bar of a day's appointments along the hours, one line per technician; today also marks the current time. */
function DayBar({ rows, hours, now, technicians, isShut, isToday }: DayBarProps) {
  const height = 100 / Math.max(1, technicians.length);
  return (
    <div aria-hidden="true" className={cx('week-bar', isShut && 'is-shut')}>
      {rows.map((row) => {
        const { top, hours: width } = placeOf(row);
        const line = technicians.findIndex(({ id }) => id === row.technician_id);
        return (
          <i
            key={row.id}
            data-status={row.status}
            data-phase={row.end_datetime <= now ? 'past' : undefined}
            style={{
              left: percent(top - hours.from, hours),
              width: percent(width, hours),
              top: `${Math.max(0, line) * height}%`,
              height: `${height}%`,
            }}
            className="cal-look"
          />
        );
      })}
      {isToday && isInHours(now) && (
        <i style={{ left: percent(hoursSinceOpening(now) - hours.from, hours) }} className="w-0.5 bg-error" />
      )}
    </div>
  );
}

interface FreeSlotsProps extends Pick<DayRowProps, 'rows' | 'now' | 'absenceOn' | 'technicians' | 'onOpen'> {
  most?: number;
  onMore?: () => void;
  /** The text if no slot is free. */
  none?: string;
}

/** The free slots of a day that have not ended: at most `most`, then the number of further ones. */
export function FreeSlots({ rows, now, absenceOn, technicians, onOpen, onMore, ...props }: FreeSlotsProps) {
  const { most = rows.length, none } = props;
  const free = rows.filter(({ status, end_datetime }) => status === 'AVAILABLE' && end_datetime > now);
  if (free.length === 0) return none ? <p className="mt-2 text-small text-soft">{none}</p> : null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {free.slice(0, most).map((row) => {
        const technician = technicianOf(row, technicians);
        const isUnoffered = isWithheld(row, absenceOn);
        return (
          <button
            key={row.id}
            type="button"
            data-appointment-id={onMore && row.id} // not in the side panel, because the grid next to it contains the slot too
            aria-label={eventInWords(row, isUnoffered, technician?.name)}
            onClick={() => onOpen(row.id)}
            className={cx(
              'relative z-1 min-h-11 rounded-card border border-edge bg-card px-2.5 text-small font-medium tabular-nums transition-colors hover:bg-blush',
              isUnoffered && 'border-dashed text-soft',
            )}
          >
            {technician && `${initialsOf(technician.name)} `}
            {timeRange(row.start_datetime, row.end_datetime)}
          </button>
        );
      })}
      {free.length > most && (
        <Button variant="text" isSmall onClick={onMore} className="relative z-1 px-2">
          još {free.length - most}
        </Button>
      )}
    </div>
  );
}
