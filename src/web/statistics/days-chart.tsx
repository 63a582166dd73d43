import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { useState } from 'react';
import type { WallDate } from '#domain/wall-clock.ts';
import { displayDate, displayDayMonth } from '#domain/wording/dates.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { Segmented } from '../ui/tabs.tsx';
import { ChartCard, ChartReader, LABEL, useSize } from './chart-card.tsx';
import { inRsd } from './money.ts';
import type { Statistics } from './queries.ts';

const EDGE = { top: 20, right: 14, bottom: 28, left: 14 };
const DIGIT_PX = 8;
const DATE_LABEL_PX = 72;
const TICKS = 4;

interface DayValue {
  date: WallDate;
  value: number;
}

interface LinePlotProps {
  label: string;
  days: readonly DayValue[];
  inWords: (value: number) => string;
  /** The minimum for the top of the scale, so that two appointments do not fill the chart. */
  leastTop: number;
}

const dayLabel = (day: DayValue | undefined): string => (day ? displayDayMonth(day.date) : '');

/** The indices of the days that get a label: evenly spaced, including the last day. */
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

function LinePlot({ label, days, inWords, leastTop }: LinePlotProps) {
  const [ref, { width, height }] = useSize();
  const [chosen, setChosen] = useState<number | null>(null);
  const count = days.length;
  const isOneYear = days[0]?.date.slice(0, 4) === days.at(-1)?.date.slice(0, 4);
  const dateText = isOneYear ? displayDayMonth : displayDate;
  const readings = days.map((day) => ({ name: dateText(day.date), value: inWords(day.value) }));
  const top = Math.max(leastTop, ...days.map((day) => day.value));
  const y = scaleLinear({
    domain: [0, top],
    range: [Math.max(EDGE.top, height - EDGE.bottom), EDGE.top],
    nice: TICKS,
  });
  const wholes = y.ticks(TICKS).filter(Number.isInteger);
  const left = EDGE.left + Math.max(...wholes.map((tick) => formatNumber(tick).length)) * DIGIT_PX;
  const x = scaleLinear({ domain: [0, Math.max(1, count - 1)], range: [left, width - EDGE.right] });
  const indexAt = (px: number) => Math.min(count - 1, Math.max(0, Math.round(x.invert(px))));
  const [xOf, yOf] = [(_: unknown, index: number) => x(index), (day: DayValue) => y(day.value)];
  const point = chosen === null ? undefined : days[chosen];
  return (
    <div ref={ref} className="relative max-h-120 min-h-58 flex-1">
      <svg width={width} height={height} aria-hidden="true" className="absolute tabular-nums">
        {wholes.map((tick) => (
          <line
            key={tick}
            x1={left}
            x2={Math.max(left, width - EDGE.right)}
            y1={y(tick)}
            y2={y(tick)}
            stroke="var(--color-line)"
          />
        ))}
        <AreaClosed data={[...days]} x={xOf} y={yOf} yScale={y} fill="var(--color-blush)" opacity={0.8} />
        <LinePath
          data={[...days]}
          x={xOf}
          y={yOf}
          stroke="var(--chart-1)"
          strokeWidth={2}
          strokeLinejoin="round"
        />
        <AxisLeft
          scale={y}
          left={left - 4}
          tickValues={wholes}
          tickFormat={(tick) => formatNumber(Number(tick))}
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
              y1={y(point.value)}
              y2={y(0)}
              stroke="var(--chart-1)"
              strokeDasharray="2 3"
            />
            <circle
              cx={x(chosen)}
              cy={y(point.value)}
              r={5}
              fill="var(--chart-1)"
              stroke="var(--color-card)"
              strokeWidth={2}
            />
          </>
        )}
      </svg>
      <ChartReader
        {...{ label, readings, chosen, indexAt, width }}
        onChoose={setChosen}
        tooltipAt={(index) => ({ x: x(index), y: y(days[index]?.value ?? 0) })}
      />
    </div>
  );
}

const SERIES = {
  count: { title: 'Broj termina po danima', name: 'Broj termina', inWords: String, leastTop: 4 },
  revenue: { title: 'Prihod po danima', name: 'Prihod', inWords: inRsd, leastTop: 1000 },
} as const;

const SEGMENTS = [
  { id: 'count', label: SERIES.count.name },
  { id: 'revenue', label: SERIES.revenue.name },
] as const;

export function DaysChart({ days, revenuePerDay }: Pick<Statistics, 'days' | 'revenuePerDay'>) {
  const [shown, setShown] = useState<keyof typeof SERIES>('count');
  const { title, name, inWords, leastTop } = SERIES[shown];
  const counts = days.map(({ date, count }): DayValue => ({ date, value: count }));
  const revenue = revenuePerDay.map((day): DayValue => ({ date: day.date, value: day.revenue }));
  return (
    <ChartCard
      title={shown === 'revenue' ? `${title}, RSD` : title}
      aside={<Segmented label="Po danima" segments={SEGMENTS} chosen={shown} onChoose={setShown} />}
      table={{
        columns: ['Datum', SERIES.count.name, SERIES.revenue.name],
        rows: days.map(({ date, count }, index) => [
          displayDate(date),
          String(count),
          inRsd(revenue[index]?.value ?? 0),
        ]),
      }}
    >
      <LinePlot
        label={title}
        days={shown === 'revenue' ? revenue : counts}
        inWords={(value) => `${name}: ${inWords(value)}`}
        leastTop={leastTop}
      />
    </ChartCard>
  );
}
