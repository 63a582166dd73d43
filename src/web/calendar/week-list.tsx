import { useQuery } from '@tanstack/react-query';
import { holidayOn } from '#domain/holidays.ts';
import { dateOf, isSunday, type WallDate } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { dayInWords, shortDayName, timeRange } from '#domain/wording/dates.ts';
import { counted, priceText } from '#domain/wording/numbers.ts';
import { waitingDays, waitingQueries } from '../lib/queries/admin-queries.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { eventLook } from './day-column.tsx';
import { absenceText } from './event-text.ts';
import { HOURS, hoursAround, hoursSinceOpening, isInHours, placeOf } from './grid-scale.ts';
import { useChosenInView, type ViewProps } from './view.ts';

const MAX_SLOTS = 3;
const LABEL_EVERY_HOURS = 3;
const USUAL_HOURS = { from: 2, to: 14 }; // 08:00 to 20:00, in hours after 06:00

/** The time range of the bars, in hours after 06:00: USUAL_HOURS, extended for earlier or later appointments. */
type BarHours = ReturnType<typeof hoursAround>;

const percent = (hours: number, { from, to }: BarHours): string => `${(100 * hours) / (to - from)}%`;

/** The week on a phone. A day shows the number of its bookings, the sum of their prices, a bar that shows when its appointments are, and free slots. */
export default function WeekList(props: ViewProps) {
  const live = props.rows.filter(({ status }) => status !== 'CANCELLED');
  const byDay = Map.groupBy(live, (row) => dateOf(row.start_datetime));
  const hours = hoursAround(live, USUAL_HOURS);
  return (
    <div ref={useChosenInView(props.date)} className="px-3">
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
      {props.days.map((day) => (
        <DayRow key={day} {...props} day={day} hours={hours} rows={byDay.get(day) ?? []} />
      ))}
    </div>
  );
}

interface DayRowProps extends ViewProps {
  day: WallDate;
  hours: BarHours;
}

function DayRow({ day, hours, ...props }: DayRowProps) {
  const { rows, now, absenceOn, go } = props;
  const today = dateOf(now);
  const absence = absenceOn(day);
  const booked = rows.filter(({ status }) => status === 'BOOKED');
  const sum = booked.reduce((total, { service_price }) => total + (service_price ?? 0), 0);
  const holiday = holidayOn(day);
  const isShut = absence !== undefined || (isSunday(day) && rows.length === 0);
  return (
    <section
      data-date={day}
      aria-label={dayInWords(day, today)}
      className="relative flex gap-3 border-t border-line py-3"
    >
      <button
        type="button"
        aria-current={day === today ? 'date' : undefined}
        onClick={() => go.openDay(day)}
        className={cx(
          "flex w-[2.75rem] flex-none flex-col items-center self-start text-small after:absolute after:inset-0 after:content-['']",
          day === today ? 'text-link' : 'text-soft',
        )}
      >
        {shortDayName(day)}{' '}
        <b
          className={cx(
            'font-display text-[1.25rem]/[2rem] font-medium lining-nums',
            day === today ? 'min-w-[2rem] rounded-pill bg-accent text-center text-white' : 'text-ink',
          )}
        >
          {Number(day.slice(8))}
        </b>
      </button>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-2 text-small">
          {isShut && (
            <span className="basis-full text-soft">
              {absence === undefined ? 'Salon ne radi' : absenceText(absence)}
            </span>
          )}
          {holiday && <span className="basis-full text-link">{holiday}</span>}
          {(rows.length > 0 || !isShut) && <b>{counted(booked.length, APPOINTMENTS)}</b>}
          {sum > 0 && <span className="text-soft tabular-nums">{priceText(sum)}</span>}
        </p>
        <DayBar {...props} {...{ day, hours, isShut }} />
        <FreeSlots {...props} most={MAX_SLOTS} onMore={() => go.openDay(day)} />
      </div>
    </section>
  );
}

/** A bar of a day's appointments along the hours, one line per technician; the bar of today also marks the current time. */
function DayBar({ day, rows, hours, now, technicians, isShut }: DayRowProps & { isShut: boolean }) {
  const height = 100 / Math.max(1, technicians.length);
  return (
    <div
      aria-hidden="true"
      className={cx(
        'week-bar relative mt-1 h-[1.25rem] overflow-hidden rounded-[6px] shadow-[inset_0_0_0_1px_var(--color-line)] *:absolute *:inset-y-0',
        isShut && 'closed-day',
      )}
    >
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
            className="cal-look rounded-[5px] border-x border-card"
          />
        );
      })}
      {day === dateOf(now) && isInHours(now) && (
        <i style={{ left: percent(hoursSinceOpening(now) - hours.from, hours) }} className="w-0.5 bg-error" />
      )}
    </div>
  );
}

interface FreeSlotsProps extends ViewProps {
  most?: number;
  onMore?: () => void;
  /** The text to show if no slot is free. */
  none?: string;
}

/** The free slots of a day that have not ended: the first `most`, then the number of the others. */
function FreeSlots(props: FreeSlotsProps) {
  const { rows, now, onMore, most = rows.length, none } = props;
  const free = rows.filter(({ status, end_datetime }) => status === 'AVAILABLE' && end_datetime > now);
  if (free.length === 0) return none ? <p className="mt-2 text-small text-soft">{none}</p> : null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {free.slice(0, most).map((row) => {
        const { attributes, initials, isWithheld } = eventLook(row, props);
        return (
          <button
            key={row.id}
            type="button"
            data-appointment-id={onMore && row.id} // no id in the side panel, because the grid next to the panel already has an element with this id
            aria-label={attributes['aria-label']}
            onClick={attributes.onClick}
            className={cx(
              'relative z-1 min-h-11 rounded-card border border-edge bg-card px-2.5 text-small font-medium tabular-nums transition-colors hover:bg-blush',
              isWithheld && 'border-dashed text-soft',
            )}
          >
            {initials && `${initials} `}
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

/** The side panel of a day on wide screens: the waitlist and the free slots. */
export function DayPanel(props: ViewProps) {
  const { date, now } = props;
  const today = dateOf(now);
  const { data: waiting = [] } = useQuery(waitingQueries.of(date >= today ? waitingDays(today, date) : null));
  return (
    <aside aria-label="Dan" className="min-h-0 overflow-y-auto border-l border-line bg-card p-5 print:hidden">
      {waiting.length > 0 && (
        <>
          <h2 className="text-body">Čekaju ovaj dan</h2>
          <ul className="my-2 text-small">
            {waiting.map(({ id, name }) => (
              <li key={id} className="py-0.5">
                {name}
              </li>
            ))}
          </ul>
          <WaitingLink look="text" day={date} className="mb-4 -ml-3" />
        </>
      )}
      <h2 className="text-body">Slobodno</h2>
      <FreeSlots {...props} none="Nema slobodnih termina." />
    </aside>
  );
}
