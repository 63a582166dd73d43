import { useQuery } from '@tanstack/react-query';
import { Plus, Undo2 } from 'lucide-react';
import { useContext, useState } from 'react';
import type { ListedAppointment } from '#contract/appointments.ts';
import type { Payment } from '#contract/payments.ts';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { isHoldingMethod, METHOD_LABELS } from '#domain/payments/ledger.ts';
import { clockOf, type WallDate } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { AppointmentDialogs } from '../lib/appointment/dialogs.ts';
import { useHasRoomForPanel } from '../lib/device/owners-screen.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useTechnicians } from '../technicians/technicians.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState } from '../ui/page.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { AmountField, amountIn, VoidDialog } from './forms.tsx';
import { pay } from './pay.ts';

export const KIND_LABELS = {
  VISIT: 'Usluga',
  TIP: 'Napojnica',
  DEPOSIT: 'Kapara',
  REFUND: 'Vraćena kapara',
  EXPENSE: 'Trošak',
  CASH_IN: 'Ulaz u kasu',
  CASH_OUT: 'Izlaz iz kase',
  SALE: 'Prodaja',
} as const;

const IS_OUT: ReadonlySet<Payment['kind']> = new Set(['REFUND', 'EXPENSE', 'CASH_OUT']);

/** The kinds of a deposit's payments, which the owner corrects in the appointment's dialog, not in this list. */
const OF_DEPOSIT: ReadonlySet<Payment['kind']> = new Set(['DEPOSIT', 'REFUND']);

/** The kinds of payments that belong to no appointment. */
const OUTGOING = (['EXPENSE', 'CASH_IN', 'CASH_OUT'] as const).map((id) => ({ id, label: KIND_LABELS[id] }));
const METHODS = (['CASH', 'CARD'] as const).map((id) => ({ id, label: METHOD_LABELS[id] }));

/** The dialog for a new expense, or for cash moved into or out of the drawer. */
function ExpenseDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<(typeof OUTGOING)[number]['id']>('EXPENSE');
  const [method, setMethod] = useState<(typeof METHODS)[number]['id']>('CASH');
  const form = useParsedForm({
    start: { note: '', amount: '' },
    parse: ({ amount, note }) => {
      const parsed = amountIn('amount', amount);
      return parsed.ok ? { ok: true, input: { amount: parsed.input, note: note.trim() || null } } : parsed;
    },
    send: (input: { amount: number; note: string | null }) =>
      pay({ ...input, kind, method: kind === 'EXPENSE' ? method : 'CASH' }),
    fallback: 'Greška pri čuvanju.',
    done: 'Upisano u kasu.',
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog title="Dodaj trošak" onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form}>
        <Segmented isField label="Vrsta" segments={OUTGOING} chosen={kind} onChoose={setKind} />
        <TextField {...form.field('note')} label="Opis" isOptional maxLength={REASON_MAX_CHARACTERS} />
        <AmountField {...form.field('amount')} label="Iznos u dinarima" />
        {kind === 'EXPENSE' && (
          <Segmented isField label="Plaćeno" segments={METHODS} chosen={method} onChoose={setMethod} />
        )}
      </DialogForm>
    </Dialog>
  );
}

/** The columns of a wide list besides time, person and amount: the technician if there are several, the tips if there are any. */
interface Columns {
  technician: boolean;
  tip: boolean;
}

const gridOf = ({ technician, tip }: Columns) => ({
  gridTemplateColumns: ['3rem minmax(0,1fr)', technician && '6rem', '5.5rem', tip && '5rem', '5rem 2.25rem']
    .filter(Boolean)
    .join(' '),
});

/** The appointment of a payment, as far as it is known. */
type Of =
  | (Pick<ListedAppointment, 'service_name'> & { technician_name?: string | null | undefined })
  | undefined;

interface RowProps {
  payment: Payment;
  /** Undefined on narrow screens, where the line below the name says the same. */
  columns: Columns | undefined;
  /** The payment's appointment; undefined if it is not on this day, null while the day's appointments load. */
  ofDay: ListedAppointment | undefined | null;
  isOpen: boolean;
  onOpen: (appointmentId: number) => void;
  onVoid: () => void;
}

/** The amount of a row; in a wide list also the columns before it. A tip stands in its own column. */
function Cells({ payment, columns, of }: Pick<RowProps, 'payment' | 'columns'> & { of: Of }) {
  const { kind, method, amount, voided_at } = payment;
  const sum = (
    <span
      className={cx('shrink-0 text-right font-semibold tabular-nums', voided_at !== null && 'line-through')}
    >
      {`${IS_OUT.has(kind) ? '-' : ''}${formatNumber(amount)}`}
    </span>
  );
  if (!columns) return sum;
  const isTip = kind === 'TIP';
  return (
    <>
      {columns.technician && <span className="text-small">{of?.technician_name}</span>}
      <span className="text-small">{METHOD_LABELS[method]}</span>
      {columns.tip && (isTip ? sum : <span />)}
      {isTip ? <span /> : sum}
    </>
  );
}

/** What a row is for, with all that no column of a wide list says. */
function whatIn({ payment, columns, of }: Pick<RowProps, 'payment' | 'columns'> & { of: Of }, name: string) {
  const { kind, method, voided_at, void_reason } = payment;
  const what = [
    kind === 'VISIT' ? of?.service_name : KIND_LABELS[kind] !== name && KIND_LABELS[kind],
    !columns && METHOD_LABELS[method],
    !columns?.technician && of?.technician_name,
    voided_at !== null && `poništeno: ${void_reason}`,
  ];
  return what.filter(Boolean).join(', ');
}

