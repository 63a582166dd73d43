import { useMutation } from '@tanstack/react-query';
import type { Appointment } from '#contract/appointments.ts';
import { personOf, whenInWords } from '#salon/appointments/appointment-in-words.ts';
import { call } from '../api/call.ts';
import { useNow } from '../api/clock/use-now.ts';
import { useChanged } from '../api/use-changed.ts';
import { CancelDialog } from '../cancel-dialog/cancel-dialog.tsx';
import { toast } from '../ui/toast/toast.ts';
import { TellingOfCancel } from './telling/telling.tsx';

export interface CancelAppointmentProps {
  row: Appointment;
  onClose: () => void;
  /** It is cancelled; the lists are already being asked for again. */
  onCancelled?: () => void;
}

/** The owner cancels somebody's booking: whose, when, the reason, and in which words it is told. */
export function CancelAppointment({ row, onClose, onCancelled }: CancelAppointmentProps) {
  const now = useNow();
  const changed = useChanged();
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      call('POST /appointments/{id}/cancel', { params: { id: row.id }, body: { reason } }),
    onSuccess: () => {
      toast('success', 'Termin je otkazan.');
      onCancelled?.();
      onClose();
    },
    onSettled: changed,
  });
  return (
    <CancelDialog
      cancel={cancel}
      lead={`${personOf(row)}, ${whenInWords(row)}`}
      note={(reason) => now && <TellingOfCancel row={row} reason={reason} now={now} />}
      onClose={onClose}
    />
  );
}
