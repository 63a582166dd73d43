import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import type { Plan } from '#contract/payments/holdings.ts';
import { MAX_PLAN_MONTHS, MAX_PLAN_VISITS, NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { VALID_MONTHS, VISITS } from '#domain/payments/holding-wording.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useServices } from '../lib/queries/queries.ts';
import { useInvalidate } from '../lib/queries/query-client.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox, Switch } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';
import { AmountField, amountIn } from './forms.tsx';
import { dinars, holdingQueries } from './payments.ts';

type Values = Readonly<Record<'name' | 'visits' | 'price' | 'months' | 'is_active' | 'services', string>>;

const wholeIn = (name: keyof Values, typed: string, max: number): Parsed<number> => {
  const value = Number(typed.trim() || Number.NaN);
  const isOne = Number.isInteger(value) && value >= 1 && value <= max;
  return isOne
    ? { ok: true, input: value }
    : { ok: false, errors: { text: null, fields: { [name]: `Od 1 do ${max}.` } } };
};

function parsePlan({ name, services, is_active, ...typed }: Values): Parsed<RequestBody<'POST /plans'>> {
  const visits = wholeIn('visits', typed.visits, MAX_PLAN_VISITS);
  const months = wholeIn('months', typed.months, MAX_PLAN_MONTHS);
  const price = amountIn('price', typed.price);
  if (name.trim() === '') return { ok: false, errors: { text: null, fields: { name: 'Unesite naziv.' } } };
  if (!visits.ok) return visits;
  if (!price.ok) return price;
  if (!months.ok) return months;
  if (services === '') return { ok: false, errors: { text: 'Izaberite uslugu.', fields: {} } };
  const service_ids = services.split(',').map(Number);
  const numbers = { visits: visits.input, price: price.input, months: months.input };
  return { ok: true, input: { name, service_ids, ...numbers, is_active: is_active === '1' ? 1 : 0 } };
}

function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const services = useServices().data ?? [];
  const refetch = useInvalidate(holdingQueries.plans().queryKey);
  const form = useParsedForm({
    start: {
      name: plan?.name ?? '',
      visits: String(plan?.visits ?? 11),
      price: plan ? formatNumber(plan.price) : '',
      months: String(plan?.months ?? 12),
      is_active: String(plan?.is_active ?? 1),
      services: plan?.service_ids.join() ?? '',
    } as Values,
    parse: parsePlan,
    send: (body: RequestBody<'POST /plans'>) =>
      plan ? request('PUT /plans/{id}', { params: { id: plan.id }, body }) : request('POST /plans', { body }),
    fallback: 'Greška pri čuvanju paketa.',
    done: 'Paket je sačuvan.',
    onDone: () => {
      void refetch();
      onClose();
    },
  });
  const chosen = form.values.services.split(',').filter(Boolean);
  const toggle = (id: number, isOn: boolean) => {
    const others = chosen.filter((one) => one !== String(id));
    form.change({ services: (isOn ? [...others, String(id)] : others).join() });
  };
  return (
    <Dialog title={plan ? 'Izmeni paket' : 'Dodaj paket'} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form}>
        <TextField
          {...form.field('name')}
          label="Naziv"
          placeholder="10 + 1 gel lak"
          maxLength={NAME_MAX_CHARACTERS}
          autoComplete="off"
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] items-start gap-3">
          <TextField {...form.field('visits')} label="Broj poseta" inputMode="numeric" autoComplete="off" />
          <AmountField {...form.field('price')} label="Cena (din)" />
          <TextField {...form.field('months')} label="Važi meseci" inputMode="numeric" autoComplete="off" />
        </div>
        <fieldset>
          <legend className="mb-1 text-small font-medium">Usluge koje pokriva</legend>
          <div className="grid">
            {services.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                isOn={chosen.includes(String(id))}
                onChange={(isOn) => toggle(id, isOn)}
              />
            ))}
          </div>
        </fieldset>
        {plan && (
          <Switch
            label="Prodaje se"
            isOn={form.values.is_active === '1'}
            onChange={(isOn) => form.change({ is_active: isOn ? '1' : '0' })}
          />
        )}
        <p className="text-small text-soft">Već prodati paketi ostaju kakvi su bili pri prodaji.</p>
      </DialogForm>
    </Dialog>
  );
}

/** What the salon sells as packages, a tab of 'Usluge'. docs/spec/behaviour.md §32.1 */
export default function PlansTab() {
  const query = useQuery(holdingQueries.plans());
  const [edited, setEdited] = useState<Plan | 'new' | null>(null);
  return (
    <>
      <Button icon={Plus} variant="quiet" isSmall onClick={() => setEdited('new')} className="mb-4">
        Dodaj paket
      </Button>
      <Loaded
        query={query}
        fallback="Greška pri učitavanju paketa."
        skeleton={<ListSkeleton rows={2} />}
        empty={<EmptyState title="Još nema paketa, na primer „10 + 1 gel lak“." isCard />}
      >
        {(plans) => (
          <List aria-label="Paketi">
            {plans.map((plan) => (
              <li key={plan.id} className="flex items-center gap-3 px-4 py-2.5">
                <span className="min-w-0 flex-1 wrap-break-word">
                  <b className="font-semibold">{plan.name}</b>
                  <span className="block text-small text-soft tabular-nums">
                    {[
                      counted(plan.visits, VISITS),
                      `važi ${counted(plan.months, VALID_MONTHS)}`,
                      !plan.is_active && 'ne prodaje se',
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </span>
                <span className="shrink-0 font-semibold tabular-nums">{dinars(plan.price)}</span>
                <IconButton
                  icon={Pencil}
                  label="Izmeni"
                  description={plan.name}
                  onClick={() => setEdited(plan)}
                />
              </li>
            ))}
          </List>
        )}
      </Loaded>
      {edited && <PlanDialog plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}
