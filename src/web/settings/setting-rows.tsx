import { CircleAlert, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { SETTINGS } from '#domain/settings.ts';
import { numberTyped } from '#domain/wording/numbers.ts';
import { IconButton } from '../ui/button.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { clockTyped } from '../ui/date-time/typed-values.ts';
import type { FieldState } from '../ui/use-form.ts';
import type { NumberName } from './setting-errors.ts';

interface RowTexts {
  label: string;
  hint?: string;
}

interface RowProps extends RowTexts {
  /** Of the control; none where the label stands for who sees it alone. */
  id?: string;
  error?: string | true | undefined;
  children: ReactNode;
}

/** A setting in its group: what it is called and means at the left, the control at the right, what is wrong with it below. */
export function SettingRow({ label, hint, id, error, children }: RowProps) {
  const name = 'block font-medium';
  return (
    <div className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5 py-4">
      <div className="min-w-0 flex-1 basis-[8rem]">
        {id ? (
          <label htmlFor={id} className={name}>
            {label}
          </label>
        ) : (
          <span aria-hidden="true" className={name}>
            {label}
          </span>
        )}
        {hint && (
          <p id={id && `${id}-hint`} className="text-small text-soft">
            {hint}
          </p>
        )}
      </div>
      {children}
      {typeof error === 'string' && (
        <p id={`${id}-error`} className="flex basis-full items-start gap-1.5 text-small text-error">
          <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

/** On or off; the whole row switches it. */
export function SwitchRow({ label, hint, field }: RowTexts & { field: FieldState<string> }) {
  return (
    <SettingRow label={label} {...(hint && { hint })}>
      <Switch
        label={label}
        isLabelHidden
        isOn={field.value === '1'}
        onChange={(isOn) => field.onChange(isOn ? '1' : '0')}
        className="after:absolute after:inset-0 after:content-[''] *:[input]:z-1"
      />
    </SettingRow>
  );
}

interface NumberRowProps extends RowTexts {
  field: FieldState<string>;
}

const NUMBER = 'tabular-nums outline-none';

function wiringOf(id: string, { error }: FieldState<string>, hint: string | undefined) {
  const described = [typeof error === 'string' && `${id}-error`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return {
    id,
    inputMode: 'numeric',
    autoComplete: 'off',
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  } as const;
}

/** A number of hours, months: typed. */
export function NumberRow({ label, hint, field, unit }: NumberRowProps & { unit: string }) {
  const id = useId();
  return (
    <SettingRow label={label} {...(hint && { hint })} id={id} error={field.error}>
      <span className="flex items-center gap-3">
        <input
          {...wiringOf(id, field, hint)}
          value={field.value}
          onChange={(event) => field.onChange(event.target.value)}
          className="control w-[4.5rem]! px-3! text-right tabular-nums"
        />
        <span className="w-[4rem] text-small text-soft">{unit}</span>
      </span>
    </SettingRow>
  );
}

/** A time of day, or none: typed as it is said, `8` is 08:00. */
export function TimeRow({ label, hint, field }: NumberRowProps) {
  const id = useId();
  return (
    <SettingRow label={label} {...(hint && { hint })} id={id} error={field.error}>
      <input
        {...wiringOf(id, field, hint)}
        placeholder="hh:mm"
        value={field.value}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={() => field.onChange(clockTyped(field.value) || field.value)}
        className="control w-[6rem]! px-3! text-center tabular-nums"
      />
    </SettingRow>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** A small number: one more, one less, or typed. */
export function StepperRow({ label, hint, field, min: least }: NumberRowProps & { min?: number }) {
  const id = useId();
  const { max, ...bounds } = SETTINGS[field.name as NumberName];
  const min = least ?? bounds.min;
  const number = numberTyped(field.value);
  const step = (by: number) => {
    const next = Math.min(max, Math.max(min, (number ?? min) + by));
    field.onChange(String(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    <SettingRow label={label} {...(hint && { hint })} id={id} error={field.error}>
      <fieldset
        aria-label={label}
        className={cx(
          'control flex w-auto! items-center p-0! outline-link -outline-offset-2 has-[input:focus]:outline-2',
          field.error && 'border-error!',
        )}
      >
        <IconButton
          icon={Minus}
          label="Manje"
          description={label}
          aria-disabled={number !== null && number <= min}
          onClick={() => step(-1)}
          className="text-link aria-disabled:text-soft"
        />
        <input
          {...wiringOf(id, field, hint)}
          role="spinbutton"
          aria-valuenow={number ?? undefined}
          aria-valuemin={min}
          aria-valuemax={max}
          value={field.value}
          onChange={(event) => field.onChange(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${NUMBER} w-[3rem] min-h-11 bg-transparent text-center font-medium`}
        />
        <IconButton
          icon={Plus}
          label="Više"
          description={label}
          aria-disabled={number !== null && number >= max}
          onClick={() => step(1)}
          className="text-link aria-disabled:text-soft"
        />
      </fieldset>
    </SettingRow>
  );
}
