import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { toast } from '../ui/toast.ts';

const WORLD_CHANGED: readonly number[] = [404, 409];

const isWorldChanged = (error: unknown): error is ApiError & { text: string } =>
  error instanceof ApiError && WORLD_CHANGED.includes(error.status) && error.text !== null;

export interface ChangeOutcome {
  /** Takes the dialog away. */
  onClose: () => void;
  onDone: () => void;
  /** What the dialog itself shows, where it does not show the mutation's error. */
  onRefused?: (error: unknown) => void;
}

/**
 * A change of one's own appointment from a dialog. Where another device was faster (409, or it is gone), the dialog closes,
 * the server's sentence says why, and the lists are fresh.
 */
export function useAppointmentMutation<Input>(
  send: (input: Input) => Promise<unknown>,
  { onClose, onDone, onRefused }: ChangeOutcome,
) {
  const refresh = useInvalidateAppointments();
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      onClose();
      onDone();
      refresh();
    },
    onError: (error) => {
      if (!isWorldChanged(error)) return onRefused?.(error);
      onClose();
      toast('warning', error.text);
      refresh();
    },
  });
}

export const toastSaved = (): void => toast('success', 'Podaci uspešno sačuvani.');
