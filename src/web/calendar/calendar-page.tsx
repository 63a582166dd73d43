import { useCallback, useMemo, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { tappedStart } from '#domain/visits/room.ts';
import {
  dateOf,
  type ShortClockTime,
  startOfMinute,
  type WallDate,
  type WallTime,
} from '#domain/wall-clock.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { useNow } from '../lib/clock.ts';
import { useIsWide } from '../ui/browser.ts';
import { Page } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { MonthGrid } from './month-grid.tsx';
import { useAbsenceOn, useCalendarRows } from './queries.ts';
import { StateOverGrid } from './state-over-grid.tsx';
import { TimeGrid } from './time-grid.tsx';
import { Toolbar } from './toolbar.tsx';
import { useOptimisticCalendar } from './use-optimistic-calendar.ts';
import { daysOf, titleOf, useCalendarPeriod } from './view.ts';
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

function Calendar({ now }: { now: WallTime }) {
  const isPhone = !useIsWide();
  const today = dateOf(now);
  const { period, showsCancelled, ...go } = useCalendarPeriod({
    view: isPhone ? 'day' : 'week',
    date: today,
  });
  const { view, date } = period;
  const query = useCalendarRows(period);
  const { rows, pending, draw, reschedule, swap } = useOptimisticCalendar(query.data ?? NOTHING);
  const absenceOn = useAbsenceOn();
  const [opened, setOpened] = useState<Opened>(null);
  const open = useCallback((id: number) => setOpened({ kind: 'appointment', id }), []);
  const tap = (at: WallTime) => setOpened({ kind: 'new', date: dateOf(at), start: tappedStart(at) });
  const days = useMemo(() => daysOf({ view, date }), [view, date]);
  const visible = showsCancelled ? rows : rows.filter(({ status }) => status !== 'CANCELLED');
  const grid = { days, rows: visible, absenceOn, onOpen: open, onOpenDay: go.openDay };
  return (
    <Page width="admin">
      <Toolbar
        title={titleOf(period, today, isPhone)}
        view={view}
        onView={go.setView}
        onStep={go.step}
        onToday={() => go.goTo(today)}
        onNew={() => setOpened({ kind: 'new', date: dayForNew(days, date, today) })}
        showsCancelled={showsCancelled}
        onShowsCancelled={go.setShowsCancelled}
      >
        {view === 'day' && date >= today && <WaitingLink day={date} />}
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
            pending={pending}
            isPhone={isPhone}
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
