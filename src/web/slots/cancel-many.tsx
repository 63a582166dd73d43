import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { CancelDialog } from '../appointments/cancel-dialog.tsx';
import { type CancelResponse, cancelMany } from '../lib/appointment/appointments.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import type { Outcome } from './bulk-result.tsx';

export interface CancelManyProps {
  slots: readonly Appointment[];
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** 'Otkazano: 12 termina.', and which ones were not. */
function outcomeOf(slots: readonly Appointment[], { cancelled, skipped }: CancelResponse): Outcome {
  const refused = skipped.map(({ id }) => ({
    id,
    start_datetime: slots.find((slot) => slot.id === id)?.start_datetime ?? null,
    error: 'Termin više nije rezervisan.',
  }));
  const others = skipped.length > 0 ? ` Preskočeno: ${counted(skipped.length, APPOINTMENTS)}.` : '';
  return { text: `Otkazano: ${counted(cancelled, APPOINTMENTS)}.${others}`, refused };
}

/** The owner cancels several bookings with one reason, and says whether their times are free again. */
export function CancelMany({ slots, onDone, onClose }: CancelManyProps) {
  const [chosen] = useState(slots); // what is refreshed meanwhile changes nothing that was asked
  const [isOfferedAgain, setIsOfferedAgain] = useState(false);
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      cancelMany(
        chosen.map(({ id }) => id),
        reason,
        isOfferedAgain,
      ),
    onSuccess: (result) => {
      onClose();
      onDone(outcomeOf(chosen, result));
    },
    onSettled: useInvalidateAppointments(),
  });
  return (
    <CancelDialog
      cancel={cancel}
      lead={`${counted(chosen.length, APPOINTMENTS)}. Klijentkinje dobijaju obaveštenje, goste pozovite.`}
      note={() => <Checkbox label="Ponudi ponovo" isOn={isOfferedAgain} onChange={setIsOfferedAgain} />}
      onClose={onClose}
    />
  );
}
