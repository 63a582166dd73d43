import { type ReactNode, useRef, useState } from 'react';
import { reasonRefusal } from '#domain/appointments/appointments.ts';
import { t } from '#domain/language/translate.ts';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { errorText } from '../lib/api.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextAreaField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { Pill } from '../ui/pill.tsx';

export interface CancelDialogProps {
  cancel: { mutate: (reason: string) => void; isPending: boolean; error: Error | null };
  lead?: ReactNode;
  /** A hint above the field for the reason, for example that the cancellation is late. */
  hint?: ReactNode;
  reasons?: readonly string[];
  reasonsLegend?: string;
  /** A note under the field that says who can read the reason. */
  readers?: string;
  /** A preview between the reason and the buttons, for example of the notification. */
  note?: (reason: string) => ReactNode;
  giveUp?: string;
  submit?: string;
  onClose: () => void;
}

interface ReasonChipsProps {
  legend: string;
  reasons: readonly string[];
  chosen: string | null;
  onChoose: (reason: string | null) => void;
}

/** Buttons that insert a reason into the field. A press on the chosen reason removes it. */
export function ReasonChips({ legend, reasons, chosen, onChoose }: ReasonChipsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {reasons.map((reason) => (
          <Pill
            key={reason}
            aria-pressed={reason === chosen}
            onClick={() => onChoose(reason === chosen ? null : reason)}
          >
            {reason}
          </Pill>
        ))}
      </div>
    </fieldset>
  );
}

/** Asks for the reason and cancels a booking (docs/spec/product.md §5.4). The dialog is open while mounted. */
export function CancelDialog(props: CancelDialogProps) {
  const { cancel, lead, hint, reasons = [], reasonsLegend = t('Zašto otkazujete?') } = props;
  const { submit = t('Potvrdi otkazivanje') } = props;
  const ref = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [tapped, setTapped] = useState<string | null>(null);
  const chosen = tapped !== null && reasons.includes(tapped) ? tapped : null;
  const reason = chosen ?? typed;
  const isRefused = reasonRefusal(reason) !== undefined;
  const form = {
    ref,
    alert: cancel.error && errorText(cancel.error, t('Greška pri otkazivanju termina.')),
    isDirty: typed.trim() !== '',
    isBusy: cancel.isPending,
    submit: () => {
      if (!isRefused && !cancel.isPending) cancel.mutate(reason.trim());
    },
  };
  return (
    <Dialog title={t('Otkazivanje termina')} lead={lead} onClose={props.onClose} hasCloseButton={false}>
      <DialogForm form={form} giveUp={props.giveUp} submit={submit} variant="danger" isBlocked={isRefused}>
        {hint}
        {reasons.length > 0 && (
          <ReasonChips legend={reasonsLegend} reasons={reasons} chosen={chosen} onChoose={setTapped} />
        )}
        <TextAreaField
          label={t('Razlog otkazivanja')}
          name="reason"
          value={reason}
          onChange={(text) => {
            setTyped(text);
            setTapped(null);
          }}
          hint={props.readers}
          maxCharacters={REASON_MAX_CHARACTERS}
          required
        />
        {props.note?.(reason.trim())}
      </DialogForm>
    </Dialog>
  );
}
