import { useEffect, useEffectEvent, useRef, useState } from 'react';
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

interface HistoryGuard {
  /** The same page once more on top of itself: a step back leads to where the user is. */
  raise: () => void;
  /** Takes it away again; a page that was left meanwhile stays left. */
  end: () => void;
}

/** The router hears of a step back before anybody else can stop it, so the step is given something to take. */
function guardHistory(onStepBack: () => void): HistoryGuard {
  const { state } = window.history;
  const { href } = window.location;
  let isRaised = false;
  const raise = () => {
    if (isRaised) return;
    window.history.pushState(state, '');
    isRaised = true;
  };
  const onPopState = () => {
    if (!isRaised) return;
    isRaised = false;
    onStepBack();
  };
  raise();
  window.addEventListener('popstate', onPopState);
  const end = () => {
    window.removeEventListener('popstate', onPopState);
    if (isRaised && window.history.state === state && window.location.href === href) window.history.back();
  };
  return { raise, end };
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
  const guard = useRef<HistoryGuard>(null);
  const go = useEffectEvent((address: string) => navigate(address, { replace: true }));
  useEffect(() => {
    guard.current = guardHistory(() => setLeave(() => () => window.history.back()));
    const ends = [
      guard.current.end,
      watchClicks((address) => setLeave(() => () => go(address))),
      watchUnload(),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  if (!leave) return null;
  const stay = () => {
    guard.current?.raise();
    setLeave(null);
  };
  return <DiscardDialog onCancel={stay} onDiscard={leave} />;
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
