import { NumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { MIN_SLOT_MINUTES, SLOT_STEP_MINUTES } from '#domain/limits.ts';
import { Field, type FieldTexts } from '../field.tsx';

export type DurationFieldProps = Omit<FieldTexts, 'aside' | 'label'> & {
  label?: string;
  name?: string;
  /** Whole minutes as text; '' for no value. */
  value: string;
  onChange: (value: string) => void;
};

const STEP_BUTTON =
  'grid size-11 place-items-center rounded-card text-link transition-colors hover:bg-blush disabled:text-edge disabled:hover:bg-transparent';

/** The duration of a slot in steps of 5 minutes. Users can type a value that is too short; the form then shows why it is rejected. */
export function DurationField(props: DurationFieldProps) {
  const { label = 'Trajanje (min)', hint, error, className, name, value, onChange } = props;
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
            <span className="absolute inset-y-0 right-0.5 flex items-center">
              <NumberField.Decrement aria-label="Manje" className={STEP_BUTTON}>
                <Minus size={18} strokeWidth={2} />
              </NumberField.Decrement>
              <NumberField.Increment aria-label="Više" className={STEP_BUTTON}>
                <Plus size={18} strokeWidth={2} />
              </NumberField.Increment>
            </span>
          </NumberField.Group>
        </NumberField.Root>
      )}
    </Field>
  );
}
