import { ChevronDown, ChevronLeft, ChevronRight, Ellipsis, Eye, EyeOff, Plus, Printer } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MenuAction } from '../appointments/menu.tsx';
import { lazyPage } from '../lib/routing/lazy-page.ts';
import { LazyPart } from '../lib/routing/lazy-part.tsx';
import { paths } from '../lib/routing/paths.ts';
import { TechnicianChips, type TechnicianChipsProps, TechnicianDisc } from '../technicians/technicians.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { BackLink } from '../ui/page.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { VIEWS, type View } from './view.ts';

const menu = lazyPage(() => import('../appointments/menu.tsx'));

interface CalendarActionsProps {
  /** The number of cancelled appointments whose time is booked, free or blocked again. */
  retakenCount: number;
  showsRetaken: boolean;
  onShowsRetaken: (shows: boolean) => void;
  /** A day and a week can be printed. */
  canPrint: boolean;
  isPhone: boolean;
  /** Without room for both: in a menu. */
  isShort: boolean;
}

interface MenuButtonProps extends ComponentProps<'button'> {
  actions: readonly MenuAction[];
}

/** A button that opens a menu of actions. */
function MenuButton({ actions, ...button }: MenuButtonProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const closing = actions.map((action) => ({
    ...action,
    onPress: () => {
      flushSync(close); // paper shows no menu
      action.onPress();
    },
  }));
  return (
    <>
      <button
        {...button}
        ref={opener}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && <LazyPart part={menu} props={{ opener, actions: closing, onClose: close }} />}
    </>
  );
}

/** The switch for cancelled appointments, and printing: in the toolbar, on phones below the grid. Hidden buttons keep their place. */
export function CalendarActions(props: CalendarActionsProps) {
  const { retakenCount, showsRetaken, onShowsRetaken, canPrint, isPhone, isShort } = props;
  const Icon = showsRetaken ? Eye : EyeOff;
  const printClass = canPrint ? undefined : 'invisible';
  const print = () => window.print();
  if (isShort) {
    const label = `Otkazani (${retakenCount})`;
    const toggle = { label, icon: Icon, onPress: () => onShowsRetaken(!showsRetaken) };
    const printing = { label: 'Štampaj', icon: Printer, onPress: print };
    const actions = [...(retakenCount > 0 ? [toggle] : []), ...(canPrint ? [printing] : [])];
    return (
      <MenuButton
        actions={actions}
        aria-label="Još"
        className={cx(
          'grid size-11 place-items-center rounded-card transition-colors hover:bg-blush',
          actions.length === 0 && 'invisible',
        )}
      >
        <Ellipsis aria-hidden="true" size={20} strokeWidth={1.75} />
      </MenuButton>
    );
  }
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
        <span className="lg:max-[96rem]:sr-only">{`Otkazani (${retakenCount})`}</span>
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

/** The discs of all technicians in one. */
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

/** Chooses the technician: chips, on wide screens a menu of them. */
export function TechnicianChoice({ isRail, ...props }: TechnicianChipsProps & { isRail: boolean }) {
  const { technicians, chosen, onChoose } = props;
  const technician = technicians.find(({ id }) => id === chosen);
  if (technicians.length === 0) return null;
  if (!isRail)
    return (
      <TechnicianChips
        {...props}
        className="order-5 w-full flex-nowrap! overflow-x-auto whitespace-nowrap [&>*]:shrink-0"
      />
    );
  const all = { label: ALL, icon: () => <Discs technicians={technicians} />, onPress: () => onChoose(null) };
  const each = technicians.map((one) => ({
    label: one.name,
    icon: () => <TechnicianDisc technician={one} />,
    onPress: () => onChoose(one.id),
  }));
  return (
    <MenuButton
      actions={[all, ...each]}
      className="order-3 flex min-h-11 items-center gap-2 rounded-pill border border-edge bg-card py-1 pr-3 pl-2 text-small font-medium whitespace-nowrap transition-colors hover:bg-blush"
    >
      {technician ? <TechnicianDisc technician={technician} /> : <Discs technicians={technicians} />}
      <span className="max-w-24 truncate">{technician?.name ?? ALL}</span>
      <ChevronDown aria-hidden="true" size={16} />
    </MenuButton>
  );
}

const ALL = 'Sve radnice';

interface ToolbarProps {
  title: string;
  view: View;
  isPhone: boolean;
  onView: (view: View) => void;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  onNew: () => void;
  technicians: ReactNode;
  /** The waitlist; on wide screens also cancelled appointments and printing. */
  children: ReactNode;
}

/** One row on wide screens, two on tablets, three on phones. Its height and the places of its buttons never change. */
export function Toolbar(props: ToolbarProps) {
  const { title, view, isPhone, onView, onStep, onToday, onNew, technicians, children } = props;
  return (
    <header className="-mt-1 mb-1.5 flex flex-wrap items-center gap-2 lg:my-0 lg:min-h-14 lg:flex-nowrap lg:gap-1 lg:border-b lg:border-line lg:px-4 min-[80rem]:gap-2 print:[&>:not(h1)]:hidden">
      <span className="lg:hidden">
        <BackLink to={paths.admin}>Admin panel</BackLink>
      </span>
      <div className="order-1 ml-auto flex items-center justify-end gap-1 md:basis-[calc(100%-200px)] lg:order-4 lg:basis-auto">
        {children}
        {isPhone ? (
          <IconButton icon={Plus} label="Novi termin" isEdged onClick={onNew} className="cal-new" />
        ) : (
          <Button isSmall onClick={onNew} className="ml-1 whitespace-nowrap">
            <Plus aria-hidden="true" size={16} />
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
      <div className="order-4 max-md:min-w-max max-md:flex-1 max-md:[&>fieldset]:w-full max-md:[&>fieldset]:auto-cols-auto max-md:[&_button]:font-semibold max-[25rem]:[&_button]:px-1 md:order-2 md:[&_button]:min-w-20 md:[&_button]:px-2.5 lg:order-3 lg:[&_button]:min-w-18 lg:[&_button]:px-1 min-[80rem]:[&_button]:min-w-20">
        <Segmented label="Prikaz" segments={VIEWS} chosen={view} onChoose={onView} />
      </div>
      {technicians}
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
