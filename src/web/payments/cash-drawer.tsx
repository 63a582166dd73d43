import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { CashDay } from '#contract/payments.ts';
import { addDays, isSunday, type WallDate } from '#domain/wall-clock.ts';
import { formatNumber, numberTyped } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { paths } from '../lib/routing/paths.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { AmountField, amountIn, ReasonDialog, Sum } from './forms.tsx';
import { dinars } from './payments.ts';

const saveOpening = (date: WallDate, opening: number) =>
  request('PUT /cash/{date}', { params: { date }, body: { opening } });

/** The cash in the drawer at the start of the day. What is typed counts at once, and is saved with the close. */
function useOpening({ date, opening }: CashDay) {
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
  return form;
}

function Opening({ form }: { form: ReturnType<typeof useOpening> }) {
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

const differenceInWords = (difference: number): string =>
  difference === 0 ? 'Razlika' : difference > 0 ? 'Višak' : 'Manjak';

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
      <span>{differenceInWords(difference)}</span>
      <span className="tabular-nums">{dinars(Math.abs(difference))}</span>
    </p>
  );
}

/** The next day that is not a Sunday: the salon is closed on Sundays. */
const nextOpenDay = (date: WallDate): WallDate => {
  const next = addDays(date, 1);
  return isSunday(next) ? addDays(next, 1) : next;
};

/** Closes the accounts of a day, after one question if cash is missing or left over. First saves the opening cash: if that fails, the accounts stay open. */
function CloseForm({ cash, isToday, typed }: { cash: CashDay; isToday: boolean; typed: number | null }) {
  const { date, opening, expected } = cash;
  const [asked, setAsked] = useState(0);
  const differenceOf = (sum: number) => sum - expected;
  const form = useParsedForm({
    start: { counted: '', left: isToday && opening > 0 ? formatNumber(opening) : '' },
    parse: ({ counted, left }) => {
      const rest = left === '' ? null : amountIn('left', left, true);
      if (rest?.ok === false) return rest;
      const sum = amountIn('counted', counted, true);
      if (!sum.ok) return sum;
      const difference = differenceOf(sum.input);
      if (difference !== 0 && difference !== asked) {
        setAsked(difference);
        const text = `${differenceInWords(difference)}: ${dinars(Math.abs(difference))}. Ako je izbrojano tačno, zaključite još jednom.`;
        return { ok: false, errors: { text, fields: {} } };
      }
      return { ok: true, input: { counted: sum.input, left: rest?.input } };
    },
    send: async ({ counted, left }: { counted: number; left: number | undefined }) => {
      if (typed !== null) await saveOpening(date, typed);
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
      {counted !== null && <Difference difference={differenceOf(counted)} />}
      <AmountField {...form.field('left')} label="Ostaje u kasi za sutra" isOptional />
      <FormAlert />
      <SubmitButton isBlock>Zaključi dan</SubmitButton>
    </Form>
  );
}

/** The button that opens a closed day again, for a reason. */
export function ReopenDay({ date }: { date: WallDate }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" isBlock onClick={() => setIsAsking(true)}>
        Otvori ponovo
      </Button>
      {isAsking && (
        <ReasonDialog
          title="Otvori ponovo"
          hint="Ostaje zapisan u istoriji salona."
          submit="Otvori ponovo"
          send={(reason) => request('POST /cash/{date}/reopen', { params: { date }, body: { reason } })}
          fallback="Greška pri otvaranju dana."
          done="Dan je ponovo otvoren."
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** Shows the cash that must be in the drawer, and the form that closes the day. docs/spec/behaviour.md §19.1 */
export function CashDrawer({ cash, isToday }: { cash: CashDay; isToday: boolean }) {
  const { date, state, opening, takings, cash_in, cash_out, counted, difference } = cash;
  const start = useOpening(cash);
  const typed = start.isDirty ? numberTyped(start.values.opening) : null;
  const expected = cash.expected + (typed === null ? 0 : typed - opening);
  const spent = opening + takings.CASH + cash_in - cash_out - cash.expected;
  return (
    <section className="grid grid-cols-1 gap-4 rounded-card border border-line bg-card p-5 lg:sticky lg:top-5">
      <div>
        <h2>{state === 'OPEN' ? 'Zaključi dan' : 'Dan je zaključen'}</h2>
        <p className="text-small text-soft">Koliko gotovine treba da bude u kasi.</p>
      </div>
      {state === 'OPEN' && <Opening form={start} />}
      <dl className="grid gap-1.5">
        {state === 'CLOSED' && <Sum name="Početno stanje" amount={opening} />}
        <Sum name="Naplaćeno gotovinom" amount={takings.CASH} />
        {cash_in > 0 && <Sum name="Ulaz u kasu" amount={cash_in} />}
        {cash_out > 0 && <Sum name="Izlaz iz kase" amount={-cash_out} />}
        {spent > 0 && <Sum name="Troškovi gotovinom" amount={-spent} />}
        <Sum name="Očekivano" amount={expected} isTotal />
        {counted !== null && <Sum name="Izbrojano" amount={counted} />}
      </dl>
      {state === 'OPEN' && <CloseForm cash={{ ...cash, expected }} isToday={isToday} typed={typed} />}
      {difference !== null && <Difference difference={difference} />}
      {state === 'CLOSED' && (
        <>
          {isToday && (
            <p className="text-small text-soft">
              Naplate čekaju da dan otvorite ponovo. Kapare primljene ili vraćene posle zaključenja{' '}
              <Link to={`${paths.adminCash}?dan=${addDays(date, 1)}`} className="text-link-inline">
                ulaze u sutrašnji dan
              </Link>
              .
            </p>
          )}
          <ReopenDay date={date} />
        </>
      )}
    </section>
  );
}
