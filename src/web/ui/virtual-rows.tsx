import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { cx } from './cx.ts';

const AHEAD_PX = 1200; // rows this far outside the screen are rendered too, so that fast scrolling shows no gaps

type List = 'tbody' | 'ul';

/** The distance of the list from the top of the document; changes when content above it does. */
function useTopPx(): [RefCallback<HTMLElement>, number] {
  const [topPx, setTopPx] = useState(0);
  const ref = useCallback((list: HTMLElement | null) => {
    if (!list) return;
    const measure = () => setTopPx(Math.round(list.getBoundingClientRect().top + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return [ref, topPx];
}

/** A ref for a row element (a `li` or `tr` with `data-index`); measures its height. */
export type RowRef = (element: Element | null) => void;

export interface VirtualRowsProps<T> {
  rows: readonly T[];
  as: List;
  /** Estimated height in px of rows that are not rendered yet. */
  rowPx: number;
  gapPx?: number;
  className?: string;
  /** Renders a row. The element needs the key, `data-index`, the ref, and `aria-rowindex` or `aria-posinset`. */
  children: (row: T, index: number, ref: RowRef) => ReactNode;
}

/** Renders only the visible rows of a long list; the other rows keep their space. */
export function VirtualRows<T extends { id: number }>({
  rows,
  as: List,
  rowPx,
  gapPx = 0,
  className,
  children,
}: VirtualRowsProps<T>) {
  const [topRef, topPx] = useTopPx();
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const onFocus = ({ target }: FocusEvent) => {
    const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)];
    setFocusedId(row === undefined ? null : row.id);
  };
  // the focused row stays rendered when it is scrolled out of view
  const isKept = (row: T) => row.id === focusedId;
  const hasKept = focusedId !== null;
  const rangeExtractor = (range: Range) => {
    const near = defaultRangeExtractor(range);
    if (!hasKept) return near;
    const kept = rows.flatMap((row, index) => (isKept(row) ? [index] : []));
    return [...new Set([...near, ...kept])].sort((a, b) => a - b);
  };
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    getItemKey,
    estimateSize: () => rowPx,
    gap: gapPx,
    overscan: Math.ceil(AHEAD_PX / rowPx),
    scrollMargin: topPx,
    rangeExtractor,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const endPx = topPx + virtualizer.getTotalSize();
  const Blank = List === 'ul' ? 'li' : 'tr';
  /** A spacer for rows that are not rendered. */
  const blank = (fromPx: number, toPx: number, gaps: number) => {
    const px = toPx - fromPx - gaps * gapPx;
    return (
      px > 0 && <Blank key={`blank ${fromPx}`} aria-hidden="true" className="block" style={{ height: px }} />
    );
  };
  return (
    <List
      ref={topRef}
      onFocus={onFocus}
      onBlur={() => setFocusedId(null)}
      className={cx('[overflow-anchor:none]', className)}
    >
      {items.flatMap((item, place) => {
        const row = rows[item.index];
        if (row === undefined) return [];
        const before = items[place - 1];
        return [
          before ? blank(before.end, item.start, 2) : blank(topPx, item.start, 1),
          children(row, item.index, virtualizer.measureElement),
        ];
      })}
      {blank(items.at(-1)?.end ?? topPx, endPx, items.length > 0 ? 1 : 0)}
    </List>
  );
}
