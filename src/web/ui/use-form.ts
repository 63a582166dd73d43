import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string | undefined>>;

/** A field's error text, or `true` for an invalid field whose error text is shown for the whole form. */
type FieldError = string | true;

export interface FormErrors {
  /** The error of the whole form, shown by `<FormAlert />`. */
  text?: string | null;
  /** Errors by field name. The text for a field that the form does not have is shown for the whole form. */
  fields?: Readonly<Record<string, FieldError | undefined>>;
}

export interface FieldState<Value extends string | undefined> {
  name: string;
  value: Value;
  error: FieldError | undefined;
  onChange: (value: Value) => void;
}

export interface FormState<V extends Values> {
  ref: RefObject<HTMLFormElement | null>;
  values: V;
  /** The props of one field. Typing clears its error. */
  field: <K extends keyof V & string>(name: K) => FieldState<V[K]>;
  change: (values: Partial<V>) => void;
  alert: string | null;
  /** Shows the errors and focuses the first invalid field. */
  refuse: (errors: FormErrors) => void;
  clearErrors: () => void;
  isDirty: boolean;
  /** Resets values and errors. `values`, if given, become the new initial values. With `sent`, keeps values that differ from it. */
  reset: (values?: V, sent?: V) => void;
}

interface State<V> {
  start: V;
  values: V;
  errors: Readonly<Record<string, FieldError | undefined>>;
  alert: string | null;
}

/** The text to show above the form: the error of the whole form, or an error about a field that the form does not show. */
function alertOf(values: Values, { text, fields = {} }: FormErrors): string | null {
  const unplaced = Object.entries(fields).find(
    ([name, error]) => typeof error === 'string' && !(name in values),
  );
  return text ?? (typeof unplaced?.[1] === 'string' ? unplaced[1] : null);
}

/** Values and errors of a form's fields. `start` has the initial values and is read once. */
export function useForm<V extends Values>(start: V): FormState<V> {
  const ref = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State<V>>({ start, values: start, errors: {}, alert: null });
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  useLayoutEffect(() => {
    // takes over text typed or autofilled before hydration; a layout effect, because other effects may run after the next keystroke
    const typed = [...(ref.current?.elements ?? [])].filter((one) => one instanceof HTMLInputElement);
    for (const { name, value, defaultValue } of typed)
      if (value !== defaultValue)
        setState((before) => (name in before.values ? withValues(before, { [name]: value }) : before));
  }, []);
  return {
    ref,
    values: state.values,
    alert: state.alert,
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: state.values[name],
      error: state.errors[name],
      onChange: (value: V[K]) => setState((before) => withValues(before, { [name]: value })),
    }),
    change: (values) => setState((before) => withValues(before, values)),
    refuse: (errors) => {
      setState((before) => ({
        ...before,
        errors: errors.fields ?? {},
        alert: alertOf(before.values, errors),
      }));
      setRefusals((count) => count + 1);
    },
    clearErrors: () => setState((before) => ({ ...before, errors: {}, alert: null })),
    isDirty: !areSame(state.values, state.start),
    reset: (values = state.start, sent) =>
      setState((before) => {
        const typed = Object.entries(before.values).filter(([name, value]) => sent && value !== sent[name]);
        return {
          start: values,
          values: { ...values, ...Object.fromEntries(typed) },
          errors: {},
          alert: null,
        };
      }),
  };
}

export const areSame = (a: Values, b: Values): boolean =>
  Object.entries(a).every(([name, value]) => value === b[name]);

/** The state with these values, without the errors of their fields. */
function withValues<V extends Values>(state: State<V>, values: Values): State<V> {
  const errors = Object.entries(state.errors).filter(([name]) => !(name in values));
  return { ...state, values: { ...state.values, ...values }, errors: Object.fromEntries(errors) };
}
