import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conflict } from '#contract/absences.ts';
import { yearsFrom } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { counted } from '#domain/wording/numbers.ts';
import { ConflictList } from '../absences/conflict-list.tsx';
import { errorText, request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { queryOf } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormAlert } from '../ui/form.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { toast } from '../ui/toasts/toast.ts';

/** Bookings lie at most a year ahead; those of a series may lie further. */
const YEARS_AHEAD = 2;

/** Buttons that hand all bookings that a colleague can take over to her, one after the other. */
function HandOverAll({ conflicts }: { conflicts: readonly Conflict[] }) {
  const invalidate = useInvalidateAppointments();
  const colleagues = new Map(conflicts.flatMap((row) => row.colleagues).map((one) => [one.id, one]));
  const handOver = useMutation({
    mutationFn: async (to: Conflict['colleagues'][number]) => {
      const free = conflicts.filter((row) => row.colleagues.some(({ id }) => id === to.id));
      for (const { id, start_datetime, end_datetime, version } of free)
        await request('PUT /analytics/appointments/{id}/move', {
          params: { id },
          body: { start_datetime, end_datetime, version, technician_id: to.id },
        });
      return free.length;
    },
    onSuccess: (count, { name }) =>
      toast('success', `${name}: ${counted(count, APPOINTMENTS)}.`, { title: 'Prebačeno' }),
    onSettled: invalidate,
  });
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      {[...colleagues.values()].map((colleague) => (
        <Button
          key={colleague.id}
          variant="quiet"
          isBlock
          isBusy={handOver.isPending && handOver.variables.id === colleague.id}
          onClick={() => handOver.isPending || handOver.mutate(colleague)}
        >
          {`Prebaci sve: ${colleague.name}`}
        </Button>
      ))}
      {handOver.error && <FormAlert text={errorText(handOver.error, 'Greška pri prebacivanju termina.')} />}
    </div>
  );
}

export interface LeavingDialogProps {
  row: Pick<Technician, 'id' | 'name' | 'email'>;
  onLeft: () => void;
  onClose: () => void;
}

/** Asks whether a technician leaves. She hands her bookings over first; meanwhile her login can end at once. docs/spec/behaviour.md §26.6 */
export default function LeavingDialog({ row: { id, name, email }, onLeft, onClose }: LeavingDialogProps) {
  const today = useToday();
  const [hasLogin, setHasLogin] = useState(Boolean(email));
  const params = { id };
  const days = today && { date_from: today, date_to: yearsFrom(today, YEARS_AHEAD), technician_id: id };
  const query = useQuery(
    queryOf(['absences', 'preview', days], 'POST /annual/preview', days && { body: days }),
  );
  const endLogin = useMutation({
    mutationFn: () => request('PUT /technicians/{id}', { params, body: { email: null } }),
    onSuccess: () => {
      setHasLogin(false);
      toast('success', 'Prijava je isključena.');
    },
    onSettled: useInvalidateAppointments(),
  });
  if (query.data?.conflicts.length === 0)
    return (
      <ConfirmDeletion
        question={`${name} više ne radi ovde? Njeni slobodni termini se više ne nude, a istorija ostaje.`}
        action="Više ne radi ovde"
        send={() => request('DELETE /technicians/{id}', { params })}
        done="Podaci uspešno sačuvani."
        onDeleted={onLeft}
        fallback="Greška pri čuvanju."
        onClose={onClose}
      />
    );
  return (
    <Dialog title={`${name} više ne radi ovde?`} onClose={onClose}>
      <Loaded query={query} fallback="Greška pri učitavanju termina." skeleton={<ListSkeleton rows={2} />}>
        {({ conflicts }) => (
          <>
            <p className="mb-3 font-semibold">
              {`${name} ima ${counted(conflicts.length, APPOINTMENTS)}. Kome ih prebacujemo?`}
            </p>
            <HandOverAll conflicts={conflicts} />
            {days && (
              <ConflictList
                appointments={conflicts}
                days={days}
                today={days.date_from}
                metCount={null}
                level={3}
                title="Zakazani kod nje"
                isNarrow
              />
            )}
          </>
        )}
      </Loaded>
      {hasLogin && (
        <Button
          variant="quiet"
          isSmall
          isBusy={endLogin.isPending}
          onClick={() => endLogin.mutate()}
          className="mt-4"
        >
          Isključi prijavu odmah
        </Button>
      )}
      <FormAlert text={endLogin.error && errorText(endLogin.error, 'Greška pri čuvanju.')} />
    </Dialog>
  );
}
