import { useState } from 'react';
import type { CashDay } from '#contract/payments.ts';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { formatNumber, numberTyped } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { type Parsed, useParsedForm, useSubmitForm } from '../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm, Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { dinars } from './payments.ts';

const amountTyped = (name: 'opening' | 'counted', typed: string): Parsed<number> => {
  const number = numberTyped(typed);
  return number === null
    ? { ok: false, errors: { fields: { [name]: 'Unesite iznos.' } } }
    : { ok: true, input: number };
};

/** The cash in the drawer at the start of the day, saved on its own. */
function Opening({ cash: { date, opening } }: { cash: CashDay }) {
  const form = useParsedForm({
    start: { opening: formatNumber(opening) },
    parse: ({ opening: typed }) => amountTyped('opening', typed),
    send: (number: number) => request('PUT /cash/{date}', { params: { date }, body: { opening: number } }),
    fallback: 'Greška pri čuvanju početnog stanja.',
    done: 'Početno stanje je sačuvano.',
    onDone: useInvalidateAppointments(),
  });
  return (
    <Form form={form} aria-label="Početno stanje">
      <div className="flex items-start gap-2">
        <TextField
          {...form.field('opening')}
          label="Početno stanje"
          inputMode="decimal"
          autoComplete="off"
          inputClassName="tabular-nums"
          className="min-w-0 flex-1"
        />
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

function Sum({ name, amount, isTotal }: { name: string; amount: number; isTotal?: boolean }) {
  return (
    <div className={cx('flex justify-between gap-4', isTotal && 'border-t border-line pt-2 font-semibold')}>
      <dt>{name}</dt>
      <dd className="shrink-0 tabular-nums">{dinars(amount)}</dd>
    </div>
  );
}

/** Counted minus expected. */
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

function CloseForm({ cash: { date, expected } }: { cash: CashDay }) {
  const form = useParsedForm({
    start: { counted: '' },
    parse: ({ counted: typed }) => amountTyped('counted', typed),
    send: (counted: number) => request('POST /cash/{date}/close', { params: { date }, body: { counted } }),
    fallback: 'Greška pri zaključivanju dana.',
    done: 'Dan je zaključen.',
    onDone: useInvalidateAppointments(),
  });
  const counted = numberTyped(form.values.counted);
  return (
    <Form form={form} aria-label="Zaključi dan" className="grid grid-cols-1 gap-3">
      <TextField
        {...form.field('counted')}
        label="Izbrojano"
        inputMode="decimal"
        autoComplete="off"
        inputClassName="font-display text-h2! tabular-nums"
      />
      {counted !== null && <Difference difference={counted - expected} />}
      <FormAlert />
      <SubmitButton isBlock>Zaključi dan</SubmitButton>
    </Form>
  );
}

function ReopenDialog({ date, onClose }: { date: CashDay['date']; onClose: () => void }) {
  const invalidate = useInvalidateAppointments();
  const form = useSubmitForm({
    start: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { fields: { reason: 'Unesite razlog.' } } : null),
    send: ({ reason }) => request('POST /cash/{date}/reopen', { params: { date }, body: { reason } }),
    fallback: 'Greška pri otvaranju dana.',
    done: 'Dan je ponovo otvoren.',
    onDone: () => {
      invalidate();
      onClose();
    },
  });
  return (
    <Dialog title="Otvori ponovo" onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit="Otvori ponovo">
        <TextField
          {...form.field('reason')}
          label="Razlog"
          maxLength={REASON_MAX_CHARACTERS}
          hint="Ostaje zapisan u istoriji salona."
        />
      </DialogForm>
    </Dialog>
  );
}

/** The cash that must be in the drawer, and the close of the day. docs/spec/behaviour.md §19.1 */
export function CashDrawer({ cash }: { cash: CashDay }) {
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
      {state === 'OPEN' && <CloseForm cash={cash} />}
      {difference !== null && <Difference difference={difference} />}
      {state === 'CLOSED' && (
        <Button variant="quiet" isBlock onClick={() => setIsReopening(true)}>
          Otvori ponovo
        </Button>
      )}
      {isReopening && <ReopenDialog date={date} onClose={() => setIsReopening(false)} />}
    </section>
  );
}
