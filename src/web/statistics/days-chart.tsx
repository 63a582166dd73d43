import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { useState } from 'react';
import { displayDate, displayDayMonth } from '#domain/wording/dates.ts';
import type { Statistics } from '../lib/admin-queries.ts';
import { ChartCard, useSize } from './chart-card.tsx';
import { ChartReader, Tooltip } from './chart-reader.tsx';

const TITLE = 'Broj termina po danima';
const SERIES = 'Broj termina';
const EDGE = { top: 20, right: 14, bottom: 28, left: 30 };
const DATE_LABEL_PX = 72;
const MIN_TOP = 4; // a salon's first two appointments should not fill the whole height
const TICKS = 4;

const LABEL = { fill: 'var(--soft)', fontSize: 13, fontFamily: 'inherit' };

/** Under the axis; nothing between the days. */
const dayLabel = (day: Statistics['days'][number] | undefined): string =>
  day ? displayDayMonth(day.date) : '';

/** Indices of the days that get a label, evenly spread, the last one among them. */
function labelledDays(count: number, width: number): number[] {
  const room = Math.max(2, Math.floor(width / DATE_LABEL_PX));
  const step = Math.max(1, Math.ceil((count - 1) / (room - 1)));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % step === 0,
  );
}

const dateOnAxis = (count: number, index: number, date: string) => ({
  ...LABEL,
  textAnchor: count > 1 && index === count - 1 ? ('end' as const) : ('middle' as const),
  'data-date': date,
});

/** Booked appointments per day as a line. */
export function DaysChart({ days, className }: { days: Statistics['days']; className?: string }) {
  const [ref, { width, height }] = useSize();
  const [chosen, setChosen] = useState<number | null>(null);
  const count = days.length;
  const isOneYear = days[0]?.date.slice(0, 4) === days.at(-1)?.date.slice(0, 4);
  const dateText = isOneYear ? displayDayMonth : displayDate;
  const readings = days.map((day) => ({ name: dateText(day.date), value: `${SERIES}: ${day.count}` }));
  const x = scaleLinear({ domain: [0, Math.max(1, count - 1)], range: [EDGE.left, width - EDGE.right] });
  const top = Math.max(MIN_TOP, ...days.map((day) => day.count));
  const y = scaleLinear({
    domain: [0, top],
    range: [Math.max(EDGE.top, height - EDGE.bottom), EDGE.top],
    nice: TICKS,
  });
  const wholes = y.ticks(TICKS).filter(Number.isInteger);
  const indexAt = (px: number) => Math.min(count - 1, Math.max(0, Math.round(x.invert(px))));
  const [xOf, yOf] = [(_: unknown, index: number) => x(index), (day: { count: number }) => y(day.count)];
  const point = chosen === null ? undefined : days[chosen];
  return (
    <ChartCard
      title={TITLE}
      table={{
        columns: ['Datum', SERIES],
        rows: days.map((day) => [displayDate(day.date), String(day.count)]),
      }}
      className={className}
    >
      <p className="mb-1 flex items-center gap-2 text-label text-soft">
        <span aria-hidden="true" className="h-0.5 w-4 rounded-pill bg-accent" />
        {SERIES}
      </p>
      <div ref={ref} className="relative max-h-120 min-h-58 flex-1">
        <svg width={width} height={height} aria-hidden="true" className="absolute tabular-nums">
          {wholes.map((tick) => (
            <line
              key={tick}
              x1={EDGE.left}
              x2={Math.max(EDGE.left, width - EDGE.right)}
              y1={y(tick)}
              y2={y(tick)}
              stroke="var(--line)"
            />
          ))}
          <AreaClosed data={days} x={xOf} y={yOf} yScale={y} fill="var(--blush)" opacity={0.8} />
          <LinePath
            data={days}
            x={xOf}
            y={yOf}
            stroke="var(--chart-1)"
            strokeWidth={2}
            strokeLinejoin="round"
          />
          <AxisLeft
            scale={y}
            left={EDGE.left - 4}
            tickValues={wholes}
            tickFormat={String}
            tickLength={2}
            hideAxisLine
            hideTicks
            tickLabelProps={{ ...LABEL, textAnchor: 'end', dy: '0.33em' }}
          />
          <AxisBottom
            scale={x}
            top={height - EDGE.bottom}
            tickValues={labelledDays(count, width)}
            tickFormat={(index) => dayLabel(days[Number(index)])}
            tickLength={8}
            hideAxisLine
            hideTicks
            tickLabelProps={(index) => dateOnAxis(count, Number(index), days[Number(index)]?.date ?? '')}
          />
          {point && chosen !== null && (
            <>
              <line
                x1={x(chosen)}
                x2={x(chosen)}
                y1={y(point.count)}
                y2={y(0)}
                stroke="var(--chart-1)"
                strokeDasharray="2 3"
              />
              <circle
                cx={x(chosen)}
                cy={y(point.count)}
                r={5}
                fill="var(--chart-1)"
                stroke="var(--card)"
                strokeWidth={2}
              />
            </>
          )}
        </svg>
        <ChartReader
          label={TITLE}
          readings={readings}
          chosen={chosen}
          onChoose={setChosen}
          indexAt={indexAt}
        />
        {point && chosen !== null && (
          <Tooltip reading={readings[chosen]} x={x(chosen)} y={y(point.count)} width={width} />
        )}
      </div>
    </ChartCard>
  );
}
