import { useState } from 'react';
import { displayDate } from '#domain/wording/dates.ts';
import { Segmented } from '../ui/tabs.tsx';
import { ChartCard } from './chart-card.tsx';
import { type DayValue, LinePlot } from './line-plot.tsx';
import { inRsd } from './money.ts';
import type { Statistics } from './queries.ts';

const SERIES = {
  count: { title: 'Broj termina po danima', name: 'Broj termina', inWords: String, leastTop: 4 },
  revenue: { title: 'Prihod po danima', name: 'Prihod', inWords: inRsd, leastTop: 1000 },
} as const;

const SEGMENTS = [
  { id: 'count', label: SERIES.count.name },
  { id: 'revenue', label: SERIES.revenue.name },
] as const;

/** What happened day by day as a line: how many booked appointments, or what they brought. */
export function DaysChart({ days, revenuePerDay }: Pick<Statistics, 'days' | 'revenuePerDay'>) {
  const [shown, setShown] = useState<keyof typeof SERIES>('count');
  const { title, name, inWords, leastTop } = SERIES[shown];
  const counts = days.map(({ date, count }): DayValue => ({ date, value: count }));
  const revenue = revenuePerDay.map((day): DayValue => ({ date: day.date, value: day.revenue }));
  return (
    <ChartCard
      title={shown === 'revenue' ? `${title}, RSD` : title}
      aside={<Segmented label="Po danima" segments={SEGMENTS} chosen={shown} onChoose={setShown} />}
      table={{
        columns: ['Datum', SERIES.count.name, SERIES.revenue.name],
        rows: days.map(({ date, count }, index) => [
          displayDate(date),
          String(count),
          inRsd(revenue[index]?.value ?? 0),
        ]),
      }}
    >
      <LinePlot
        label={title}
        days={shown === 'revenue' ? revenue : counts}
        inWords={(value) => `${name}: ${inWords(value)}`}
        leastTop={leastTop}
      />
    </ChartCard>
  );
}
