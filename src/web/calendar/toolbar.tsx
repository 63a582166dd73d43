import { ChevronDown, ChevronLeft, ChevronRight, Ellipsis, Eye, EyeOff, Plus, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WallDate } from '#domain/wall-clock.ts';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { TechnicianChips, type TechnicianChipsProps, TechnicianDisc } from '../technicians/technicians.tsx';
import { useIsRail } from '../ui/browser.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { BackLink } from '../ui/page.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { type Steps, VIEWS, type View } from './view.ts';

const lateButton = lazyPage(() => import('../told/late-button.tsx'));

interface CalendarActionsProps {
  /** The number of canceled appointments whose time is booked, free or blocked again. */
  retakenCount: number;
  showsRetaken: boolean;
  onShowsRetaken: (shows: boolean) => void;
  canPrint: boolean;
  isPhone: boolean;
  /** True if the toolbar is too narrow for the buttons: a menu then contains them. */
  isShort: boolean;
}

/** The switch for canceled appointments and the print button; on phones they are below the grid. Hidden buttons keep their place. */
export function CalendarActions(props: CalendarActionsProps) {
  const { retakenCount, showsRetaken, onShowsRetaken, canPrint, isPhone, isShort } = props;
  const toggle = {
    label: `Otkazani (${retakenCount})`,
    icon: showsRetaken ? Eye : EyeOff,
    onPress: () => onShowsRetaken(!showsRetaken),
  };
  const print = { label: 'Štampaj', icon: Printer, onPress: () => window.print() };
  const actions = [retakenCount > 0 && toggle, canPrint && print].filter((action) => action !== false);
  const { trigger, menu } = useMenu(actions);
  const printProps = { onClick: print.onPress, className: canPrint ? undefined : 'invisible' };
  if (isShort)
    return (
      <>
        <IconButton
          {...trigger}
          icon={Ellipsis}
          label="Još"
          className={actions.length === 0 ? 'invisible' : undefined}
        />
        {menu}
      </>
    );
  return (
    <>
      <Button
        variant="text"
        isSmall
        aria-pressed={showsRetaken}
        onClick={toggle.onPress}
        className={cx('px-2 whitespace-nowrap', retakenCount === 0 && 'invisible')}
      >
        <toggle.icon size={18} />
        <span className="lg:max-[96rem]:sr-only">{toggle.label}</span>
      </Button>
      {isPhone ? (
        <Button variant="text" isSmall {...printProps}>
          <Printer size={18} />
          Štampaj
        </Button>
      ) : (
        <IconButton icon={Printer} label="Štampaj" title="Štampaj" {...printProps} />
      )}
    </>
  );
}

const ALL = 'Sve radnice';

const Discs = ({ technicians }: Pick<TechnicianChipsProps, 'technicians'>) => (
  <span aria-hidden="true" className="flex w-7 pl-2">
    {technicians.slice(0, 3).map((one) => (
      <i
        key={one.id}
        data-hue={one.hue}
        className="-ml-2 size-4 shrink-0 rounded-full bg-(--hue) ring-2 ring-card"
      />
    ))}
  </span>
);

/** Lets the owner choose a technician: with chips, on wide screens with a menu. */
function TechnicianChoice(props: TechnicianChipsProps) {
  const { technicians, chosen, onChoose } = props;
  const isRail = useIsRail();
  const technician = technicians.find(({ id }) => id === chosen);
  const all = { label: ALL, icon: () => <Discs technicians={technicians} />, onPress: () => onChoose(null) };
  const each = technicians.map((one) => ({
    label: one.name,
    icon: () => <TechnicianDisc technician={one} />,
    onPress: () => onChoose(one.id),
  }));
  const { trigger, menu } = useMenu([all, ...each]);
  if (!isRail)
    return (
      <TechnicianChips
        {...props}
        className="order-5 w-full flex-nowrap! overflow-x-auto whitespace-nowrap [&>*]:shrink-0"
      />
    );
  return (
    <>
      <button
        {...trigger}
        type="button"
        className="order-3 flex min-h-11 items-center gap-2 rounded-pill border border-edge bg-card py-1 pr-3 pl-2 text-small font-medium whitespace-nowrap transition-colors hover:bg-blush"
      >
        {technician ? <TechnicianDisc technician={technician} /> : <Discs technicians={technicians} />}
        <span className="max-w-24 truncate">{technician?.name ?? ALL}</span>
        <ChevronDown size={16} strokeWidth={2} />
      </button>
      {menu}
    </>
  );
}

