import { AxisBottom } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { Arc, Bar, Pie } from '@visx/shape';
import { ChevronRight, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type CountedWord, counted, formatNumber, pluralForm } from '#domain/wording/numbers.ts';
import type { DateRange } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { cx } from '../ui/cx.ts';
import { ChartCard, ChartReader, LABEL, textScale, useSize } from './chart-card.tsx';
import { inPercent, inRsd } from './money.ts';
import type { Statistics } from './queries.ts';

const REVENUE_TITLE = 'Prihod po uslugama';
const LINE_PX = 20;
const BAR_PX = 12;
const ROW_GAP_PX = 12;
const LETTER_PX = 7.5; // estimated width of a letter, to compute how many lines a name needs
const FIGURE_PX = 68;
const MAX_LINES = 4;
const AXIS_PX = 26;
const TICKS = 3;

const short = (dinars: number): string =>
  dinars >= 10_000 ? `${dinars / 1000} hilj.` : formatNumber(dinars);

const NOT_COUNTED: CountedWord =
  'termin bez usluge nije uračunat|termina bez usluge nisu uračunata|termina bez usluge nije uračunato';

function NotCounted({ count, period: { from, to } }: { count: number; period: DateRange }) {
  const address = { tab: 'pregled', from, to, status: 'BOOKED', without_service: '1' };
  return (
    <Link
      to={`${paths.adminAppointments}?${new URLSearchParams(address)}`}
      className="flex min-h-12 items-center gap-2.5 rounded-b-card px-4 py-2 text-small font-semibold text-link -outline-offset-2 hover:bg-blush md:px-5"
    >
      <CircleHelp size={18} className="shrink-0" />
      <span className="flex-1">{counted(count, NOT_COUNTED)}</span>
      <ChevronRight size={18} className="shrink-0" />
    </Link>
  );
}

/** The vertical position of each service's name and bar, and the height of the chart. */
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

interface RevenueChartProps extends Pick<Statistics, 'revenue' | 'totals' | 'period'> {
  className?: string | undefined;
}

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
      title={REVENUE_TITLE}
      unit="RSD"
      table={{ columns: ['Usluga', 'Prihod'], rows: revenue.map((row) => [row.name, inRsd(row.revenue)]) }}
      foot={totals.without_service > 0 && <NotCounted count={totals.without_service} period={period} />}
      className={className}
    >
      {revenue.length === 0 && <p className="text-small text-soft">Nema prihoda u izabranom periodu.</p>}
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
              stroke="var(--color-line)"
              tickStroke="var(--color-line)"
              tickFormat={(value) => short(Number(value))}
              tickLength={4}
              tickLabelProps={(_, index, ticks) => ({
                ...LABEL,
                textAnchor: index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle',
              })}
            />
          )}
        </svg>
        <ChartReader
          {...{ readings, chosen, indexAt, width }}
          label={REVENUE_TITLE}
          onChoose={setChosen}
          tooltipAt={(index) => ({
            x: Math.min(width, x(revenue[index]?.revenue ?? 0)),
            y: rows[index]?.barPx ?? 0,
          })}
        />
      </div>
    </ChartCard>
  );
}

const SERVICES_TITLE = 'Najčešće usluge';
const SIZE_PX = 152;
const RADIUS_PX = SIZE_PX / 2;
const HOLE_PX = 50;
const FULL_TURN = 2 * Math.PI;
const COLOR_COUNT = 6;
const SERVICES = 'usluga|usluge|usluga';
const TIMES = 'put|puta|puta';

const color = (index: number): string => `var(--chart-${(index % COLOR_COUNT) + 1})`;
const onColor = (index: number): string => `var(--on-chart-${(index % COLOR_COUNT) + 1})`;

const RING_MIDDLE_PX = (RADIUS_PX + HOLE_PX) / 2;
const NUMBER_PX = 18; // a slice with a shorter arc has no space for its number

