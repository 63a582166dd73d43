import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { dateOf } from '#salon/salon-time.ts';
import { useNow } from '../api/clock/use-now.ts';
import { Loaded } from '../api/loaded.tsx';
import { ClientDialog } from '../clients/client-dialog.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/action/button.tsx';
import { cx } from '../ui/cx.ts';
import { Page, PageHead } from '../ui/part/page.tsx';
import { DaysChart } from './charts/days-chart.tsx';
import { RevenueChart } from './charts/revenue-chart.tsx';
import { ServicesChart } from './charts/services-chart.tsx';
import { UtilizationGauge } from './charts/utilization-gauge.tsx';
import { isSamePeriod, type Period, periodOf } from './period.ts';
import { PeriodForm } from './period-form.tsx';
import { StatisticsBones } from './statistics-bones.tsx';
import { downloadCsv } from './statistics-csv.ts';
import { SummaryCards } from './summary-cards.tsx';
import { TopClients } from './top-clients.tsx';
import { type Statistics, useStatistics } from './use-statistics.ts';

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
  const query = useStatistics(period || null);
  const [client, setClient] = useState<number | null>(null);
  const ask = (asked: Period) => {
    if (period && isSamePeriod(asked, period)) return query.refetch();
    setAddress({ ...asked });
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
              onAsk={ask}
              isBusy={query.isFetching}
            />
          )
        }
      />
      <Loaded query={query} fallback="Greška pri učitavanju podataka." bones={<StatisticsBones />}>
        {(statistics) => (
          <div className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
            <Charts statistics={statistics} onOpenClient={setClient} />
          </div>
        )}
      </Loaded>
      {client !== null && (
        <ClientDialog id={client} onClose={() => setClient(null)} onSaved={() => query.refetch()} />
      )}
    </Page>
  );
}
