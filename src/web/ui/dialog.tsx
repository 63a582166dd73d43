import { X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { DialogActions, DialogContext, type FormStatus } from './dialog-actions.tsx';
import { DialogShell } from './dialog-shell.tsx';
import { FormAlert } from './form.tsx';

export interface DialogProps {
  title: string;
  /** Under the title. */
  lead?: ReactNode;
  /** Above the title: the way back to what the dialog showed before. */
  above?: ReactNode;
  /** Escape, backdrop, the close button. The parent removes the dialog: mounted is open. */
  onClose: () => void;
  /** 760 px on desktops instead of 560; 'most': 1200. */
  isWide?: boolean | 'most';
  /** The x at the top right; off where `Otkaži` is among the actions. */
  hasCloseButton?: boolean;
  /** Of content without a `<Form>`. */
  isDirty?: boolean;
  isBusy?: boolean;
  children: ReactNode | ((requestClose: () => void) => ReactNode);
}

/**
 * A dialog with its title. A `<Form>` inside keeps it open while it is sent; what was typed there is discarded only after
 * 'Odbaciti izmene?'.
 */
export function Dialog({
  title,
  lead,
  above,
  onClose,
  isWide,
  hasCloseButton = true,
  isDirty = false,
  isBusy = false,
  children,
}: DialogProps) {
  const heading = useId();
  const formStatus = useRef<FormStatus>(null);
  const [isAsking, setIsAsking] = useState(false);
  const requestClose = () => {
    const status = formStatus.current ?? { isDirty, isBusy };
    if (status.isBusy) return;
    if (status.isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <DialogShell labelledBy={heading} onRequestClose={requestClose} isWide={isWide}>
      {/* stays in sight while the content scrolls under it */}
      <header className="sticky top-0 z-3 -mx-(--gap) -mt-6 flex items-start gap-3 bg-card px-(--gap) pt-6 pb-2 md:-mx-7 md:-mt-7 md:px-7 md:pt-7">
        <div className="min-w-0 flex-1">
          {above}
          <h2 id={heading}>{title}</h2>
          {lead && <div className="mt-1 text-soft">{lead}</div>}
        </div>
        {hasCloseButton && (
          <IconButton icon={X} label="Otkaži" onClick={requestClose} className="-mt-2 -mr-2.5" />
        )}
      </header>
      <DialogContext value={{ requestClose, formStatus }}>
        <div className="mt-3">{typeof children === 'function' ? children(requestClose) : children}</div>
      </DialogContext>
      {isAsking && (
        <ConfirmDialog
          text="Odbaciti izmene?"
          giveUp="Nastavi unos"
          action="Odbaci"
          onConfirm={onClose}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </DialogShell>
  );
}

export interface ConfirmDialogProps {
  /** What will happen; for bulk ones end with 'Ova radnja je nepovratna.' */
  text: ReactNode;
  /** The way back; a word that can't be read as cancelling an appointment, where one is open below. */
  giveUp?: string;
  /** The red button's word. */
  action?: string;
  onConfirm: () => void;
  onCancel: () => void;
  isBusy?: boolean;
  /** Why it did not work. */
  error?: string | null;
}

/** Asks before something that cannot be taken back. Mounted is open; the first focus is on the way back. */
export function ConfirmDialog({
  text,
  giveUp = 'Otkaži',
  action = 'Obriši',
  onConfirm,
  onCancel,
  isBusy,
  error,
}: ConfirmDialogProps) {
  const heading = useId();
  return (
    <DialogShell labelledBy={heading} role="alertdialog" onRequestClose={() => !isBusy && onCancel()}>
      <h2 id={heading}>Potvrda</h2>
      <div className="mt-2">{text}</div>
      <div className="mt-4 empty:hidden">{error && <FormAlert text={error} />}</div>
      <DialogActions>
        <Button variant="quiet" onClick={onCancel} disabled={isBusy}>
          {giveUp}
        </Button>
        <Button variant="danger" onClick={onConfirm} isBusy={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </DialogShell>
  );
}
