import { useMutation } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { minutesOf } from '#domain/appointments/service-fit.ts';
import { restOf } from '#domain/times/rest.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { errorText, request } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { toast } from '../ui/toasts/toast.ts';
import { Quiet } from './quiet.tsx';

/** Ends a booking with its services and offers the rest of its time; can be undone. docs/spec/behaviour.md §26.4 */
export default function FreeRest({ row, now }: { row: VisibleAppointment; now: WallTime }) {
  const invalidate = useInvalidateAppointments();
  const toastUndo = useUndoToast();
  const rest = restOf(row, now);
  const free = useMutation({
    mutationFn: () => request('POST /appointments/{id}/free-rest', { params: { id: row.id } }),
    onSuccess: ({ undo_token }) => toastUndo('Ostatak termina je slobodan.', undo_token),
    onError: (error) => toast('error', errorText(error, 'Greška pri čuvanju termina.')),
    onSettled: invalidate,
  });
  if (!rest) return null;
  return (
    <Quiet
      icon={CalendarPlus}
      aria-busy={free.isPending || undefined}
      onClick={() => !free.isPending && free.mutate()}
    >
      {`Oslobodi ostatak (${minutesOf(rest)} min)`}
    </Quiet>
  );
}
