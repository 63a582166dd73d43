import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldTexts } from './field.tsx';

export type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value'> & {
    value: string;
    onChange: (value: string) => void;
    inputClassName?: string;
  };

/** One line of text, also `type` email, tel, number, date, time, search. */
export function TextField({
  label,
  hint,
  error,
  aside,
  className,
  inputClassName,
  onChange,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(wiring) => (
        <input
          type="text"
          {...input}
          {...wiring}
          onChange={(event) => onChange(event.target.value)}
          className={cx('control', inputClassName)}
        />
      )}
    </Field>
  );
}