function PaymentRow({ payment, columns, ofDay, isOpen, onOpen, onVoid }: RowProps) {
  const { appointment_id, kind, method, amount, at, note, voided_at } = payment;
  const other = useQuery({
    ...appointmentQueries.one(appointment_id ?? 0),
    enabled: appointment_id !== null && ofDay === undefined,
  }).data;
  const of = ofDay ?? other;
  const isVoided = voided_at !== null;
  const name = of ? personOf(of) : (note ?? KIND_LABELS[kind]);
  return (
    <li
      className={cx(
        columns ? 'grid' : 'flex',
        'min-h-15 items-center gap-3 px-4 py-2',
        isVoided && 'text-soft',
      )}
      style={columns && gridOf(columns)}
    >
      <span className="w-12 shrink-0 text-small text-soft tabular-nums">{clockOf(at)}</span>
      <span className={cx('min-w-0 flex-1 wrap-break-word', isVoided && 'line-through')}>
        {appointment_id === null ? (
          name
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(appointment_id)}
            className="-my-2 min-h-11 text-left font-semibold"
          >
            {name}
          </button>
        )}
        <span className="block text-small text-soft">{whatIn({ payment, columns, of }, name)}</span>
      </span>
      <Cells {...{ payment, columns, of }} />
      {(isOpen || isHoldingMethod(method)) && !isVoided && !OF_DEPOSIT.has(kind) && (
        <IconButton
          icon={Undo2}
          label="Poništi"
          description={`${name}, ${formatNumber(amount)} din`}
          onClick={onVoid}
          className="-mr-2 text-soft"
        />
      )}
    </li>
  );
}

/** The names of the columns, for the eye only: each row says what it shows. */
function ColumnNames({ columns }: { columns: Columns }) {
  return (
    <div aria-hidden="true" className="grid gap-3 px-4 pb-2 text-small text-soft" style={gridOf(columns)}>
      <span>Vreme</span>
      <span>Ko i šta</span>
      {columns.technician && <span>Radnica</span>}
      <span>Način</span>
      {columns.tip && <span className="text-right">Napojnica</span>}
      <span className="text-right">Iznos</span>
    </div>
  );
}

interface PaymentListProps {
  date: WallDate;
  payments: readonly Payment[];
  /** Whether the day is still open, so that its payments can be voided. */
  isOpen: boolean;
  /** Whether the user can add an expense: only on the page of the current day. */
  canAdd: boolean;
}

export function PaymentList({ date, payments, isOpen, canAdd }: PaymentListProps) {
  const appointments = useQuery(appointmentQueries.list({ from: date, to: date })).data;
  const dialogs = useContext(AppointmentDialogs);
  const [opened, setOpened] = useState<number | null>(null);
  const [voided, setVoided] = useState<Payment | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const isOutgoing = ({ kind }: Payment) => OUTGOING.some(({ id }) => id === kind);
  const outgoing = payments.filter(isOutgoing);
  const charged = payments.filter((payment) => !isOutgoing(payment)).toReversed();
  const hasTechnicians = useTechnicians().length > 0;
  const isWide = useHasRoomForPanel();
  const columnsOf = (rows: readonly Payment[]) =>
    isWide && rows.length > 0
      ? {
          technician: hasTechnicians && rows.some(({ appointment_id }) => appointment_id !== null),
          tip: rows.some(({ kind }) => kind === 'TIP'),
        }
      : undefined;
  const sections = [
    { title: 'Naplate', rows: charged, columns: columnsOf(charged), empty: 'Još ništa nije naplaćeno.' },
    { title: 'Troškovi', rows: outgoing, columns: columnsOf(outgoing), empty: 'Nema troškova.' },
  ];
  return (
    <>
      {sections.map(({ title, rows, columns, empty }) => (
        <section key={title}>
          <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <h2>{title}</h2>
            {title === 'Troškovi' && canAdd && isOpen && (
              <Button icon={Plus} variant="text" isSmall onClick={() => setIsAdding(true)}>
                Dodaj trošak
              </Button>
            )}
          </div>
          {rows.length === 0 ? (
            <EmptyState title={empty} isCard />
          ) : (
            <>
              {columns && <ColumnNames columns={columns} />}
              <List aria-label={title}>
                {rows.map((payment) => (
                  <PaymentRow
                    key={payment.id}
                    {...{ payment, columns }}
                    ofDay={appointments ? appointments.find(({ id }) => id === payment.appointment_id) : null}
                    isOpen={isOpen}
                    onOpen={setOpened}
                    onVoid={() => setVoided(payment)}
                  />
                ))}
              </List>
            </>
          )}
        </section>
      ))}
      {opened !== null && dialogs && <dialogs.Opened id={opened} onClose={() => setOpened(null)} />}
      {voided && (
        <VoidDialog
          id={voided.id}
          lead={`${KIND_LABELS[voided.kind]}, ${formatNumber(voided.amount)} din`}
          hint="Red ostaje u spisku, a ne računa se."
          done="Uplata je poništena."
          onClose={() => setVoided(null)}
        />
      )}
      {isAdding && <ExpenseDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}
