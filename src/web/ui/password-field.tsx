import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field, type FieldTexts } from './field.tsx';
import { IconButton } from './icon-button.tsx';

export type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value' | 'type'> & {
    value: string;
    onChange: (value: string) => void;
  };

/** A password with an eye that shows it. */
export function PasswordField({
  label,
  hint,
  error,
  aside,
  className,
  onChange,
  ...input
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(wiring) => (
        <div className="relative">
          <input
            autoCapitalize="none"
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
              label={isShown ? 'Sakrij lozinku' : 'Prikaži lozinku'}
              onClick={() => setIsShown(!isShown)}
            />
          </span>
        </div>
      )}
    </Field>
  );
}
