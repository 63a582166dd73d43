import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { DialogActions, DialogContext, type FormStatus } from './dialog-actions.tsx';
import { FormAlert } from './form.tsx';

interface DialogShellProps {
  /** The id of its heading. */
  labelledBy: string;
  role?: 'alertdialog';
  onRequestClose: () => void;
  isWide?: boolean | 'most' | undefined;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: from below on phones, centred on desktops. Mounted is open. Escape and the backdrop request
 * its closing; the focus goes back where it came from. Dialog and ConfirmDialog are built on it.
 */
function DialogShell({ labelledBy, role, onRequestClose, isWide, children }: DialogShellProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (dialog.current) return openModally(dialog.current);
  }, []);
  useEffect(() => {
    if (!dialog.current) return;
    const ends = [
      watchBackdrop(dialog.current, onRequestClose),
      watchClosing(dialog.current, onRequestClose),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [onRequestClose]);
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={labelledBy}
      className={cx(PLACE, LOOK, HANDLE, widthOf(isWide))}
    >
      <div className="px-(--gap) pt-6 pb-[calc(20px+env(safe-area-inset-bottom))] md:p-7">{children}</div>
    </dialog>
  );
}

const widthOf = (isWide: DialogShellProps['isWide']): string =>
  cx('max-w-dialog', isWide && 'md:max-w-dialog-wide', isWide === 'most' && 'lg:max-w-admin');

const PLACE =
  'fixed inset-x-0 top-auto bottom-0 m-0 mx-auto max-h-[calc(100dvh-32px)] w-full scroll-py-26 overflow-y-auto overscroll-contain rounded-t-dialog md:inset-0 md:m-auto md:h-fit md:rounded-dialog';

const LOOK =
  'bg-card text-ink shadow-float animate-rise backdrop:animate-appear backdrop:bg-scrim md:animate-appear';

const HANDLE =
  "before:absolute before:top-2 before:z-4 before:left-[calc(50%-18px)] before:h-1 before:w-9 before:rounded-pill before:bg-line before:content-[''] md:before:content-none";

/** Presses on the backdrop; a press that started inside (selecting text) and ended outside does not close. */
function watchBackdrop(dialog: HTMLDialogElement, onPress: () => void): () => void {
  let startedOutside = false;
  const start = (event: Event) => {
    startedOutside = event.target === dialog;
  };
  const end = (event: Event) => {
    if (startedOutside && event.target === dialog) onPress();
  };
  dialog.addEventListener('pointerdown', start);
  dialog.addEventListener('click', end);
  return () => {
    dialog.removeEventListener('pointerdown', start);
    dialog.removeEventListener('click', end);
  };
}

const isOnTop = (dialog: HTMLDialogElement) => [...document.querySelectorAll(':modal')].at(-1) === dialog;

/**
 * The browser's own ways to close: Escape, a phone's back gesture. Its `cancel` can be prevented only once between two touches;
 * after that it closes the dialog, so Escape is handled before it and a closed dialog is opened again.
 */
function watchClosing(dialog: HTMLDialogElement, onRequest: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOnTop(dialog)) return;
    event.preventDefault();
    onRequest();
  };
  const onCancel = (event: Event) => {
    if (event.target !== dialog) return;
    event.preventDefault();
    onRequest();
  };
  const onClosed = (event: Event) => {
    if (event.target !== dialog || dialog.open || !dialog.isConnected) return;
    dialog.showModal();
    onRequest();
  };
  window.addEventListener('keydown', onKey); // outermost: a list that is open inside takes its Escape first
  dialog.addEventListener('cancel', onCancel);
  dialog.addEventListener('close', onClosed);
  return () => {
    window.removeEventListener('keydown', onKey);
    dialog.removeEventListener('cancel', onCancel);
    dialog.removeEventListener('close', onClosed);
  };
}

/**
 * Opens it, and returns a function that closes it. The browser gives the focus back by itself, except where two dialogs close
 * at once: the opener is still inert then, so it is focused again when all are closed.
 */
function openModally(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    queueMicrotask(() => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    });
  };
}

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
