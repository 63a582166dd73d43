import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CashDay } from '#contract/payments.ts';
import { addDays, isSunday, type WallDate } from '#domain/wall-clock.ts';
import { formatNumber, numberTyped } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { AmountField, amountIn, ReasonDialog, Sum } from './forms.tsx';
import { dinars } from './payments.ts';

const saveOpening = (date: WallDate, opening: number) =>
  request('PUT /cash/{date}', { params: { date }, body: { opening } });

/** The form for the cash in the drawer at the start of the day. */
function Opening({ cash: { date, opening } }: { cash: CashDay }) {
  const form = useParsedForm({
    start: { opening: formatNumber(opening) },
    parse: ({ opening: typed }) => amountIn('opening', typed, true),
    send: (amount: number) => saveOpening(date, amount),
    fallback: 'Greška pri čuvanju početnog stanja.',
    done: 'Početno stanje je sačuvano.',
    refetches: true,
    onDone: (saved, _sent, { reset }) => reset({ opening: formatNumber(saved.opening) }),
  });
  const shown = useRef(opening);
  const show = useEffectEvent((saved: number) => {
    form.reset({ opening: formatNumber(saved) }, { opening: formatNumber(shown.current) });
    shown.current = saved;
  });
  useEffect(() => void show(opening), [opening]); // another device may have saved another amount
  return (
    <Form form={form} aria-label="Početno stanje">
      <div className="flex items-start gap-2">
        <AmountField {...form.field('opening')} label="Početno stanje" className="min-w-0 flex-1" />
        {form.isDirty && (
          <SubmitButton variant="quiet" className="mt-7">
            Sačuvaj
          </SubmitButton>
        )}
      </div>
      <FormAlert />
    </Form>
  );
}

/** Shows the counted cash minus the expected cash. */
function Difference({ difference }: { difference: number }) {
  return (
    <p
      role="status"
      className={cx(
        'flex justify-between gap-4 rounded-card px-4 py-3 text-small font-semibold',
        difference === 0 ? 'bg-ok-tint text-ok' : 'bg-warn-tint text-warn',
      )}
    >
      <span>Razlika</span>
      <span className="tabular-nums">{dinars(difference)}</span>
    </p>
  );
}

/** The next day that is not a Sunday: the salon is closed on Sundays. */
const nextOpenDay = (date: WallDate): WallDate => {
  const next = addDays(date, 1);
  return isSunday(next) ? addDays(next, 1) : next;
};

/** Closes the accounts of a day. First saves the opening cash of the next day: if that fails, the accounts stay open. */
function CloseForm({ cash: { date, expected, opening }, isToday }: { cash: CashDay; isToday: boolean }) {
  const form = useParsedForm({
    start: { counted: '', left: isToday && opening > 0 ? formatNumber(opening) : '' },
    parse: ({ counted, left }) => {
      const rest = left === '' ? null : amountIn('left', left, true);
      if (rest?.ok === false) return rest;
      const sum = amountIn('counted', counted, true);
      return sum.ok ? { ok: true, input: { counted: sum.input, left: rest?.input } } : sum;
    },
    send: async ({ counted, left }: { counted: number; left: number | undefined }) => {
      if (left !== undefined) await saveOpening(nextOpenDay(date), left);
      return request('POST /cash/{date}/close', { params: { date }, body: { counted } });
    },
    fallback: 'Greška pri zaključivanju dana.',
    done: 'Dan je zaključen.',
    refetches: true,
  });
  const counted = numberTyped(form.values.counted);
  return (
    <Form form={form} aria-label="Zaključi dan" className="grid grid-cols-1 gap-3">
      <AmountField
        {...form.field('counted')}
        label="Izbrojano"
        inputClassName="font-display text-h2! tabular-nums"
      />
      {counted !== null && <Difference difference={counted - expected} />}
      <AmountField {...form.field('left')} label="Ostaje u kasi za sutra" isOptional />
      <FormAlert />
      <SubmitButton isBlock>Zaključi dan</SubmitButton>
    </Form>
  );
}

/** Shows the cash that must be in the drawer, and the form that closes the day. docs/spec/behaviour.md §19.1 */
export function CashDrawer({ cash, isToday }: { cash: CashDay; isToday: boolean }) {
  const { date, state, opening, takings, cash_in, cash_out, expected, counted, difference } = cash;
  const [isReopening, setIsReopening] = useState(false);
  const spent = opening + takings.CASH + cash_in - cash_out - expected;
  return (
    <section className="grid grid-cols-1 gap-4 rounded-card border border-line bg-card p-5">
      <div>
        <h2>{state === 'OPEN' ? 'Zaključi dan' : 'Dan je zaključen'}</h2>
        <p className="text-small text-soft">Koliko gotovine treba da bude u kasi.</p>
      </div>
      {state === 'OPEN' && <Opening cash={cash} />}
      <dl className="grid gap-1.5">
        {state === 'CLOSED' && <Sum name="Početno stanje" amount={opening} />}
        <Sum name="Naplaćeno gotovinom" amount={takings.CASH} />
        {cash_in > 0 && <Sum name="Ulaz u kasu" amount={cash_in} />}
        {cash_out > 0 && <Sum name="Izlaz iz kase" amount={-cash_out} />}
        {spent > 0 && <Sum name="Troškovi gotovinom" amount={-spent} />}
        <Sum name="Očekivano" amount={expected} isTotal />
        {counted !== null && <Sum name="Izbrojano" amount={counted} />}
      </dl>
      {state === 'OPEN' && <CloseForm cash={cash} isToday={isToday} />}
      {difference !== null && <Difference difference={difference} />}
      {state === 'CLOSED' && (
        <Button variant="quiet" isBlock onClick={() => setIsReopening(true)}>
          Otvori ponovo
        </Button>
      )}
      {isReopening && (
        <ReasonDialog
          title="Otvori ponovo"
          hint="Ostaje zapisan u istoriji salona."
          submit="Otvori ponovo"
          send={(reason) => request('POST /cash/{date}/reopen', { params: { date }, body: { reason } })}
          fallback="Greška pri otvaranju dana."
          done="Dan je ponovo otvoren."
          onClose={() => setIsReopening(false)}
        />
      )}
    </section>
  );
}
