import { AxisBottom } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { ChevronRight, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type CountedWord, counted, formatNumber } from '#domain/wording/numbers.ts';
import type { DateRange } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { ChartCard, textScale, useSize } from './chart-card.tsx';
import { ChartReader, Tooltip } from './chart-reader.tsx';
import { inRsd } from './money.ts';
import type { Statistics } from './queries.ts';

const TITLE = 'Prihod po uslugama';
const LINE_PX = 20;
const BAR_PX = 12;
const ROW_GAP_PX = 12;
const LETTER_PX = 7.5; // about: decides how many lines a name needs
const FIGURE_PX = 68;
const MAX_LINES = 4;
const AXIS_PX = 26;
const TICKS = 3;

const short = (dinars: number): string =>
  dinars >= 10_000 ? `${dinars / 1000} hilj.` : formatNumber(dinars);

const NOT_COUNTED: CountedWord = [
  'termin bez usluge nije uračunat',
  'termina bez usluge nisu uračunata',
  'termina bez usluge nije uračunato',
];

/** Those of a period, in the salon's list. */
const withoutServicePath = ({ from, to }: DateRange): string =>
  `${paths.adminAppointments}?${new URLSearchParams({ tab: 'pregled', from, to, status: 'BOOKED', without_service: '1' })}`;

/** How many bookings no bar counts, and the way to them: there each can be given its service. */
function NotCounted({ count, period }: { count: number; period: DateRange }) {
  return (
    <Link
      to={withoutServicePath(period)}
      className="flex min-h-12 items-center gap-2.5 rounded-b-card px-4 py-2 text-small font-semibold text-link -outline-offset-2 hover:bg-blush md:px-5"
    >
      <CircleHelp aria-hidden="true" size={18} strokeWidth={1.75} className="shrink-0" />
      <span className="flex-1">{counted(count, NOT_COUNTED)}</span>
      <ChevronRight aria-hidden="true" size={18} strokeWidth={1.75} className="shrink-0" />
    </Link>
  );
}

/** Where each service's name and bar stand in a chart of that width. */
function rowsOf(revenue: Statistics['revenue'], width: number) {
  const scale = textScale();
  const room = width - FIGURE_PX * scale;
  let height = 0;
  const rows = revenue.map((row) => {
    const lines = Math.ceil((row.name.length * LETTER_PX * scale) / room);
    const namePx = Math.min(MAX_LINES, Math.max(1, lines)) * LINE_PX * scale;
    const top = height;
    height += namePx + 2 + BAR_PX + ROW_GAP_PX;
    return { ...row, top, namePx, barPx: top + namePx + 2 };
  });
  return { rows, height };
}

export interface RevenueChartProps extends Pick<Statistics, 'revenue' | 'totals' | 'period'> {
  className?: string | undefined;
}

/** Revenue per service as lying bars, each under its name; the chart grows with their number. */
export function RevenueChart({ revenue, totals, period, className }: RevenueChartProps) {
  const [ref, { width }] = useSize();
  const [chosen, setChosen] = useState<number | null>(null);
  const readings = revenue.map((row) => ({ name: row.name, value: `Prihod: ${inRsd(row.revenue)}` }));
  const { rows, height } = rowsOf(revenue, width);
  const x = scaleLinear({
    domain: [0, Math.max(1000, ...revenue.map((row) => row.revenue))],
    range: [0, Math.max(0, width - 1)],
    nice: TICKS,
  });
  const indexAt = (_: number, py: number) => {
    const index = rows.findIndex(({ barPx }) => py < barPx + BAR_PX + ROW_GAP_PX);
    return index >= 0 && py >= 0 ? index : null;
  };
  return (
    <ChartCard
      title={TITLE}
      unit="RSD"
      table={{ columns: ['Usluga', 'Prihod'], rows: revenue.map((row) => [row.name, inRsd(row.revenue)]) }}
      foot={totals.without_service > 0 && <NotCounted count={totals.without_service} period={period} />}
      className={className}
    >
      {revenue.length === 0 && <p className="text-small text-soft">Nijedna usluga nije naplaćena.</p>}
      <div
        ref={ref}
        className="relative my-auto"
        style={{ height: revenue.length > 0 ? height + AXIS_PX : 0 }}
      >
        {rows.map((row) => (
          <p
            key={row.name}
            aria-hidden="true"
            className="absolute inset-x-0 flex items-end justify-between gap-3 text-small"
            style={{ top: row.top, height: row.namePx }}
          >
            <span className="min-w-0 overflow-clip wrap-break-word" style={{ maxHeight: row.namePx }}>
              {row.name}
            </span>
            <span className="font-medium tabular-nums">{formatNumber(row.revenue)}</span>
          </p>
        ))}
        <svg width={width} height={height + AXIS_PX} aria-hidden="true" className="block tabular-nums">
          {rows.map((row, index) => (
            <Bar
              key={row.name}
              x={0}
              y={row.barPx}
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
            y={rows[chosen]?.barPx ?? 0}
            width={width}
          />
        )}
      </div>
    </ChartCard>
  );
}
