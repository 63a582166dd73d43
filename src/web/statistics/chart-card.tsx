import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { cx } from '../ui/cx.ts';

export interface ChartCardProps {
  title: string;
  /** What is counted, beside the title: 'RSD'. */
  unit?: string;
  /** The picture's numbers for screen readers; left out where they stand beside it as text. */
  table?: { columns: readonly [string, string]; rows: readonly (readonly [string, string])[] };
  className?: string | undefined;
  children: ReactNode;
}

function NumbersTable({
  title,
  columns,
  rows,
}: Pick<ChartCardProps, 'title'> & NonNullable<ChartCardProps['table']>) {
  return (
    <div className="sr-only">
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
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A chart in its card: title, unit, picture, and the picture's numbers as a table. */
export function ChartCard({ title, unit, table, className, children }: ChartCardProps) {
  return (
    <section
      className={cx(
        'relative flex min-w-0 flex-col rounded-card border border-line bg-card p-4 md:p-5',
        className,
      )}
    >
      <h2 className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 text-h3">
        {title}
        {unit && <span className="font-text text-label font-normal text-soft">{unit}</span>}
      </h2>
      {children}
      {table && <NumbersTable title={title} {...table} />}
    </section>
  );
}

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
