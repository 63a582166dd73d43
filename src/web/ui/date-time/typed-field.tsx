import { Popover } from '@base-ui/react/popover';
import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useHasFinger } from '../browser.ts';
import { Field, type FieldTexts } from '../field.tsx';

/** How a text field for days or times parses, formats and steps its values. */
export interface Reading {
  /** Parses typed text; null for invalid text. */
  read: (text: string) => string | null;
  /** Whether the text is a complete value. While the user types, `onChange` is called only for complete values. */
  isWhole: (text: string) => boolean;
  show: (value: string) => string;
  /** Returns the value one step later or earlier (arrow keys); null if the step is impossible. */
  step: (value: string, by: 1 | -1) => string | null;
  /** The reason why a valid value cannot be chosen; null if it can. */
  refusal?: (value: string) => string | null;
  /** The error for invalid text; it names the expected format. */
  sentence: string;
}

export interface TypedProps extends Omit<FieldTexts, 'aside'> {
  name?: string;
  /** The value as 'YYYY-MM-DD' or 'HH:mm'; '' for no value, or while the typed value is incomplete. */
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
}

interface Draft {
  text: string;
  /** The last value passed to `onChange` for this text; null before the first call. */
  reported: string | null;
}

/** How long after blur the error appears. An earlier error would move the page under the tap that caused the blur. */
const ERROR_DELAY_MS = 200;

/** Whether the text starts like an ISO date, which autofill inserts. An ISO date is complete after its last digit. */
const isIso = (text: string): boolean => /^\s*\d{4}-/.test(text);

const isBlank = (text: string): boolean => text.trim() === '';

/** Holds the text being typed; discards it when the value changes from outside. */
function useDraft(value: string) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (draft && value !== draft.reported) setDraft(null);
  }
  return [draft, setDraft] as const;
}

/** Shows errors only after the user has left the field. */
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

/** The state of a field whose typed text differs from its value. `onChange` gets only complete values or ''. */
function useTyped(reading: Reading, { value, onChange, error }: TypedProps) {
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
  field: TypedProps;
  reading: Reading;
  placeholder: string;
  icon: LucideIcon;
  /** The name of the picker: 'Kalendar' or 'Sat'. */
  picker: string;
  /** Renders the picker, which sets the field's value. */
  children: (set: (value: string) => void, close: () => void) => ReactNode;
}

/** A field for a typed day or time, with a picker. On touch devices a tap opens the picker instead of the keyboard. */
export function TypedField({ field, reading, placeholder, icon: Icon, picker, children }: TypedFieldProps) {
  const { label, hint, className, name, required } = field;
  const typed = useTyped(reading, field);
  const hasFinger = useHasFinger();
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
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
            onClick={hasFinger ? () => setIsOpen(true) : undefined}
            className="control pr-12 tabular-nums"
          />
          <span ref={place}>
            <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
              <Popover.Trigger
                aria-label={picker}
                aria-description={label}
                className="absolute inset-y-0 right-0.5 my-auto grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
              >
                <Icon />
              </Popover.Trigger>
              <Popover.Portal container={place}>
                <Popover.Positioner
                  positionMethod="fixed"
                  align="end"
                  sideOffset={6}
                  collisionPadding={1}
                  className="z-30"
                >
                  <Popover.Popup
                    aria-label={label}
                    className="max-h-(--available-height) overflow-y-auto rounded-card border border-line bg-card p-3 shadow-float animate-appear max-[352px]:px-1"
                  >
                    {children(typed.set, () => setIsOpen(false))}
                  </Popover.Popup>
                </Popover.Positioner>
              </Popover.Portal>
            </Popover.Root>
          </span>
        </div>
      )}
    </Field>
  );
}
