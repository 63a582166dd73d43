import { ChevronLeft, ChevronRight, Eye, EyeOff, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { BackLink } from '../ui/page.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { VIEWS, type View } from './view.ts';

export interface ToolbarProps {
  title: string;
  view: View;
  onView: (view: View) => void;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  onNew: () => void;
  showsCancelled: boolean;
  onShowsCancelled: (showsCancelled: boolean) => void;
  /** Beside the title, on phones under all else. */
  children?: ReactNode;
}

/** Back, title, what is shown, and the way to other days: one line on desktops, three on phones. */
export function Toolbar(props: ToolbarProps) {
  const { title, view, onView, onStep, onToday, onNew, showsCancelled, onShowsCancelled, children } = props;
  return (
    <header className="-mt-1 mb-1.5 flex flex-wrap items-center gap-2 lg:flex-nowrap">
      <BackLink to={paths.admin}>Admin panel</BackLink>
      <h1
        tabIndex={-1}
        className="order-2 flex-1 basis-[calc(100%-104px)] text-[1.375rem]/7 md:text-[1.5rem]/8 lg:order-none lg:basis-auto"
      >
        <span className="sr-only">Kalendar termina: </span>
        {title}
      </h1>
      {children && <div className="order-5 empty:hidden lg:order-none">{children}</div>}
      <div className="order-4 mr-auto lg:order-none lg:mr-0">
        <Segmented label="Prikaz" segments={VIEWS} chosen={view} onChoose={onView} />
      </div>
      <IconButton
        icon={ChevronLeft}
        label="Prethodno"
        isEdged
        onClick={() => onStep(-1)}
        className="order-2 lg:order-none"
      />
      <Button variant="quiet" isSmall onClick={onToday} className="order-4 lg:order-none">
        Danas
      </Button>
      <IconButton
        icon={ChevronRight}
        label="Sledeće"
        isEdged
        onClick={() => onStep(1)}
        className="order-3 lg:order-none"
      />
      <IconButton
        icon={showsCancelled ? Eye : EyeOff}
        label="Prikaži otkazane"
        title="Prikaži otkazane"
        aria-pressed={showsCancelled}
        isEdged
        onClick={() => onShowsCancelled(!showsCancelled)}
        className="order-1 ml-auto lg:order-none lg:ml-0"
      />
      <Button isSmall onClick={onNew} className="order-1 lg:order-none">
        <Plus aria-hidden="true" size={16} />
        Novi termin
      </Button>
    </header>
  );
}
