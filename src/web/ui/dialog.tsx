import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { t } from '#domain/language/translate.ts';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { DialogActions, DialogContext, FormAlert, type FormStatus } from './form.tsx';
import { addBackStep } from './history/back-steps.ts';

/** Whether a dialog is a panel in the page instead of a modal. Dialogs inside a panel are modals. */
export const InPanel = createContext(false);

interface DialogShellProps {
  labelledBy: string;
  isPanel?: boolean;
  role?: 'alertdialog';
  onRequestClose: () => void;
  isWide?: DialogProps['isWide'];
  children: ReactNode;
}

/** A native modal (on phones a sheet), open while mounted. Escape, Back and the backdrop request closing. Rendered in a portal, because forms can't be nested. */
function DialogShell(props: DialogShellProps) {
  const { labelledBy, isPanel = false, role, onRequestClose, isWide, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (dialog.current) return openDialog(dialog.current, isPanel);
  }, [isPanel]);
  const requestClose = useEffectEvent(onRequestClose);
  useLayoutEffect(() => addBackStep(() => requestClose()), []);
  useEffect(() => {
    if (dialog.current) return watchClosing(dialog.current, () => requestClose());
  }, []);
  const shown = (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={labelledBy}
      className={isPanel ? cx(PANEL, isWide ? 'w-104' : 'w-90') : cx(PLACE, LOOK, HANDLE, widthOf(isWide))}
    >
      <div
        className={cx(
          'px-(--gap) pt-6 pb-[calc(20px+env(safe-area-inset-bottom))] md:p-7',
          isPanel && FILLING,
        )}
      >
        {children}
      </div>
    </dialog>
  );
  return isPanel ? shown : createPortal(shown, document.body);
}

const widthOf = (isWide: DialogShellProps['isWide']): string =>
  isWide === 'columns'
    ? 'max-w-admin'
    : cx('max-w-dialog', isWide && 'md:max-w-dialog-wide', isWide === 'side' && SIDE);

const PLACE =
  'fixed inset-x-0 top-auto bottom-0 m-0 mx-auto max-h-[calc(100dvh-32px)] w-full scroll-py-26 overflow-y-auto overscroll-contain rounded-t-dialog md:inset-0 md:m-auto md:h-fit md:rounded-dialog';

const SIDE = 'lg:left-auto lg:h-full lg:max-h-none lg:w-client lg:rounded-none';

const PANEL =
  'static h-full max-h-none max-w-none scroll-py-26 overflow-y-auto border-l border-line bg-card text-ink print:hidden';

/** Styles that let the content fill the height of a side panel, so that the actions are at the panel's lower edge. */
const FILLING = 'flex min-h-full flex-col';

const LOOK =
  'bg-card text-ink shadow-float animate-rise backdrop:animate-appear backdrop:bg-scrim md:animate-appear';

const HANDLE =
  "before:absolute before:top-2 before:z-4 before:left-[calc(50%-18px)] before:h-1 before:w-9 before:rounded-pill before:bg-line before:content-[''] md:before:content-none";

const isOnTop = (dialog: HTMLDialogElement) =>
  ([...document.querySelectorAll(':modal')].at(-1) ?? dialog) === dialog;

/**
 * Calls `onRequest` for a press on the backdrop, Escape and a phone's back gesture, instead of closing. Browsers let a page prevent
 * `cancel` only once between two user gestures. So this function handles Escape on keydown, and reopens a dialog that was closed anyway.
 */
function watchClosing(dialog: HTMLDialogElement, onRequest: () => void): () => void {
  const over = new AbortController();
  const options = { signal: over.signal };
  let startedOutside = false; // a press that starts inside, as when selecting text, must not close the dialog if it ends on the backdrop
  const onPress = ({ target }: Event) => {
    startedOutside = target === dialog;
  };
  const onClick = ({ target }: Event) => startedOutside && target === dialog && onRequest();
  const requestInstead = (event: Event) => {
    event.preventDefault();
    onRequest();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && isOnTop(dialog)) requestInstead(event);
  };
  const onCancel = (event: Event) => event.target === dialog && requestInstead(event);
  const onClosed = ({ target }: Event) => {
    if (target !== dialog || dialog.open || !dialog.isConnected) return;
    dialog.showModal();
    onRequest();
  };
  dialog.addEventListener('pointerdown', onPress, options);
  dialog.addEventListener('click', onClick, options);
  window.addEventListener('keydown', onKey, options); // listens on window, so that an open list inside the dialog handles Escape first
  dialog.addEventListener('cancel', onCancel, options);
  dialog.addEventListener('close', onClosed, options);
  return () => over.abort();
}

