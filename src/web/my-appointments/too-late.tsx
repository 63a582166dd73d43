import type { ReactNode } from 'react';
import { useSalon } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
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
