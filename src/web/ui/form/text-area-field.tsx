import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldTexts } from './field.tsx';

export type TextAreaFieldProps = Omit<FieldTexts, 'aside'> &
  Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'onChange' | 'value' | 'maxLength'> & {
    value: string;
    onChange: (value: string) => void;
    /** Shows a counter. Characters as people count them; typing more is possible and marked, cutting a letter is not. */
    maxCharacters?: number;
  };

function Counter({ used, max }: { used: number; max: number }) {
  return (
    <span className={cx('shrink-0 tabular-nums', used > max && 'font-semibold text-error')}>
      {used}/{max}
    </span>
  );
}

/** Several lines of text; grows with what is typed. */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  maxCharacters,
  onChange,
  ...area
}: TextAreaFieldProps) {
  const counter =
    maxCharacters === undefined ? undefined : <Counter used={[...area.value].length} max={maxCharacters} />;
  return (
    <Field label={label} hint={hint} error={error} aside={counter} className={className}>
      {(wiring) => (
        <textarea
          rows={3}
          {...area}
          {...wiring}
          onChange={(event) => onChange(event.target.value)}
          className="control block field-sizing-content min-h-24 resize-none"
        />
      )}
    </Field>
  );
}
