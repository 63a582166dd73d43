import { type CSSProperties, Fragment } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { addMinutes, clockOf, minutesBetween, type WallDate, wallTimeOn } from '#domain/wall-clock.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { HOURS } from '../grid-scale.ts';
import { personOnPaper, phoneOnPaper, serviceOnPaper } from './on-paper.ts';

/** A time table of the day: lines at the hours, blocks as long as they take, longer only where the words need it. */

const ROW_MINUTES = 5;
const ROWS_PER_HOUR = 60 / ROW_MINUTES;
const SHEET_PX = 850; // that a page has for the hours
const HOUR_MAX_PX = 76;

interface Hours {
  from: number;
  /** So many of them. */
  count: number;
}

/** The whole hours around the appointments. */
function hoursAround(rows: readonly SalonAppointment[]): Hours {
  const from = Math.min(...rows.map(({ start_datetime }) => Number(start_datetime.slice(11, 13))));
  const to = Math.max(
    ...rows.map(({ end_datetime }) =>
      Math.ceil(Number(end_datetime.slice(11, 13)) + Number(end_datetime.slice(14, 16)) / 60),
    ),
  );
  return { from, count: to - from };
}

function Entry({ row }: { row: SalonAppointment }) {
  const { status, start_datetime, end_datetime, notes, client_notes } = row;
  const isBooked = status === 'BOOKED';
  return (
    <>
      {isBooked ? <i className="print-box" /> : <i />}
      <div>
        <p>
          <b className="print-name">{personOnPaper(row)}</b>{' '}
          <span>{timeRange(start_datetime, end_datetime)}</span>
        </p>
        {isBooked && <p>{serviceOnPaper(row)}</p>}
        {notes && <p className="italic">{`„${notes}“`}</p>}
        {client_notes && <p className="font-bold">{client_notes}</p>}
      </div>
      <p className="whitespace-nowrap">{phoneOnPaper(row)}</p>
    </>
  );
}

export function DaySheet({
  day,
  rows,
  absence,
}: {
  day: WallDate;
  rows: readonly SalonAppointment[];
  absence: string | undefined;
}) {
  const closed = absence !== undefined && (
    <p className="print-empty">{`Odsustvo${absence && `: ${absence}`}`}</p>
  );
  if (rows.length === 0) return closed || <p className="print-empty">Nema zakazanih termina.</p>;
  const { from, count } = hoursAround(rows);
  const opening = addMinutes(wallTimeOn(day, '00:00'), from * 60);
  const rowAt = (wall: SalonAppointment['start_datetime']) =>
    Math.floor(minutesBetween(opening, wall) / ROW_MINUTES) + 1;
  const rowPx = Math.min(HOUR_MAX_PX, SHEET_PX / count) / ROWS_PER_HOUR;
  const style = { gridTemplateRows: `repeat(${count * ROWS_PER_HOUR}, minmax(${rowPx}px, auto))` };
  return (
    <>
      {closed}
      <div className="print-day" style={style}>
        {HOURS.filter(
          (clock) => Number(clock.slice(0, 2)) >= from && Number(clock.slice(0, 2)) < from + count,
        ).map((clock, index) => (
          <Fragment key={clock}>
            <span className="print-hour" style={{ gridRow: index * ROWS_PER_HOUR + 1 } as CSSProperties}>
              {clock}
            </span>
            <i className="print-line" style={{ gridRow: index * ROWS_PER_HOUR + 1 } as CSSProperties} />
          </Fragment>
        ))}
        {rows.map((row) => (
          <div
            key={row.id}
            data-status={row.status}
            data-from={clockOf(row.start_datetime)}
            className="print-block"
            style={{ gridRow: `${rowAt(row.start_datetime)} / ${rowAt(row.end_datetime)}` } as CSSProperties}
          >
            <Entry row={row} />
          </div>
        ))}
      </div>
    </>
  );
}
