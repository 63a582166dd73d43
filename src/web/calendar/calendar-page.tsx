import './calendar.css';
import './event.css';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { SalonAppointment } from '#contract/appointments.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { dateOf, startOfMinute, type WallTime } from '#domain/wall-clock.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { NewAppointment, type NewAppointmentPreset } from '../appointments/new-appointment.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { useHasMouse, useHasRoomForPanel } from '../lib/device/owners-screen.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { LazyPart, lazyPage, prefetch } from '../lib/routing/lazy-page.tsx';
import { itemOnDevice, keepOnDevice } from '../lib/session/storage.ts';
import { allTechniciansQuery, useTechnicians } from '../technicians/technicians.tsx';
import { useIsRail, useIsWide } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { InPanel } from '../ui/dialog.tsx';
import { Loading, Page, Skeleton } from '../ui/page.tsx';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { useAbsenceOn, useCalendarRows, useOptimisticCalendar } from './calendar-rows.ts';
import { ANY_DAY } from './grid-scale.ts';
import { retakenIds } from './lanes.ts';
import { Shortcuts } from './shortcuts.tsx';
import { TimeGrid, type TimeGridProps } from './time-grid.tsx';
import { CalendarActions, Toolbar } from './toolbar.tsx';
import {
  columnOf,
  daysOf,
  fullTitle,
  NEW,
  roomForTitle,
  techniciansIn,
  titleOf,
  useAskedForNew,
  useCalendarPeriod,
  type View,
} from './view.ts';

const monthGrid = lazyPage(() => import('./month-grid.tsx'));
const weekList = lazyPage(() => import('./week-list.tsx'));
const printSheet = lazyPage(() => import('./print/print-sheet.tsx'));
const dayPanel = lazyPage(async () => ({ default: (await import('./week-list.tsx')).DayPanel }));
const AHEAD = [monthGrid.fetch, weekList.fetch, dayPanel.fetch];

