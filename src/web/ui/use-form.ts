import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

type Values = Readonly<Record<string, string>>;
/** A field's sentence, or `true` where the form's own text says it. */
type FieldError = string | true;

/** What is wrong with a form: nothing was sent, or the server refused it. */
export interface FormErrors {
  /** For the whole form, shown by `<FormAlert />`. */
  text?: string | null;
  /** By field; the sentence of a field that the form does not have goes to the whole form. */
  fields?: Readonly<Record<string, FieldError | undefined>>;
}

/** The props of a field: `<TextField {...form.field('email')} label="Email" />`. */
export interface FieldState<Value extends string> {
  name: string;
  value: Value;
  error: FieldError | undefined;
  onChange: (value: Value) => void;
}

export interface FormState<V extends Values> {
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  /** Typing clears the field's error. */
  field: <K extends keyof V & string>(name: K) => FieldState<V[K]>;
  /** Sets several fields at once, as typing would. */
  change: (values: Partial<V>) => void;
  alert: string | null;
  /** Shows what is wrong and puts the focus on the first faulty field. */
  refuse: (errors: FormErrors) => void;
  clearErrors: () => void;
  isDirty: boolean;
  /** To these values, clean. */
  reset: (values?: V) => void;
}

interface State<V> {
  start: V;
  values: V;
  errors: Readonly<Record<string, FieldError | undefined>>;
  alert: string | null;
}

/** The sentence of a field that the form does not show must not get lost: it is shown above the button. */
function alertOf(values: Values, { text, fields = {} }: FormErrors): string | null {
  const unplaced = Object.entries(fields).find(
    ([name, error]) => typeof error === 'string' && !(name in values),
  );
  return text ?? (typeof unplaced?.[1] === 'string' ? unplaced[1] : null);
}

/** A form's fields by name, with their errors. `start` is read once. */
export function useForm<V extends Values>(start: V): FormState<V> {
  const ref = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State<V>>({ start, values: start, errors: {}, alert: null });
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  useLayoutEffect(() => {
    // typed, or filled in by the browser, while the page did not answer yet; before the next key: React puts off what an effect
    // sets when it has woken a page up
    const typed = [...(ref.current?.elements ?? [])].filter((one) => one instanceof HTMLInputElement);
    for (const { name, value, defaultValue } of typed)
      if (value !== defaultValue)
        setState((before) => (name in before.values ? withValue(before, name, value as V[string]) : before));
  }, []);
  const change = (values: Partial<V>) =>
    setState((before) => ({
      ...before,
      values: { ...before.values, ...values },
      errors: Object.fromEntries(Object.entries(before.errors).filter(([name]) => !(name in values))),
    }));
  return {
    ref,
    values: state.values,
    alert: state.alert,
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: state.values[name],
      error: state.errors[name],
      onChange: (value: V[K]) => setState((before) => withValue(before, name, value)),
    }),
    change,
    refuse: (errors) => {
      setState((before) => ({
        ...before,
        errors: errors.fields ?? {},
        alert: alertOf(before.values, errors),
      }));
      setRefusals((count) => count + 1);
    },
    clearErrors: () => setState((before) => ({ ...before, errors: {}, alert: null })),
    isDirty: Object.entries(state.values).some(([name, value]) => value !== state.start[name]),
    reset: (values = state.start) => setState({ start: values, values, errors: {}, alert: null }),
  };
}

function withValue<V extends Values, K extends keyof V & string>(
  state: State<V>,
  name: K,
  value: V[K],
): State<V> {
  return {
    ...state,
    values: { ...state.values, [name]: value },
    errors: { ...state.errors, [name]: undefined },
  };
}
