import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDownRight, ArrowUpRight, Download, Equal, HandCoins, RotateCw } from 'lucide-react';
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { textOfError } from '#contract/page-errors.ts';
import type { UserId } from '#domain/ids.ts';
import { METHOD_LABELS, PAYMENT_METHODS } from '#domain/payments/ledger.ts';
import { dateOf, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { shortDays } from '#domain/wording/near-days.ts';
import { type CountedWord, counted, formatNumber } from '#domain/wording/numbers.ts';
import { PersonDialog } from '../clients/person-dialog.tsx';
import { useNow, useToday } from '../lib/clock/clock.ts';

import { usePaymentsOn } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import type { DateRange } from '../lib/queries/queries.ts';
import { OF_LISTS, ownersPage, TO_PANEL } from '../lib/routing/owners-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { DayField } from '../ui/date-time/date-field.tsx';
import { Loading, Page, PageHead, Skeleton } from '../ui/page.tsx';
import { ChartCard } from './chart-card.tsx';
import { RevenueChart, ServicesChart, UtilizationGauge } from './charts.tsx';
import { downloadCsv } from './csv.ts';
import { DaysChart } from './days-chart.tsx';
import { inPercent, inPoints } from './money.ts';
import { changeInWords, isSamePeriod, periodOf, QUICK_PERIODS } from './period.ts';
import { type Statistics, statisticsQueries } from './queries.ts';

// lazy, because a static import adds 11 kB of other pages' chunks to the first load of this page
const TechnicianChips = lazy(async () => ({
  default: (await import('./technicians-table.tsx')).ChipsOfStatistics,
}));
const TechniciansTable = lazy(async () => ({
  default: (await import('./technicians-table.tsx')).TechniciansTable,
}));

const RetentionParts = lazy(() => import('./retention.tsx'));

const CARD = 'rounded-card border border-line bg-card p-5';

/** The clients with the most appointments. A press on a card opens the client's dialog, except for a deleted account. */
function TopClients({ clients, onOpen }: { clients: Statistics['clients']; onOpen: (id: UserId) => void }) {
  return (
    <section className="rounded-card border border-line bg-card p-4 md:p-5">
      <h2 className="mb-3 text-h3">Top klijenti</h2>
      {clients.length === 0 && <p className="text-soft">Nema podataka za izabrani period.</p>}
      <ul className="grid gap-2 md:grid-cols-2 lg:grid-cols-4">
        {clients.map(({ id, client_id, client, count }) => (
          <li key={id}>
            <button
              type="button"
              disabled={client_id === null}
              onClick={() => client_id !== null && onOpen(client_id)}
              className="flex min-h-12 w-full items-center justify-between gap-3 rounded-card border border-edge px-3.5 py-2.5 text-left transition-colors enabled:hover:border-link enabled:hover:bg-blush disabled:border-line disabled:text-soft"
            >
              <span className="min-w-0 wrap-break-word">{client}</span>
              <b className="font-semibold tabular-nums">{count}x</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PeriodFormProps {
  period: DateRange;
  today: WallDate;
  /** Called on submission, even for an unchanged period, to fetch the numbers again. */
  onShow: (period: DateRange) => void;
  isBusy: boolean;
}

/** The fields 'Od' and 'Do', and quick periods. A changed URL resets the fields. */
function PeriodForm({ period, today, onShow, isBusy }: PeriodFormProps) {
  const [from, setFrom] = useState<string>(period.from);
  const [to, setTo] = useState<string>(period.to);
  const [isRefused, setIsRefused] = useState(false);
  const [shown, setShown] = useState(period);
  if (!isSamePeriod(shown, period)) {
    setShown(period);
    setFrom(period.from);
    setTo(period.to);
    setIsRefused(false);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWallDate(from) || !isWallDate(to)) return;
    const isReversed = to < from;
    setIsRefused(isReversed);
    if (!isReversed) onShow({ from, to });
  };
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <div className="flex flex-wrap gap-2 print:hidden">
        {QUICK_PERIODS.map(({ label, of }) => (
          <button
            key={label}
            type="button"
            aria-pressed={isSamePeriod(of(today), period)}
            onClick={() => onShow(of(today))}
            className="min-h-11 rounded-pill border border-edge px-3 text-small md:px-4 font-medium text-soft transition-colors hover:bg-blush hover:text-ink aria-pressed:border-link aria-pressed:bg-blush aria-pressed:font-semibold aria-pressed:text-link"
          >
            {label}
          </button>
        ))}
      </div>
      <form
        onSubmit={submit}
        className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] items-start gap-3 md:flex md:flex-wrap md:w-auto"
      >
        <DayField label="Od" required value={from} onChange={setFrom} className="grid-cols-1 md:w-[11rem]" />
        <DayField
          label="Do"
          required
          value={to}
          onChange={setTo}
          error={isRefused ? textOfError('range_reversed') : null}
          className="grid-cols-1 md:w-[11rem]"
        />
        <Button
          type="submit"
          variant="quiet"
          isBusy={isBusy}
          className="col-span-full md:mt-[calc(1.25rem+6px)] print:hidden"
        >
          {!isBusy && <RotateCw size={16} strokeWidth={2} />}
          Osveži
        </Button>
      </form>
    </div>
  );
}

// the words are in the genitive, because they follow 'od'
const OF_CLIENTS: CountedWord = 'klijentkinje|klijentkinje|klijentkinja';

/** The change since the previous period. Has no color, because more is not always better. */
function change(now: number, before: number | undefined, inWords = formatNumber, byHowMuch = inWords) {
  if (before === undefined) return null;
  const Arrow = now > before ? ArrowUpRight : now < before ? ArrowDownRight : Equal;
  return (
    <span className="flex items-start gap-1">
      <Arrow size={16} className="mt-0.5 shrink-0" />
      <span>{changeInWords(now, before, inWords, byHowMuch)}</span>
    </span>
  );
}

const sum = (dinars: number) => (
  <>
    {formatNumber(dinars)} <span className="font-text text-small tracking-normal text-soft">RSD</span>
  </>
);

function cardsOf({ days, revenue, clients, utilization, totals, charged, before }: Statistics) {
  const booked = days.reduce((count, day) => count + day.count, 0);
  const dinars = revenue.reduce((total, row) => total + row.revenue, 0);
  const of = before?.totals;
  const share = change(totals.utilization, of?.utilization, inPercent, inPoints);
  const note = (
    <>
      od {counted(totals.clients, OF_CLIENTS)}
      {change(totals.clients, of?.clients)}
    </>
  );
  const cards: [name: string, figure: ReactNode, note: ReactNode][] = [
    ['Zakazani (ukupno)', formatNumber(booked), change(totals.booked, of?.booked)],
    ['Prihod (po uslugama)', sum(dinars), change(totals.revenue, of?.revenue)],
    ['Top klijenata', clients.length, note],
    ['Iskorišćenost', inPercent(utilization.utilization), share],
    ['Nisu došle', formatNumber(totals.no_shows), change(totals.no_shows, of?.no_shows)],
  ];
  if (charged)
    cards.splice(2, 0, ['Naplaćeno', sum(charged.total), change(charged.total, before?.charged?.total)]);
  return cards;
}

function SummaryCards(statistics: Statistics) {
  const today = useToday();
  const { before } = statistics;
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,var(--tile)),1fr))] gap-3 [--tile:8rem] md:[--tile:12rem] lg:[--tile:10rem] print:grid-cols-3">
        {cardsOf(statistics).map(([name, figure, note]) => (
          <div
            key={name}
            className="min-w-0 break-inside-avoid rounded-card border border-line bg-card p-4 max-md:odd:last:col-span-full md:p-5 lg:px-4"
          >
            <dt className="text-small text-soft">{name}</dt>
            <dd className="mt-1 font-display text-h1 font-[440] tracking-tight wrap-break-word lining-nums">
              {figure}
            </dd>
            <dd className="mt-1 text-label font-normal text-soft tabular-nums">{note}</dd>
          </div>
        ))}
      </dl>
      {before && (
        <p className="-mt-1 text-small text-soft">
          Poređenje sa periodom {shortDays(before.period.from, before.period.to, today ?? before.period.to)}.
        </p>
      )}
    </>
  );
}

