import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useContext, useState } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import type { CashDay, Payment } from '#contract/payments.ts';
import { METHOD_LABELS } from '#domain/payments/ledger.ts';
import { addDays, addMonths, firstOfMonth, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { dayInWords, displayDate, monthTitle } from '#domain/wording/dates.ts';
import { AppointmentDialogs } from '../lib/appointment/dialogs.ts';
import { useToday } from '../lib/clock/clock.ts';
import { csvText, type Row } from '../lib/csv.ts';

import { saveFile } from '../lib/device/save-file.ts';
import { settingsQuery } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { OF_LISTS, ownersPage, TO_PANEL } from '../lib/routing/owners-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { LIST_ROW, List, ListRow } from '../ui/list.tsx';
import { CardSkeleton, EmptyState, ListSkeleton, Page, PageHead } from '../ui/page.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { CashDrawer } from './cash-drawer.tsx';
import { OpenHoldings } from './holding-list.tsx';
import OpenMoney from './open-money.tsx';
import { KIND_LABELS, PaymentList } from './payment-list.tsx';
import { dinars, paymentQueries } from './payments.ts';

const FALLBACK = 'Greška pri učitavanju kase.';

const sumOf = (payments: readonly Payment[], kind: Payment['kind']): number =>
  payments.reduce((sum, row) => sum + (row.kind === kind && row.voided_at === null ? row.amount : 0), 0);

const takenOn = ({ takings: { CASH, CARD, IPS, OTHER } }: CashDay): number => CASH + CARD + IPS + OTHER;

/** The sums over the given days: takings by method, and expenses. `tips`, a part of the takings, is undefined while unknown. */
function Sums({ days, tips }: { days: readonly CashDay[]; tips?: number | undefined }) {
  const of = (amount: (day: CashDay) => number) => days.reduce((sum, day) => sum + amount(day), 0);
  const other = of(({ takings }) => takings.OTHER);
  const sums = [
    ['Naplaćeno', of(takenOn)],
    ['Gotovina', of(({ takings }) => takings.CASH)],
    ['Kartica', of(({ takings }) => takings.CARD)],
    ['IPS', of(({ takings }) => takings.IPS)],
    ...(other === 0 ? [] : ([['Drugo', other]] as const)),
    ...(tips === undefined ? [] : ([['Napojnice', tips]] as const)),
    ['Troškovi', -of(({ expenses }) => expenses)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
      {sums.map(([name, sum]) => (
        <div
          key={name}
          className="grow basis-32 bg-card px-4 py-3 md:basis-24 md:px-3 lg:basis-[30%] min-[80rem]:basis-24"
        >
          <dt className="text-small text-soft">{name}</dt>
          <dd className="font-display text-h3 font-[460] tabular-nums">{dinars(sum)}</dd>
        </div>
      ))}
    </dl>
  );
}

const saveCsv = (name: string, tables: readonly (readonly Row[])[]): void =>
  saveFile({ name: `kasa-${name}.csv`, type: 'text/csv', text: csvText(tables) });

function CsvButton({ onPress }: { onPress: () => void }) {
  return (
    <Button icon={Download} variant="quiet" isSmall onClick={onPress} className="justify-self-start">
      Preuzmi CSV
    </Button>
  );
}

function downloadDay(cash: CashDay, payments: readonly Payment[]): void {
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
  saveCsv(cash.date, [[['Vreme', 'Vrsta', 'Način', 'Iznos', 'Napomena', 'Poništeno'], ...rows], sums]);
}

function downloadMonth(first: WallDate, days: readonly CashDay[]): void {
  const rows = days.map((day) => {
    const { date, takings, cash_in, cash_out, expenses, opening, expected, counted, difference } = day;
    const { CASH, CARD, IPS, OTHER } = takings;
    const moved = [cash_in, cash_out, expenses, opening, expected, counted ?? '', difference ?? ''];
    return [displayDate(date), takenOn(day), CASH, CARD, IPS, OTHER, ...moved];
  });
  const methods = ['Gotovina', 'Kartica', 'IPS', 'Drugo'];
  const moved = ['Ulaz u kasu', 'Izlaz iz kase', 'Troškovi', 'Početno stanje', 'Očekivano'];
  const head = ['Datum', 'Naplaćeno', ...methods, ...moved, 'Izbrojano', 'Razlika'];
  saveCsv(first.slice(0, 7), [[head, ...rows]]);
}

/** The state of a day in words: 'nije zaključeno', 'zaključeno', 'zaključeno, razlika -100 din'. */
function closedInWords({ state, difference }: CashDay): string {
  if (state === 'OPEN') return 'nije zaključeno';
  return difference ? `zaključeno, razlika ${dinars(difference)}` : 'zaključeno';
}

function Month({ first, today }: { first: WallDate; today: WallDate }) {
  const query = useQuery(paymentQueries.cashMonth(first));
  return (
    <Loaded query={query} fallback={FALLBACK} skeleton={<ListSkeleton rows={4} />}>
      {(days) => (
        <div className="grid grid-cols-1 gap-8">
          <Sums days={days} />
          {days.length === 0 ? (
            <EmptyState title="Ovog meseca još ništa nije naplaćeno." isCard />
          ) : (
            <List aria-label="Dani">
              {days.map((day) => (
                <li key={day.date}>
                  <Link
                    href={`${paths.adminCash}?dan=${day.date}`}
                    className={cx(LIST_ROW, 'hover:bg-blush')}
                  >
                    <ListRow
                      title={<span className="font-semibold">{dayInWords(day.date, today)}</span>}
                      note={closedInWords(day)}
                      after={<b className="shrink-0 font-semibold tabular-nums">{dinars(takenOn(day))}</b>}
                    />
                  </Link>
                </li>
              ))}
            </List>
          )}
          {days.length > 0 && <CsvButton onPress={() => downloadMonth(first, days)} />}
        </div>
      )}
    </Loaded>
  );
}

function Day({ date, today }: { date: WallDate; today: WallDate }) {
  const dialogs = useContext(AppointmentDialogs);
  const [opened, setOpened] = useState<number | null>(null);
  const cash = useQuery(paymentQueries.cashDay(date));
  const payments = useQuery(paymentQueries.within({ from: date, to: date }));
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="grid grid-cols-1 gap-8">
        {date === today && <OpenMoney onOpen={({ id }) => setOpened(id)} />}
        {dialogs && opened !== null && <dialogs.Opened id={opened} onClose={() => setOpened(null)} />}
        <Loaded query={cash} fallback={FALLBACK} skeleton={<CardSkeleton />}>
          {(till) => <Sums days={[till]} tips={payments.data && sumOf(payments.data, 'TIP')} />}
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
              {cash.data && <CsvButton onPress={() => cash.data && downloadDay(cash.data, rows)} />}
            </>
          )}
        </Loaded>
        {date === today && <OpenHoldings />}
      </div>
      <Loaded query={cash} fallback={FALLBACK} skeleton={<CardSkeleton />} failed={<span />}>
        {(till) => <CashDrawer key={till.state} cash={till} isToday={date === today} />}
      </Loaded>
    </div>
  );
}

