import { useQuery } from '@tanstack/react-query';
import { Banknote, CreditCard, type LucideIcon, QrCode } from 'lucide-react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { ipsCodeText } from '#domain/payments/ips-code.ts';
import { dueOf, METHOD_LABELS, paidToward } from '#domain/payments/ledger.ts';
import { toPara } from '#domain/payments/money.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { NO_SERVICE_LABEL, personOf } from '#domain/wording/appointments.ts';
import { nearDayInWords, timeRange } from '#domain/wording/dates.ts';
import { formatNumber, numberTyped } from '#domain/wording/numbers.ts';
import { useToday } from '../lib/clock/clock.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { IpsCode } from '../lib/qr-code.tsx';
import { settingsQuery } from '../lib/queries/admin-queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { Pill } from '../ui/pill.tsx';
import { AmountField, amountIn, noAmount, pay, Sum } from './forms.tsx';
import { dinars } from './payments.ts';

type Settings = ResponseBody<'GET /settings'>;
type Method = 'CASH' | 'CARD' | 'IPS';
type Values = Readonly<Record<'amount' | 'tip' | 'method', string>>;
interface Charge {
  amount: number;
  tip: number;
  method: Method;
}

const METHODS: readonly { id: Method; icon: LucideIcon }[] = [
  { id: 'CASH', icon: Banknote },
  { id: 'CARD', icon: CreditCard },
  { id: 'IPS', icon: QrCode },
];
const TIPS = ['100', '200', '300'];

function parseCharge({ amount, tip, method }: Values): Parsed<Charge> {
  const paid = amountIn('amount', amount || '0', true);
  const tipped = amountIn('tip', tip || '0', true);
  if (!paid.ok) return paid;
  if (!tipped.ok) return tipped;
  if (paid.input + tipped.input === 0) return noAmount('amount');
  return { ok: true, input: { amount: paid.input, tip: tipped.input, method: method as Method } };
}

/** Records price and tip as two payments. A retry after a failure sends only the payment that is missing. */
function useCharge(row: VisibleAppointment, onClose: () => void) {
  const refresh = useInvalidateAppointments();
  const due = dueOf(row);
  const form = useParsedForm({
    start: { amount: due === null ? '' : formatNumber(due), tip: '', method: 'CASH' } as Values,
    parse: parseCharge,
    send: async ({ amount, tip, method }: Charge) => {
      const payment = { appointment_id: row.id, method };
      try {
        if (amount > 0) await pay({ ...payment, kind: 'VISIT', amount });
        form.change({ amount: '' });
        if (tip > 0) await pay({ ...payment, kind: 'TIP', amount: tip });
      } finally {
        refresh(); // also after an error: the price is paid if only the tip failed
      }
    },
    fallback: 'Greška pri čuvanju naplate.',
    done: 'Naplata je upisana.',
    onDone: onClose,
  });
  return form;
}

function Bill({ row }: { row: VisibleAppointment }) {
  const { services = [], service_name, service_price, deposit } = row;
  const booked = { name: service_name ?? NO_SERVICE_LABEL, price: service_price };
  const lines = services.length > 0 ? services : [booked];
  const paid = paidToward(row);
  const isDeposit = deposit?.state === 'RECEIVED' && paid === deposit.amount;
  return (
    <dl className="grid gap-1.5">
      {lines.map((line) => (
        <Sum key={lines.indexOf(line)} name={line.name} amount={line.price || 'Cena na upit'} />
      ))}
      {paid > 0 && <Sum name={isDeposit ? 'Kapara, primljena' : 'Već naplaćeno'} amount={-paid} />}
    </dl>
  );
}

const CELL =
  'grid min-h-17 place-items-center gap-1 rounded-card border border-edge bg-card px-2 py-2.5 text-small font-medium transition-colors hover:bg-blush aria-pressed:border-link aria-pressed:bg-blush aria-pressed:font-semibold aria-pressed:text-link aria-pressed:shadow-[inset_0_0_0_1px_var(--color-link)]';

type ChargeForm = ReturnType<typeof useCharge>;

function MethodChoice({ form, hasIps }: { form: ChargeForm; hasIps: boolean }) {
  const { value, onChange } = form.field('method');
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">Način plaćanja</legend>
      <div className={cx('grid gap-2', hasIps ? 'grid-cols-3' : 'grid-cols-2')}>
        {METHODS.filter(({ id }) => hasIps || id !== 'IPS').map(({ id, icon: Icon }) => (
          <button
            key={id}
            type="button"
            aria-pressed={value === id}
            onClick={() => onChange(id)}
            className={CELL}
          >
            <Icon size={22} />
            {METHOD_LABELS[id]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Tip({ form }: { form: ChargeForm }) {
  const tip = form.field('tip');
  return (
    <div className="grid gap-2">
      <AmountField {...tip} label="Napojnica" isOptional />
      <fieldset aria-label="Napojnica brzo" className="flex flex-wrap gap-2">
        {TIPS.map((amount) => (
          <Pill
            key={amount}
            aria-pressed={tip.value === amount}
            onClick={() => tip.onChange(tip.value === amount ? '' : amount)}
          >
            {amount}
          </Pill>
        ))}
      </fieldset>
    </div>
  );
}

function Code({ settings, amount }: { settings: Settings; amount: number }) {
  const { account_number: account, account_name: name, account_owner: owner } = settings;
  const text = ipsCodeText({ account, name, owner, amount: toPara(amount), purpose: 'Usluga' });
  return (
    <div className="grid gap-2 text-center">
      <IpsCode text={text} label="IPS QR kod za naplatu" />
      <p className="text-small text-soft">Klijentkinja skenira kod u aplikaciji svoje banke, opcija IPS.</p>
    </div>
  );
}

/** The sheet 'Naplata': the amount due, the payment method and a tip. docs/spec/behaviour.md §19.1 */
export default function ChargeDialog({ row, onClose }: { row: VisibleAppointment; onClose: () => void }) {
  const today = useToday();
  const settings = useQuery(settingsQuery()).data;
  const form = useCharge(row, onClose);
  const due = dueOf(row);
  const amount = numberTyped(form.values.amount || '0') ?? 0;
  const total = amount + (numberTyped(form.values.tip || '0') ?? 0);
  const hasIps = Boolean(settings?.account_number);
  const { start_datetime, end_datetime } = row;
  return (
    <Dialog
      title="Naplata"
      lead={
        <>
          <b className="font-semibold text-ink">{personOf(row)}</b>,{' '}
          {nearDayInWords(dateOf(start_datetime), today)} {timeRange(start_datetime, end_datetime)}
        </>
      }
      onClose={onClose}
    >
      <DialogForm form={form} giveUp="Kasnije" submit={`Naplaćeno ${dinars(total)}`}>
        <Bill row={row} />
        <Field
          label="Za naplatu"
          error={form.field('amount').error}
          hint={due !== null && amount < due ? `Ostaje još ${dinars(due - amount)}.` : undefined}
        >
          {(wiring) => (
            <div className="relative">
              <input
                {...wiring}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                value={form.values.amount}
                onChange={(event) => form.change({ amount: event.target.value })}
                className="control min-h-14! pr-14 font-display text-h1! tabular-nums"
              />
              <span className="pointer-events-none absolute inset-y-0 right-4 grid place-items-center text-soft">
                din
              </span>
            </div>
          )}
        </Field>
        <MethodChoice form={form} hasIps={hasIps} />
        {settings && form.values.method === 'IPS' && total > 0 && <Code settings={settings} amount={total} />}
        <Tip form={form} />
      </DialogForm>
    </Dialog>
  );
}
