import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#domain/wording/numbers.ts';
import {
  allTechniciansQuery,
  TechnicianChips,
  type TechnicianChipsProps,
  TechnicianDisc,
} from '../technicians/technicians.tsx';
import { inPercent } from './money.ts';
import type { Statistics } from './queries.ts';

interface ChipsProps extends Pick<TechnicianChipsProps, 'onChoose'> {
  chosen: string | undefined;
  /** The figures of the period. Former technicians are included only if they had bookings in the period. */
  figures: readonly Figures[];
}

const useAll = () => useQuery(allTechniciansQuery()).data ?? [];

export function ChipsOfStatistics({ chosen, figures, onChoose }: ChipsProps) {
  const worked = figures.map(({ technician_id }) => technician_id);
  const shown = useAll().filter(
    ({ id, is_active }) => is_active === 1 || worked.includes(id) || String(id) === chosen,
  );
  const technicians = shown.length > 1 ? shown : [];
  const id = technicians.find((one) => String(one.id) === chosen)?.id ?? null;
  return <TechnicianChips {...{ technicians, onChoose }} chosen={id} className="mb-4 print:hidden" />;
}

const hoursIn = (minutes: number): string => `${formatNumber(Math.round(minutes / 6) / 10)} h`;

const COLUMNS = ['Termini', 'Popunjeno', 'Prihod', 'Nisu došle'] as const;
// on phones the name is above the figures; if the user enlarges the text, the figures are in two columns
const ROW = 'max-md:grid max-md:grid-cols-[1fr_1.3fr_1.2fr_1fr] max-md:@max-[12rem]:grid-cols-2';
const NAME = 'pt-2 text-left wrap-break-word max-md:col-span-full md:pb-2';
const CELL = 'py-2 text-right tabular-nums md:px-3 md:last:pr-0';

type Figures = Statistics['technicians'][number];

function Cells(props: Omit<Figures, 'technician_id' | 'name'>) {
  const { appointments, minutes, utilization, revenue, no_shows } = props;
  return (
    <>
      <td className={CELL}>
        {formatNumber(appointments)}
        <span className="block text-label font-normal whitespace-nowrap text-soft">{hoursIn(minutes)}</span>
      </td>
      <td className={CELL}>
        <span
          aria-hidden="true"
          className="mr-3 hidden h-1.5 w-16 overflow-hidden rounded-pill bg-line align-middle md:inline-block"
        >
          <span className="block h-full bg-ink" style={{ width: `${utilization}%` }} />
        </span>
        {inPercent(utilization)}
      </td>
      <td className={CELL}>{formatNumber(revenue)}</td>
      <td className={CELL}>{formatNumber(no_shows)}</td>
    </>
  );
}

/** The figures of each technician and their sums. docs/spec/behaviour.md §16.7 */
export function TechniciansTable({
  technicians,
  utilization,
}: Pick<Statistics, 'technicians' | 'utilization'>) {
  const all = useAll();
  const sum = (of: 'appointments' | 'minutes' | 'revenue' | 'no_shows') =>
    technicians.reduce((all, row) => all + row[of], 0);
  return (
    <section className="@container rounded-card border border-line bg-card p-4 md:p-5">
      <h2 id="po-radnicama" className="mb-2 text-h3">
        Po radnicama
      </h2>
      <table aria-labelledby="po-radnicama" className="w-full text-small">
        <thead>
          <tr className={`${ROW} text-label text-soft`}>
            <th scope="col" className="py-2 text-left font-medium max-md:sr-only">
              Radnica
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className={`${CELL} align-bottom font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {technicians.map(({ technician_id: id, name, ...figures }) => (
            <tr key={id} className={`${ROW} border-t border-line`}>
              <th scope="row" className={`${NAME} font-normal`}>
                <span className="flex items-center gap-2">
                  <TechnicianDisc technician={all.find((one) => one.id === id) ?? { id, name }} />
                  {name}
                </span>
              </th>
              <Cells {...figures} />
            </tr>
          ))}
          <tr className={`${ROW} border-t border-line font-semibold`}>
            <th scope="row" className={NAME}>
              Ukupno
            </th>
            <Cells
              appointments={sum('appointments')}
              minutes={sum('minutes')}
              revenue={sum('revenue')}
              no_shows={sum('no_shows')}
              utilization={utilization.utilization}
            />
          </tr>
        </tbody>
      </table>
    </section>
  );
}
