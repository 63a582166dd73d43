import { useMutation } from '@tanstack/react-query';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { personOf, whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { useNow } from '../lib/clock.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { toast } from '../ui/toast.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CancelNotificationPreview } from './notification-preview.tsx';

export interface CancelAppointmentProps {
  row: Appointment;
  onClose: () => void;
  /** It is cancelled; the lists are already being fetched again. */
  onCancelled?: () => void;
}

/** The owner cancels a booking: the person, the time, the reason, and the notification that the client gets. */
export function CancelAppointment({ row, onClose, onCancelled }: CancelAppointmentProps) {
  const now = useNow();
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      request('POST /appointments/{id}/cancel', { params: { id: row.id }, body: { reason } }),
    onSuccess: () => {
      toast('success', 'Termin je otkazan.');
      onCancelled?.();
      onClose();
    },
    onSettled: useInvalidateAppointments(),
  });
  return (
    <CancelDialog
      cancel={cancel}
      lead={`${personOf(row)}, ${whenInWords(row, now && dateOf(now))}`}
      note={(reason) => now && <CancelNotificationPreview row={row} reason={reason} now={now} />}
      onClose={onClose}
    />
  );
}