/** The amounts paid by method and, in a salon with several technicians, by technician. docs/spec/behaviour.md §19.1 */
function ChargedBy({ methods, technicians }: NonNullable<Statistics['charged']>) {
  const lists = [
    PAYMENT_METHODS.map((method) => [METHOD_LABELS[method], methods[method]] as const),
    technicians.length > 1
      ? technicians.map(({ name, amount }) => [name ?? 'Bez termina', amount] as const)
      : [],
  ];
  return (
    <ChartCard title="Naplaćeno" unit="RSD">
      <div className="grid gap-4">
        {lists.map((rows) => (
          <dl
            key={rows[0]?.[0] ?? ''}
            className="grid gap-2 empty:hidden not-first:border-t not-first:border-line not-first:pt-4"
          >
            {rows
              .filter(([, amount]) => amount !== 0)
              .map(([name, amount]) => (
                <div key={name} className="flex justify-between gap-4">
                  <dt className="min-w-0 wrap-break-word">{name}</dt>
                  <dd className="font-semibold tabular-nums">{formatNumber(amount)}</dd>
                </div>
              ))}
          </dl>
        ))}
      </div>
    </ChartCard>
  );
}

const BARS_BESIDE_ONE_CHART = 8; // a revenue chart with more bars than this fills the whole right column; the left column has several charts

