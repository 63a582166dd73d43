import type { ReactNode } from 'react';
import { formatNumber } from '#salon/serbian.ts';
import { inPercent } from './money.ts';
import type { Statistics } from './use-statistics.ts';

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

/** The four numbers at the top. spec.md §2 (Admin statistics) */
export function SummaryCards({ days, revenue, clients, utilization }: Statistics) {
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
