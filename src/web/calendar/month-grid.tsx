import type { SalonAppointment } from '#contract/appointments.ts';
import { holidayOn } from '#domain/holidays.ts';
import { CALENDAR_DAY_EVENTS_COUNT } from '#domain/limits.ts';
import { clockOf, dateOf, minutesBetween, type WallDate } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { dayInWords, shortDayNames } from '#domain/wording/dates.ts';
import { counted } from '#domain/wording/numbers.ts';
import { cx } from '../ui/cx.ts';
import { eventLook, eventText } from './day-column.tsx';
import { absenceText, nameOfEvent, prefixOfEvent } from './event-text.ts';
import { isCancelled, placedOn } from './lanes.ts';
import { useChosenInView, type ViewProps } from './view.ts';

/** Six weeks, Monday first. On phones shows the booked share of each day, and a list of the chosen day. */
export default function MonthGrid(props: ViewProps) {
  const { date, days, rows, now, isPhone, go } = props;
  const byDay = Map.groupBy(rows, (row) => dateOf(row.start_datetime));
  return (
    <>
      <div
        ref={useChosenInView(date)}
        className="grid h-full grid-cols-7 grid-rows-[2.5rem_repeat(6,minmax(7rem,1fr))] overflow-y-auto max-md:h-auto max-md:grid-rows-[2.5rem_repeat(6,minmax(3.5rem,1fr))] print:h-auto print:overflow-visible"
      >
        {shortDayNames().map((name) => (
          <p
            key={name}
            className="sticky top-0 z-2 grid place-items-center border-b border-line bg-card text-small font-medium text-soft @max-[16.5rem]:text-[4cqi]"
          >
            {name}
          </p>
        ))}
        {days.map((day) => (
          <MonthCell key={day} {...props} day={day} rows={byDay.get(day) ?? []} />
        ))}
      </div>
      {isPhone && (
        <div className="border-t border-line p-3">
          <h2 className="text-body">
            <button type="button" onClick={() => go.openDay(date)} className="min-h-11 text-left text-link">
              {dayInWords(date, dateOf(now))}
            </button>
          </h2>
          <EventList {...props} rows={byDay.get(date) ?? []} />
        </div>
      )}
    </>
  );
}

/** Sorts by start, with canceled appointments last: a full day shows only the first ones. */
const inOrder = (a: SalonAppointment, b: SalonAppointment): number =>
  Number(isCancelled(a)) - Number(isCancelled(b)) || a.start_datetime.localeCompare(b.start_datetime);

function MonthEvent({ row, ...props }: ViewProps & { row: SalonAppointment }) {
  const clock = clockOf(row.start_datetime);
  const { attributes, className, initials } = eventLook(row, props);
  return (
    <button
      {...attributes}
      aria-label={`${clock} ${attributes.title}`}
      className={cx(
        className,
        'pointer-events-auto block w-full truncate rounded-[5px] px-1.5 text-label/[1.1875rem] tabular-nums print:whitespace-normal',
      )}
    >
      {initials ? <span className="not-print:@max-[64rem]:hidden">{clock} </span> : `${clock} `}
      {prefixOfEvent(row)}
      <b className="cal-name inline" data-initials={initials}>
        {nameOfEvent(row)}
      </b>
    </button>
  );
}

/** The number of bookings of a day, and a bar that shows how much of the day's booked and free time is booked. */
function MonthShare({ rows, count }: { rows: readonly SalonAppointment[]; count: number }) {
  const minutesOf = (status: SalonAppointment['status']) =>
    rows
      .filter((row) => row.status === status)
      .reduce((sum, row) => sum + minutesBetween(row.start_datetime, row.end_datetime), 0);
  const booked = minutesOf('BOOKED');
  const offered = booked + minutesOf('AVAILABLE');
  if (offered === 0) return null;
  return (
    <span aria-hidden="true" className="flex items-center gap-[3px] px-[3px] text-[0.75rem]/[1rem] text-soft">
      <i className="month-bar h-1.5 flex-1 overflow-hidden rounded-pill shadow-[inset_0_0_0_1px_var(--color-edge)]">
        <i style={{ width: `${(100 * booked) / offered}%` }} className="block h-full bg-booked" />
      </i>
      {count}
    </span>
  );
}

