import { type ReactNode, useState } from 'react';
import { useHasFinger } from '../browser.ts';
import { Field, type FieldTexts } from '../field.tsx';
import { type Reading, type TypedOptions, useTyped } from './use-typed.ts';

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
