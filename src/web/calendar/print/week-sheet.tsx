import type { SalonAppointment } from '#contract/appointments.ts';
import { daySum, daySumText } from '#domain/appointments/day-sum.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { displayDayMonth, shortDayName, timeRange } from '#domain/wording/dates.ts';
import { personOnPaper, phoneOnPaper, serviceOnPaper } from './on-paper.ts';

/** Seven columns, Monday first, each a list by time. */
export function WeekSheet({
  days,
  rows,
  absenceOn,
}: {
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  absenceOn: (day: WallDate) => string | undefined;
}) {
  const byDay = Map.groupBy(rows, ({ start_datetime }) => dateOf(start_datetime));
  return (
    <div className="print-week">
      {days.map((day) => {
        const own = byDay.get(day) ?? [];
        const absence = absenceOn(day);
        return (
          <section key={day}>
            <p className="print-week-day">
              <b>{`${shortDayName(day)} ${displayDayMonth(day)}`}</b>
              <span>{daySumText(daySum(own))}</span>
              {absence !== undefined && <span>{`Odsustvo${absence && `: ${absence}`}`}</span>}
            </p>
            {own.map((row) => (
              <WeekEntry key={row.id} row={row} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function WeekEntry({ row }: { row: SalonAppointment }) {
  const isBooked = row.status === 'BOOKED';
  return (
    <div data-status={row.status} className="print-week-entry">
      <p>{timeRange(row.start_datetime, row.end_datetime)}</p>
      <p>
        {isBooked && <i className="print-box" />} <b>{personOnPaper(row)}</b>
      </p>
      {isBooked && <p>{serviceOnPaper(row)}</p>}
      <p>{phoneOnPaper(row)}</p>
      {row.notes && <p className="italic">{`„${row.notes}“`}</p>}
      {row.client_notes && <p className="font-bold">{row.client_notes}</p>}
    </div>
  );
}
