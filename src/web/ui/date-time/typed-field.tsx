import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useHasFinger } from '../browser.ts';
import { Field, type FieldTexts } from '../field.tsx';

/** How one kind of value is read from what is typed, and written. */
export interface Reading {
  /** The value of a text, null of what is none. */
  read: (text: string) => string | null;
  /** Is nothing more to come? Only then the form learns it while it is typed. */
  isWhole: (text: string) => boolean;
  show: (value: string) => string;
  /** One step later or earlier, null where there is none. */
  step: (value: string, by: 1 | -1) => string | null;
  /** Why that value can't be chosen. */
  refusal?: (value: string) => string | null;
  /** How it is to be typed, where a text is none. */
  sentence: string;
}

interface TypedOptions {
  /** The form's value, '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** The form's own sentence. */
  error?: string | true | null | undefined;
}

interface Draft {
  text: string;
  /** What the form was told; null: nothing yet. */
  told: string | null;
}

/** A sentence that pushes the page down under a finger on its way to the button would make it miss. */
const JUDGED_AFTER_MS = 200;

/** As browsers, autofill and other programs hand over dates: nobody types on after the last digit. */
const isIso = (text: string): boolean => /^\s*\d{4}-/.test(text);

const isBlank = (text: string): boolean => text.trim() === '';

/** What is being typed, kept until another hand sets the value. */
function useDraft(value: string) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (draft && value !== draft.told) setDraft(null);
  }
  return [draft, setDraft] as const;
}

/** Whether the field has been left: what is still being typed is not judged. */
function useJudged() {
  const [isJudged, setIsJudged] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const judge = (isNow: boolean, delayMs = 0) => {
    window.clearTimeout(timer.current);
    if (delayMs === 0) setIsJudged(isNow);
    else timer.current = window.setTimeout(() => setIsJudged(isNow), delayMs);
  };
  return [isJudged, judge] as const;
}

/**
 * A text field for a value that forms hold in another writing. What is typed stands as it is until it is left or entered; the
 * form hears of whole values only, and of '' for what is none.
 */
function useTyped(reading: Reading, { value, onChange, error }: TypedOptions) {
  const [draft, setDraft] = useDraft(value);
  const [isJudged, judge] = useJudged();
  const set = (next: string, kept: Draft | null = null) => {
    setDraft(kept);
    if (next !== value) onChange(next);
  };
  const type = (text: string) => {
    judge(false);
    const told = isBlank(text) ? '' : reading.isWhole(text) ? reading.read(text) : null;
    set(told ?? value, isIso(text) && told !== null ? null : { text, told });
  };
  const settle = () => {
    if (!draft) return;
    const read = isBlank(draft.text) ? '' : reading.read(draft.text);
    set(read ?? '', read === null ? { ...draft, told: '' } : null);
  };
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (event.key === 'Enter') {
      settle();
      judge(true);
    }
    if (by === undefined) return;
    event.preventDefault();
    const next = reading.step(draft ? (reading.read(draft.text) ?? '') : value, by);
    if (next !== null) set(next);
  };
  const isUnreadable = draft?.told === '' && !isBlank(draft.text);
  const own = isUnreadable ? reading.sentence : (reading.refusal?.(value) ?? null);
  return {
    error: isUnreadable && error ? own : error || (isJudged ? own : null),
    set,
    input: {
      value: draft?.text ?? reading.show(value),
      onChange: (event: { target: { value: string } }) => type(event.target.value),
      onBlur: () => {
        settle();
        judge(true, JUDGED_AFTER_MS);
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
  /** Takes over what was picked. */
  set: (value: string) => void;
}

/** A day or a time that is typed, with its picker beside it. A finger gets the picker at once, without the keyboard over it. */
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
