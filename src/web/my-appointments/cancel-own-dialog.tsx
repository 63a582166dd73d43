import { TriangleAlert } from 'lucide-react';
import { isLateCancellation } from '#domain/appointments.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { counted, HOURS } from '#domain/wording/numbers.ts';
import { CancelDialog } from '../appointments/cancel-dialog.tsx';
import { useNow, useToday } from '../lib/clock.ts';
import { useSalon } from '../lib/query-hooks.ts';
import { focusHeading } from '../ui/page.tsx';
import { useOwnChange } from './own-change.ts';

/** Warns that the cancellation is late, which does not prevent it. */
function LateHint({ start }: { start: WallTime }) {
  const now = useNow();
  const lateHours = useSalon().data?.late_cancel_hours;
  if (now === null || lateHours === undefined || !isLateCancellation(now, start, lateHours)) return null;
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-small text-warn">
      <TriangleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      {`Do termina je ostalo manje od ${counted(lateHours, HOURS)}. Salon će videti da je otkazivanje kasno.`}
    </p>
  );
}

export interface CancelOwnDialogProps {
  appointment: { start_datetime: WallTime; end_datetime: WallTime };
  cancel: (reason: string) => Promise<unknown>;
  onClose: () => void;
  onCancelled: () => void;
}

/** Cancelling by a client, and by a guest with their link. */
export function CancelOwnDialog({ appointment, cancel, onClose, onCancelled }: CancelOwnDialogProps) {
  const today = useToday();
  const change = useOwnChange({
    send: cancel,
    onClose,
    onDone: () => {
      onCancelled();
      focusHeading(); // the button that led here goes with the card
    },
  });
  return (
    <CancelDialog
      cancel={change}
      lead={whenInWords(appointment, today)}
      hint={<LateHint start={appointment.start_datetime} />}
      onClose={onClose}
    />
  );
}
