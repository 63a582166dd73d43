import { Pie } from '@visx/shape';
import { useState } from 'react';
import { counted, formatNumber, pluralForm } from '#domain/wording/numbers.ts';
import { cx } from '../ui/cx.ts';
import { ChartCard } from './chart-card.tsx';
import { ChartReader, Tooltip } from './chart-reader.tsx';
import type { Statistics } from './queries.ts';

const TITLE = 'Najčešće usluge';
const SIZE_PX = 152;
const RADIUS_PX = SIZE_PX / 2;
const HOLE_PX = 50;
const FULL_TURN = 2 * Math.PI;
const COLOUR_COUNT = 6;
const SERVICES = ['usluga', 'usluge', 'usluga'] as const;
const TIMES = ['put', 'puta', 'puta'] as const;

const colour = (index: number): string => `var(--chart-${(index % COLOUR_COUNT) + 1})`;
const onColour = (index: number): string => `var(--on-chart-${(index % COLOUR_COUNT) + 1})`;

const RING_MIDDLE_PX = (RADIUS_PX + HOLE_PX) / 2;
const NUMBER_PX = 18; // a slice that is shorter has no room for its number

type Rows = Statistics['services'];

/** Which slice lies at an angle from twelve o'clock. */
function sliceAt(services: Rows, total: number, angle: number): number | null {
  let sum = 0;
  for (const [index, { count }] of services.entries()) {
    sum += count;
    if (angle < (sum / total) * FULL_TURN) return index;
  }
  return null;
}

/** A slice's place in the key, which tells it apart without its colour. */
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
      fill={onColour(index)}
    >
      {index + 1}
    </text>
  );
}

/** The most used services as a ring with its key. */
export function ServicesChart({ services, className }: { services: Rows; className?: string }) {
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
      title={TITLE}
      table={{
        columns: ['Usluga', 'Broj termina'],
        rows: services.map(({ name, count }) => [name, String(count)]),
      }}
      className={className}
    >
      <div className="my-auto flex flex-wrap items-center gap-x-7 gap-y-4">
        <div className="relative mx-auto shrink-0" style={{ width: SIZE_PX, height: SIZE_PX }}>
          <svg width={SIZE_PX} height={SIZE_PX} aria-hidden="true" className="block">
            <circle
              cx={RADIUS_PX}
              cy={RADIUS_PX}
              r={(RADIUS_PX + HOLE_PX) / 2}
              fill="none"
              stroke="var(--line)"
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
                      fill={colour(arc.index)}
                      stroke="var(--card)"
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
          {services.length > 0 && (
            <ChartReader
              label={TITLE}
              readings={readings}
              chosen={chosen}
              onChoose={setChosen}
              indexAt={indexAt}
            />
          )}
          {chosen !== null && (
            <Tooltip reading={readings[chosen]} x={RADIUS_PX} y={RADIUS_PX - HOLE_PX} width={SIZE_PX} />
          )}
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
                style={{ background: colour(index), color: onColour(index) }}
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
