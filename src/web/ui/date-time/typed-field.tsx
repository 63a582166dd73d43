import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useHasFinger } from '../browser.ts';
import { Field, type FieldTexts } from '../field.tsx';

/** Parses and formats one kind of value. */
export interface Reading {
  /** Returns null for unreadable text. */
  read: (text: string) => string | null;
  /** Whether the text is complete; only then `onChange` is called while typing. */
  isWhole: (text: string) => boolean;
  show: (value: string) => string;
  /** One step later or earlier; null if there is none. */
  step: (value: string, by: 1 | -1) => string | null;
  /** Why the value cannot be chosen. */
  refusal?: (value: string) => string | null;
  /** Error of unreadable text: the expected format. */
  sentence: string;
}

interface TypedOptions {
  /** '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** The form's error. */
  error?: string | true | null | undefined;
}

interface Draft {
  text: string;
  /** The last value passed to `onChange` for this text; null: none. */
  reported: string | null;
}

/** Delay of the error after blur: it moves the page, and the tap that caused the blur would miss its button. */
const ERROR_DELAY_MS = 200;

/** The format of autofill and other programs; such text is complete after the last digit. */
const isIso = (text: string): boolean => /^\s*\d{4}-/.test(text);

const isBlank = (text: string): boolean => text.trim() === '';

/** The text being typed, discarded when the value changes from outside. */
function useDraft(value: string) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (draft && value !== draft.reported) setDraft(null);
  }
  return [draft, setDraft] as const;
}

/** Whether to show errors: only after the field was left. */
function useErrorShown() {
  const [isErrorShown, setIsErrorShown] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const showError = (isShown: boolean, delayMs = 0) => {
    window.clearTimeout(timer.current);
    if (delayMs === 0) setIsErrorShown(isShown);
    else timer.current = window.setTimeout(() => setIsErrorShown(isShown), delayMs);
  };
  return [isErrorShown, showError] as const;
}

/**
 * A text field for a value in another format. Keeps the typed text until blur or Enter. Calls `onChange` with complete values, and with
 * '' for blank or unreadable text.
 */
function useTyped(reading: Reading, { value, onChange, error }: TypedOptions) {
  const [draft, setDraft] = useDraft(value);
  const [isErrorShown, showError] = useErrorShown();
  const set = (next: string, kept: Draft | null = null) => {
    setDraft(kept);
    if (next !== value) onChange(next);
  };
  const type = (text: string) => {
    showError(false);
    const reported = isBlank(text) ? '' : reading.isWhole(text) ? reading.read(text) : null;
    set(reported ?? value, isIso(text) && reported !== null ? null : { text, reported });
  };
  const settle = () => {
    if (!draft) return;
    const read = isBlank(draft.text) ? '' : reading.read(draft.text);
    set(read ?? '', read === null ? { ...draft, reported: '' } : null);
  };
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (event.key === 'Enter') {
      settle();
      showError(true);
    }
    if (by === undefined) return;
    event.preventDefault();
    const next = reading.step(draft ? (reading.read(draft.text) ?? '') : value, by);
    if (next !== null) set(next);
  };
  const isUnreadable = draft?.reported === '' && !isBlank(draft.text);
  const own = isUnreadable ? reading.sentence : (reading.refusal?.(value) ?? null);
  return {
    error: isUnreadable && error ? own : error || (isErrorShown ? own : null),
    set,
    input: {
      value: draft?.text ?? reading.show(value),
      onChange: (event: { target: { value: string } }) => type(event.target.value),
      onBlur: () => {
        settle();
        showError(true, ERROR_DELAY_MS);
      },
      onKeyDown: press,
    },
  };
}

const ARROWS: Partial<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

export interface TypedFieldProps {
  field: Omit<FieldTexts, 'aside'> & TypedOptions & { name?: string; required?: boolean };
  reading: Reading;
  placeholder: string;
  /** The button that opens the picker. */
  picker: (picker: Picker) => ReactNode;
}

interface Picker {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Sets the picked value. */
  set: (value: string) => void;
}

/** A typed day or time with a picker. Touch opens the picker at once instead of the keyboard. */
export function TypedField({ field, reading, placeholder, picker }: TypedFieldProps) {
  const { label, hint, className, name, required } = field;
  const typed = useTyped(reading, field);
  const hasFinger = useHasFinger();
  const [isOpen, onOpenChange] = useState(false);
  return (
    <Field label={label} hint={hint} error={typed.error} className={className}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            {...typed.input}
            name={name}
            required={required}
            type="text"
            inputMode={hasFinger ? 'none' : 'numeric'}
            autoComplete="off"
            placeholder={placeholder}
            onClick={hasFinger ? () => onOpenChange(true) : undefined}
            className="control pr-12 tabular-nums"
          />
          {picker({ isOpen, onOpenChange, set: typed.set })}
        </div>
      )}
    </Field>
  );
}
