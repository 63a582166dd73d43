import './calendar.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Eye, EyeOff, Plus, Printer, RotateCw } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
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
import { paths } from '../lib/routing/paths.ts';
import { useHasMouse, useIsDesktop, useIsWide } from '../ui/browser.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { BackLink, Page } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { retakenIds, useShowsRetaken } from './cancelled.ts';
import { MonthGrid } from './month-grid.tsx';
import { PrintSheet } from './print/print-sheet.tsx';
import { useAbsenceOn, useCalendarRows } from './queries.ts';
import { TimeGrid } from './time-grid.tsx';
import { useOptimisticCalendar } from './use-optimistic-calendar.ts';
import { daysOf, titleOf, useAskedForNew, useCalendarPeriod, VIEWS, type View } from './view.ts';

interface CalendarActionsProps {
  /** How many cancelled ones of a time that is taken again there are. */
  retakenCount: number;
  showsRetaken: boolean;
  onShowsRetaken: (shows: boolean) => void;
  /** A day and a week have a sheet to print. */
  canPrint: boolean;
  isPhone: boolean;
}

/** What is not needed every hour: in the toolbar, on phones under the grid. They keep their room where there is nothing for them. */
function CalendarActions(props: CalendarActionsProps) {
  const { retakenCount, showsRetaken, onShowsRetaken, canPrint, isPhone } = props;
  const Icon = showsRetaken ? Eye : EyeOff;
  const printClass = canPrint ? undefined : 'invisible';
  const print = () => window.print();
  return (
    <>
      <Button
        variant="text"
        isSmall
        aria-pressed={showsRetaken}
        onClick={() => onShowsRetaken(!showsRetaken)}
        className={cx('px-2 whitespace-nowrap', retakenCount === 0 && 'invisible')}
      >
        <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
        {`Otkazani (${retakenCount})`}
      </Button>
      {isPhone ? (
        <Button variant="text" isSmall onClick={print} className={printClass}>
          <Printer aria-hidden="true" size={18} strokeWidth={1.75} />
          Štampaj
        </Button>
      ) : (
        <IconButton icon={Printer} label="Štampaj" title="Štampaj" onClick={print} className={printClass} />
      )}
    </>
  );
}

interface ToolbarProps {
  title: string;
  view: View;
  isPhone: boolean;
  onView: (view: View) => void;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  onNew: () => void;
  /** Beside the way back: who waits, and on wide screens what is not needed every hour. */
  children: ReactNode;
}

/** Back, title, what is shown, and the way to other days: one row on desktops, two on tablets, three on phones, always as high. */
function Toolbar({ title, view, isPhone, onView, onStep, onToday, onNew, children }: ToolbarProps) {
  return (
    <header className="cal-toolbar -mt-1 mb-1.5 flex flex-wrap items-center gap-2 min-[80rem]:gap-1.5 print:[&>:not(h1)]:hidden">
      <BackLink to={paths.admin}>Admin panel</BackLink>
      <div className="order-1 ml-auto flex items-center justify-end gap-1 md:basis-[calc(100%-200px)] min-[80rem]:order-3 min-[80rem]:ml-0 min-[80rem]:basis-auto">
        {children}
        {isPhone ? (
          <IconButton icon={Plus} label="Novi termin" isEdged onClick={onNew} className="cal-new" />
        ) : (
          <Button isSmall onClick={onNew} className="ml-1">
            <Plus aria-hidden="true" size={16} />
            Novi termin
          </Button>
        )}
      </div>
      <h1
        tabIndex={-1}
        className="order-2 min-w-0 flex-1 basis-[calc(100%-104px)] truncate text-[min(1.375rem,5.6vw)]/11 md:basis-50 md:text-[1.375rem]/11 min-[80rem]:order-1 min-[80rem]:text-[1.25rem]/11"
      >
        <span className="sr-only">Kalendar termina: </span>
        {title}
      </h1>
      <div className="order-4 max-md:min-w-max max-md:flex-1 max-md:[&>fieldset]:w-full max-md:[&>fieldset]:auto-cols-auto max-md:[&_button]:font-semibold max-[25rem]:[&_button]:px-1 md:order-2 md:[&_button]:min-w-20 md:max-[100rem]:[&_button]:px-2.5">
        <Segmented label="Prikaz" segments={VIEWS} chosen={view} onChoose={onView} />
      </div>
      <IconButton
        icon={ChevronLeft}
        label="Prethodno"
        isEdged
        onClick={() => onStep(-1)}
        className="order-2"
      />
      <Button variant="quiet" isSmall onClick={onToday} className="order-4 max-md:px-2.5 md:order-2">
        Danas
      </Button>
      <IconButton
        icon={ChevronRight}
        label="Sledeće"
        isEdged
        onClick={() => onStep(1)}
        className="order-3 md:order-2"
      />
    </header>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-4 z-6 grid justify-items-center px-4">
      <div className="pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-card px-4 py-2 text-center text-small shadow-float">
        {children}
      </div>
    </div>
  );
}

/**
 * Loading, not loaded, nothing there: over the grid, which stands in any case. (The failure itself is a toast:
 * docs/spec/product.md §8.2.)
 */
function StateOverGrid({ query, isEmpty }: { query: UseQueryResult<unknown>; isEmpty: boolean }) {
  const hasMouse = useHasMouse();
  if (query.isPending) {
    return (
      <Loading className="pointer-events-none absolute inset-x-0 top-24 z-2 pr-3 pl-18">
        <div className="grid gap-6">
          {['w-1/2', 'w-3/4', 'w-2/5', 'w-2/3'].map((width) => (
            <Skeleton key={width} className={`h-12 rounded-event ${width}`} />
          ))}
        </div>
      </Loading>
    );
  }
  if (query.isError && query.data === undefined) {
    return (
      <Note>
        Termini nisu učitani.
        <Button variant="text" isSmall onClick={() => void query.refetch()} isBusy={query.isFetching}>
          {!query.isFetching && <RotateCw aria-hidden="true" size={16} />}
          Pokušaj ponovo
        </Button>
      </Note>
    );
  }
  if (isEmpty && !query.isError) {
    return (
      <Note>
        <span className="py-1 text-soft">
          {hasMouse
            ? 'Nema termina. Prevucite po mreži da biste ih dodali.'
            : 'Nema termina. Dodirnite mrežu, ili zadržite prst na njoj pa prevucite.'}
        </span>
      </Note>
    );
  }
  return null;
}

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
          <MonthGrid {...grid} date={date} today={today} onChooseDay={go.goTo} />
        ) : (
          <TimeGrid
            {...grid}
            key={view}
            now={now}
            isLoaded={query.data !== undefined}
            pending={pending}
            selected={opened?.kind === 'appointment' ? opened.id : null}
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
