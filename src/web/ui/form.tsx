import { CircleAlert } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import { t } from '#domain/language/translate.ts';
import { Button, type ButtonProps } from './button.tsx';
import { cx } from './cx.ts';

export interface FormStatus {
  isDirty: boolean;
  isBusy: boolean;
}

export interface DialogState {
  /** Closes the dialog; asks first if the form has unsaved changes. */
  requestClose: () => void;
  /** The state of the form in the dialog. The dialog asks for confirmation before closing if the form has unsaved changes. */
  formStatus: RefObject<FormStatus | null>;
}

export const DialogContext = createContext<DialogState | null>(null);

/** The buttons at the end of a dialog, cancel first. They stick to the bottom edge when the dialog is longer than the screen. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-2 -mx-(--gap) mt-3 -mb-[calc(20px+env(safe-area-inset-bottom))] flex flex-wrap gap-2 bg-card px-(--gap) pt-3 pb-[calc(20px+env(safe-area-inset-bottom))] md:-mx-7 md:-mb-7 md:justify-end md:px-7 md:pb-7 [&>:last-child]:flex-1 md:[&>:last-child]:flex-none">
      {children}
    </div>
  );
}

/** The state that `<Form>` needs, for example from `useSubmitForm`. */
export interface SubmittableForm {
  ref: RefObject<HTMLFormElement | null>;
  alert: string | null;
  /** Whether there are unsaved changes; a surrounding dialog then asks before it closes. */
  isDirty: boolean;
  /** Whether the form is being sent; it then ignores presses, and a surrounding dialog stays open. */
  isBusy: boolean;
  /** Why nothing can be sent now; the button that submits is then disabled and says so. */
  outage?: string | null;
  submit: () => void;
}

const FormContext = createContext<Pick<SubmittableForm, 'alert' | 'isBusy' | 'outage'>>({
  alert: null,
  isBusy: false,
});

export type FormProps = Pick<ComponentProps<'form'>, 'id' | 'aria-label' | 'onKeyDown' | 'className'> & {
  form: SubmittableForm;
  children: ReactNode;
};

/** A form without the browser's validation. Its children include `<FormAlert />` and the buttons. */
export function Form({ form, children, ...rest }: FormProps) {
  const { ref, alert, isDirty, isBusy, outage = null, submit } = form;
  const dialog = useContext(DialogContext);
  useImperativeHandle(dialog?.formStatus, () => ({ isDirty, isBusy }), [isDirty, isBusy]);
  return (
    <form
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation(); // otherwise React would also submit the form that contains this form's dialog
        submit();
      }}
      noValidate
      {...rest}
    >
      <FormContext value={{ alert, isBusy, outage }}>{children}</FormContext>
    </form>
  );
}

/** The error of the surrounding form, or `text`. Screen readers announce it, and it is scrolled into view. */
export function FormAlert({ text, className }: { text?: string | null; className?: string }) {
  const form = useContext(FormContext);
  const shown = text === undefined ? form.alert : text;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) place.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <div ref={place} role="alert" className={cx('empty:absolute', className)}>
      {shown && (
        <p className="flex items-start gap-2.5 rounded-card bg-error-tint px-4 py-3 text-small text-error">
          <CircleAlert className="shrink-0" />
          {shown}
        </p>
      )}
    </div>
  );
}

export function SubmitButton(props: Omit<ButtonProps, 'type' | 'isBusy' | 'onClick'>) {
  const { isBusy, outage } = useContext(FormContext);
  return (
    <Button {...props} type="submit" isBusy={isBusy} disabled={props.disabled || Boolean(outage)}>
      {outage ?? props.children}
    </Button>
  );
}

export interface FormButtonsProps extends Pick<ButtonProps, 'variant'> {
  /** Called by the cancel button. By default the button asks the surrounding dialog to close. */
  onGiveUp?: (() => void) | undefined;
  isBlocked?: boolean | undefined;
  giveUp?: string | undefined;
  submit?: ReactNode;
}

/** The cancel and submit buttons of a form. Cancel is disabled while the form is being sent. */
export function FormButtons(props: FormButtonsProps) {
  const { onGiveUp, isBlocked, variant, giveUp = t('Odustani'), submit = t('Sačuvaj') } = props;
  const { isBusy } = useContext(FormContext);
  const dialog = useContext(DialogContext);
  return (
    <>
      <Button variant="quiet" onClick={onGiveUp ?? dialog?.requestClose} disabled={isBusy}>
        {giveUp}
      </Button>
      <SubmitButton variant={variant} disabled={isBlocked}>
        {submit}
      </SubmitButton>
    </>
  );
}

export interface DialogFormProps extends FormButtonsProps {
  form: SubmittableForm;
  children: ReactNode;
}

export function DialogForm({ form, children, ...buttons }: DialogFormProps) {
  return (
    <Form form={form}>
      <div className="grid gap-4">{children}</div>
      <FormAlert className="has-[p]:mt-4" />
      <DialogActions>
        <FormButtons {...buttons} />
      </DialogActions>
    </Form>
  );
}
