import { keyIn } from '../../ui/history/entry.ts';
import { storageOf } from '../session/storage.ts';
import { scroll } from './scroll.ts';

const STORED = 'scroll';
const STORED_COUNT = 50;
/** How long lists may take to load after Back. */
const PATIENCE_MS = 5000;
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Names a history entry: by its navigation; one that the browser itself loaded by its path. */
const entryOf = (key: string | null): string => key ?? window.location.pathname;
const entryHere = (): string => entryOf(keyIn(window.history.state));

const stored = (): [string, number][] =>
  (storageOf('sessionStorage')?.getItem(STORED) ?? '')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([y, entry = '']) => [entry, Number(y)]);

/** Keeps the page at `y` while it grows, until the user acts. */
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

/** Remembers the scroll position of each history entry, and restores it on Back, Forward and reload. */
export function restoreScrollPositions(): void {
  const positions = new Map(stored());
  let shown = entryHere();
  /** The position to restore once the page is on the screen. */
  let target: number | null = null;
  let end: (() => void) | undefined;
  const note = () => {
    if (target === null && entryHere() === shown) positions.set(shown, window.scrollY);
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
  scroll.onShown = (key) => {
    shown = entryOf(key);
    if (target !== null) hold(target);
  };
  // captured, so that it runs before the router shows the page
  const onPopState = () => {
    end?.();
    if (entryHere() !== shown) target = positions.get(entryHere()) ?? 0;
  };
  window.addEventListener('popstate', onPopState, { capture: true });
  window.addEventListener('scroll', note, { passive: true });
  window.addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual';
  });
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto'; // for a reload: the browser restores before scripts run
    const lines = [...positions].slice(-STORED_COUNT).map(([entry, y]) => `${y} ${entry}`);
    storageOf('sessionStorage')?.setItem(STORED, lines.join('\n'));
  });
  window.history.scrollRestoration = 'manual';
  const [load] = performance.getEntriesByType('navigation');
  const isReturn = load instanceof PerformanceNavigationTiming && load.type !== 'navigate';
  const before = positions.get(shown);
  if (isReturn && before) hold(before);
  else note();
}
