import { useEffect, useEffectEvent, useState } from 'react';
import { lazyPage } from '../lib/routing/lazy-page.ts';
import { LazyPart } from '../lib/routing/lazy-part.tsx';
import { VIEWS, type View } from './view.ts';

/** The calendar's keyboard shortcuts on wide screens. docs/spec/product.md §2.19 */

interface CalendarActs {
  step: (step: 1 | -1) => void;
  today: () => void;
  openNew: () => void;
  setView: (view: View) => void;
}

const shortcuts = lazyPage(() => import('./shortcuts.tsx'));

const TYPING = 'input, textarea, select, [contenteditable], dialog, [role=menu], [role=listbox]';

/** Whether a key press belongs to a field, a dialog, the browser or the system. */
const isForOthers = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelector(':modal') !== null ||
  (event.target instanceof Element && event.target.closest(TYPING) !== null);

function actOf(key: string, { step, today, openNew, setView }: CalendarActs): (() => void) | undefined {
  const view = VIEWS[Number(key) - 1];
  if (view) return () => setView(view.id);
  if (key === 'ArrowLeft') return () => step(-1);
  if (key === 'ArrowRight') return () => step(1);
  return { t: today, c: openNew }[key.toLowerCase()];
}

/** Handles the keys: arrows (period), T (today), C (new appointment), 1 2 3 (view). Returns the list that ? opens. */
export function useCalendarKeys(isOn: boolean, acts: CalendarActs) {
  const [isListed, setIsListed] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isForOthers(event)) return;
    const act = event.key === '?' ? () => setIsListed(true) : actOf(event.key, acts);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
  return isListed && <LazyPart part={shortcuts} props={{ onClose: () => setIsListed(false) }} />;
}
