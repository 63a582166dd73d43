import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useState,
} from 'react';
import { cx } from '../ui/cx.ts';

interface ChartCardProps {
  title: string;
  unit?: string;
  aside?: ReactNode;
  /** The chart's numbers for screen readers; left out if the card also shows them as text. */
  table?: { columns: readonly string[]; rows: readonly (readonly [string, ...string[]])[] };
  foot?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function ChartCard({ title, unit, aside, table, foot, className, children }: ChartCardProps) {
  return (
    <section
      className={cx(
        'relative flex min-w-0 break-inside-avoid flex-col rounded-card border border-line bg-card p-4 md:p-5',
        className,
      )}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex flex-1 flex-wrap items-baseline justify-between gap-x-4 text-h3">
          {title}
          {unit && <span className="font-text text-label font-normal text-soft">{unit}</span>}
        </h2>
        {aside && <div className="print:hidden">{aside}</div>}
      </div>
      {children}
      {foot && <div className="-mx-4 mt-4 -mb-4 border-t border-line md:-mx-5 md:-mb-5">{foot}</div>}
      {table && (
        <div className="sr-only whitespace-normal">
          <table>
            <caption>{title}</caption>
            <thead>
              <tr>
                {table.columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, index) => (
                    <td key={table.columns[index + 1]}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const USUAL_TEXT_PX = 16;

/** The user's font size relative to the default. Parts of a chart that hold text grow with it. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX;

/** Returns a ref for the element that a chart fills, and that element's size in px, which is 0 before mount. */
export function useSize(): [RefCallback<HTMLElement>, { width: number; height: number }] {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}

interface Reading {
  name: string;
  value: string;
}

/** The index of the point that an arrow key, Home or End selects; null for other keys. */
function pointByKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

const GAP_PX = 10;

export const LABEL = { fill: 'var(--color-soft)', fontSize: 13, fontFamily: 'inherit' };

interface ChartReaderProps {
  label: string;
  readings: readonly Reading[];
  chosen: number | null;
  onChoose: (index: number | null) => void;
  /** The index of the point at a pointer position, in px from the chart's top left; null for none. */
  indexAt: (x: number, y: number) => number | null;
  /** The point that the tooltip describes, in px from the chart's top left. The tooltip stays within `width`. */
  tooltipAt: (index: number) => { x: number; y: number };
  width: number;
}

/** Shows the value of one point of a chart, as a slider, so that screen readers read the value. Renders nothing for an empty chart. */
export function ChartReader(props: ChartReaderProps) {
  const { label, readings, chosen, onChoose, indexAt, tooltipAt, width } = props;
  const [last, setLast] = useState(0);
  const at = Math.min(chosen ?? last, readings.length - 1);
  const choose = (index: number | null) => {
    if (index !== null) setLast(index);
    onChoose(index);
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    choose(indexAt(event.clientX - box.left, event.clientY - box.top));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = pointByKey(event.key, at, readings.length);
    if (next === null) return event.key === 'Escape' && choose(null);
    event.preventDefault();
    choose(next);
  };
  const reading = readings[at];
  if (!reading) return null;
  const { x, y } = tooltipAt(at);
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={readings.length}
        aria-valuenow={at + 1}
        aria-valuetext={`${reading.name}, ${reading.value}`}
        className="absolute inset-0 touch-pan-y rounded-event"
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && choose(at)}
        onBlur={() => choose(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => event.pointerType !== 'touch' && choose(null)}
      />
      {chosen !== null && width > 0 && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute z-1 w-max max-w-60 rounded-event bg-ink px-3 py-1.5 text-small text-paper shadow-float"
          style={{ left: x, top: y - GAP_PX, transform: `translate(${(-100 * x) / width}%, -100%)` }}
        >
          <span className="block text-label opacity-80">{reading.name}</span>
          <span className="block font-semibold tabular-nums">{reading.value}</span>
        </div>
      )}
    </>
  );
}
