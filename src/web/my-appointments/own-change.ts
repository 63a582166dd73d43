import { useMutation } from '@tanstack/react-query';
import { ApiError, serverErrors } from '../lib/errors.ts';
import { type SubmitForm, type SubmitFormOptions, useSubmitForm } from '../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { toast } from '../ui/toast.ts';

const CHANGED_MEANWHILE: readonly number[] = [404, 409];

const isChangedMeanwhile = (error: unknown): error is ApiError & { text: string } =>
  error instanceof ApiError && CHANGED_MEANWHILE.includes(error.status) && error.text !== null;

/**
 * A change of one's own appointment from a dialog: it closes and the lists are fetched again. The same where another device was
 * faster (409, or it is gone); the server's sentence then says why. Returns whether the error was such a one.
 */
function useOutcome(onClose: () => void) {
  const invalidate = useInvalidateAppointments();
  const close = () => {
    onClose();
    invalidate();
  };
  const hasClosedOn = (error: unknown): boolean => {
    if (!isChangedMeanwhile(error)) return false;
    close();
    toast('warning', error.text);
    return true;
  };
  return { close, hasClosedOn };
}

export interface OwnChangeOptions<Input> {
  send: (input: Input) => Promise<unknown>;
  /** Removes the dialog. */
  onClose: () => void;
  onDone: () => void;
}

/** A change that shows its error itself. */
export function useOwnChange<Input>({ send, onClose, onDone }: OwnChangeOptions<Input>) {
  const { close, hasClosedOn } = useOutcome(onClose);
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      close();
      onDone();
    },
    onError: (error) => void hasClosedOn(error),
  });
}

type Values = Readonly<Record<string, string>>;
type OwnChangeFormOptions<V extends Values> = Omit<
  SubmitFormOptions<V, unknown>,
  'errors' | 'done' | 'onDone'
> & { onClose: () => void };

/** A change that is a form. */
export function useOwnChangeForm<V extends Values>({
  onClose,
  ...options
}: OwnChangeFormOptions<V>): SubmitForm<V> {
  const { close, hasClosedOn } = useOutcome(onClose);
  return useSubmitForm({
    ...options,
    errors: (error) => (hasClosedOn(error) ? null : serverErrors(error, options.fallback)),
    done: 'Podaci uspešno sačuvani.',
    onDone: close,
  });
}
