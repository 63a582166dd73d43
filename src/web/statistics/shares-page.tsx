import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import type { Payout, Shares } from '#contract/payments/shares.ts';
import { METHOD_LABELS } from '#domain/payments/ledger.ts';
import { addMonths, dateOf, firstOfMonth, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { displayDate, monthName, monthTitle } from '#domain/wording/dates.ts';
import { shortDay, shortDays } from '#domain/wording/near-days.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { csvText } from '../lib/csv.ts';
import { saveFile } from '../lib/device/save-file.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { type DateRange, queryOf, useSalon } from '../lib/queries/queries.ts';
import { TO_PANEL } from '../lib/routing/owners-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/session.ts';
import { Sum } from '../payments/forms.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState, ListSkeleton, Page, PageHead } from '../ui/page.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { monthOf } from './period.ts';

const APPOINTMENTS = 'termin|termina|termina';
const METHODS = (['CASH', 'CARD', 'IPS'] as const).map((id) => ({ id, label: METHOD_LABELS[id] }));
const whole = (amount: number): number => Math.floor(amount);

const queries = {
  of: ({ from, to }: DateRange) =>
    queryOf(['appointments', 'shares', from, to], 'GET /analytics/shares', { query: { from, to } }),
  payouts: () => queryOf(['appointments', 'payouts'], 'GET /shares/payouts', { query: {} }),
};

const COLUMNS = [
  'Termini',
  'Naplaćeno',
  'Paketi',
  'Osnovica',
  'Procenat',
  'Udeo',
  'Napojnice',
  'Ukupno',
] as const;
/** On phones the table has the sum only; a press on the name shows the rest. */
const onWide = (column: number) => (column === COLUMNS.length - 1 ? 'font-semibold' : 'max-lg:hidden');
const cellsOf = ({ count, money, vouchers, packages, base, percent, share, tips, amount }: Shares) => [
  formatNumber(count),
  formatNumber(money + vouchers),
  formatNumber(packages),
  formatNumber(base),
  percent === null ? '-' : `${percent} %`,
  percent === null ? '-' : formatNumber(share),
  formatNumber(tips),
  formatNumber(amount),
];

function download({ from, to }: DateRange, rows: readonly Shares[]): void {
  const table = rows.map((row) => {
    const { name, count, money, vouchers, packages, base, percent, share, tips, amount, payout } = row;
    const sums = [count, money, vouchers, packages, base, percent ?? '', share, tips, amount];
    return [name, ...sums, payout ? displayDate(dateOf(payout.at)) : ''];
  });
  const columns = COLUMNS.flatMap((name) => (name === 'Naplaćeno' ? ['Novac', 'Vaučeri'] : name));
  const text = csvText([[['Radnica', ...columns, 'Isplaćeno'], ...table]]);
  saveFile({ name: `obracun-${from}-${to}.csv`, type: 'text/csv', text });
}

interface PayProps {
  row: Shares;
  period: DateRange;
  onClose: () => void;
}

/** 'Označi kao isplaćeno': an EXPENSE of whole dinars, after which the days no longer change. docs/spec/behaviour.md §32.4 */
function PayDialog({ row, period, onClose }: PayProps) {
  const { technician_id, name, amount } = row;
  const [method, setMethod] = useState<(typeof METHODS)[number]['id']>('CASH');
  const form = useParsedForm({
    start: {},
    parse: () => ({ ok: true, input: { technician_id, ...period, method } }),
    send: (body) => request('POST /shares/payouts', { body }),
    fallback: 'Greška pri čuvanju isplate.',
    done: 'Isplata je upisana.',
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog
      title={name}
      lead={`Isplata ${formatNumber(whole(amount))} din`}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm form={form} submit="Označi kao isplaćeno">
        <Lines row={row} />
        <Segmented isField label="Plaćeno" segments={METHODS} chosen={method} onChoose={setMethod} />
        <p className="text-small text-soft">
          Upisuje se kao trošak u kasi. Uplate i termini iz tog perioda se posle toga ne menjaju, dok isplatu
          ne poništite.
        </p>
      </DialogForm>
    </Dialog>
  );
}

const TOTAL = 'Za isplatu';

function Lines({ row: { base, percent, share, tips, amount } }: { row: Shares }) {
  const lines = [
    ['Osnovica', base],
    [percent === null ? 'Udeo' : `Udeo ${percent} %`, share],
    ['Napojnice', tips],
    [TOTAL, amount],
  ] as const;
  return (
    <dl className="grid gap-1.5">
      {lines.map(([label, sum]) => (
        <Sum key={label} name={label} amount={sum} isTotal={label === TOTAL} />
      ))}
    </dl>
  );
}

/** A technician's sums by service. */
function Services({ row: { services } }: { row: Shares }) {
  if (services.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-2 text-h3">Po uslugama</h3>
      <List aria-label="Po uslugama">
        {services.map(({ service_id, name, count, base }) => (
          <li key={service_id ?? name} className="flex justify-between gap-4 px-4 py-2.5 text-small">
            <span className="min-w-0 flex-1 wrap-break-word">{name}</span>
            <span className="text-soft tabular-nums">{count}</span>
            <span className="w-20 text-right tabular-nums">{formatNumber(base)}</span>
          </li>
        ))}
      </List>
    </>
  );
}

interface TableProps {
  rows: readonly Shares[];
  period: DateRange;
  today: WallDate;
}

function Table({ rows, period, today }: TableProps) {
  const [opened, setOpened] = useState<Shares | null>(null);
  const [paying, setPaying] = useState<Shares | null>(null);
  const isOver = period.to < today;
  return (
    <>
      <div className="rounded-card border border-line bg-card">
        <table aria-label="Obračun" className="w-full text-small">
          <thead>
            <tr className="text-label text-soft">
              <th scope="col" className="px-4 py-2.5 text-left font-medium">
                Radnica
              </th>
              {COLUMNS.map((name, n) => (
                <th key={name} scope="col" className={cx('px-2 py-2.5 text-right font-medium', onWide(n))}>
                  {name}
                </th>
              ))}
              <th scope="col" className="px-4 py-2.5">
                <span className="sr-only">Isplata</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.technician_id} className="border-t border-line">
                <th scope="row" className="px-4 text-left font-semibold">
                  <button
                    type="button"
                    onClick={() => setOpened(row)}
                    className="min-h-14 text-left hover:text-link"
                  >
                    {row.name}
                  </button>
                </th>
                {cellsOf(row).map((cell, n) => (
                  <td
                    key={COLUMNS[n]}
                    className={cx('px-2 text-right whitespace-nowrap tabular-nums', onWide(n))}
                  >
                    {cell}
                  </td>
                ))}
                <td className="px-4 text-right whitespace-nowrap">
                  {row.payout ? (
                    <span className="font-semibold text-ok">{shortDay(dateOf(row.payout.at), today)}</span>
                  ) : (
                    isOver &&
                    row.percent !== null &&
                    whole(row.amount) > 0 && (
                      <Button
                        variant="quiet"
                        isSmall
                        aria-description={row.name}
                        onClick={() => setPaying(row)}
                      >
                        Isplaćeno
                      </Button>
                    )
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-small text-soft">
        Poseta iz paketa se računa po delu cene paketa. Napojnice su cele njene. Procenat se upisuje u
        podešavanjima radnice.
      </p>
      {opened && (
        <Dialog title={opened.name} isWide="side" onClose={() => setOpened(null)}>
          <Lines row={opened} />
          <Services row={opened} />
        </Dialog>
      )}
      {paying && <PayDialog row={paying} period={period} onClose={() => setPaying(null)} />}
    </>
  );
}

function SumRow(props: { title: string; note: string; amount: number }) {
  const { title, note, amount } = props;
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5">
      <span>
        {title}
        <span className="block text-small text-soft tabular-nums">{note}</span>
      </span>
      <b className="font-semibold tabular-nums">{formatNumber(amount)}</b>
    </li>
  );
}

const noteOf = (count: number, tips: number): string =>
  counted(count, APPOINTMENTS) + (tips > 0 ? `, napojnice ${formatNumber(tips)}` : '');

/** What a technician sees of herself. */
function Own({ row, today, payouts }: { row: Shares; today: WallDate; payouts: readonly Payout[] }) {
  return (
    <div className="grid gap-8">
      <div className="rounded-card border border-line bg-card p-5">
        <p className="text-small text-soft">{counted(row.count, APPOINTMENTS)}</p>
        <p className="mb-3 font-display text-h1 tabular-nums">{formatNumber(row.amount)} din</p>
        <Lines row={row} />
        <Services row={row} />
      </div>
      <section>
        <h2 className="mb-3">Po danima</h2>
        {row.days.length === 0 ? (
          <EmptyState title="U ovom mesecu još nema naplate." isCard />
        ) : (
          <List aria-label="Po danima">
            {row.days.toReversed().map(({ date, count, tips, amount }) => (
              <SumRow key={date} title={shortDay(date, today)} note={noteOf(count, tips)} amount={amount} />
            ))}
          </List>
        )}
      </section>
      {payouts.length > 0 && (
        <section>
          <h2 className="mb-3">Isplaćeno</h2>
          <List aria-label="Isplaćeno">
            {payouts
              .filter(({ voided_at }) => voided_at === null)
              .map(({ id, from, to, at, amount }) => (
                <SumRow
                  key={id}
                  title={shortDays(from, to, today)}
                  note={`isplaćeno ${shortDay(dateOf(at), today)}`}
                  amount={amount}
                />
              ))}
          </List>
        </section>
      )}
    </div>
  );
}

function Body({ period, today }: { period: DateRange; today: WallDate }) {
  const query = useQuery(queries.of(period));
  const payouts = useQuery({ ...queries.payouts(), enabled: isTechnician() }).data ?? [];
  return (
    <Loaded query={query} fallback="Greška pri učitavanju obračuna." skeleton={<ListSkeleton rows={3} />}>
      {(rows) => {
        const [own] = rows;
        if (isTechnician())
          return own ? (
            <Own row={own} today={today} payouts={payouts} />
          ) : (
            <EmptyState title="Nema obračuna." isCard />
          );
        return (
          <>
            <Table rows={rows} period={period} today={today} />
            <div className="mt-4 flex flex-wrap gap-2 print:hidden">
              <Button icon={Download} variant="quiet" isSmall onClick={() => download(period, rows)}>
                Preuzmi CSV
              </Button>
              <Button icon={Printer} variant="quiet" isSmall onClick={() => window.print()}>
                Odštampaj
              </Button>
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

const monthInWords = (from: WallDate, isNow: boolean): string =>
  isNow ? `${monthName(from)} ${from.slice(0, 4)}, do danas` : monthTitle(from);

/** The page /admin/shares, 'Obračun': what each technician earned in a month. docs/spec/behaviour.md §32.4 */
export default function SharesPage() {
  const [address, setAddress] = useSearchParams();
  const today = useToday();
  const salon = useSalon().data;
  if (salon && salon.payments !== 1) return <Redirect to={paths.admin} replace />;
  const asked = address.get('mesec') ?? '';
  const period = today && monthOf(isWallDate(asked) ? asked : today);
  const isNow = !today || period?.from === firstOfMonth(today);
  const show = (by: number) => period && setAddress({ mesec: addMonths(period.from, by) }, { replace: true });
  return (
    <Page width="admin">
      <PageHead
        title="Obračun"
        back={isTechnician() ? TO_PANEL : { to: paths.adminStatistics, label: 'Statistika' }}
        actions={
          <div className="flex items-center gap-1">
            <IconButton icon={ChevronLeft} label="Prethodni mesec" onClick={() => show(-1)} />
            <p role="status" className="min-w-44 text-center font-semibold">
              {period && monthInWords(period.from, isNow)}
            </p>
            <IconButton icon={ChevronRight} label="Sledeći mesec" disabled={isNow} onClick={() => show(1)} />
          </div>
        }
      />
      {period && salon ? <Body period={period} today={today} /> : <ListSkeleton rows={3} />}
    </Page>
  );
}
