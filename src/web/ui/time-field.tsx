import { NumberField } from '@base-ui/react/number-field';
import { Popover } from '@base-ui/react/popover';
import { Clock, Minus, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { DAY_CLOSES, DAY_OPENS, MIN_SLOT_MINUTES, SLOT_STEP_MINUTES } from '#domain/limits.ts';
import { useHasMouse } from './browser.ts';
import { Field, type FieldTexts, type Wiring } from './field.tsx';
import { FormattedValue } from './select-field.tsx';

export type TimeFieldProps = Omit<FieldTexts, 'aside'> & {
  name?: string;
  /** 'HH:mm', '' while it is not a whole time. */
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
};

type ControlProps = Pick<TimeFieldProps, 'name' | 'value' | 'onChange' | 'required'>;

const SECONDS_A_MINUTE = 60;

/** The device's own wheel, for fingers. */
function TouchTime({ wiring, ...input }: ControlProps & { wiring: Wiring }) {
  return (
    <FormattedValue
      {...input}
      {...wiring}
      type="time"
      shown={input.value}
      min={DAY_OPENS.slice(0, 5)}
      max={DAY_CLOSES.slice(0, 5)}
      step={SLOT_STEP_MINUTES * SECONDS_A_MINUTE}
    />
  );
}

function ClockPopover({ value, onChange }: Pick<ControlProps, 'value' | 'onChange'>) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place}>
      <Popover.Root>
        <Popover.Trigger
          aria-label="Sat"
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
        >
          <Clock aria-hidden="true" size={20} strokeWidth={1.75} />
        </Popover.Trigger>
        <Popover.Portal container={place}>
          <Popover.Positioner positionMethod="fixed" align="end" sideOffset={6} className="z-30">
            <Popover.Popup
              aria-label="Sat"
              className="rounded-card border border-line bg-card p-3 shadow-float animate-appear"
            >
              <ClockPicker value={value} onChange={onChange} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </span>
  );
}

/** Typed in any usual way, or picked: a browser's own control would write a.m. and p.m. in the language it runs in. */
function TypedTime({ wiring, value, onChange, ...input }: ControlProps & { wiring: Wiring }) {
  const [draft, setDraft] = useState<string | null>(null);
  const type = (text: string) => {
    setDraft(text);
    onChange(clockTyped(text));
  };
  return (
    <div className="relative">
      <input
        {...input}
        {...wiring}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="--:--"
        value={draft ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => value !== '' && setDraft(null)}
        className="control pr-12 tabular-nums"
      />
      <ClockPopover
        value={value}
        onChange={(clock) => {
          setDraft(null);
          onChange(clock);
        }}
      />
    </div>
  );
}

/** When a slot begins: 06:00-22:00 in steps of 5 minutes (docs/spec/product.md §5.5). Always with 24 hours. */
export function TimeField({ label, hint, error, className, ...input }: TimeFieldProps) {
  const Time = useHasMouse() ? TypedTime : TouchTime;
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => <Time {...input} wiring={wiring} />}
    </Field>
  );
}

const FIRST_HOUR = Number(DAY_OPENS.slice(0, 2));
const LAST_HOUR = Number(DAY_CLOSES.slice(0, 2)) - 1; // nothing begins when the day closes
const HOUR_MINUTES = 60;

const two = (n: number): string => String(n).padStart(2, '0');
const HOURS = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, n) => two(FIRST_HOUR + n));
const MINUTES = Array.from({ length: HOUR_MINUTES / SLOT_STEP_MINUTES }, (_, n) =>
  two(n * SLOT_STEP_MINUTES),
);

interface ChoicesProps {
  label: string;
  choices: readonly string[];
  chosen: string | undefined;
  onChoose: (choice: string) => void;
}

function Choices({ label, choices, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset aria-label={label} className="min-w-0">
      <p aria-hidden="true" className="mb-1 text-label font-semibold text-soft">
        {label}
      </p>
      <div className="grid grid-cols-4 gap-1">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chosen}
            onClick={() => onChoose(choice)}
            className="grid size-11 place-items-center rounded-card tabular-nums transition-colors hover:bg-blush aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white"
          >
            {choice}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Hours and minutes to press. */
function ClockPicker({ value, onChange }: { value: string; onChange: (clock: string) => void }) {
  const [hour, minute] = value === '' ? [] : value.split(':');
  return (
    <div className="flex gap-5">
      <Choices
        label="Sati"
        choices={HOURS}
        chosen={hour}
        onChoose={(chosen) => onChange(`${chosen}:${minute ?? '00'}`)}
      />
      <Choices
        label="Minuti"
        choices={MINUTES}
        chosen={minute}
        onChoose={(chosen) => onChange(`${hour ?? HOURS[0]}:${chosen}`)}
      />
    </div>
  );
}

/** 'HH:mm' of what people type for a time: '9', '930', '9:30', '9.30', '17 45'; '' for what is none. */
export function clockTyped(text: string): string {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[\s.:,h]*(\d{2}))?\s*h?\s*$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return '';
  return `${hours.padStart(2, '0')}:${minutes}`;
}

export type DurationFieldProps = Omit<FieldTexts, 'aside' | 'label'> & {
  label?: string;
  name?: string;
  /** Whole minutes as text, '' for none. */
  value: string;
  onChange: (value: string) => void;
};

const STEP_BUTTON =
  'grid size-11 place-items-center rounded-card text-link transition-colors hover:bg-blush disabled:text-edge disabled:hover:bg-transparent';

/** How long a slot takes, in steps of 5 minutes. A shorter one can be typed: the form says why it is refused. */
export function DurationField({
  label = 'Trajanje (min)',
  hint,
  error,
  className,
  name,
  value,
  onChange,
}: DurationFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <NumberField.Root
          id={wiring.id}
          value={value === '' ? null : Number(value)}
          onValueChange={(minutes) => onChange(minutes === null ? '' : String(minutes))}
          min={MIN_SLOT_MINUTES}
          step={SLOT_STEP_MINUTES}
          snapOnStep
          allowOutOfRange
          locale="sr-Latn"
          format={{ useGrouping: false, maximumFractionDigits: 0 }}
          {...(name === undefined ? {} : { name })}
        >
          <NumberField.Group className="relative">
            <NumberField.Input
              aria-roledescription={undefined}
              aria-invalid={wiring['aria-invalid']}
              aria-describedby={wiring['aria-describedby']}
              inputMode="numeric"
              className="control pr-24 tabular-nums max-[22.5rem]:pr-23 max-[22.5rem]:pl-2.5"
            />
            <span className="absolute top-0.5 right-0.5 flex">
              <NumberField.Decrement aria-label="Manje" className={STEP_BUTTON}>
                <Minus aria-hidden="true" size={18} />
              </NumberField.Decrement>
              <NumberField.Increment aria-label="Više" className={STEP_BUTTON}>
                <Plus aria-hidden="true" size={18} />
              </NumberField.Increment>
            </span>
          </NumberField.Group>
        </NumberField.Root>
      )}
    </Field>
  );
}
