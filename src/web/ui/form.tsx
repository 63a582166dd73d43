import { CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type Values = Readonly<Record<string, string>>;
/** A fault's sentence, or `true` where the form's own text says it. */
type Fault = string | true;

export interface FormErrors {
  /** For the whole form, shown by `<FormAlert text={form.alert} />`. */
  text?: string | null;
  /** By field; a name that the form does not have goes to the whole form. */
  fields?: Readonly<Record<string, Fault | undefined>>;
}

export interface Form<V extends Values> {
  /** On the `<form>`, or any form around the fields. */
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  /** Spread into a field: `<TextField {...form.field('email')} label="Email" />`. Typing takes the field's fault back. */
  field: (name: keyof V & string) => {
    name: string;
    value: string;
    error: Fault | undefined;
    onChange: (value: string) => void;
  };
  alert: string | null;
  /** Shows what is wrong and puts the focus on the first faulty field. */
  refuse: (refusal: FormErrors) => void;
  /** Takes every fault back, e.g. when it is sent. */
  accept: () => void;
  isDirty: boolean;
  /** To these values, clean. */
  reset: (values?: V) => void;
}

interface State<V> {
  start: V;
  values: V;
  faults: Readonly<Record<string, Fault | undefined>>;
  alert: string | null;
}

/** Sentences for fields that the form does not show must not get lost: they stand above the button. */
function alertOf(values: Values, { text, fields = {} }: FormErrors): string | null {
  const homeless = Object.entries(fields).find(
    ([name, fault]) => typeof fault === 'string' && !(name in values),
  );
  return text ?? (typeof homeless?.[1] === 'string' ? homeless[1] : null);
}

/** Text fields by name, with their faults. `start` is read once. */
export function useForm<V extends Values>(start: V): Form<V> {
  const ref = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State<V>>({ start, values: start, faults: {}, alert: null });
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const change = (name: string, value: string) =>
    setState((was) => ({
      ...was,
      values: { ...was.values, [name]: value },
      faults: { ...was.faults, [name]: undefined },
    }));
  return {
    ref,
    values: state.values,
    alert: state.alert,
    field: (name) => ({
      name,
      value: state.values[name] ?? '',
      error: state.faults[name],
      onChange: (value) => change(name, value),
    }),
    refuse: (refusal) => {
      setState((was) => ({ ...was, faults: refusal.fields ?? {}, alert: alertOf(was.values, refusal) }));
      setRefusals((count) => count + 1);
    },
    accept: () => setState((was) => ({ ...was, faults: {}, alert: null })),
    isDirty: Object.entries(state.values).some(([name, value]) => value !== state.start[name]),
    reset: (values = state.start) => setState({ start: values, values, faults: {}, alert: null }),
  };
}

/** What went wrong with the whole form (or dialog), read out and scrolled to when it appears. Nothing to show: nothing there. */
export function FormAlert({ text }: { text: string | null | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={place} role="alert" className="empty:absolute">
      {text && (
        <p className="flex items-start gap-2.5 rounded-card bg-error-tint px-4 py-3 text-small text-error">
          <CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}

export interface FormButtonsProps extends Pick<ButtonProps, 'variant'> {
  onGiveUp: () => void;
  isBusy: boolean;
  /** Nothing that could be sent yet. */
  isBlocked?: boolean;
  giveUp?: string;
  submit?: string;
}

/** A form's last two buttons: the way back, which waits while something is sent, and the one that sends. */
export function FormButtons({
  onGiveUp,
  isBusy,
  isBlocked,
  variant,
  giveUp = 'Otkaži',
  submit = 'Sačuvaj',
}: FormButtonsProps) {
  return (
    <>
      <Button variant="quiet" onClick={onGiveUp} disabled={isBusy}>
        {giveUp}
      </Button>
      <Button type="submit" variant={variant} disabled={isBlocked} isBusy={isBusy}>
        {submit}
      </Button>
    </>
  );
}
