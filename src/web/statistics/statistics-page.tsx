import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { dateOf } from '#domain/wall-clock.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { ClientDialog } from '../clients/client-dialog.tsx';
import { type Statistics, statisticsQueries } from '../lib/admin-queries.ts';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import { useNow } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { paths } from '../lib/paths.ts';
import type { DateRange } from '../lib/queries.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { downloadCsv } from './csv.ts';
import { DaysChart } from './days-chart.tsx';
import { inPercent } from './money.ts';
import { isSamePeriod, periodOf } from './period.ts';
import { PeriodForm } from './period-form.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import { ServicesChart } from './services-chart.tsx';
import { TopClients } from './top-clients.tsx';
import { UtilizationGauge } from './utilization-gauge.tsx';

function Charts({
  statistics,
  onOpenClient,
}: {
  statistics: Statistics;
  onOpenClient: (id: number) => void;
}) {
  const { days, revenue, services, clients, utilization } = statistics;
  return (
    <div className="grid gap-4">
      <SummaryCards {...statistics} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
        <DaysChart days={days} />
        <RevenueChart revenue={revenue} />
        <UtilizationGauge utilization={utilization} />
        <ServicesChart services={services} />
      </div>
      <TopClients clients={clients} onOpen={onOpenClient} />
      <Button variant="text" isSmall onClick={() => downloadCsv(statistics)} className="justify-self-start">
        <Download aria-hidden="true" size={16} />
        Preuzmi CSV
      </Button>
    </div>
  );
}

/** /admin/statistics. The period stands in the address, so that back, reload and a shared link keep it. */
export default function StatisticsPage() {
  const [address, setAddress] = useSearchParams();
  const now = useNow();
  const today = now && dateOf(now);
  const period = today && periodOf(address, today);
  const query = useQuery(statisticsQueries.of(period || null));
  const [client, setClient] = useState<number | null>(null);
  const show = (next: DateRange) => {
    if (period && isSamePeriod(next, period)) return query.refetch();
    setAddress({ ...next });
  };
  return (
    <Page width="admin">
      <PageHead
        title="Statistika"
        back={{ to: paths.admin, label: 'Admin panel' }}
        actions={
          period && (
            <PeriodForm
              key={`${period.from} ${period.to}`}
              period={period}
              today={today}
              onShow={show}
              isBusy={query.isFetching}
            />
          )
        }
      />
      <Loaded query={query} fallback="Greška pri učitavanju podataka." skeleton={<StatisticsSkeleton />}>
        {(statistics) => (
          <div className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
            <Charts statistics={statistics} onOpenClient={setClient} />
          </div>
        )}
      </Loaded>
      <AppointmentDialogContext value={AppointmentDialog}>
        {client !== null && <ClientDialog id={client} onClose={() => setClient(null)} />}
      </AppointmentDialogContext>
    </Page>
  );
}

const CARD = 'rounded-card border border-line bg-card p-5';

/** Four numbers and four charts to come. */
function StatisticsSkeleton() {
  return (
    <Loading>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className={CARD}>
            <Skeleton className="w-2/3" />
            <Skeleton className="mt-3 h-7 w-2/5" />
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

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-card p-4 md:p-5">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="mt-1 font-display text-h1 font-[440] tracking-tight wrap-break-word lining-nums">
        {children}
      </dd>
    </div>
  );
}

/** The four numbers at the top. docs/spec/product.md §2.18 */
function SummaryCards({ days, revenue, clients, utilization }: Statistics) {
  const booked = days.reduce((sum, { count }) => sum + count, 0);
  const dinars = revenue.reduce((sum, row) => sum + row.revenue, 0);
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Tile name="Zakazani (ukupno)">{formatNumber(booked)}</Tile>
      <Tile name="Prihod (po uslugama)">
        {formatNumber(dinars)} <span className="font-text text-small tracking-normal text-soft">RSD</span>
      </Tile>
      <Tile name="Top klijenata">{clients.length}</Tile>
      <Tile name="Iskorišćenost">{inPercent(utilization.utilization)}</Tile>
    </dl>
  );
}
