import { Arc } from '@visx/shape';
import { formatNumber } from '#domain/wording/numbers.ts';
import { ChartCard } from './chart-card.tsx';
import { inPercent } from './money.ts';
import type { Statistics } from './queries.ts';

const WIDTH_PX = 212;
const RADIUS_PX = WIDTH_PX / 2;
const RING_PX = 18;
const QUARTER = Math.PI / 2;

const TILES = [
  { name: 'Popunjeno', of: 'booked', dot: 'bg-booked' },
  { name: 'Slobodno', of: 'available', dot: 'bg-available' },
  { name: 'Blokirano', of: 'blocked', dot: 'bg-blocked' },
  { name: 'Otkazano', of: 'cancelled', dot: 'bg-edge' },
] as const;

/** A gauge of the share of offered time that was booked, with the number of appointments by status. */
export function UtilizationGauge({ utilization }: Pick<Statistics, 'utilization'>) {
  const percent = Math.min(100, Math.max(0, utilization.utilization));
  const ring = {
    innerRadius: RADIUS_PX - RING_PX,
    outerRadius: RADIUS_PX,
    cornerRadius: RING_PX / 2,
    startAngle: -QUARTER,
  };
  return (
    <ChartCard title="Iskorišćenost" unit="po vremenu">
      <div className="my-auto flex flex-wrap items-center justify-center gap-x-10 gap-y-5">
        <figure className="relative" title="Rezervisano vreme u odnosu na rezervisano i slobodno">
          <svg
            width={WIDTH_PX}
            height={RADIUS_PX + 8}
            role="img"
            aria-label={`Iskorišćenost ${formatNumber(percent)} odsto`}
            className="block"
          >
            <g transform={`translate(${RADIUS_PX} ${RADIUS_PX})`}>
              <Arc {...ring} endAngle={QUARTER} fill="var(--line)" />
              {percent > 0 && (
                <Arc {...ring} endAngle={-QUARTER + (percent / 100) * Math.PI} fill="var(--booked)" />
              )}
            </g>
            <text
              x={RADIUS_PX}
              y={RADIUS_PX - 8}
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
          {TILES.map(({ name, of, dot }) => (
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
