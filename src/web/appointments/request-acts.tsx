import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { RequestBody } from '#contract/index.ts';
import { DECLINED_REASON } from '#domain/clients/request-until.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { answerText } from '#domain/wording/deposits.ts';
import { CANCEL_REASONS } from '#domain/wording/told/reasons.ts';
import { errorText, request } from '../lib/api.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { toast } from '../ui/toasts/toast.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { NotificationPreview } from './notification-preview.tsx';
import { WhenInWords } from './when-in-words.tsx';

const FALLBACK = 'Greška pri čuvanju odgovora.';

function useAnswer(id: Appointment['id']) {
  return useMutation({
    mutationFn: (body: RequestBody<'POST /appointments/{id}/request'>) =>
      request('POST /appointments/{id}/request', { params: { id }, body }),
    onSettled: useInvalidateAppointments(),
  });
}

/** The dialog that declines a request with a reason, which the person reads. */
function DeclineDialog({ row, onClose }: { row: Appointment; onClose: () => void }) {
  const now = useNow();
  const { mutate, isPending, error } = useAnswer(row.id);
  const decline = (reason: string) =>
    mutate(
      { action: 'DECLINE', reason },
      {
        onSuccess: () => {
          toast('success', 'Zahtev je odbijen.');
          onClose();
        },
      },
    );
  return (
    <CancelDialog
      cancel={{ mutate: decline, isPending, error }}
      lead={
        <>
          {personOf(row)}, <WhenInWords row={row} />
        </>
      }
      reasons={[DECLINED_REASON, ...CANCEL_REASONS.SALON]}
      reasonsLegend="Najčešći razlozi"
      note={(reason) =>
        now && (
          <NotificationPreview
            before={row}
            after={{ ...row, status: 'CANCELLED', cancel_reason: reason || null, cancelled_by: 'ADMIN' }}
            now={now}
          />
        )
      }
      onClose={onClose}
    />
  );
}

/** The buttons that answer a waiting request, in a dialog (`isAlone`) with the deadline. docs/spec/behaviour.md §28.3 */
export default function RequestActs({ row, isAlone }: { row: Appointment; isAlone?: boolean }) {
  const today = useToday();
  const [isDeclining, setIsDeclining] = useState(false);
  const { mutate, isPending } = useAnswer(row.id);
  const accept = () =>
    mutate(
      { action: 'ACCEPT' },
      {
        onSuccess: () => toast('success', 'Termin je potvrđen.'),
        onError: (error) => toast('error', errorText(error, FALLBACK)),
      },
    );
  const name = personOf(row);
  const until = isAlone && awaited(row.request)?.until;
  return (
    <span className={cx('relative flex flex-wrap items-center gap-1', isAlone && 'mt-4')}>
      {until && <span className="basis-full">{answerText(until, today)}</span>}
      <Button
        icon={Check}
        variant="quiet"
        isSmall
        isBusy={isPending}
        aria-description={name}
        onClick={() => isPending || accept()}
      >
        Prihvati
      </Button>
      <Button
        variant="text"
        isSmall
        aria-description={name}
        aria-haspopup="dialog"
        onClick={() => setIsDeclining(true)}
      >
        Odbij
      </Button>
      {isDeclining && <DeclineDialog row={row} onClose={() => setIsDeclining(false)} />}
    </span>
  );
}