const GRID_SKELETON = (
  <Loading className="pointer-events-none absolute inset-x-0 top-24 z-2 pr-3 pl-18">
    <div className="grid gap-6">
      {['w-1/2', 'w-3/4', 'w-2/5', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-12 rounded-event ${width}`} />
      ))}
    </div>
  </Loading>
);

/** A note over the grid: loading, an error, or no appointments. docs/spec/product.md §8.2 */
function StateOverGrid(props: { query: UseQueryResult; isEmpty: boolean; isGrid: boolean }) {
  const { query, isEmpty, isGrid } = props;
  const hasMouse = useHasMouse();
  if (query.isPending) return GRID_SKELETON;
  const isFailed = query.isError && query.data === undefined;
  if (!isFailed && (query.isError || !isEmpty)) return null;
  const howToAdd = hasMouse
    ? ' Prevucite po mreži da biste ih dodali.'
    : ' Dodirnite mrežu, ili zadržite prst na njoj pa prevucite.';
  return (
    <div
      className={cx(
        'pointer-events-none absolute inset-x-0 bottom-4 z-6 grid justify-items-center px-4',
        !isFailed && !isGrid && 'max-md:hidden', // on phones the week and the month are lists, which already say that there are no appointments
      )}
    >
      <div className="pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-card px-4 py-2 text-center text-small shadow-float">
        {isFailed ? (
          <>
            Termini nisu učitani.
            <Button variant="text" isSmall onClick={() => void query.refetch()} isBusy={query.isFetching}>
              {!query.isFetching && <RotateCw size={16} strokeWidth={2} />}
              Pokušaj ponovo
            </Button>
          </>
        ) : (
          <span className="py-1 text-soft">Nema termina.{isGrid && howToAdd}</span>
        )}
      </div>
    </div>
  );
}

/** What the dialog shows: an appointment by id, or the form for a new one. Without `start`, the form suggests the day's next free time. */
type Opened = number | NewAppointmentPreset | null;

function Dialogs({ opened, isPanel, onClose }: { opened: Opened; isPanel: boolean; onClose: () => void }) {
  if (typeof opened !== 'number') return opened && <NewAppointment preset={opened} onClose={onClose} />;
  return (
    <InPanel value={isPanel}>
      <AppointmentDialog key={opened} id={opened} onClose={onClose} />
    </InPanel>
  );
}

/** The open dialog or panel. A press on another appointment or a link first closes an appointment's panel, unless the user keeps its unsaved changes. */
function useOpened(isPanel: boolean) {
  const [opened, setOpened] = useState<Opened>(null);
  const current = useRef<Opened>(null);
  const closes = () => {
    if (typeof current.current === 'number')
      document.querySelector('.cal-work > dialog')?.dispatchEvent(new Event('cancel'));
    return typeof current.current !== 'number';
  };
  const show = (next: Opened) => {
    if (next !== null && !closes()) return;
    current.current = next;
    setOpened(next);
  };
  const onLink = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || link.origin !== window.location.origin || isNewTab || closes()) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    if (!isPanel) return;
    document.addEventListener('click', onLink, true);
    return () => document.removeEventListener('click', onLink, true);
  }, [isPanel]);
  return [opened, show, isPanel || opened === null] as const;
}

const RETAKEN_KEY = 'calendar-cancelled';

/** The rows of the chosen technician. Hides canceled rows whose time is taken again, unless the user has chosen to show them (stored on the device). */
function useVisibleRows(all: readonly SalonAppointment[], chosen: Technician | null) {
  const [showsRetaken, setShown] = useState(() => itemOnDevice(RETAKEN_KEY) !== null);
  const onShowsRetaken = (shows: boolean) => {
    keepOnDevice(RETAKEN_KEY, shows ? 'shown' : null);
    setShown(shows);
  };
  const rows = chosen ? all.filter(({ technician_id }) => technician_id === chosen.id) : all;
  const retaken = retakenIds(rows);
  const visible = showsRetaken ? rows : rows.filter(({ id }) => !retaken.has(id));
  return { visible, retakenCount: retaken.size, showsRetaken, onShowsRetaken };
}

/** Whether the view is a time grid. Phones show the week as a list. */
const isTimeGrid = (view: View, isPhone: boolean): boolean => view === 'day' || (view === 'week' && !isPhone);

function ViewOf({ view, ...props }: TimeGridProps & { view: View }) {
  if (isTimeGrid(view, props.isPhone)) return <TimeGrid key={view} {...props} />;
  return <LazyPart part={view === 'month' ? monthGrid : weekList} props={props} />;
}

/** The choice of technicians. `choices`: the technicians to choose from; `isApart`: each has a column; `inDay`: the technician of each column of a day, null if all share the column; `technicians`: those who share a column. */
function useChoices(
  view: View,
  rows: readonly SalonAppointment[],
  chosenId: TechnicianId | null,
  isPhone: boolean,
) {
  const active = useTechnicians();
  const hasLeft = active.length > 0 && rows.some((row) => active.every(({ id }) => id !== row.technician_id));
  const { data: all } = useQuery({ ...allTechniciansQuery(), enabled: hasLeft });
  const choices = techniciansIn(active, rows, all);
  const isWhole = isPhone && view === 'day'; // on phones the day shows all technicians: three fit on the screen, and the user swipes to the others
  const chosen = (!isWhole && choices.find(({ id }) => id === chosenId)) || null;
  const isApart = view === 'day' && !chosen && choices.length > 0;
  const inDay = isApart ? choices : view === 'month' ? [] : [chosen]; // the month has no columns
  const technicians = chosen || isApart ? [] : choices;
  const layout = isWhole && isApart ? 'edge to edge' : 'card';
  return { choices: isWhole ? [] : choices, chosen, isApart, layout, inDay, technicians };
}

/** From 1024 px the calendar fills the window. */
const WINDOW = 'lg:flex lg:h-[calc(100dvh-var(--nav))] lg:max-w-none lg:flex-col lg:p-0';
const GRID =
  'cal relative isolate overflow-hidden rounded-card border border-line bg-card pointer-coarse:[--handle:14px] lg:rounded-none lg:border-0';

function Calendar({ now }: { now: WallTime }) {
  const isPhone = !useIsWide();
  const isRail = useIsRail();
  const today = dateOf(now);
  const { period, technicianId, go } = useCalendarPeriod({ view: isPhone ? 'day' : 'week', date: today });
  const { view, date } = period;
  const query = useCalendarRows(period);
  const { rows, pending, run } = useOptimisticCalendar(query.data ?? []);
  const days = useMemo(() => daysOf({ view, date }), [view, date]);
  const { choices, chosen, isApart, layout, inDay, technicians } = useChoices(
    view,
    rows,
    technicianId,
    isPhone,
  );
  const chosenId = chosen?.id ?? null;
  const { visible, ...choice } = useVisibleRows(rows, chosen);
  const absenceOn = useAbsenceOn();
  const isPanel = useHasRoomForPanel();
  const [opened, show, hasKeys] = useOpened(isPanel);
  const shown = { date, days, technicians, now, absenceOn, isPhone, go, rows: visible, onOpen: show };
  const columns = days.flatMap((day) => inDay.map((technician) => columnOf(day, technician, shown)));
  const selected = typeof opened === 'number' ? opened : null;
  const openNew = () => {
    const isTodayShown = days.length > 1 && days.includes(today);
    show({ date: isTodayShown ? today : date, technicianId: chosenId, isOtherTime: true });
  };
  useAskedForNew(openNew);
  useEffect(() => void prefetch(AHEAD), []);
  const isShort = isRail && !isPanel;
  const hasDayPanel = isRail && view === 'day' && !isApart;
  const actions = (
    <CalendarActions {...choice} canPrint={view !== 'month'} isPhone={isPhone} isShort={isShort} />
  );
  return (
    <Page width="admin" className={WINDOW}>
      <Toolbar
        {...{ view, isPhone, go, today, days }}
        title={titleOf(period, today, roomForTitle(isPhone, isShort, choices))}
        onNew={openNew}
        technicians={choices}
        chosen={chosenId}
      >
        {view === 'day' && date >= today && !hasDayPanel && (
          <WaitingLink look="text" day={date} className="whitespace-nowrap" />
        )}
        {!isPhone && actions}
      </Toolbar>
      <div
        className={cx(
          'cal-work lg:grid lg:min-h-0 lg:flex-1 lg:grid-rows-[minmax(0,1fr)]',
          // the day view: the hour labels and a column of 560 px on the left, the side panel on the right
          hasDayPanel
            ? 'lg:grid-cols-[minmax(0,38.75rem)_minmax(16rem,1fr)] lg:bg-card'
            : 'lg:grid-cols-[minmax(0,1fr)_auto]',
        )}
      >
        <div
          data-view={view}
          key={layout} // another element: this one would widen under the finger when the technicians arrive
          className={cx(
            GRID,
            'data-[view=month]:@container data-[view=month]:print:h-auto data-[view=month]:print:overflow-visible',
            isApart
              ? 'max-md:mx-[calc(-1*var(--gap)-1px)] max-md:[--times:3.25rem]' // a phone shows three technicians at a time, from edge to edge
              : 'data-[view=day]:[--from:6px] data-[view=day]:[--to:6px]',
          )}
          aria-busy={query.isFetching}
        >
          <ViewOf
            {...shown}
            {...{ view, columns, pending, selected }}
            isLoaded={query.data !== undefined}
            onDrop={run}
            onTap={show}
          />
          <StateOverGrid query={query} isEmpty={rows.length === 0} isGrid={isTimeGrid(view, isPhone)} />
        </div>
        <Dialogs opened={opened} isPanel={isPanel} onClose={() => show(null)} />
        {hasDayPanel && !(isPanel && selected !== null) && <LazyPart part={dayPanel} props={shown} />}
      </div>
      {isPhone && <div className="mt-1 flex flex-wrap justify-between">{actions}</div>}
      {view !== 'month' && <LazyPart part={printSheet} props={{ view, columns, title: fullTitle(period) }} />}
      {isRail && hasKeys && <Shortcuts {...{ go, today }} onNew={openNew} />}
    </Page>
  );
}

const NOTHING = () => undefined;
const NO_ACTIONS = { retakenCount: 0, showsRetaken: false, onShowsRetaken: NOTHING };

/** The calendar before the day is known. Remembers presses on a view and on 'Novi termin' in the URL. */
function CalendarSkeleton() {
  const isPhone = !useIsWide();
  const isRail = useIsRail();
  const isShort = !useHasRoomForPanel() && isRail;
  const { period, go } = useCalendarPeriod({ view: isPhone ? 'day' : 'week', date: ANY_DAY });
  const [, setAddress] = useSearchParams();
  const ask = (name: string, value: string) =>
    setAddress((before) => new URLSearchParams({ ...Object.fromEntries(before), [name]: value }));
  const { view } = period;
  const actions = (
    <CalendarActions {...NO_ACTIONS} canPrint={view !== 'month'} isPhone={isPhone} isShort={isShort} />
  );
  return (
    <Page width="admin" className={WINDOW}>
      <Toolbar
        {...{ view, isPhone }}
        go={{ ...go, step: NOTHING, toDay: NOTHING, toView: (next) => ask('view', next) }}
        title={<Skeleton className="inline-block h-5 w-48 align-middle" />}
        today={ANY_DAY}
        days={[]}
        onNew={() => ask(NEW, '1')}
        technicians={[]}
        chosen={null}
      >
        {!isPhone && actions}
      </Toolbar>
      <div className="cal-work lg:grid lg:min-h-0 lg:flex-1">
        <div data-view={view} className={GRID}>
          {GRID_SKELETON}
        </div>
      </div>
      {isPhone && <div className="mt-1 flex flex-wrap justify-between">{actions}</div>}
    </Page>
  );
}

export default function CalendarPage() {
  const now = useNow();
  const minute = now && startOfMinute(now);
  return minute ? <Calendar now={minute} /> : <CalendarSkeleton />;
}
