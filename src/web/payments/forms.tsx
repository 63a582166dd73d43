import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import type { DepositAction } from '#domain/payments/deposits.ts';
import { formatNumber, numberTyped } from '#domain/wording/numbers.ts';
import { errorText, request } from '../lib/api.ts';
import { type Parsed, useParsedForm, useSubmitForm } from '../lib/forms/submit-form.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField, type TextFieldProps } from '../ui/field.tsx';
import { DialogForm, type FormButtonsProps } from '../ui/form.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { dinars } from './payments.ts';

export const noAmount = (name: string) =>
  ({ ok: false, errors: { text: null, fields: { [name]: 'Unesite iznos.' } } }) as const;

/** Parses the amount typed into the field `name`. Refuses 0 unless `canBeZero`. */
export function amountIn(name: string, typed: string, canBeZero = false): Parsed<number> {
  const amount = numberTyped(typed);
  return amount === null || (amount === 0 && !canBeZero) ? noAmount(name) : { ok: true, input: amount };
}

export const AmountField = (props: TextFieldProps) => (
  <TextField inputMode="decimal" autoComplete="off" inputClassName="tabular-nums" {...props} />
);

/** A line with a name and an amount. A number is formatted as money; a text is shown as it is. */
export function Sum(props: { name: string; amount: number | string; isTotal?: boolean }) {
  const { name, amount, isTotal } = props;
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4',
        isTotal && 'border-t border-line pt-2 font-semibold',
      )}
    >
      <dt className="min-w-0 wrap-break-word">{name}</dt>
      <dd className="shrink-0 tabular-nums">{typeof amount === 'string' ? amount : dinars(amount)}</dd>
    </div>
  );
}

export interface ReasonDialogProps extends Pick<FormButtonsProps, 'variant'> {
  title: string;
  lead?: string;
  hint: string;
  submit: string;
  send: (reason: string) => Promise<unknown>;
  fallback: string;
  done: string;
  onClose: () => void;
}

/** Asks for the reason of a correction; the server stores the reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, lead, hint, submit, variant, send, fallback, done, onClose } = props;
  const form = useSubmitForm({
    start: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { fields: { reason: 'Unesite razlog.' } } : null),
    send: ({ reason }) => send(reason),
    fallback,
    done,
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog title={title} lead={lead} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit={submit} variant={variant}>
        <TextField {...form.field('reason')} label="Razlog" maxLength={REASON_MAX_CHARACTERS} hint={hint} />
      </DialogForm>
    </Dialog>
  );
}

/** Asks why a payment is voided. */
export function VoidDialog(
  props: Pick<ReasonDialogProps, 'lead' | 'hint' | 'done' | 'onClose'> & { id: number },
) {
  const { id, ...texts } = props;
  return (
    <ReasonDialog
      {...texts}
      title="Poništavanje"
      submit="Poništi"
      variant="danger"
      send={(reason) => request('POST /payments/{id}/void', { params: { id }, body: { reason } })}
      fallback="Greška pri poništavanju."
    />
  );
}

const FALLBACK = 'Greška pri čuvanju kapare.';
const DONE = {
  RECEIVED: 'Uplata je upisana.',
  WAIVED: 'Kapara je oproštena.',
  REFUNDED: 'Povraćaj je upisan.',
  KEPT: 'Kapara je zadržana.',
  TAKEN_BACK: 'Korak je poništen.',
} as const satisfies Record<DepositAction, string>;

interface Act {
  action: DepositAction;
  /** The amount in dinars; by default the whole deposit. */
  amount?: number;
  /** Why the last step is taken back. */
  reason?: string;
}

/** Returns a mutation that records an action of the owner on a deposit. docs/spec/behaviour.md §19.2 */
export function useDepositAct(id: number, onError?: (error: Error) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Act) => request('POST /appointments/{id}/deposit', { params: { id }, body }),
    onSuccess: (saved, { action }) => {
      queries.setQueryData(appointmentQueries.one(id).queryKey, saved);
      toast('success', DONE[action]);
    },
    onError: onError ?? ((error) => toast('error', errorText(error, FALLBACK))),
    onSettled: useInvalidateAppointments(),
  });
}

const TITLES = { RECEIVED: 'Primljena kapara', REFUNDED: 'Vraćanje kapare' } as const;

export interface DepositAmountProps {
  id: number;
  action: keyof typeof TITLES;
  amount: number;
  /** The price of the booking. A higher amount is asked about once. */
  price: number | null;
  onClose: () => void;
}

export function DepositAmountDialog({ id, action, amount, price, onClose }: DepositAmountProps) {
  const [asked, setAsked] = useState<number | null>(null);
  const act = useDepositAct(id, () => undefined); // ignores the error here: the form shows it
  const form = useParsedForm({
    start: { amount: formatNumber(amount) },
    parse: ({ amount: typed }) => {
      const parsed = amountIn('amount', typed);
      if (!parsed.ok || price === null || parsed.input <= price || parsed.input === asked) return parsed;
      setAsked(parsed.input);
      const text = `Više je od cene (${dinars(price)}). Ako je tačno, potvrdite još jednom.`;
      return { ok: false, errors: { text: null, fields: { amount: text } } };
    },
    send: (number: number) => act.mutateAsync({ action, amount: number }),
    fallback: FALLBACK,
    onDone: onClose,
  });
  return (
    <Dialog title={TITLES[action]} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit={action === 'RECEIVED' ? 'Primljeno' : 'Vraćeno'}>
        <AmountField
          {...form.field('amount')}
          label="Iznos u dinarima"
          hint="Upisuje se kao IPS uplata. Lunula ne izdaje račun: primljen avans može biti i fiskalni događaj."
        />
      </DialogForm>
    </Dialog>
  );
}
