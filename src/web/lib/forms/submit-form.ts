import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { t } from '#domain/language/translate.ts';
import { toast } from '../../ui/toasts/toast.ts';
import { type FormErrors, type FormState, useForm, type Values } from '../../ui/use-form.ts';
import { errorCode, serverErrors } from '../api.ts';
import { OUTAGE_TEXTS, useOutage } from '../outage.ts';
import { useInvalidateAppointments } from '../queries/query-client.ts';
import { isEnded } from '../session/session.ts';

export interface SubmitFormOptions<V extends Values, R>
  extends Pick<UseMutationOptions<R, Error, V>, 'retry' | 'retryDelay'> {
  start: V;
  /** Errors that prevent sending; null for valid values. */
  check?: (values: V) => FormErrors | null;
  send: (values: V) => Promise<R>;
  /** The error text if the server sent none. docs/spec/product.md §8.1 */
  fallback: string;
  /** Form errors for a failed request; null if the failure is shown elsewhere. */
  errors?: (error: Error, sent: V) => FormErrors | null;
  done?: string | ((response: R) => string);
  /** Whether a successful request also refetches the queries of the page. */
  refetches?: boolean;
  /**
   * Called after success, even if the form was unmounted in the meantime. The `reset` of this `form` keeps what was
   * typed during the request.
   */
  onDone?: (response: R, sent: V, form: FormState<V>) => void;
  /** Whether closing would lose input; by default true after any change. */
  isDirty?: (values: V) => boolean;
}

/** A form that checks and sends its values, and shows errors or a toast. */
export function useSubmitForm<V extends Values, R>(options: SubmitFormOptions<V, R>) {
  const { check, send, fallback, errors, done, refetches, onDone, isDirty, start, ...retries } = options;
  const form = useForm(start);
  const outage = useOutage();
  const refetch = useInvalidateAppointments();
  const mutation = useMutation<R, Error, V>({
    ...retries,
    mutationFn: send,
    onSuccess: (response, sent) => {
      if (done !== undefined) toast('success', typeof done === 'string' ? done : done(response));
      if (refetches) refetch();
      onDone?.(response, sent, { ...form, reset: (values) => form.reset(values, sent) });
    },
    onError: (error, sent) => {
      if (isEnded() && errorCode(error) === 'login_required') return; // shows no error, because the page already shows that the session has ended
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
    alert: !outage && form.alert?.endsWith(t(OUTAGE_TEXTS.down)) ? null : form.alert,
    /** What the button that submits says while the salon does not respond. Without network a press says that nothing was sent. */
    outage: outage === 'down' ? t(OUTAGE_TEXTS.down) : null,
    isDirty: isDirty ? isDirty(form.values) : form.isDirty,
    isBusy: mutation.isPending,
    submit,
    response: mutation.data,
    isSent: mutation.isSuccess,
    error: mutation.error,
    isUnsent: mutation.isIdle,
  };
}

export type SubmitForm<V extends Values, R = unknown> = ReturnType<typeof useSubmitForm<V, R>>;

export type Parsed<Input> = { ok: true; input: Input } | { ok: false; errors: FormErrors };

export type ParsedFormOptions<V extends Values, Input, R> = Omit<
  SubmitFormOptions<V, R>,
  'check' | 'send'
> & { parse: (values: V) => Parsed<Input>; send: (input: Input) => Promise<R> };

export function useParsedForm<V extends Values, Input, R>({
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
      if (!parsed.ok) throw new Error('invalid values must not be sent');
      return send(parsed.input);
    },
  });
}
