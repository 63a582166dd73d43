import { depthHere, keyIn, stateHere, topIn } from '../../ui/history/entry.ts';
import { scroll } from './scroll.ts';

/** The position is stored this long after the last scroll event: Safari allows only 100 history changes in 30 s. */
const REST_MS = 300;

/** The maximum time, after Back, for which the page is kept at the stored position while lists load. */
const PATIENCE_MS = 5000;
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** The name of the history entry: its navigation key, or its path if the browser itself loaded the page. */
const entryHere = (): string => keyIn(window.history.state) ?? window.location.pathname;

/** Keeps the page at `y` while it grows, until the user acts or PATIENCE_MS have passed. */
function holdAt(y: number, onEnd: () => void): () => void {
  const reach = () => window.scrollTo(0, y);
  const growth = new ResizeObserver(reach);
  const over = new AbortController();
  const end = () => {
    if (over.signal.aborted) return;
    over.abort();
    growth.disconnect();
    onEnd();
  };
  growth.observe(document.body);
  for (const act of ACTS) window.addEventListener(act, end, { signal: over.signal, capture: true });
  setTimeout(end, PATIENCE_MS);
  reach();
  return end;
}

function isReturn(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load instanceof PerformanceNavigationTiming && load.type !== 'navigate';
}

/** Restores the scroll position on Back, Forward and reload. The history entries store the positions. */
export function restoreScrollPositions(): void {
  const positions = new Map<string, number>();
  let shown = entryHere();
  /** The position to restore once the page is on the screen. */
  let target: number | null = null;
  let end: (() => void) | undefined;
  let saving: ReturnType<typeof setTimeout> | undefined;
  const isShown = () => target === null && entryHere() === shown;
  const save = () => {
    saving = undefined;
    const state = stateHere(depthHere());
    if (isShown() && state !== window.history.state) window.history.replaceState(state, '');
  };
  const note = () => {
    if (!isShown()) return;
    positions.set(shown, window.scrollY);
    if (saving === undefined) save();
    clearTimeout(saving);
    saving = setTimeout(save, REST_MS);
  };
  const hold = (y: number) => {
    target = y;
    end = holdAt(y, () => {
      target = null;
      note();
    });
  };
  scroll.toTop = () => {
    if (target === null) window.scrollTo(0, 0);
  };
  scroll.onShown = (entry) => {
    shown = entry;
    if (target !== null) hold(target);
  };
  // a capturing listener, so that it runs before the router shows the page
  const onPopState = () => {
    end?.();
    if (entryHere() !== shown) target = positions.get(entryHere()) ?? topIn(window.history.state);
  };
  window.addEventListener('popstate', onPopState, { capture: true });
  window.addEventListener('scroll', note, { passive: true });
  window.addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual';
  });
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto'; // lets the browser restore the position on a reload, which it does before scripts run
  });
  window.history.scrollRestoration = 'manual';
  const before = topIn(window.history.state);
  if (isReturn() && before) hold(before);
  else positions.set(shown, window.scrollY);
}
