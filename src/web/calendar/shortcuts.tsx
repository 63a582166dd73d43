import { useEffect, useEffectEvent, useState } from 'react';
import type { WallDate } from '#domain/wall-clock.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Steps, VIEWS } from './view.ts';

const TYPING = 'input, textarea, select, [contenteditable], dialog, [role=menu], [role=listbox]';

/** Whether a key press belongs to a field, a dialog, the browser or the system. */
const isForOthers = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelector(':modal') !== null ||
  (event.target instanceof Element && event.target.closest(TYPING) !== null);

/** The same key in the Latin and the Cyrillic keyboard layout. */
const inBothScripts = (latin: string, cyrillic: string, act: () => void) => ({
  [latin]: act,
  [cyrillic]: act,
});

interface ShortcutsProps {
  go: Steps;
  today: WallDate;
  onNew: () => void;
}

/** Acts on the calendar's keys while mounted. The key '?' opens their list. docs/spec/product.md §2.19 */
export function Shortcuts({ go, today, onNew }: ShortcutsProps) {
  const [isListed, setIsListed] = useState(false);
  const shortcuts = [
    ['← →', 'Prethodno, sledeće', { arrowleft: () => go.step(-1), arrowright: () => go.step(1) }],
    ['T', 'Danas', inBothScripts('t', 'т', () => go.toDay(today))],
    ['C', 'Novi termin', inBothScripts('c', 'ц', onNew)],
    ...VIEWS.map(
      ({ id, label }, index) => [`${index + 1}`, label, { [index + 1]: () => go.toView(id) }] as const,
    ),
    ['?', 'Prečice', { '?': () => setIsListed(true) }],
  ] as const;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const acts: Partial<Record<string, () => void>> = Object.assign({}, ...shortcuts.map(([, , own]) => own));
    const act = isForOthers(event) ? undefined : acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  if (!isListed) return null;
  return (
    <Dialog title="Prečice" onClose={() => setIsListed(false)}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {shortcuts.map(([key, words]) => (
          <div key={key} className="contents">
            <dt className="font-semibold">{key}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
