import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../ui/dialog.tsx';

const IN_PLACE = /^https?:$/;

/** The address of a link of this app that a click would follow in this tab; null for any other click. */
function addressOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || link.target || link.download || !IN_PLACE.test(link.protocol)) return null;
  if (link.origin !== window.location.origin || link.href === window.location.href) return null;
  return link.pathname + link.search + link.hash;
}

/** How many entries of the history the browser has just gone, by its own count where it has one. */
function stepsFrom(index: number | undefined): number {
  const now = window.navigation?.currentEntry?.index;
  return index === undefined || now === undefined || now === index ? -1 : now - index;
}

/** Steps through the history: the page stays, and `onStep` learns how far the user wanted to go. */
function watchSteps(isLeaving: () => boolean, onStep: (steps: number) => void): () => void {
  const index = window.navigation?.currentEntry?.index;
  let wanted: number | null = null;
  const onPopState = (event: PopStateEvent) => {
    if (isLeaving()) return;
    event.stopImmediatePropagation(); // before the router, which would show the other page
    if (wanted === null) {
      wanted = stepsFrom(index);
      window.history.go(-wanted);
    } else {
      onStep(wanted);
      wanted = null;
    }
  };
  window.addEventListener('popstate', onPopState, { capture: true });
  return () => window.removeEventListener('popstate', onPopState, { capture: true });
}

function watchClicks(onLeave: (address: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const address = addressOf(event);
    if (address === null) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave(address);
  };
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}

const askOfBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

function watchUnload(): () => void {
  window.addEventListener('beforeunload', askOfBrowser);
  return () => window.removeEventListener('beforeunload', askOfBrowser);
}

/** 'Odbaciti izmene?' before what was typed is left: by a link, by a step back, or with the tab. Mounted is watching. */
export function AskBeforeLeaving() {
  const [, navigate] = useLocation();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isLeaving = useRef(false);
  useEffect(() => {
    const ends = [
      watchClicks((address) => setLeave(() => () => navigate(address))),
      watchSteps(
        () => isLeaving.current,
        (steps) => setLeave(() => () => window.history.go(steps)),
      ),
      watchUnload(),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [navigate]);
  if (!leave) return null;
  return (
    <DiscardDialog
      onCancel={() => setLeave(null)}
      onDiscard={() => {
        isLeaving.current = true;
        setLeave(null);
        leave();
      }}
    />
  );
}

/** As dialogs ask. */
export function DiscardDialog({ onDiscard, onCancel }: { onDiscard: () => void; onCancel: () => void }) {
  return (
    <ConfirmDialog
      text="Odbaciti izmene?"
      giveUp="Nastavi unos"
      action="Odbaci"
      onConfirm={onDiscard}
      onCancel={onCancel}
    />
  );
}
