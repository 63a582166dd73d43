import { type ReactNode, useRef, useState } from 'react';
import { reasonRefusal } from '#domain/appointments.ts';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { errorText } from '../lib/errors.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextAreaField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';

const FALLBACK = 'Greška pri otkazivanju termina.';

export interface CancelDialogProps {
  /** The mutation that cancels, by the owner, a client or a guest. */
  cancel: { mutate: (reason: string) => void; isPending: boolean; error: Error | null };
  /** Under the heading: which appointment. */
  lead?: ReactNode;
  /** Above the reason, e.g. that it is late. */
  hint?: ReactNode;
  /** Between the reason and the buttons, e.g. who is notified in which words. */
  note?: (reason: string) => ReactNode;
  onClose: () => void;
}

/** Cancelling a booked appointment: asks the reason, 1-300 characters (docs/spec/product.md §5.4). Mounted is open. */
export function CancelDialog({ cancel, lead, hint, note, onClose }: CancelDialogProps) {
  const ref = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  const isRefused = reasonRefusal(reason) !== undefined;
  const form = {
    ref,
    alert: cancel.error && errorText(cancel.error, FALLBACK),
    isDirty: reason.trim() !== '',
    isBusy: cancel.isPending,
    submit: () => {
      if (!isRefused && !cancel.isPending) cancel.mutate(reason.trim());
    },
  };
  return (
    <Dialog title="Otkazivanje termina" lead={lead} onClose={onClose} hasCloseButton={false}>
      <DialogForm
        form={form}
        giveUp="Odustani"
        submit="Potvrdi otkazivanje"
        variant="danger"
        isBlocked={isRefused}
      >
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
      </DialogForm>
    </Dialog>
  );
}
