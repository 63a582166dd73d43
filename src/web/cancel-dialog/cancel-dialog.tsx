import { type FormEvent, type ReactNode, useState } from 'react';
import { reasonRefusal } from '#salon/appointments/cancellation.ts';
import { REASON_MAX_CHARACTERS } from '#salon/limits.ts';
import { errorText } from '../api/api-error.ts';
import { Sheet } from '../ui/dialog/sheet.tsx';
import { SheetActions } from '../ui/dialog/sheet-actions.tsx';
import { FormAlert } from '../ui/form/form-alert.tsx';
import { FormButtons } from '../ui/form/form-buttons.tsx';
import { TextAreaField } from '../ui/form/text-area-field.tsx';

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

/** Cancelling a booked appointment: asks the reason, 1-300 characters (spec.md §5). Mounted is open. */
export function CancelDialog({ cancel, lead, hint, note, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const isRefused = reasonRefusal(reason) !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRefused && !cancel.isPending) cancel.mutate(reason.trim());
  };
  return (
    <Sheet
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
          <SheetActions>
            <FormButtons
              onGiveUp={requestClose}
              isBusy={cancel.isPending}
              giveUp="Odustani"
              submit="Potvrdi otkazivanje"
              variant="danger"
              isBlocked={isRefused}
            />
          </SheetActions>
        </form>
      )}
    </Sheet>
  );
}
