import { textOfError } from '#contract/page-errors.ts';
import { moveRefusal } from '#domain/appointments/appointments.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TooLateDialog } from './too-late.tsx';

export interface MoveActProps {
  start: WallTime;
  to: string;
  onTooLate: () => void;
}

/** The link 'Pomeri termin'; after the deadline a button that explains the rule. docs/spec/behaviour.md §5.21 */
export function MoveAct({ start, to, onTooLate }: MoveActProps) {
  const now = useNow();
  const untilHours = useSalon().data?.move_until_hours ?? 0;
  if (now === null || !moveRefusal(now, start, untilHours)) {
    return (
      <ButtonLink to={to} variant="text" isSmall>
        Pomeri termin
      </ButtonLink>
    );
  }
  return (
    <Button variant="text" isSmall aria-haspopup="dialog" onClick={onTooLate}>
      Pomeri termin
    </Button>
  );
}

/** A dialog with the deadline for moving and the salon's phone. */
export function MoveTooLate({ appointment, onClose }: { appointment: Times; onClose: () => void }) {
  const today = useToday();
  const untilHours = useSalon().data?.move_until_hours;
  return (
    <TooLateDialog
      title="Pomeranje termina"
      lead={whenInWords(appointment, today)}
      text={textOfError('move_too_late', untilHours)}
      onClose={onClose}
    />
  );
}
