import { useQuery } from '@tanstack/react-query';
import { Banknote, CreditCard, type LucideIcon, QrCode, Split as SplitIcon } from 'lucide-react';
import { useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import type { Holding } from '#contract/payments/holdings.ts';
import type { Payment } from '#contract/payments.ts';
import { type HoldingId, toId } from '#domain/ids.ts';
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
import { isTechnician } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { Pill } from '../ui/pill.tsx';
import { billOf, fittingPackages, settledBy } from './charge-bill.ts';
import { Packages, useHoldingsOf, Vouchers } from './charge-holdings.tsx';
import { ClosedTill, ServiceToCharge } from './charge-notes.tsx';
import { AmountField, amountIn, noAmount, Sum, useDepositAct } from './forms.tsx';
import { pay, RecordedEarlierError } from './pay.ts';
import { dinars } from './payments.ts';

type Settings = ResponseBody<'GET /settings'>;
type Method = 'CASH' | 'CARD' | 'IPS';
/** `rest` is the part of `amount` that is paid by `restMethod`; `held` and `voucher` are ids of chosen holdings. */
type Values = Readonly<
  Record<'amount' | 'tip' | 'method' | 'rest' | 'restMethod' | 'held' | 'voucher', string>
>;
interface Part {
  readonly kind: 'VISIT' | 'TIP';
  readonly method: Method | 'PACKAGE' | 'VOUCHER';
  readonly amount?: number;
  readonly holding_id?: HoldingId;
}

const METHODS: readonly { id: Method; icon: LucideIcon }[] = [
  { id: 'CASH', icon: Banknote },
  { id: 'CARD', icon: CreditCard },
  { id: 'IPS', icon: QrCode },
];
const TIPS = ['100', '200', '300'];

const byHolding = (method: 'PACKAGE' | 'VOUCHER', id: string): Part[] =>
  id === '' ? [] : [{ kind: 'VISIT', method, holding_id: toId<HoldingId>(Number(id)) }];

function parseCharge(values: Values): Parsed<readonly Part[]> {
  const { amount, tip, method, rest, restMethod } = values;
  const first = [...byHolding('PACKAGE', values.held), ...byHolding('VOUCHER', values.voucher)];
  const paid = amountIn('amount', amount || '0', true);
  const tipped = amountIn('tip', tip || '0', true);
  const split = amountIn('rest', rest || '0', true);
  if (!paid.ok) return paid;
  if (!tipped.ok) return tipped;
  if (!split.ok) return split;
  if (first.length === 0 && paid.input + tipped.input === 0) return noAmount('amount');
  if (split.input > paid.input)
    return { ok: false, errors: { text: null, fields: { rest: `Najviše ${dinars(paid.input)}.` } } };
  const parts = [
    { kind: 'VISIT', method, amount: paid.input - split.input },
    { kind: 'VISIT', method: restMethod, amount: split.input },
    { kind: 'TIP', method, amount: tipped.input },
  ] as Part[];
  return { ok: true, input: [...first, ...parts.filter(({ amount: money = 0 }) => money > 0)] };
}

/** What the form shows once `part` of it is recorded: what is still to be recorded. */
function withoutPart({ amount, rest, restMethod }: Values, part: Part): Partial<Values> {
  if (part.kind === 'TIP') return { tip: '' };
  if (part.method === 'PACKAGE') return { held: '' };
  if (part.method === 'VOUCHER') return { voucher: '' };
  const isFirst = (part.amount ?? 0) < (numberTyped(amount) ?? 0);
  return isFirst ? { amount: rest, method: restMethod, rest: '', restMethod: '' } : { amount: '', rest: '' };
}

/** Records price, its second part and tip as payments of their own. A retry after a failure sends only what is missing. */
function useCharge(row: VisibleAppointment, onClose: () => void) {
  const refresh = useInvalidateAppointments();
  const due = dueOf(row);
  const leftAfter = ({ amount }: Payment) => (due !== null && due > amount ? formatNumber(due - amount) : '');
  const form = useParsedForm({
    start: {
      amount: due === null ? '' : formatNumber(due),
      tip: '',
      method: 'CASH',
      rest: '',
      restMethod: '',
      held: '',
      voucher: '',
    } as Values,
    parse: parseCharge,
    send: async (parts: readonly Part[]) => {
      let values = form.values;
      try {
        for (const part of parts) {
          await pay({ ...part, appointment_id: row.id });
          const left = withoutPart(values, part);
          values = { ...values, ...left };
          form.change(left);
        }
      } catch (error) {
        if (error instanceof RecordedEarlierError)
          form.change(
            error.payment.kind === 'TIP'
              ? { tip: '' }
              : { amount: leftAfter(error.payment), rest: '', restMethod: '' },
          );
        throw error;
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

interface BillProps {
  row: VisibleAppointment;
  settled: ReturnType<typeof settledBy>;
  isByPackage: boolean;
}

function Bill({ row, settled: { byPackage, byVoucher }, isByPackage }: BillProps) {
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
      {isByPackage && <Sum name="Paket, 1 poseta" amount={-byPackage} />}
      {byVoucher > 0 && <Sum name="Vaučer" amount={-byVoucher} />}
    </dl>
  );
}

const CELL =
  'grid min-h-17 place-items-center gap-1 rounded-card border border-edge bg-card px-2 py-2.5 text-small font-medium transition-colors hover:bg-blush aria-pressed:border-link aria-pressed:bg-blush aria-pressed:font-semibold aria-pressed:text-link aria-pressed:shadow-[inset_0_0_0_1px_var(--color-link)]';

type ChargeForm = ReturnType<typeof useCharge>;

/** What a received deposit exceeds is offered back, by the owner. docs/spec/behaviour.md §32.2 */
function Surplus({ row: { id, deposit }, amount }: { row: VisibleAppointment; amount: number }) {
  const act = useDepositAct(id);
  if (amount === 0 || deposit?.state !== 'RECEIVED' || isTechnician()) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-blush px-4 py-3">
      <p className="text-small">Kapara je veća za {dinars(amount)}.</p>
      <Button
        variant="quiet"
        isSmall
        isBusy={act.isPending}
        onClick={() => act.mutate({ action: 'REFUNDED', amount })}
      >
        Vraćeno {dinars(amount)}
      </Button>
    </div>
  );
}

interface MethodChoiceProps {
  form: ChargeForm;
  name: 'method' | 'restMethod';
  legend: string;
  methods: typeof METHODS;
}

function MethodChoice({ form, name, legend, methods }: MethodChoiceProps) {
  const value = form.values[name];
  const other = name === 'method' ? 'restMethod' : 'method';
  const choose = (id: Method) =>
    form.change({ [name]: id, ...(form.values[other] === id && { [other]: value }) });
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className={cx('grid gap-2', methods.length > 2 ? 'grid-cols-3' : 'grid-cols-2')}>
        {methods.map(({ id, icon: Icon }) => (
          <button
            key={id}
            type="button"
            aria-pressed={value === id}
            onClick={() => choose(id)}
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

/** The button that splits the payment between two methods; once pressed, the second method and its part. */
function Split({ form, methods }: Pick<MethodChoiceProps, 'form' | 'methods'>) {
  const { method, restMethod } = form.values;
  const others = methods.filter(({ id }) => id !== method);
  if (restMethod === '')
    return (
      <button
        type="button"
        onClick={() => form.change({ restMethod: others[0]?.id ?? '' })}
        className="flex min-h-11 items-center gap-2 justify-self-start font-semibold text-link hover:underline"
      >
        <SplitIcon size={20} />
        Podeli na dva načina
      </button>
    );
  return (
    <div className="grid gap-4 rounded-card border border-line p-3">
      <MethodChoice {...{ form }} name="restMethod" legend="Drugi način" methods={others} />
      <AmountField
        {...form.field('rest')}
        label={`Od toga: ${METHOD_LABELS[restMethod as Method]}`}
        hint="Ostalo je plaćeno prvim načinom."
      />
      <button
        type="button"
        onClick={() => form.change({ rest: '', restMethod: '' })}
        className="min-h-11 justify-self-start font-semibold text-link hover:underline"
      >
        Ne deli
      </button>
    </div>
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

/** What is paid by IPS, with the tip. */
function ipsPart({ method, restMethod, ...typed }: Values): number {
  const [amount, tip, rest] = [typed.amount, typed.tip, typed.rest].map(
    (text) => numberTyped(text || '0') ?? 0,
  );
  if (method === 'IPS') return (amount ?? 0) + (tip ?? 0) - (rest ?? 0);
  return restMethod === 'IPS' ? (rest ?? 0) : 0;
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

/** What the button does: 'Skini 1 posetu, preostalo 3', 'Naplaćeno 2.400 din'. */
function submitText(held: Holding | undefined, total: number): string {
  if (!held) return total === 0 ? 'Naplaćeno' : `Naplaćeno ${dinars(total)}`;
  return total === 0
    ? `Skini 1 posetu, preostalo ${(held.visits_left ?? 1) - 1}`
    : `Skini 1 posetu i naplati ${dinars(total)}`;
}

/** The packages and vouchers of an appointment, those that are chosen, and what they settle. */
function useHoldings(row: VisibleAppointment, form: ChargeForm) {
  const known = useHoldingsOf(row.id);
  const [found, setFound] = useState<readonly Holding[]>([]);
  const bill = billOf(row, known);
  const all = [...known, ...found];
  const chosenIn = (name: 'held' | 'voucher', values: Partial<Values>) =>
    all.find(({ id }) => String(id) === (values[name] ?? form.values[name]));
  const settledWith = (values: Partial<Values>, more?: Holding) =>
    settledBy(bill, { held: chosenIn('held', values), voucher: more ?? chosenIn('voucher', values) });
  /** Chooses and sets what is left for money. */
  const choose = (values: Partial<Values>, more?: Holding) => {
    const { due } = settledWith(values, more);
    form.change({ ...values, amount: due === null ? '' : formatNumber(due), rest: '', restMethod: '' });
  };
  const add = (held: Holding) => {
    setFound((others) => [...others, held]);
    choose({ voucher: String(held.id) }, held);
  };
  const isVoucher = ({ kind, state }: Holding) => kind === 'VOUCHER' && state === 'OPEN';
  return {
    packages: fittingPackages(bill, known),
    vouchers: all.filter(isVoucher),
    held: chosenIn('held', {}),
    settled: settledWith({}),
    choose,
    add,
  };
}

/** The sheet 'Naplata': the amount due, the payment method and a tip. docs/spec/behaviour.md §19.1 */
export default function ChargeDialog({ row, onClose }: { row: VisibleAppointment; onClose: () => void }) {
  const today = useToday();
  const settings = useQuery(settingsQuery()).data;
  const form = useCharge(row, onClose);
  const { packages, vouchers, held, settled, choose, add } = useHoldings(row, form);
  const { due } = settled;
  const amount = numberTyped(form.values.amount || '0') ?? 0;
  const total = amount + (numberTyped(form.values.tip || '0') ?? 0);
  const methods = METHODS.filter(({ id }) => id !== 'IPS' || Boolean(settings?.account_number));
  const byIps = ipsPart(form.values);
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
      <DialogForm
        form={form}
        giveUp="Kasnije"
        isBlocked={total === 0 && !held && form.values.voucher === ''}
        submit={submitText(held, total)}
      >
        <ClosedTill />
        <ServiceToCharge row={row} onChosen={(sum) => form.change({ amount: sum })} />
        <Bill row={row} settled={settled} isByPackage={held !== undefined} />
        <Packages
          row={row}
          packages={packages}
          chosen={form.values.held}
          onChoose={(id) => choose({ held: id })}
        />
        <Surplus row={row} amount={settled.surplus} />
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
        {(amount > 0 || !held) && (
          <MethodChoice {...{ form, methods }} name="method" legend="Način plaćanja" />
        )}
        {settings && byIps > 0 && <Code settings={settings} amount={byIps} />}
        <Tip form={form} />
        {amount > 0 && <Split {...{ form, methods }} />}
        <Vouchers
          vouchers={vouchers}
          chosen={form.values.voucher}
          onChoose={(id) => choose({ voucher: id })}
          onFound={add}
        />
      </DialogForm>
    </Dialog>
  );
}