const toneOf = (holiday: string | null, isOutside: boolean): string =>
  holiday ? 'text-link' : isOutside ? 'text-soft' : 'text-ink';

function MonthCell({ day, ...props }: ViewProps & { day: WallDate }) {
  const { date, rows, now, absenceOn, isPhone, go } = props;
  const [isToday, isChosen] = [day === dateOf(now), isPhone && day === date];
  const isOutside = day.slice(0, 7) !== date.slice(0, 7);
  const absence = absenceOn(day);
  const holiday = holidayOn(day);
  const reasons = [absence && absenceText(absence), holiday].filter(Boolean).join(', ');
  const visible = isPhone ? [] : [...rows].sort(inOrder).slice(0, CALENDAR_DAY_EVENTS_COUNT);
  const more = isPhone ? 0 : rows.length - visible.length;
  const count = rows.filter(({ status }) => status === 'BOOKED').length;
  const name = dayInWords(day, dateOf(now));
  const open = () => (isPhone ? go.toDay : go.openDay)(day);
  return (
    <section
      data-date={day}
      aria-label={name}
      className={cx(
        'relative min-w-0 border-b border-l border-line p-1 transition-colors [contain:layout_style_paint] hover:bg-blush max-md:px-0.5 [&:nth-child(7n+1)]:border-l-0',
        isOutside && 'bg-paper',
        isToday && 'cal-today',
        isChosen && 'shadow-[inset_0_0_0_2px_var(--color-link)]',
        absence && 'closed-day',
      )}
    >
      <div className="h-6 max-md:text-center">
        <button
          type="button"
          aria-label={[name, counted(count, APPOINTMENTS), reasons].filter(Boolean).join(', ')}
          aria-current={isToday ? 'date' : undefined}
          aria-pressed={isPhone ? isChosen : undefined}
          onClick={open}
          title={reasons || undefined}
          className={cx(
            'min-h-6 min-w-6 rounded-pill text-center font-display @max-[20rem]:min-w-0 md:px-1 text-body/[1.5rem] font-medium lining-nums',
            "after:absolute after:inset-0 after:content-['']",
            isToday ? 'bg-accent text-white' : toneOf(holiday, isOutside),
          )}
        >
          {Number(day.slice(8))}
        </button>
        <span
          aria-hidden="true"
          className="ml-1 inline-block max-w-[calc(100%-4rem)] truncate align-bottom text-label/[1.5rem] text-link max-md:hidden"
        >
          {holiday}
        </span>
        {more > 0 && (
          <button
            type="button"
            aria-label={`+${more}, ${counted(rows.length, APPOINTMENTS)} ukupno`}
            onClick={open}
            className="relative z-1 float-right h-6 min-w-6 rounded-pill px-1.5 text-label font-semibold tracking-tighter text-link hover:underline"
          >
            +{more}
          </button>
        )}
      </div>
      {isPhone ? (
        <MonthShare rows={rows} count={count} />
      ) : (
        <div className="pointer-events-none relative z-1 space-y-px">
          {visible.map((row) => (
            <MonthEvent key={row.id} {...props} row={row} />
          ))}
        </div>
      )}
    </section>
  );
}

function EventList(props: ViewProps) {
  if (props.rows.length === 0) return <p className="text-small text-soft">Nema termina.</p>;
  return (
    <ul className="grid gap-1.5">
      {placedOn(props.rows).map(({ row }) => {
        const block = eventLook(row, props);
        return (
          <li key={row.id}>
            <button
              {...block.attributes}
              className={cx(
                block.className,
                'cal-event flex w-full flex-col rounded-event [--height:3.25rem]',
              )}
            >
              {eventText(row, block)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
