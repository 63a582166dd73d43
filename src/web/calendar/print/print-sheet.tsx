import './print.css';
import { type CSSProperties, Fragment, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { SalonAppointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { daySum, daySumText } from '#domain/appointments/day-sum.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  minutesBetween,
  type WallDate,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import {
  dayInWordsWithYear,
  displayDateTime,
  displayDayMonth,
  shortDayName,
  timeRange,
  weekTitle,
} from '#domain/wording/dates.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { sumText } from '#domain/wording/services.ts';
import { useNow } from '../../lib/clock/clock.ts';
import { useSalon } from '../../lib/queries/queries.ts';
import type { Technician } from '../../lib/queries/technicians.ts';
import { Lunula } from '../../ui/brand.tsx';
import { absenceText } from '../event-text.ts';
import { HOURS } from '../grid-scale.ts';
import type { AbsenceOn } from '../queries.ts';
import type { GridColumn } from '../view.ts';

/** The printed person: 'Ana Ilić', 'Ljubica Šarac, gošća', 'Ana Ilić, za: Mila'; without a booking the status. */
function personOnPaper({ status, client_name, guest_name }: SalonAppointment): string {
  if (status !== 'BOOKED') return STATUS_LABELS[status];
  if (client_name === null) return guest_name === null ? STATUS_LABELS.BOOKED : `${guest_name}, gošća`;
  return guest_name === null ? client_name : `${client_name}, za: ${guest_name}`;
}

/** The printed services with prices: 'Gel lak, 1.800 din; Skidanje gela, 500 din; ukupno 2.300 din'. */
function serviceOnPaper({ services, service_name, service_price }: SalonAppointment): string {
  if (services.length > 1)
    return [
      ...services.map(({ name, price }) => `${name}, ${priceText(price)}`),
      `ukupno ${sumText(services)}`,
    ].join('; ');
  const service = service_name ?? 'Bez usluge';
  return service_price ? `${service}, ${priceText(service_price)}` : service;
}

/** The phone of the person who comes, or of the client who booked. */
const phoneOnPaper = ({ status, guest_phone, client_phone }: SalonAppointment): string =>
  status === 'BOOKED' ? (guest_phone ?? client_phone ?? '') : '';

interface WeekSheetProps extends Pick<PrintSheetProps, 'rows' | 'absenceOn'> {
  days: readonly WallDate[];
  technician: Technician | null;
}

/** The week on paper: seven columns, Monday first, each a list by time. */
function WeekSheet({ days, rows, absenceOn, technician }: WeekSheetProps) {
  const byDay = Map.groupBy(rows, ({ start_datetime }) => dateOf(start_datetime));
  return (
    <div className="print-week">
      {days.map((day) => {
        const own = byDay.get(day) ?? [];
        const absence = absenceOn(day, technician?.id);
        return (
          <section key={day}>
            <p className="print-week-day">
              <b>{`${shortDayName(day)} ${displayDayMonth(day)}`}</b>
              <span>{daySumText(daySum(own))}</span>
              {absence !== undefined && <span>{absenceText(absence)}</span>}
            </p>
            {own.map((row) => (
              <WeekEntry key={row.id} row={row} isMixed={technician === null} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function WeekEntry({ row, isMixed }: { row: SalonAppointment; isMixed: boolean }) {
  const isBooked = row.status === 'BOOKED';
  return (
    <div data-status={row.status} className="print-week-entry">
      <p>{timeRange(row.start_datetime, row.end_datetime)}</p>
      {isMixed && <p>{row.technician_name}</p>}
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

const ROW_MINUTES = 5;
const ROWS_PER_HOUR = 60 / ROW_MINUTES;
const SHEET_PX = 850; // height of the hours on a page
const HOUR_MAX_PX = 76;

/** The range of whole hours that contains all appointments. */
function hoursAround(rows: readonly SalonAppointment[]) {
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

interface DaySheetProps extends Pick<PrintSheetProps, 'rows'> {
  day: WallDate;
  absence: string | undefined;
}

/** The day on paper: lines at the hours, and blocks as tall as the appointment or its text. */
function DaySheet({ day, rows, absence }: DaySheetProps) {
  const closed = absence !== undefined && <p className="print-empty">{absenceText(absence)}</p>;
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

export interface PrintSheetProps {
  view: 'day' | 'week';
  columns: readonly GridColumn[];
  rows: readonly SalonAppointment[];
  absenceOn: AbsenceOn;
}

/** Whether an appointment is printed: bookings and blocked times, but no free or canceled slots. */
const isPrinted = ({ status }: SalonAppointment): boolean => status === 'BOOKED' || status === 'BLOCKED';

/** The hours of the bookings in words: 'od 08:00 do 19:15'. */
function hoursText(booked: readonly SalonAppointment[]): string | null {
  const starts = booked.map(({ start_datetime }) => clockOf(start_datetime)).sort();
  const ends = booked.map(({ end_datetime }) => clockOf(end_datetime)).sort();
  return starts.length === 0 ? null : `od ${starts[0]} do ${ends.at(-1)}`;
}

function Sheet({ view, columns, rows, absenceOn }: PrintSheetProps) {
  const { data: salon } = useSalon();
  const now = useNow();
  const days = columns.map(({ day }) => day);
  const [{ day: first, technician } = { day: undefined, technician: null }] = columns;
  const isOfColumn = ({ technician_id, start_datetime }: SalonAppointment) =>
    days.includes(dateOf(start_datetime)) && (technician === null || technician_id === technician.id);
  const printed = rows
    .filter((row) => isPrinted(row) && isOfColumn(row))
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));
  const booked = printed.filter(({ status }) => status === 'BOOKED');
  if (!first) return null;
  const title = view === 'day' ? dayInWordsWithYear(first) : weekTitle(first);
  return (
    <div className="print-sheet" data-sheet={view}>
      <header>
        <div>
          <p className="print-brand">
            <Lunula className="w-6" />
            {salon?.name}
          </p>
          <p className="print-title">{technician ? `${technician.name}, ${title}` : title}</p>
        </div>
        <p className="print-sum">
          <b>{daySumText(daySum(booked))}</b>
          {view === 'day' && <span>{hoursText(booked)}</span>}
        </p>
      </header>
      {view === 'day' ? (
        <DaySheet day={first} rows={printed} absence={absenceOn(first, technician?.id)} />
      ) : (
        <WeekSheet {...{ days, absenceOn, technician }} rows={printed} />
      )}
      <footer>
        <span>{now && `Štampano ${displayDateTime(now)}`}</span>
        <span>
          <i className="print-box" /> označite kad dođe
        </span>
        <span>Otkazani i slobodni termini se ne štampaju.</span>
      </footer>
    </div>
  );
}

/** Whether the page is being printed. Renders synchronously, before the browser captures the page. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    const paper = window.matchMedia('print');
    setPrinting(paper.matches); // this chunk may load after printing has begun
    const change = ({ matches }: MediaQueryListEvent) => (matches ? begin() : end());
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    paper.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      paper.removeEventListener('change', change);
    };
  }, []);
  return isPrinting;
}

/** The printed week, or day with a sheet per column; outside the page's element, which print hides. docs/spec/product.md §2.19 */
export default function PrintSheet(props: PrintSheetProps) {
  const { view, columns } = props;
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const sheets = view === 'day' ? columns.map((column) => [column]) : [columns];
  return createPortal(
    sheets.map((own) => <Sheet key={own[0]?.technician?.id} {...props} columns={own} />),
    document.body,
  );
}
