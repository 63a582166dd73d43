import { useCallback, useMemo, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { tappedStart } from '#domain/appointments/room.ts';
import {
  dateOf,
  type ShortClockTime,
  startOfMinute,
  type WallDate,
  type WallTime,
} from '#domain/wall-clock.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { useIsDesktop, useIsWide } from '../ui/browser.ts';
import { Page } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { retakenIds, useShowsRetaken } from './cancelled.ts';
import { MonthGrid } from './month-grid.tsx';
import { PrintSheet } from './print/print-sheet.tsx';
import { useAbsenceOn, useCalendarRows } from './queries.ts';
import { StateOverGrid } from './state-over-grid.tsx';
import { TimeGrid } from './time-grid.tsx';
import { CalendarActions, Toolbar } from './toolbar.tsx';
import { useOptimisticCalendar } from './use-optimistic-calendar.ts';
import { daysOf, titleOf, useAskedForNew, useCalendarPeriod } from './view.ts';
import './calendar.css';

const NOTHING: SalonAppointment[] = [];

type Opened =
  | { kind: 'appointment'; id: number }
  /** Without a start the next one of the day with room. */
  | { kind: 'new'; date: WallDate; start?: ShortClockTime }
  | null;

/** The day that a new appointment is offered on: today when it is on the screen, else the chosen one. */
const dayForNew = (days: readonly WallDate[], chosen: WallDate, today: WallDate): WallDate =>
  days.length > 1 && days.includes(today) ? today : chosen;

function Dialogs({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened?.kind === 'appointment') {
    return <AppointmentDialog key={opened.id} id={opened.id} isUndoable onClose={onClose} />;
  }
  if (opened?.kind !== 'new') return null;
  const { kind: _, ...place } = opened;
  return <NewAppointment preset={{ ...place, isOtherTime: true }} onClose={onClose} />;
}

/** The rows without the cancelled ones that are in the way, unless these are asked for. */
function useVisibleRows(rows: readonly SalonAppointment[]) {
  const [showsRetaken, onShowsRetaken] = useShowsRetaken();
  const retaken = useMemo(() => retakenIds(rows), [rows]);
  const visible = useMemo(
    () => (showsRetaken ? rows : rows.filter(({ id }) => !retaken.has(id))),
    [rows, retaken, showsRetaken],
  );
  return { visible, retakenCount: retaken.size, showsRetaken, onShowsRetaken };
}

function Calendar({ now }: { now: WallTime }) {
  const isPhone = !useIsWide();
  const isRoomy = useIsDesktop();
  const today = dateOf(now);
  const { period, ...go } = useCalendarPeriod({ view: isPhone ? 'day' : 'week', date: today });
  const { view, date } = period;
  const query = useCalendarRows(period);
  const { rows, pending, draw, reschedule, swap } = useOptimisticCalendar(query.data ?? NOTHING);
  const { visible, ...choice } = useVisibleRows(rows);
  const absenceOn = useAbsenceOn();
  const [opened, setOpened] = useState<Opened>(null);
  const open = useCallback((id: number) => setOpened({ kind: 'appointment', id }), []);
  const tap = (at: WallTime) => setOpened({ kind: 'new', date: dateOf(at), start: tappedStart(at) });
  const days = useMemo(() => daysOf({ view, date }), [view, date]);
  const openNew = () => setOpened({ kind: 'new', date: dayForNew(days, date, today) });
  useAskedForNew(openNew);
  const grid = { days, rows: visible, absenceOn, isPhone, onOpen: open, onOpenDay: go.openDay };
  const actions = <CalendarActions {...choice} canPrint={view !== 'month'} isPhone={isPhone} />;
  return (
    <Page width="admin">
      <Toolbar
        title={titleOf(period, today, isPhone)}
        view={view}
        isPhone={isPhone}
        onView={go.setView}
        onStep={go.step}
        onToday={() => go.goTo(today)}
        onNew={openNew}
      >
        {view === 'day' && date >= today && (
          <WaitingLink look="text" day={date} className="whitespace-nowrap" />
        )}
        {!isPhone && actions}
      </Toolbar>
      <div
        data-view={view}
        className="cal relative overflow-hidden rounded-card border border-line bg-card"
        aria-busy={query.isFetching}
      >
        {view === 'month' ? (
          <MonthGrid {...grid} date={date} today={today} />
        ) : (
          <TimeGrid
            {...grid}
            key={view}
            now={now}
            isLoaded={query.data !== undefined}
            pending={pending}
            isRoomy={isRoomy}
            onDraw={draw}
            onTap={tap}
            onReschedule={reschedule}
            onSwap={swap}
            onStep={go.step}
            onOpenWeek={() => go.setView('week')}
          />
        )}
        <StateOverGrid query={query} isEmpty={rows.length === 0} />
      </div>
      {isPhone && <div className="mt-1 flex flex-wrap justify-between">{actions}</div>}
      {view !== 'month' && <PrintSheet view={view} days={days} rows={rows} absenceOn={absenceOn} />}
      <Dialogs opened={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}

/** /admin/calendar */
export default function CalendarPage() {
  const now = useNow();
  const minute = now && startOfMinute(now);
  if (minute) return <Calendar now={minute} />;
  return (
    <Page width="admin">
      <Loading>
        <Skeleton className="h-11 w-80" />
        <Skeleton className="mt-3 h-140 rounded-card" />
      </Loading>
    </Page>
  );
}
