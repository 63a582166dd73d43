import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import type { ReactNode } from 'react';
import { displayDate } from '#domain/wording/dates.ts';
import { type CountedWord, counted, formatNumber } from '#domain/wording/numbers.ts';
import { inPercent, inPoints } from './money.ts';
import { changeInWords } from './period.ts';
import type { Statistics, Totals } from './queries.ts';

// in the genitive, after 'od'
const OF_CLIENTS: CountedWord = ['klijentkinje', 'klijentkinje', 'klijentkinja'];

interface ChangeProps {
  now: number;
  before: number | undefined;
  inWords?: (n: number) => string;
  byHowMuch?: (n: number) => string;
}

/** Beside the period before: an arrow for the eye, the figures for everybody. More is not always better, so it has no colour. */
function Change({ now, before, inWords = formatNumber, byHowMuch = inWords }: ChangeProps) {
  if (before === undefined) return null;
  const Arrow = now > before ? ArrowUpRight : now < before ? ArrowDownRight : Equal;
  return (
    <span className="flex items-start gap-1">
      <Arrow aria-hidden="true" size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <span>{changeInWords(now, before, inWords, byHowMuch)}</span>
    </span>
  );
}

function Tile({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 break-inside-avoid rounded-card border border-line bg-card p-4 max-md:last:col-span-full md:p-5 lg:px-4">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="mt-1 font-display text-h1 font-[440] tracking-tight wrap-break-word lining-nums">
        {children}
      </dd>
      <dd className="mt-1 text-label font-normal text-soft tabular-nums">{note}</dd>
    </div>
  );
}

/** The four numbers at the top, and who did not come, each beside the period before. docs/spec/product.md §2.18 */
export function SummaryCards({ days, revenue, clients, utilization, totals, before }: Statistics) {
  const booked = days.reduce((sum, { count }) => sum + count, 0);
  const dinars = revenue.reduce((sum, row) => sum + row.revenue, 0);
  const change = (name: keyof Totals, words?: Pick<ChangeProps, 'inWords' | 'byHowMuch'>) => (
    <Change now={totals[name]} before={before?.totals[name]} {...words} />
  );
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,var(--tile)),1fr))] gap-3 [--tile:8rem] md:[--tile:12rem] lg:[--tile:10rem] print:grid-cols-3">
        <Tile name="Zakazani (ukupno)" note={change('booked')}>
          {formatNumber(booked)}
        </Tile>
        <Tile name="Prihod (po uslugama)" note={change('revenue')}>
          {formatNumber(dinars)} <span className="font-text text-small tracking-normal text-soft">RSD</span>
        </Tile>
        <Tile
          name="Top klijenata"
          note={
            <>
              od {counted(totals.clients, OF_CLIENTS)}
              {change('clients')}
            </>
          }
        >
          {clients.length}
        </Tile>
        <Tile name="Iskorišćenost" note={change('utilization', { inWords: inPercent, byHowMuch: inPoints })}>
          {inPercent(utilization.utilization)}
        </Tile>
        <Tile name="Nisu došle" note={change('no_shows')}>
          {formatNumber(totals.no_shows)}
        </Tile>
      </dl>
      {before && (
        <p className="-mt-1 text-small text-soft">
          Poređenje sa periodom {displayDate(before.period.from)} - {displayDate(before.period.to)}.
        </p>
      )}
    </>
  );
}
