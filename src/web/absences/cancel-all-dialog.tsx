import { BellRing, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { reasonRefusal } from '#domain/appointments/appointments.ts';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import { REASON_MAX_CHARACTERS, UNDO_SECONDS } from '#domain/limits.ts';
import { notificationsOfChange } from '#domain/notifications.ts';
import { appointmentsOfDays, guestsToCallInWords } from '#domain/wording/absences.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { announced, quoted } from '#domain/wording/notifications.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { CANCEL_REASONS } from '#domain/wording/told/reasons.ts';
import { ReasonChips } from '../appointments/cancel-dialog.tsx';
import { cancelledInWords, useUndoToast } from '../lib/appointment/appointments.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextAreaField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { Warning } from '../ui/warning.tsx';

function NotificationPreview({ rows, reason }: { rows: readonly Appointment[]; reason: string }) {
  const now = useNow();
  if (now === null) return null;
  const after = { status: 'CANCELLED', cancel_reason: reason || null, cancelled_by: 'ADMIN' } as const;
  const messages = rows.flatMap((row) => notificationsOfChange(row, { ...row, ...after }, now));
  const [first] = messages;
  const guests = rows.filter(({ client_id }) => client_id === null).length;
  return (
    <div className="grid gap-2">
      {first && (
        <p className="flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small">
          <BellRing className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {messages.length > 1
              ? 'Svaka klijentkinja dobija svoje obaveštenje: '
              : 'Klijentkinja dobija obaveštenje: '}
            {quoted(announced(first))}
          </span>
        </p>
      )}
      {guests > 0 && <Warning icon={PhoneCall}>{guestsToCallInWords(guests)}</Warning>}
    </div>
  );
}

interface Cancelled {
  readonly cancelled?: number | undefined;
  readonly undo_token?: string | null | undefined;
}

export interface CancelAllDialogProps<R extends Cancelled> {
  rows: readonly Appointment[];
  days: AbsenceDays;
  reason: string;
  /** Of how many cancellations `send` returns an undo. */
  undoneUpTo: number;
  send: (reason: string, ids: Appointment['id'][]) => Promise<R>;
  /** The title of the toast that says how many bookings were canceled. */
  done?: string;
  onDone?: (response: R) => void;
  onClose: () => void;
}

/** Cancels all bookings during an absence, with one reason for all. Every client gets a notification. docs/spec/behaviour.md §6.6 */
export function CancelAllDialog<R extends Cancelled>(props: CancelAllDialogProps<R>) {
  const { rows, days, reason, undoneUpTo, send, done, onDone, onClose } = props;
  const today = useToday();
  const invalidate = useInvalidateAppointments();
  const toastUndo = useUndoToast();
  const [asked] = useState(rows); // cancels only the bookings that the dialog listed when it opened
  const form = useSubmitForm({
    start: { reason },
    send: ({ reason: typed }) => {
      const ids = asked.map(({ id }) => id);
      return send(typed.trim(), ids).finally(invalidate); // refetches after an error too: if only the response was lost, the server has canceled the bookings
    },
    fallback: 'Greška pri otkazivanju termina.',
    onDone: (response) => {
      const { cancelled = 0, undo_token = null } = response;
      toastUndo(cancelledInWords(cancelled, asked.length - cancelled), undo_token, done);
      onClose();
      onDone?.(response);
    },
  });
  const field = form.field('reason');
  return (
    <Dialog
      title="Otkaži sve i javi"
      lead={appointmentsOfDays(asked.length, days, today)}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm
        form={form}
        submit={`Otkaži ${counted(asked.length, APPOINTMENTS)}`}
        variant="danger"
        isBlocked={reasonRefusal(field.value) !== undefined}
      >
        <ReasonChips
          legend="Najčešći razlozi"
          reasons={CANCEL_REASONS.SALON}
          chosen={field.value}
          onChoose={(reason) => field.onChange(reason ?? '')}
        />
        <TextAreaField {...field} label="Razlog otkazivanja" maxCharacters={REASON_MAX_CHARACTERS} required />
        <NotificationPreview rows={asked} reason={field.value.trim()} />
        <p className="text-small text-soft">
          {asked.length > undoneUpTo
            ? `Ne može da se poništi, jer je više od ${formatNumber(undoneUpTo)} termina.`
            : `Može da se poništi u prvih ${UNDO_SECONDS} sekundi.`}
        </p>
      </DialogForm>
    </Dialog>
  );
}
