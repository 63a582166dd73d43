import { Phone, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSalon } from '../lib/query-hooks.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';

/** Mind this: a brown line with its sign. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-small text-warn">
      <TriangleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** The salon's phone as a button that calls; nothing while it is not entered. */
export function CallSalon() {
  const phone = useSalon().data?.phone;
  if (!phone) return null;
  return (
    <ButtonAnchor href={telephoneLink(phone)} isBlock>
      <Phone aria-hidden="true" size={20} strokeWidth={1.75} />
      {`Pozovi ${phone}`}
    </ButtonAnchor>
  );
}

export interface TooLateDialogProps {
  title: string;
  /** Which appointment. */
  lead?: ReactNode;
  /** Until when it could have been done. */
  text: string;
  onClose: () => void;
  /** Above the phone: what can still be done. */
  children?: ReactNode;
}

/** So close to its start an appointment is the salon's to cancel or move: says so, with the phone. docs/spec/behaviour.md §5.6 */
export function TooLateDialog({ title, lead, text, onClose, children }: TooLateDialogProps) {
  return (
    <Dialog title={title} lead={lead} onClose={onClose} hasCloseButton={false}>
      <div className="grid gap-4">
        <Warning>{text}</Warning>
        {children}
        <div className="grid gap-2">
          <CallSalon />
          <Button variant="quiet" isBlock onClick={onClose}>
            Zatvori
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
