import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { Redirect, useSearchParams } from 'wouter';
import type { CashDay, Payment } from '#contract/payments.ts';
import { addDays, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock/clock.ts';
import { csvText } from '../lib/csv.ts';
import { settingsQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { paths } from '../lib/routing/paths.ts';
import { saveFile } from '../ui/browser.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { CardSkeleton, ListSkeleton } from '../ui/screen-states.tsx';
import { CashDrawer } from './cash-drawer.tsx';
import { KIND_LABELS, PaymentList } from './payment-list.tsx';
import { dinars, METHOD_LABELS, paymentQueries } from './payments.ts';

const FALLBACK = 'Greška pri učitavanju kase.';

const sumOf = (payments: readonly Payment[], kind: Payment['kind']): number =>
  payments.reduce((sum, row) => sum + (row.kind === kind && row.voided_at === null ? row.amount : 0), 0);

/** The sums of a day: takings by method, tips and expenses. */
function Sums({ cash, payments }: { cash: CashDay; payments: readonly Payment[] }) {
  const { CASH, CARD, IPS, OTHER } = cash.takings;
  const sums = [
    ['Naplaćeno', dinars(CASH + CARD + IPS + OTHER)],
    ['Gotovina', dinars(CASH)],
    ['Kartica', dinars(CARD)],
    ['IPS', dinars(IPS)],
    ...(OTHER === 0 ? [] : ([['Drugo', dinars(OTHER)]] as const)),
    ['Napojnice', dinars(sumOf(payments, 'TIP'))],
    ['Troškovi', dinars(-cash.expenses)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3 xl:auto-cols-fr xl:grid-flow-col">
      {sums.map(([name, sum]) => (
        <div key={name} className="bg-card px-4 py-3">
          <dt className="text-small text-soft">{name}</dt>
          <dd className="font-display text-h3 font-[460] tabular-nums">{sum}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The payments of a day for the bookkeeper. */
function downloadCsv(date: WallDate, cash: CashDay, payments: readonly Payment[]): void {
  const rows = payments.map(({ at, kind, method, amount, note, voided_at, void_reason }) => [
    at,
    KIND_LABELS[kind],
    METHOD_LABELS[method],
    amount,
    note ?? '',
    voided_at ? `Poništeno: ${void_reason}` : '',
  ]);
  const sums = [
    ['Početno stanje', cash.opening],
    ['Očekivano u kasi', cash.expected],
    ['Izbrojano', cash.counted ?? ''],
    ['Razlika', cash.difference ?? ''],
  ];
  saveFile({
    name: `kasa-${date}.csv`,
    type: 'text/csv',
    text: csvText([[['Vreme', 'Vrsta', 'Način', 'Iznos', 'Napomena', 'Poništeno'], ...rows], sums]),
  });
}

function Day({ date, today }: { date: WallDate; today: WallDate }) {
  const cash = useQuery(paymentQueries.cashDay(date));
  const payments = useQuery(paymentQueries.within({ from: date, to: date }));
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-1 gap-8">
        <Loaded query={cash} fallback={FALLBACK} skeleton={<CardSkeleton />}>
          {(till) => <Sums cash={till} payments={payments.data ?? []} />}
        </Loaded>
        <Loaded query={payments} fallback={FALLBACK} skeleton={<ListSkeleton rows={4} />}>
          {(rows) => (
            <>
              <PaymentList
                date={date}
                payments={rows}
                isOpen={cash.data?.state === 'OPEN'}
                canAdd={date === today}
              />
              {cash.data && (
                <Button
                  variant="quiet"
                  isSmall
                  onClick={() => cash.data && downloadCsv(date, cash.data, rows)}
                  className="justify-self-start"
                >
                  <Download aria-hidden="true" size={18} strokeWidth={1.75} />
                  Preuzmi CSV
                </Button>
              )}
            </>
          )}
        </Loaded>
      </div>
      <Loaded query={cash} fallback={FALLBACK} skeleton={<CardSkeleton />} failed={<span />}>
        {(till) => <CashDrawer key={`${date} ${till.state} ${till.opening}`} cash={till} />}
      </Loaded>
    </div>
  );
}

function CashOfDay({ today }: { today: WallDate }) {
  const [address, setAddress] = useSearchParams();
  const asked = address.get('dan') ?? '';
  const date = isWallDate(asked) ? asked : today;
  const show = (day: WallDate) => setAddress(day === today ? {} : { dan: day }, { replace: true });
  return (
    <Page width="admin">
      <PageHead
        title="Kasa"
        back={{ to: paths.admin, label: 'Admin panel' }}
        actions={
          <div className="flex items-center gap-1">
            <IconButton icon={ChevronLeft} label="Prethodni dan" onClick={() => show(addDays(date, -1))} />
            <p role="status" className="min-w-44 text-center font-semibold">
              {dayInWords(date, today)}
            </p>
            <IconButton
              icon={ChevronRight}
              label="Sledeći dan"
              disabled={date >= today}
              onClick={() => show(addDays(date, 1))}
            />
          </div>
        }
      />
      <Day key={date} date={date} today={today} />
    </Page>
  );
}

/** The page /admin/cash: the takings and the close of a day. While payments are off it leads to /admin. docs/spec/behaviour.md §19.1 */
export default function CashPage() {
  const settings = useQuery(settingsQueries.all());
  const today = useToday();
  if (settings.data && settings.data.payments !== 1) return <Redirect to={paths.admin} replace />;
  if (settings.data && today) return <CashOfDay today={today} />;
  return (
    <Page width="admin">
      <PageHead title="Kasa" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Loaded query={settings} fallback={FALLBACK} skeleton={<CardSkeleton />}>
        {() => <CardSkeleton />}
      </Loaded>
    </Page>
  );
}