interface ToolbarProps extends Pick<TechnicianChipsProps, 'technicians' | 'chosen'> {
  title: ReactNode;
  view: View;
  isPhone: boolean;
  go: Steps;
  today: WallDate;
  /** The shown days; with today among them a delay can be announced. */
  days: readonly WallDate[];
  onNew: () => void;
  /** The waitlist link; on wide screens also the switch for canceled appointments and the print button. */
  children: ReactNode;
}

/** The toolbar: one row on wide screens, two on tablets, three on phones. Its height and the places of its buttons are fixed. */
export function Toolbar(props: ToolbarProps) {
  const { title, view, isPhone, go, today, days, onNew, technicians, chosen, children } = props;
  return (
    <header className="-mt-1 mb-1.5 flex flex-wrap items-center gap-2 lg:my-0 lg:min-h-14 lg:flex-nowrap lg:gap-1 lg:border-b lg:border-line lg:px-2 min-[80rem]:gap-2 min-[80rem]:px-4 print:[&>:not(h1)]:hidden">
      <span className="lg:hidden">
        <BackLink to={paths.admin}>Admin panel</BackLink>
      </span>
      <div className="order-1 ml-auto flex items-center justify-end gap-1 md:basis-[calc(100%-200px)] lg:order-4 lg:basis-auto">
        {days.includes(today) && <LazyPart part={lateButton} props={{ isShort: isPhone }} />}
        {children}
        {isPhone ? (
          <IconButton icon={Plus} label="Novi termin" isEdged onClick={onNew} />
        ) : (
          <Button isSmall onClick={onNew} className="ml-1 whitespace-nowrap">
            <Plus size={16} strokeWidth={2} />
            Novi termin
          </Button>
        )}
      </div>
      <h1
        tabIndex={-1}
        className="order-2 min-w-0 flex-1 basis-[calc(100%-104px)] truncate text-[min(1.375rem,5.6vw)]/11 md:basis-50 md:text-[1.375rem]/11 lg:order-1 lg:flex-initial lg:basis-50 lg:text-[1.125rem]/11 min-[80rem]:basis-64 min-[80rem]:text-[1.25rem]/11"
      >
        <span className="sr-only">Kalendar termina: </span>
        {title}
      </h1>
      <div className="order-4 max-md:min-w-max max-md:flex-1 max-md:[&>fieldset]:w-full max-md:[&>fieldset]:auto-cols-auto max-md:[&_button]:font-semibold max-[25rem]:[&_button]:px-1 md:order-2 md:[&_button]:min-w-20 md:[&_button]:px-2.5 lg:order-3 lg:[&_button]:min-w-18 lg:[&_button]:px-1">
        <Segmented label="Prikaz" segments={VIEWS} chosen={view} onChoose={go.toView} />
      </div>
      {technicians.length > 0 && <TechnicianChoice {...{ technicians, chosen }} onChoose={go.toTechnician} />}
      <IconButton
        icon={ChevronLeft}
        label="Prethodno"
        isEdged
        onClick={() => go.step(-1)}
        className="order-2"
      />
      <Button
        variant="quiet"
        isSmall
        onClick={() => go.toDay(today)}
        className="order-4 max-md:px-2.5 md:order-2"
      >
        Danas
      </Button>
      <IconButton
        icon={ChevronRight}
        label="Sledeće"
        isEdged
        onClick={() => go.step(1)}
        className="order-3 md:order-2"
      />
    </header>
  );
}
