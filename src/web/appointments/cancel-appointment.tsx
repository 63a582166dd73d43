import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { CANCEL_REASONS } from '#domain/wording/told/reasons.ts';
import { request } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Switch } from '../ui/checkbox.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { NotificationPreview } from './notification-preview.tsx';
import { offeredInWords, useWaiting, waitingInWords } from './offer-again.tsx';
import { WhenInWords } from './when-in-words.tsx';

const SIDES = [
  { id: 'SALON', label: 'Salon' },
  { id: 'CLIENT', label: 'Klijentkinja' },
] as const;

export interface CancelAppointmentProps {
  row: Appointment;
  onClose: () => void;
  /** Called after the cancellation, while the lists are being refetched. */
  onCancelled?: () => void;
}

/** The owner's dialog that cancels a booking and can offer its time again. docs/spec/behaviour.md §5.6 */
export function CancelAppointment({ row, onClose, onCancelled }: CancelAppointmentProps) {
  const now = useNow();
  const [askedBy, setAskedBy] = useState<keyof typeof CANCEL_REASONS>('SALON');
  const [isWanted, setIsWanted] = useState<boolean | null>(null);
  const [isFollowing, setIsFollowing] = useState(false);
  const isAhead = now !== null && row.start_datetime > now;
  const isOffered = isAhead && (isWanted ?? askedBy === 'CLIENT'); // by default, the time is offered again only if the client asked for the cancellation
  const toastUndo = useUndoToast();
  const waiting = useWaiting(row);
  const waitingText = waitingInWords(waiting);
  const cancelled_by = askedBy === 'CLIENT' ? 'CLIENT' : 'ADMIN';
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      request('POST /appointments/{id}/cancel', {
        params: { id: row.id },
        query: { undo: '1' },
        body: {
          reason,
          asked_by: askedBy,
          offer_again: isOffered ? 1 : 0,
          ...(isFollowing && { following: 1 }),
        },
      }),
    onSuccess: ({ undo_token = null }) => {
      const text = isFollowing ? 'Termini su otkazani.' : 'Termin je otkazan.';
      if (isOffered) toastUndo(offeredInWords(waiting), undo_token, text);
      else toastUndo(text, undo_token);
      onCancelled?.();
      onClose();
    },
    onSettled: useInvalidateAppointments(),
  });
  return (
    <CancelDialog
      cancel={cancel}
      lead={
        <>
          {personOf(row)}, <WhenInWords row={row} />
        </>
      }
      hint={<Segmented isField label="Ko otkazuje" segments={SIDES} chosen={askedBy} onChoose={setAskedBy} />}
      reasons={CANCEL_REASONS[askedBy]}
      reasonsLegend="Najčešći razlozi"
      note={(reason) => (
        <>
          {row.series_id !== null && (
            <Switch label="I sve sledeće" isOn={isFollowing} onChange={setIsFollowing} />
          )}
          {isAhead && (
            <div>
              <Switch
                label="Ponudi termin ponovo"
                aria-description={waitingText}
                isOn={isOffered}
                onChange={setIsWanted}
              />
              {waitingText && (
                <p aria-hidden="true" className="-mt-2.5 text-small text-soft">
                  {waitingText}
                </p>
              )}
            </div>
          )}
          {now && (
            <NotificationPreview
              before={row}
              after={{ ...row, status: 'CANCELLED', cancel_reason: reason || null, cancelled_by }}
              now={now}
            />
          )}
        </>
      )}
      onClose={onClose}
    />
  );
}
