import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { SalonAppointment } from '#contract/appointments.ts';
import { daySum, daySumText } from '#domain/appointments/day-sum.ts';
import { clockOf, dateOf, type WallDate } from '#domain/wall-clock.ts';
import { dayInWordsWithYear, displayDateTime, weekTitle } from '#domain/wording/dates.ts';
import { useNow } from '../../lib/clock/clock.ts';
import { useSalon } from '../../lib/queries/queries.ts';
import { Lunula } from '../../ui/brand.tsx';
import { DaySheet } from './day-sheet.tsx';
import './print.css';
import { WeekSheet } from './week-sheet.tsx';

/** A day or a week on paper, instead of what is on the screen. docs/spec/product.md §2.19 */

export interface PrintSheetProps {
  view: 'day' | 'week';
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  absenceOn: (day: WallDate) => string | undefined;
}

/** Whether the page is being printed: the sheet is drawn only then, and is there before the browser looks. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    const paper = window.matchMedia('print');
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

/** What stands on paper: bookings, and what is blocked; neither cancelled nor free ones. */
const isPrinted = ({ status }: SalonAppointment): boolean => status === 'BOOKED' || status === 'BLOCKED';

/** 'od 08:00 do 19:15' */
function hoursText(booked: readonly SalonAppointment[]): string | null {
  const starts = booked.map(({ start_datetime }) => clockOf(start_datetime)).sort();
  const ends = booked.map(({ end_datetime }) => clockOf(end_datetime)).sort();
  return starts.length === 0 ? null : `od ${starts[0]} do ${ends.at(-1)}`;
}

function Sheet({ view, days, rows, absenceOn }: PrintSheetProps) {
  const { data: salon } = useSalon();
  const now = useNow();
  const printed = rows
    .filter((row) => isPrinted(row) && days.includes(dateOf(row.start_datetime)))
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));
  const booked = printed.filter(({ status }) => status === 'BOOKED');
  const [first] = days;
  if (!first) return null;
  return (
    <div className="print-sheet" data-sheet={view}>
      <header>
        <div>
          <p className="print-brand">
            <Lunula className="w-6" />
            {salon?.name}
          </p>
          <p className="print-title">{view === 'day' ? dayInWordsWithYear(first) : weekTitle(first)}</p>
        </div>
        <p className="print-sum">
          <b>{daySumText(daySum(booked))}</b>
          {view === 'day' && <span>{hoursText(booked)}</span>}
        </p>
      </header>
      {view === 'day' ? (
        <DaySheet day={first} rows={printed} absence={absenceOn(first)} />
      ) : (
        <WeekSheet days={days} rows={printed} absenceOn={absenceOn} />
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

/** Beside the page, so that paper can have it without the page. */
export function PrintSheet(props: PrintSheetProps) {
  return useIsPrinting() ? createPortal(<Sheet {...props} />, document.body) : null;
}