function Charts(props: { statistics: Statistics; isOfOne: boolean; onOpenClient: (id: UserId) => void }) {
  const { statistics, isOfOne, onOpenClient } = props;
  const { services, clients, utilization } = statistics;
  return (
    <div className="grid grid-cols-1 gap-4">
      <SummaryCards {...statistics} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
        <DaysChart {...statistics} />
        <RevenueChart
          {...statistics}
          className={statistics.revenue.length > BARS_BESIDE_ONE_CHART ? 'lg:row-span-3' : undefined}
        />
        <UtilizationGauge utilization={utilization} />
        <ServicesChart services={services} />
        {statistics.charged && <ChargedBy {...statistics.charged} />}
      </div>
      {!isOfOne && (
        <Suspense fallback={<div className={`${CARD} h-80`} />}>
          {statistics.technicians.length > 0 && <TechniciansTable {...statistics} />}
          <RetentionParts period={statistics.period} />
        </Suspense>
      )}
      <TopClients clients={clients} onOpen={onOpenClient} />
      <Button
        variant="text"
        isSmall
        onClick={() => downloadCsv(statistics)}
        className="justify-self-start print:hidden"
      >
        <Download size={16} strokeWidth={2} />
        Preuzmi CSV
      </Button>
    </div>
  );
}

/** The page /admin/statistics. The period is in the URL, so that Back, reload and shared links keep it. */
function StatisticsPage() {
  const [address, setAddress] = useSearchParams();
  const hasPayments = usePaymentsOn();
  const now = useNow();
  const today = now && dateOf(now);
  const period = today && periodOf(address, today);
  const technician = /^\d+$/.exec(address.get('technician_id') ?? '')?.[0];
  const whose = technician === undefined ? {} : { technician_id: technician };
  const query = useQuery(statisticsQueries.of(period || null, whose));
  const queries = useQueryClient();
  const [client, setClient] = useState<UserId | null>(null);
  const show = (next: DateRange) => {
    if (period && isSamePeriod(next, period)) return queries.invalidateQueries({ queryKey: ['statistics'] });
    setAddress({ ...next, ...whose });
  };
  return (
    <Page width="admin" className={OF_LISTS}>
      <PageHead
        title="Statistika"
        back={TO_PANEL}
        actions={
          period && <PeriodForm period={period} today={today} onShow={show} isBusy={query.isFetching} />
        }
      />
      {hasPayments && (
        <Link
          to={paths.adminShares}
          className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold text-link hover:underline print:hidden"
        >
          <HandCoins size={20} />
          Obračun
        </Link>
      )}
      <Suspense>
        <TechnicianChips
          chosen={technician}
          figures={query.data?.technicians ?? []}
          onChoose={(id) => setAddress({ ...period, ...(id !== null && { technician_id: String(id) }) })}
        />
      </Suspense>
      <Loaded query={query} fallback="Greška pri učitavanju podataka." skeleton={<StatisticsSkeleton />}>
        {(statistics) => (
          <div className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
            <Charts statistics={statistics} isOfOne={technician !== undefined} onOpenClient={setClient} />
          </div>
        )}
      </Loaded>
      {client !== null && (
        <PersonDialog of={{ person_id: null, client_id: client }} onClose={() => setClient(null)} />
      )}
    </Page>
  );
}

function StatisticsSkeleton() {
  return (
    <Loading>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,var(--tile)),1fr))] gap-3 [--tile:8rem] md:[--tile:12rem] lg:[--tile:10rem]">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <div key={key} className={`${CARD} max-md:last:col-span-full`}>
            <Skeleton className="w-2/3" />
            <Skeleton className="mt-3 h-7 w-2/5" />
            <Skeleton className="mt-3 w-3/5" />
          </div>
        ))}
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-[7fr_5fr]">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className={CARD}>
            <Skeleton className="w-40" />
            <Skeleton className="mt-6 h-44 w-full rounded-card" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

export default ownersPage(StatisticsPage);
