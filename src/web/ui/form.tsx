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
import { Button, type ButtonProps } from './button.tsx';
import { DialogActions, DialogContext } from './dialog-actions.tsx';

/** What `<Form>` needs of a form: `useSubmitForm` makes one. */
export interface SubmittableForm {
  ref: RefObject<HTMLFormElement | null>;
  alert: string | null;
  /** A dialog around it asks before it discards what was typed. */
  isDirty: boolean;
  /** It is being sent: a second press does nothing, a dialog around it stays open. */
  isBusy: boolean;
  submit: () => void;
}

const FormContext = createContext<Pick<SubmittableForm, 'alert' | 'isBusy'>>({ alert: null, isBusy: false });

export type FormProps = Pick<ComponentProps<'form'>, 'id' | 'aria-label' | 'onKeyDown' | 'className'> & {
  form: SubmittableForm;
  children: ReactNode;
};

/** A form with its `<FormAlert />` and buttons inside; the browser's own validation is off. */
export function Form({ form, children, ...rest }: FormProps) {
  const { ref, alert, isDirty, isBusy, submit } = form;
  const dialog = useContext(DialogContext);
  useImperativeHandle(dialog?.formStatus, () => ({ isDirty, isBusy }), [isDirty, isBusy]);
  return (
    <form
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation(); // React would pass it on to a form around the dialog of this one
        submit();
      }}
      noValidate
      {...rest}
    >
      <FormContext value={{ alert, isBusy }}>{children}</FormContext>
    </form>
  );
}

/** What went wrong with the form around it (or with `text`), read out and scrolled to when it appears. */
export function FormAlert({ text }: { text?: string | null | undefined }) {
  const form = useContext(FormContext);
  const shown = text === undefined ? form.alert : text;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) place.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <div ref={place} role="alert" className="empty:absolute">
      {shown && (
        <p className="flex items-start gap-2.5 rounded-card bg-error-tint px-4 py-3 text-small text-error">
          <CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
          {shown}
        </p>
      )}
    </div>
  );
}

/** Sends the form around it; busy while that lasts. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'isBusy' | 'onClick'>) {
  return <Button {...props} type="submit" isBusy={useContext(FormContext).isBusy} />;
}

export interface FormButtonsProps extends Pick<ButtonProps, 'variant'> {
  /** By default what the dialog around the form does to close: at once, or after asking. */
  onGiveUp?: (() => void) | undefined;
  /** Nothing that could be sent yet. */
  isBlocked?: boolean | undefined;
  /** Where no `<Form>` is around it. */
  isBusy?: boolean;
  giveUp?: string | undefined;
  submit?: string | undefined;
}

/** A form's last two buttons: the way back, which waits while the form is sent, and the one that sends. */
export function FormButtons({
  onGiveUp,
  isBlocked,
  isBusy: isBusyAlone = false,
  variant,
  giveUp = 'Otkaži',
  submit = 'Sačuvaj',
}: FormButtonsProps) {
  const isBusy = useContext(FormContext).isBusy || isBusyAlone;
  const dialog = useContext(DialogContext);
  return (
    <>
      <Button variant="quiet" onClick={onGiveUp ?? dialog?.requestClose} disabled={isBusy}>
        {giveUp}
      </Button>
      <Button type="submit" variant={variant} disabled={isBlocked} isBusy={isBusy}>
        {submit}
      </Button>
    </>
  );
}

export interface DialogFormProps extends FormButtonsProps {
  form: SubmittableForm;
  /** Above the fields, with a distance of its own. */
  head?: ReactNode;
  children: ReactNode;
}

/** The content of a dialog that is one form: fields one below the other, the alert, the two buttons. */
export function DialogForm({ form, head, children, ...buttons }: DialogFormProps) {
  return (
    <Form form={form}>
      {head}
      <div className="grid gap-4">{children}</div>
      <div className="has-[p]:mt-4">
        <FormAlert />
      </div>
      <DialogActions>
        <FormButtons {...buttons} />
      </DialogActions>
    </Form>
  );
}
