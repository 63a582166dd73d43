import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LazyPart, lazyPage, prefetch } from '../routing/lazy-page.tsx';
import type { MenuAction } from './menu.tsx';

const menuPart = lazyPage(() => import('./menu.tsx'));

/** The props of a button that opens a menu, and the menu element, whose code is a separate chunk. */
export function useMenu(actions: readonly MenuAction[]) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => void prefetch([menuPart.fetch]), []);
  const close = () => setIsOpen(false);
  const closing = actions.map((action) => ({
    ...action,
    onPress: () => {
      flushSync(close); // synchronously, so that an action that prints the page does not print the menu
      ref.current?.focus(); // focuses the button first: a dialog that the action opens returns the focus to it
      action.onPress();
    },
  }));
  const trigger = {
    ref,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: () => setIsOpen(!isOpen),
  } as const;
  const menu = isOpen && (
    <LazyPart part={menuPart} props={{ opener: ref, actions: closing, onClose: close }} />
  );
  return { trigger, menu };
}
