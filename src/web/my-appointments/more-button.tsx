import { Ellipsis } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import type { MenuAction, MenuProps } from './card-menu.tsx';

const menu = lazyPage(() => import('./card-menu.tsx'));

function OpenMenu(props: MenuProps) {
  const Menu = useLazyPage(menu);
  return <Menu {...props} />;
}

/** The dots at the end of a card's foot: what can be done besides. The menu is a chunk of its own, for the card is shown first. */
export function MoreButton({ actions }: { actions: readonly MenuAction[] }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    menu.fetch().catch(() => undefined); // fetched again when it is opened
  }, []);
  const closing = actions.map((action) => ({
    ...action,
    onPress: () => {
      flushSync(() => setIsOpen(false));
      opener.current?.focus(); // a dialog that opens now gives the focus back to it
      action.onPress();
    },
  }));
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-label="Još"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
        className="grid place-items-center text-link transition-colors aria-expanded:bg-blush"
      >
        <Ellipsis aria-hidden="true" size={22} />
      </button>
      {isOpen && (
        <Suspense>
          <OpenMenu opener={opener} actions={closing} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
