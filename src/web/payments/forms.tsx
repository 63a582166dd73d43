import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { numberTyped } from '#domain/wording/numbers.ts';
import { type Parsed, useSubmitForm } from '../lib/forms/submit-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField, type TextFieldProps } from '../ui/field.tsx';
import { DialogForm, type FormButtonsProps } from '../ui/form.tsx';

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
