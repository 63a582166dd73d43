import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type AriaAttributes,
  type FocusEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useState,
} from 'react';
import { cx } from './cx.ts';

const AHEAD_PX = 1200; // rows this far outside the screen are rendered too, so that fast scrolling shows no gaps

type List = 'tbody' | 'ul';

/** The distance of the list from the top of the document, which depends on the content above the list. */
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

/** The attributes that a row element needs: a `tr` of a `tbody`, or an `li` of a `ul`. The ref measures its height. */
export type RowAttributes = Pick<AriaAttributes, 'aria-rowindex' | 'aria-posinset' | 'aria-setsize'> & {
  ref: (element: Element | null) => void;
  'data-index': number;
};

export interface VirtualRowsProps<T> {
  rows: readonly T[];
  as: List;
  rowPx: number;
  className?: string;
  /** Renders a row. The row's element needs the given attributes and a key. */
  children: (row: T, attributes: RowAttributes, index: number) => ReactNode;
}

/** Renders only the visible rows of a long list; empty space replaces the other rows. */
export function VirtualRows<T extends { id: number }>(props: VirtualRowsProps<T>) {
  const { rows, as: List, rowPx, className, children } = props;
  const [topRef, topPx] = useTopPx();
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const onFocus = ({ target }: FocusEvent) => {
    const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)];
    setFocusedId(row === undefined ? null : row.id);
  };
  // the focused row stays rendered when it is scrolled out of view
  const kept = focusedId === null ? -1 : rows.findIndex(({ id }) => id === focusedId);
  const rangeExtractor = (range: Range) => {
    const near = defaultRangeExtractor(range);
    return kept === -1 || near.includes(kept) ? near : [...near, kept].sort((a, b) => a - b);
  };
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    getItemKey,
    estimateSize: () => rowPx,
    overscan: Math.ceil(AHEAD_PX / rowPx),
    scrollMargin: topPx,
    rangeExtractor,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const endPx = topPx + virtualizer.getTotalSize();
  const Blank = List === 'ul' ? 'li' : 'tr';
  const blank = (fromPx: number, toPx: number) =>
    toPx > fromPx && (
      <Blank key={`blank ${fromPx}`} aria-hidden="true" className="block" style={{ height: toPx - fromPx }} />
    );
  const attributesOf = (index: number): RowAttributes => ({
    ref: virtualizer.measureElement,
    'data-index': index,
    // row numbers of a table start at 2, because its first row holds the headings
    ...(List === 'tbody'
      ? { 'aria-rowindex': index + 2 }
      : { 'aria-posinset': index + 1, 'aria-setsize': rows.length }),
  });
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
        const fromPx = items[place - 1]?.end ?? topPx;
        return [blank(fromPx, item.start), children(row, attributesOf(item.index), item.index)];
      })}
      {blank(items.at(-1)?.end ?? topPx, endPx)}
    </List>
  );
}
