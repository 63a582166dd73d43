import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { SubmittableForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { type FormErrors, type FormState, useForm } from '../../ui/use-form.ts';
import { serverErrors } from '../errors.ts';

export interface SubmitFormOptions<V extends Readonly<Record<string, string>>, R>
  extends Pick<UseMutationOptions<R, Error, V>, 'retry' | 'retryDelay'> {
  /** The values that the form starts from; read once. */
  start: V;
  /** Why these values cannot be sent; null when they can. */
  check?: (values: V) => FormErrors | null;
  send: (values: V) => Promise<R>;
  /** The form's own sentence of docs/spec/product.md §8.1, where the server gave none. */
  fallback: string;
  /** What a failed request shows in the form; null where it is shown elsewhere. */
  errors?: (error: Error, sent: V) => FormErrors | null;
  /** The toast after success. */
  done?: string | ((response: R) => string);
  /** After success, also when the form has left the page meanwhile. */
  onDone?: (response: R, sent: V, form: FormState<V>) => void;
  /** What was typed and would be lost. */
  isDirty?: (values: V) => boolean;
}

export interface SubmitForm<V extends Readonly<Record<string, string>>, R = unknown>
  extends FormState<V>,
    SubmittableForm {
  /** Sends the form's values, or others. */
  submit: (values?: V) => void;
  /** The last response; undefined before. */
  response: R | undefined;
  /** The last submit succeeded. */
  isSent: boolean;
  /** The last failure of sending. */
  error: Error | null;
  /** Nothing was sent yet. */
  isUnsent: boolean;
}

/** A form that is sent: check, send, show what is wrong, then a toast and what follows. */
export function useSubmitForm<V extends Readonly<Record<string, string>>, R>(
  options: SubmitFormOptions<V, R>,
): SubmitForm<V, R> {
  const { check, send, fallback, errors, done, onDone, isDirty, start, ...retries } = options;
  const form = useForm(start);
  const mutation = useMutation<R, Error, V>({
    ...retries,
    mutationFn: send,
    onSuccess: (response, sent) => {
      if (done !== undefined) toast('success', typeof done === 'string' ? done : done(response));
      onDone?.(response, sent, form);
    },
    onError: (error, sent) => {
      const refused = errors ? errors(error, sent) : serverErrors(error, fallback);
      if (refused) form.refuse(refused);
    },
  });
  const submit = (values = form.values) => {
    if (mutation.isPending) return;
    const refused = check?.(values);
    if (refused) return form.refuse(refused);
    form.clearErrors();
    mutation.mutate(values);
  };
  return {
    ...form,
    isDirty: isDirty ? isDirty(form.values) : form.isDirty,
    isBusy: mutation.isPending,
    submit,
    response: mutation.data,
    isSent: mutation.isSuccess,
    error: mutation.error,
    isUnsent: mutation.isIdle,
  };
}

/** The values as what they mean, or why they cannot be sent. */
export type Parsed<Input> = { ok: true; input: Input } | { ok: false; errors: FormErrors };

export type ParsedFormOptions<V extends Readonly<Record<string, string>>, Input, R> = Omit<
  SubmitFormOptions<V, R>,
  'check' | 'send'
> & { parse: (values: V) => Parsed<Input>; send: (input: Input) => Promise<R> };

/** A form whose values are not sent as they are typed. */
export function useParsedForm<V extends Readonly<Record<string, string>>, Input, R>({
  parse,
  send,
  ...options
}: ParsedFormOptions<V, Input, R>): SubmitForm<V, R> {
  return useSubmitForm<V, R>({
    ...options,
    check: (values) => {
      const parsed = parse(values);
      return parsed.ok ? null : parsed.errors;
    },
    send: async (values) => {
      const parsed = parse(values);
      if (!parsed.ok) throw new Error('Values that do not pass the check are not sent.');
      return send(parsed.input);
    },
  });
}
