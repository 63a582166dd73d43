import { UNDO_SECONDS } from '#salon/limits.ts';
import { toast } from '../../ui/toast/toast.ts';
import { errorText } from '../api-error.ts';
import { call } from '../call.ts';
import { useChanged } from '../use-changed.ts';

/** Says that something was done to an appointment and offers to take it back for as long as the server can (10 s). */
export function useUndoToast(): (text: string, undoToken: string | null, title?: string) => void {
  const changed = useChanged();
  const undo = async (undo_token: string) => {
    try {
      await call('POST /appointments/undo', { body: { undo_token } });
      toast('info', 'Izmena je poništena.');
    } catch (error) {
      toast('error', errorText(error, 'Poništavanje nije uspelo.'));
    }
    changed();
  };
  return (text, undoToken, title) => {
    if (undoToken === null) return toast('success', text, { title });
    toast('success', text, {
      title,
      action: { label: 'Poništi', onPress: () => void undo(undoToken) },
      durationMs: UNDO_SECONDS * 1000,
    });
  };
}
