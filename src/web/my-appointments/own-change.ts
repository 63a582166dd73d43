import { useMutation } from '@tanstack/react-query';
import { ApiError, serverErrors } from '../lib/errors.ts';
import { type SubmitForm, type SubmitFormOptions, useSubmitForm } from '../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { toast } from '../ui/toast.ts';

const CHANGED_MEANWHILE: readonly number[] = [404, 409];

const isChangedMeanwhile = (error: unknown): error is ApiError & { text: string } =>
  error instanceof ApiError && CHANGED_MEANWHILE.includes(error.status) && error.text !== null;

/** After a dialog's request: closes it and refetches, also if the appointment changed first (404 or 409: `hasClosedOn`). */
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
  onClose: () => void;
  onDone: () => void;
}

/** A change whose dialog shows the error. */
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

/** A change in a form. */
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