const VIEWS = [
  { id: 'dan', label: 'Dan' },
  { id: 'mesec', label: 'Mesec' },
] as const;

/** A day or a month of the till, chosen by the URL: `?dan=2026-11-17`, `?mesec=2026-11-01`. */
function Till({ today }: { today: WallDate }) {
  const [address, setAddress] = useSearchParams();
  const view = address.has('mesec') ? 'mesec' : 'dan';
  const isMonth = view === 'mesec';
  const asked = address.get(view) ?? '';
  const date = isWallDate(asked) ? asked : today;
  const show = (day: WallDate, as = view) =>
    setAddress(as === 'dan' && day === today ? {} : { [as]: day }, { replace: true });
  const step = (by: number) => show(isMonth ? addMonths(firstOfMonth(date), by) : addDays(date, by));
  const isLast = isMonth ? firstOfMonth(date) >= firstOfMonth(today) : date >= today;
  return (
    <Page width="admin" className={OF_LISTS}>
      <PageHead
        title="Kasa"
        back={TO_PANEL}
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="flex items-center gap-1">
              <IconButton
                icon={ChevronLeft}
                label={isMonth ? 'Prethodni mesec' : 'Prethodni dan'}
                onClick={() => step(-1)}
              />
              <p role="status" className="min-w-44 text-center font-semibold">
                {isMonth ? monthTitle(date) : dayInWords(date, today)}
              </p>
              <IconButton
                icon={ChevronRight}
                label={isMonth ? 'Sledeći mesec' : 'Sledeći dan'}
                disabled={isLast}
                onClick={() => step(1)}
              />
            </div>
            <Segmented label="Prikaz" segments={VIEWS} chosen={view} onChoose={(as) => show(date, as)} />
          </div>
        }
      />
      {isMonth ? (
        <Month first={firstOfMonth(date)} today={today} />
      ) : (
        <Day key={date} date={date} today={today} />
      )}
    </Page>
  );
}

/** The page /admin/cash: takings and the close of a day. Redirects to /admin while payments are off. docs/spec/behaviour.md §19.1 */
function CashPage() {
  const settings = useQuery(settingsQuery());
  const today = useToday();
  if (settings.data && settings.data.payments !== 1) return <Redirect to={paths.admin} replace />;
  if (settings.data && today) return <Till today={today} />;
  return (
    <Page width="admin" className={OF_LISTS}>
      <PageHead title="Kasa" back={TO_PANEL} />
      <Loaded query={settings} fallback={FALLBACK} skeleton={<CardSkeleton />}>
        {() => <CardSkeleton />}
      </Loaded>
    </Page>
  );
}

export default ownersPage(CashPage);
