import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { cx } from '../ui/cx.ts';

export interface ChartCardProps {
  title: string;
  /** What is counted, beside the title: 'RSD'. */
  unit?: string;
  /** Beside the title, under it where there is no room: which of several series is shown. */
  aside?: ReactNode;
  /** The picture's numbers for screen readers, each row under its name; left out where they stand beside it as text. */
  table?: { columns: readonly string[]; rows: readonly (readonly [string, ...string[]])[] };
  /** Under the chart, across the card. */
  foot?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

function NumbersTable({
  title,
  columns,
  rows,
}: Pick<ChartCardProps, 'title'> & NonNullable<ChartCardProps['table']>) {
  return (
    <div className="sr-only whitespace-normal">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={columns[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A chart in its card: title, unit, picture, and the picture's numbers as a table. */
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
      {table && <NumbersTable title={title} {...table} />}
    </section>
  );
}

const USUAL_TEXT_PX = 16;

/** How much larger than usual the reader has text: what holds text in a chart grows with it. */
export const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX;

export interface Size {
  width: number;
  height: number;
}

/** The size in px of the element that a chart fills, followed as it changes; 0 until it stands. */
export function useSize(): [RefCallback<HTMLElement>, Size] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
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
