import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { request } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { appointmentQueries } from '../../lib/queries.ts';
import { useInvalidateAppointments } from '../../lib/query-client.ts';
import { FormAlert } from '../../ui/form.tsx';
import { Segmented } from '../segmented.tsx';

type Attended = 1 | 0 | null;

const ANSWERS = [
  { value: 1, label: 'Došla' },
  { value: 0, label: 'Nije došla' },
] as const;

/** Did the person come? Shown as pressed at once; pressed again it is not known any more. docs/spec/behaviour.md §5.22 */
export function Attendance({ row: { id, attended } }: { row: VisibleAppointment }) {
  const queries = useQueryClient();
  const mark = useMutation({
    mutationFn: (said: Attended) =>
      request('POST /appointments/{id}/attendance', { params: { id }, body: { attended: said } }),
    onSuccess: (saved) => queries.setQueryData(appointmentQueries.one(id).queryKey, saved),
    onSettled: useInvalidateAppointments(),
  });
  const shown = mark.isPending ? mark.variables : (attended ?? null);
  return (
    <div className="mt-5 grid gap-3">
      <Segmented
        legend="Da li je došla?"
        options={ANSWERS}
        chosen={shown}
        onChoose={(value) => {
          if (!mark.isPending) mark.mutate(shown === value ? null : value);
        }}
      />
      {mark.error && <FormAlert text={errorText(mark.error, 'Greška pri čuvanju dolaska.')} />}
    </div>
  );
}
