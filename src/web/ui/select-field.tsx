import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type ControlProps, Field, fieldAndControl } from './field.tsx';

export interface SelectFieldProps<Value extends string> extends ControlProps<'select', Value> {
  options: readonly { value: Value; label: string }[];
  before?: ReactNode;
}

export function SelectField<V extends string>({ options, before, onChange, ...props }: SelectFieldProps<V>) {
  const [field, select] = fieldAndControl(props);
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative grid *:[grid-area:1/1]">
          {before && (
            <span className="pointer-events-none z-1 grid h-12 items-center justify-self-start pl-3.5">
              {before}
            </span>
          )}
          <select
            {...select}
            {...wiring}
            onChange={(event) => choose(event.target.value)}
            className="control appearance-none [-webkit-text-fill-color:transparent]"
          >
            {options.map((option) => (
              <option
                key={option.value}
                value={option.value}
                className="[-webkit-text-fill-color:var(--color-ink)]"
              >
                {option.label}
              </option>
            ))}
          </select>
          {/* this text covers the select and wraps; the select itself would truncate a long label, with the price at its end */}
          <span
            aria-hidden="true"
            className={cx(
              'pointer-events-none z-1 min-w-0 py-3 pr-11 wrap-break-word text-pretty',
              before == null ? 'pl-[15px]' : 'pl-8.5',
              select.disabled && 'text-soft',
            )}
          >
            {options.find((option) => option.value === select.value)?.label}
          </span>
          <ChevronDown
            strokeWidth={2}
            className="pointer-events-none z-1 mt-3.5 mr-3 justify-self-end text-edge"
          />
        </div>
      )}
    </Field>
  );
}
