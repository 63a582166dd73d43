import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import type { WallDate } from '#domain/wall-clock.ts';
import { type GridScale, OPEN_MINUTES } from './grid-scale.ts';

const ROUGHLY = { columnPx: 140, hourPx: 43, remPx: 16, family: 'system-ui' }; // of the very first drawing, which nobody sees

const isSame = (a: GridScale, b: GridScale): boolean =>
  a.columnPx === b.columnPx && a.hourPx === b.hourPx && a.remPx === b.remPx && a.isPhone === b.isPhone;

/** How large the columns are, measured before they are painted and whenever they change. */
export function useGridScale(
  scroller: RefObject<HTMLElement | null>,
  { days, isPhone }: { days: readonly WallDate[]; isPhone: boolean },
): GridScale {
  const isLarge = days.length === 1;
  const [scale, setScale] = useState<GridScale>({ ...ROUGHLY, isPhone, isLarge });
  const measure = useCallback(
    (column: HTMLElement) => {
      const pad = Number.parseFloat(getComputedStyle(column).getPropertyValue('--pad'));
      const next = {
        columnPx: column.offsetWidth,
        hourPx: (column.offsetHeight - 2 * pad) / (OPEN_MINUTES / 60),
        remPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        family: getComputedStyle(document.body).fontFamily,
        isPhone,
        isLarge,
      };
      setScale((before) => (isSame(before, next) ? before : next));
    },
    [isPhone, isLarge],
  );
  // another first day is another element to watch
  useLayoutEffect(() => {
    const column = scroller.current?.querySelector<HTMLElement>(`[data-date]:not(.is-narrow)`);
    if (!column || days.length === 0) return;
    measure(column);
    const observer = new ResizeObserver(() => measure(column));
    observer.observe(column);
    return () => observer.disconnect();
  }, [scroller, measure, days]);
  return scale;
}
