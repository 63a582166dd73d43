import { type FormEvent, type ReactNode, useState } from 'react';
import { reasonRefusal } from '#domain/appointments.ts';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { errorText } from '../lib/errors.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { TextAreaField } from '../ui/field.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';

const FALLBACK = 'Greška pri otkazivanju termina.';

export interface CancelDialogProps {
  /** The mutation that cancels, by the owner, a client or a guest. */
  cancel: { mutate: (reason: string) => void; isPending: boolean; error: Error | null };
  /** Under the heading: which appointment. */
  lead?: ReactNode;
  /** Above the reason, e.g. that it is late. */
  hint?: ReactNode;
  /** Between the reason and the buttons, e.g. who will hear of it in which words. */
  note?: (reason: string) => ReactNode;
  onClose: () => void;
}

/** Cancelling a booked appointment: asks the reason, 1-300 characters (docs/spec/product.md §5.4). Mounted is open. */
export function CancelDialog({ cancel, lead, hint, note, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const isRefused = reasonRefusal(reason) !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRefused && !cancel.isPending) cancel.mutate(reason.trim());
  };
  return (
    <Dialog
      title="Otkazivanje termina"
      lead={lead}
      onClose={onClose}
      isDirty={reason.trim() !== ''}
      isBusy={cancel.isPending}
      hasCloseButton={false}
    >
      {(requestClose) => (
        <form onSubmit={submit} noValidate>
          <div className="grid gap-4">
            {hint}
            <TextAreaField
              label="Razlog otkazivanja"
              name="reason"
              value={reason}
              onChange={setReason}
              maxCharacters={REASON_MAX_CHARACTERS}
              required
            />
            {note?.(reason.trim())}
          </div>
          <div className="has-[p]:mt-4">
            <FormAlert text={cancel.error && errorText(cancel.error, FALLBACK)} />
          </div>
          <DialogActions>
            <FormButtons
              onGiveUp={requestClose}
              isBusy={cancel.isPending}
              giveUp="Odustani"
              submit="Potvrdi otkazivanje"
              variant="danger"
              isBlocked={isRefused}
            />
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
