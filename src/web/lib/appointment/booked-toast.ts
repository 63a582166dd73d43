import { useQueryClient } from '@tanstack/react-query';
import type { SalonAppointment } from '#contract/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { personOf, phoneOf } from '#domain/wording/appointments.ts';
import { shortMoment } from '#domain/wording/near-days.ts';
import { useUndoToast } from './appointments.ts';

type Booked = SalonAppointment & { undo_token?: string | null | undefined };

/** Returns a function that says that an appointment was added, and offers to send its confirmation. docs/spec/behaviour.md §5.18 */
export function useBookedToast(now: WallTime): (booked: Booked) => void {
  const toastUndo = useUndoToast();
  const client = useQueryClient();
  return ({ undo_token = null, ...row }) => {
    const text = 'Termin je uspešno dodat.';
    if (row.status !== 'BOOKED') return toastUndo(text, undo_token, 'Uspešno');
    const send = () =>
      void import('./confirmation-sheet.tsx').then(({ openConfirmation }) => openConfirmation(row, client));
    const canSend = row.start_datetime > now && phoneOf(row) !== null;
    const words = `${personOf(row)}, ${shortMoment(row.start_datetime, dateOf(now))}`;
    toastUndo(words, undo_token, text, canSend ? { label: 'Pošalji potvrdu', onPress: send } : undefined);
  };
}
