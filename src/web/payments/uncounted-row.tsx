import { useMutation } from '@tanstack/react-query';
import type { ListedAppointment } from '#contract/appointments.ts';
import type { HoldingId } from '#domain/ids.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { errorText, request } from '../lib/api.ts';
import { OpenRow } from '../lib/appointment/value-row.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { billOf, packageToCount } from './charge-bill.ts';
import { useHoldingsOf } from './charge-holdings.tsx';

interface UncountedRowProps {
  appointment: ListedAppointment;
  onOpen: (appointment: ListedAppointment) => void;
}

/** A missed visit or late cancellation that a package may pay for: the owner decides whether it costs a visit. docs/spec/behaviour.md §32.2 */
export default function UncountedRow({ appointment, onOpen }: UncountedRowProps) {
  const { id, status } = appointment;
  const name = personOf(appointment);
  const held = packageToCount(appointment, billOf(appointment, []), useHoldingsOf(id));
  const count = useMutation({
    mutationFn: (holding_id: HoldingId | null) =>
      request('POST /appointments/{id}/counted', { params: { id }, body: { holding_id } }),
    onSuccess: (_, holding_id) =>
      toast('success', holding_id === null ? 'Nije uračunato.' : 'Poseta je uračunata.'),
    onError: (error) => toast('error', errorText(error, 'Greška pri čuvanju.')),
    onSettled: useInvalidateAppointments(),
  });
  return (
    <OpenRow
      appointment={appointment}
      onOpen={onOpen}
      aside={
        <span className="text-small font-semibold text-warn">
          {status === 'BOOKED' ? 'nije došla' : 'kasno otkazala'}
        </span>
      }
    >
      <div className="relative flex flex-wrap gap-2">
        {held && (
          <Button variant="quiet" isSmall aria-description={name} onClick={() => count.mutate(held.id)}>
            Uračunaj posetu
          </Button>
        )}
        <Button variant="quiet" isSmall aria-description={name} onClick={() => count.mutate(null)}>
          Ne računaj
        </Button>
      </div>
    </OpenRow>
  );
}
