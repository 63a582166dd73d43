import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { RequestBody } from '#contract/index.ts';
import type { Holding, Plan } from '#contract/payments/holdings.ts';
import { NAME_MAX_CHARACTERS, RECEIPT_MAX_CHARACTERS } from '#domain/limits.ts';
import { VALID_MONTHS, VISITS } from '#domain/payments/holding-wording.ts';
import { VOUCHER_MONTHS } from '#domain/payments/holdings.ts';
import { addMonths, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { counted } from '#domain/wording/numbers.ts';
import { PersonPicker } from '../clients/person-picker.tsx';
import { request } from '../lib/api.ts';
import { newAttemptKey } from '../lib/attempts.ts';
import { useToday } from '../lib/clock/clock.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import type { PickedPerson } from '../lib/queries/people-queries.ts';
import { DayField } from '../ui/date-time/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { Pill } from '../ui/pill.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { AmountField, amountIn } from './forms.tsx';
import { dinars, holdingQueries } from './payments.ts';

type Kind = 'PACKAGE' | 'VOUCHER';
type Method = 'CASH' | 'CARD' | 'IPS' | 'PAPER';
type Values = Readonly<
  Record<
    'plan' | 'amount' | 'for_name' | 'from_name' | 'method' | 'expires_on' | 'receipt_number' | 'visits_left',
    string
  >
>;

const KINDS = [
  { id: 'PACKAGE', label: 'Paket' },
  { id: 'VOUCHER', label: 'Poklon-vaučer' },
] as const;
const METHODS = [
  { id: 'CASH', label: 'Gotovina' },
  { id: 'CARD', label: 'Kartica' },
  { id: 'IPS', label: 'IPS' },
  { id: 'PAPER', label: 'Već važi' },
] as const satisfies readonly { id: Method; label: string }[];
const AMOUNTS = ['2.000', '3.000', '5.000'];

const FISCAL = {
  PACKAGE:
    'Paket se po pravilu fiskalizuje sada, pri prodaji. Upišite broj računa iz svoje kase; Lunula ga ne izdaje.',
  VOUCHER: 'Vaučer na iznos se po pravilu fiskalizuje kad se iskoristi, ne sada. Lunula ne izdaje račun.',
} as const;

interface Sold {
  readonly kind: Kind;
  readonly plan: Plan | undefined;
  readonly person: PickedPerson | null;
}

const refusal = (fields: Record<string, string>): Parsed<never> => ({
  ok: false,
  errors: { text: null, fields },
});

const ofPerson = (person: PickedPerson | null) =>
  person?.person_id
    ? { person_id: person.person_id }
    : person?.client_id
      ? { client_id: person.client_id }
      : {};

/** The body of the sale; of one that already runs on paper without a method. */
function parseSale(values: Values, { kind, plan, person }: Sold): Parsed<RequestBody<'POST /holdings'>> {
  const { for_name, from_name, receipt_number, expires_on, visits_left } = values;
  const isPaper = values.method === 'PAPER';
  const method = isPaper ? null : (values.method as Exclude<Method, 'PAPER'>);
  const until = isWallDate(expires_on) ? { expires_on } : {};
  const common = { kind, method, receipt_number, ...until, ...ofPerson(person) };
  if (kind === 'VOUCHER') {
    const amount = amountIn('amount', values.amount);
    return amount.ok ? { ok: true, input: { ...common, amount: amount.input, for_name, from_name } } : amount;
  }
  if (!person) return refusal({ person_id: 'Izaberite za koga je paket.' });
  if (!plan) return refusal({ plan: 'Izaberite paket.' });
  if (!isPaper) return { ok: true, input: { ...common, plan_id: plan.id } };
  const left = Number(visits_left);
  if (!Number.isInteger(left) || left < 1 || left > plan.visits)
    return refusal({ visits_left: `Od 1 do ${plan.visits}.` });
  return { ok: true, input: { ...common, plan_id: plan.id, visits_left: left } };
}

function PlanChoice({ plans, chosen, onChoose }: PlanChoiceProps) {
  const group = useId(); // not the field's name: useForm would take the radio button's value 'on' for typed text
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">Paket</legend>
      <div className="divide-y divide-line rounded-card border border-line">
        {plans.map(({ id, name, visits, months, price }) => (
          <label key={id} className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2.5">
            <input
              type="radio"
              name={group}
              checked={String(id) === chosen}
              onChange={() => onChoose(String(id))}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1 wrap-break-word">
              {name}
              <span className="block text-small text-soft">
                {counted(visits, VISITS)}, važi {counted(months, VALID_MONTHS)}
              </span>
            </span>
            <b className="shrink-0 font-semibold tabular-nums">{dinars(price)}</b>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
interface PlanChoiceProps {
  plans: readonly Plan[];
  chosen: string;
  onChoose: (id: string) => void;
}

export interface SellDialogProps {
  /** Whose card is open; without it the package's person is chosen here. */
  person?: PickedPerson;
  start?: Kind;
  onClose: () => void;
}

/** The sheet 'Prodaj': a package of a person, or a voucher, whose printed page opens after the sale. docs/spec/behaviour.md §32.1 */
export default function SellDialog(props: SellDialogProps) {
  const plans = useQuery(holdingQueries.plans());
  const today = useToday();
  return (
    <Dialog title="Prodaj" onClose={props.onClose}>
      <Loaded query={plans} fallback="Greška pri učitavanju paketa." skeleton={<ListSkeleton rows={2} />}>
        {(all) => {
          const sold = all.filter(({ is_active }) => is_active === 1);
          return today && <Sale {...props} plans={sold} today={today} />;
        }}
      </Loaded>
    </Dialog>
  );
}

interface SaleProps extends SellDialogProps {
  plans: readonly Plan[];
  today: WallDate;
}

function Sale({ person: given, start, plans, today, onClose }: SaleProps) {
  const [kind, setKind] = useState<Kind>(start ?? (plans.length > 0 ? 'PACKAGE' : 'VOUCHER'));
  const [person, setPerson] = useState<PickedPerson | null>(given ?? null);
  const [key] = useState(newAttemptKey);
  const [, navigate] = useLocation();
  const planOf = (values: Pick<Values, 'plan'>) => plans.find(({ id }) => String(id) === values.plan);
  const untilOf = (of: Kind, plan: Plan | undefined) =>
    addMonths(today, of === 'VOUCHER' ? VOUCHER_MONTHS : (plan?.months ?? VOUCHER_MONTHS));
  const first = plans[0];
  const form = useParsedForm({
    start: {
      plan: String(first?.id ?? ''),
      amount: AMOUNTS[0] ?? '',
      for_name: '',
      from_name: '',
      method: 'CASH',
      expires_on: untilOf(kind, first) as string,
      receipt_number: '',
      visits_left: '',
    } as Values,
    parse: (values) =>
      parseSale(values, { kind, plan: planOf(values), person: kind === 'PACKAGE' || given ? person : null }),
    send: async (body: RequestBody<'POST /holdings'>) => {
      const held = await request('POST /holdings', { body, headers: { 'idempotency-key': key } });
      return { held, url: await pageOf(held) };
    },
    fallback: 'Greška pri čuvanju prodaje.',
    done: 'Prodaja je upisana.',
    refetches: true,
    onDone: ({ url }) => {
      onClose();
      if (url) navigate(url);
    },
  });
  const { values, field } = form;
  const plan = planOf(values);
  const price =
    kind === 'PACKAGE' ? (plan?.price ?? 0) : (amountIn('amount', values.amount) as { input?: number }).input;
  const choose = (of: Kind) => {
    setKind(of);
    form.change({ expires_on: untilOf(of, plan) });
  };
  const isPaper = values.method === 'PAPER';
  return (
    <DialogForm form={form} submit={isPaper ? 'Upiši' : `Naplaćeno ${dinars(price ?? 0)}`}>
      <Segmented label="Šta se prodaje" segments={KINDS} chosen={kind} onChoose={choose} isField={false} />
      {kind === 'PACKAGE' && !given && (
        <PersonPicker chosen={person} onChoose={setPerson} error={form.field('person_id' as 'plan').error} />
      )}
      {kind === 'PACKAGE' ? (
        plans.length === 0 ? (
          <p className="text-soft">Prvo dodajte paket na stranici Usluge.</p>
        ) : (
          <PlanChoice
            plans={plans}
            chosen={values.plan}
            onChoose={(id) => form.change({ plan: id, expires_on: untilOf('PACKAGE', planOf({ plan: id })) })}
          />
        )
      ) : (
        <VoucherFields form={form} />
      )}
      <Segmented
        isField
        label="Način plaćanja"
        segments={METHODS}
        chosen={values.method as Method}
        onChoose={(method) => form.change({ method })}
      />
      {isPaper && kind === 'PACKAGE' && (
        <TextField
          {...field('visits_left')}
          label="Preostalo poseta"
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-start gap-3">
        <DayField {...field('expires_on')} label="Važi do" min={today} />
        <TextField
          {...field('receipt_number')}
          label="Broj računa"
          isOptional
          autoComplete="off"
          maxLength={RECEIPT_MAX_CHARACTERS}
        />
      </div>
      <p className="flex gap-3 rounded-card bg-blush px-4 py-3 text-small">
        <ReceiptText size={20} className="shrink-0 text-link" />
        {FISCAL[kind]}
      </p>
    </DialogForm>
  );
}

/** The address of a voucher's printed page. */
const pageOf = async ({ id, kind }: Holding): Promise<string | null> =>
  kind === 'VOUCHER' ? (await request('POST /holdings/{id}/link', { params: { id } })).url : null;

function VoucherFields({ form }: { form: ReturnType<typeof useParsedForm<Values, unknown, unknown>> }) {
  const { value, onChange } = form.field('amount');
  return (
    <>
      <div className="grid gap-2">
        <AmountField {...form.field('amount')} label="Iznos" />
        <fieldset aria-label="Iznos brzo" className="flex flex-wrap gap-2">
          {AMOUNTS.map((amount) => (
            <Pill key={amount} aria-pressed={value === amount} onClick={() => onChange(amount)}>
              {amount}
            </Pill>
          ))}
        </fieldset>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-start gap-3">
        <TextField {...form.field('for_name')} label="Za" isOptional maxLength={NAME_MAX_CHARACTERS} />
        <TextField {...form.field('from_name')} label="Od" isOptional maxLength={NAME_MAX_CHARACTERS} />
      </div>
    </>
  );
}
