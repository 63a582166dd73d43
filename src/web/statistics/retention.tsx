import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { EmptyHour, Retention } from '#contract/statistics.ts';
import { completedPeriod } from '#domain/clients/retention.ts';
import { dayName, shortDayNames } from '#domain/wording/dates.ts';
import { shortDays } from '#domain/wording/near-days.ts';
import { counted, DAYS, formatNumber } from '#domain/wording/numbers.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import type { DateRange } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { useIsWide } from '../ui/browser.ts';
import { cx } from '../ui/cx.ts';
import { Loading, Skeleton } from '../ui/page.tsx';
import { ChartCard } from './chart-card.tsx';
import { isSamePeriod } from './period.ts';
import { statisticsQueries } from './queries.ts';

const NO_VISITS =
  'Ovde će pisati koliko klijentkinja dođe ponovo. Prvi brojevi stižu dva meseca posle prvih termina.';
const NO_HOURS = 'Ovde će pisati koji sati ostaju bez termina. Prvi brojevi stižu posle prvog radnog dana.';

const percentOf = (part: number, all: number): number => Math.round((100 * part) / all);

const cohort = ({ clients, returned }: Retention['known']): [value: string, note: string] =>
  clients === 0
    ? ['-', 'nijedna u ovom periodu']
    : [`${percentOf(returned, clients)}%`, `${formatNumber(returned)} od ${formatNumber(clients)}`];

function Figures({ known, new: fresh, median_days, lost }: Retention) {
  if (known.clients + fresh.clients + lost === 0 && median_days === null)
    return <p className="text-soft">{NO_VISITS}</p>;
  const figures = [
    ['Poznate klijentkinje', ...cohort(known)],
    ['Nove klijentkinje', ...cohort(fresh)],
    median_days === null
      ? ['Između dva termina', '-', 'još se ne zna']
      : ['Između dva termina', counted(Math.round(median_days), DAYS), 'pola kraće, pola duže'],
    ['Izgubljene', formatNumber(lost), 'danas, duže ih nema nego obično'],
  ];
  return (
    <dl className="my-auto grid grid-cols-2 gap-x-6 gap-y-5">
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt className="text-small text-soft">{name}</dt>
          <dd className="mt-0.5 font-display text-h1 font-[440] lining-nums">{value}</dd>
          <dd className="text-label text-soft tabular-nums">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function HourCell({ cell }: { cell: EmptyHour | undefined }) {
  const share = cell && percentOf(cell.unbooked_minutes, cell.offered_minutes);
  const shade = share === 100 ? share : (share ?? 0) * 0.6; // a partial share is shaded by at most 60 %, so that dark text is readable; a share of 100 % has white text
  return (
    <td
      className={cx(
        'h-8 rounded-event border border-line text-center tabular-nums [print-color-adjust:exact]',
        share === 100 && 'text-white',
        !cell && 'closed-day',
      )}
      style={{ backgroundColor: `color-mix(in srgb, var(--color-available) ${shade}%, var(--color-card))` }}
    >
      <span aria-hidden="true">{share || null}</span>
      <span className="sr-only">
        {cell
          ? `${formatNumber(cell.unbooked_minutes)} od ${formatNumber(cell.offered_minutes)} min bez termina`
          : 'nije ponuđeno'}
      </span>
    </td>
  );
}

/** The table of unbooked hours by weekday, and the hours that are most often unbooked. On phones weekdays are columns, because only seven fit. */
function Hours({ cells }: { cells: readonly EmptyHour[] }) {
  const isWide = useIsWide();
  const [rows, columns] = isWide ? (['weekday', 'hour'] as const) : (['hour', 'weekday'] as const);
  const linesOf = (axis: typeof rows) => [...new Set(cells.map((cell) => cell[axis]))].sort((a, b) => a - b);
  const nameOf = (axis: typeof rows, value: number) =>
    axis === 'hour' ? String(value).padStart(2, '0') : shortDayNames()[value - 1];
  const emptiest = cells.reduce((a, b) => (b.unbooked_minutes > a.unbooked_minutes ? b : a));
  return (
    <>
      <table
        aria-label="Kada je prazno"
        className="w-full table-fixed border-separate border-spacing-0.5 text-label"
      >
        <thead>
          <tr className="text-soft">
            <td className="w-9" />
            {linesOf(columns).map((value) => (
              <th key={value} scope="col" className="font-medium">
                {nameOf(columns, value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(rows).map((row) => (
            <tr key={row}>
              <th scope="row" className="text-left font-medium text-soft">
                {nameOf(rows, row)}
              </th>
              {linesOf(columns).map((column) => (
                <HourCell
                  key={column}
                  cell={cells.find((cell) => cell[rows] === row && cell[columns] === column)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {emptiest.unbooked_minutes > 0 && (
        <p className="mt-3 text-small text-soft">
          Najpraznije: <b className="font-semibold text-ink">{dayName(emptiest.weekday)}</b> u {emptiest.hour}{' '}
          h.{' '}
          <Link to={paths.adminDue} className="text-link underline underline-offset-2 print:hidden">
            Javi onima kojima je vreme
          </Link>
        </p>
      )}
    </>
  );
}

const STATES = {
  fallback: 'Greška pri učitavanju podataka.',
  skeleton: (
    <Loading>
      <Skeleton className="h-56 w-full rounded-card" />
    </Loading>
  ),
};

/** The charts of returning clients and of unbooked hours, for the whole salon. docs/spec/behaviour.md §20.7 */
export default function RetentionParts({ period }: { period: DateRange }) {
  const today = useToday() ?? period.to;
  const completed = completedPeriod(period, today);
  const { from, to } = completed;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[5fr_7fr]">
      <ChartCard title="Vraćaju se" unit="u roku od 60 dana">
        <Loaded query={useQuery(statisticsQueries.retention(period, completed))} {...STATES}>
          {(figures) => <Figures {...figures} />}
        </Loaded>
        {!isSamePeriod(completed, period) && (
          <p className="mt-4 text-label text-soft">
            {`Poznate i nove: došle ${shortDays(from, to, today)}, jer od novijih dolazaka još nije prošlo 60 dana.`}
          </p>
        )}
      </ChartCard>
      <ChartCard title="Kada je prazno" unit="% ponuđenog vremena, 8 nedelja">
        <Loaded
          query={useQuery(statisticsQueries.emptyHours())}
          empty={<p className="text-soft">{NO_HOURS}</p>}
          {...STATES}
        >
          {(cells) => <Hours cells={cells} />}
        </Loaded>
      </ChartCard>
    </div>
  );
}