/** The index of the slice at an angle, clockwise from twelve o'clock; null for none. */
function sliceAt(services: Statistics['services'], total: number, angle: number): number | null {
  let sum = 0;
  for (const [index, { count }] of services.entries()) {
    sum += count;
    if (angle < (sum / total) * FULL_TURN) return index;
  }
  return null;
}

/** Draws the number of a slice onto the slice. The legend repeats the number, so that users need not rely on color alone. */
function SliceNumber({ arc }: { arc: { index: number; startAngle: number; endAngle: number } }) {
  const { index, startAngle, endAngle } = arc;
  if ((endAngle - startAngle) * RING_MIDDLE_PX < NUMBER_PX) return null;
  const middle = (startAngle + endAngle) / 2;
  return (
    <text
      x={Math.sin(middle) * RING_MIDDLE_PX}
      y={-Math.cos(middle) * RING_MIDDLE_PX}
      dy="0.35em"
      textAnchor="middle"
      fontSize={13}
      fill={onColor(index)}
    >
      {index + 1}
    </text>
  );
}

export function ServicesChart({ services }: Pick<Statistics, 'services'>) {
  const [chosen, setChosen] = useState<number | null>(null);
  const total = services.reduce((sum, { count }) => sum + count, 0);
  const readings = services.map(({ name, count }) => ({ name, value: counted(count, TIMES) }));
  const indexAt = (px: number, py: number) => {
    const [dx, dy] = [px - RADIUS_PX, py - RADIUS_PX];
    const isOnRing = Math.hypot(dx, dy) <= RADIUS_PX && Math.hypot(dx, dy) >= HOLE_PX;
    return isOnRing ? sliceAt(services, total, (Math.atan2(dx, -dy) + FULL_TURN) % FULL_TURN) : null;
  };
  return (
    <ChartCard
      title={SERVICES_TITLE}
      table={{
        columns: ['Usluga', 'Broj termina'],
        rows: services.map(({ name, count }) => [name, String(count)]),
      }}
    >
      <div className="my-auto flex flex-wrap items-center gap-x-7 gap-y-4">
        <div className="relative mx-auto shrink-0" style={{ width: SIZE_PX, height: SIZE_PX }}>
          <svg width={SIZE_PX} height={SIZE_PX} aria-hidden="true" className="block">
            <circle
              cx={RADIUS_PX}
              cy={RADIUS_PX}
              r={(RADIUS_PX + HOLE_PX) / 2}
              fill="none"
              stroke="var(--color-line)"
              strokeWidth={total === 0 ? RADIUS_PX - HOLE_PX : 0}
            />
            <Pie
              data={[...services]}
              pieValue={({ count }) => count}
              pieSort={null}
              pieSortValues={null}
              outerRadius={RADIUS_PX}
              innerRadius={HOLE_PX}
            >
              {({ arcs, path }) =>
                arcs.map((arc) => (
                  <g
                    key={arc.data.name}
                    transform={`translate(${RADIUS_PX} ${RADIUS_PX})`}
                    opacity={chosen === null || chosen === arc.index ? 1 : 0.45}
                  >
                    <path
                      d={path(arc) ?? ''}
                      fill={color(arc.index)}
                      stroke="var(--color-card)"
                      strokeWidth={services.length > 1 ? 2 : 0}
                    />
                    <SliceNumber arc={arc} />
                  </g>
                ))
              }
            </Pie>
            <text
              x={RADIUS_PX}
              y={RADIUS_PX + 4}
              textAnchor="middle"
              fontSize={28}
              className="fill-ink font-display font-[440]"
            >
              {formatNumber(total)}
            </text>
            <text x={RADIUS_PX} y={RADIUS_PX + 24} textAnchor="middle" fontSize={13} className="fill-soft">
              {pluralForm(total, SERVICES)}
            </text>
          </svg>
          <ChartReader
            {...{ readings, chosen, indexAt }}
            label={SERVICES_TITLE}
            onChoose={setChosen}
            tooltipAt={() => ({ x: RADIUS_PX, y: RADIUS_PX - HOLE_PX })}
            width={SIZE_PX}
          />
        </div>
        <ul aria-hidden="true" className="grid min-w-0 flex-1 basis-48 gap-1.5 text-small">
          {services.map(({ name, count }, index) => (
            <li
              key={name}
              onPointerEnter={() => setChosen(index)}
              onPointerLeave={() => setChosen(null)}
              className={cx(
                'grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-2.5',
                chosen === index && 'font-semibold',
              )}
            >
              <span
                className="grid size-[1.25rem] place-items-center rounded-pill text-label [print-color-adjust:exact]"
                style={{ background: color(index), color: onColor(index) }}
              >
                {index + 1}
              </span>
              <span className="wrap-break-word">{name}</span>
              <span className="tabular-nums">{count}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartCard>
  );
}

const GAUGE_PX = 212;
const GAUGE_RADIUS_PX = GAUGE_PX / 2;
const GAUGE_RING_PX = 18;
const QUARTER = Math.PI / 2;

const STATUSES = [
  { name: 'Popunjeno', of: 'booked', dot: 'bg-booked' },
  { name: 'Slobodno', of: 'available', dot: 'bg-available' },
  { name: 'Blokirano', of: 'blocked', dot: 'bg-blocked' },
  { name: 'Otkazano', of: 'cancelled', dot: 'bg-edge' },
] as const;

/** A gauge that shows how much of the offered time was booked, with the number of appointments by status. */
export function UtilizationGauge({ utilization }: Pick<Statistics, 'utilization'>) {
  const percent = Math.min(100, Math.max(0, utilization.utilization));
  const ring = {
    innerRadius: GAUGE_RADIUS_PX - GAUGE_RING_PX,
    outerRadius: GAUGE_RADIUS_PX,
    cornerRadius: GAUGE_RING_PX / 2,
    startAngle: -QUARTER,
  };
  return (
    <ChartCard title="Iskorišćenost" unit="po vremenu">
      <div className="my-auto flex flex-wrap items-center justify-center gap-x-10 gap-y-5">
        <figure className="relative" title="Rezervisano vreme u odnosu na rezervisano i slobodno">
          <svg
            width={GAUGE_PX}
            height={GAUGE_RADIUS_PX + 8}
            role="img"
            aria-label={`Iskorišćenost ${formatNumber(percent)} odsto`}
            className="block"
          >
            <g transform={`translate(${GAUGE_RADIUS_PX} ${GAUGE_RADIUS_PX})`}>
              <Arc {...ring} endAngle={QUARTER} fill="var(--color-line)" />
              {percent > 0 && (
                <Arc {...ring} endAngle={-QUARTER + (percent / 100) * Math.PI} fill="var(--color-booked)" />
              )}
            </g>
            <text
              x={GAUGE_RADIUS_PX}
              y={GAUGE_RADIUS_PX - 8}
              textAnchor="middle"
              className="fill-ink font-display text-h1 font-[440]"
            >
              {inPercent(percent)}
            </text>
          </svg>
          <figcaption className="mt-1 max-w-53 text-center text-label text-soft">
            rezervisano od ponuđenog vremena
          </figcaption>
        </figure>
        <dl className="grid flex-1 basis-56 grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-6 gap-y-4">
          {STATUSES.map(({ name, of, dot }) => (
            <div key={of}>
              <dt className="flex items-center gap-2 text-small text-soft">
                <span className={`size-2.5 rounded-pill [print-color-adjust:exact] ${dot}`} />
                {name}
              </dt>
              <dd className="mt-0.5 font-display text-h1 font-[440]">{formatNumber(utilization[of])}</dd>
            </div>
          ))}
        </dl>
      </div>
    </ChartCard>
  );
}
