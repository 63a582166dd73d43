import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { DialogActions, DialogShell } from './dialog.tsx';
import { FormAlert } from './form.tsx';

export interface ConfirmDialogProps {
  /** What will happen; for bulk ones end with 'Ova radnja je nepovratna.' */
  text: ReactNode;
  /** The red button's word. */
  action?: string;
  onConfirm: () => void;
  onCancel: () => void;
  isBusy?: boolean;
  /** Why it did not work. */
  error?: string | null;
}

/** Asks before something that cannot be taken back. Mounted is open; the first focus is on `Otkaži`. */
export function ConfirmDialog({
  text,
  action = 'Obriši',
  onConfirm,
  onCancel,
  isBusy,
  error,
}: ConfirmDialogProps) {
  const heading = useId();
  return (
    <DialogShell labelledBy={heading} role="alertdialog" onRequestClose={() => !isBusy && onCancel()}>
      <h2 id={heading}>Potvrda</h2>
      <div className="mt-2">{text}</div>
      <div className="mt-4 empty:hidden">{error && <FormAlert text={error} />}</div>
      <DialogActions>
        <Button variant="quiet" onClick={onCancel} disabled={isBusy}>
          Otkaži
        </Button>
        <Button variant="danger" onClick={onConfirm} isBusy={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </DialogShell>
  );
}
