import './print.css';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { SalonAppointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { isComing } from '#domain/appointments/attendance.ts';
import { daySum, daySumText } from '#domain/appointments/day-sum.ts';
import { clockOf, type WallTime } from '#domain/wall-clock.ts';
import { guestNote, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { displayDateTime, displayDayMonth, shortDayName, timeRange } from '#domain/wording/dates.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { sumText } from '#domain/wording/services.ts';
import { workText } from '#domain/work/work.ts';
import { useNow } from '../../lib/clock/clock.ts';
import { useSalon } from '../../lib/queries/queries.ts';
import { Lunula } from '../../ui/brand.tsx';
import { cx } from '../../ui/cx.ts';
import { absenceText, COMES } from '../event-text.ts';
import { HOURS, hoursAround, hoursSinceOpening } from '../grid-scale.ts';
import type { GridColumn } from '../view.ts';

/** The printed person: 'Ana Ilić', 'Ljubica Šarac, gošća', 'Ana Ilić, za: Mila'; without a booking the status. */
function personOnPaper(row: SalonAppointment): string {
  const { status, client_name, guest_name } = row;
  if (status !== 'BOOKED' || (client_name ?? guest_name) === null) return STATUS_LABELS[status];
  return [personOf(row), guestNote(row), isComing(row) && COMES].filter(Boolean).join(', ');
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

const phoneOnPaper = (row: SalonAppointment) => row.status === 'BOOKED' && phoneOf(row);

const BOX = 'inline-block border';
const SMALL_BOX = cx(BOX, 'size-2.5 rounded-[2px]');

function Details({ row, children }: { row: SalonAppointment; children?: ReactNode }) {
  return (
    <>
      {row.status === 'BOOKED' && <p>{serviceOnPaper(row)}</p>}
      {children}
      {row.notes && <p className="italic">{`„${row.notes}“`}</p>}
      {row.staff_note && <p className="font-bold">{row.staff_note}</p>}
      {row.client_notes && <p className="font-bold">{row.client_notes}</p>}
    </>
  );
}

function WeekSheet({ columns }: { columns: readonly GridColumn[] }) {
  return (
    <div className="grid grid-cols-7 gap-2">
      {columns.map(({ day, technician, rows, absence }) => (
        <section key={day}>
          <p className="mb-1.5 border-b pb-1 *:block">
            <b className="font-display text-[15px]/[19px] font-medium">
              {`${shortDayName(day)} ${displayDayMonth(day)}`}
            </b>
            <span>{daySumText(daySum(rows))}</span>
            {absence !== undefined && <span>{absenceText(absence)}</span>}
          </p>
          {rows.map((row) => (
            <div
              key={row.id}
              className={cx(
                'mb-[5px] break-inside-avoid rounded-[4px] border px-[5px] py-[3px] wrap-break-word',
                row.status === 'BLOCKED' && 'border-dashed',
              )}
            >
              <p>{timeRange(row.start_datetime, row.end_datetime)}</p>
              {technician === null && <p>{row.technician_name}</p>}
              <p>
                {row.status === 'BOOKED' && <i className={SMALL_BOX} />} <b>{personOnPaper(row)}</b>
              </p>
              <Details row={row}>
                <p>{phoneOnPaper(row)}</p>
              </Details>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

const ROWS_PER_HOUR = 12;
const SHEET_PX = 850; // the height available for all hours together on a printed page
const HOUR_MAX_PX = 76;

/** The day on paper: lines at the hours, and blocks as tall as the appointment or its text. */
function DaySheet({ column: { rows, absence } }: { column: GridColumn }) {
  const closed = absence !== undefined && <p className="py-6">{absenceText(absence)}</p>;
  if (rows.length === 0) return closed || <p className="py-6">Nema zakazanih termina.</p>;
  const { from, to } = hoursAround(rows);
  const rowAt = (wall: WallTime) => Math.round((hoursSinceOpening(wall) - from) * ROWS_PER_HOUR) + 1;
  const rowPx = Math.min(HOUR_MAX_PX, SHEET_PX / (to - from)) / ROWS_PER_HOUR;
  const gridTemplateRows = `repeat(${(to - from) * ROWS_PER_HOUR}, minmax(${rowPx}px, auto))`;
  return (
    <>
      {closed}
      <div className="grid grid-cols-[48px_16px_1fr]" style={{ gridTemplateRows }}>
        {HOURS.slice(from, to).map((clock, index) => (
          <span
            key={clock}
            className="relative col-[1/-1] h-0 leading-[0] after:absolute after:top-0 after:right-0 after:left-12 after:border-t-[0.75px] after:border-[#999]"
            style={{ gridRow: index * ROWS_PER_HOUR + 1 }}
          >
            {clock}
          </span>
        ))}
        {rows.map((row) => (
          <div
            key={row.id}
            className={cx(
              'relative col-start-3 mb-[3px] grid break-inside-avoid grid-cols-[22px_1fr_auto] items-start gap-3 rounded-[6px] border bg-white px-3 py-[3px]',
              row.status === 'BLOCKED' ? 'border-dashed' : 'border-l-4',
            )}
            style={{ gridRow: `${rowAt(row.start_datetime)} / ${rowAt(row.end_datetime)}` }}
          >
            <i className={row.status === 'BOOKED' ? cx(BOX, 'size-4 rounded-[3px]') : undefined} />
            <div>
              <p>
                <b className="mr-2 font-display text-[17px]/[19px] font-medium">{personOnPaper(row)}</b>{' '}
                <span>{timeRange(row.start_datetime, row.end_datetime)}</span>
              </p>
              <Details row={row}>
                {row.last_work && <p>{`Prošli put: ${workText(row.last_work.values)}`}</p>}
              </Details>
            </div>
            <p className="whitespace-nowrap">{phoneOnPaper(row)}</p>
          </div>
        ))}
      </div>
    </>
  );
}

interface PrintSheetProps {
  view: 'day' | 'week';
  title: string;
  columns: readonly GridColumn[];
}

const printedRows = (rows: readonly SalonAppointment[]) =>
  rows
    .filter(({ status }) => status === 'BOOKED' || status === 'BLOCKED')
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));

function Sheet({ view, title, columns: all }: PrintSheetProps) {
  const { data: salon } = useSalon();
  const now = useNow();
  const columns = all.map((column) => ({ ...column, rows: printedRows(column.rows) }));
  const booked = columns.flatMap(({ rows }) => rows).filter(({ status }) => status === 'BOOKED');
  const [first, firstBooked, lastBooked] = [columns[0], booked[0], booked.at(-1)];
  if (!first) return null;
  return (
    <div className="print-sheet" data-sheet={view}>
      <header className="mb-4.5 flex items-end justify-between gap-6 border-b-[1.5px] pb-2.5">
        <div className="font-display font-medium">
          <p className="flex items-center gap-2.5 text-[18px]/6">
            <Lunula className="w-6" />
            {salon?.name}
          </p>
          <p className="text-[26px]/[34px]">{[first.technician?.name, title].filter(Boolean).join(', ')}</p>
        </div>
        <p className="text-right whitespace-nowrap *:block">
          <b>{daySumText(daySum(booked))}</b>
          {view === 'day' && firstBooked && lastBooked && (
            <span>{`od ${clockOf(firstBooked.start_datetime)} do ${clockOf(lastBooked.end_datetime)}`}</span>
          )}
        </p>
      </header>
      {view === 'day' ? <DaySheet column={first} /> : <WeekSheet columns={columns} />}
      <footer className="mt-4 flex break-inside-avoid justify-between gap-4 border-t-[0.75px] border-[#999] pt-2 text-[12px]/[18px]">
        <span>{now && `Štampano ${displayDateTime(now)}`}</span>
        <span>
          <i className={SMALL_BOX} /> označite kad dođe
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
    const listening = new AbortController();
    const { signal } = listening;
    const show = (isShown: boolean) => flushSync(() => setPrinting(isShown));
    const paper = window.matchMedia('print');
    setPrinting(paper.matches); // `beforeprint` is missed if this chunk loads after printing has begun
    window.addEventListener('beforeprint', () => show(true), { signal });
    window.addEventListener('afterprint', () => show(false), { signal });
    paper.addEventListener('change', ({ matches }) => show(matches), { signal });
    return () => listening.abort();
  }, []);
  return isPrinting;
}

/** The printed week, or the day with a sheet per column. Rendered outside the page's element, because printing hides that element. docs/spec/product.md §2.19 */
export default function PrintSheet(props: PrintSheetProps) {
  const { view, title, columns } = props;
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const sheets = view === 'day' ? columns.map((column) => [column]) : [columns];
  return createPortal(
    sheets.map((own) => <Sheet key={own[0]?.key} view={view} title={title} columns={own} />),
    document.body,
  );
}
