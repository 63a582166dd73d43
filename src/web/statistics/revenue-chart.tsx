import { AxisBottom } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useState } from 'react';
import { formatNumber } from '#domain/wording/numbers.ts';
import type { Statistics } from '../lib/admin-queries.ts';
import { ChartCard, useSize } from './chart-card.tsx';
import { ChartReader, Tooltip } from './chart-reader.tsx';
import { inRsd } from './money.ts';

const TITLE = 'Prihod po uslugama';
const ROW_PX = 46;
const BAR_PX = 12;
const AXIS_PX = 26;
const TICKS = 3;

type Rows = Statistics['revenue'];

const short = (dinars: number): string =>
  dinars >= 10_000 ? `${dinars / 1000} hilj.` : formatNumber(dinars);

/** Revenue per service as lying bars, each under its name; the chart grows with their number. */
export function RevenueChart({ revenue, className }: { revenue: Rows; className?: string }) {
  const [ref, { width }] = useSize();
  const [chosen, setChosen] = useState<number | null>(null);
  const readings = revenue.map((row) => ({ name: row.name, value: `Prihod: ${inRsd(row.revenue)}` }));
  const height = revenue.length * ROW_PX;
  const y = scaleBand({ domain: revenue.map((row) => row.name), range: [0, height] });
  const x = scaleLinear({
    domain: [0, Math.max(1000, ...revenue.map((row) => row.revenue))],
    range: [0, Math.max(0, width - 1)],
    nice: TICKS,
  });
  const indexAt = (_: number, py: number) => {
    const index = Math.floor(py / ROW_PX);
    return index >= 0 && index < revenue.length ? index : null;
  };
  return (
    <ChartCard
      title={TITLE}
      unit="RSD"
      table={{ columns: ['Usluga', 'Prihod'], rows: revenue.map((row) => [row.name, inRsd(row.revenue)]) }}
      className={className}
    >
      {revenue.length === 0 && <p className="text-small text-soft">Nijedna usluga nije naplaćena.</p>}
      <div
        ref={ref}
        className="relative my-auto"
        style={{ height: revenue.length > 0 ? height + AXIS_PX : 0 }}
      >
        {revenue.map((row) => (
          <p
            key={row.name}
            aria-hidden="true"
            className="absolute inset-x-0 flex items-baseline justify-between gap-3 text-small"
            style={{ top: y(row.name) }}
          >
            <span className="truncate">{row.name}</span>
            <span className="font-medium tabular-nums">{formatNumber(row.revenue)}</span>
          </p>
        ))}
        <svg width={width} height={height + AXIS_PX} aria-hidden="true" className="block tabular-nums">
          {revenue.map((row, index) => (
            <Bar
              key={row.name}
              x={0}
              y={(y(row.name) ?? 0) + 22}
              width={Math.max(2, x(row.revenue))}
              height={BAR_PX}
              rx={4}
              fill="var(--chart-1)"
              opacity={chosen === null || chosen === index ? 1 : 0.45}
            />
          ))}
          {revenue.length > 0 && (
            <AxisBottom
              scale={x}
              top={height - 4}
              numTicks={TICKS}
              stroke="var(--line)"
              tickStroke="var(--line)"
              tickFormat={(value) => short(Number(value))}
              tickLength={4}
              tickLabelProps={(_, index, ticks) => ({
                fill: 'var(--soft)',
                fontSize: 13,
                fontFamily: 'inherit',
                textAnchor: index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle',
              })}
            />
          )}
        </svg>
        {revenue.length > 0 && (
          <ChartReader
            label={TITLE}
            readings={readings}
            chosen={chosen}
            onChoose={setChosen}
            indexAt={indexAt}
          />
        )}
        {chosen !== null && (
          <Tooltip
            reading={readings[chosen]}
            x={Math.min(width, x(revenue[chosen]?.revenue ?? 0))}
            y={chosen * ROW_PX + 22}
            width={width}
          />
        )}
      </div>
    </ChartCard>
  );
}
