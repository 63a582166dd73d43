import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { dateOf } from '#domain/wall-clock.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { ClientDialog } from '../clients/client-dialog.tsx';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import { useNow } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import type { DateRange } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { downloadCsv } from './csv.ts';
import { DaysChart } from './days-chart.tsx';
import { isSamePeriod, periodOf } from './period.ts';
import { PeriodForm } from './period-form.tsx';
import { type Statistics, statisticsQueries } from './queries.ts';
import { RevenueChart } from './revenue-chart.tsx';
import { ServicesChart } from './services-chart.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TopClients } from './top-clients.tsx';
import { UtilizationGauge } from './utilization-gauge.tsx';

const BARS_BESIDE_ONE_CHART = 8; // more of them stand beside all the others

function Charts({
  statistics,
  onOpenClient,
}: {
  statistics: Statistics;
  onOpenClient: (id: number) => void;
}) {
  const { services, clients, utilization } = statistics;
  return (
    <div className="grid gap-4">
      <SummaryCards {...statistics} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
        <DaysChart {...statistics} />
        <RevenueChart
          {...statistics}
          className={statistics.revenue.length > BARS_BESIDE_ONE_CHART ? 'lg:row-span-3' : undefined}
        />
        <UtilizationGauge utilization={utilization} />
        <ServicesChart services={services} />
      </div>
      <TopClients clients={clients} onOpen={onOpenClient} />
      <Button
        variant="text"
        isSmall
        onClick={() => downloadCsv(statistics)}
        className="justify-self-start print:hidden"
      >
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

/** Five numbers and four charts to come. */
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
