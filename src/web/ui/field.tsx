import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { t } from '#domain/language/translate.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

/** The attributes that connect a control with its label, hint and error. */
export interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldTexts {
  label: string;
  /** Shows '(nije obavezno)' next to the label, as a description: the accessible name stays the label. */
  isOptional?: boolean | undefined;
  hint?: ReactNode;
  /** The error text; `true` marks the control as invalid when the form shows the text elsewhere. */
  error?: string | true | null | undefined;
  /** Content to the right of the hint, such as a character counter. */
  aside?: ReactNode;
  className?: string | undefined;
}

export function fieldAndControl<P extends FieldTexts>(props: P) {
  const { label, isOptional, hint, error, aside, className, ...control } = props;
  return [{ label, isOptional, hint, error, aside, className }, control] as const;
}

export interface FieldProps extends FieldTexts {
  children: (wiring: Wiring) => ReactNode;
}

/** A control with its label, hint and error, connected by id. */
export function Field({ label, isOptional, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const sentence = typeof error === 'string' ? error : null;
  const describedBy = cx(
    isOptional && `${id}-optional`,
    sentence && `${id}-error`,
    hint ? `${id}-hint` : null,
  );
  return (
    <div className={cx('grid min-w-0 content-start gap-1.5', className)}>
      <p className="flex gap-1.5 text-small">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {isOptional && (
          <span id={`${id}-optional`} className="text-soft">
            {t('(nije obavezno)')}
          </span>
        )}
      </p>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {sentence && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-small text-error">
          <CircleAlert size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          {sentence}
        </p>
      )}
      {(hint || aside) && (
        <div className="flex justify-between gap-3 text-label/[1.125rem] text-soft">
          <p id={`${id}-hint`}>{hint}</p>
          {aside}
        </div>
      )}
    </div>
  );
}

/** The props of a field whose control is an element of the given tag. */
export type ControlProps<Tag extends 'input' | 'select' | 'textarea', Value = string> = FieldTexts &
  Omit<ComponentProps<Tag>, 'className' | 'id' | 'onChange' | 'value'> & {
    value: Value;
    onChange: (value: Value) => void;
  };

export type TextFieldProps = ControlProps<'input'> & { inputClassName?: string };

export function TextField({ inputClassName, onChange, ...props }: TextFieldProps) {
  const [field, input] = fieldAndControl(props);
  return (
    <Field {...field}>
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

/** A field for an email address. By default the browser fills in the user's own address. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type' | 'autoCapitalize'>) {
  return <TextField autoComplete="email" {...props} label={t('Email')} type="email" autoCapitalize="none" />;
}

export interface TextAreaFieldProps extends Omit<ControlProps<'textarea'>, 'aside' | 'maxLength'> {
  /** The maximum length in code points, trimmed. Shows a counter. Longer text is marked, never cut. */
  maxCharacters?: number;
}

/** A field shows its character counter once the text has this share of the maximum length. */
const COUNTED_FROM = 0.8;

function Counter({ used, max }: { used: number; max: number }) {
  return (
    <span className={cx('shrink-0 tabular-nums', used > max && 'font-semibold text-error')}>
      {used}/{max}
    </span>
  );
}

export function TextAreaField({ maxCharacters, onChange, ...props }: TextAreaFieldProps) {
  const [field, area] = fieldAndControl(props);
  const used = [...area.value.trim()].length;
  const isNearLimit = maxCharacters !== undefined && used > COUNTED_FROM * maxCharacters;
  return (
    <Field {...field} aside={isNearLimit && <Counter used={used} max={maxCharacters} />}>
      {(wiring) => (
        <textarea
          rows={3}
          {...area}
          {...wiring}
          onChange={(event) => onChange(event.target.value)}
          className={cx(
            'control block field-sizing-content resize-none',
            area.rows === 2 ? 'min-h-18' : 'min-h-24',
          )}
        />
      )}
    </Field>
  );
}

/** A field for a password, by default for a new one. */
export function PasswordField({ onChange, ...props }: Omit<TextFieldProps, 'type' | 'inputClassName'>) {
  const [field, input] = fieldAndControl(props);
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoComplete="new-password"
            spellCheck={false}
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            onChange={(event) => onChange(event.target.value)}
            className="control pr-12"
          />
          <span className="absolute top-0.5 right-0.5 text-soft">
            <IconButton
              icon={isShown ? EyeOff : Eye}
              label={t(isShown ? 'Sakrij lozinku' : 'Prikaži lozinku')}
              onClick={() => setIsShown(!isShown)}
            />
          </span>
        </div>
      )}
    </Field>
  );
}
