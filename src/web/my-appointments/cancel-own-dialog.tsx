import { CalendarSync } from 'lucide-react';
import { Link } from 'wouter';
import { textOfError } from '#contract/page-errors.ts';
import { cancellationRefusal, isLateCancellation, moveRefusal } from '#domain/appointments/appointments.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { counted, HOURS } from '#domain/wording/numbers.ts';
import { CancelDialog } from '../appointments/cancel-dialog.tsx';
import { errorCode, errorText } from '../lib/api.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { focusHeading } from '../ui/page.tsx';
import { Warning } from '../ui/warning.tsx';
import { useOwnChange } from './own-dialogs.tsx';
import { TooLateDialog } from './too-late.tsx';

const REASONS = ['Bolest', 'Posao', 'Druge obaveze'] as const;

interface OfStart {
  start: WallTime;
}

/** Warns that the cancellation is late, but does not prevent it. */
function LateHint({ start }: OfStart) {
  const now = useNow();
  const lateHours = useSalon().data?.late_cancel_hours;
  if (now === null || lateHours === undefined || !isLateCancellation(now, start, lateHours)) return null;
  return (
    <Warning>{`Do termina je ostalo manje od ${counted(lateHours, HOURS)}. Salon će videti da je otkazivanje kasno.`}</Warning>
  );
}

/** Offers to move the booking instead, while the salon's rule allows it. */
function MoveCard({ start, moveTo }: OfStart & { moveTo: string | undefined }) {
  const now = useNow();
  const untilHours = useSalon().data?.move_until_hours;
  if (moveTo === undefined || now === null || untilHours === undefined) return null;
  if (now >= start || moveRefusal(now, start, untilHours)) return null;
  return (
    <div className="relative flex items-center gap-3.5 rounded-card border border-edge p-3.5 hover:bg-blush">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-blush text-link">
        <CalendarSync aria-hidden="true" size={20} strokeWidth={1.75} />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="basis-28 grow text-small text-balance">Odgovara vam drugo vreme?</span>
        <Link
          to={moveTo}
          className="inline-flex min-h-11 items-center text-small font-semibold text-link after:absolute after:inset-0 after:rounded-card"
        >
          Pomeri termin
        </Link>
      </span>
    </div>
  );
}

/** The reason why it is too late to cancel, by the page's rule or the server's error; null if it is not. docs/spec/behaviour.md §5.6 */
function useTooLateText(start: WallTime, error: Error | null): string | null {
  const now = useNow();
  const hours = useSalon().data?.cancel_until_hours;
  if (errorCode(error) === 'cancel_too_late') return errorText(error, '');
  const refusal = now !== null && hours !== undefined && cancellationRefusal(now, start, hours);
  return refusal ? textOfError(refusal, hours) : null;
}

export interface CancelOwnDialogProps {
  appointment: { start_datetime: WallTime; end_datetime: WallTime };
  /** The address of the page that moves the booking. */
  moveTo?: string | undefined;
  cancel: (reason: string) => Promise<unknown>;
  onClose: () => void;
  onCancelled: () => void;
}

/** The dialog in which a client, or a guest with a link, cancels a booking. */
export function CancelOwnDialog({ appointment, moveTo, cancel, onClose, onCancelled }: CancelOwnDialogProps) {
  const today = useToday();
  const start = appointment.start_datetime;
  const change = useOwnChange({
    send: cancel,
    onClose,
    onDone: () => {
      onCancelled();
      focusHeading(); // the card with the pressed button disappears, so it loses the focus
    },
  });
  const tooLate = useTooLateText(start, change.error);
  const lead = whenInWords(appointment, today);
  const moving = <MoveCard start={start} moveTo={moveTo} />;
  if (tooLate !== null)
    return (
      <TooLateDialog title="Otkazivanje termina" lead={lead} text={tooLate} onClose={onClose}>
        {moving}
      </TooLateDialog>
    );
  return (
    <CancelDialog
      cancel={change}
      lead={lead}
      hint={
        <>
          {moving}
          <LateHint start={start} />
        </>
      }
      reasons={REASONS}
      readers="Vidi ga samo salon."
      onClose={onClose}
    />
  );
}
