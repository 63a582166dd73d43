import type { ReactNode } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { moveRefusal } from '#domain/appointments/appointments.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CallButton } from '../ui/phone-links.tsx';
import { Warning } from '../ui/warning.tsx';

export interface TooLateDialogProps {
  title: string;
  /** The time of the appointment. */
  lead?: ReactNode;
  text: string;
  onClose: () => void;
  /** Other possible actions, shown above the phone. */
  children?: ReactNode;
}

/** Says that the deadline for a change is over, with the salon's phone. docs/spec/behaviour.md §5.6 */
export function TooLateDialog({ title, lead, text, onClose, children }: TooLateDialogProps) {
  const phone = useSalon().data?.phone;
  return (
    <Dialog title={title} lead={lead} onClose={onClose} hasCloseButton={false}>
      <div className="grid gap-4">
        <Warning>{text}</Warning>
        {children}
        <div className="grid gap-2">
          <CallButton phone={phone} />
          <Button variant="quiet" isBlock onClick={onClose}>
            Zatvori
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

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
