import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

const CHUNK_ROWS = 10; // so few that drawing them fits between two frames of a scroll

type Tag = 'tbody' | 'ul';

interface ChunkProps<T> {
  as: Tag;
  rows: readonly T[];
  start: number;
  rowPx: number;
  className: string | undefined;
  children: (row: T, index: number) => ReactNode;
}

const Blank = { tbody: 'tr', ul: 'li' } as const;

function Chunk<T>({ as, rows, start, rowPx, className, children }: ChunkProps<T>) {
  const { ref, isNear, heightPx } = useNear<HTMLTableSectionElement & HTMLUListElement>(start === 0);
  const drawn = useRef(rows.length);
  const Frame = as;
  if (isNear) {
    drawn.current = rows.length;
    return (
      <Frame ref={ref} className={className}>
        {rows.map((row, index) => children(row, start + index))}
      </Frame>
    );
  }
  const Row = Blank[as];
  const onePx = heightPx === null ? rowPx : heightPx / drawn.current;
  return (
    <Frame ref={ref} aria-hidden="true" className={className}>
      <Row className="block" style={{ height: onePx * rows.length }} />
    </Frame>
  );
}

export interface WindowedProps<T> {
  rows: readonly T[];
  /** What holds some of the rows: several bodies of one table, or lists one below the other. */
  as: Tag;
  /** About as high as a row is, for those that were not drawn yet. */
  rowPx: number;
  className?: string;
  /** A row with its key. Its place among all is said with `aria-rowindex` or `aria-posinset`. */
  children: (row: T, index: number) => ReactNode;
}

/** Thousands of rows of any height, drawn only where the page is looked at; the rest keeps its room. */
export function Windowed<T>({ rows, className, ...rest }: WindowedProps<T>) {
  const starts = Array.from(
    { length: Math.ceil(rows.length / CHUNK_ROWS) },
    (_, chunk) => chunk * CHUNK_ROWS,
  );
  return starts.map((start) => (
    <Chunk
      key={start}
      rows={rows.slice(start, start + CHUNK_ROWS)}
      start={start}
      className={className}
      {...rest}
    />
  ));
}

const MARGIN_PX = 1200; // drawn this far ahead, so that a swift thumb meets rows, not gaps

type Heard = (entry: IntersectionObserverEntry) => void;
const heardBy = new WeakMap<Element, Heard>();
let observer: IntersectionObserver | null = null;

/** One observer for all: a list has hundreds of chunks. */
function observe(element: Element, heard: Heard): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) heardBy.get(entry.target)?.(entry);
    },
    { rootMargin: `${MARGIN_PX}px 0px` },
  );
  heardBy.set(element, heard);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    heardBy.delete(element);
  };
}

export interface Near<E extends Element> {
  ref: RefObject<E | null>;
  isNear: boolean;
  /** As high as it was when it went out of sight; null before that. */
  heightPx: number | null;
}

/** Is the element in sight, or soon? What has the focus stays near, however far it is scrolled away. */
function useNear<E extends Element>(isNearFirst: boolean): Near<E> {
  const ref = useRef<E>(null);
  const [state, setState] = useState({ isNear: isNearFirst, heightPx: null as number | null });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return observe(element, ({ isIntersecting, boundingClientRect }) => {
      if (isIntersecting) setState((was) => ({ ...was, isNear: true }));
      else if (!element.contains(document.activeElement))
        setState((was) => ({
          isNear: false,
          heightPx: was.isNear ? boundingClientRect.height : was.heightPx,
        }));
    });
  }, []);
  return { ref, ...state };
}