/** Opens the dialog. Returns a function that closes it and, in a microtask, focuses the opener, which may be inert until then. */
function openDialog(dialog: HTMLDialogElement, isPanel: boolean): () => void {
  const opener = document.activeElement;
  if (isPanel) dialog.show();
  else dialog.showModal();
  return () => {
    dialog.close();
    queueMicrotask(() => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    });
  };
}

export interface DialogProps {
  title: string;
  lead?: ReactNode;
  /** Shows the title as a small line above a larger name in the content. */
  isSmallTitle?: boolean;
  /** Buttons before the close button. */
  actions?: ReactNode;
  /** Shown above the title: a link back to the previous content. */
  above?: ReactNode;
  /** Called for Escape, a press on the backdrop and the close button. The parent must then unmount the dialog. */
  onClose: () => void;
  /** Makes the dialog 760 px wide on desktops instead of 560; 'side' puts it at the right edge, as high as the screen; 'columns' makes it as wide as the owner's pages. */
  isWide?: boolean | 'side' | 'columns' | undefined;
  /** False if `actions` already contains a button that closes the dialog. */
  hasCloseButton?: boolean;
  /** Prevents closing, for content without a `<Form>`. */
  isBusy?: boolean;
  children: ReactNode | ((requestClose: () => void) => ReactNode);
}

/** A dialog with a title. It stays open while a `<Form>` inside is being sent, and asks 'Odbaciti ono što ste upisali?' before it discards input. */
export function Dialog(props: DialogProps) {
  const { title, lead, above, actions, onClose, children } = props;
  const { isWide, isSmallTitle = false, hasCloseButton = true, isBusy = false } = props;
  const heading = useId();
  const isPanel = use(InPanel);
  const formStatus = useRef<FormStatus>(null);
  const [isAsking, setIsAsking] = useState(false);
  const requestClose = () => {
    const status = formStatus.current ?? { isDirty: false, isBusy };
    if (status.isBusy) return;
    if (status.isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <DialogShell labelledBy={heading} isPanel={isPanel} onRequestClose={requestClose} isWide={isWide}>
      <header className="sticky low:static top-0 z-3 -mx-(--gap) -mt-6 flex items-start gap-3 bg-card px-(--gap) pt-6 pb-2 md:-mx-7 md:-mt-7 md:px-7 md:pt-7">
        <div className="min-w-0 flex-1">
          {above}
          <h2
            id={heading}
            className={isSmallTitle ? 'font-text text-small font-medium text-soft' : undefined}
          >
            {title}
          </h2>
          {lead && <div className="mt-1 text-soft">{lead}</div>}
        </div>
        {actions}
        {hasCloseButton && (
          <IconButton icon={X} label={t('Zatvori')} onClick={requestClose} className="-mt-2 -mr-2.5" />
        )}
      </header>
      <DialogContext value={{ requestClose, formStatus }}>
        <InPanel value={false}>
          <div className={cx(isSmallTitle ? '-mt-2' : 'mt-3', isPanel && 'flex grow flex-col')}>
            {typeof children === 'function' ? children(requestClose) : children}
          </div>
        </InPanel>
      </DialogContext>
      {isAsking && <DiscardDialog onConfirm={onClose} onCancel={() => setIsAsking(false)} />}
    </DialogShell>
  );
}

export interface ConfirmDialogProps {
  /** The question. For bulk actions it ends with 'Ova radnja je nepovratna.'. */
  text: ReactNode;
  /** The label of the button that closes the dialog. It must not sound as if the button canceled the appointment. */
  giveUp?: string;
  /** The label of the red button, which confirms. */
  action?: string;
  onConfirm: () => void;
  onCancel: () => void;
  isBusy?: boolean;
  error?: string | null;
}

/** Asks for confirmation of an irreversible action. Open while mounted; the cancel button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { text, giveUp = t('Otkaži'), action = t('Obriši'), onConfirm, onCancel, isBusy, error } = props;
  const heading = useId();
  return (
    <DialogShell labelledBy={heading} role="alertdialog" onRequestClose={() => !isBusy && onCancel()}>
      <h2 id={heading}>{t('Potvrda')}</h2>
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

export const DiscardDialog = (props: Pick<ConfirmDialogProps, 'onConfirm' | 'onCancel'>) => (
  <ConfirmDialog
    {...props}
    text={t('Odbaciti ono što ste upisali?')}
    giveUp={t('Nastavi unos')}
    action={t('Odbaci')}
  />
);
